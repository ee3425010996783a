## join
$ printf 'a 1 x\nb 2\nc 3 z\n\nd 4\n' > f1
$ printf 'a A\nc C1\nc C2\ne E\n' > f2
$ join f1 f2
| a 1 x A
| c 3 z C1
| c 3 z C2
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -a 1 f1 f2
| a 1 x A
| b 2
| c 3 z C1
| c 3 z C2
| 
| d 4
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -a 1 -a 2 f1 f2
| a 1 x A
| b 2
| c 3 z C1
| c 3 z C2
| 
| d 4
| e E
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -v 1 f1 f2
| b 2
| 
| d 4
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -v1 -v2 f1 f2
| b 2
| 
| d 4
| e E
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -o 1.1,2.2,0 f1 f2
| a A a
| c C1 c
| c C2 c
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -o '1.2 2.2' -a1 -e NONE f1 f2
| 1 A
| 2 NONE
| 3 C1
| 3 C2
| NONE NONE
| 4 NONE
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -a1 -a2 -e - -o auto f1 f2
| a 1 x A
| b 2 - -
| c 3 z C1
| c 3 z C2
| - - - -
| d 4 - -
| e - - E
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -1 2 -2 1 f1 f2
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -j 1 f1 f2
| a 1 x A
| c 3 z C1
| c 3 z C2
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -t x f1 f2
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -t , f1 f2
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ join -t xx f1 f2
! join: multi-character tab 'xx'
? 1
$ join f1
! join: missing operand after 'f1'
! Try 'join --help' for more information.
? 1
$ join
! join: missing operand
! Try 'join --help' for more information.
? 1
$ join f1 f2 f3
! join: extra operand 'f3'
! Try 'join --help' for more information.
? 1
$ join f1 nofile
! join: nofile: No such file or directory
? 1
$ join - -
! join: both files cannot be standard input
? 1
$ join -a 3 f1 f2
! join: invalid field number: '3'
? 1
$ join -1 0 f1 f2
! join: invalid field number: '0'
? 1
$ join -o 3.1 f1 f2
! join: invalid file number in field spec: '3.1'
? 1
$ join -o 1.x f1 f2
! join: invalid field number: 'x'
? 1
$ printf 'k:v1:w\nK:v2\n' > c1
$ printf 'K:r\nz:q\n' > c2
$ join -t: -i c1 c2
| k:v1:w:r
| K:v2:r
$ join -t: c1 c2
! join: c1:2: is not sorted: K:v2
! join: input is not in sorted order
? 1
$ join --nocheck-order -t: c1 c2
$ join --check-order -t: c1 c2
! join: c1:2: is not sorted: K:v2
? 1
$ printf 'id name\n1 x\n2 y\n' > h1
$ printf 'id age\n1 30\n3 4\n' > h2
$ join --header h1 h2
| id name age
| 1 x 30
$ join --header -a1 h1 h2
| id name age
| 1 x 30
| 2 y
$ join --header -o 2.2,1.2 h1 h2
| age name
| 30 x
$ printf 'b 1\na 2\n' > u1
$ printf 'a x\nb y\nc z\n' > u2
$ join u1 u2
| b 1 y
! join: u1:2: is not sorted: a 2
! join: input is not in sorted order
? 1
$ join -a1 u1 u2
| b 1 y
| a 2
! join: u1:2: is not sorted: a 2
! join: input is not in sorted order
? 1
$ join f1 - < f2
| a 1 x A
| c 3 z C1
| c 3 z C2
! join: f1:4: is not sorted: 
! join: input is not in sorted order
? 1
$ printf 'a,1,,3\nb,,2,\n' > e1
$ printf 'a,x,\nb,,y\n' > e2
$ join -t, e1 e2
| a,1,,3,x,
| b,,2,,,y
$ join -t, -e 0 -o auto e1 e2
| a,1,0,3,x,0
| b,0,2,0,0,y
$ join -t '' f1 f1
| a 1 x
| b 2
| c 3 z
| 
| d 4

## expand
$ printf '\tx\ty\n  \tz\nab\tc\t\td\n12345678\te\n' > f
$ expand f
|         x       y
|         z
| ab      c               d
| 12345678        e
$ expand -t 4 f
|     x   y
|     z
| ab  c       d
| 12345678    e
$ expand -4 f
|     x   y
|     z
| ab  c       d
| 12345678    e
$ expand -t 2,6,10 f
|   x   y
|       z
| ab    c    d
| 12345678  e
$ expand -t 2,/5 f
|   x  y
|      z
| ab   c         d
| 12345678  e
$ expand -t 2,+5 f
|   x    y
|        z
| ab     c         d
| 12345678    e
$ expand -i f
| "        x\ty"
|         z
| "ab\tc\t\td"
| "12345678\te"
$ expand --tabs=3 - < f
|    x  y
|    z
| ab c     d
| 12345678 e
$ expand -t 0 f
! expand: tab size cannot be 0
? 1
$ expand -t x f
! expand: tab size contains invalid character(s): 'x'
? 1
$ expand -t 4,2 f
! expand: tab sizes must be ascending
? 1
$ expand nofile
! expand: nofile: No such file or directory
? 1
$ expand -t '2 6' f
|   x   y
|       z
| ab    c  d
| 12345678 e
$ expand -2,6 f
|   x   y
|       z
| ab    c  d
| 12345678 e

## unexpand
$ printf '        x\n                y       z\n  a         b\n    \tq\n       \t  w\na       b\nab      c   d\n        \n' > f
$ unexpand f
| "\tx"
| "\t\ty       z"
|   a         b
| "\tq"
| "\t  w"
| a       b
| ab      c   d
| "\t"
$ unexpand -a f
| "\tx"
| "\t\ty\tz"
| "  a\t    b"
| "\tq"
| "\t  w"
| "a\tb"
| "ab\tc   d"
| "\t"
$ unexpand -t 4 f
| "\t\tx"
| "\t\t\t\ty\t\tz"
| "  a\t\t\tb"
| "\t\tq"
| "\t\t  w"
| "a\t\tb"
| "ab\t\tc\td"
| "\t\t"
$ unexpand -t 4 --first-only f
| "\t\tx"
| "\t\t\t\ty       z"
|   a         b
| "\t\tq"
| "\t\t  w"
| a       b
| ab      c   d
| "\t\t"
$ unexpand --first-only f
| "\tx"
| "\t\ty       z"
|   a         b
| "\tq"
| "\t  w"
| a       b
| ab      c   d
| "\t"
$ unexpand -t 2,6,10 f
| "\t\t  x"
| "\t\t\t      y       z"
| "\ta\t\t  b"
| "\t\tq"
| "\t\t\t  w"
| "a\t\t  b"
| "ab\t  c   d"
| "\t\t  "
$ unexpand -a -t 3 f
| "\t\t  x"
| "\t\t\t\t\t y\t\t\tz"
| "  a\t\t\tb"
| "\t\tq"
| "\t\t\t  w"
| "a\t\t  b"
| "ab\t\t  c\td"
| "\t\t  "
$ unexpand nofile
! unexpand: nofile: No such file or directory
? 1

## fmt
$ printf 'The quick brown fox jumps over the lazy dog. And then it did so again, many times, until the sun went down and everybody went home to sleep.\nShort line.\nAnother short line here\n\nSecond paragraph   with  odd   spacing. And a sentence end.  Two blanks.\n    indented line one goes here\n    indented line two goes there\n' > f
$ fmt f
| The quick brown fox jumps over the lazy dog. And then it did so again,
| many times, until the sun went down and everybody went home to sleep.
| Short line.  Another short line here
| 
| Second paragraph   with  odd   spacing. And a sentence end.  Two blanks.
|     indented line one goes here indented line two goes there
$ fmt -w 40 f
| The quick brown fox jumps over the
| lazy dog. And then it did so again,
| many times, until the sun went down
| and everybody went home to sleep.
| Short line.  Another short line here
| 
| Second paragraph   with  odd
| spacing. And a sentence end.
| Two blanks.
|     indented line one goes here
|     indented line two goes there
$ fmt -40 f
| The quick brown fox jumps over the
| lazy dog. And then it did so again,
| many times, until the sun went down
| and everybody went home to sleep.
| Short line.  Another short line here
| 
| Second paragraph   with  odd
| spacing. And a sentence end.
| Two blanks.
|     indented line one goes here
|     indented line two goes there
$ fmt -s -w 30 f
| The quick brown fox jumps
| over the lazy dog. And then
| it did so again, many times,
| until the sun went down and
| everybody went home to sleep.
| Short line.
| Another short line here
| 
| Second paragraph   with  odd
| spacing. And a sentence end.
| Two blanks.
|     indented line one goes
|     here
|     indented line two goes
|     there
$ fmt -u f
| The quick brown fox jumps over the lazy dog. And then it did so again,
| many times, until the sun went down and everybody went home to sleep.
| Short line.  Another short line here
| 
| Second paragraph with odd spacing. And a sentence end.  Two blanks.
|     indented line one goes here indented line two goes there
$ fmt -c -w 50 f
| The quick brown fox jumps over the lazy dog. And
| then it did so again, many times, until the
| sun went down and everybody went home to sleep.
| Short line.  Another short line here
| 
| Second paragraph   with  odd   spacing. And a
|     sentence end.  Two blanks.  indented line
|     one goes here indented line two goes there
$ fmt -t -w 50 f
| The quick brown fox jumps over the lazy dog. And
|    then it did so again, many times, until
|    the sun went down and everybody went home
|    to sleep.
| Short line.
| Another short line here
| 
| Second paragraph   with  odd   spacing. And a
|     sentence end.  Two blanks.  indented line
|     one goes here indented line two goes there
$ fmt -w 20 -g 15 f
| The quick brown
| fox jumps over the
| lazy dog. And then
| it did so again,
| many times, until
| the sun went down
| and everybody went
| home to sleep.
| Short line.
| Another short
| line here
| 
| Second paragraph
| with  odd
| spacing. And a
| sentence end.
| Two blanks.
|     indented line
|     one goes here
|     indented line
|     two goes there
$ printf '# a comment that is long enough to be wrapped by the formatter when narrow\n# and a second\ncode here\n  # third\n' > g
$ fmt -p '# ' -w 40 g
| # a comment that is long enough to be
| # wrapped by the formatter when narrow
| # and a second
| code here
|   # third
$ fmt -p '#' g
| # a comment that is long enough to be wrapped by the formatter when
| # narrow and a second
| code here
|   # third
$ fmt nofile
! fmt: cannot open 'nofile' for reading: No such file or directory
? 1
$ fmt -w x f
! fmt: invalid width: 'x'
? 1
$ fmt -w 3000 f
! fmt: invalid width: '3000': Numerical result out of range
? 1
$ printf 'word\n' | fmt
| word
$ printf 'a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t u v w x y z\n' | fmt -w 20
| a b c d e f g h i
| j k l m n o p q r
| s t u v w x y z a
| b c d e f g h i j
| k l m n o p q r s
| t u v w x y z
$ printf 'supercalifragilisticexpialidocious antidisestablishmentarianism x y z\n' | fmt -w 10
| supercalifragilisticexpialidocious
| antidisestablishmentarianism
| x y z
$ printf '  first indented more\nthen less\nand rest goes on and on until it wraps at some point in the future\n' | fmt -w 30
|   first indented more
| then less and rest goes on
| and on until it wraps at some
| point in the future
$ printf '  first indented more\nthen less\nand rest goes on and on until it wraps at some point in the future\n' | fmt -c -w 30
|   first indented more then
| less and rest goes on and on
| until it wraps at some point
| in the future
$ printf 'no newline at end' | fmt
| no newline at end

## column
$ printf 'a b  c\nlonger x yy\n\nq r s t\n' > c1
$ column -t c1
| a       b  c   
| longer  x  yy  
| q       r  s   t
$ printf 'a:b::c\nlonger:x:yy\n' > c2
$ column -t -s: c2
| a       b      c
| longer  x  yy  
$ column -t -s : -o ' | ' c2
| a      | b |    | c
| longer | x | yy | 
$ column -t -s: -N A,BB,C,D c2
| A       BB  C   D
| a       b       c
| longer  x   yy  
$ column -t -s: -N A,BB,C,D -d c2
| a       b       c
| longer  x   yy  
$ column -t -R 2 c1
| a       b  c   
| longer  x  yy  
| q       r  s   t
$ column -t -N A,B,C,D -H B c1
| A       C   D
| a       c   
| longer  yy  
| q       s   t
$ column -t -N A,B,C,D -O D,A c1
| D  A       B  C
|    a       b  c
|    longer  x  yy
| t  q       r  s
$ column -t -l 2 c1
| a       b  c
| longer  x yy
| q       r s t
$ column -t -L c1
| a       b  c   
| longer  x  yy  
|                
| q       r  s   t
$ column -J -N a,b,c,d -n tab c1
| {
| "   \"tab\": ["
|       {
| "         \"a\": \"a\","
| "         \"b\": \"b\","
| "         \"c\": \"c\","
| "         \"d\": null"
|       },{
| "         \"a\": \"longer\","
| "         \"b\": \"x\","
| "         \"c\": \"yy\","
| "         \"d\": null"
|       },{
| "         \"a\": \"q\","
| "         \"b\": \"r\","
| "         \"c\": \"s\","
| "         \"d\": \"t\""
|       }
|    ]
| }
$ printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n' > n
$ column n
| "1\t3\t5\t7\t9\t11"
| "2\t4\t6\t8\t10\t12"
$ column -c 30 n
| "1\t5\t9"
| "2\t6\t10"
| "3\t7\t11"
| "4\t8\t12"
$ column -x -c 30 n
| "1\t2\t3"
| "4\t5\t6"
| "7\t8\t9"
| "10\t11\t12"
$ column -c 8 n
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
| 11
| 12
$ column nofile
! column: nofile: No such file or directory
? 1
$ column < n
| "1\t3\t5\t7\t9\t11"
| "2\t4\t6\t8\t10\t12"
$ column -t -R 9 c1
| a       b  c   
| longer  x  yy  
| q       r  s   t
$ printf 'one\ntwo three\n' | column -t
| one  
| two  three
$ printf '' | column -t
$ column -N a c1
! column: option --table required for all --table-*
? 1
$ column -t c1 c2
| a            b  c   
| longer       x  yy  
| q            r  s   t
| a:b::c              
| longer:x:yy         

## envsubst
$ printf 'hi $USER ${USER} $NOPE ${NOPE}x $1 $$ ${ U} ${USER\n$' > t
$ USER=me envsubst < t
| hi me me  x $1 $$ ${ U} ${USER
| $\
$ USER=me A=b envsubst '$A' < t
| hi $USER ${USER} $NOPE ${NOPE}x $1 $$ ${ U} ${USER
| $\
$ envsubst -v '$A ${B} $1'
| A
| B
$ envsubst -v
! envsubst: missing arguments
? 1
$ envsubst a b
! envsubst: too many arguments
? 1

## tsort
$ printf 'a b\nb c\na c\nd d\n' | tsort
| a
| d
| b
| c
$ printf 'a b\nb c\nc a\n' | tsort
| a
| b
| c
! tsort: -: input contains a loop:
! tsort: a
! tsort: b
! tsort: c
? 1
$ printf 'a b c\n' | tsort
! tsort: -: input contains an odd number of tokens
? 1
$ printf '3 8\n3 10\n5 11\n7 8\n7 11\n8 9\n11 2\n11 9\n11 10\n' > g
$ tsort g
| 3
| 5
| 7
| 11
| 8
| 10
| 2
| 9
$ printf 'a b\nb a\nc d\nd c\n' | tsort
| a
| b
| c
| d
! tsort: -: input contains a loop:
! tsort: a
! tsort: b
! tsort: -: input contains a loop:
! tsort: c
! tsort: d
? 1
$ tsort nofile
! tsort: nofile: No such file or directory
? 1
$ tsort a b
! tsort: extra operand 'b'
! Try 'tsort --help' for more information.
? 1

## factor
$ factor 12 1 0 97 18446744073709551617 1000000007
| 12: 2 2 3
| 1:
| 0:
| 97: 97
| 18446744073709551617: 274177 67280421310721
| 1000000007: 1000000007
$ printf '10 12\n x 5\n' | factor
| 10: 2 5
| 12: 2 2 3
| 5: 5
! factor: 'x' is not a valid positive integer
? 1
$ factor x -- 5
| 5: 5
! factor: 'x' is not a valid positive integer
? 1
$ factor 4611686014132420609 +6
| 4611686014132420609: 2147483647 2147483647
| 6: 2 3

## cksum
$ printf 'hello\nworld\n' > a
$ printf '' > e
$ cksum a e
| 3795442390 12 a
| 4294967295 0 e
$ cksum < a
| 3795442390 12
$ cksum -a bsd a
| 46769     1 a
$ cksum -a sysv a
| 1104 1 a
$ sum a e
| 46769     1 a
| 00000     0 e
$ sum -s a e
| 1104 1 a
| 0 0 e
$ sum < a
| 46769     1
$ sum -r a nofile
| 46769     1 a
! sum: nofile: No such file or directory
? 1
$ cksum nofile
! cksum: nofile: No such file or directory
? 1
$ b2sum a e
| f1f4e3809365f3f278cc6743c48cc9f6b68c67f0b70c2a24e6d0b0e1baee33656d39080964809571e3d2698fb4d6bb68b1b55e8f8254a43374ecb8463e65dc60  a
| 786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce  e
$ b2sum < a
| f1f4e3809365f3f278cc6743c48cc9f6b68c67f0b70c2a24e6d0b0e1baee33656d39080964809571e3d2698fb4d6bb68b1b55e8f8254a43374ecb8463e65dc60  -
$ b2sum --tag a
| BLAKE2b (a) = f1f4e3809365f3f278cc6743c48cc9f6b68c67f0b70c2a24e6d0b0e1baee33656d39080964809571e3d2698fb4d6bb68b1b55e8f8254a43374ecb8463e65dc60
$ b2sum a > s
$ b2sum -c s
| a: OK
$ seq 100 | b2sum
| b8e0110da3a4d58f0d914671d9b2ac7a11cc18518e2517a433449aef3242dcdad7b13c3c8bb8e773dcdab073f6479e433a63d6ac79ff5f14594cddb33d48e92f  -
$ seq 1000 | cksum
| 1830648734 3893

## numfmt
$ numfmt --to=iec 1024 1500000 0 1 1023 1025 10240
| 1.0K
| 1.5M
| 0
| 1
| 1023
| 1.1K
| 10K
$ numfmt --to=si 1500 999999 9999 99999 1000 999 1
| 1.5K
| 1.0M
| 10K
| 100K
| 1.0K
| 999
| 1
$ numfmt --to=si --padding=10 1500
|       1.5K
$ numfmt --to=si --padding=-10 1500
| 1.5K      
$ numfmt --from=iec 1K 1.5M 2G
| 1024
| 1572864
| 2147483648
$ numfmt --from=si 1K 1.5M
| 1000
| 1500000
$ numfmt --from=auto 1Ki 1K
| 1024
| 1000
$ printf 'h s\na 2048\nbb 100000\n' > t
$ numfmt --header --field 2 --to=iec < t
| h s
| a 2.0K
| bb    98K
$ numfmt --field 2 --to=si --header=1 < t
| h s
| a 2.1K
| bb   100K
$ numfmt --to=iec-i 2048 --suffix=B
| 2.0KiB
$ numfmt --to=iec-i --suffix=B 2048
| 2.0KiB
$ numfmt --from=si --format %8.2f 1K
|  1000.00
$ numfmt --to=iec --format='%.1f' 1234567
| 1.2M
$ numfmt --to=iec --format='<%-8.1f>' 1234567
| <1.2M    >
$ numfmt abc
! numfmt: invalid number: 'abc'
? 2
$ numfmt 1.5
| 1.5
$ numfmt 1K
! numfmt: rejecting suffix in input: '1K' (consider using --from)
? 2
$ numfmt --from=iec 1x
! numfmt: invalid suffix in input: '1x'
? 2
$ numfmt --round=down --to=si 1999
| 1.9K
$ numfmt --round=nearest --to=si 1949
| 1.9K
$ numfmt --to-unit=1024 2048
| 2
$ numfmt --from-unit=512 4
| 2048
$ numfmt --invalid=ignore --from=iec x1
| x1
$ numfmt --invalid=warn --from=iec x1
| x1
! numfmt: invalid number: 'x1'
$ numfmt --invalid=fail x1 2
| x1
| 2
! numfmt: invalid number: 'x1'
? 2
$ numfmt -d, --field=1-2 --to=si 1000,2000,3000
| 1.0K,2.0K,3000
$ numfmt -d: --field=2 --from=iec a:1K:b
| a:1024:b
$ numfmt --to=xx 1
! numfmt: invalid argument 'xx' for '--to'
! Valid arguments are:
!   - 'none'
!   - 'si'
!   - 'iec'
!   - 'iec-i'
! Try 'numfmt --help' for more information.
? 1
$ numfmt --field=0 1
! numfmt: fields are numbered from 1
! Try 'numfmt --help' for more information.
? 1
$ numfmt --format=abc 1
! numfmt: format 'abc' has no % directive
? 1
$ numfmt --format=%d 1
! numfmt: invalid format '%d', directive must be %[0]['][-][N][.][N]f
? 1
$ numfmt --padding=0 1
! numfmt: invalid padding value '0'
? 1
$ printf '1000\n2000000\n' | numfmt --to=si
| 1.0K
| 2.0M
$ printf 'a   1000 x\n' | numfmt --field=2 --to=si
| a   1.0K x
$ numfmt --from=iec-i 1K
! numfmt: missing 'i' suffix in input: '1K' (e.g Ki/Mi/Gi)
? 2
$ numfmt -- -1500 
| -1500
$ numfmt --to=si -- -1500
| -1.5K

