## what gawk says of a program that is wrong
$ echo 1 | awk '{print 1/0}'
! awk: cmd. line:1: error: division by zero attempted
? 1
$ awk 'BEGIN{print 1/0}'
! awk: cmd. line:1: error: division by zero attempted
? 1
$ awk 'BEGIN{print 1%0}'
! awk: cmd. line:1: error: division by zero attempted in `%'
? 1
$ awk 'BEGIN{print 1'
! awk: cmd. line:1: BEGIN{print 1
! awk: cmd. line:1:              ^ unexpected newline or end of string
? 1
$ awk 'BEGIN{print 1 +}'
! awk: cmd. line:1: BEGIN{print 1 +}
! awk: cmd. line:1:                ^ syntax error
? 1
$ awk '{print $1'
! awk: cmd. line:1: {print $1
! awk: cmd. line:1:          ^ unexpected newline or end of string
? 1
$ awk 'BEGIN{printf "%s %s\n", "a"}'
! awk: cmd. line:1: fatal: not enough arguments to satisfy format string
! "\t`%s %s"
! '
! "\t    ^ ran out for this one"
? 2
$ awk 'BEGIN{printf "%d %s %s\n", 1}'
! awk: cmd. line:1: fatal: not enough arguments to satisfy format string
! "\t`%d %s %s"
! '
! "\t    ^ ran out for this one"
? 2
$ awk 'BEGIN{x = sprintf("%c%c", 65)}'
! awk: cmd. line:1: fatal: not enough arguments to satisfy format string
! "\t`%c%c'"
! "\t   ^ ran out for this one"
? 2
$ awk 'BEGIN{getline < "nope"; print "ok"}'
| ok
$ awk 'BEGIN{foo(1)}'
! awk: cmd. line:1: fatal: function `foo' not defined
? 2
$ awk 'BEGIN{a[1]=1; print a}'
! awk: cmd. line:1: fatal: attempt to use array `a' in a scalar context
? 2
$ awk 'BEGIN{a=1; a[1]=2}'
! awk: cmd. line:1: fatal: attempt to use scalar `a' as an array
? 2
$ awk 'BEGIN{print length(a, b)}'
! awk: cmd. line:1: BEGIN{print length(a, b)}
! awk: cmd. line:1:                        ^ 2 is invalid as number of arguments for length
? 1
$ awk 'BEGIN{substr("a")}'
! "awk: cmd. line:1: BEGIN{substr(\"a\")}"
! awk: cmd. line:1:                 ^ 1 is invalid as number of arguments for substr
? 1
$ awk '}'
! awk: cmd. line:1: }
! awk: cmd. line:1: ^ syntax error
? 1
$ awk 'BEGIN{if(1) print 2; else; print 3}'
| 2
| 3
$ awk '/(/'
! "awk: cmd. line:1: error: Unmatched ( or \\(: /(/"
? 1
$ awk '{print "a" ~ "("}' <<< x
! "awk: cmd. line:1: (FILENAME=- FNR=1) fatal: invalid regexp: Unmatched ( or \\(: /(/"
? 2
$ awk 'BEGIN{$-1=2}'
! awk: cmd. line:1: fatal: attempt to access field -1
? 2
$ awk 'BEGIN{print $(-1)}' <<< x
! awk: cmd. line:1: fatal: attempt to access field -1
? 2
$ awk 'BEGIN{NF=-1}'
! awk: cmd. line:1: fatal: NF set to negative value
? 2
$ awk 'BEGIN{nextfile}'
! awk: cmd. line:1: error: `nextfile' used in BEGIN action
? 1
$ awk 'BEGIN{next}'
! awk: cmd. line:1: error: `next' used in BEGIN action
? 1
$ awk 'function f(){next} BEGIN{f()}'
! awk: cmd. line:1: fatal: `next' cannot be called from a `BEGIN' rule
? 2
$ awk 'BEGIN{return 1}'
! awk: cmd. line:1: BEGIN{return 1}
! awk: cmd. line:1:       ^ `return' used outside function context
? 1
$ awk 'BEGIN{printf "%z\n"}'
| %z
$ awk 'BEGIN{print substr("hello",2.5,2)}'
| el
$ awk 'BEGIN { print "x" > "/nope/x"; print "y" }'
! awk: cmd. line:1: fatal: cannot redirect to `/nope/x': No such file or directory
? 2
$ awk 'BEGIN{print substr("x", "a")}' ; awk 'BEGIN { print strftime("%Q") }'
| x
| %Q
$ awk '{ $3 = "x"; print; print NF }' <<< 'a b'
| a b x
| 3
$ awk 'BEGIN { "date +%Y" | getline y; print (y > 2000) }'
| 1
$ awk 'BEGIN{print "A" > "/dev/stdout"; print "B" > "/dev/fd/2"}'
| A
! B
$ awk -F, -v OFS='|' 'NR>1{$2="";print}' <<< $'a,b,c\n1,2,3'
| 1||3
$ awk 'BEGIN{n=patsplit("a1b22c",a,/[0-9]+/,s);print n,a[1],a[2],s[0],s[2]}'
| 2 1 22 a c
$ awk -b 'BEGIN{print length("é")}'; LC_ALL=C.UTF-8 awk 'BEGIN{print length("é"), toupper("é"), substr("éa",1,1)}'
| 2
| 1 É é
$ awk 'BEGIN{PROCINFO["sorted_in"]="@ind_str_desc"; a[1];a[2];a[10]; for(i in a) print i}'
| 2
| 10
| 1
$ awk 'BEGIN{printf "%i %5.1f %-5d|%+d|% d|%#o|%#x|%e|%G\n", 3.9, 2.55, 3, 4, 5, 8, 255, 12345.678, 0.00001}'
| 3   2.5 3    |+4| 5|010|0xff|1.234568e+04|1E-05

