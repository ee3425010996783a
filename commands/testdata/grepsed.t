## grep
$ printf 'l1\nhit\nl3\nl4\nl5\nhit2\nl7\n' > f
$ printf 'none\n' > g
$ grep hit f
| hit
| hit2
$ grep -n -A1 -B1 hit f
| 1-l1
| 2:hit
| 3-l3
| --
| 5-l5
| 6:hit2
| 7-l7
$ grep -c hit f g
| f:2
| g:0
$ grep -l hit f g
| f
$ grep -L hit f g
| g
$ grep -v hit f
| l1
| l3
| l4
| l5
| l7
$ grep -vc hit f
| 5
$ grep -i HIT f
| hit
| hit2
$ grep -w hit f
| hit
$ grep -x hit f
| hit
$ grep -o 'h.t' f
| hit
| hit
$ grep -on 'h.t' f
| 2:hit
| 6:hit
$ grep -b hit f
| 3:hit
| 16:hit2
$ grep -m1 hit f
| hit
$ grep -m1 -A1 hit f
| hit
| l3
$ grep -C1 hit2 f
| l5
| hit2
| l7
$ grep -1 hit2 f
| l5
| hit2
| l7
$ grep -H hit f
| f:hit
| f:hit2
$ grep -h hit f g
| hit
| hit2
$ grep -q hit f
$ grep zzz f
? 1
$ grep hit nofile
! grep: nofile: No such file or directory
? 2
$ grep -s hit nofile
? 2
$ grep -q hit f nofile
$ grep -e l1 -e l7 f
| l1
| l7
$ grep -E 'l(1|7)' f
| l1
| l7
$ grep 'l\(1\|7\)' f
| l1
| l7
$ grep -F l. f
? 1
$ grep -P 'l(?=7)' f
| l7
$ grep -P '\d$' f
| l1
| l3
| l4
| l5
| hit2
| l7
$ grep -E '^(.).\1' f
? 1
$ printf 'abab\n' | grep -E '(ab)\1'
| abab
$ printf 'abab\n' | grep '\(ab\)\1'
| abab
$ grep 'a\(' f
! "grep: Unmatched ( or \\("
? 2
$ grep -E 'a(' f
! "grep: Unmatched ( or \\("
? 2
$ grep '[[:foo:]]' f
! grep: Invalid character class name
? 2
$ grep -P 'a(' f
! grep: missing closing parenthesis
? 2
$ grep
! Usage: grep [OPTION]... PATTERNS [FILE]...
! Try 'grep --help' for more information.
? 2
$ grep --foo
! grep: unrecognized option '--foo'
! Usage: grep [OPTION]... PATTERNS [FILE]...
! Try 'grep --help' for more information.
? 2
$ grep -y hit f
| hit
| hit2
$ printf 'a\0hit\0b\n' > bin
$ grep hit bin
! grep: bin: binary file matches
$ grep -c hit bin
| 1
$ grep -a -o hit bin
| hit
$ grep -z hit bin | tr '\0' .
| hit.\
$ grep --color=always hit f
| "\x1b[01;31m\x1b[Khit\x1b[m\x1b[K"
| "\x1b[01;31m\x1b[Khit\x1b[m\x1b[K2"
$ grep --color=always -n hit f g
| "\x1b[35m\x1b[Kf\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K\x1b[32m\x1b[K2\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K\x1b[01;31m\x1b[Khit\x1b[m\x1b[K"
| "\x1b[35m\x1b[Kf\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K\x1b[32m\x1b[K6\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K\x1b[01;31m\x1b[Khit\x1b[m\x1b[K2"
$ grep --color=always -o hit f
| "\x1b[01;31m\x1b[Khit\x1b[m\x1b[K"
| "\x1b[01;31m\x1b[Khit\x1b[m\x1b[K"
$ printf 'x\n' | grep -H x -
| (standard input):x
$ printf 'x\n' | grep x - f
| (standard input):x
$ printf 'hit2\nnope\n' > pats
$ grep -f pats f
| hit2
$ grep -F -x -f pats f
| hit2
$ printf '' > empty
$ grep -f empty f
? 1
$ grep -c '' f
| 7
$ mkdir d
$ printf 'hit\n' > d/x
$ printf 'hit\n' > d/y.md
$ grep -r hit d | sort
| d/x:hit
| d/y.md:hit
$ grep -rl --include='*.md' hit d
| d/y.md
$ grep -r --exclude='*.md' hit d
| d/x:hit
$ grep hit d
! grep: d: Is a directory
? 2
$ grep -rc hit d | sort
| d/x:1
| d/y.md:1
$ grep -rh hit d
| hit
| hit
$ grep -A x hit f
! grep: x: invalid context length argument
? 2
$ grep -A1 hit f | grep -c -- '^--$'
| 1
$ grep --group-separator=XX -A1 hit f
| hit
| l3
| XX
| hit2
| l7
$ grep --no-group-separator -A1 hit f
| hit
| l3
| hit2
| l7
$ printf 'foo bar\nfoobar\n' | grep -w foo
| foo bar
$ printf 'foo-bar foobar\n' | grep -ow 'foo[a-z]*'
| foo
| foobar
$ printf 'aXbX\n' | grep -o X
| X
| X
$ printf 'one\ntwo\n' | grep -n two
| 2:two
$ printf 'no newline' | grep new
| no newline
$ grep -Z -l hit f | tr '\0' '!'
| f!\
$ grep -T hit f
| hit
| hit2
$ grep -c -m1 hit f
| 1
$ grep -nv l f
| 2:hit
| 6:hit2
$ grep -io 'HIT' f
| hit
| hit
$ printf 'a+b\n' | grep 'a+b'
| a+b
$ printf 'aab\n' | grep 'a\+b'
| aab
$ printf 'a.b\naxb\n' | grep 'a\.b'
| a.b
$ printf 'tab\there\n' | grep -P '\t'
| "tab\there"
$ grep -d skip hit d f
| f:hit
| f:hit2
$ egrep 'l1|l7' f
| l1
| l7
$ fgrep l1 f
| l1
$ grep -m x hit f
! grep: invalid max count
? 2
$ grep -l -v zzz f g
| f
| g
$ grep --line-buffered hit f
| hit
| hit2
$ printf 'abc\n' | grep -o 'b*'
| b

## sed
$ printf 'one\ntwo\nthree\n' > f
$ sed s/o/0/ f
| 0ne
| tw0
| three
$ sed s/o/0/g f
| 0ne
| tw0
| three
$ sed -n 2p f
| two
$ sed 2d f
| one
| three
$ sed '$d' f
| one
| two
$ sed -n '$p' f
| three
$ sed '2,3d' f
| one
$ sed '/two/d' f
| one
| three
$ sed '/two/!d' f
| two
$ sed -n '/one/,/two/p' f
| one
| two
$ sed '1~2d' f
| two
$ sed -n '2,+1p' f
| two
| three
$ sed -n '0,/o/p' f
| one
$ sed -n '1,~2p' f
| one
| two
$ sed 's/\(t\)\(w\)/\2\1/' f
| one
| wto
| three
$ sed -E 's/(t)(w)/\2\1/' f
| one
| wto
| three
$ sed 's/o/[&]/' f
| [o]ne
| tw[o]
| three
$ sed 's/o/\n/' f
| 
| ne
| tw
| 
| three
$ sed 's/t/\U&x\Ey/' f
| one
| TXywo
| TXyhree
$ sed -E 's/(.)(.*)/\u\1\U\2/' f
| ONE
| TWO
| THREE
$ sed -E 's/(.*)/\l\U\1/' f
| ONE
| TWO
| THREE
$ sed 's/e/X/2' f
| one
| two
| threX
$ sed 's/e/X/2g' f
| one
| two
| threX
$ sed -n 's/two/2/p' f
| 2
$ sed 's/TWO/x/I' f
| one
| x
| three
$ sed 'y/abcot/ABCOT/' f
| One
| TwO
| Three
$ sed = f
| 1
| one
| 2
| two
| 3
| three
$ sed '1a hello' f
| one
| hello
| two
| three
$ sed '1i hello' f
| hello
| one
| two
| three
$ sed '2c hello' f
| one
| hello
| three
$ sed '2,3c hello' f
| one
| hello
$ sed 'N;s/\n/-/' f
| one-two
| three
$ sed '$!N;P;D' f
| one
| two
| three
$ sed -n 'H;${x;s/\n/,/g;p}' f
| ,one,two,three
$ sed '1!G;h;$!d' f
| three
| two
| one
$ sed ':a;N;$!ba;s/\n/ /g' f
| one two three
$ sed -n 'l' f
| one$
| two$
| three$
$ printf 'a\tb\\\001\n' | sed -n l
| "a\\tb\\\\\\001$"
$ sed 2q f
| one
| two
$ sed 2Q f
| one
$ sed '2q5' f
| one
| two
? 5
$ sed -e 1d -e 3d f
| two
$ sed '/one/{s/o/0/;s/e/E/}' f
| 0nE
| two
| three
$ sed 'n;d' f
| one
| three
$ sed '1{h;d};$G' f
| two
| three
| one
$ sed 'x;p;x' f
| 
| one
| 
| two
| 
| three
$ sed 's/x/y/;t;s/$/!/' f
| one!
| two!
| three!
$ sed 's/o/0/;ta;s/$/!/;:a' f
| 0ne
| tw0
| three!
$ sed -s -n '$p' f f
| three
| three
$ sed -n '$=' f
| 3
$ sed 's|/|-|g' f
| one
| two
| three
$ echo /usr/bin | sed 's|/usr|X|;s/\/bin/Y/'
| XY
$ sed 'r nofile' f
| one
| two
| three
$ printf 'R\n' > r
$ sed '2r r' f
| one
| two
| R
| three
$ sed '1w out' f
| one
| two
| three
$ cat out
| one
$ sed -n '/two/{p;q}' f
| two
$ sed -i s/one/1/ f
$ cat f
| 1
| two
| three
$ sed -i.bak s/1/one/ f
$ cat f f.bak
| one
| two
| three
| 1
| two
| three
$ sed s/a/b/ nofile
! sed: can't read nofile: No such file or directory
? 2
$ sed -i s/a/b/ nofile
! sed: can't read nofile: No such file or directory
? 2
$ sed k f
! sed: -e expression #1, char 1: unknown command: `k'
? 1
$ sed 's/a/b' f
! sed: -e expression #1, char 5: unterminated `s' command
? 1
$ sed 's/a/b/x' f
! sed: -e expression #1, char 7: unknown option to `s'
? 1
$ sed 'p;p' -n f
| one
| one
| two
| two
| three
| three
$ sed '/a' f
! sed: -e expression #1, char 2: unterminated address regex
? 1
$ sed 'b x' f
! sed: can't find label for jump to `x'
? 4
$ sed '{p' f
! sed: -e expression #1, char 0: unmatched `{'
? 1
$ sed 'p}' f
! sed: -e expression #1, char 2: unexpected `}'
? 1
$ sed 's/\(/x/' f
! "sed: -e expression #1, char 7: Unmatched ( or \\("
? 1
$ sed 's/a/\1/' f
! "sed: -e expression #1, char 7: invalid reference \\1 on `s' command's RHS"
? 1
$ sed '1,p' f
! sed: -e expression #1, char 3: unexpected `,'
? 1
$ sed 'y/a/bc/' f
! sed: -e expression #1, char 7: strings for `y' command are different lengths
? 1
$ printf 'a b' | sed 's/ /\t/'
| "a\tb"\
$ printf 'x' | sed p
| x
| x\
$ sed --expression='s/o/0/' f
| 0ne
| tw0
| three
$ sed -z 's/\n/,/g' f
| one,two,three,\
$ sed 's/[/]/x/' r
| R
$ sed -n '2{p}' f
| two
$ sed '2s/.*/[&]/;3!s/$/./' f
| one.
| [two].
| three
$ sed '/^$/d;s/^[ \t]*//' f
| one
| two
| three
$ printf 'aaa\n' | sed 's/a*/x/g'
| x
$ printf 'baaac\n' | sed 's/a*/x/g'
| xbxcx
$ printf 'hello\n' | sed 's/l*/x/2'
| hxello
$ sed -n '/one/=' f
| 1
$ sed 's/one/a\&b/' f
| a&b
| two
| three
$ sed '1d;n;d' f
| two
$ sed 'F' r
| r
| R
$ sed 'z;s/^$/empty/' r
| empty
$ sed '2!{s/^/x/}' f
| xone
| two
| xthree
$ sed -f nofile f
! sed: couldn't open file nofile: No such file or directory
? 4
$ printf 's/o/0/\n# c\ns/w/W/\n' > script
$ sed -f script f
| 0ne
| tW0
| three
$ sed '$!d' f r
| R
$ sed '$a end' f
| one
| two
| three
| end
$ sed '1i\  indented' f
|   indented
| one
| two
| three
$ sed 5q f
| one
| two
| three
$ sed '2,1p' -n f
| two
$ sed '/two/,1p' -n f
| two
$ sed --posix s/o/x/ r
| R

## grep -P
$ printf 'foobar\nfoo bar\nabcabc\nprice: 42 EUR\nkey="value" other\nHello World\n2024-01-02\naaa\n[x]\n' > f
$ grep -P 'foo(?=bar)' f
| foobar
$ grep -P 'foo(?!bar)' f
| foo bar
$ grep -oP '(?<=price: )\d+' f
| 42
$ grep -oP '(?<!o)b\w+' f
| bar
| bcabc
$ grep -oP 'key="\K[^"]+' f
| value
$ grep -P '(abc)\1' f
| abcabc
$ grep -P '(?<w>a)\k<w>' f
| aaa
$ grep -P '(?i)hello' f
| Hello World
$ grep -oP '(?i:h)ello (?=w)(?i)' f
? 1
$ grep -oP 'a{2}+a' f
| aaa
$ grep -cP 'a++a' f
| 0
? 1
$ grep -oP '(?>a+)' f
| a
| a
| a
| a
| a
| aaa
$ grep -oP '(\d{4})-(?:\d\d)-(?=\d)' f
| 2024-01-
$ grep -oP '\w+(?=\s+World)' f
| Hello
$ grep -P '^\Q[x]\E$' f
| [x]
$ grep -oP '[[:upper:]]\w*?(?=o)' f
| Hell
| W
$ grep -oP '\b(?!foo)\w+\b(?=$)' f
| bar
| abcabc
| EUR
| other
| World
| 02
| aaa
$ grep -oP '(?<=\d)-' f
| -
| -
$ grep -P '(?x) foo \  bar # comment' f
| foo bar
$ grep -oP '(?:(?=a)a|b)+' f
| ba
| ba
| ab
| ab
| a
| aaa
$ printf '((a)(b))\n' | grep -oP '\((?:[^()]|(?R))*\)'
| ((a)(b))
$ grep -P '(?<=a' f
! grep: missing closing parenthesis
? 2
$ grep -P '[a' f
! grep: missing terminating ] for character class
? 2
$ grep -P '*a' f
! grep: quantifier does not follow a repeatable item
? 2
$ grep -P 'a)' f
! grep: unmatched closing parenthesis
? 2
$ grep -P '(?<x>a)\2(?=b)' f
! grep: reference to non-existent subpattern
? 2
$ printf 'x\n' | grep -P '[b-a](?=x)'
! grep: range out of order in character class
? 2
$ grep -vP '(?=a)a|o' f
| price: 42 EUR
| 2024-01-02
| [x]
$ grep -nP '^(?!.*o).*$' f
| 3:abcabc
| 4:price: 42 EUR
| 7:2024-01-02
| 8:aaa
| 9:[x]
$ grep -wP 'foo(?=.)' f
| foo bar
$ grep -xP '(?=a)a+' f
| aaa
$ grep -P '\d{2,}?(?=\s)' f
| price: 42 EUR

