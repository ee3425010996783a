## NUL and high bytes pass
$ printf 'b\0a\n\377x\n\0\n' > f
$ cat f | od -An -tx1
|  62 00 61 0a ff 78 0a 00 0a
$ sort f | od -An -tx1
|  00 0a 62 00 61 0a ff 78 0a
$ sort -z f | od -An -tx1
|  0a 00 61 0a ff 78 0a 00 62 00
$ uniq f | od -An -tx1
|  62 00 61 0a ff 78 0a 00 0a
$ sed 's/x/y/' f | od -An -tx1
|  62 00 61 0a ff 79 0a 00 0a
$ sed -n '1p' f | od -An -tx1
|  62 00 61 0a
$ awk '{ print length($0) }' f
| 3
| 2
| 1
$ awk '{ print }' f | od -An -tx1
|  62 00 61 0a ff 78 0a 00 0a
$ grep -a x f | od -An -tx1
|  ff 78 0a
$ grep -ac '' f
| 3
$ grep -c x f
| 1
$ cut -c1 f | od -An -tx1
|  62 0a ff 0a 00 0a
$ cut -d a -f1 f | od -An -tx1
|  62 00 0a ff 78 0a 00 0a
$ tr a b < f | od -An -tx1
|  62 00 62 0a ff 78 0a 00 0a
$ tr -d '\0' < f | od -An -tx1
|  62 61 0a ff 78 0a 0a
$ head -n 1 f | od -An -tx1
|  62 00 61 0a
$ head -c 2 f | od -An -tx1
|  62 00
$ tail -n 1 f | od -An -tx1
|  00 0a
$ tail -c 3 f | od -An -tx1
|  0a 00 0a
$ tac f | od -An -tx1
|  00 0a ff 78 0a 62 00 61 0a
$ paste f f | od -An -tx1
|  62 00 61 09 62 00 61 0a ff 78 09 ff 78 0a 00 09
|  00 0a
$ paste -s f | od -An -tx1
|  62 00 61 09 ff 78 09 00 0a
$ nl -ba f | od -An -tx1
|  20 20 20 20 20 31 09 62 00 61 0a 20 20 20 20 20
|  32 09 ff 78 0a 20 20 20 20 20 33 09 00 0a
$ fold -w 1 f | od -An -tx1
|  62 0a 00 0a 61 0a ff 0a 78 0a 00 0a
$ expand f | od -An -tx1
|  62 00 61 0a ff 78 0a 00 0a
$ unexpand -a f | od -An -tx1
|  62 00 61 0a ff 78 0a 00 0a
$ wc f
| 3 2 9 f
$ wc -L f
| 2 f
$ cat -v f
| b^@a
| M-^?x
| ^@
$ cat -A f
| b^@a$
| M-^?x$
| ^@$
$ join f f 2>/dev/null | od -An -tx1
|  62 00 61 0a ff 78 0a 00 0a
$ comm -12 f f 2>/dev/null | od -An -tx1
|  62 00 61 0a ff 78 0a 00 0a
$ tee g < f > /dev/null; cmp f g; echo $?
| 0
$ split -l 1 f p; cat p* | cmp - f; echo $?
| 0
$ dd if=f bs=1 2>/dev/null | cmp - f; echo $?
| 0
$ base64 f; base64 f | base64 -d | cmp - f; echo $?
| YgBhCv94CgAK
| 0
$ xxd f | xxd -r | cmp - f; echo $?
| 0
$ gzip -c f | gunzip | cmp - f; echo $?
| 0
$ bzip2 -c f | bunzip2 | cmp - f; echo $?
| 0
$ xz -c f | unxz | cmp - f; echo $?
| 0
$ zstd -qc f | unzstd -q | cmp - f; echo $?
| 0
$ tar cf - f | tar xOf - | cmp - f; echo $?
| 0
$ md5sum f; cksum f; sum f
| b00544633748f6a0c3ef1516138ce136  f
| 4134923782 9 f
| 42541     1 f
$ strings -n 1 f
| b
| a
| x
$ file -b f
| data
$ xargs -0 printf '[%s]' < f | od -An -tx1
|  5b 62 5d 5b 61 0a ff 78 0a 5d 5b 0a 5d
$ printf 'x\0y\0' | xargs -0 -n1 echo
| x
| y
$ printf 'c\0a\0b\0' | sort -z | tr '\0' '\n'
| a
| b
| c
$ printf 'a\0a\0b\0' | uniq -z | tr '\0' '\n'
| a
| b
$ printf 'a\0b\0' | head -z -n1 | od -An -c
| "   a  \\0"
$ printf 'a\0b\0' | tail -z -n1 | od -An -c
| "   b  \\0"
$ printf 'a:1\0b:2\0' | cut -z -d: -f2 | tr '\0' '\n'
| 1
| 2
$ printf 'a\0b\0' | paste -z -s -d, | od -An -c
| "   a   ,   b  \\0"
$ printf 'a\0b\0' | sed -z 's/^/x/' | tr '\0' '\n'
| xa
| xb
$ printf 'a\0b\0' | grep -z b | od -An -c
| "   b  \\0"
$ printf 'a\0b\0' | shuf -z | tr '\0' '\n' | sort
| a
| b
$ printf 'a b\0c\0' | numfmt -z --invalid=ignore | od -An -c
| "   a       b  \\0   c  \\0"
$ iconv -f latin1 -t utf-8 f 2>/dev/null | od -An -tx1
|  62 00 61 0a c3 bf 78 0a 00 0a

