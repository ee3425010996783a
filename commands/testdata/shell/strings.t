## tr
$ echo hello | tr a-y b-z
| ifmmp
$ echo hello | tr -d l
| heo
$ echo hello | tr -s l
| helo
$ echo 'hello  world' | tr -s ' '
| hello world
$ echo hello | tr -c 'a-z\n' X
| hello
$ echo 'a1b2' | tr -cd '0-9'; echo
| 12
$ echo 'a1b2' | tr -dc '[:digit:]\n'
| 12
$ echo hello | tr '[:lower:]' '[:upper:]'
| HELLO
$ echo HELLO | tr '[:upper:]' '[:lower:]'
| hello
$ echo 'a b	c' | tr '[:blank:]' _
| a_b_c
$ echo 'a,b;c.' | tr '[:punct:]' ' '
| a b c 
$ echo 'Hello1' | tr '[:alpha:]' x
| xxxxx1
$ echo 'Hello1' | tr '[:alnum:]' x
| xxxxxx
$ echo 'dead beef xyz' | tr '[:xdigit:]' .
| .... .... xyz
$ printf 'a\tb\001c' | tr -d '[:cntrl:]'
| abc\
$ echo 'a b' | tr -d '[:space:]'
| ab\
$ printf 'ab\001' | tr '[:print:]' p | od -c
| 0000000   p   p 001
| 0000003
$ printf 'a b\001' | tr '[:graph:]' g | od -c
| 0000000   g       g 001
| 0000004
$ echo abc | tr abc xy
| xyy
$ echo abc | tr -t abc xy
| xyc
$ echo abcdef | tr abcdef 'x[y*]'
| xyyyyy
$ echo abcdef | tr abcdef '[x*2]yz'
| xxyzzz
$ echo abcdef | tr abcdef '[x*03]z'
| xxxzzz
$ echo abc | tr '\141' X
| Xbc
$ echo 'a\b' | tr '\\' /
| a/b
$ printf 'a\nb\n' | tr '\n' ' '
| a b \
$ printf 'a\r\n' | tr -d '\r'
| a
$ echo a-b | tr a-b x-z
| x-y
$ echo a-b | tr -- -a xy
| yxb
$ echo 'a[b]' | tr '[]' '()'
| a(b)
$ echo abc | tr 'a-c' 'A-C'
| ABC
$ echo '=a=' | tr '[=a=]' x
| =x=
$ echo aabbcc | tr -s 'a-c'
| abc
$ echo aabbcc | tr -s 'a-c' 'x'
| x
$ echo aabbcc | tr -ds a b
| bcc
$ echo aabbcc | tr -cs 'a\n' -
| aa-
$ tr
! tr: missing operand
! Try 'tr --help' for more information.
? 1
$ tr a
! tr: missing operand after 'a'
! Two strings must be given when translating.
! Try 'tr --help' for more information.
? 1
$ tr a b c
! tr: extra operand 'c'
! Try 'tr --help' for more information.
? 1
$ tr -d a b
! tr: extra operand 'b'
! Only one string may be given when deleting without squeezing repeats.
! Try 'tr --help' for more information.
? 1
$ tr -d
! tr: missing operand
! Try 'tr --help' for more information.
? 1
$ tr -s
! tr: missing operand
! Try 'tr --help' for more information.
? 1
$ tr -ds a
! tr: missing operand after 'a'
! Two strings must be given when both deleting and squeezing repeats.
! Try 'tr --help' for more information.
? 1
$ tr z-a x
! tr: range-endpoints of 'z-a' are in reverse collating sequence order
? 1
$ tr '[:foo:]' x
! tr: invalid character class 'foo'
? 1
$ tr a '[:digit:]'
! tr: when translating, the only character classes that may appear in
! string2 are 'upper' and 'lower'
? 1
$ tr '[=ab=]' x
! tr: ab: equivalence class operand must be a single character
? 1
$ tr a ''
! tr: when not truncating set1, string2 must be non-empty
? 1
$ tr '[a*x]' b
! tr: invalid repeat count 'x' in [c*n] construct
? 1
$ tr a '[b*x]'
! tr: invalid repeat count 'x' in [c*n] construct
? 1
$ tr -x a b
! tr: invalid option -- 'x'
! Try 'tr --help' for more information.
? 1
$ tr '[b*]' a
! tr: the [c*] repeat construct may not appear in string1
? 1
$ tr a 'b[c*][d*]'
! tr: only one [c*] repeat construct may appear in string2
? 1
$ echo abc | tr -d ''
| abc
$ echo a | tr '\0' x
| a
$ echo 'tab	x' | tr '\t' '\\'
| "tab\\x"
$ echo 'x' | tr 'x' '\n' | od -c
| "0000000  \\n  \\n"
| 0000002
$ echo hello | tr -d '[:lower:]' | od -c
| "0000000  \\n"
| 0000001
$ echo 'abc' | tr '[:lower:]' 'A-C'
| ABC
$ echo 'ab' | tr 'ab' '[:upper:]'
! tr: misaligned [:upper:] and/or [:lower:] construct
? 1
$ echo 'abc' | tr '[:upper:][:lower:]' '[:lower:][:upper:]'
| ABC
$ echo ABCabc | tr '[:upper:]' 'x'
| xxxabc
$ head -c 20 /dev/zero | tr '\0' a
| aaaaaaaaaaaaaaaaaaaa\
$ echo x | tr '\400' a
| x
! "tr: warning: the ambiguous octal escape \\400 is being"
! "\tinterpreted as the 2-byte sequence \\040, 0"
$ echo 'a\' | tr '\' /
| a/
! tr: warning: an unescaped backslash at end of string is not portable
$ echo aaa | tr -s a b
| b
$ printf 'h\303\251\n' | tr '\303\251' 'xy'
| hxy
$ echo hello | tr --delete l
| heo
$ echo hello | tr --squeeze-repeats l
| helo
$ echo hello | tr --complement --delete 'l\n'
| ll
$ echo hello | tr --truncate-set1 helo ip
| ipllo

## printf
$ env printf '%s\n' a b c
| a
| b
| c
$ env printf '%d %i %u\n' 1 2 3
| 1 2 3
$ env printf '%o %x %X %#o %#x\n' 8 255 255 8 255
| 10 ff FF 010 0xff
$ env printf '%5d|%-5d|%05d|%+d|% d\n' 42 42 42 42 42
|    42|42   |00042|+42| 42
$ env printf '%.3f %e %g %G %a\n' 3.14159 31415.9 0.0001 1e-10 1
| 3.142 3.141590e+04 0.0001 1E-10 0x8p-3
$ env printf '%10.2f|%-10.2f|%010.2f\n' 3.14159 3.14159 3.14159
|       3.14|3.14      |0000003.14
$ env printf '%c%c\n' abc def
| ad
$ env printf '%5s|%-5s|%.2s\n' ab ab abcdef
|    ab|ab   |ab
$ env printf '%b\n' 'a\tb\nc\\d\0101\x41'
| "a\tb"
| "c\\dAA"
$ env printf '%q %q %q %q\n' a 'a b' "it's" ''
| "a 'a b' \"it's\" ''"
$ env printf '%%\n'
| %
$ env printf 'a\tb\nc\\\a\b\f\v\r\e\101\x41\n' | od -c
| "0000000   a  \\t   b  \\n   c   \\  \\a  \\b  \\f  \\v  \\r 033   A   A  \\n"
| 0000017
$ env printf '\u00e9\U0001F600\n' | od -c
| "0000000   \\   u   0   0   E   9   \\   U   0   0   0   1   F   6   0   0"
| "0000020  \\n"
| 0000021
$ LC_ALL=C.UTF-8 env printf '\u00e9\n'
| é
$ env printf '%d\n' 0x1F 010 "'A" '"B'
| 31
| 8
| 65
| 66
$ env printf '%d\n' abc
| 0
! printf: 'abc': expected a numeric value
? 1
$ env printf '%d\n' 12abc
| 12
! printf: '12abc': value not completely converted
? 1
$ env printf '%d\n' ''
| 0
$ env printf '%d\n' 99999999999999999999
| 9223372036854775807
! printf: '99999999999999999999': Numerical result out of range
? 1
$ env printf '%s %s\n' a
| a 
$ env printf '%s-%d\n' a 1 b 2 c
| a-1
| b-2
| c-0
$ env printf 'no newline'
| no newline\
$ env printf '%*d|%-*d\n' 5 42 5 42
|    42|42   
$ env printf '%.*f\n' 2 3.14159
| 3.14
$ env printf '%z\n' x
! "printf: %z\\: invalid conversion specification"
? 1
$ env printf '%'
! printf: %: invalid conversion specification
? 1
$ env printf '%5'
! printf: %5: invalid conversion specification
? 1
$ env printf
! printf: missing operand
! Try 'printf --help' for more information.
? 1
$ env printf '%s\c' a b
| a\
$ env printf 'a\cb'
| a\
$ env printf '%b' 'x\cy' z
| x\
$ env printf '%d %d\n' 1
| 1 0
$ env printf 'x\n' extra
| x
! printf: warning: ignoring excess arguments, starting with 'extra'
$ env printf '\x'
! printf: missing hexadecimal number in escape
? 1
$ env printf '\u12'
! printf: missing hexadecimal number in escape
? 1
$ env printf '\q\n'
| "\\q"
$ env printf '%ld %lld %hd\n' 1 2 3
| 1 2 3
$ env printf '%1$s\n' a
! printf: %1$: invalid conversion specification
? 1
$ env printf '%-10s|%10s|\n' left right
| left      |     right|
$ env printf '%#.3g %#g\n' 1 2
| 1.00 2.00000
$ env printf '%+.2e\n' 12345.678
| +1.23e+04
$ env printf '%s\n' -- a
| --
| a
$ env printf -- '%s\n' a
| a
$ env printf '%x\n' -1
| ffffffffffffffff
$ env printf '%u\n' -1
| 18446744073709551615
$ env printf '%f\n' 1e400 inf nan
| 10000000000000000000281880683947586514586453433629052038625910693539685534008629862039363994848324160522094053927317616200295822777259255734023828976593340661017797447434546173917862448116674971723778943824391593338047470675026246684401359237513603830343735485505244955964979021825038280091068414947402456898653040951017512658092615827588920183472511643316591362664138176309734806343732497430221946880.000000
| inf
| nan
$ env printf '%f\n' x
| 0.000000
! printf: 'x': expected a numeric value
? 1
$ env printf '%.0f %.0f %.0f\n' 0.5 1.5 2.5
| 0 2 2
$ env printf "%'d\n" 1234567
| 1234567
$ env printf '%q\n' $'a\nb' $'\x01' 'a*b' '~x' 'x~'
| "'a'$'\\n''b'"
| "''$'\\001'"
| 'a*b'
| '~x'
| x~
$ env printf --version | head -1 | cut -c1-6
| printf
$ env printf '%5%|\n'
! printf: %5%: invalid conversion specification
? 1
$ env printf '%-5c|\n' x
| x    |
$ env printf '%05s|\n' x
! printf: %05s: invalid conversion specification
? 1
$ env printf '%.1d|%.5d\n' 7 42
| 7|00042
$ env printf '%b\n' '\0' | od -c
| "0000000  \\0  \\n"
| 0000002
$ env printf '%b|\n' '\1234' '\0123'
| S4|
| S|

## echo test expr
$ env echo a b
| a b
$ env echo -n a
| a\
$ env echo -e 'a\tb\n\x41\0101\c x'
| "a\tb"
| AA\
$ env echo -E 'a\tb'
| "a\\tb"
$ env echo -ne 'x\ny'
| x
| y\
$ env echo -nx
| -nx
$ env echo -- a
| -- a
$ env echo
| 
$ env echo -e '\\ \a\b\e\f\r\v' | od -c
| "0000000   \\      \\a  \\b 033  \\f  \\r  \\v  \\n"
| 0000011
$ env echo --help | head -2
| Usage: echo [SHORT-OPTION]... [STRING]...
|   or:  echo LONG-OPTION
$ POSIXLY_CORRECT=1 env echo -n a
| a\
$ env test a = a
$ env test a = b
? 1
$ env test a
$ env test ''
? 1
$ env test
? 1
$ env test -z ''
$ env test -n x
$ env test 1 -lt 2
$ env test 2 -le 1
? 1
$ env test 1 -eq 01
$ env test a -eq 1
! test: invalid integer 'a'
? 2
$ env test 1 -eq 1 -a 2 -eq 3
? 1
$ env test 1 -eq 2 -o 2 -eq 2
$ env test ! x
? 1
$ env test ! ''
$ env test '(' a = a ')'
$ env test -d . -a ! -f .
$ env test -e nofile
? 1
$ env test -L /nofile
? 1
$ env test a '<' b
! test: '<': binary operator expected
? 2
$ env test b '>' c
! test: '>': binary operator expected
? 2
$ env test -x
$ env test -foo bar
! test: missing argument after 'bar'
? 2
$ env test a b
! test: missing argument after 'b'
? 2
$ env test a b c
! test: 'b': binary operator expected
? 2
$ env test a = b c
! test: extra argument 'c'
? 2
$ env test -t 0
? 1
$ env test 99999999999999999999 -gt 1
$ env test -n
$ env test '(' a
! test: missing argument after 'a'
? 2
$ env test a -nt b
? 1
$ touch -d @1 o; touch -d @2 w; env test w -nt o
$ env test o -ot w
$ env test o -ef o
$ env test -s o
? 1
$ env test -r o -a -w o
$ chmod +x o; env test -x o
$ env test -k /tmp
$ env [ a = a ]
$ env [ a = a
! [: missing ']'
? 2
$ env [
! [: missing ']'
? 2
$ env [ a = b ]
? 1
$ expr 1 + 2
| 3
$ expr 5 - 7
| -2
$ expr 3 '*' 4
| 12
$ expr 7 / 2
| 3
$ expr -7 / 2
| -3
$ expr 7 % 3
| 1
$ expr -7 % 3
| -1
$ expr 1 / 0
! expr: division by zero
? 2
$ expr 1 % 0
! expr: division by zero
? 2
$ expr a + 1
! expr: non-integer argument
? 2
$ expr 1 = 1
| 1
$ expr 1 = 2
| 0
? 1
$ expr a '<' b
| 1
$ expr 10 '<' 9
| 0
? 1
$ expr abc '<' abd
| 1
$ expr 1 '&' 2
| 1
$ expr 0 '&' 2
| 0
? 1
$ expr 0 '|' 5
| 5
$ expr '' '|' 0
| 0
? 1
$ expr length hello
| 5
$ expr substr hello 2 3
| ell
$ expr substr hello 0 3
| 
? 1
$ expr index hello lo
| 3
$ expr index hello z
| 0
? 1
$ expr match hello 'h\(.*\)o'
| ell
$ expr hello : 'h.*'
| 5
$ expr hello : 'x'
| 0
? 1
$ expr hello : '\(x\)'
| 
? 1
$ expr hello : '.*\(l\)'
| l
$ expr /a/b/c : '.*/\(.*\)'
| c
$ expr '(' 1 + 2 ')' '*' 3
| 9
$ expr 1 + 2 '*' 3
| 7
$ expr + length
| length
$ expr
! expr: missing operand
! Try 'expr --help' for more information.
? 2
$ expr 1 +
! expr: syntax error: missing argument after '+'
? 2
$ expr 1 2
! expr: syntax error: unexpected argument '2'
? 2
$ expr '(' 1
! expr: syntax error: expecting ')' after '1'
? 2
$ expr 0
| 0
? 1
$ expr ''
| 
? 1
$ expr 00
| 00
? 1
$ expr 99999999999999999999 + 1
| 100000000000000000000
$ expr 9223372036854775807 + 1
| 9223372036854775808
$ expr 99999999999 '*' 99999999999
| 9999999999800000000001
$ expr a : 'a\(b\)*'
| 
? 1
$ expr abc : '[[:alpha:]]*'
| 3
$ expr 1 '!=' 2
| 1
$ expr 1 '>=' 2 '|' 3
| 3
$ expr 'a b' : 'a b'
| 3
$ expr x : '\('
! "expr: Unmatched ( or \\("
? 2
$ expr ')'
! expr: syntax error: unexpected ')'
? 2
$ expr 5 '<=' 5
| 1
$ expr "aaa" : 'a\{2\}'
| 2
$ expr --help | head -1
| Usage: expr EXPRESSION

## basenames, numbers, checks
$ factor 1 2 3 4 100 97 600851475143
| 1:
| 2: 2
| 3: 3
| 4: 2 2
| 100: 2 2 5 5
| 97: 97
| 600851475143: 71 839 1471 6857
$ factor 340282366920938463463374607431768211456
| 340282366920938463463374607431768211456: 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2
$ factor 18446744073709551615 18446744073709551557
| 18446744073709551615: 3 5 17 257 641 65537 6700417
| 18446744073709551557: 18446744073709551557
$ factor --exponents 72
! factor: unrecognized option '--exponents'
! Try 'factor --help' for more information.
? 1
$ factor -h 1024
! factor: invalid option -- 'h'
! Try 'factor --help' for more information.
? 1
$ factor -- -1
! factor: '-1' is not a valid positive integer
? 1
$ factor 1.5
! factor: '1.5' is not a valid positive integer
? 1
$ factor ''
! factor: '' is not a valid positive integer
? 1
$ echo '12 13' | factor
| 12: 2 2 3
| 13: 13
$ numfmt --to=iec 1000 1024 999999999
| 1000
| 1.0K
| 954M
$ numfmt --from=iec --to=si 1M
| 1.1M
$ numfmt --to=iec --suffix=B --padding=10 123456
|      121KB
$ numfmt --grouping 1234567
| 1234567
$ numfmt --format="%'f" 1234567
| 1234567
$ numfmt --format='%010f' 1234
| 0000001234
$ numfmt --format='%-10f|' 1234
| 1234      |
$ numfmt --format='%.3f' --from=auto 1Mi
| 1048576.000
$ numfmt --round=up --to=si 1001
| 1.1K
$ numfmt --round=towards-zero --to=si -- -1999
| -1.9K
$ numfmt --round=from-zero --to=si -- -1001
| -1.1K
$ numfmt --round=bad 1
! numfmt: invalid argument 'bad' for '--round'
! Valid arguments are:
!   - 'up'
!   - 'down'
!   - 'from-zero'
!   - 'towards-zero'
!   - 'nearest'
! Try 'numfmt --help' for more information.
? 1
$ numfmt --field=- --to=si <<< '1000 2000'
| 1.0K 2.0K
$ numfmt --field=2- --to=si <<< '1000 2000 3000'
| 1000 2.0K 3.0K
$ numfmt --field=1,3 --to=si <<< '1000 2000 3000'
| 1.0K 2000 3.0K
$ numfmt --invalid=abort x
! numfmt: invalid number: 'x'
? 2
$ numfmt --invalid=bad x
! numfmt: invalid argument 'bad' for '--invalid'
! Valid arguments are:
!   - 'abort'
!   - 'fail'
!   - 'warn'
!   - 'ignore'
! Try 'numfmt --help' for more information.
? 1
$ numfmt --from=si 1k
! numfmt: invalid suffix in input: '1k'
? 2
$ numfmt --from=si 1 K
| 1
! numfmt: invalid number: 'K'
? 2
$ numfmt --delimiter=, --field=2 --from=si <<< 'a,1K,b'
| a,1000,b
$ numfmt --from-unit=1024 --to=iec 4
| 4.0K
$ numfmt --from=none 1K
! numfmt: rejecting suffix in input: '1K' (consider using --from)
? 2
$ numfmt --to=si 1e3
! numfmt: invalid suffix in input: '1e3'
? 2
$ numfmt 1 -- 2
| 1
| 2
$ numfmt --to=si 999500 999499 99950 9995
| 1.0M
| 1.0M
| 100K
| 10K
$ numfmt --to=iec 1048575 1023.9
| 1.0M
| 1.0K
$ numfmt --header=2 --to=si <<< $'h1\nh2\n1000'
| h1
| h2
| 1.0K
$ numfmt --debug --to=si 1000
| 1.0K
$ numfmt --dev-debug 1 2>/dev/null | tail -1
$ numfmt --to=iec 1152921504606846976 1180591620717411303424
| 1.0E
| 1.0Z
$ basename /usr/bin/sort .ort
| sort
$ basename include/stdio.h .h
| stdio
$ basename -s .h include/stdio.h
| stdio
$ basename -a any/str1 any/str2
| str1
| str2
$ basename -z /a/b | od -c
| "0000000   b  \\0"
| 0000002
$ basename //
| /
$ basename a/ ''
| a
$ basename .txt .txt
| .txt
$ basename -x
! basename: invalid option -- 'x'
! Try 'basename --help' for more information.
? 1
$ basename --suffix=.c --multiple a/b.c d.c
| b
| d
$ dirname -z /a/b | od -c
| "0000000   /   a  \\0"
| 0000003
$ dirname /usr/bin/ dir1/str dir2/str stdio.h
| /usr
| dir1
| dir2
| .
$ dirname '' a//b ///a
| .
| a
| /
$ dirname -x
! dirname: invalid option -- 'x'
! Try 'dirname --help' for more information.
? 1
$ pathchk -p 'a:b'
! pathchk: nonportable character ':' in file name 'a:b'
? 1
$ pathchk --portability 'a b'
! pathchk: nonportable character ' ' in file name 'a b'
? 1
$ realpath -s /a/./b/../c
! realpath: /a/./b/../c: No such file or directory
? 1
$ realpath --relative-to=/usr/bin /usr/lib /etc
| ../lib
| ../../etc
$ realpath --relative-base=/usr /usr/bin /etc
| bin
| /etc
$ realpath -z / | od -c
| "0000000   /  \\0"
| 0000002
$ realpath
! realpath: missing operand
! Try 'realpath --help' for more information.
? 1
$ realpath ''
! realpath: '': No such file or directory
? 1
$ realpath -e /nofile
! realpath: /nofile: No such file or directory
? 1
$ realpath -q -e /nofile
? 1
$ readlink -f /usr/../usr//bin/.
| /usr/bin
$ readlink -m /a/b/../c
| /a/c
$ readlink -v nofile
! readlink: nofile: No such file or directory
? 1
$ readlink -e /nofile
? 1
$ readlink -z /nofile
? 1

