## manuals' examples
$ mkdir -p src/lib test; printf 'int main(void)\n{\n\treturn 0;\n}\n' > src/main.c; printf '#define X 1\n' > src/lib/x.h; printf 'TODO: fix\nok\n' > test/t.txt; cp src/main.c src/main.bak
$ grep -rn --include='*.c' 'return' src; grep -rl TODO . ; grep -rL TODO . | sort; grep -c main src/main.c src/lib/x.h; grep -r --exclude-dir=lib X . ; grep -n -B1 -A1 'return' src/main.c
| "src/main.c:3:\treturn 0;"
| ./test/t.txt
| ./src/lib/x.h
| ./src/main.bak
| ./src/main.c
| src/main.c:1
| src/lib/x.h:0
| 2-{
| "3:\treturn 0;"
| 4-}
$ find . -type f \( -name '*.c' -o -name '*.h' \) -print | sort; find . -name '*.bak' -exec rm -v {} +; find src -type d -exec sh -c 'echo "$1: $(ls "$1" | wc -l)"' _ {} \; | sort
| ./src/lib/x.h
| ./src/main.c
| removed './src/main.bak'
| src/lib: 1
| src: 2
$ diff -u src/main.c <(sed 's/0/1/' src/main.c) | tail -n +3; diff -q src test; diff -r src test | sort | head -3; diff --brief <(echo a) <(echo a); diff -y -W 20 <(printf 'a\nb\n') <(printf 'a\nc\n'); diff -c <(echo a) <(echo b) | tail -n +3
| @@ -1,4 +1,4 @@
|  int main(void)
|  {
| "-\treturn 0;"
| "+\treturn 1;"
|  }
| Only in src: lib
| Only in src: main.c
| Only in test: t.txt
| Only in src: lib
| Only in src: main.c
| Only in test: t.txt
| "a\ta"
| "b     |\tc"
| ***************
| *** 1 ****
| ! a
| --- 1 ----
| ! b
$ diff <(printf '1\n2\n3\n') <(printf '1\n3\n4\n'); echo $?; diff -e <(printf '1\n2\n') <(printf '1\n3\n'); diff -n <(printf '1\n2\n') <(printf '1\n3\n'); diff --normal <(echo a) <(echo b); diff -U0 <(echo a) <(echo b) | tail -1; diff -w <(echo 'a b') <(echo 'ab'); echo $?; diff -i <(echo A) <(echo a); echo $?
| 2d1
| < 2
| 3a3
| > 4
| 1
| 2c
| 3
| .
| d2 1
| a2 1
| 3
| 1c1
| < a
| ---
| > b
| +b
| 0
| 0
$ cp -a src copy; (cd copy; sed -i 's/return 0/return 42/' main.c); diff -ru src copy | grep '^[-+]' | grep -v '^[-+][-+]' ; diff -ruN src copy > p.diff; (cd src && patch -p1 < ../p.diff) ; cmp src/main.c copy/main.c && echo patched; patch -R -p0 < p.diff | head -1
| "-\treturn 0;"
| "+\treturn 42;"
| patching file main.c
| patched
| patching file src/main.c
$ sed -n '/main/,/}/p' src/main.c | cat -A; sed '/^#/d;s/\t/    /g' src/main.c | head -3 | tail -1; sed 's/.*/"&",/' test/t.txt; sed = test/t.txt | sed 'N;s/\n/\t/'; sed -n '$!{h;d};H;x;p' test/t.txt; sed 'y/abc/ABC/' test/t.txt; sed '1~3d' <(seq 7) | tr '\n' ' '
| int main(void)$
| {$
| ^Ireturn 0;$
| }$
|     return 0;
| "\"TODO: fix\","
| "\"ok\","
| "1\tTODO: fix"
| "2\tok"
| TODO: fix
| ok
| TODO: fix
| ok
| 2 3 5 6 \
$ awk 'BEGIN { for (i = 1; i <= 15; i++) print (i % 15 == 0 ? "FizzBuzz" : i % 5 == 0 ? "Buzz" : i % 3 == 0 ? "Fizz" : i) }' | paste -sd' '; awk '{ for (i = 1; i <= NF; i++) w[tolower($i)]++ } END { n = asorti(w, s); for (i = 1; i <= n; i++) print s[i], w[s[i]] }' <<< 'The cat the dog The'; awk -v n=3 'BEGIN { while (n--) printf "%s%s", n, (n ? "," : "\n") }'
| 1 2 Fizz 4 Buzz Fizz 7 8 Fizz Buzz 11 Fizz 13 14 FizzBuzz
| cat 1
| dog 1
| the 3
| 2,1,0
$ awk 'function r(s, i, t) { for (i = length(s); i; i--) t = t substr(s, i, 1); return t } { print r($0) }' <<< $'abc\nxyz'; awk 'NR > 1 { print prev } { prev = $0 }' <<< $'1\n2\n3'; awk '{ a[NR] = $0 } END { for (i = NR; i > 0; i--) print a[i] }' <<< $'1\n2'; awk 'length > 2' <<< $'a\nabc'; awk '{ $1 = ""; print substr($0, 2) }' <<< 'a b c'; awk '{ print NF ? $NF : "-" }' <<< $'a b\n\nc'; awk 'BEGIN { RS = ""; FS = "\n" } { print $1 ";" $2 }' <<< $'a\nb\n\nc\nd'
| cba
| zyx
| 1
| 2
| 2
| 1
| abc
| b c
| b
| -
| c
| a;b
| c;d
$ xargs -a <(printf 'a b\nc') -n1 echo; printf '%s\0' 'x y' z | xargs -0 -I{} echo '[{}]'; seq 6 | xargs -L2 echo; seq 3 | xargs -I% -P2 sh -c 'echo %' | sort; echo 1 2 3 | xargs -n1 -t 2>&1 | sort; printf 'a\nb\n' | xargs -d'\n' -n1 echo; seq 3 | xargs --max-args=2 echo
| a
| b
| c
| [x y]
| [z]
| 1 2
| 3 4
| 5 6
| 1
| 2
| 3
| 1
| 2
| 3
| echo 1
| echo 2
| echo 3
| a
| b
| 1 2
| 3
$ tar -cf x.tar --exclude='*.h' src && tar -tf x.tar | sort; tar -rf x.tar test/t.txt; tar -tf x.tar | wc -l; mkdir out; tar -xf x.tar -C out --strip-components=1 --wildcards '*/main.c'; find out -type f; tar -xOf x.tar test/t.txt; tar --transform 's,^,pre/,' -cf y.tar test/t.txt; tar tf y.tar; tar -C src -czf z.tgz . ; tar tzf z.tgz | sort | head -3; tar -cf - src | tar -df - && echo nodiff
| src/
| src/lib/
| src/main.c
| 4
| out/main.c
| TODO: fix
| ok
| pre/test/t.txt
| ./
| ./lib/
| ./lib/x.h
| nodiff
$ cut -d' ' -f1,3- <<< 'a b c d'; cut -c2-4,6 <<< abcdefg; paste -sd, <(seq 3); paste -d' ' - - <<< $'1\n2\n3\n4'; join -a1 -e- -o0,1.2,2.2 <(printf 'a 1\nb 2\n') <(printf 'b x\n'); comm -3 <(printf 'a\nb\n') <(printf 'b\nc\n'); tr -cs 'A-Za-z' '\n' <<< 'Hi, there!'; tr -s ' ' '\t' <<< 'a  b' | od -c | head -1; nl -s') ' -w2 <<< $'x\ny'; expand -t 2 <<< $'a\tb'; fmt -w 10 <<< 'aaa bbb ccc ddd'; fold -w3 <<< abcdef; column -t <<< $'a bb\nccc d'
| a c d
| bcdf
| 1,2,3
| 1 2
| 3 4
| a 1 -
| b 2 x
| a
| "\tc"
| Hi
| there
| "0000000   a  \\t   b  \\n"
|  1) x
|  2) y
| a b
| aaa bbb
| ccc ddd
| abc
| def
| a    bb
| ccc  d
$ sort -u -k1,1 <<< $'b 1\na 2\nb 3'; sort -t: -k3,3n -k1,1r <<< $'a:x:3\nb:y:1\nc:z:3'; sort -rn <<< $'1\n10\n9'; sort -c <<< $'b\na'; echo $?; sort -k2.2,2.3 <<< $'x ab1\ny aa2'; sort -f <<< $'b\nA\nC'; sort -o s.out <<< $'2\n1' && cat s.out; uniq -cd <<< $'a\na\nb'; uniq -f1 <<< $'1 x\n2 x'; uniq -w2 <<< $'abc\nabd'
| a 2
| b 1
| b:y:1
| c:z:3
| a:x:3
| 10
| 9
| 1
| 1
| y aa2
| x ab1
| A
| b
| C
| 1
| 2
|       2 a
| 1 x
| abc
! sort: -:2: disorder: a
$ wc -lwc < src/main.c; wc -l src/main.c test/t.txt; head -qn1 src/main.c test/t.txt; tail -n+2 test/t.txt; tail -c5 test/t.txt; head -c-3 test/t.txt; tac test/t.txt; rev test/t.txt; split -b5 test/t.txt sp. && ls sp.* | wc -l; csplit -sz test/t.txt /ok/ 2>/dev/null; ls xx* 2>/dev/null | wc -l; shuf -n1 -i 5-5; seq -s, 3 -1 1; factor 360; numfmt --to=iec 1048576; numfmt --from=si 1.5K; base64 <<< hi | base64 -d; sha1sum < /dev/null | cut -c1-8; cksum /dev/null; md5sum test/t.txt | md5sum -c
|  4  6 30
|  4 src/main.c
|  2 test/t.txt
|  6 total
| int main(void)
| TODO: fix
| ok
| x
| ok
| TODO: fix
| ok
| TODO: fix
| xif :ODOT
| ko
| 3
| 2
| 5
| 3,2,1
| 360: 2 2 2 3 3 5
| 1.0M
| 1500
| hi
| da39a3ee
| 4294967295 0 /dev/null
| test/t.txt: OK
$ chmod 640 test/t.txt; stat -c '%A %a %s %F' test/t.txt; ls -l test/t.txt | cut -c1-10; touch -t 202001020304 test/t.txt; stat -c %y test/t.txt | cut -c1-16; ls -lt --time-style=+%F test | tail -1 | awk '{ print $6 }'; ln -s t.txt test/l; readlink test/l; realpath --relative-to=. test/l; test -h test/l && echo link; cp -P test/l test/l2; ls -l test/l2 | awk '{ print $NF }'; install -m 700 -D test/t.txt i/n/s; stat -c %a i/n/s; mktemp -u XXXX | wc -c; truncate -s 10 tr; wc -c < tr; dd if=/dev/zero bs=4 count=2 2>/dev/null | wc -c; basename src/main.c .c; dirname src/lib/x.h; mkdir -p q/{a,b}; rmdir q/a q/b q; ls -d q 2>&1 | tail -c 10
| -rw-r----- 640 13 regular file
| -rw-r-----
| 2020-01-02 03:04
| 2020-01-02
| t.txt
| test/t.txt
| link
| t.txt
| 700
| 5
| 10
| 8
| main
| src/lib
| directory
$ date -u -d @1e9 2>&1 | head -1; date -u -d '1970-01-01 + 1000000000 sec' +%FT%TZ; date -d '2024-01-31 next month' +%F; date -d 'Fri, 13 Dec 1901 20:45:52 +0000' +%s; TZ=Asia/Tokyo date -d @0 +%R; date -d '2024W101' +%F 2>&1; date -d '10:30 tomorrow' +%R; date +%Y -d '1999-12-31 23:59:59.999'; date -d '2024-02-29 1 year' +%F; date -d '3 hours ago 2024-01-01 02:00' +%F\ %R; date -u +%s -d '2038-01-19 03:14:08'; cal 2 2024 2>/dev/null | head -2 | tail -1
| date: invalid date '@1e9'
| 2001-09-09T01:46:40Z
| 2024-03-02
| -2147483648
| 09:00
| date: invalid date '2024W101'
| 10:30
| 1999
| 2025-03-01
| 2023-12-31 23:00
| 2147483648
| Su Mo Tu We Th Fr Sa  
$ timeout 1 sleep 0.01 && echo in time; env FOO=1 sh -c 'echo $FOO'; sh -c 'exit 7'; echo $?; true && ! false && echo logic; test 5 -ge 5 -a ! -e nofile && echo t; expr "abc123" : '[a-z]*\([0-9]*\)'; printf '%03d|%-5s|%5.2f|%x\n' 7 ab 3.14159 255; echo -e 'a\tb' | cat -T; seq 2 | tee t1 t2 | wc -l; cat t1 t2 | wc -l; which sh | tail -c 3; id -un | wc -l; hostname | wc -w; uname -s; nproc --ignore=100; sleep 0; yes | head -n 3 | wc -l; kill -l 15; tty; logname >/dev/null 2>&1; pwd | wc -l
| in time
| 1
| 7
| logic
| t
| 123
| 007|ab   | 3.14|ff
| a^Ib
| 2
| 4
| sh
| 1
| 1
| Linux
| 1
| 3
| TERM
| not a tty
| 1

## diff in other forms
$ printf 'int f(void)\n{\n\ta;\n\tb;\n\tc;\n\td;\n\te;\n\tg;\n}\n' > a.c; sed 's/e;/E;/' a.c > b.c; printf 'one\ntwo\nthree\nfour\n' > x; printf 'one\n2\nthree\n3.5\nfive\n' > y; printf '.\na\n' > dot; printf 'a\n' > nodot; printf 'n' > nn
$ diff -y x y
| "one\t\t\t\t\t\t\t\tone"
| "two\t\t\t\t\t\t\t      |\t2"
| "three\t\t\t\t\t\t\t\tthree"
| "four\t\t\t\t\t\t\t      |\t3.5"
| "\t\t\t\t\t\t\t      >\tfive"
? 1
$ diff -y -W 40 x y
| "one\t\t\tone"
| "two\t\t   |\t2"
| "three\t\t\tthree"
| "four\t\t   |\t3.5"
| "\t\t   >\tfive"
? 1
$ diff -y -W 20 x y
| "one\tone"
| "two   |\t2"
| "three\tthree"
| "four  |\t3.5"
| "      >\tfive"
? 1
$ diff -y -W 10 x y
| "on\ton"
| "tw  |\t2"
| "th\tth"
| "fo  |\t3."
| "    >\tfi"
? 1
$ diff -y --left-column -W 40 x y
| "one\t\t   ("
| "two\t\t   |\t2"
| "three\t\t   ("
| "four\t\t   |\t3.5"
| "\t\t   >\tfive"
? 1
$ diff -y --suppress-common-lines -W 40 x y
| "two\t\t   |\t2"
| "four\t\t   |\t3.5"
| "\t\t   >\tfive"
? 1
$ diff -y -t -W 40 a.c b.c
| int f(void)           int f(void)
| {                     {
|         a;                    a;
|         b;                    b;
|         c;                    c;
|         d;                    d;
|         e;         |          E;
|         g;                    g;
| }                     }
? 1
$ diff -y -W 60 a.c b.c
| "int f(void)\t\t\tint f(void)"
| "{\t\t\t\t{"
| "\ta;\t\t\t\ta;"
| "\tb;\t\t\t\tb;"
| "\tc;\t\t\t\tc;"
| "\td;\t\t\t\td;"
| "\te;\t\t     |\t\tE;"
| "\tg;\t\t\t\tg;"
| "}\t\t\t\t}"
? 1
$ diff -y -W 30 x x; echo $?
| "one\t\tone"
| "two\t\ttwo"
| "three\t\tthree"
| "four\t\tfour"
| 0
$ diff -y -W 30 x nn
| "one\t      /\tn"
| "two\t      <"
| "three\t      <"
| "four\t      <"
? 1
$ diff --side-by-side --width=50 y x
| "one\t\t\tone"
| "2\t\t      |\ttwo"
| "three\t\t\tthree"
| "3.5\t\t      |\tfour"
| "five\t\t      <"
? 1
$ diff -e x y
| 4c
| 3.5
| five
| .
| 2c
| 2
| .
? 1
$ diff --ed y x
| 4,5c
| four
| .
| 2c
| two
| .
? 1
$ diff -e nodot dot
| 0a
| ..
| .
| s/.//
? 1
$ diff -n x y
| d2 1
| a2 1
| 2
| d4 1
| a4 2
| 3.5
| five
? 1
$ diff --rcs y x
| d2 1
| a2 1
| two
| d4 2
| a5 1
| four
? 1
$ diff -n x nn
| d1 4
| a4 1
| n\
? 1
$ diff -up a.c b.c | tail -n +3
| @@ -4,6 +4,6 @@ int f(void)
| " \tb;"
| " \tc;"
| " \td;"
| "-\te;"
| "+\tE;"
| " \tg;"
|  }
$ diff -p a.c b.c | tail -n +3
| *************** int f(void)
| *** 4,9 ****
| "  \tb;"
| "  \tc;"
| "  \td;"
| "! \te;"
| "  \tg;"
|   }
| --- 4,9 ----
| "  \tb;"
| "  \tc;"
| "  \td;"
| "! \tE;"
| "  \tg;"
|   }
$ diff -u -F '^{' a.c b.c | tail -n +3
| @@ -4,6 +4,6 @@ {
| " \tb;"
| " \tc;"
| " \td;"
| "-\te;"
| "+\tE;"
| " \tg;"
|  }
$ diff -W x x y
! diff: invalid width 'x'
! diff: Try 'diff --help' for more information.
? 2
$ diff -y -q x y
| Files x and y differ
? 1

