## expressions
$ mkdir -p t/a/b t/c; touch t/1.txt t/a/2.txt t/a/b/3.md t/c/4.TXT t/.hid; printf 12345 > t/five; head -c 2000 /dev/zero > t/big; ln -s five t/lnk; ln -s nowhere t/dang; chmod 600 t/five; chmod 755 t/big; touch -d '2020-01-01' t/1.txt; touch -d '2021-01-01' t/a/2.txt; touch -d '2022-01-01' t/a/b/3.md
$ find t | sort
| t
| t/.hid
| t/1.txt
| t/a
| t/a/2.txt
| t/a/b
| t/a/b/3.md
| t/big
| t/c
| t/c/4.TXT
| t/dang
| t/five
| t/lnk
$ find t -type f -name '*.txt' | sort
| t/1.txt
| t/a/2.txt
$ find t -iname '*.txt' | sort
| t/1.txt
| t/a/2.txt
| t/c/4.TXT
$ find t -not -type d | sort
| t/.hid
| t/1.txt
| t/a/2.txt
| t/a/b/3.md
| t/big
| t/c/4.TXT
| t/dang
| t/five
| t/lnk
$ find t ! -type d -a -name '*[0-9]*' | sort
| t/1.txt
| t/a/2.txt
| t/a/b/3.md
| t/c/4.TXT
$ find t -type f,l | sort
| t/.hid
| t/1.txt
| t/a/2.txt
| t/a/b/3.md
| t/big
| t/c/4.TXT
| t/dang
| t/five
| t/lnk
$ find t -type l
| t/dang
| t/lnk
$ find t -xtype l
| t/dang
$ find t -xtype f | sort
| t/.hid
| t/1.txt
| t/a/2.txt
| t/a/b/3.md
| t/big
| t/c/4.TXT
| t/five
| t/lnk
$ find t -lname 'f*'
| t/lnk
$ find t -ilname 'F*'
| t/lnk
$ find -L t -type l
| t/dang
$ find -L t -name lnk -type f
| t/lnk
$ find -H t/lnk -type f
| t/lnk
$ find t -path 't/a*' | sort
| t/a
| t/a/2.txt
| t/a/b
| t/a/b/3.md
$ find t -wholename '*/b/*'
| t/a/b/3.md
$ find t -ipath 'T/A/*' | sort
| t/a/2.txt
| t/a/b
| t/a/b/3.md
$ find t -regex '.*/[0-9]\.[a-z]*' | sort
| t/1.txt
| t/a/2.txt
| t/a/b/3.md
$ find t -iregex '.*\.TXT' | sort
| t/1.txt
| t/a/2.txt
| t/c/4.TXT
$ find t -regextype posix-extended -regex '.*/(1|2)\.txt' | sort
| t/1.txt
| t/a/2.txt
$ find t -regextype egrep -regex 't/[a-c]/.+' | sort
| t/a/2.txt
| t/a/b
| t/a/b/3.md
| t/c/4.TXT
$ find t -regextype bad -regex x
! find: Unknown regular expression type 'bad'; valid types are 'findutils-default', 'ed', 'emacs', 'gnu-awk', 'grep', 'posix-awk', 'awk', 'posix-basic', 'posix-egrep', 'egrep', 'posix-extended', 'posix-minimal-basic', 'sed'.
? 1
$ find t -size +1k | sort
| t
| t/a
| t/a/b
| t/big
| t/c
$ find t -size -1 | sort
| t/.hid
| t/1.txt
| t/a/2.txt
| t/a/b/3.md
| t/c/4.TXT
$ find t -size 5c
| t/five
$ find t -size -6c -size +0c | sort
| t/five
| t/lnk
$ find t -size 1 -type f
| t/five
$ find t -size 4 -o -size 1w
| t/big
$ find t -size x
! find: invalid -size type `x'
? 1
$ find t -size 5q
! find: invalid -size type `q'
? 1
$ find t -empty | sort
| t/.hid
| t/1.txt
| t/a/2.txt
| t/a/b/3.md
| t/c/4.TXT
$ find t -perm 600
| t/five
$ find t -perm -700 -type f
| t/big
$ find t -perm /111 -type f
| t/big
$ find t -perm u=rw,go=
| t/five
$ find t -perm -u+x -type f
| t/big
$ find t -perm +111
! find: invalid mode '+111'
? 1
$ find t -perm zz
! find: invalid mode 'zz'
? 1
$ find t -newer t/a/2.txt -name '*.md'
| t/a/b/3.md
$ find t ! -newer t/a/2.txt -type f | sort
| t/1.txt
| t/a/2.txt
$ find t -newermt 2020-06-01 -name '*.*' ! -newermt 2021-06-01
| t/a/2.txt
$ find t -newermt '2021-06-01 00:00:00' -name '*.md'
| t/a/b/3.md
$ find t -newermt bad
! find: I cannot figure out how to interpret 'bad' as a date or time
? 1
$ find t -newerXY t
! find: invalid predicate `-newerXY'
? 1
$ find t -neweraa t/1.txt -name 1.txt
$ find t -mtime +30 -type f | sort
| t/1.txt
| t/a/2.txt
| t/a/b/3.md
$ find t -mtime -1 -name big
| t/big
$ find t -mmin -10 -name big
| t/big
$ find t -mtime 0 -name big
| t/big
$ find t -mtime x
! find: invalid argument `x' to `-mtime'
? 1
$ find t -daystart -mtime 0 -name big
| t/big
$ find t -anewer t/1.txt -name big
| t/big
$ find t -maxdepth 0
| t
$ find t -maxdepth 1 -type d | sort
| t
| t/a
| t/c
$ find t -mindepth 2 -maxdepth 2 | sort
| t/a/2.txt
| t/a/b
| t/c/4.TXT
$ find t -depth | tail -1
| t
$ find t/a/b -depth
| t/a/b/3.md
| t/a/b
$ find t -name a -prune -o -type f -print | sort
| t/.hid
| t/1.txt
| t/big
| t/c/4.TXT
| t/five
$ find t \( -name a -o -name c \) -prune -o -print | sort
| t
| t/.hid
| t/1.txt
| t/big
| t/dang
| t/five
| t/lnk
$ find t -path t/a -prune -false -o -name '*.txt' | sort
| t/1.txt
$ find t -name '*.txt' -print -o -name '*.md' -print | sort
| t/1.txt
| t/a/2.txt
| t/a/b/3.md
$ find t -name 1.txt -o -name 3.md -print
| t/a/b/3.md
$ find t -type d -name 'a' -quit
$ find t -name '*.txt' -print -quit
| t/1.txt
$ find t -links 1 -name five
| t/five
$ find t -user nosuchuser
! find: 'nosuchuser' is not the name of a known user
? 1
$ find t -user root -maxdepth 0
| t
$ find t -uid 0 -maxdepth 0
| t
$ find t -group 0 -maxdepth 0
| t
$ find t -nouser -o -nogroup
$ find t -readable -name five
| t/five
$ find t -executable -type f
| t/big
$ find t -writable -name five
| t/five
$ find t -samefile t/five
| t/five
$ find t -inum 0
$ find t -true -name five
| t/five
$ find t -false
$ find t , -name x
! find: ',': No such file or directory
? 1
$ find t -name five , -name big -print
| t/big
$ find t/a t/c -name '*.*' | sort
| t/a/2.txt
| t/a/b/3.md
| t/c/4.TXT
$ find t/ -maxdepth 1 -name a
| t/a
$ find t// -maxdepth 1 -name a
| t//a
$ find ./t -maxdepth 1 -name a
| ./t/a
$ find nofile t -maxdepth 0
| t
! find: 'nofile': No such file or directory
? 1
$ find t -fstype ext9
$ find t -xdev -maxdepth 0
| t
$ find t -mount -maxdepth 0
| t
$ find t -noleaf -maxdepth 0
| t
$ find t -O3 -maxdepth 0
! find: unknown predicate `-O3'
? 1
$ find -O3 t -maxdepth 0
| t
$ find t -ignore_readdir_race -maxdepth 0
| t
$ find t -follow -maxdepth 0
| t
$ find t -warn -name five
| t/five
$ find t -name five -maxdepth 1
| t/five
$ find t -used 0 -name x
$ find t -cmin -5 -name big
| t/big
$ find t -amin +99999999

## actions
$ mkdir -p t/a; touch t/x t/y t/a/z 't/s p'
$ find t -type f -exec echo {} \; | sort
| t/a/z
| t/s p
| t/x
| t/y
$ find t -type f -exec echo a{}b \; | sort
| at/a/zb
| at/s pb
| at/xb
| at/yb
$ find t -type f -exec echo {} {} \; | sort
| t/a/z t/a/z
| t/s p t/s p
| t/x t/x
| t/y t/y
$ find t -type f -name x -exec echo '{}' + 
| t/x
$ find t -maxdepth 1 -type f -exec sh -c 'echo $#' _ {} +
| 3
$ find t -name x -exec false \; -print
$ find t -name x -exec true \; -print
| t/x
$ find t -name x -exec false {} + ; echo $?
| 1
$ find t -name x -exec nosuchcmd {} \;; echo $?
| 0
! find: 'nosuchcmd': No such file or directory
$ find t -name x -exec echo a + b \;
| a + b
$ find t -name x -exec echo {} 
! find: missing argument to `-exec'
? 1
$ find t -name x -exec
! find: missing argument to `-exec'
? 1
$ find t -name x -exec echo {} x +
! find: missing argument to `-exec'
? 1
$ find t -execdir echo {} \; | sort
| ./a
| ./s p
| ./t
| ./x
| ./y
| ./z
$ find t -type f -execdir echo {} + | tr ' ' '\n' | sort
| ./s
| ./x
| ./y
| ./z
| p
$ find t -name z -execdir pwd \; | sed 's,.*/t,t,'
| t/a
$ echo y | find t -name x -ok echo {} \;
| t/x
! < echo ... t/x > ? \
$ echo n | find t -name x -ok echo {} \;
! < echo ... t/x > ? \
$ find t -name x -okdir echo {} \; < /dev/null
! < echo ... t/x > ? \
$ find t -type f -print0 | sort -z | tr '\0' '\n'
| t/a/z
| t/s p
| t/x
| t/y
$ find t -type f -print0 | xargs -0 -n1 echo | sort
| t/a/z
| t/s p
| t/x
| t/y
$ find t -name x -printf '%p %f %h %P %H %d %s %y %m %M\n'
| t/x x t x t 1 0 f 644 -rw-r--r--
$ find t -name a -printf '%p %f %h %P %d %y\n'
| t/a a t a 1 d
$ find t -maxdepth 0 -printf '%p|%f|%h|%P|%H|%d\n'
| t|t|.||t|0
$ find t -name x -printf '%u %g %U %G %n %l|\n'
| root root 0 0 1 |
$ touch -d '2020-01-02 03:04:05.123' t/x; find t -name x -printf '%t\n%T@ %TY-%Tm-%Td %TH:%TM:%TS\n%T+\n'
| Thu Jan  2 03:04:05.1230000000 2020
| 1577934245.1230000000 2020-01-02 03:04:05.1230000000
| 2020-01-02+03:04:05.1230000000
$ find t -name x -printf '%TA %Ta %TB %Tb %Tj %TU %Tp %TD %TF %TT %Tr %Tc %Tx %TX\n'
| Thursday Thu January Jan 002 00 AM 01/02/20 2020-01-02 03:04:05.1230000000 03:04:05 AM Thu Jan  2 03:04:05 2020 01/02/20 03:04:05.1230000000
$ find t -name x -printf '%-10f|%10f|%5s|%05m\n'
| x         |         x|    0|00644
$ find t -name x -printf 'a\tb\\c\101\n'
| "a\tb\\cA"
$ find t -name x -printf '%%|%z|\n'
| %|%z|
! find: warning: unrecognized format directive `%z'
$ find t -name x -printf 'no newline'
| no newline\
$ find t -name x -printf '%k %b\n'
| 0 0
$ find t -name x -printf '\c' -printf 'after\n'
| after
$ ln -s x t/l; find t -name l -printf '%l %y %Y\n'
| x l f
$ find t -name x -fprint out; cat out
| t/x
$ find t -name x -fprintf out '%f\n'; cat out
| x
$ find t -name x -fprint0 out; od -c out
| "0000000   t   /   x  \\0"
| 0000004
$ find t -name x -fls out; wc -l < out
| 1
$ find t -name x -ls | tr -s ' ' | cut -d' ' -f4-5
| -rw-r--r-- 1
$ find t -name y -delete; ls t
| a
| l
| s p
| x
$ find t -delete -name x; ls t
! ls: cannot access 't': No such file or directory
? 2
$ mkdir -p d/e; touch d/e/f; find d -name e -delete; ls d
| e
! find: cannot delete 'd/e': Directory not empty
$ find d -name f -exec rm {} + ; find d -type d -empty -delete; ls d
! ls: cannot access 'd': No such file or directory
? 2
$ mkdir -p g/h; touch g/h/i; find g -exec mv {} {}.bak \; ; find g* | sort
| g.bak
| g.bak/h
| g.bak/h/i
! find: 'g': No such file or directory
$ find -name 'x*' -printf '%p\n'
$ find . -maxdepth 1 -name out -print
| ./out
$ find t -type q
! find: Unknown argument to -type: q
? 1
$ find t -foo
! find: unknown predicate `-foo'
? 1
$ find t -name
! find: missing argument to `-name'
? 1
$ find t \(
! find: invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '('
? 1
$ find t \)
! find: 't': No such file or directory
! find: ')': No such file or directory
? 1
$ find t -o -name x
! find: invalid expression; you have used a binary operator '-o' with nothing before it.
? 1
$ find t -name x -o
! find: expected an expression after '-o'
? 1
$ find t !
! find: expected an expression after '!'
? 1
$ find t -name x \) 
! find: you have too many ')'
? 1
$ find t a -name x b
! find: paths must precede expression: `b'
? 1
$ find -maxdepth
! find: missing argument to `-maxdepth'
? 1
$ find t -maxdepth -1
! find: Expected a positive decimal integer argument to -maxdepth, but got '-1'
? 1
$ find --help | head -1 | cut -c1-5
| Usage
$ find -version | head -1 | cut -c1-4
| find
$ find '' 
! find: '': No such file or directory
? 1
$ find -files0-from nofile
! find: cannot open 'nofile' for reading: No such file or directory
? 1
$ printf 't\0' | find -files0-from - -maxdepth 0
! find: 't': No such file or directory
? 1

## xargs
$ printf 'a b\nc\n' | xargs
| a b c
$ printf 'a b\nc\n' | xargs echo x
| x a b c
$ printf 'a b\nc\n' | xargs -n 1
| a
| b
| c
$ printf 'a b\nc d\n' | xargs -n 3 echo -
| - a b c
| - d
$ printf 'a b\nc\n' | xargs -L 1
| a b
| c
$ printf 'a b \nc\nd\n' | xargs -L 1
| a b c
| d
$ printf 'a b\nc\nd\n' | xargs -l2
| a b c
| d
$ printf 'a b\nc\n' | xargs -I{} echo '<{}>'
| <a b>
| <c>
$ printf '  a b  \nc\n' | xargs -I % echo '<%>' '%%'
| <a b  > a b  a b  
| <c> cc
$ printf 'a b\nc\n' | xargs -i echo '[{}]'
| [a b]
| [c]
$ printf 'a b\nc\n' | xargs -I{} -n1 echo '<{}>'
| <a b>
| <c>
$ printf 'a\0b c\0' | xargs -0 -n1
| a
| b c
$ printf 'a:b c:' | xargs -d: -n1
| a
| b c
$ printf 'a\nb c\n' | xargs -d '\n' -n1
| a
| b c
$ printf 'axbxc' | xargs -d x
| a b c
$ printf "'a b' \"c d\" e\\\\ f\n" | xargs -n1
| a b
| c d
| e f
$ printf "it's\n" | xargs
! xargs: unmatched single quote; by default quotes are special to xargs unless you use the -0 option
? 1
$ printf 'a "b\n' | xargs
| a
! xargs: unmatched double quote; by default quotes are special to xargs unless you use the -0 option
? 1
$ printf 'a\\\nb\n' | xargs -n1
| a
| b
$ printf '' | xargs echo x
| x
$ printf '' | xargs -r echo x
$ printf ' \n' | xargs -r echo x
$ printf 'a b c\n' | xargs -s 12 echo
| a b c
$ printf 'aaaaaaaaaaaaaaaaaaaaaaa\n' | xargs -s 12 echo
! xargs: argument line too long
? 1
$ printf 'a b c d\n' | xargs -n2 -P2 echo | sort
| a b
| c d
$ seq 10 | xargs -P 4 -n 1 echo | sort -n | tr '\n' ' '
| 1 2 3 4 5 6 7 8 9 10 \
$ seq 3 | xargs -t -n 2 echo
| 1 2
| 3
! echo 1 2
! echo 3
$ printf 'a b\n' | xargs -E b
| a
$ printf 'a b c\n' | xargs -E b
| a
$ printf 'a _ c\n' | xargs -e_
| a
$ printf '1\n2\n' | xargs -n1 sh -c 'exit $0'; echo $?
| 123
$ printf '255\n2\n' | xargs -n1 sh -c 'exit $0'; echo $?
| 124
! xargs: sh: exited with status 255; aborting
$ printf 'a\n' | xargs nosuchcmd; echo $?
| 127
! xargs: nosuchcmd: No such file or directory
$ printf 'a\n' | xargs sh -c 'kill $$'; echo $?
| 125
! xargs: sh: terminated by signal 15
$ printf 'a\n' > in; xargs -a in echo
| a
$ xargs -a nofile echo
! xargs: Cannot open input file 'nofile': No such file or directory
? 1
$ printf 'a\n' | xargs -n 0
! xargs: value 0 for -n option should be >= 1
! Try 'xargs --help' for more information.
? 1
$ printf 'a\n' | xargs -n x
! "xargs: invalid number \"x\" for -n option"
! Try 'xargs --help' for more information.
? 1
$ printf 'a\n' | xargs -P x
! "xargs: invalid number \"x\" for -P option"
! Try 'xargs --help' for more information.
? 1
$ printf 'a\n' | xargs -d xx
! "xargs: Invalid input delimiter specification xx: the delimiter must be either a single character or an escape sequence starting with \\."
? 1
$ printf 'a\n' | xargs -y
! xargs: invalid option -- 'y'
! Try 'xargs --help' for more information.
? 1
$ printf 'a\n' | xargs -I
! xargs: option requires an argument -- 'I'
! Try 'xargs --help' for more information.
? 1
$ printf 'a b\n' | xargs -x -n 5
| a b
$ printf 'a\nb\n' | xargs -I{} sh -c 'echo {} | tr a-z A-Z'
| A
| B
$ printf '%s\n' 'x y' z | xargs -I{} printf '%s|' {} ; echo
| x y|z|
$ printf 'a b\n' | xargs -p echo < /dev/null
! echoxargs: failed to open /dev/tty for reading: No such device or address
? 1
$ printf 'y\n' | xargs --interactive echo 2>&1 | head -2
| echo yxargs: failed to open /dev/tty for reading: No such device or address
$ printf 'a\n' | xargs --max-args=1 --no-run-if-empty --verbose echo
| a
! echo a
$ printf 'a\nb\n' | xargs -L1 -I{} echo {}
| a
| b
! xargs: warning: options --max-lines and --replace/-I/-i are mutually exclusive, ignoring previous --max-lines value
$ printf 'n1 n2\n' | xargs --process-slot-var=SLOT sh -c 'echo $SLOT $@' _
| 0 n1 n2
$ echo a b | xargs -n1 -I{} echo {}
| a b
! xargs: warning: options --max-args and --replace/-I/-i are mutually exclusive, ignoring previous --max-args value
$ echo 'a    b' | xargs -I{} echo {}
| a    b
$ printf 'a\n\n\nb\n' | xargs -L 1 echo
| a
| b
$ printf 'one two three' | xargs -n2
| one two
| three
$ xargs --version | head -1 | cut -c1-5
| xargs

