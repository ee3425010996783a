## cat
$ printf 'a\tb\n\n\n\nc\001\377\n' > f
$ cat f
| "a\tb"
| 
| 
| 
| "c\x01\xff"
$ cat -A f
| a^Ib$
| $
| $
| $
| c^AM-^?$
$ cat -n f
| "     1\ta\tb"
| "     2\t"
| "     3\t"
| "     4\t"
| "     5\tc\x01\xff"
$ cat -b f
| "     1\ta\tb"
| 
| 
| 
| "     2\tc\x01\xff"
$ cat -s f
| "a\tb"
| 
| "c\x01\xff"
$ cat -E f
| "a\tb$"
| $
| $
| $
| "c\x01\xff$"
$ cat -T f
| a^Ib
| 
| 
| 
| "c\x01\xff"
$ cat -v f
| "a\tb"
| 
| 
| 
| c^AM-^?
$ cat -sn f f
| "     1\ta\tb"
| "     2\t"
| "     3\tc\x01\xff"
| "     4\ta\tb"
| "     5\t"
| "     6\tc\x01\xff"
$ cat nofile f
| "a\tb"
| 
| 
| 
| "c\x01\xff"
! cat: nofile: No such file or directory
? 1
$ cat -y
! cat: invalid option -- 'y'
! Try 'cat --help' for more information.
? 1
$ cat --foo
! cat: unrecognized option '--foo'
! Try 'cat --help' for more information.
? 1
$ printf x | cat - f
| "xa\tb"
| 
| 
| 
| "c\x01\xff"
$ cat .
! cat: .: Is a directory
? 1
$ printf 'a\r\nb' | cat -E
| a^M$
| b\

## head and tail
$ seq 20 > s
$ head s
| 1
| 2
| 3
| 4
| 5
| 6
| 7
| 8
| 9
| 10
$ head -n 3 s
| 1
| 2
| 3
$ head -3 s
| 1
| 2
| 3
$ head -n -17 s
| 1
| 2
| 3
$ head -c 5 s
| 1
| 2
| 3\
$ head -c -45 s
| 1
| 2
| 3
$ head -n 1 s s
| ==> s <==
| 1
| 
| ==> s <==
| 1
$ head -q -n 1 s s
| 1
| 1
$ head -v -n 1 s
| ==> s <==
| 1
$ head -n x s
! head: invalid number of lines: 'x'
? 1
$ head nofile
! head: cannot open 'nofile' for reading: No such file or directory
? 1
$ tail -n 3 s
| 18
| 19
| 20
$ tail -2 s
| 19
| 20
$ tail -n +18 s
| 18
| 19
| 20
$ tail +19 s
| 19
| 20
$ tail -c 4 s
| 
| 20
$ tail -c +48 s
| 
| 20
$ tail -n 1 s s
| ==> s <==
| 20
| 
| ==> s <==
| 20
$ seq 30 | tail -n 2
| 29
| 30
$ seq 30 | tail -c 3
| 30
$ seq 30 | head -n -28
| 1
| 2
$ seq 5 | tail -n +4
| 4
| 5
$ tail nofile
! tail: cannot open 'nofile' for reading: No such file or directory
? 1
$ tail -n x s
! tail: invalid number of lines: 'x'
? 1
$ printf 'a\nb' | tail -n 1
| b\
$ head -n1 < s
| 1
$ yes | head -n 2
| y
| y
$ head -c 1K /dev/zero | wc -c
| 1024

## wc
$ printf 'a b c\nd e\n\n' > f
$ wc f
|  3  5 11 f
$ wc -l f
| 3 f
$ wc -w f
| 5 f
$ wc -c f
| 11 f
$ wc -m f
| 11 f
$ wc -L f
| 5 f
$ wc -lw f
|  3  5 f
$ wc f f
|  3  5 11 f
|  3  5 11 f
|  6 10 22 total
$ wc < f
|  3  5 11
$ wc -l < f
| 3
$ printf abc | wc
|       0       1       3
$ wc nofile f
|  3  5 11 f
|  3  5 11 total
! wc: nofile: No such file or directory
? 1
$ wc nofile
! wc: nofile: No such file or directory
? 1
$ wc .
|       0       0       0 .
! wc: .: Is a directory
? 1

## echo
$ env echo -e 'a\tb\x41\0101\\'
| "a\tbAA\\"
$ env echo -n x
| x\
$ env echo -en 'a\cb'
| a\
$ env echo -E 'a\tb' -n
| "a\\tb -n"
$ env echo -neX
| -neX

## printf
$ env printf '%s-%d\n' a 1 b 2
| a-1
| b-2
$ env printf '%5.2f|%-5s|%05d\n' 3.14159 ab 42
|  3.14|ab   |00042
$ env printf '%d\n' abc
| 0
! printf: 'abc': expected a numeric value
? 1
$ env printf '%q\n' 'a b'
| 'a b'
$ env printf '%b' 'a\tb\n'
| "a\tb"
$ env printf
! printf: missing operand
! Try 'printf --help' for more information.
? 1
$ env printf '%d %s\n'
| 0 

## seq
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
$ seq 5 1
$ seq 3 -1 1
| 3
| 2
| 1
$ seq -w 8 11
| 08
| 09
| 10
| 11
$ seq 0.5 0.5 2
| 0.5
| 1.0
| 1.5
| 2.0
$ seq -s, 3
| 1,2,3
$ seq -f '%03g' 2
| 001
| 002
$ seq 1 0.1 1.3
| 1.0
| 1.1
| 1.2
| 1.3
$ seq
! seq: missing operand
! Try 'seq --help' for more information.
? 1
$ seq a
! seq: invalid floating point argument: 'a'
! Try 'seq --help' for more information.
? 1
$ seq 1 0 3
! seq: invalid Zero increment value: '0'
! Try 'seq --help' for more information.
? 1
$ seq 1 2 3 4
! seq: extra operand '4'
! Try 'seq --help' for more information.
? 1
$ seq -2 2
| -2
| -1
| 0
| 1
| 2
$ seq 1e2 101
| 100
| 101
$ seq -f '%x' 3
! seq: format '%x' has unknown %x directive
? 1
$ seq -w 0.9 0.1 1.1
| 0.9
| 1.0
| 1.1
$ seq 1000000000000 1000000000001
| 1000000000000
| 1000000000001

## cut
$ printf 'a:b:c\nd:e\nf\n' > f
$ cut -d: -f2 f
| b
| e
| f
$ cut -d: -f2- f
| b:c
| e
| f
$ cut -d: -f1,3 f
| a:c
| d
| f
$ cut -d: -f-2 f
| a:b
| d:e
| f
$ cut -s -d: -f1 f
| a
| d
$ cut -c1-2 f
| a:
| d:
| f
$ cut -b2 f
| :
| :
| 
$ cut -d: -f1,2 --output-delimiter=X f
| aXb
| dXe
| f
$ cut --complement -d: -f2 f
| a:c
| d
| f
$ cut -c1,3 --output-delimiter=- f
| a-b
| d-e
| f
$ cut f
! cut: you must specify a list of bytes, characters, or fields
! Try 'cut --help' for more information.
? 1
$ cut -f0 f
! cut: fields are numbered from 1
! Try 'cut --help' for more information.
? 1
$ cut -f3-1 f
! cut: invalid decreasing range
! Try 'cut --help' for more information.
? 1
$ cut -d ab -f1 f
! cut: the delimiter must be a single character
! Try 'cut --help' for more information.
? 1
$ cut -fx f
! cut: invalid field value 'x'
! Try 'cut --help' for more information.
? 1
$ cut -c nofile
! cut: invalid byte/character position 'nofile'
! Try 'cut --help' for more information.
? 1
$ cut -f1 nofile
! cut: nofile: No such file or directory
? 1
$ cut -d: -c1 f
! cut: an input delimiter may be specified only when operating on fields
! Try 'cut --help' for more information.
? 1
$ cut -f - f
! cut: invalid range with no endpoint: -
! Try 'cut --help' for more information.
? 1

## tr
$ printf 'hello world\n' | tr a-z A-Z
| HELLO WORLD
$ printf 'hello\n' | tr -d l
| heo
$ printf 'heeello  x\n' | tr -s 'e '
| hello x
$ printf 'abc123\n' | tr -cd '0-9\n'
| 123
$ printf 'a b\tc\n' | tr '[:space:]' _
| a_b_c_\
$ printf 'abc\n' | tr '[:lower:]' '[:upper:]'
| ABC
$ printf 'abc\n' | tr abc x
| xxx
$ printf 'a\nb\n' | tr '\n' ' '
| a b \
$ printf 'abc\n' | tr -t abc xy
| xyc
$ printf 'aabbcc\n' | tr -s ab xy
| xycc
$ printf 'a-b\n' | tr -- - _
| a_b
$ printf 'a[b]\n' | tr '[]' '()'
| a(b)
$ printf 'abc\n' | tr 'a-c' '[x*]'
| xxx
$ printf 'a\\b\n' | tr '\\' /
| a/b
$ printf 'abc\n' | tr '\141' X
| Xbc
$ printf 'xyz\n' | tr -dc 'a-y'
| xy\
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
$ printf a | tr c-a x
! tr: range-endpoints of 'c-a' are in reverse collating sequence order
? 1
$ printf a | tr '[:foo:]' x
! tr: invalid character class 'foo'
? 1
$ printf 'AbC\n' | tr -c '[:alpha:]\n' x
| AbC
$ printf 'hello\n' | tr -ds l e
| heo
$ printf 'a1b2\n' | tr -c a-z '[X*]'
| aXbXX\

## uniq
$ printf 'a\na\nb\nA\na\n' > f
$ uniq f
| a
| b
| A
| a
$ uniq -c f
|       2 a
|       1 b
|       1 A
|       1 a
$ uniq -d f
| a
$ uniq -u f
| b
| A
| a
$ uniq -i f
| a
| b
| A
$ uniq -ci f
|       2 a
|       1 b
|       2 A
$ uniq -D f
| a
| a
$ uniq --all-repeated=separate f
| a
| a
$ uniq --group f
| a
| a
| 
| b
| 
| A
| 
| a
$ printf '1 a\n2 a\n3 b\n' | uniq -f1
| 1 a
| 3 b
$ printf 'xa\nya\nzb\n' | uniq -s1
| xa
| zb
$ printf 'abc\nabd\n' | uniq -w2
| abc
$ uniq f out
$ cat out
| a
| b
| A
| a
$ uniq nofile
! uniq: nofile: No such file or directory
? 1
$ uniq -c -D f
! uniq: printing all duplicated lines and repeat counts is meaningless
! Try 'uniq --help' for more information.
? 1
$ uniq a b c
! uniq: extra operand 'c'
! Try 'uniq --help' for more information.
? 1
$ uniq -f x f
! uniq: x: invalid number of fields to skip
? 1

## sort
$ printf '10\n9\n-1\n 5\nabc\n' > f
$ sort f
|  5
| -1
| 10
| 9
| abc
$ sort -n f
| -1
| abc
|  5
| 9
| 10
$ sort -r f
| abc
| 9
| 10
| -1
|  5
$ sort -rn f
| 10
| 9
|  5
| abc
| -1
$ printf 'b 2\na 2\nc 1\n' | sort -k2
| c 1
| a 2
| b 2
$ printf 'b 2\na 2\nc 1\n' | sort -k2,2n -s
| c 1
| b 2
| a 2
$ printf 'b 2\na 2\nc 1\n' | sort -k2,2nr -k1,1
| a 2
| b 2
| c 1
$ printf 'a:3\nb:1\n' | sort -t: -k2n
| b:1
| a:3
$ printf 'b\nA\na\nB\n' | sort -f
| A
| a
| B
| b
$ printf 'b\na\nb\n' | sort -u
| a
| b
$ printf '1K\n2M\n512\n1G\n' | sort -h
| 512
| 1K
| 2M
| 1G
$ printf 'v1.10\nv1.9\nv1.2-rc\n' | sort -V
| v1.2-rc
| v1.9
| v1.10
$ printf 'Mar\nJan\nfoo\n' | sort -M
| foo
| Jan
| Mar
$ printf '1e3\n20\n-inf\nnan\nx\n' | sort -g
| x
| nan
| -inf
| 20
| 1e3
$ printf '2\n1\n' | sort -c
! sort: -:2: disorder: 1
? 1
$ printf '1\n1\n' | sort -cu
! sort: -:2: disorder: 1
? 1
$ printf '1\n2\n' | sort -c
$ printf '2\n1\n' | sort -C
? 1
$ printf 'c\0a\0' | sort -z | tr '\0' ,
| a,c,\
$ printf 'b\na\n' > s
$ sort -o s s
$ cat s
| a
| b
$ sort nofile
! sort: cannot read: nofile: No such file or directory
? 2
$ sort -k 0 s
! sort: field number is zero: invalid field specification '0'
? 2
$ sort -k x s
! sort: invalid number at field start: invalid count at start of 'x'
? 2
$ sort -t ab s
! sort: multi-character tab 'ab'
? 2
$ sort -m s s
| a
| a
| b
| b
$ printf ' b\na\n' | sort -b
| a
|  b
$ printf 'a b\nab\n' | sort -d
| a b
| ab
$ printf '1.5\n1.25\n-1.5\n-1.25\n.5\n' | sort -n
| -1.5
| -1.25
| .5
| 1.25
| 1.5
$ printf 'x10\nx9\n' | sort -k1.2n
| x9
| x10
$ sort -c s s
! sort: extra operand 's' not allowed with -c
? 2
$ sort -y
! sort: option requires an argument -- 'y'
! Try 'sort --help' for more information.
? 2
$ printf 'a 1\nb 2\nc 1\nd 2\n' | sort -k2rn -s
| b 2
| d 2
| a 1
| c 1
$ printf '19\n21\n3\n' | sort -n -k1r
| 3
| 21
| 19
$ sort -ng s
! sort: options '-gn' are incompatible
? 2
$ sort -x
! sort: invalid option -- 'x'
! Try 'sort --help' for more information.
? 2
$ printf '0x1\n5\n' | sort -n
| 0x1
| 5
$ printf 'file1.txt\nfile10.txt\nfile2.txt\n.a\n' | sort -V
| .a
| file1.txt
| file2.txt
| file10.txt

