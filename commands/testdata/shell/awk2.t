## one-liners from the manuals
$ printf 'Bill 25 1000\nAnn 31 2500\nCid 19 800\n' > p; printf 'a,b,c\n1,2,3\n' > c.csv; printf 'x y z\n' > l
$ awk '{ print $1 }' p
| Bill
| Ann
| Cid
$ awk '$2 > 20' p
| Bill 25 1000
| Ann 31 2500
$ awk '{ print $NF }' p
| 1000
| 2500
| 800
$ awk '{ print NR ": " $0 }' p
| 1: Bill 25 1000
| 2: Ann 31 2500
| 3: Cid 19 800
$ awk 'END { print NR }' p
| 3
$ awk '{ s += $3 } END { print s, s / NR }' p
| 4300 1433.33
$ awk 'NR == 2' p
| Ann 31 2500
$ awk 'NR % 2' p
| Bill 25 1000
| Cid 19 800
$ awk -F, '{ print $2 }' c.csv
| b
| 2
$ awk -F, -v OFS=';' '{ $1 = $1; print }' c.csv
| a;b;c
| 1;2;3
$ awk 'BEGIN { FS = "," } { print $3, $1 }' c.csv
| c a
| 3 1
$ awk '{ $2 = ""; print }' l
| x  z
$ awk '{ for (i = NF; i > 0; i--) printf "%s ", $i; print "" }' l
| z y x 
$ awk 'length > 11' p
| Bill 25 1000
$ awk '{ n = split($0, a, ""); print n, a[1] }' l
| 5 x
$ awk '!seen[$1]++' <<< $'a\nb\na'
| a
| b
$ awk '/Ann/,/Cid/' p
| Ann 31 2500
| Cid 19 800
$ awk '{ c[length($1)]++ } END { for (k in c) print k, c[k] | "sort" }' p
| 3 2
| 4 1
$ awk 'max < $3 { max = $3; who = $1 } END { print who, max }' p
| Ann 2500
$ awk '{ print toupper(substr($1, 1, 1)) substr($1, 2) }' <<< $'abc\ndef'
| Abc
| Def
$ awk '{ sub(/[aeiou]/, "*"); print }' p
| B*ll 25 1000
| Ann 31 2500
| C*d 19 800
$ awk '{ gsub(/[0-9]+/, "<&>"); print }' p
| Bill <25> <1000>
| Ann <31> <2500>
| Cid <19> <800>
$ awk '{ print length($0), index($0, " ") }' p
| 12 5
| 11 4
| 10 4
$ awk 'BEGIN { printf "%-10s|%5.2f|%05d|%x|%o|%e|%c\n", "ab", 3.14159, 42, 255, 8, 12345.678, 65 }'
| ab        | 3.14|00042|ff|10|1.234568e+04|A
$ awk 'BEGIN { print substr("hello", 2, 3), substr("hello", 0), substr("hello", -1, 3), substr("hello", 4, 99) }'
| ell hello hel lo
$ awk 'BEGIN { print index("foobar", "bar"), match("foobar", /o+/), RSTART, RLENGTH }'
| 4 2 2 2
$ awk 'BEGIN { while (i < 3) print i++; do print "x"; while (0) }'
| 0
| 1
| 2
| x
$ awk 'BEGIN { for (;;) { if (++n > 3) break; if (n == 2) continue; print n } }'
| 1
| 3
$ awk 'function f(a, b) { return a + b } BEGIN { print f(1, 2), f(1) }'
| 3 1
$ awk 'function fib(n) { return n < 2 ? n : fib(n-1) + fib(n-2) } BEGIN { print fib(15) }'
| 610
$ awk 'function mod(a) { a["x"] = 1 } BEGIN { mod(z); print z["x"] }'
| 1
$ awk 'BEGIN { a["x"]; if ("x" in a) print "in"; delete a["x"]; if (!("x" in a)) print "out" }'
| in
| out
$ awk 'BEGIN { a[1,2] = 3; for (k in a) { split(k, p, SUBSEP); print p[1], p[2] }; if ((1,2) in a) print "yes" }'
| 1 2
| yes
$ awk 'BEGIN { print 1 == 1.0, "a" < "b", 2 < 10, "2" < "10", 1 " " 2 }'
| 1 1 1 0 1 2
$ echo '10 9' | awk '{ print ($1 < $2), ($1 "" < $2 "") }'
| 0 1
$ awk 'BEGIN { print -2^2, 2^3^2, 7 % 3, -7 % 3, 1 / 4, 2 ** 3 }'
| -4 512 1 -1 0.25 8
$ awk 'BEGIN { x = 5; x += 2; x *= 3; x -= 1; x /= 4; x %= 3; x ^= 2; print x, x++, ++x, x--, --x }'
| 4 4 6 6 4
$ awk 'BEGIN { print !0, !1, !"", !"a", 1 && 0, 1 || 0, "a" ~ /a/, "a" !~ /b/ }'
| 1 0 1 0 0 1 1 1
$ awk 'BEGIN { print length("abc"), length(), int(3.9), int(-3.9), sqrt(16), exp(0), log(1), sin(0), cos(0), atan2(0, -1) }'
| 3 0 3 -3 4 1 0 0 1 3.14159
$ awk 'BEGIN { print tolower("ABC"), toupper("abc"), sprintf("%d-%s", 5, "x") }'
| abc ABC 5-x
$ awk 'BEGIN { "echo hi" | getline x; print x; close("echo hi") }'
| hi
$ awk 'BEGIN { while (("cat p" | getline line) > 0) n++; print n }'
| 3
$ awk 'BEGIN { getline < "p"; print $1; getline y < "p"; print y }'
| Bill
| Ann 31 2500
$ awk 'NR == 1 { next } { print }' p
| Ann 31 2500
| Cid 19 800
$ awk '{ print > "out_" $1 }' p; cat out_Ann
| Ann 31 2500
$ awk '{ print | "sort -k3n" }' p
| Cid 19 800
| Bill 25 1000
| Ann 31 2500
$ awk 'BEGIN { print "a" > "/dev/stderr" }'
! a
$ awk 'BEGIN { printf "no newline" }'
| no newline\
$ awk 'BEGIN { exit 3 } END { print "end" }'
| end
? 3
$ awk '{ exit } END { print NR; exit 4 }' p
| 1
? 4
$ awk 'BEGIN { print ENVIRON["HOME"] != "", ARGC, ARGV[1] }' x
| 1 2 x
$ awk '{ print FILENAME, FNR, NR }' p c.csv
| p 1 1
| p 2 2
| p 3 3
| c.csv 1 4
| c.csv 2 5
$ awk 'FNR == NR { a[$1]; next } $1 in a' p p
| Bill 25 1000
| Ann 31 2500
| Cid 19 800
$ awk '{ print v }' v=1 l v=2 l
| 1
| 2
$ awk -v 's=a\tb' 'BEGIN { print s }'
| "a\tb"
$ awk -f nofile.awk
! awk: fatal: cannot open source file `nofile.awk' for reading: No such file or directory
? 2
$ awk 2>/dev/null
? 1
$ awk 'BEGIN { print 1' 2>/dev/null
? 1
$ awk 'BEGIN { print ) }' 2>/dev/null
? 1
$ awk '{ print $1 }' nofile
! awk: fatal: cannot open file `nofile' for reading: No such file or directory
? 2
$ awk '{ print $1 }' nofile l
! awk: fatal: cannot open file `nofile' for reading: No such file or directory
? 2
$ awk 'BEGIN { printf "%s %s\n", "a" }' 2>/dev/null
? 2
$ awk 'BEGIN { print substr("x") }' 2>/dev/null
? 1
$ awk 'BEGIN { print length(a, b) }' 2>/dev/null
? 1
$ awk 'BEGIN { f() }' 2>/dev/null
? 2
$ awk 'BEGIN { RS = "" } { print NR ": " $1, NF }' <<< $'a b\nc\n\n\nd e'
| 1: a 3
| 2: d 2
$ awk 'BEGIN { RS = ";" } { print NR, $0 }' <<< 'a;b;c'
| 1 a
| 2 b
| 3 c
| 
$ awk 'BEGIN { RS = "[0-9]" } { print $0, RT }' <<< 'a1b2c'
| a 1
| b 2
| c
|  
$ awk 'BEGIN { ORS = "|"; OFS = "-" } { print $1, $2 }' p
| Bill-25|Ann-31|Cid-19|\
$ awk 'BEGIN { FS = "" } { print NF, $2 }' <<< abc
| 3 b
$ awk 'BEGIN { FS = "[:,]" } { print $2 }' <<< 'a:b,c'
| b
$ awk -F'|' '{ print $2 }' <<< 'a|b'
| b
$ awk -F. '{ print $2 }' <<< 'a.b'
| b
$ awk -F'\t' '{ print $2 }' <<< $'a\tb c'
| b c
$ awk -Ft '{ print $2 }' <<< 'atb'
| b
$ awk -F '\\|' '{ print $2 }' <<< 'a|b'
| b
$ awk 'BEGIN { FIELDWIDTHS = "2 3 2" } { print $1 "-" $2 "-" $3 }' <<< 'aabbbcc'
| aa-bbb-cc
$ awk 'BEGIN { FPAT = "([^,]+)|(\"[^\"]+\")" } { print $2 }' <<< 'a,"b,c",d'
| "\"b,c\""
$ awk 'BEGIN { IGNORECASE = 1 } /ann/' p
| Ann 31 2500
$ awk 'BEGIN { OFMT = "%.2f"; CONVFMT = "%.3f"; x = 3.14159; print x; print x "" }'
| 3.14
| 3.142
$ awk '{ NF = 2; print }' p
| Bill 25
| Ann 31
| Cid 19
$ awk '{ $5 = "x"; print; print NF }' l
| x y z  x
| 5
$ awk '{ $0 = "new line"; print $1, NF }' l
| new 2
$ awk 'BEGIN { $3 = "c"; print; print NF }'
|   c
| 3
$ awk 'BEGIN { n = asort(a); a[1] = 3; a[2] = 1; n = asort(a); print n, a[1], a[2] }'
| 2 1 3
$ awk 'BEGIN { a["z"]; a["b"]; n = asorti(a, b); print n, b[1], b[2] }'
| 2 b z
$ awk 'BEGIN { PROCINFO["sorted_in"] = "@ind_str_asc"; a["b"]; a["a"]; for (k in a) print k }'
| a
| b
$ awk 'BEGIN { PROCINFO["sorted_in"] = "@val_num_desc"; a["x"] = 1; a["y"] = 5; for (k in a) print k, a[k] }'
| y 5
| x 1
$ awk 'BEGIN { print gensub(/a/, "b", "g", "banana"), gensub(/(.)(.)/, "\\2\\1", 1, "ab") }'
| bbnbnb ba
$ awk 'BEGIN { if (match("foo123bar", /([a-z]+)([0-9]+)/, m)) print m[0], m[1], m[2], m[1, "start"], m[2, "length"] }'
| foo123 foo 123 1 3
$ awk 'BEGIN { print strftime("%Y-%m-%d", 0, 1), mktime("2020 01 01 00 00 00") }'
| 1970-01-01 1577836800
$ awk 'BEGIN { print and(6, 3), or(6, 3), xor(6, 3), lshift(1, 3), rshift(8, 2), (compl(0) > 0), strtonum("0x10") }'
| 2 7 5 8 2 1 16
$ awk 'BEGIN { switch ("b") { case "a": print 1; break; case /b/: print 2; break; default: print 3 } }'
| 2
$ awk 'BEGIN { a["x"]["y"] = 1; print isarray(a["x"]), length(a); for (i in a) for (j in a[i]) print i, j }'
| 1 1
| x y
$ awk 'BEGIN { print length("é") }'
| 2
$ LC_ALL=C.UTF-8 awk 'BEGIN { print length("é"), toupper("é"), substr("aéb", 2, 1), index("aéb", "b") }'
| 1 É é 3
$ awk 'BEGIN { print substr("aéb", 2, 2), toupper("é"), index("aéb", "b"), match("aéb", /b/) }'
| é é 4 4
$ awk 'BEGIN { printf "%c%c", 233, 256 }' | od -An -tx1
|  e9 00
$ LC_ALL=C.UTF-8 awk 'BEGIN { printf "%c", 233 }' | od -An -tx1
|  c3 a9
$ awk 'BEGIN { printf "%5s|%.1s|\n", "é", "é" }'
| "   é|\xc3|"
$ LC_ALL=C.UTF-8 awk 'BEGIN { printf "%5s|%.1s|\n", "é", "é" }'
|     é|é|
$ printf 'a\351b\n' | awk '{ print length($0), substr($0, 2, 1) == "\351" }'
| 3 1
$ printf 'a\0b\n' | awk '{ print length($0) }'
| 3
$ awk '/a.b/' <<< 'aéb'
$ awk '/a..b/' <<< 'aéb'
| aéb
$ awk 'BEGIN { print "A" < "a", ("é" > "z"), tolower("É") }'
| 1 1 É
$ awk 'BEGIN { print split("aéb", c, ""), c[2] == "\303" }'
| 4 1
$ awk 'BEGIN { s = "aéb"; n = gsub(/./, "x", s); print n, s }'
| 4 xxxx
$ awk --version | head -1 | cut -c1-3
| GNU
$ awk --posix 'BEGIN { print length("abc") }'
| 3
$ awk --re-interval '/a{2}/' <<< 'aab'
| aab
$ awk 'BEGIN { getline x < "nofile"; print x "" ; print (getline y < "nofile") }'
| 
| -1
$ awk 'BEGIN { print 100000 * 100000, 1e6, 1e20, 123456789012, 0.1 + 0.2, 1e-7, 3.0, "3.0" + 0 }'
| 10000000000 1000000 100000000000000000000 123456789012 0.3 1e-07 3 3
$ awk 'BEGIN { print 1e300 * 1e300, -1e300 * 1e300, 1 }'
| +inf -inf 1
$ awk 'BEGIN { printf "%d %i %5.1f%% %s\n", "12abc", 3.99, 99.5, 1e3 }'
| 12 3  99.5% 1000
$ awk 'BEGIN { printf "%*d|%-*d|\n", 5, 1, 5, 2 }'
|     1|2    |
$ awk 'BEGIN { print "a\\b\"cd\101\x41\n" }'
| "a\\b\"cdAA"
| 
$ awk "BEGIN { print \"it's\" }"
| it's
$ awk 'BEGIN { print "x" "y" > "f1"; close("f1"); getline z < "f1"; print z }'
| xy
$ awk 'BEGIN{print length(12345), 1==1, (1,2) in a}'
| 5 1 0
$ eval $'awk \'# comment\nBEGIN { print "ok" } # end\''
| ok
$ awk 'BEGIN { print substr("hello", 1.5, 2.3) }'
| he
$ awk 'BEGIN { if (!(3 in a)) print "no"; a[3]; if (3 in a) print "yes"; delete a; print length(a) }'
| no
| yes
| 0
$ awk 'BEGIN { regex = "^[0-9]+$"; print ("123" ~ regex), ("12a" ~ regex) }'
| 1 0
$ awk '$1 ~ "^A" { print $1 }' p
| Ann
$ awk 'END { print $0 }' p
| Cid 19 800
$ awk 'BEGIN { printf("%s\n", "paren") }; END { }' < /dev/null
| paren
$ awk 'NR==1{nextfile} {print}' p l
| x y z
$ awk -e 'BEGIN { print "e" }'
| e
$ awk -h | head -1 | cut -c1-6
| Usage:
$ mawk 'BEGIN { print "m" }'
| m
$ gawk 'BEGIN { print "g" }'
| g
$ seq 5 | awk '{ a[NR] = $0 } END { for (i = NR; i; i--) print a[i] }'
| 5
| 4
| 3
| 2
| 1
$ seq 10 | awk '{ s = s $1 } END { print s }'
| 12345678910
$ printf 'k1=v1;k2=v2' | awk -v RS=';' -F= '{ print $1 "->" $2 }'
| k1->v1
| k2->v2
$ awk '{ a[$1] = a[$1] " " $2 } END { for (k in a) print k a[k] }' <<< $'x 1\nx 2'
| x 1 2
$ df / | awk 'NR > 1 { print NF > 4 }'; cat 4; 
| 6
$ ps 2>/dev/null | awk 'NR == 1 { print $1 }'
| PID

