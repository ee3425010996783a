## cut
$ printf 'a:b:c:d\ne:f\nnodelim\n:x:\n' > f; printf 'abcdefgh\nxy\n\n' > g
$ cut -d: -f1 f
| a
| e
| nodelim
| 
$ cut -d: -f2- f
| b:c:d
| f
| nodelim
| x:
$ cut -d: -f-2 f
| a:b
| e:f
| nodelim
| :x
$ cut -d: -f1,3-4 f
| a:c:d
| e
| nodelim
| :
$ cut -d: -f3,1 f
| a:c
| e
| nodelim
| :
$ cut -s -d: -f1 f
| a
| e
| 
$ cut -d: -f2 --complement f
| a:c:d
| e
| nodelim
| :
$ cut -d: -f1,3 --output-delimiter=, f
| a,c
| e
| nodelim
| ,
$ cut -d: -f1,3 --output-delimiter='' f
| "a\x00c"
| e
| nodelim
| "\x00"
$ cut -d: -f1-3 --output-delimiter=' | ' f
| a | b | c
| e | f
| nodelim
|  | x | 
$ cut -c1-3 g
| abc
| xy
| 
$ cut -c5- g
| efgh
| 
| 
$ cut -c-2,4 g
| abd
| xy
| 
$ cut -b1,3,5 g
| ace
| x
| 
$ cut -c1-2,2-4 g
| abcd
| xy
| 
$ cut -b2-3,5- --output-delimiter=- g
| bc-efgh
| y
| 
$ cut --complement -c2-3 g
| adefgh
| x
| 
$ cut -c0 g
! cut: byte/character positions are numbered from 1
! Try 'cut --help' for more information.
? 1
$ cut -c3-1 g
! cut: invalid decreasing range
! Try 'cut --help' for more information.
? 1
$ cut -f0 g
! cut: fields are numbered from 1
! Try 'cut --help' for more information.
? 1
$ cut -fx g
! cut: invalid field value 'x'
! Try 'cut --help' for more information.
? 1
$ cut -c1x g
! cut: invalid byte/character position 'x'
! Try 'cut --help' for more information.
? 1
$ cut -f1,,2 f
! cut: fields are numbered from 1
! Try 'cut --help' for more information.
? 1
$ cut -f '1 2' -d: f
| a:b
| e:f
| nodelim
| :x
$ cut f
! cut: you must specify a list of bytes, characters, or fields
! Try 'cut --help' for more information.
? 1
$ cut -c1 -f1 f
! cut: only one list may be specified
! Try 'cut --help' for more information.
? 1
$ cut -d:: -f1 f
! cut: the delimiter must be a single character
! Try 'cut --help' for more information.
? 1
$ cut -d '' -f1 f
| a:b:c:d
| e:f
| nodelim
| :x:
$ cut -d: -c1 f
! cut: an input delimiter may be specified only when operating on fields
! Try 'cut --help' for more information.
? 1
$ cut -s -c1 f
! cut: suppressing non-delimited lines makes sense
! "\tonly when operating on fields"
! Try 'cut --help' for more information.
? 1
$ cut -f- f
! cut: invalid range with no endpoint: -
! Try 'cut --help' for more information.
? 1
$ cut -c - f
! cut: invalid range with no endpoint: -
! Try 'cut --help' for more information.
? 1
$ cut -z -d: -f2 <(printf 'a:b\0c:d\0') | tr '\0' .
| b.d.\
$ cut -f1 nofile
! cut: nofile: No such file or directory
? 1
$ printf 'a\tb\tc\n' | cut -f2
| b
$ printf 'a b c' | cut -d' ' -f2
| b
$ printf 'no delim' | cut -d: -f1
| no delim
$ cut -f 99999999999999999999 f
! cut: field number '99999999999999999999' is too large
! Try 'cut --help' for more information.
? 1
$ cut -d $'\n' -f1 f
| a:b:c:d
$ cut -d $'\n' -f2- f
| e:f
| nodelim
| :x:
$ LC_ALL=C.UTF-8 cut -c1-2 <<< 'äöü'
| ä
$ cut -n -b1-3 g
| abc
| xy
| 
$ cut --fields=2 --delimiter=: --only-delimited f
| b
| f
| x
$ cut --characters=2 --bytes=1 g
! cut: only one list may be specified
! Try 'cut --help' for more information.
? 1
$ cut -f1 -f2 f
! cut: only one list may be specified
! Try 'cut --help' for more information.
? 1

## paste
$ printf '1\n2\n3\n' > a; printf 'a\nb\n' > b; : > e
$ paste a b
| "1\ta"
| "2\tb"
| "3\t"
$ paste b a
| "a\t1"
| "b\t2"
| "\t3"
$ paste -d, a b
| 1,a
| 2,b
| 3,
$ paste -d ',;' a b a
| 1,a;1
| 2,b;2
| 3,;3
$ paste -d '\n' a b
| 1
| a
| 2
| b
| 3
| 
$ paste -d '\t\0' a b a
| "1\ta1"
| "2\tb2"
| "3\t3"
$ paste -d '\0' a b
| 1a
| 2b
| 3
$ paste -d '' a b
| 1a
| 2b
| 3
$ paste -s a b
| "1\t2\t3"
| "a\tb"
$ paste -s -d, a
| 1,2,3
$ paste -s -d ',\n' a
| 1,2
| 3
$ paste -sd+ a
| 1+2+3
$ paste - - < a
| "1\t2"
| "3\t"
$ paste - a < b
| "a\t1"
| "b\t2"
| "\t3"
$ paste -d: - - - < a
| 1:2:3
$ paste a nofile
! paste: nofile: No such file or directory
? 1
$ paste -d '\' a b
! "paste: delimiter list ends with an unescaped backslash: \\"
? 1
$ paste e a
| "\t1"
| "\t2"
| "\t3"
$ paste -s e
| 
$ paste e e
$ paste -z a b | od -c | head -2
| "0000000   1  \\n   2  \\n   3  \\n  \\t   a  \\n   b  \\n  \\0"
| 0000014
$ paste
$ paste < a
| 1
| 2
| 3
$ printf 'x' | paste - b
| "x\ta"
| "\tb"
$ paste -d 'abc' a a a a a
| 1a1b1c1a1
| 2a2b2c2a2
| 3a3b3c3a3
$ paste -x
! paste: invalid option -- 'x'
! Try 'paste --help' for more information.
? 1

## head and tail
$ seq 15 > n; printf 'a\nb\nc' > nn; seq 3 > m; : > e
$ head n
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
$ head -n 3 n
| 1
| 2
| 3
$ head -3 n
| 1
| 2
| 3
$ head -n -12 n
| 1
| 2
| 3
$ head -n -20 n
$ head -c 5 n
| 1
| 2
| 3\
$ head -c -30 n
| 1
| 2
| 3
$ head -c 1K n | wc -c
| 36
$ head -n 0 n
$ head -n +2 n
| 1
| 2
$ head -q -n1 n m
| 1
| 1
$ head -v -n1 n
| ==> n <==
| 1
$ head -n1 n m nofile
| ==> n <==
| 1
| 
| ==> m <==
| 1
! head: cannot open 'nofile' for reading: No such file or directory
? 1
$ head -n 1 - < n
| 1
$ head -n1 n - < m
| ==> n <==
| 1
| 
| ==> standard input <==
| 1
$ head -n x n
! head: invalid number of lines: 'x'
? 1
$ head -c x n
! head: invalid number of bytes: 'x'
? 1
$ head -n 1x n
! head: invalid number of lines: '1x'
? 1
$ head -n 99999999999999999999 m
! head: invalid number of lines: '99999999999999999999': Value too large for defined data type
? 1
$ head -2c n
| 1
$ head -2cv m
| ==> m <==
| 1
$ head -1l m
| 1
$ head -5k n | wc -c
| 36
$ head -z -n1 <(printf 'a\0b\0') | od -c
| "0000000   a  \\0"
| 0000002
$ head -n 2 nn
| a
| b
$ head -n -1 nn
| a
| b
$ head .
! head: error reading '.': Is a directory
? 1
$ head -n1 m . n
| ==> m <==
| 1
| 
| ==> . <==
| 
| ==> n <==
| 1
! head: error reading '.': Is a directory
? 1
$ head --lines=2 n
| 1
| 2
$ head --bytes=3 n
| 1
| 2\
$ head -n2 -c3 n
| 1
| 2\
$ head e
$ head -n1 e m
| ==> e <==
| 
| ==> m <==
| 1
$ tail n
| 6
| 7
| 8
| 9
| 10
| 11
| 12
| 13
| 14
| 15
$ tail -n 3 n
| 13
| 14
| 15
$ tail -3 n
| 13
| 14
| 15
$ tail -n +13 n
| 13
| 14
| 15
$ tail +13 n
| 13
| 14
| 15
$ tail -n +0 m
| 1
| 2
| 3
$ tail -n 0 n
$ tail -c 5 n
| 4
| 15
$ tail -c +33 n
| 
| 15
$ tail -c +1 m
| 1
| 2
| 3
$ tail -n 2 nn
| b
| c\
$ tail -n +2 nn
| b
| c\
$ tail -c 1 nn
| c\
$ tail -q -n1 n m
| 15
| 3
$ tail -v -n1 n
| ==> n <==
| 15
$ tail -n1 n m nofile
| ==> n <==
| 15
| 
| ==> m <==
| 3
! tail: cannot open 'nofile' for reading: No such file or directory
? 1
$ tail -n 1 < n
| 15
$ tail -n1 n - < m
| ==> n <==
| 15
| 
| ==> standard input <==
| 3
$ seq 100 | tail -n 2
| 99
| 100
$ seq 100 | tail -n +99
| 99
| 100
$ seq 100 | tail -c 4
| 100
$ tail -n x n
! tail: invalid number of lines: 'x'
? 1
$ tail -c -3 n
| 15
$ tail -n -2 n
| 14
| 15
$ tail -2c n
| 5
$ tail -1l n
| 15
$ tail -n 2K n | wc -l
| 15
$ tail -z -n1 <(printf 'a\0b\0') | od -c
| "0000000   b  \\0"
| 0000002
$ tail .
! tail: error reading '.': Is a directory
? 1
$ tail --lines=1 n
| 15
$ tail -f nofile
! tail: cannot open 'nofile' for reading: No such file or directory
! tail: no files remaining
? 1
$ tail --pid=999999 -f -s 0.1 m
| 1
| 2
| 3
$ tail -s x n
! tail: invalid number of seconds: 'x'
? 1
$ tail --retry m
| 1
| 2
| 3
! tail: warning: --retry ignored; --retry is useful only when following
$ tail -n 1 e
$ tail --bytes=+4 m
| 
| 3
$ tail -r n
! tail: invalid option -- 'r'
! Try 'tail --help' for more information.
? 1

## wc
$ printf 'one two\nthree\n' > a; printf 'no newline' > b; : > e; printf 'tab\there\n\fform\vfeed\n' > t; printf 'h\303\251llo w\303\266rld\n' > u
$ wc a
|  2  3 14 a
$ wc a b e
|  2  3 14 a
|  0  2 10 b
|  0  0  0 e
|  2  5 24 total
$ wc -l a
| 2 a
$ wc -w a b
|  3 a
|  2 b
|  5 total
$ wc -c a
| 14 a
$ wc -m u
| 14 u
$ LC_ALL=C.UTF-8 wc -m u
| 12 u
$ LC_ALL=C.UTF-8 wc u
|  1  2 14 u
$ LC_ALL=C.UTF-8 wc -L u
| 11 u
$ wc -L a t
|  7 a
| 12 t
| 12 total
$ wc -lc a
|  2 14 a
$ wc -cl a
|  2 14 a
$ wc -lwmcL a
|  2  3 14 14  7 a
$ wc < a
|  2  3 14
$ wc -l < a
| 2
$ cat a b | wc
|       2       5      24
$ wc - < a
|  2  3 14 -
$ wc a - < b
|  2  3 14 a
|  0  2 10 -
|  2  5 24 total
$ wc nofile
! wc: nofile: No such file or directory
? 1
$ wc nofile a
|  2  3 14 a
|  2  3 14 total
! wc: nofile: No such file or directory
? 1
$ wc .
|       0       0       0 .
! wc: .: Is a directory
? 1
$ printf 'a\0b\0' | wc --files0-from=-
| 2 3 14 a
| 0 2 10 b
| 2 5 24 total
$ printf 'a\0\0b' | wc --files0-from=-
| 2 3 14 a
| 0 2 10 b
| 2 5 24 total
! wc: -:2: invalid zero-length file name
? 1
$ wc --files0-from=nofile
! wc: cannot open 'nofile' for reading: No such file or directory
? 1
$ wc --files0-from=x a
! wc: extra operand 'a'
! file operands cannot be combined with --files0-from
! Try 'wc --help' for more information.
? 1
$ wc t
|  2  4 20 t
$ wc -x
! wc: invalid option -- 'x'
! Try 'wc --help' for more information.
? 1
$ seq 1000 | wc
|    1000    1000    3893
$ wc --lines --words a
|  2  3 a
$ wc e
| 0 0 0 e
$ printf '\303\n' | LC_ALL=C.UTF-8 wc -m
| 1
$ printf 'a b' | wc -w
| 2

## uniq
$ printf 'a\na\nb\nc\nc\nc\na\n' > f; printf 'A\na\nB\n' > i; printf '1 x\n2 x\n3 y\n' > s; printf 'xa\nya\nzb\n' > k
$ uniq f
| a
| b
| c
| a
$ uniq -c f
|       2 a
|       1 b
|       3 c
|       1 a
$ uniq -d f
| a
| c
$ uniq -u f
| b
| a
$ uniq -D f
| a
| a
| c
| c
| c
$ uniq --all-repeated=prepend f
| 
| a
| a
| 
| c
| c
| c
$ uniq --all-repeated=separate f
| a
| a
| 
| c
| c
| c
$ uniq --group f
| a
| a
| 
| b
| 
| c
| c
| c
| 
| a
$ uniq --group=prepend f
| 
| a
| a
| 
| b
| 
| c
| c
| c
| 
| a
$ uniq --group=append f
| a
| a
| 
| b
| 
| c
| c
| c
| 
| a
| 
$ uniq --group=both f
| 
| a
| a
| 
| b
| 
| c
| c
| c
| 
| a
| 
$ uniq -i i
| A
| B
$ uniq -ci i
|       2 A
|       1 B
$ uniq -f1 s
| 1 x
| 3 y
$ uniq -c -f 1 s
|       2 1 x
|       1 3 y
$ uniq -s1 k
| xa
| zb
$ uniq -s1 -w1 k
| xa
| zb
$ uniq -w 0 k
| xa
$ uniq -d -u f
$ uniq -c -D f
! uniq: printing all duplicated lines and repeat counts is meaningless
! Try 'uniq --help' for more information.
? 1
$ uniq -c --group f
! uniq: --group is mutually exclusive with -c/-d/-D/-u
! Try 'uniq --help' for more information.
? 1
$ uniq --group -d f
! uniq: --group is mutually exclusive with -c/-d/-D/-u
! Try 'uniq --help' for more information.
? 1
$ uniq --group=bad f
! uniq: invalid argument 'bad' for '--group'
! Valid arguments are:
!   - 'prepend'
!   - 'append'
!   - 'separate'
!   - 'both'
! Try 'uniq --help' for more information.
? 1
$ uniq -f x f
! uniq: x: invalid number of fields to skip
? 1
$ uniq -w x f
! uniq: x: invalid number of bytes to compare
? 1
$ uniq f out; cat out
| a
| b
| c
| a
$ uniq f out extra
! uniq: extra operand 'extra'
! Try 'uniq --help' for more information.
? 1
$ uniq nofile
! uniq: nofile: No such file or directory
? 1
$ uniq - < f
| a
| b
| c
| a
$ printf 'a\0a\0b\0' | uniq -z | od -c
| "0000000   a  \\0   b  \\0"
| 0000004
$ printf 'a\na' | uniq -c
|       2 a
$ uniq -1 s
| 1 x
| 3 y
$ uniq +1 k
| xa
| zb
$ uniq < /dev/null
$ uniq --count --repeated f
|       2 a
|       3 c
$ uniq --skip-fields=1 --check-chars=2 s
| 1 x
| 3 y
$ uniq --ignore-case --unique i
| B

## tac rev nl fold
$ printf 'a\nb\nc\n' > f; printf 'x\ny' > g; printf '1-2-3-' > s
$ tac f
| c
| b
| a
$ tac g
| yx
$ tac g f
| yx
| c
| b
| a
$ tac -s - s
| 3-2-1-\
$ tac -b -s - s
| --3-21\
$ tac -r -s '[0-9]' s
| --3-21\
$ tac -s '' s | od -c
| 0000000   1   -   2   -   3   -
| 0000006
$ tac nofile
! tac: failed to open 'nofile' for reading: No such file or directory
? 1
$ tac nofile f
| c
| b
| a
! tac: failed to open 'nofile' for reading: No such file or directory
? 1
$ tac < f
| c
| b
| a
$ seq 5 | tac
| 5
| 4
| 3
| 2
| 1
$ tac .
! tac: .: read error: Invalid argument
? 1
$ rev f g
| a
| b
| c
| x
| y\
$ rev <<< 'hello world'
| dlrow olleh
$ printf 'ab' | rev
| ba\
$ LC_ALL=C.UTF-8 rev <<< 'aä€'
| €äa
$ rev nofile
! rev: cannot open nofile: No such file or directory
? 1
$ printf 'a\n\nb\n\n\nc\n' > n
$ nl n
| "     1\ta"
|        
| "     2\tb"
|        
|        
| "     3\tc"
$ nl -ba n
| "     1\ta"
| "     2\t"
| "     3\tb"
| "     4\t"
| "     5\t"
| "     6\tc"
$ nl -bn n
|        a
|        
|        b
|        
|        
|        c
$ nl -b p^b n
|        a
|        
| "     1\tb"
|        
|        
|        c
$ nl -b 'p[ac]' n
| "     1\ta"
|        
|        b
|        
|        
| "     2\tc"
$ nl -s: n
|      1:a
|        
|      2:b
|        
|        
|      3:c
$ nl -w3 n
| "  1\ta"
|     
| "  2\tb"
|     
|     
| "  3\tc"
$ nl -w 1 -ba n
| "1\ta"
| "2\t"
| "3\tb"
| "4\t"
| "5\t"
| "6\tc"
$ nl -n ln n
| "1     \ta"
|        
| "2     \tb"
|        
|        
| "3     \tc"
$ nl -n rz n
| "000001\ta"
|        
| "000002\tb"
|        
|        
| "000003\tc"
$ nl -nrn -w4 -s. n
|    1.a
|      
|    2.b
|      
|      
|    3.c
$ nl -v 10 -i 5 n
| "    10\ta"
|        
| "    15\tb"
|        
|        
| "    20\tc"
$ nl -v -3 -ba n
| "    -3\ta"
| "    -2\t"
| "    -1\tb"
| "     0\t"
| "     1\t"
| "     2\tc"
$ nl -l 2 -ba n
| "     1\ta"
|        
| "     2\tb"
|        
| "     3\t"
| "     4\tc"
$ nl -p n
| "     1\ta"
|        
| "     2\tb"
|        
|        
| "     3\tc"
$ printf '\\:\\:\\:\nhead\n\\:\\:\nbody\n\\:\nfoot\n' > sec
$ nl sec
| 
|        head
| 
| "     1\tbody"
| 
|        foot
$ nl -ha -fa sec
| 
| "     1\thead"
| 
| "     1\tbody"
| 
| "     1\tfoot"
$ nl -p -ha sec sec
| 
| "     1\thead"
| 
| "     2\tbody"
| 
|        foot
| 
| "     3\thead"
| 
| "     4\tbody"
| 
|        foot
$ nl -d xy <(printf 'xyxy\nbody\n')
| 
| "     1\tbody"
$ nl -b x n
! nl: invalid body numbering style: 'x'
! Try 'nl --help' for more information.
? 1
$ nl -n zz n
! nl: invalid line numbering format: 'zz'
! Try 'nl --help' for more information.
? 1
$ nl -w 0 n
! nl: invalid line number field width: '0': Numerical result out of range
? 1
$ nl -v x n
! nl: invalid starting line number: 'x'
? 1
$ nl -i x n
! nl: invalid line number increment: 'x'
? 1
$ nl nofile
! nl: nofile: No such file or directory
? 1
$ nl - < f
| "     1\ta"
| "     2\tb"
| "     3\tc"
$ nl f g
| "     1\ta"
| "     2\tb"
| "     3\tc"
| "     4\tx"
| "     5\ty"
$ nl -s '' -w 2 f
|  1a
|  2b
|  3c
$ fold -w 3 <<< 'abcdefgh'
| abc
| def
| gh
$ fold -s -w 8 <<< 'hello big world here'
| hello 
| big 
| world 
| here
$ fold -b -w 4 <<< $'a\tbcdef'
| "a\tbc"
| def
$ fold -w 10 <<< $'a\tbc\tdef'
| "a\tbc"
| "\tde"
| f
$ printf 'abc\b\b\bdef\rghijk\n' | fold -w 4 | od -c
| "0000000   a   b   c  \\b  \\b  \\b   d   e   f  \\r   g   h   i   j  \\n   k"
| "0000020  \\n"
| 0000021
$ fold -5 <<< 'abcdefgh'
| abcde
| fgh
$ fold -w x f
! fold: invalid number of columns: 'x'
? 1
$ fold -w 0 f
! fold: invalid number of columns: '0': Numerical result out of range
? 1
$ fold nofile
! fold: nofile: No such file or directory
? 1
$ fold -s -w 5 <<< 'abcdefghij kl'
| abcde
| fghij
|  kl
$ printf 'abcdef' | fold -w 4
| abcd
| ef\
$ fold <<< "$(printf '%0100d' 1)"
| 00000000000000000000000000000000000000000000000000000000000000000000000000000000
| 00000000000000000001
$ fold -w5 -s <<< '  a  b  c  d'
|   a  
| b  c 
|  d
$ LC_ALL=C.UTF-8 fold -w 3 <<< 'äöüäöü'
| "ä\xc3"
| "\xb6ü"
| "ä\xc3"
| "\xb6ü"

## split
$ seq 10 > n; printf abcdefghijk > c
$ split n; ls; head -n 1 xaa
| c
| n
| xaa
| 1
$ split -l 3 n p; ls p*; cat pad
| paa
| pab
| pac
| pad
| 10
$ split -l3 -d n q; ls q*
| q00
| q01
| q02
| q03
$ split -d -a 3 -l 5 n r; ls r*
| r000
| r001
$ split --numeric-suffixes=5 -l 5 n s; ls s*
| s05
| s06
$ split -x -l 5 n h; ls h*
| h00
| h01
$ split --hex-suffixes=9 -l 3 n H; ls H*
| H09
| H0a
| H0b
| H0c
$ split -b 4 c b; wc -c b*
|  4 baa
|  4 bab
|  3 bac
| 11 total
$ split -C 5 n C; wc -c C*
|  4 Caa
|  4 Cab
|  4 Cac
|  4 Cad
|  5 Cae
| 21 total
$ split -n 3 c N; cat Naa; echo; cat Nab; echo; cat Nac
| abc
| def
| ghijk\
$ split -n 2/3 c
| def\
$ split -n l/3 n L; wc -l L*
|  4 Laa
|  3 Lab
|  3 Lac
| 10 total
$ split -n l/2/3 n
| 5
| 6
| 7
$ split -n r/3 n R; cat Raa; echo -; cat Rac
| 1
| 4
| 7
| 10
| -
| 3
| 6
| 9
$ split -n r/2/3 n
| 2
| 5
| 8
$ split --additional-suffix=.txt -l 5 n w; ls w*
| waa.txt
| wab.txt
$ split -e -n 20 c E; ls E* | wc -l
| 11
$ split -n 20 c F; ls F* | wc -l
| 20
$ split --verbose -l 5 n v
| creating file 'vaa'
| creating file 'vab'
$ split --filter='echo $FILE; cat' -l 5 n z
| zaa
| 1
| 2
| 3
| 4
| 5
| zab
| 6
| 7
| 8
| 9
| 10
$ split -t : -l 1 <(printf 'a:b:c') t; cat tab
| b:\
$ split -l 0 n
! split: invalid number of lines: '0': Numerical result out of range
? 1
$ split -b x n
! split: invalid number of bytes: 'x'
? 1
$ split -n 0 n
! split: invalid number of chunks: '0': Numerical result out of range
? 1
$ split -n x/3 n
! split: invalid chunk number: 'x'
? 1
$ split -n 4/3 n
! split: invalid chunk number: '4': Numerical result out of range
? 1
$ split -l 1 -b 1 n
! split: cannot split in more than one way
! Try 'split --help' for more information.
? 1
$ split -a 1 -l 1 <(seq 30)
! split: output file suffixes exhausted
? 1
$ split nofile
! split: cannot open 'nofile' for reading: No such file or directory
? 1
$ split -l 2 - - < n; ls -- -a*
| -aa
| -ab
| -ac
| -ad
| -ae
$ split n a b
! split: extra operand 'b'
! Try 'split --help' for more information.
? 1
$ split --additional-suffix=a/b n
! split: invalid suffix 'a/b', contains directory separator
! Try 'split --help' for more information.
? 1
$ split -b 1K -d n k; ls k*
| k00
$ split -3 n o; ls o*
| oaa
| oab
| oac
| oad
$ split -l 2 -l 5 n O; ls O*
! split: cannot split in more than one way
! Try 'split --help' for more information.
! ls: cannot access 'O*': No such file or directory
? 2
$ split --suffix-length=x n
! split: invalid suffix length: 'x'
? 1
$ split -u -n 2 n U

