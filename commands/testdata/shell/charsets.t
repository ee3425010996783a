## iconv
$ printf 'caf\351 \223\n' > l; printf 'h\303\251\342\202\254\342\200\234x\342\200\235\n' > u; printf 'ok\n' > a
$ iconv -f latin1 -t utf8 l | od -An -tx1
|  63 61 66 c3 a9 20 c2 93 0a
$ iconv -f ISO-8859-1 -t UTF-8 l | od -An -tx1
|  63 61 66 c3 a9 20 c2 93 0a
$ iconv -f cp1252 -t utf-8 l | od -An -tx1
|  63 61 66 c3 a9 20 e2 80 9c 0a
$ iconv -f utf-8 -t utf-16 u | od -An -tx1
|  ff fe 68 00 e9 00 ac 20 1c 20 78 00 1d 20 0a 00
$ iconv -f utf-8 -t utf-16le u | od -An -tx1
|  68 00 e9 00 ac 20 1c 20 78 00 1d 20 0a 00
$ iconv -f utf-8 -t utf-16be u | od -An -tx1
|  00 68 00 e9 20 ac 20 1c 00 78 20 1d 00 0a
$ iconv -f utf-8 -t ucs-2 u | od -An -tx1
|  68 00 e9 00 ac 20 1c 20 78 00 1d 20 0a 00
$ iconv -f utf-8 -t utf-32 u | od -An -tx1
|  ff fe 00 00 68 00 00 00 e9 00 00 00 ac 20 00 00
|  1c 20 00 00 78 00 00 00 1d 20 00 00 0a 00 00 00
$ iconv -f utf-8 -t ucs-4 u | od -An -tx1
|  00 00 00 68 00 00 00 e9 00 00 20 ac 00 00 20 1c
|  00 00 00 78 00 00 20 1d 00 00 00 0a
$ iconv -f utf-8 -t ucs-4le u | od -An -tx1
|  68 00 00 00 e9 00 00 00 ac 20 00 00 1c 20 00 00
|  78 00 00 00 1d 20 00 00 0a 00 00 00
$ iconv -f utf-8 -t utf-16 u | iconv -f utf-16 -t utf-8 | cmp - u; echo $?
| 0
$ iconv -f utf-8 -t utf-32 u | iconv -f utf-32 -t utf-8 | cmp - u; echo $?
| 0
$ printf '\376\377\0a' | iconv -f utf-16 -t utf-8; echo
| a
$ printf 'a\0b\0' | iconv -f utf-16 -t utf-8; echo
| ab
$ printf '\360\237\230\200' | iconv -f utf-8 -t utf-16be | od -An -tx1
|  d8 3d de 00
$ iconv -f utf-8 -t latin9 <<< 'é€' | od -An -tx1
|  e9 a4 0a
$ iconv -f utf-8 -t cp1252 u | od -An -tx1
|  68 e9 80 93 78 94 0a
$ iconv -f utf-8 -t koi8-r <<< 'привет' | od -An -tx1
|  d0 d2 c9 d7 c5 d4 0a
$ iconv -f utf-8 -t cp866 <<< 'привет' | iconv -f cp866 -t utf-8
| привет
$ iconv -f utf-8 -t shift_jis <<< '日本' | od -An -tx1
|  93 fa 96 7b 0a
$ iconv -f utf-8 -t euc-jp <<< '日本' | od -An -tx1
|  c6 fc cb dc 0a
$ iconv -f utf-8 -t gbk <<< '中文' | od -An -tx1
|  d6 d0 ce c4 0a
$ iconv -f utf-8 -t big5 <<< '中文' | od -An -tx1
|  a4 a4 a4 e5 0a
$ iconv -f utf-8 -t euc-kr <<< '한국' | od -An -tx1
|  c7 d1 b1 b9 0a
$ iconv -f utf-8 -t sjis <<< '日本' | iconv -f sjis -t utf-8
| 日本
$ iconv -f utf-8 -t ascii u; echo $?
| h1
! iconv: illegal input sequence at position 1
$ iconv -f utf-8 -t ascii a; echo $?
| ok
| 0
$ iconv -c -f utf-8 -t ascii u; echo $?
| hx
| 0
$ iconv -f utf-8 -t ascii//IGNORE u; echo $?
| hx
| 1
! iconv: illegal input sequence at position 14
$ iconv -f utf-8 -t ascii//TRANSLIT u; echo $?
| "h?EUR\"x\""
| 0
$ iconv -f utf-8 -t ascii//TRANSLIT <<< '– — … ‘’ © «»'
| - -- ... '' (C) <<>>
$ iconv -f utf-8 -t latin1 u; echo $?
| "h\xe91"
! iconv: illegal input sequence at position 3
$ iconv -f utf-8 l; echo $?
| caf1
! iconv: illegal input sequence at position 3
$ printf 'ab\303' | iconv -f utf-8 -t latin1; echo $?
| ab1
! iconv: incomplete character or shift sequence at end of buffer
$ printf 'a\0b' | iconv -f utf-16le -t utf-8; echo $?
| a1
! iconv: incomplete character or shift sequence at end of buffer
$ iconv -f foo -t utf-8 a; echo $?
| 1
! iconv: failed to start conversion processing
$ iconv -f utf-8 -t bar a; echo $?
| 1
! iconv: failed to start conversion processing
$ iconv -f utf-8 -t latin1 nofile; echo $?
| 1
! iconv: cannot open input file `nofile': No such file or directory
$ iconv -f utf-8 -t latin1 a a
| ok
| ok
$ iconv -f utf-8 -t utf-16le -o out a; od -An -tx1 out
|  6f 00 6b 00 0a 00
$ iconv a
| ok
$ iconv -f utf-8 -t ascii < a
| ok
$ iconv -x; echo $?
| 64
! iconv: invalid option -- 'x'
! Try `iconv --help' or `iconv --usage' for more information.
$ iconv -l | grep -c '^UTF-8//$'
| 1
$ LC_ALL=C.UTF-8 iconv -t latin1 <<< 'é' | od -An -tx1
|  e9 0a
$ iconv -f latin1 < l | od -An -tx1; echo $?
|  63 61 66
| 0
! iconv: illegal input sequence at position 3

## basenc
$ printf 'hello\n' > h; printf '\373\377\376' > b; printf '12345678' > e
$ basenc --base64 h
| aGVsbG8K
$ basenc --base64url b
| -__-
$ basenc --base32 h
| NBSWY3DPBI======
$ basenc --base32hex h
| D1IMOR3F18======
$ basenc --base16 h
| 68656C6C6F0A
$ basenc --base2msbf h
| 011010000110010101101100011011000110111100001010
$ basenc --base2lsbf h
| 000101101010011000110110001101101111011001010000
$ basenc --z85 e
| f!$Kwh8WxM
$ basenc --z85 h; echo $?
| 1
! basenc: invalid input (length must be multiple of 4 characters)
$ basenc --base16 -w 4 h
| 6865
| 6C6C
| 6F0A
$ basenc --base16 -w0 h; echo
| 68656C6C6F0A
$ basenc --base64 h | basenc --base64 -d
| hello
$ basenc --base64url b | basenc --base64url -d | cmp - b; echo $?
| 0
$ basenc --base32hex h | basenc --base32hex -d
| hello
$ basenc --base16 h | basenc --base16 -d
| hello
$ basenc --base2msbf h | basenc --base2msbf -d
| hello
$ basenc --base2lsbf h | basenc --base2lsbf -d
| hello
$ basenc --z85 e | basenc --z85 -d; echo
| 12345678
$ echo 68656C6C6F | basenc --base16 -d; echo
| hello
$ echo 68656c | basenc --base16 -d; echo $?
| he1
! basenc: invalid input
$ echo '68 65 6C' | basenc --base16 -di; echo $?
| hel0
$ echo 'a+b/' | basenc --base64url -d; echo $?
| 1
! basenc: invalid input
$ echo 0102 | basenc --base2msbf -d; echo $?
| 1
! basenc: invalid input
$ basenc h; echo $?
| 1
! basenc: missing encoding type
! Try 'basenc --help' for more information.
$ basenc --base16 nofile; echo $?
| 1
! basenc: nofile: No such file or directory
$ basenc --base16 h e; echo $?
| 1
! basenc: extra operand 'e'
! Try 'basenc --help' for more information.
$ basenc --base64 --base16 h
| 68656C6C6F0A
$ basenc --base16 < h
| 68656C6C6F0A
$ basenc -x
! basenc: invalid option -- 'x'
! Try 'basenc --help' for more information.
? 1

