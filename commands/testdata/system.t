## true and false
$ env true
$ env false
? 1

## env
$ env -i A=1 B=2
| A=1
| B=2
$ env -i A=1 env
| A=1
$ env -u HOME -u PATH A=1 /usr/bin/printenv A
| 1
$ env nosuch_cmd
! env: 'nosuch_cmd': No such file or directory
? 127
$ env -i A=1 printenv A
| 1
$ env -S 'A=1 printenv A'
| 1
$ env -y
! env: invalid option -- 'y'
! Try 'env --help' for more information.
? 125
$ printenv NOPE
? 1
$ env A=1 printenv A PATH
| 1
| /usr/bin:/bin
$ env -C / pwd
| /
$ env -i -0 A=1 | tr '\0' ,
| A=1,\

## sleep
$ sleep 0
$ sleep
! sleep: missing operand
! Try 'sleep --help' for more information.
? 1
$ sleep x
! sleep: invalid time interval 'x'
! Try 'sleep --help' for more information.
? 1
$ sleep 1x
! sleep: invalid time interval '1x'
! Try 'sleep --help' for more information.
? 1
$ sleep 0.01 0.01s

## timeout
$ timeout 0.1 sleep 5
? 124
$ timeout 5 true
$ timeout 5 false
? 1
$ timeout 5 nosuch_cmd
! timeout: failed to run command 'nosuch_cmd': No such file or directory
? 127
$ timeout --preserve-status 0.1 sleep 5
? 143
$ timeout -s KILL 0.1 sleep 5
? 137
$ timeout xyz true
! timeout: invalid time interval 'xyz'
! Try 'timeout --help' for more information.
? 125
$ timeout 1
! Try 'timeout --help' for more information.
? 125
$ timeout -s FOO 1 true
! timeout: 'FOO': invalid signal
! Try 'timeout --help' for more information.
? 125
$ echo data | timeout 5 cat
| data
$ timeout -v 0.1 sleep 5
! timeout: sending signal TERM to command 'sleep'
? 124

## test
$ env test a = a
$ env test a = b
? 1
$ env test 1 -lt 2
$ env test 2 -lt 1
? 1
$ env test x -lt 1
! test: invalid integer 'x'
? 2
$ env test -n x
$ env test -z x
? 1
$ env test -d .
$ env test -f .
? 1
$ env test -e nofile
? 1
$ env test ! -e nofile
$ env test a = a -a b = c
? 1
$ env test a = b -o b = b
$ env test '(' a = a ')'
$ env [ a = a ]
$ env [ a = a
! [: missing ']'
? 2
$ env test
? 1
$ env test a b
! test: missing argument after 'b'
? 2
$ env test a b c
! test: 'b': binary operator expected
? 2
$ env test -x /usr/bin/env
$ env test 99999999999999999999 -gt 1
$ env test a = b c
! test: extra argument 'c'
? 2

## expr
$ expr 3 + 4
| 7
$ expr 5 / 0
! expr: division by zero
? 2
$ expr abc : 'a\(.\)'
| b
$ expr abc : 'ab'
| 2
$ expr abc : b
| 0
? 1
$ expr 1 = 2
| 0
? 1
$ expr length hello
| 5
$ expr substr hello 2 3
| ell
$ expr index hello l
| 3
$ expr 2 '*' '(' 3 + 4 ')'
| 14
$ expr 10 % 3
| 1
$ expr a '<' b
| 1
$ expr 0 '|' 5
| 5
$ expr '' '&' 5
| 0
? 1
$ expr
! expr: missing operand
! Try 'expr --help' for more information.
? 2
$ expr 1 +
! expr: syntax error: missing argument after '+'
? 2
$ expr a + 1
! expr: non-integer argument
? 2
$ expr 99999999999999999999 + 1
| 100000000000000000000
$ expr match foobar 'foo\(.*\)'
| bar
$ expr + length
| length
$ expr 1 2
! expr: syntax error: unexpected argument '2'
? 2
$ expr ')' 
! expr: syntax error: unexpected ')'
? 2

## date
$ date -u -d '2024-02-28 +2 days' +%F
| 2024-03-01
$ date -u -d @0
| Thu Jan  1 00:00:00 UTC 1970
$ date -u -d @0 -R
| Thu, 01 Jan 1970 00:00:00 +0000
$ date -u -d @0 -Iseconds
| 1970-01-01T00:00:00+00:00
$ date -u -d @0 -I
| 1970-01-01
$ date -u -d @0 --rfc-3339=ns
| 1970-01-01 00:00:00.000000000+00:00
$ date -u -d @1700000000 '+%Y %y %m %d %H %I %M %S %p %j %U %V %G %u %w %a %A %b %B %e %k %l %s %N %Z %z %:z %D %T %R %r %c %x %X %n%t%%'
| 2023 23 11 14 22 10 13 20 PM 318 46 46 2023 2 2 Tue Tuesday Nov November 14 22 10 1700000000 000000000 UTC +0000 +00:00 11/14/23 22:13:20 22:13 10:13:20 PM Tue Nov 14 22:13:20 2023 11/14/23 22:13:20 
| "\t%"
$ date -u -d @0 '+%-d %_d %05d %^a %#Z %3N %q %C %h'
| 1  1 00001 THU utc 000 1 19 Jan
$ TZ=America/New_York date -d @1700000000 '+%F %T %Z %z'
| 2023-11-14 17:13:20 EST -0500
$ TZ=EST5EDT date -d @1700000000 +%R
| 17:13
$ TZ=UTC-3 date -d @0 +%R%z
| 03:00+0300
$ date -d 'not a date'
! date: invalid date 'not a date'
? 1
$ date foo
! date: invalid date 'foo'
? 1
$ date -d @0 +%F +%T
! date: extra operand '+%T'
! Try 'date --help' for more information.
? 1
$ date -u -d '2024-05-05T10:00:00+02:00' +%H:%M
| 08:00
$ date -u -d 'Jan 5, 2023 4:05 pm' +%c
| Thu Jan  5 16:05:00 2023
$ date -u -d '2024-01-01 01:02:03.456' '+%T.%3N %N'
| 01:02:03.456 456000000
$ date -r nofile
! date: nofile: No such file or directory
? 1
$ touch -d @86400 f
$ date -u -r f +%F
| 1970-01-02
$ date -u -d '1 Jan 2020 12:00 UTC' '+%s'
| 1577880000
$ date --rfc-3339=bad
! date: invalid argument 'bad' for '--rfc-3339'
! Valid arguments are:
!   - 'date'
!   - 'seconds'
!   - 'ns'
! Try 'date --help' for more information.
? 1
$ date -u -d '' +%T
| 00:00:00
$ date -u -d 'TZ="America/New_York" 2024-01-01 00:00' +%FT%T
| 2024-01-01T05:00:00

## xargs
$ printf '1 2 3\n4 5\n' | xargs -n 2 echo L
| L 1 2
| L 3 4
| L 5
$ printf 'x y\nz\n' | xargs -I{} echo '<{}>'
| <x y>
| <z>
$ printf '' | xargs echo ran
| ran
$ printf '' | xargs -r echo no
$ echo a | xargs nosuch_cmd
! xargs: nosuch_cmd: No such file or directory
? 127
$ echo "one 'two three' \"four\" fi\\ ve" | xargs -n1 echo
| one
| two three
| four
| fi ve
$ printf 'a:b:c' | xargs -d: -n1 echo
| a
| b
| c
$ printf 'a\nb\n' | xargs -t echo
| a b
! echo a b
$ printf 'a\0b c\0' | xargs -0 -n1 echo
| a
| b c
$ printf '1\n2\n' | xargs -n1 false
? 123
$ printf 'a b\nc\n' | xargs -L1 echo
| a b
| c
$ printf "a 'b\n" | xargs echo
| a
! xargs: unmatched single quote; by default quotes are special to xargs unless you use the -0 option
? 1
$ seq 6 | xargs -P 3 -n 2 echo | sort
| 1 2
| 3 4
| 5 6
$ printf 'a b\n' > f
$ xargs -a f echo
| a b
$ printf 'a\nEND\nb\n' | xargs -E END echo
| a
$ printf 'a b c d' | xargs -n 3
| a b c
| d
$ xargs -n x
! "xargs: invalid number \"x\" for -n option"
! Try 'xargs --help' for more information.
? 1
$ xargs -n 0
! xargs: value 0 for -n option should be >= 1
! Try 'xargs --help' for more information.
? 1
$ printf 'a b\n' | xargs -i echo '[{}]'
| [a b]
$ seq 3 | xargs
| 1 2 3
$ printf 'aa bb cc' | xargs -s 12 echo
| aa bb
| cc

## which and friends
$ which cat nosuch_cmd
| /usr/bin/cat
? 1
$ which -a cat | head -n 1
| /usr/bin/cat
$ nohup true
$ nohup
! nohup: missing operand
! Try 'nohup --help' for more information.
? 125
$ nohup nosuch_cmd
! nohup: failed to run command 'nosuch_cmd': No such file or directory
? 127
$ nice true
$ nice
| 0
$ arch
| x86_64
$ uname -s
| Linux
$ uname -m
| x86_64
$ uname -o
| GNU/Linux
$ uname foo
! uname: extra operand 'foo'
! Try 'uname --help' for more information.
? 1
$ env pwd foo > f
! pwd: ignoring non-option arguments
$ whoami foo
! whoami: extra operand 'foo'
! Try 'whoami --help' for more information.
? 1
$ tty
| not a tty
? 1
$ env kill -l 9
| KILL
$ env kill -l TERM
| 15
$ env kill 999999
! kill: (999999): No such process
? 1
$ killall nosuch_proc
! nosuch_proc: no process found
? 1
$ pgrep nosuch_proc
? 1
$ id nosuch_user
! id: 'nosuch_user': no such user
? 1
$ id -u root
| 0
$ id -un root
| root
$ groups nosuch_user
! groups: 'nosuch_user': no such user
? 1
$ nproc --ignore=x
! nproc: invalid number: 'x'
? 1

