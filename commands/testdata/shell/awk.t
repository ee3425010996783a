## print
$ awk 'BEGIN { print 1, "a" 2; print }'
| 1 a2
| 
$ awk 'BEGIN { OFS="-"; ORS=";\n"; print 1, 2, 3; print "x" }'
| 1-2-3;
| x;
$ awk 'BEGIN { print 1e6, 1e16, 100000000, 0.1+0.2, 1/3, 1e-5, 100000.5, 1234567.8, 1e17+1, 123456789012345678, -0.0, 1e300 > "o" }'; cat o
| 1000000 10000000000000000 100000000 0.3 0.333333 1e-05 100000 1.23457e+06 100000000000000000 123456789012345680 0 1000000000000000052504760255204420248704468581108159154915854115511802457988908195786371375080447864043704443832883878176942523235360430575644792184786706982848387200926575803737830233794788090059368953234970799945081119038967640880074652742780142494579258788820056842838115669472196386865459400540160
$ awk 'BEGIN { OFMT="%.2f"; print 3.14159, 17, 3.14159 ""; CONVFMT="%.3f"; x = 3.14159 ""; print x, 12 "" }'
| 3.14 17 3.14159
| 3.142 12
$ awk 'BEGIN { print length(12.50), -"3x", !"", !"a", !0, 2**3, 2^3^2, -2^2, 2^-1 }'
| 4 -3 1 0 1 8 512 -4 0.5
$ awk 'BEGIN { print(1,2)(3) }' 2>/dev/null; echo $?
| 1
$ awk 'BEGIN { print (1)(2), ((1,2) in a); print("a","b") > "/dev/stdout"; print (1,2) in a }'
| 12 0
| a b
| 0
$ awk 'BEGIN { print 1 " " -1; print 1 -1; print "a" > "/dev/stderr" }' 2>&1
| a
| 1-1
| 0
$ awk 'BEGIN { print "a\tb\\n\"q\" \101 \x41" }'
| "a\tb\\n\"q\" A A"
$ awk 'BEGIN { print 017, 0x11, 1e3, .5, 5., 1.e2, 0x }'
| 15 17 1000 0.5 5 100 0
$ awk 'BEGIN { print log(0), -log(0), int("inf"), int("+inf"), "+nan"+0, exp(1), exp(0), int(-3.9), int("3abc"), sqrt(2), sin(1), cos(1), atan2(1,2) }'
| -inf +inf 0 +inf +nan 2.71828 1 -3 3 1.41421 0.841471 0.540302 0.463648
$ awk 'BEGIN { x["a"]; print ("a" in x), ("b" in x), length(x); print substr("x", 1); print 7 % 3, -7 % 3, 7.5 % 2, 1e18 % 7 }'
| 1 0 1
| x
| 1 -1 1.5 1
$ awk 'BEGIN { print 1==1.0, "a"<"b", 2<10, "2"<"10", "abc"<1, x<1, x<"a", x=="", x==0 }'
| 1 1 1 0 0 1 1 1 1
$ awk 'BEGIN { print 1>2 }'; cat 2
| 1
$ awk 'BEGIN { print (1>2) ? "a" : "b", 1?2?3:4:5; x = y = 3; print x, y; x += y -= 1; print x, y; x ^= 2; print x; x %= 7; print x; x /= 2; x *= 3; print x }'
| b 3
| 3 3
| 5 2
| 25
| 4
| 6
$ awk 'BEGIN { i = 5; print i++ + ++i, i--, --i, i; print i++i; print -i++, !i }'
| 12 7 5 5
| 56
| -6 0
$ awk 'BEGIN { $3 = "c"; print; print NF; $0 = "a b c d"; NF = 2; print; $5 = "e"; print; OFS = "-"; print; $1 = $1; print; NF = 7; print $0 "|" }'
|   c
| 3
| a b
| a b   e
| a b   e
| a-b---e
| a-b---e--|

## fields
$ printf 'a b  c\n  lead\ttab  \n\nx:y:z\n' > f; awk '{ print NF, $1, $NF }' f
| 3 a c
| 2 lead tab
| 0  
| 1 x:y:z x:y:z
$ awk -F: '{ print NF, $2 }' f
| 1 
| 1 
| 0 
| 3 y
$ awk -F '[ :]' '{ print NF; for (i = 1; i <= NF; i++) printf "[%s]", $i; print "" }' f
| 4
| [a][b][][c]
| 5
| "[][][lead\ttab][][]"
| 0
| 
| 3
| [x][y][z]
$ awk -Ft '{ print $2 }' f
| 
| ab  
| 
| 
$ awk -F '\t' '{ print $2 }' f
| 
| tab  
| 
| 
$ awk -F '|' '{ print $2 }' <<< 'a|b|c'
| b
$ awk -F . '{ print $2 }' <<< 'a.b.c'
| b
$ awk -F '' '{ print NF, $2 }' <<< 'abc'
| 3 b
$ awk -F ', *' '{ print $2 "-" $3 }' <<< 'a,  b,c'
| b-c
$ awk 'BEGIN { FS = "," } { FS = ";"; print $1 } END { print FS }' <<< $'a,b;c\nd,e;f'
| a
| d,e
| ;
$ awk '{ $2 = ""; print; print NF }' <<< 'a b c'
| a  c
| 3
$ awk '{ $(NF+2) = "z"; print NF, $0 }' OFS=, <<< 'a b c'
| 5,a,b,c,,z
$ awk '{ NF--; print }' <<< 'a b c'
| a b
$ awk '{ $0 = "x y"; print $2, NF; $1 = "q"; print $0 }' <<< 'a b c'
| y 2
| q y
$ awk '{ print $NF--; print $(1)++ ; print $1; print $1^2 }' <<< '3 4 5'
| 5
| 3
| 4
| 16
$ awk '{ print ($1 == 5), ($1 == "5"), ($2 > 1), ($1 < 10), ($3 == 0), ($4 == 10) }' <<< '5.0 apples 0x0 1e1'
| 1 0 1 1 0 1
$ awk '{ print ($1 < $2), ($1 < "9"), $1 < 9 }' <<< '10 9'; cat 9
| 0 1 0
! cat: 9: No such file or directory
? 1
$ awk '$1 > 1' <<< $'1\n2\n10\nx'
| 2
| 10
| x
$ awk '{ print ($1 ? "t" : "f"), ($2 ? "t" : "f"), (" " ? "t" : "f"), ("0" ? "t" : "f") }' <<< '0 0.0'
| f f t t
$ awk 'BEGIN { FS = "\\|" } { print $2 }' <<< 'a|b'
| b
$ awk 'BEGIN { FIELDWIDTHS = "2 3 1" } { print $1 "-" $2 "-" $3 "-" NF }' <<< 'abcdefgh'
| ab-cde-f-3
$ awk 'BEGIN { FPAT = "([^,]+)|(\"[^\"]+\")" } { for (i = 1; i <= NF; i++) print i, $i }' <<< 'a,"b,c",d'
| 1 a
| "2 \"b,c\""
| 3 d
$ echo 'a b c' | awk '{ $7 = "x"; print NF; print $6 == "" }'
| 7
| 1
$ echo ' a  b ' | awk '{ $1 = $1 } 1; { print length($0) }'
| a b
| 3
$ echo 'aXXbXc' | awk -FX '{ print NF, $3 }'
| 4 b
$ echo 'one two' | awk '{ $3 = $1; print; print $3 }  $2 == "two" { print "yes" }'
| one two one
| one
| yes

## records
$ printf 'a;b;c' | awk -v RS=';' '{ print NR ":" $0 }'
| 1:a
| 2:b
| 3:c
$ printf 'a1b22c\n' | awk -v RS='[0-9]+' '{ print NR ":" $0 "|" RT }'
| 1:a|1
| 2:b|22
| 3:c
| |
$ printf '\n\nk: a\nv: 1\n\n\n\nk: b\nv: 2\n\n' | awk 'BEGIN { RS = "" } { print NR ": " $1 "/" $3 " (" NF ")"; n = split($0, l, "\n"); print n }'
| 1: k:/v: (4)
| 2
| 2: k:/v: (4)
| 2
$ printf 'a b\nc,d\n\ne\n' | awk -v RS= -F, '{ print NF; for (i = 1; i <= NF; i++) print "<" $i ">" }'
| 3
| <a b>
| <c>
| <d>
| 1
| <e>
$ printf 'a b\nc\n\nd' | awk 'BEGIN { RS = ""; FS = "\n" } { print $1 "+" $2; print NF }'
| a b+c
| 2
| d+
| 1
$ printf 'x\ny' | awk 'END { print NR, $0, NF }'
| 2 y 1
$ printf 'aXbxc' | awk -v RS=x -v IGNORECASE=1 '{ print }'
| aXb
| c
$ printf 'a\0b\0' | awk -v RS='\0' '{ print "[" $0 "]" }'
| [a]
| [b]
$ printf 'ab\ncd\n' | awk -v RS='\n|$' '{ print "[" $0 "]" }'
| [ab]
| [cd]
$ printf '1\n2\n3\n4\n5\n6\n' > n; awk 'NR==2,NR==4' n
| 2
| 3
| 4
$ awk '/2/,/2/ { print "r" $0 } /5/,/nomatch/' n
| r2
| 5
| 6
$ awk 'NR % 2 { next } { print; s += $1 } END { print s }' n
| 2
| 4
| 6
| 12
$ awk 'END { print $0, NR }' n; awk 'FNR == 2 { nextfile } { print FILENAME, FNR, NR }' n n
| 6 6
| n 1 1
| n 1 3
$ awk '{ print v, $0 }' v=1 <(echo a) v=2 <(echo b)
| 1 a
| 2 b
$ awk 'END { print v }' v=3 n; awk 'BEGIN { print ARGC, ARGV[1], ARGV[2]; ARGV[1] = "" } { print }' nofile n | head -n 2
| 3
| 3 nofile n
| 1
$ awk 'NR==1 { getline; print "got " $0; getline x; print "x=" x, NR, $0 } END { print NR }' n
| got 2
| x=3 3 2
| 6
$ awk '{ print }' nofile 2>/dev/null; echo $?
| 2
$ awk 1 . n | head -n 1
| 1
! awk: warning: command line argument `.' is a directory: skipped
$ echo in | awk '{ print FILENAME "|" $0 }' ; echo in | awk '{ print FILENAME "|" $0 }' -
| -|in
| -|in
$ awk 'NR==FNR { m[$1] = $2; next } $1 in m { print m[$1], $2 } !($1 in m) { print "?", $2 }' <(printf '1 one\n2 two\n') <(printf '2 x\n3 y\n1 z\n')
| two x
| ? y
| one z
$ awk 'NR==3 { exit 7 } { print } END { print "end" }' n; echo $?
| 1
| 2
| end
| 7
$ awk 'BEGIN { exit } END { print "end" }' n; awk 'BEGIN { exit 3 } END { exit }'; echo $?
| end
| 3
$ awk 'BEGIN { exit -1 }'; echo $?; awk 'BEGIN { exit 300 }'; echo $?
| 255
| 44

## patterns
$ printf 'foo 1\nbar 2\nfoobar 3\n' > g; awk '/foo/' g; awk '!/foo/' g; awk '/^foo$/ || $2 ~ /2/' g; awk '$1 !~ "o"' g
| foo 1
| foobar 3
| bar 2
| bar 2
| bar 2
$ awk '/foo/ && /bar/; END { print (/x/ ? 1 : 0) }' g
| foobar 3
| 0
$ awk -v p='^b' '$0 ~ p' g; awk '$1 == "bar", 0' g
| bar 2
| bar 2
| foobar 3
$ awk '/a|f/ { n++ } END { print n+0 }' g; awk 'BEGIN { print "a/b" ~ /a\/b/, "a/b" ~ "a/b", "x]" ~ /[]]/, "a]" ~ /[\]]/, "b" ~ /[^a]/, "\\" ~ /[\\]/, "a.b" ~ /a\.b/, "axb" ~ "a\\.b", "axb" ~ "a\.b" }' 2>/dev/null
| 3
| 1 1 1 1 1 1 1 0 1
$ awk 'BEGIN { print "ab" ~ /^(a|b)+$/, "aaa" ~ /^a{2,3}$/, "a{2}" ~ /a\{2\}/, "foo bar" ~ /\<bar\>/, "foobar" ~ /\ybar/, "a\tb" ~ /a\tb/, "x" ~ /[[:digit:]]/, "5" ~ /[[:digit:]]/, "A" ~ /a/ , "+" ~ /[+*]/, "a-b" ~ /[a\-]b/ }'
| 1 1 1 1 0 1 0 1 0 1 1
$ awk 'BEGIN { IGNORECASE = 1; print "ABC" ~ /b/, "abc" == "ABC", index("ABC", "b") }'
| 1 1 2
$ awk 'BEGIN { if (!/x/) print "no"; if (! "a" ~ "a") print "q"; print !x++, !x }'
| no
| 1 0

## control
$ awk 'BEGIN { for (i = 0; i < 3; i++) { if (i == 1) continue; print i }; while (1) { if (++n > 3) break }; print n; do { m++ } while (m < 5); print m }'
| 0
| 2
| 4
| 5
$ awk 'BEGIN { for (;;) { if (k++ > 2) break }; print k; for (i = 3; i; i--); print i; while (j++ < 3); print j }'
| 4
| 0
| 4
$ awk 'BEGIN { if (0) print 1; else if (1) print 2; else print 3; if (1) ; else print 4; if (1) { print 5 } else { print 6 } }'
| 2
| 5
$ awk 'BEGIN { switch (3) { case 1: print "one"; case /3/: print "three"; case 4: print "four"; break; default: print "def" } switch ("x") { default: print "d" } }'
| three
| four
| d
$ awk $'BEGIN {\n  x = 1 +\\\n 2\n  if (x > 2 &&\n      x < 4)\n    print "ok"\n  else\n    print "bad"\n  a["k"] = 1; for (k in a)\n    print k\n\n}\n# comment\nfunction f(a,\n  b)\n{\n  return a + b\n}\nEND { print f(1,\n2) }' < /dev/null
| ok
| k
| 3
$ awk 'function f(n,  i) { if (n < 2) return n; return f(n-1) + f(n-2) } BEGIN { print f(15), i "" }'
| 610 
$ awk 'function mod(A) { A["k"] = 1 } function g(B) { mod(B) } BEGIN { mod(Z); print Z["k"]; g(Y); print length(Y), Y["k"] }'
| 1
| 1 1
$ awk 'function f(a) { a[1] = 2; return } BEGIN { print f(x) "|" x[1]; y = f(z); print y == "", y == 0 }'
| |2
| 1 1
$ awk 'function max(a, b) { return a > b ? a : b } { m = max(m, $1) } END { print m }' <<< $'3\n10\n7'
| 10
$ awk 'function skip() { next } NR == 1 { skip() } { print }' <<< $'a\nb'
| b
$ awk 'function q() { exit 4 } BEGIN { q(); print "no" } END { print "e" }'; echo $?
| e
| 4
$ awk 'function r(n) { return n == 0 ? 0 : 1 + r(n - 1) } BEGIN { print r(10000) }'
| 10000
$ awk 'func f(x) { x = 5 } BEGIN { x = 1; f(x); print x }'
| 1
$ awk 'function f(a, i) { for (i in a) delete a[i]; return length(a) } BEGIN { a[1]; a[2]; print f(a), length(a) }'
| 0 0

## arrays
$ awk 'BEGIN { a["x"] = 1; a[1] = 2; a["01"] = 3; a[1.0] = 4; a[0.1 + 0.2] = 5; for (k in a) print k, a[k] | "sort"; close("sort"); print length(a) }'
| 0.3 5
| 01 3
| 1 4
| x 1
| 4
$ awk 'BEGIN { g[1,2] = "x"; for (k in g) { split(k, q, SUBSEP); print q[1] "-" q[2] }; if ((1,2) in g) print "in"; SUBSEP = ":"; g["a","b"]; for (k in g) if (k ~ /:/) print k }'
| 1-2
| in
| a:b
$ awk 'BEGIN { if (!("a" in A)) print "no"; A["a"]; if ("a" in A) print "yes"; delete A["a"]; print length(A); A[1]; A[2]; delete A; print length(A) }'
| no
| yes
| 0
| 0
$ awk '{ c[$1]++ } END { for (k in c) print k, c[k] | "sort" }' <<< $'b\na\nb\nc'
| a 1
| b 2
| c 1
$ awk 'BEGIN { PROCINFO["sorted_in"] = "@ind_str_asc"; a["b"]; a["a"]; a["c"]; for (k in a) printf "%s ", k; PROCINFO["sorted_in"] = "@ind_num_desc"; delete a; a[10]; a[9]; a[100]; for (k in a) printf "%s ", k; print "" }'
| a b c 100 10 9 
$ awk 'BEGIN { a["x"] = 3; a["y"] = 1; a["z"] = 2; PROCINFO["sorted_in"] = "@val_num_asc"; for (k in a) printf "%s ", k; PROCINFO["sorted_in"] = "@val_num_desc"; for (k in a) printf "%s ", k; print "" }'
| y z x x z y 
$ awk 'function cmp(i1, v1, i2, v2) { return v2 - v1 } BEGIN { a["x"] = 3; a["y"] = 1; a["z"] = 2; PROCINFO["sorted_in"] = "cmp"; for (k in a) printf "%s ", k; print "" }'
| x z y 
$ awk 'BEGIN { a["x"] = 3; a["y"] = "b"; a["z"] = 2; n = asort(a, b); print n, b[1], b[2], b[3]; n = asorti(a, c); print n, c[1], c[3]; asort(a); print a[1], a[3] }'
| 3 2 3 b
| 3 x z
| 2 b
$ awk 'BEGIN { a[1][2] = 3; a[1]["x"] = 4; a[2][1] = 5; print length(a), length(a[1]), a[1][2]; for (i in a) for (j in a[i]) print i, j, a[i][j] | "sort"; close("sort"); delete a[1]; print length(a), isarray(a[2]), isarray(a) }'
| 2 2 3
| 1 2 3
| 1 x 4
| 2 1 5
| 1 1 1
$ awk 'BEGIN { a[1]; a[2]; a[3]; for (k in a) { delete a[k]; n++ } print n, length(a) }'
| 3 0
$ awk 'BEGIN { a["k"] = "v"; b = a["none"] "x"; print length(a), b; a["n"]++; a["n"] += 5; print a["n"]--, a["n"]; print ("none" in a) }'
| 2 x
| 6 5
| 1
$ awk 'BEGIN { x = 1; x[1] = 2 }' 2>/dev/null; echo $?; awk 'BEGIN { a[1]; print a }' 2>/dev/null; echo $?
| 2
| 2
$ awk 'BEGIN { print typeof(x), typeof(1), typeof("a"), isarray(A); A[1] = 1; print typeof(A), typeof(A[1]), typeof(A[2]) } { print typeof($1), typeof($2), typeof($3) }' <<< '1 a'
| untyped number string 0
| array number untyped
| strnum string unassigned

## strings
$ awk 'BEGIN { print substr("hello", 0), substr("hello", -1, 3), substr("hello", 1.5, 1), substr("hello", 2, 1e300) "|" substr("hello", "x"), substr("hello", 1.4999, 2.5) "|" substr("hello", 4, -1) "|" substr("hello", 6) "|" substr("", 1, 5) "|" substr("hello", 5, 9) }'
| hello hel h ello|hello he||||o
$ awk 'BEGIN { print index("abc", "c"), index("abc", ""), index("abc", "z"), length("abc"), length(), toupper("aBc1"), tolower("aBC1") }' < /dev/null
| 3 1 0 3 0 ABC1 abc1
$ awk 'BEGIN { print match("foobar", /o+/), RSTART, RLENGTH; print match("x", /y/), RSTART, RLENGTH; print match("abc", //), RLENGTH; print match("foobar", "b.*") }'
| 2 2 2
| 0 0 -1
| 1 0
| 4
$ awk 'BEGIN { print match("foobar", /o(b)(a)?(z)?/, m), m[0], m[1], m[2], (3 in m), m[1, "start"], m[1, "length"] }'
| 3 oba b a 0 4 1
$ awk 'BEGIN { n = split("a:b::c", t, ":"); print n, t[3] "|", t[4]; print split("", z), length(z), split("a b  c", w), w[3]; print split("a1b22c", p, /[0-9]+/, sp), p[3], sp[1], sp[2]; print split("abc", q, ""), q[2]; print split(" a b ", r, " "), r[1]; print split("a.b", s, "."), s[2] }'
| 4 | c
| 0 0 3 c
| 3 c 1 22
| 3 b
| 2 a
| 2 b
$ awk 'BEGIN { n = patsplit("a1b22c", p, /[0-9]+/, sp); print n, p[2], sp[0], sp[1], sp[2] }'
| 2 22 a b c
$ awk 'BEGIN { s = "foo bar foo"; n = gsub(/foo/, "[&]", s); print n, s; gsub(/\[/, "\\&", s); print s; sub(/o+/, "\\\\&", s); print s }'
| 2 [foo] bar [foo]
| &foo] bar &foo]
| "&f\\oo] bar &foo]"
$ awk 'BEGIN { s = "xay"; gsub(/a/, "[\\\\]", s); print s; s = "xay"; gsub(/a/, "[\\\\\\&]", s); print s; s = "xay"; gsub(/a/, "[\\\\\\\\&]", s); print s; s = "xay"; gsub(/a/, "[\\q]", s); print s }' 2>/dev/null
| "x[\\\\]y"
| "x[\\&]y"
| "x[\\\\a]y"
| "x[\\q]y"
$ awk 'BEGIN { print gensub(/(a)(.)/, "<\\2\\1\\\\0\\0&\\&>", "g", "xayaz"), gensub(/a/, "b", 2, "aaa"), gensub(/a/, "b", 0, "aaa"), gensub("x", "y", "G", "axbx") }' 2>/dev/null
| "x<ya\\0ayay&><za\\0azaz&> aba baa ayby"
$ awk '{ print gensub(/b/, "X", 1); print }' <<< 'abcb'
| aXcb
| abcb
$ awk 'BEGIN { print gsub(/x*/, "-", s) s; s = "abc"; print gsub(/x*/, "-", s), s; s = "abc"; gsub(/b*/, "-", s); print s; s = "aaa"; print gsub(/^a/, "x", s), s; s = "hello world"; gsub(/$/, "!", s); print s; s = "hello"; gsub(/l/, "", s); print s }'
| 1-
| 4 -a-b-c-
| -a-c-
| 1 xaa
| hello world!
| heo
$ awk '{ gsub(/[aeiou]/, "#"); print; n = gsub("#", "&&"); print n, $0, NF }' <<< 'hello big world'
| h#ll# b#g w#rld
| 4 h##ll## b##g w##rld 3
$ awk '{ sub(/b/, "X", $2); print; print $2 }' <<< 'a b b'; awk '{ n = sub("z", "y"); print n, $0 }' <<< 'a   b'
| a X b
| X
| 0 a   b
$ awk 'BEGIN { a["k"] = "aba"; print gsub("a", "c", a["k"]), a["k"]; print sprintf("%s-%s", "x", "y"), sprintf("z") }'
| 2 cbc
| x-y z
$ awk 'BEGIN { s = "a.b.c"; gsub(".", "x", s); print s; s = "a.b.c"; gsub("\\.", "x", s); print s; s = "a+b"; gsub(/\+/, "-", s); print s; s = "tab\there"; gsub(/\t/, " ", s); print s }'
| xxxxx
| axbxc
| a-b
| tab here
$ awk 'BEGIN { while (i++ < 5) s = s "x" i; print s, length(s) }'
| x1x2x3x4x5 10

## printf
$ awk 'BEGIN { printf "[%5.2s][%-5c][%05d][%+d][% d][%#x][%#o][%e][%G][%%][%i]\n", "abc", "x", 42, 5, 5, 255, 8, 12345.678, 1e-10, 3.9 }'
| [   ab][x    ][00042][+5][ 5][0xff][010][1.234568e+04][1E-10][%][3]
$ awk 'BEGIN { printf "%2$s %1$s\n", "a", "b"; printf "%*d|%-*d|%.*f\n", 5, 42, 5, 42, 2, 3.14159 }'
| b a
|    42|42   |3.14
$ awk 'BEGIN { printf "%d %d %d %d\n", "0x1A", 1e18, -3.99, "12abc"; printf "%s %s %s\n", 1e6, 1e-3, 12345678.9; printf "%5s|%-5s|%.1s\n", "ab", "ab", "ab" }'
| 0 1000000000000000000 -3 12
| 1000000 0.001 1.23457e+07
|    ab|ab   |a
$ awk 'BEGIN { printf "%.3d|%5.3d|%-8.3e|%g|%g|%g|%G\n", 5, 7, 1234.5, 1e10, 1e-5, 123456789, 1e-7 }'
| 005|  007|1.234e+03|1e+10|1e-05|1.23457e+08|1E-07
$ awk 'BEGIN { printf "%c%c%c|%c\n", 65, "hi", "66", 0 }' | cat -A
| Ah6|^@$
$ awk 'BEGIN { printf("%s %d\n", "paren", 5); printf("%s\n", "x") > "/dev/stdout"; printf "no newline" }'
| paren 5
| x
| no newline\
$ awk 'BEGIN { printf "%x %o %X %u\n", 255, 8, 255, 42; printf "%5d|%-5d|%05d\n", -42, -42, -42; printf "%+.2f % f %010.3f\n", 3.14159, 2.5, -2.5 }'
| ff 10 FF 42
|   -42|-42  |-0042
| +3.14  2.500000 -00002.500
$ awk 'BEGIN { printf "%d %s\n", 2147483648 * 4, 2 ^ 53; printf "%d\n", 2^53 + 1; printf "%.0f %.0f\n", 2.5, 3.5; printf "%5%|%z\n" }' 2>/dev/null
| 8589934592 9007199254740992
| 9007199254740992
| 2 4
| %|%z
$ awk 'BEGIN { printf "%s %d\n", "a" }' 2>/dev/null; echo $?
| 2
$ awk -v f='%d items\n' 'BEGIN { printf f, 3 }'
| 3 items

## io
$ awk 'BEGIN { while ((getline l < "n1") > 0) n++; print n + 0, (getline l < "nofile"); "echo cmd" | getline v; print v; print "z\ny" | "sort"; close("sort"); print "after" }'
| 0 -1
| cmd
| y
| z
| after
$ awk 'BEGIN { "echo a b; echo c" | getline; print $2, NF, NR; "echo a b; echo c" | getline; print $0, NR; r = ("echo a b; echo c" | getline); print r }'
| b 2 0
| c 0
| 0
$ awk 'BEGIN { print "x" > "o1"; print "y" > "o1"; close("o1"); print "z" >> "o1"; close("o1"); while ((getline line < "o1") > 0) print "got", line }'; cat o1
| got x
| got y
| got z
| x
| y
| z
$ awk 'BEGIN { print system("exit 4"), system("echo hi"), system("true") }'
| hi
| 4 0 0
$ awk 'BEGIN { printf "a"; system(""); system("printf b"); print "c" }'
| abc
$ awk 'BEGIN { cmd = "cat"; print "to cat" | cmd; r = close(cmd); print r; "exit 3" | getline; print close("exit 3"), close("nothing") }'
| to cat
| 0
| 3 -1
$ awk '{ print > $1 ".out" }' <<< $'a 1\nb 2\na 3'; cat a.out b.out
| a 1
| a 3
| b 2
$ awk 'BEGIN { print "e" | "cat 1>&2" }' 2>&1; awk 'BEGIN { print "err" > "/dev/stderr"; print "out" }' 2>/dev/null
| e
| out
$ awk 'BEGIN { getline; print "first " $0; while ((getline line) > 0) n++; print n, NR }' <<< $'1\n2\n3'
| first 1
| 2 3
$ awk 'BEGIN { "date -u -d @0 +%Y" | getline y; print y; if (("echo x" | getline z) > 0) print z; while ("echo 1; echo 2" | getline w) t += w; print t }'
| 1970
| x
| 3
$ awk 'BEGIN { f = "gl"; print "l1\nl2" > f; close(f); getline x < f; getline y < f; r = getline z < f; print x, y, r, z "|" }'
| l1 l2 0 |
$ awk 'BEGIN { print "b\na" | "sort"; print "first" }'
| a
| b
| first
$ awk 'BEGIN { fflush(); print fflush("/dev/stdout"), close("x") }'
| 0 -1
$ echo data | awk 'BEGIN { while ((getline l < "-") > 0) print "in:" l }'
| in:data
$ yes | awk 'NR == 3 { print NR; exit }'
| 3
$ awk 'BEGIN { for (i = 0; i < 100000; i++) print i }' | head -n 1
| 0
$ X='e v' awk -v y='t\tb' 'BEGIN { print ENVIRON["X"], y, ARGC, ARGV[1], ARGV[0] }' arg1
| "e v t\tb 2 arg1 awk"
$ printf 'BEGIN { print "from file", ARGV[1] }\n' > p.awk; awk -f p.awk x; printf '#!/usr/bin/awk -f\n{ print "s:" $0 }\n' > s.awk; chmod +x s.awk; echo y | ./s.awk
| from file x
| s:y
$ printf 'function f(x) { return x * 2 }\n' > lib.awk; awk -f lib.awk -e 'BEGIN { print f(21) }'
| 42
$ awk -- 'BEGIN { print "dd" }'; awk -v 'a=1' -va2=3 'BEGIN { print a, a2 }'
| dd
| 1 3
$ awk 'BEGIN { print length(ARGV), ARGV[2] }' -x -y
| 3 -y

## time and numbers
$ awk 'BEGIN { print strftime("%Y-%m-%d %H:%M:%S", 0, 1), mktime("2020 01 02 03 04 05"), mktime("bad"), mktime("2020 13 45 0 0 0"), strftime("%j %a %b", 86400 * 200, 1) }'
| 1970-01-01 00:00:00 1577934245 -1 1613260800 201 Mon Jul
$ awk 'BEGIN { print and(12, 10), or(12, 10), xor(12, 10), lshift(1, 4), rshift(16, 2), strtonum("0x1F"), strtonum("017"), strtonum("12abc"), strtonum(" 7"), compl(0) }'
| 8 14 6 16 4 31 15 12 7 9007199254740991
$ awk 'BEGIN { a = rand(); srand(42); b = rand(); srand(42); print a >= 0 && a < 1, rand() == b, srand(7), srand() }'
| 1 1 42 7
$ awk 'BEGIN { print (systime() > 1600000000), int(systime()) == systime() }'
| 1 1
$ awk 'BEGIN { print 1/0 }' 2>/dev/null; echo $?; awk 'BEGIN { print 1 % 0 }' 2>/dev/null; echo $?
| 1
| 1
$ awk 'BEGIN { print 1e308 * 10, -1e308 * 10, 2 ^ 1024, 9007199254740993, 0.1 + 0.7, 1e15 + 0.5, 3.0, "3.0" + 0, "0x10" + 0, "1e2x" + 0, ".5." + 0, "+5" + 0, "- 5" + 0 }'
| +inf -inf +inf 9007199254740992 0.8 1e+15 3 3 0 100 0.5 5 0
$ seq 1 1000 | awk '{ s += $1; q += $1 * $1 } END { print s, q, s / NR, sqrt(q / NR - (s / NR) ^ 2) }'
| 500500 333833500 500.5 288.675

## errors
$ awk 'BEGIN { print "unterminated }' 2>/dev/null; echo $?
| 1
$ awk 'BEGIN { print (1 }' 2>/dev/null; echo $?; awk '{ print ' 2>/dev/null; echo $?; awk 'BEGIN { f(1) }' 2>/dev/null; echo $?
| 1
| 1
| 2
$ awk 'BEGIN { next }' 2>/dev/null; echo $?; awk 'BEGIN { return }' 2>/dev/null; echo $?; awk 'BEGIN { break }' 2>/dev/null; echo $?
| 1
| 1
| 1
$ awk '/(/' n 2>/dev/null; echo $?; awk 'BEGIN { print "a" ~ "(" }' 2>/dev/null; echo $?
| 1
| 2
$ awk -f nofile.awk 2>/dev/null; echo $?; awk -v '1x=2' 'BEGIN { }' 2>/dev/null; echo $?
| 2
| 2
$ awk 'BEGIN { print $(-1) }' 2>/dev/null; echo $?; awk 'BEGIN { NF = -1 }' 2>/dev/null; echo $?
| 2
| 2
$ awk 'BEGIN { print > "" }' 2>/dev/null; echo $?; awk 'BEGIN { print > "nodir/x" }' 2>/dev/null; echo $?
| 2
| 2

