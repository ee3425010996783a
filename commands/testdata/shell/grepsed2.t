## grep
$ printf 'apple\nBanana\ncherry pie\napple pie\n\n  indented\nfoo.bar\nfooxbar\n' > f; printf 'apple\nzebra\n' > g; mkdir d; printf 'apple in d\n' > d/h; printf 'x\0y\n' > bin
$ grep apple f
| apple
| apple pie
$ grep -i banana f
| Banana
$ grep -v apple f
| Banana
| cherry pie
| 
|   indented
| foo.bar
| fooxbar
$ grep -c apple f g
| f:2
| g:1
$ grep -n pie f
| 3:cherry pie
| 4:apple pie
$ grep -l apple f g d/h
| f
| g
| d/h
$ grep -L apple f g bin
| bin
$ grep -h apple f g
| apple
| apple pie
| apple
$ grep -H apple f
| f:apple
| f:apple pie
$ grep -o 'p[a-z]*' f
| pple
| pie
| pple
| pie
$ grep -on 'p[a-z]*' f
| 1:pple
| 3:pie
| 4:pple
| 4:pie
$ grep -ob 'p[a-z]*' f
| 1:pple
| 20:pie
| 25:pple
| 30:pie
$ grep -b pie f
| 13:cherry pie
| 24:apple pie
$ grep -w foo f
| foo.bar
$ grep -w pie f
| cherry pie
| apple pie
$ grep -x apple f
| apple
$ grep -F foo.bar f
| foo.bar
$ grep foo.bar f
| foo.bar
| fooxbar
$ grep -E 'apple|cherry' f
| apple
| cherry pie
| apple pie
$ grep -E '^(a|c).*e$' f
| apple
| cherry pie
| apple pie
$ grep -E 'p{2}' f
| apple
| apple pie
$ grep 'p\{2\}' f
| apple
| apple pie
$ grep -E '(p)\1' f
| apple
| apple pie
$ grep '\(p\)\1' f
| apple
| apple pie
$ grep 'apple\|cherry' f
| apple
| cherry pie
| apple pie
$ grep -e apple -e Banana f
| apple
| Banana
| apple pie
$ printf 'apple\nfoo\n' > pats; grep -f pats f
| apple
| apple pie
| foo.bar
| fooxbar
$ grep -f /dev/null f
? 1
$ grep -vf /dev/null f | head -1
| apple
$ grep '' f | wc -l
| 8
$ grep -c '' f
| 8
$ grep -c '^$' f
| 1
$ grep -m1 apple f
| apple
$ grep -m 1 -c apple f
| 1
$ grep -A1 cherry f
| cherry pie
| apple pie
$ grep -B1 cherry f
| Banana
| cherry pie
$ grep -C1 cherry f
| Banana
| cherry pie
| apple pie
$ grep -1 cherry f
| Banana
| cherry pie
| apple pie
$ grep -n -A1 apple f
| 1:apple
| 2-Banana
| --
| 4:apple pie
| 5-
$ grep -A1 -e apple -e foo f
| apple
| Banana
| --
| apple pie
| 
| --
| foo.bar
| fooxbar
$ grep -A0 apple f
| apple
| --
| apple pie
$ grep --group-separator=XX -A1 apple f
| apple
| Banana
| XX
| apple pie
| 
$ grep --no-group-separator -A1 apple f
| apple
| Banana
| apple pie
| 
$ grep -q apple f
$ grep -q nothere f
? 1
$ grep nothere f
? 1
$ grep -s apple nofile
? 2
$ grep apple nofile
! grep: nofile: No such file or directory
? 2
$ grep apple nofile f
| f:apple
| f:apple pie
! grep: nofile: No such file or directory
? 2
$ grep -q apple f nofile
$ grep -q apple nofile f
! grep: nofile: No such file or directory
$ grep -r apple . | sort
| ./d/h:apple in d
| ./f:apple
| ./f:apple pie
| ./g:apple
| ./pats:apple
$ grep -r apple d
| d/h:apple in d
$ grep -rh apple . | sort
| apple
| apple
| apple
| apple in d
| apple pie
$ grep -rl apple . | sort
| ./d/h
| ./f
| ./g
| ./pats
$ grep -rn apple d f
| d/h:1:apple in d
| f:1:apple
| f:4:apple pie
$ grep -R --include='h' apple . 
| ./d/h:apple in d
$ grep -r --exclude='*.x' --exclude-dir=d apple . | sort
| ./f:apple
| ./f:apple pie
| ./g:apple
| ./pats:apple
$ grep -r --include='*.x' apple .
? 1
$ grep apple d
! grep: d: Is a directory
? 2
$ grep -d skip apple d f
| f:apple
| f:apple pie
$ grep --directories=recurse apple d
| d/h:apple in d
$ grep -d bad apple d
! grep: invalid argument 'bad' for '--directories'
! Valid arguments are:
!   - 'read'
!   - 'recurse'
!   - 'skip'
! Usage: grep [OPTION]... PATTERNS [FILE]...
! Try 'grep --help' for more information.
? 1
$ grep x bin
! grep: bin: binary file matches
$ grep -a x bin | od -c
| "0000000   x  \\0   y  \\n"
| 0000004
$ grep -c x bin
| 1
$ grep -I x bin
? 1
$ grep --binary-files=text x bin | od -c
| "0000000   x  \\0   y  \\n"
| 0000004
$ grep --binary-files=without-match x bin
? 1
$ grep --binary-files=bad x bin
! grep: unknown binary-files type
? 2
$ grep -U x bin
! grep: bin: binary file matches
$ grep -z apple f | tr '\0' '$'
| apple
| Banana
| cherry pie
| apple pie
| 
|   indented
| foo.bar
| fooxbar
| $\
$ printf 'a\0b\0' | grep -z b | od -c
| "0000000   b  \\0"
| 0000002
$ grep -Z -l apple f g | od -c
| "0000000   f  \\0   g  \\0"
| 0000004
$ grep --color=always pp f
| "a\x1b[01;31m\x1b[Kpp\x1b[m\x1b[Kle"
| "a\x1b[01;31m\x1b[Kpp\x1b[m\x1b[Kle pie"
$ grep --color=always -n pie f
| "\x1b[32m\x1b[K3\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[Kcherry \x1b[01;31m\x1b[Kpie\x1b[m\x1b[K"
| "\x1b[32m\x1b[K4\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[Kapple \x1b[01;31m\x1b[Kpie\x1b[m\x1b[K"
$ grep --color=always -H -A1 cherry f
| "\x1b[35m\x1b[Kf\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K\x1b[01;31m\x1b[Kcherry\x1b[m\x1b[K pie"
| "\x1b[35m\x1b[Kf\x1b[m\x1b[K\x1b[36m\x1b[K-\x1b[m\x1b[Kapple pie"
$ grep --color=always -o pie f
| "\x1b[01;31m\x1b[Kpie\x1b[m\x1b[K"
| "\x1b[01;31m\x1b[Kpie\x1b[m\x1b[K"
$ grep --color=always -v apple f
| Banana
| cherry pie
| 
|   indented
| foo.bar
| fooxbar
$ GREP_COLORS='mt=01;32' grep --color=always pie f
| "cherry \x1b[01;32m\x1b[Kpie\x1b[m\x1b[K"
| "apple \x1b[01;32m\x1b[Kpie\x1b[m\x1b[K"
$ GREP_COLOR='1;33' grep --color=always pie g f
| "\x1b[35m\x1b[Kf\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[Kcherry \x1b[1;33m\x1b[Kpie\x1b[m\x1b[K"
| "\x1b[35m\x1b[Kf\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[Kapple \x1b[1;33m\x1b[Kpie\x1b[m\x1b[K"
! grep: warning: GREP_COLOR='1;33' is deprecated; use GREP_COLORS='mt=1;33'
$ grep --color=always -i APPLE f
| "\x1b[01;31m\x1b[Kapple\x1b[m\x1b[K"
| "\x1b[01;31m\x1b[Kapple\x1b[m\x1b[K pie"
$ grep -T apple f g
| "f:\tapple"
| "f:\tapple pie"
| "g:\tapple"
$ grep -nT apple f
| " 1:\tapple"
| " 4:\tapple pie"
$ grep --label=IN -H apple < f
| IN:apple
| IN:apple pie
$ grep -H apple < f
| (standard input):apple
| (standard input):apple pie
$ grep apple - < f
| apple
| apple pie
$ grep --line-buffered apple f
| apple
| apple pie
$ grep -y BANANA f
| Banana
$ grep -E 'a{,2}p' f
| apple
| cherry pie
| apple pie
$ grep -E '[[:upper:]]' f
| Banana
$ grep '[[:space:]]' f
| cherry pie
| apple pie
|   indented
$ grep '[^[:alnum:]]' f
| cherry pie
| apple pie
|   indented
| foo.bar
$ grep '\bpie\b' f
| cherry pie
| apple pie
$ grep '\<pie\>' f
| cherry pie
| apple pie
$ grep '\Bi' f
| cherry pie
| apple pie
$ grep 'p\+' f
| apple
| cherry pie
| apple pie
$ grep 'ap\?le' f
? 1
$ grep '\w\+\.' f
| foo.bar
$ grep '\Wpie' f
| cherry pie
| apple pie
$ grep -E 'foo\.bar' f
| foo.bar
$ grep '^apple$' f
| apple
$ grep -E 'a|' f | wc -l
| 8
$ grep -E '()' f | wc -l
| 8
$ grep '*ple' f
? 1
$ grep -E '*ple' f
| apple
| apple pie
! grep: warning: * at start of expression
$ grep '\(' f
! "grep: Unmatched ( or \\("
? 2
$ grep '[' f
! grep: Invalid regular expression
? 2
$ grep '[a' f
! grep: Unmatched [, [^, [:, [., or [=
? 2
$ grep -E '(' f
! "grep: Unmatched ( or \\("
? 2
$ grep -E ')' f
? 1
$ grep -E 'a**' f | wc -l
| 8
$ grep 'a\{1' f
! "grep: Unmatched \\{"
? 2
$ grep -E 'a{1' f
? 1
$ grep -E '{1}a' f
| apple
| Banana
| apple pie
| foo.bar
| fooxbar
! grep: warning: {...} at start of expression
$ grep '[[:foo:]]' f
! grep: Invalid character class name
? 2
$ grep '[:space:]' f
! grep: character class syntax is [[:space:]], not [:space:]
? 2
$ grep '[b-a]' f
! grep: Invalid range end
? 2
$ grep '\' f
! grep: Trailing backslash
? 2
$ grep 'a\' f
! grep: Trailing backslash
? 2
$ grep -E '\d' f
|   indented
$ grep 'x\{1,0\}' f
! "grep: Invalid content of \\{\\}"
? 2
$ grep 'x\{99999\}' f
! grep: Regular expression too big
? 2
$ grep -P '\d|p{2}' f
| apple
| apple pie
$ grep -P '(?<=a)pp' -o f
| pp
| pp
$ grep -P '(?i)BANANA' f
| Banana
$ grep -oP 'a\Kp+' f
| pp
| pp
$ grep -P '^\s+\S' f
|   indented
$ grep -P '(' f
! grep: missing closing parenthesis
? 2
$ grep -P 'a(?!p)' f
| Banana
| foo.bar
| fooxbar
$ grep -P -o '\w+(?= pie)' f
| cherry
| apple
$ grep -E -F a f
! grep: conflicting matchers specified
? 2
$ grep
! Usage: grep [OPTION]... PATTERNS [FILE]...
! Try 'grep --help' for more information.
? 2
$ grep -E
! Usage: grep [OPTION]... PATTERNS [FILE]...
! Try 'grep --help' for more information.
? 2
$ grep -e
! grep: option requires an argument -- 'e'
! Usage: grep [OPTION]... PATTERNS [FILE]...
! Try 'grep --help' for more information.
? 2
$ grep -y
! Usage: grep [OPTION]... PATTERNS [FILE]...
! Try 'grep --help' for more information.
? 2
$ grep -A x a f
! grep: x: invalid context length argument
? 2
$ grep -m x a f
! grep: invalid max count
? 2
$ grep --foo a f
! grep: unrecognized option '--foo'
! Usage: grep [OPTION]... PATTERNS [FILE]...
! Try 'grep --help' for more information.
? 2
$ grep -Y a f
! grep: invalid option -- 'Y'
! Usage: grep [OPTION]... PATTERNS [FILE]...
! Try 'grep --help' for more information.
? 2
$ grep -V | head -1 | cut -c1-4
| grep
$ egrep 'a|b' g
| apple
| zebra
$ fgrep a.b g
? 1
$ grep -m 0 apple f
? 1
$ grep -m1 -A1 apple f
| apple
| Banana
$ grep -c -v apple f
| 6
$ grep -lv apple f g
| f
| g
$ grep -lc apple f
| f
$ grep -on . g
| 1:a
| 1:p
| 1:p
| 1:l
| 1:e
| 2:z
| 2:e
| 2:b
| 2:r
| 2:a
$ grep -n '' g
| 1:apple
| 2:zebra
$ grep -x -F -e apple -e zebra g
| apple
| zebra
$ grep -iw PIE f
| cherry pie
| apple pie
$ grep -e 'a' -f pats g
| apple
| zebra
$ grep -nv -e apple -e pie f
| 2:Banana
| 5:
| 6:  indented
| 7:foo.bar
| 8:fooxbar
$ grep -bo apple f g
| f:0:apple
| f:24:apple
| g:0:apple
$ grep -ho e$ f
| e
| e
| e
$ printf 'no newline' | grep newline
| no newline
$ printf 'a\r\nb\r\n' | grep -c 'a$'
| 0
? 1
$ LC_ALL=C.UTF-8 grep -o 'é.' <<< 'aéö'
| éö
$ printf 'caf\351\n' | LC_ALL=C.UTF-8 grep caf
! grep: (standard input): binary file matches
$ printf 'caf\351\n' | grep caf | od -c
| "0000000   c   a   f 351  \\n"
| 0000005
$ LC_ALL=C.UTF-8 grep -i 'É' <<< 'é'
| é
$ grep -F -x '' f | wc -l
| 1
$ grep -F -w foo f
| foo.bar
$ grep -Fi FOO f
| foo.bar
| fooxbar
$ grep -Fo o f | wc -l
| 4
$ grep -Fc -e a -e b f
| 5
$ seq 100 | grep -m3 5
| 5
| 15
| 25
$ seq 10 | grep -B2 -A2 -n 5
| 3-3
| 4-4
| 5:5
| 6-6
| 7-7
$ seq 20 | grep -A1 -B1 -e 3 -e 8
| 2
| 3
| 4
| --
| 7
| 8
| 9
| --
| 12
| 13
| 14
| --
| 17
| 18
| 19
$ yes | grep -q y
$ echo 'a-b' | grep -e '-b'
| a-b
$ echo 'a-b' | grep -- -b
| a-b
$ grep -r apple . --include=f
| ./f:apple
| ./f:apple pie
$ grep -- apple f
| apple
| apple pie

## sed basics
$ printf 'one\ntwo\nthree\nfour\nfive\n' > f; printf 'a b c\nd e f\n' > w
$ sed -n 2p f
| two
$ sed 2d f
| one
| three
| four
| five
$ sed '2,4d' f
| one
| five
$ sed '2,$d' f
| one
$ sed '$d' f
| one
| two
| three
| four
$ sed -n '$p' f
| five
$ sed -n '2,+1p' f
| two
| three
$ sed -n '2,~2p' f
| two
| three
| four
$ sed -n '1~2p' f
| one
| three
| five
$ sed -n '0~2p' f
| two
| four
$ sed -n '2~0p' f
| two
$ sed -n '/two/,/four/p' f
| two
| three
| four
$ sed -n '/two/,3p' f
| two
| three
$ sed -n '/four/,1p' f
| four
$ sed -n '0,/one/p' f
| one
$ sed -n '1,/one/p' f
| one
| two
| three
| four
| five
$ sed -n '/o/!p' f
| three
| five
$ sed -n '2!p' f
| one
| three
| four
| five
$ sed -n '/T/Ip' f
| two
| three
$ sed 's/o/0/' f
| 0ne
| tw0
| three
| f0ur
| five
$ sed 's/o/0/g' f
| 0ne
| tw0
| three
| f0ur
| five
$ sed 's/e/E/2' f
| one
| two
| threE
| four
| five
$ sed 's/e/E/2g' f
| one
| two
| threE
| four
| five
$ sed -n 's/o/0/p' f
| 0ne
| tw0
| f0ur
$ sed 's/O/x/i' f
| xne
| twx
| three
| fxur
| five
$ sed 's/O/x/I' f
| xne
| twx
| three
| fxur
| five
$ sed 's|o|/|' f
| /ne
| tw/
| three
| f/ur
| five
$ sed 's,o,\,,' f
| ,ne
| tw,
| three
| f,ur
| five
$ sed 's/\(.\)\(.\)/\2\1/' f
| noe
| wto
| htree
| ofur
| ifve
$ sed -E 's/(.)(.)/\2\1/' f
| noe
| wto
| htree
| ofur
| ifve
$ sed 's/two/[&]/' f
| one
| [two]
| three
| four
| five
$ sed 's/two/\&/' f
| one
| &
| three
| four
| five
$ sed 's/o/\n/' f
| 
| ne
| tw
| 
| three
| f
| ur
| five
$ eval $'sed \'s/o/a\\\nb/\' f'
| a
| bne
| twa
| b
| three
| fa
| bur
| five
$ sed 's/.*/\U&/' f
| ONE
| TWO
| THREE
| FOUR
| FIVE
$ sed 's/.*/\u&/' f
| One
| Two
| Three
| Four
| Five
$ sed -E 's/(.*)/\L\u\1/' f
| One
| Two
| Three
| Four
| Five
$ sed 's/\(.\)\(.*\)/\U\1\E\2/' f
| One
| Two
| Three
| Four
| Five
$ sed 's/x*/-/g' f
| -o-n-e-
| -t-w-o-
| -t-h-r-e-e-
| -f-o-u-r-
| -f-i-v-e-
$ sed 's/$/!/' f
| one!
| two!
| three!
| four!
| five!
$ sed 's/^/> /' f
| > one
| > two
| > three
| > four
| > five
$ sed '/two/s/o/0/' f
| one
| tw0
| three
| four
| five
$ sed -e 's/o/0/' -e 's/e/3/' f
| 0n3
| tw0
| thr3e
| f0ur
| fiv3
$ sed 's/o/0/;s/e/3/' f
| 0n3
| tw0
| thr3e
| f0ur
| fiv3
$ sed '2{s/o/0/;s/t/T/}' f
| one
| Tw0
| three
| four
| five
$ sed -n '2{p;p}' f
| two
| two
$ sed '/two/,/four/{/three/d}' f
| one
| two
| four
| five
$ sed 's/a/b/w out' w; cat out
| b b c
| d e f
| b b c
$ sed -n 's/b/X/w /dev/stdout' w
| a X c
$ sed '2q' f
| one
| two
$ sed '2q5' f
| one
| two
? 5
$ sed '2Q' f
| one
$ sed -n '/three/{p;q}' f
| three
$ sed '2a\appended' f
| one
| two
| appended
| three
| four
| five
$ sed '2a appended' f
| one
| two
| appended
| three
| four
| five
$ eval $'sed \'2a\\\nline1\\\nline2\' f'
| one
| two
| line1
| line2
| three
| four
| five
$ sed '2i before' f
| one
| before
| two
| three
| four
| five
$ sed '2c changed' f
| one
| changed
| three
| four
| five
$ sed '2,3c changed' f
| one
| changed
| four
| five
$ eval $'sed \'$!{2,3c changed\n}\' f'
| one
| changed
| four
| five
$ sed '$a end' f
| one
| two
| three
| four
| five
| end
$ sed '1i\  indented' f
|   indented
| one
| two
| three
| four
| five
$ sed 'a\' f
| one
| two
| three
| four
| five
$ sed y/abc/xyz/ w
| x y z
| d e f
$ sed 'y/a b/x\ny/' w
| x
| y
| c
| d
| e
| f
$ sed 'y/abc/xy/' w
! sed: -e expression #1, char 9: strings for `y' command are different lengths
? 1
$ sed = f
| 1
| one
| 2
| two
| 3
| three
| 4
| four
| 5
| five
$ sed -n '$=' f
| 5
$ sed -n l w
| a b c$
| d e f$
$ printf 'tab\there\\ \001 \303\251 long\n' | sed -n l
| "tab\\there\\\\ \\001 \\303\\251 long$"
$ printf '%0100d\n' 0 | sed -n l
| "000000000000000000000000000000000000000000000000000000000000000000000\\"
| 0000000000000000000000000000000$
$ printf '%030d\n' 0 | sed -n 'l 10'
| "000000000\\"
| "000000000\\"
| "000000000\\"
| 000$
$ printf '%0100d\n' 0 | sed -n 'l 0'
| 0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000$
$ printf '%030d\n' 0 | sed -n -l 12 l
| "00000000000\\"
| "00000000000\\"
| 00000000$
$ sed 'N;s/\n/-/' f
| one-two
| three-four
| five
$ sed '$!N;s/\n/-/' f
| one-two
| three-four
| five
$ sed -n '$!{N;P;D}' f
| one
| two
| three
| four
$ sed '$!N;P;D' f
| one
| two
| three
| four
| five
$ sed 'N;N;D' f
| three
| four
| five
$ sed -n 'H;${x;s/\n/,/g;p}' f
| ,one,two,three,four,five
$ sed 'G' w
| a b c
| 
| d e f
| 
$ sed -n '1!G;h;$p' f
| five
| four
| three
| two
| one
$ sed 'x;1d' f
| one
| two
| three
| four
$ sed -n 'x;p' f
| 
| one
| two
| three
| four
$ sed '1h;2,$H;$!d;x;s/\n/+/g' f
| one+two+three+four+five
$ sed ':a;N;$!ba;s/\n/,/g' f
| one,two,three,four,five
$ sed -e :a -e '$q;N;3,$D;ba' f
| four
| five
$ sed ':a;s/^\(.\{1,9\}\)$/ \1/;ta' w
|      a b c
|      d e f
$ sed -n '/one/b;p' f
| two
| three
| four
| five
$ sed 's/o/0/;ta;s/$/ no/;b;:a;s/$/ yes/' f
| 0ne yes
| tw0 yes
| three no
| f0ur yes
| five no
$ sed 's/o/0/;Tx;s/$/!/;:x' f
| 0ne!
| tw0!
| three
| f0ur!
| five
$ sed 'n;d' f
| one
| three
| five
$ sed '$!n;s/e/E/' f
| one
| two
| three
| four
| fivE
$ sed -n 'n;p' f
| two
| four
$ sed '1r w' f
| one
| a b c
| d e f
| two
| three
| four
| five
$ sed 'r nofile' w
| a b c
| d e f
$ sed '1R w' f
| one
| a b c
| two
| three
| four
| five
$ sed '$r w' w
| a b c
| d e f
| a b c
| d e f
$ sed '/two/r /dev/stdin' f < w
| one
| two
| a b c
| d e f
| three
| four
| five
$ sed -n '/t/w t.out' f; cat t.out
| two
| three
$ sed '1e echo hi' w
| hi
| a b c
| d e f
$ sed 's/a.*/echo sub/e' w
| sub
| d e f
$ sed '1{s/^/echo /e}' w
| a b c
| d e f
$ sed z w
| 
| 
$ sed '1F' w
| w
| a b c
| d e f
$ sed -n '1{F;p}' - < w
| -
| a b c
$ sed --expression='s/a/b/' w
| b b c
| d e f
$ sed -s -n '$p' f w
| five
| d e f
$ sed -n '$p' f w
| d e f
$ sed -s '1i ---' f w
| ---
| one
| two
| three
| four
| five
| ---
| a b c
| d e f
$ sed -n '1p' f w
| one
$ sed -z 's/\n/,/g' f
| one,two,three,four,five,\
$ sed -u 1q f
| one
$ sed --posix 's/a/b/' w
| b b c
| d e f
$ sed -n --quiet p w
| a b c
| d e f
$ sed --help | head -1
| Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...
$ printf 's/a/b/\ns/d/e/\n' > s.sed; sed -f s.sed w
| b b c
| e e f
$ printf '#n\np\n' > n.sed; sed -f n.sed w
| a b c
| d e f
$ eval $'sed \'#n\np\' w'
| a b c
| d e f
$ eval $'sed \'# comment\ns/a/b/ # trailing\' w'
| b b c
| d e f
$ printf '1d' | sed -f - w
| d e f
$ sed -n '/b/{=;p}' w
| 1
| a b c
$ sed -i 's/a/A/' w; cat w
| A b c
| d e f
$ sed -i.bak 's/A/a/' w; cat w w.bak
| a b c
| d e f
| A b c
| d e f
$ sed -i -e '1d' w; cat w
| d e f
$ mkdir bk; cp f g; sed -i'bk/*.old' 1d g; ls bk
| g.old
$ sed -n -i p w; cat w
| d e f
$ sed --in-place=.orig '1d' g; ls g*
| g
| g.orig
$ ln -s f lnk; sed -i --follow-symlinks 1d lnk; readlink lnk; head -1 f
| f
| two
$ sed -i 1d nofile
! sed: can't read nofile: No such file or directory
? 2
$ sed p nofile
! sed: can't read nofile: No such file or directory
? 2
$ sed p nofile w
| d e f
| d e f
! sed: can't read nofile: No such file or directory
? 2
$ sed -E 's/(a|b)+/X/' <<< 'abab c'
| X c
$ sed 's/a\|b/X/g' <<< 'abc'
| XXc
$ sed 's/[[:space:]]\+/_/g' <<< 'a  b	c'
| a_b_c
$ sed 's/\bx\b/Y/g' <<< 'x xx x'
| Y xx Y
$ sed 's/\<./\U&/g' <<< 'hello big world'
| Hello Big World
$ sed -E 's/\s+$//' <<< 'x   '
| x
$ sed 's/\x41/B/' <<< A
| B
$ sed 's/\o101/B/' <<< A
| B
$ sed 's/\d065/B/' <<< A
| B
$ sed 's/a/\x26/' <<< a
| &
$ sed 's/a/\t|/' <<< a
| "\t|"
$ sed 's/\./\\./g' <<< a.b
| "a\\.b"
$ sed "s/'/\"/g" <<< "it's"
| "it\"s"
$ sed 's/[/]/x/' <<< a/b
| axb
$ sed 's/a/x\/y/' <<< a
| x/y
$ sed 's#/#\##g' <<< a/b
| a#b
$ sed 's/^.\{3\}//' <<< abcdef
| def
$ sed -E 's/^(.{3}).*/\1/' <<< abcdef
| abc
$ sed -E 's/([0-9]+)-([0-9]+)/\2-\1/g' <<< '10-20 30-40'
| 20-10 40-30
$ sed 's/\(a\)\|b/[\1]/g' <<< 'ab'
| [a][]
$ sed 's/a*/x/g' <<< 'baac'
| xbxcx
$ sed 's/b*/x/2' <<< 'abc'
| axc
$ sed 's/\(^\|x\)a/_/g' <<< 'axaa'
| __a
$ sed '/a/,/b/d;s/c/C/' <<< $'c\na\nx\nb\nc'
| C
| C
$ sed -n '/start/,/end/{//!p}' <<< $'start\nx\ny\nend\nz'
| x
| y
$ sed '/x/s//y/' <<< 'axb'
| ayb
$ sed 's/M/x/M' <<< 'M'
| x
$ sed 'N;s/^b/X/M' <<< $'a\nb'
| a
| X
$ sed 'N;s/a$/X/M' <<< $'a\nb'
| X
| b
$ sed 'N;s/\`a/X/M;s/b\'"'"'/Y/M' <<< $'a\nb'
| X
| Y
$ sed '1!G;h;$!d' <<< $'1\n2\n3'
| 3
| 2
| 1
$ sed '/^$/d' <<< $'a\n\nb'
| a
| b
$ sed -e '/./,/^$/!d' <<< $'\n\na\n\n\nb'
| a
| 
| b
$ sed '$!d' <<< $'a\nb'
| b
$ sed 10q <<< a
| a
$ sed -n '2{p;q;}' f
| three
$ sed 'v' <<< a
| a
$ sed 'v 9.0' <<< a
! sed: -e expression #1, char 5: expected newer version of sed
? 1
$ printf 'a' | sed 's/a/b/'
| b\
$ printf 'a\nb' | sed -n '$p'
| b\
$ printf 'a' | sed p
| a
| a\
$ printf 'a' | sed '$a x'
| a
| x
$ printf '' | sed p
$ printf 'a\0b\n' | sed 's/\x00/-/'
| a-b

## sed errors
$ echo a > f
$ sed 2>&1 | head -1
| Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...
$ sed s/a f
! sed: -e expression #1, char 3: unterminated `s' command
? 1
$ sed s/a/b f
! sed: -e expression #1, char 5: unterminated `s' command
? 1
$ sed 's/a/b/x' f
! sed: -e expression #1, char 7: unknown option to `s'
? 1
$ sed 's/a/b/gg' f
! sed: -e expression #1, char 8: multiple `g' options to `s' command
? 1
$ sed 's/a/b/pp' f
! sed: -e expression #1, char 8: multiple `p' options to `s' command
? 1
$ sed 's/a/b/0' f
! sed: -e expression #1, char 7: number option to `s' command may not be zero
? 1
$ sed 's/a/b/1 2' f
! sed: -e expression #1, char 9: multiple number options to `s' command
? 1
$ sed 's/\(/b/' f
! "sed: -e expression #1, char 7: Unmatched ( or \\("
? 1
$ sed 's/a/\1/' f
! "sed: -e expression #1, char 7: invalid reference \\1 on `s' command's RHS"
? 1
$ sed 's/\(a\)/\2/' f
! "sed: -e expression #1, char 11: invalid reference \\2 on `s' command's RHS"
? 1
$ sed 's/[/b/' f
! sed: -e expression #1, char 6: unterminated `s' command
? 1
$ sed -E 's/(/b/' f
! "sed: -e expression #1, char 6: Unmatched ( or \\("
? 1
$ sed -E 's/a{2,1}/b/' f
! "sed: -e expression #1, char 11: Invalid content of \\{\\}"
? 1
$ sed 's/a\{1/b/' f
! "sed: -e expression #1, char 9: Unmatched \\{"
? 1
$ sed y/a f
! sed: -e expression #1, char 3: unterminated `y' command
? 1
$ sed y/a/bc/ f
! sed: -e expression #1, char 7: strings for `y' command are different lengths
? 1
$ sed k f
! sed: -e expression #1, char 1: unknown command: `k'
? 1
$ sed 'p p' f
! sed: -e expression #1, char 3: extra characters after command
? 1
$ sed '1,p' f
! sed: -e expression #1, char 3: unexpected `,'
? 1
$ sed ',1p' f
! sed: -e expression #1, char 1: unknown command: `,'
? 1
$ sed '/a' f
! sed: -e expression #1, char 2: unterminated address regex
? 1
$ sed '\' f
! sed: -e expression #1, char 1: unterminated address regex
? 1
$ sed '\,a,p' f
| a
| a
$ sed '{p' f
! sed: -e expression #1, char 0: unmatched `{'
? 1
$ sed 'p}' f
! sed: -e expression #1, char 2: unexpected `}'
? 1
$ sed '}' f
! sed: -e expression #1, char 1: unexpected `}'
? 1
$ sed ': ' f
! "sed: -e expression #1, char 2: \":\" lacks a label"
? 1
$ sed ':a b' f
| a
$ sed 'b nolabel' f
! sed: can't find label for jump to `nolabel'
? 4
$ sed 't' f
| a
$ sed '1,2=' f
| 1
| a
$ sed 'a' f
! "sed: -e expression #1, char 1: expected \\ after `a', `c' or `i'"
? 1
$ sed 'r' f
! sed: -e expression #1, char 1: missing filename in r/R/w/W commands
? 1
$ sed 'w' f
! sed: -e expression #1, char 1: missing filename in r/R/w/W commands
? 1
$ sed '1!!p' f
! sed: -e expression #1, char 3: multiple `!'s
? 1
$ sed '1 ! p' f
| a
$ sed '0p' f
! sed: -e expression #1, char 2: invalid usage of line address 0
? 1
$ sed '0,5p' f
! sed: -e expression #1, char 4: invalid usage of line address 0
? 1
$ sed '+1p' f
! sed: -e expression #1, char 2: invalid usage of +N or ~N as first address
? 1
$ sed '1,+p' f
| a
| a
$ sed '0~3p' f
| a
$ sed -e f
! sed: -e expression #1, char 1: unknown command: `f'
? 1
$ sed -f nofile f
! sed: couldn't open file nofile: No such file or directory
? 4
$ sed -y p f 2>&1 | head -2
| sed: invalid option -- 'y'
| Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...
$ sed --foo p f 2>&1 | head -2
| sed: unrecognized option '--foo'
| Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...
$ sed -n 2>&1 | head -1
| Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...
$ sed --expression 2>&1 | head -2
| sed: option '--expression' requires an argument
| Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...
$ sed 'q x' f
! sed: -e expression #1, char 3: extra characters after command
? 1
$ sed '1,2q' f
! sed: -e expression #1, char 4: command only uses one address
? 1
$ sed 'l x' f
! sed: -e expression #1, char 3: extra characters after command
? 1
$ sed 'i\' f
| a
$ sed -e 'a\' -e 'text' f
| a
| text
$ sed 'u' f
! sed: -e expression #1, char 1: unknown command: `u'
? 1
$ sed '1~p' f
| a
| a
$ sed "$(printf 's/a/b/\n\nk')" f
! sed: -e expression #1, char 9: unknown command: `k'
? 1
$ sed p .
! sed: read error on .: Is a directory
? 4
$ sed -i p .
! sed: couldn't edit .: not a regular file
? 4
$ sed 'D;p' f
$ sed 's/a/b/w' f
! sed: -e expression #1, char 7: missing filename in r/R/w/W commands
? 1
$ sed '//p' f
! sed: -e expression #1, char 0: no previous regular expression
? 1
$ sed 's//x/' f
! sed: -e expression #1, char 0: no previous regular expression
? 1
$ sed 'y/\//x/' f
| a
$ sed --sandbox 'w x' f
! sed: -e expression #1, char 1: e/r/w commands disabled in sandbox mode
? 1
$ sed --sandbox '1e ls' f
! sed: -e expression #1, char 2: e/r/w commands disabled in sandbox mode
? 1
$ sed -s -n -E -u -z p f | od -c
| "0000000   a  \\n"
| 0000002

