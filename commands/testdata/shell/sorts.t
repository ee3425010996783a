## keys
$ printf 'b 2 x\na 10 y\nc 1 z\na 9 w\n' > f; printf 'b:3\na:20\nc:1\n' > g
$ sort f
| a 10 y
| a 9 w
| b 2 x
| c 1 z
$ sort -r f
| c 1 z
| b 2 x
| a 9 w
| a 10 y
$ sort -k2 f
| c 1 z
| a 10 y
| b 2 x
| a 9 w
$ sort -k2n f
| c 1 z
| b 2 x
| a 9 w
| a 10 y
$ sort -k2,2n f
| c 1 z
| b 2 x
| a 9 w
| a 10 y
$ sort -k2,2nr f
| a 10 y
| a 9 w
| b 2 x
| c 1 z
$ sort -k1,1 -k2,2n f
| a 9 w
| a 10 y
| b 2 x
| c 1 z
$ sort -k1,1 -k2,2nr f
| a 10 y
| a 9 w
| b 2 x
| c 1 z
$ sort -k1,1r -k2n f
| c 1 z
| b 2 x
| a 9 w
| a 10 y
$ sort -t: -k2n g
| c:1
| b:3
| a:20
$ sort -t : -k 2,2 g
| c:1
| a:20
| b:3
$ sort -k3.1,3.1r f
| a 10 y
| a 9 w
| b 2 x
| c 1 z
$ sort -k1.2 f
| c 1 z
| a 10 y
| b 2 x
| a 9 w
$ sort -s -k1,1 f
| a 10 y
| a 9 w
| b 2 x
| c 1 z
$ sort -u -k1,1 f
| a 10 y
| b 2 x
| c 1 z
$ sort -k2b,2 f
| c 1 z
| a 10 y
| b 2 x
| a 9 w
$ sort -n -k2 f
| c 1 z
| b 2 x
| a 9 w
| a 10 y
$ sort -k 2n -k 1 f
| c 1 z
| b 2 x
| a 9 w
| a 10 y
$ sort +1 f
| c 1 z
| a 10 y
| b 2 x
| a 9 w
$ sort +1n -2 f
| c 1 z
| b 2 x
| a 9 w
| a 10 y
$ sort -k0 f
! sort: field number is zero: invalid field specification '0'
? 2
$ sort -k1.0 f
! sort: character offset is zero: invalid field specification '1.0'
? 2
$ sort -kx f
! sort: invalid number at field start: invalid count at start of 'x'
? 2
$ sort -k1,x f
! sort: invalid number after ',': invalid count at start of 'x'
? 2
$ sort -k f
! sort: invalid number at field start: invalid count at start of 'f'
? 2
$ sort -k2.3n,2.4 f
| a 10 y
| a 9 w
| b 2 x
| c 1 z
$ sort -k1,1.0 f
| a 10 y
| a 9 w
| b 2 x
| c 1 z
$ sort -k 1y f
! sort: stray character in field spec: invalid field specification '1y'
? 2
$ sort -t '' f
! sort: empty tab
? 2
$ sort -t ab f
! sort: multi-character tab 'ab'
? 2
$ sort -t '\0' <<< 'x'
| x
$ sort -t: -t, f
! sort: incompatible tabs
? 2
$ sort --key=2 --numeric-sort f
| c 1 z
| b 2 x
| a 9 w
| a 10 y
$ sort -k1,1d -k2,2g f
| a 9 w
| a 10 y
| b 2 x
| c 1 z

## orders
$ printf '10\n9\n-5\n 3\n0x1f\n1e3\n+7\n.5\n-.5\n\nabc\n1,000\n' > n
$ sort n
| 
|  3
| +7
| -.5
| -5
| .5
| 0x1f
| 1,000
| 10
| 1e3
| 9
| abc
$ sort -n n
| -5
| -.5
| 
| +7
| 0x1f
| abc
| .5
| 1,000
| 1e3
|  3
| 9
| 10
$ sort -g n
| 
| abc
| -5
| -.5
| .5
| 1,000
|  3
| +7
| 9
| 10
| 0x1f
| 1e3
$ sort -rn n
| 10
| 9
|  3
| 1e3
| 1,000
| .5
| abc
| 0x1f
| +7
| 
| -.5
| -5
$ sort -nu n
| -5
| -.5
| 0x1f
| .5
| 1e3
|  3
| 9
| 10
$ printf '1K\n2M\n512\n1G\n3k\n1Ki\n-1K\n0\nx\n' | sort -h
| -1K
| 0
| x
| 512
| 1K
| 1Ki
| 3k
| 2M
| 1G
$ printf 'Mar\nJan\nfeb\n DEC\nxyz\nMay\n\n' | sort -M
| 
| xyz
| Jan
| feb
| Mar
| May
|  DEC
$ printf 'v1.10\nv1.9\nv1.2.3\nv1.2\nfile2.txt\nfile10.txt\nfile1.txt\na~\na\n' | sort -V
| a~
| a
| file1.txt
| file2.txt
| file10.txt
| v1.2
| v1.2.3
| v1.9
| v1.10
$ printf 'b\nA\na\nB\n' | sort -f
| A
| a
| B
| b
$ printf 'b\nA\na\nB\n' | sort -fs
| A
| a
| b
| B
$ printf 'b\nA\na\nB\n' | sort -fu
| A
| b
$ printf 'a-b\nab\na b\na.c\n' | sort -d
| a b
| a-b
| ab
| a.c
$ printf 'a\001b\nab\na\001a\n' | sort -i | cat -v
| a^Aa
| a^Ab
| ab
$ printf ' b\n  a\nc\n' | sort -b
|   a
|  b
| c
$ printf ' b\n  a\nc\n' | sort
|   a
|  b
| c
$ printf 'b\na\nb\na\n' | sort -u
| a
| b
$ printf 'b\na' | sort
| a
| b
$ printf 'a\0c\0b\0' | sort -z | tr '\0' ' '
| a b c \
$ printf 'NaN\n1\n-inf\ninf\n1e400\nx\n' | sort -g
| x
| NaN
| -inf
| 1
| 1e400
| inf
$ printf '1\n01\n001\n' | sort -n
| 001
| 01
| 1
$ printf '1\n01\n001\n' | sort -ns
| 1
| 01
| 001
$ printf '1\n01\n001\n' | sort -nu
| 1
$ seq 5 | sort -R | wc -l
| 5
$ printf 'a\nb\na\n' | sort -R | uniq | wc -l
| 2
$ seq 3 | sort --random-source=/dev/zero -R | wc -l
| 3
$ printf 'é\nz\na\n' | LC_ALL=C.UTF-8 sort
| a
| z
| é
$ printf '1.5\n1.25\n1\n-1.5\n' | sort -n
| -1.5
| 1
| 1.25
| 1.5
$ printf '99999999999999999999\n100000000000000000000\n5\n' | sort -n
| 5
| 99999999999999999999
| 100000000000000000000
$ printf -- '- 5\n-5\n--5\n' | sort -n
| -5
| - 5
| --5
$ sort --sort=numeric <<< $'10\n9'
| 9
| 10
$ sort --sort=version <<< $'a10\na9'
| a9
| a10
$ sort --sort=month <<< $'feb\njan'
| jan
| feb
$ sort --sort=human-numeric <<< $'2K\n1M\n3'
| 3
| 2K
| 1M
$ sort --sort=general-numeric <<< $'1e2\n5'
| 5
| 1e2
$ sort --sort=bad n
! sort: invalid argument 'bad' for '--sort'
! Valid arguments are:
!   - 'general-numeric'
!   - 'human-numeric'
!   - 'month'
!   - 'numeric'
!   - 'random'
!   - 'version'
! Try 'sort --help' for more information.
? 1
$ sort -n -g n
! sort: options '-gn' are incompatible
? 2
$ sort -h -n n
! sort: options '-hn' are incompatible
? 2
$ sort -M -V n
! sort: options '-MV' are incompatible
? 2
$ sort -d -n n
! sort: options '-dn' are incompatible
? 2
$ sort -k1,1nd n
! sort: options '-dn' are incompatible
? 2

## checking, merging, files
$ printf 'a\nb\nc\n' > s; printf 'a\nc\nb\n' > u; printf 'b\nd\n' > t; printf 'a\na\n' > d
$ sort -c s
$ sort -c u
! sort: u:3: disorder: b
? 1
$ sort -C u
? 1
$ sort -cu d
! sort: d:2: disorder: a
? 1
$ sort -c -r s
! sort: s:2: disorder: b
? 1
$ sort -c s u
! sort: extra operand 'u' not allowed with -c
? 2
$ sort --check=quiet u
? 1
$ sort --check=silent u
? 1
$ sort --check=diagnose-first u
! sort: u:3: disorder: b
? 1
$ sort --check=bad u
! sort: invalid argument 'bad' for '--check'
! Valid arguments are:
!   - 'quiet', 'silent'
!   - 'diagnose-first'
! Try 'sort --help' for more information.
? 1
$ sort -c - < u
! sort: -:3: disorder: b
? 1
$ sort -cn <<< $'1\n10\n9'
! sort: -:3: disorder: 9
? 1
$ sort -c -k2n <<< $'a 1\nb 3\nc 2'
! sort: -:3: disorder: c 2
? 1
$ sort -m s t
| a
| b
| b
| c
| d
$ sort -m s t d
| a
| a
| a
| b
| b
| c
| d
$ sort -mu s d t
| a
| b
| c
| d
$ sort -mr <(printf 'c\na\n') <(printf 'd\nb\n')
| d
| c
| b
| a
$ sort -m u s
| a
| a
| b
| c
| b
| c
$ sort -o s s; cat s
| a
| b
| c
$ sort -o out u t; cat out
| a
| b
| b
| c
| d
$ sort u -o out2; cat out2
| a
| b
| c
$ sort -o nodir/x u
! sort: open failed: nodir/x: No such file or directory
? 2
$ sort nofile
! sort: cannot read: nofile: No such file or directory
? 2
$ sort nofile s
! sort: cannot read: nofile: No such file or directory
? 2
$ sort s - < t
| a
| b
| b
| c
| d
$ sort .
! sort: read failed: .: Is a directory
? 2
$ printf 's\0t\0' | sort --files0-from=-
| a
| b
| b
| c
| d
$ sort --files0-from=nofile
! sort: open failed: nofile: No such file or directory
? 2
$ sort --files0-from=x s
! sort: extra operand 's'
! file operands cannot be combined with --files0-from
! Try 'sort --help' for more information.
? 2
$ printf '' | sort --files0-from=-
! sort: no input from '-'
? 2
$ sort --parallel=2 u
| a
| b
| c
$ sort --parallel=0 u
! sort: number in parallel must be nonzero
? 2
$ sort --parallel=x u
! sort: invalid --parallel argument 'x'
? 2
$ sort -S 1M u
| a
| b
| c
$ sort -S x u
! sort: invalid -S argument 'x'
? 2
$ sort -S 10% u
| a
| b
| c
$ sort -T /tmp u
| a
| b
| c
$ sort --compress-program=gzip u
| a
| b
| c
$ sort --batch-size=2 u s t
| a
| a
| b
| b
| b
| c
| c
| d
$ sort --batch-size=1 u
! sort: invalid --batch-size argument '1'
! sort: minimum --batch-size argument is '2'
? 2
$ sort -y
! sort: option requires an argument -- 'y'
! Try 'sort --help' for more information.
? 2
$ sort --foo
! sort: unrecognized option '--foo'
! Try 'sort --help' for more information.
? 2
$ sort -o
! sort: option requires an argument -- 'o'
! Try 'sort --help' for more information.
? 2
$ sort -z s | od -c
| "0000000   a  \\n   b  \\n   c  \\n  \\0"
| 0000007
$ sort -ru s t
| d
| c
| b
| a
$ sort < /dev/null
$ seq 1000 | sort -rn | sed -n '1p;500p;$p'
| 1000
| 501
| 1
$ seq 2000 | sort | sed -n '1p;2p;$p'
| 1
| 10
| 999
$ sort -n -t. -k1,1 -k2,2 -k3,3 -k4,4 <<< $'10.0.0.2\n10.0.0.10\n9.1.1.1\n10.0.0.2'
| 9.1.1.1
| 10.0.0.2
| 10.0.0.2
| 10.0.0.10
$ sort -t, -k3,3nr -k1,1 <<< $'x,a,5\ny,b,7\nw,c,5'
| y,b,7
| w,c,5
| x,a,5
$ sort -t $'\t' -k2,2 <<< $'a b\tz\nc d\ty'
| "c d\ty"
| "a b\tz"
$ sort -k 2,2 -k 1,1r <<< $'1 b\n2 a\n3 b\n4 a'
| 4 a
| 2 a
| 3 b
| 1 b
$ du -b s t | sort -n | cut -f2
| t
| s
$ sort -k1,1 -u <<< $'a 1\na 2\nb 1'
| a 1
| b 1
$ sort -uf <<< $'a\nA\nb'
| a
| b

## comm join errors
$ printf 'a\nb\n' > s; printf 'b\na\n' > u; printf 'b\nc\n' > t
$ comm s t
| a
| "\t\tb"
| "\tc"
$ comm -1 s t
| "\tb"
| c
$ comm -2 s t
| a
| "\tb"
$ comm -123 s t
$ comm --total s t
| a
| "\t\tb"
| "\tc"
| "1\t1\t1\ttotal"
$ comm --total -12 s t
| b
| "1\t1\t1\ttotal"
$ comm --output-delimiter=, s t
| a
| ,,b
| ,c
$ comm --output-delimiter= s t | od -c
| "0000000   a  \\n  \\0  \\0   b  \\n  \\0   c  \\n"
| 0000011
$ comm u t
| "\t\tb"
| a
| "\tc"
! comm: file 1 is not in sorted order
! comm: input is not in sorted order
? 1
$ comm --check-order s u
| a
| "\t\tb"
! comm: file 2 is not in sorted order
? 1
$ comm --nocheck-order u s
| "\ta"
| "\t\tb"
| a
$ comm s
! comm: missing operand after 's'
! Try 'comm --help' for more information.
? 1
$ comm
! comm: missing operand
! Try 'comm --help' for more information.
? 1
$ comm s t u
! comm: extra operand 'u'
! Try 'comm --help' for more information.
? 1
$ comm s nofile
! comm: nofile: No such file or directory
? 1
$ comm -x s t
! comm: invalid option -- 'x'
! Try 'comm --help' for more information.
? 1
$ comm - s < t
| "\ta"
| "\t\tb"
| c
$ comm -- s t
| a
| "\t\tb"
| "\tc"
$ comm --output-delimiter=a --output-delimiter=b s t
! comm: multiple output delimiters specified
? 1
$ comm -z s t | od -c
| "0000000   a  \\n   b  \\n  \\0  \\t   b  \\n   c  \\n  \\0"
| 0000013

## shuf seq yes
$ shuf -i 1-5 | sort
| 1
| 2
| 3
| 4
| 5
$ shuf -i 1-5 -n 2 | wc -l
| 2
$ shuf -e a b c | sort
| a
| b
| c
$ shuf -n 0 -e a
$ shuf -i 5-1
! shuf: invalid input range: '5-1'
? 1
$ shuf -i x
! shuf: invalid input range: 'x'
? 1
$ shuf -i 1-x
! shuf: invalid input range: 'x'
? 1
$ shuf -n x -e a
! shuf: invalid line count: 'x'
? 1
$ shuf -i 1-3 -e a
! shuf: cannot combine -e and -i options
! Try 'shuf --help' for more information.
? 1
$ shuf -i 1-3 file
! shuf: extra operand 'file'
! Try 'shuf --help' for more information.
? 1
$ shuf nofile
! shuf: nofile: No such file or directory
? 1
$ shuf a b
! shuf: extra operand 'b'
! Try 'shuf --help' for more information.
? 1
$ seq 3 | shuf | sort
| 1
| 2
| 3
$ shuf -r -n 5 -e x
| x
| x
| x
| x
| x
$ shuf -r -e x | head -2
| x
| x
$ shuf -z -e a b | tr '\0' '\n' | sort
| a
| b
$ shuf -o out -e a b; sort out
| a
| b
$ shuf -r -n 1 < /dev/null
! shuf: no lines to repeat
? 1
$ shuf --random-source=/dev/zero -i 1-3 | sort
| 1
| 2
| 3
$ shuf -i 1-2 -i 3-4
! shuf: multiple -i options specified
? 1
$ shuf < /dev/null
$ seq 3
| 1
| 2
| 3
$ seq 2 4
| 2
| 3
| 4
$ seq 1 2 7
| 1
| 3
| 5
| 7
$ seq 5 -2 1
| 5
| 3
| 1
$ seq 3 1
$ seq -s, 4
| 1,2,3,4
$ seq -s '' 3
| 123
$ seq -w 8 11
| 08
| 09
| 10
| 11
$ seq -w -1 1
| -1
| 00
| 01
$ seq -w 0.5 0.25 1.25
| 0.50
| 0.75
| 1.00
| 1.25
$ seq -f %03g 3
| 001
| 002
| 003
$ seq -f 'x%gy' 2
| x1y
| x2y
$ seq -f %.2f 1 0.5 2
| 1.00
| 1.50
| 2.00
$ seq -f %e 2
| 1.000000e+00
| 2.000000e+00
$ seq -f '%5.1f|' 2
|   1.0|
|   2.0|
$ seq -f %% 2
! seq: format '%%' has no % directive
? 1
$ seq -f %d 2
! seq: format '%d' has unknown %d directive
? 1
$ seq -f x 2
! seq: format 'x' has no % directive
? 1
$ seq -f '%g %g' 2
! seq: format '%g %g' has too many % directives
? 1
$ seq -f %l 1
! seq: format '%l' has unknown %l directive
? 1
$ seq -w -f %g 2
! seq: format string may not be specified when printing equal width strings
! Try 'seq --help' for more information.
? 1
$ seq 0.1 0.1 0.5
| 0.1
| 0.2
| 0.3
| 0.4
| 0.5
$ seq 1 0.2 1.6
| 1.0
| 1.2
| 1.4
| 1.6
$ seq 1e2 1e2 3e2
| 100
| 200
| 300
$ seq 0x10 0x12
| 16
| 17
| 18
$ seq -5 -3
| -5
| -4
| -3
$ seq 10 -5 -5
| 10
| 5
| 0
| -5
$ seq 1 0 5 | head -2
! seq: invalid Zero increment value: '0'
! Try 'seq --help' for more information.
$ seq 5 0 1
! seq: invalid Zero increment value: '0'
! Try 'seq --help' for more information.
? 1
$ seq x
! seq: invalid floating point argument: 'x'
! Try 'seq --help' for more information.
? 1
$ seq 1 x
! seq: invalid floating point argument: 'x'
! Try 'seq --help' for more information.
? 1
$ seq
! seq: missing operand
! Try 'seq --help' for more information.
? 1
$ seq 1 2 3 4
! seq: extra operand '4'
! Try 'seq --help' for more information.
? 1
$ seq nan
! seq: invalid 'not-a-number' argument: 'nan'
! Try 'seq --help' for more information.
? 1
$ seq 1 inf | head -2
| 1
| 2
$ seq -0 1
| -0
| 1
$ seq 1.0 3
| 1.0
| 2.0
| 3.0
$ seq 1 1.5 4.0
| 1.0
| 2.5
| 4.0
$ seq 1.00 2
| 1.00
| 2.00
$ seq -s: -w 9 11
| 09:10:11
$ seq 9223372036854775806 9223372036854775808
| 9223372036854775806
| 9223372036854775807
| 9223372036854775808
$ seq 99999999999999999998 99999999999999999999
| 99999999999999999998
| 99999999999999999999
$ seq -1
$ seq 1 -1 -1
| 1
| 0
| -1
$ seq --equal-width 9 10
| 09
| 10
$ seq --separator=- --format=%g 3
| 1-2-3
$ seq .1 .1 .3
| 0.1
| 0.2
| 0.3
$ seq 1e-1 3e-1 1
| 0.1
| 0.4
| 0.7
| 1.0
$ seq -x
! seq: invalid option -- 'x'
! Try 'seq --help' for more information.
? 1
$ yes | head -2
| y
| y
$ yes a b | head -2
| a b
| a b
$ yes -- -n | head -1
| -n
$ yes '' | head -2
| 
| 
$ yes --foo
! yes: unrecognized option '--foo'
! Try 'yes --help' for more information.
? 1

