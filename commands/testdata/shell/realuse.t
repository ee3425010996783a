## as scripts do it
$ printf '2024-01-02 ERROR db: timeout after 30s\n2024-01-02 INFO web: ok\n2024-01-03 ERROR web: 502 from 10.0.0.7\n2024-01-03 WARN db: slow query 1200ms\n2024-01-04 ERROR db: timeout after 31s\n' > log; printf 'name,age,city\n"Smith, J",42,Oslo\nDoe,7,Rome\nRoe,,Bergen\n' > p.csv; printf 'KEY=val\n# note\nOTHER = "x y"\n\nexport Z=1\n' > .env
$ grep -c ERROR log; grep ERROR log | cut -d' ' -f3 | sort | uniq -c | sort -rn
| 3
|       2 db:
|       1 web:
$ awk '{ c[$2]++ } END { for (k in c) printf "%-6s %d\n", k, c[k] }' log | sort -k2,2nr -k1,1
| ERROR  3
| INFO   1
| WARN   1
$ awk -F'[: ]+' '/timeout/ { n++; gsub(/s$/, "", $NF); t += $NF } END { printf "%d %.1f\n", n, t / n }' log
| 2 30.5
$ sed -nE 's/.*from ([0-9.]+)$/\1/p' log
| 10.0.0.7
$ sed -E '/^#|^$/d; s/^export //; s/ *= */=/' .env
| KEY=val
| "OTHER=\"x y\""
| Z=1
$ grep -oE '[0-9]+(\.[0-9]+){3}' log; grep -oP '\d+(?=ms)' log
| 10.0.0.7
| 1200
$ tail -n +2 p.csv | awk -v FPAT='([^,]*)|("[^"]+")' '{ print $1 "|" $2 "|" $3 }'
| "\"Smith, J\"|42|Oslo"
| Doe|7|Rome
| Roe||Bergen
$ cut -d, -f2 p.csv | tail -n +2 | paste -sd+ | sed 's/++/+0+/; s/+$/+0/'
| " J\"+7+0"
$ sort -t, -k2,2n p.csv | head -2; column -s, -t < p.csv
| "\"Smith, J\",42,Oslo"
| Roe,,Bergen
| name    age  city    
| "\"Smith   J\"  42      Oslo"
| Doe     7    Rome    
| Roe          Bergen  
$ diff <(sort log) <(sort -r log | sort) && echo same
| same
$ find . -name '*.csv' -newermt '2000-01-01' -size -1k -printf '%f %s\n'; find . -type f | sort | xargs md5sum | cut -c1-32 | sort -u | wc -l
| 3
$ ls -1 | while read -r f; do printf '%s:%s\n' "$f" "$(wc -l < "$f" | tr -d ' ')"; done
| log:5
| p.csv:4
$ seq 1 20 | xargs -n 5 | awk '{ $1 = $1; print NF ":" $0 }' OFS=-
| 5:1-2-3-4-5
| 5:6-7-8-9-10
| 5:11-12-13-14-15
| 5:16-17-18-19-20
$ for i in $(seq -w 1 3); do echo "f$i"; done | xargs -I{} sh -c 'echo {} > {}.t'; cat f*.t | tr '\n' ' '; rm f*.t
| f1 f2 f3 \
$ tar cf - log p.csv | tar tvf - | awk '{ print $1, $3, $6 }'; tar czf a.tgz log && tar xzOf a.tgz log | cmp - log && echo eq
| -rw-r--r-- 180 log
| -rw-r--r-- 56 p.csv
| eq
$ date -u -d '2024-02-28 +2 days' +%F; date -u -d "$(date -u -d @1700000000 '+%F %T')" +%s; date -d '2024-03-10T12:00:00+02:00' -u '+%a %d %b %H:%M'
| 2024-03-01
| 1700000000
| Sun 10 Mar 10:00
$ echo '{"items":[{"id":1,"tags":["a","b"]},{"id":2,"tags":[]}]}' | jq -r '.items[] | select(.tags | length > 0) | "\(.id): \(.tags | join(","))"'
| 1: a,b
$ echo '[{"n":"x","v":3},{"n":"y","v":1}]' | jq -c 'sort_by(.v) | map({(.n): .v}) | add'; jq -n --arg d "$(cat p.csv)" '$d | split("\n") | .[1:] | map(split(",")[0])' -c
| "{\"y\":1,\"x\":3}"
| "[\"\\\"Smith\",\"Doe\",\"Roe\"]"
$ printf '%s\n' b.10 b.9 a.1 | sort -V; printf '%s\n' 10K 2M 512 | sort -h; printf '%s\n' Feb Jan | sort -M
| a.1
| b.9
| b.10
| 512
| 10K
| 2M
| Jan
| Feb
$ comm -13 <(printf 'a\nb\n') <(printf 'b\nc\n'); join -t, <(printf '1,a\n2,b\n') <(printf '1,x\n3,y\n')
| c
| 1,a,x
$ echo 'hello world' | tr 'a-z' 'n-za-m' | tr 'a-z' 'n-za-m'; echo abc | rev | xxd -p | xxd -r -p; echo abc | od -An -tx1 | tr -d ' \n'; echo
| hello world
| cba
| 6162630a
$ head -c 16 /dev/zero | base64; echo -n abc | sha256sum | cut -c1-16; printf 'a b\n' | xargs -n1 printf '<%s>'; echo
| AAAAAAAAAAAAAAAAAAAAAA==
| ba7816bf8f01cfea
| <a><b>
$ stat -c '%n %s %a' log; touch -d '2024-01-01 00:00' log; stat -c %y log; test log -ot p.csv && echo older
| log 180 644
| 2024-01-01 00:00:00.000000000 +0000
| older
$ sed -i.bak 's/ERROR/ERR/' log && grep -c ERR log && diff log.bak log | head -2; sed -n '$=' log; sed '1!G;h;$!d' log | head -1
| 3
| 1c1
| < 2024-01-02 ERROR db: timeout after 30s
| 5
| 2024-01-04 ERR db: timeout after 31s
$ awk 'BEGIN { while ((getline l < "log") > 0) { split(l, a, " "); d[a[1]]++ } PROCINFO["sorted_in"] = "@ind_str_asc"; for (k in d) print k, d[k] }'
| 2024-01-02 2
| 2024-01-03 2
| 2024-01-04 1
$ paste -d'\t' <(seq 3) <(seq 4 6) | awk -F'\t' '{ print $1 * $2 }' | numfmt --format='%05.1f'
| 004.0
| 010.0
| 018.0
$ (echo x; sleep 0.1; echo y) | while read -r l; do echo "got $l"; done; timeout 0.2 sh -c 'while :; do :; done'; echo $?
| got x
| got y
| 124
$ mkdir -p a/b/c && touch a/b/c/f && (cd a && find . -depth | tr '\n' ' ') && rm -r a && ls a 2>&1 | sed 's/.*: //'
| ./b/c/f ./b/c ./b . No such file or directory
$ ln -s log l && readlink -f l | sed 's,.*/,,' && cp -L l copy && test ! -L copy && mv copy l2 && ls -F l l2
| log
| l@
| l2
$ split -l 2 --numeric-suffixes=1 -a 1 log part. && wc -l part.* | tail -1 && cat part.* | cmp - log && rm part.*
|   5 total
$ printf 'a\tb\n' | expand -t4 | cat -A; printf 'x  y\n' | tr -s ' ' | cut -d' ' -f2; printf 'one two three' | fold -sw 8; echo
| a   b$
| y
| one two 
| three
$ expr 5 \* 7 + 1; expr length "$(cat .env)" \> 10; test -n "$(find . -maxdepth 1 -name 'p.*')" && echo found; [ 10 -gt 9 ] && [ a \< b ]; echo $?
| 36
| 1
| found
| 0
$ env -i PATH="$PATH" X=1 sh -c 'echo $X $HOME'; nice -n 5 true; nohup true 2>/dev/null; id -u; printenv NOPE || echo unset
| 1
| 0
| unset
$ echo "a,b;c d" | tr ',; ' '\n\n\n' | nl -w1 -s. ; yes ok | head -3 | uniq -c | tr -s ' '
| 1.a
| 2.b
| 3.c
| 4.d
|  3 ok
$ gzip -k p.csv && zcat p.csv.gz | head -1 && gzip -l p.csv.gz | tail -1 | tr -s ' ' | cut -d' ' -f3; rm p.csv.gz
| name,age,city
| 56
$ printf 'line1\r\nline2\r\n' | tr -d '\r' | wc -c; printf 'line\r\n' | sed 's/\r$//' | od -c | head -1; file -b - < <(printf 'a\r\nb\r\n')
| 12
| "0000000   l   i   n   e  \\n"
| ASCII text, with CRLF line terminators
$ du -b --apparent-size p.csv | cut -f1; df -P . | awk 'NR == 2 { print NF }'; du -sh --apparent-size p.csv | cut -f1
| 56
| 6
| 56
$ printf '3\n1\n2\n' | sort | tee s1 | tail -1; cat s1 | tac | head -1; shuf -i 1-3 | sort | tr '\n' ,; echo; tsort <<< 'a b b c' | tr '\n' ' '; echo
| 3
| 3
| 1,2,3,
| a b c 

## odd input
$ printf 'a\n' > -n; cat -- -n; rm ./-n; touch 'a b' "c'd" $'e\nf'; ls | wc -l; find . -type f -print0 | xargs -0 ls -1 | wc -l; rm -- * ; ls -A
| a
| 4
| 4
$ printf '' | sort | wc -l; printf '\n' | sort | wc -l; printf 'x' | sed 's/x/y/'; echo; printf '' | awk 'END { print NR }'; printf '' | grep -c .; printf '' | tac; printf '' | rev; printf '' | jq .; echo $?
| 0
| 1
| y
| 0
| 0
| 0
$ sort <<< $'b\n\na' | od -An -c; uniq <<< ''; cut -d: -f99 <<< 'a:b'; tr -d 'a-z' <<< abc | od -An -c; head -c 0 /dev/zero; tail -c 0 /dev/null
| "  \\n   a  \\n   b  \\n"
| 
| 
| "  \\n"
$ sed 's/.*//' <<< abc; sed 's/$/\n/' <<< a; sed -e '$!N' -e 's/\n/ /' <<< $'a\nb\nc'; sed '/x/!s/^/-/' <<< $'x\ny'; sed 's/\(a\|b\)*/[&]/' <<< abac; sed -E 's/(^|,)([^,]*)/\1"\2"/g' <<< 'a,,b'
| 
| a
| 
| a b
| c
| x
| -y
| [aba]c
| "\"a\",\"\",\"b\""
$ awk 'BEGIN { $0 = "a b c"; $5 = "e"; print NF, $0; NF = 2; print $0; $0 = ""; print NF }' ; awk -F '' '{ print $2 }' <<< abc; awk 'BEGIN { printf "%s %d %c\n", "", "", "" }' | od -c | head -2; awk '{ $3 = "" } 1' <<< 'a b c d'; awk 'BEGIN { print length(), 1 " " -1, 2 -1, "a" > "/dev/stdout" }' < /dev/null
| 5 a b c  e
| a b
| 0
| b
| "0000000       0      \\0  \\n"
| 0000005
| a b  d
| 0 1-1 1 a
$ grep -F '[' <<< 'a[b'; grep '\.' <<< 'a.b'; grep -E 'a{0}b' <<< b; grep -w 'a' <<< 'a-a'; grep -x '' <<< ''; grep -o 'a*' <<< 'baab'; grep -c '' /dev/null; grep -e '' -e x <<< a; grep -E '^(.)(.)\2\1$' <<< abba; grep -iE '^STRASSE$' <<< strasse
| a[b
| a.b
| b
| a-a
| 
| aa
| 0
| a
| abba
| strasse
$ find . -maxdepth 0 -printf '%f|%P|%h\n'; find / -maxdepth 0 -printf '%f|%h\n'; find . -name . ; mkdir d; find d/ -printf '%p %f\n'; find d -exec test -d {} \; -print; find d -regex d
| .||.
| /|
| .
| d/ d/
| d
| d
$ date -d '2023-02-29' 2>&1; date -d '2024-12-31 23:59:60' +%F 2>&1; date -d 'last monday' +%u; date -d '1 week ago' +%u | wc -l; date -d @-86400 +%F; date -d '12/31/1999 11:59 PM' '+%F %R'
| date: invalid date '2023-02-29'
| date: invalid date '2024-12-31 23:59:60'
| 1
| 1
| 1969-12-31
| 1999-12-31 23:59
$ printf '%s\n' "$(printf 'a\n\n\n')" | wc -l; env printf '%5.1f|%-6d|%06d|%+d|% d\n' 3.14159 42 -42 7 7; env printf '%x %o %E\n' 255 8 12345.678; env printf '%b' 'a\tb\n'; env printf '%q\n' "a'b"; env printf '%s %s\n' 1 2 3
| 1
|   3.1|42    |-00042|+7| 7
| ff 10 1.234568E+04
| "a\tb"
| "\"a'b\""
| 1 2
| 3 
$ seq 5 | sed -n '2{N;N;p}'; seq 5 | sed '2,4{3!d}'; seq 3 | sed 'a x'; seq 3 | sed '$!d;s/3/three/w out'; cat out; seq 10 | sed -n '0~3p' | tr '\n' ' '; seq 3 | sed '1~2d'
| 2
| 3
| 4
| 1
| 3
| 5
| 1
| x
| 2
| x
| 3
| x
| three
| three
| 3 6 9 2
$ tr '[:upper:]' '[:lower:]' <<< 'ÀB'; cut -b1 <<< 'é' | od -An -tx1; LC_ALL=C.UTF-8 sed 's/./X/g' <<< 'aé€'; LC_ALL=C.UTF-8 awk '{ print toupper($0), length }' <<< 'straße'; LC_ALL=C.UTF-8 grep -o . <<< 'é€' | wc -l; LC_ALL=C.UTF-8 wc -m <<< '€'
| Àb
|  c3 0a
| XXX
| STRAßE 6
| 2
| 2

