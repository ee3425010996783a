## nl tac rev paste
$ printf 'a\n\nb\n' > f
$ nl f
| "     1\ta"
|        
| "     2\tb"
$ nl -ba f
| "     1\ta"
| "     2\t"
| "     3\tb"
$ nl -ba -w3 -s: -v5 -i2 f
|   5:a
|   7:
|   9:b
$ nl -n rz f
| "000001\ta"
|        
| "000002\tb"
$ nl -n ln f
| "1     \ta"
|        
| "2     \tb"
$ nl -b pb f
|        a
|        
| "     1\tb"
$ nl nofile
! nl: nofile: No such file or directory
? 1
$ tac f
| b
| 
| a
$ printf 'a\nb' | tac
| ba
$ printf 'a,b,c' | tac -s,
| cb,a,\
$ tac nofile
! tac: failed to open 'nofile' for reading: No such file or directory
? 1
$ rev f
| a
| 
| b
$ printf 'abc\nde' | rev
| cba
| ed\
$ printf '1\n2\n' > g
$ paste f g
| "a\t1"
| "\t2"
| "b\t"
$ paste -d, f g
| a,1
| ,2
| b,
$ paste -s f g
| "a\t\tb"
| "1\t2"
$ paste -sd+ g
| 1+2
$ paste -d'ab' f g f
| aa1ba
| a2b
| babb
$ seq 4 | paste - -
| "1\t2"
| "3\t4"
$ paste nofile
! paste: nofile: No such file or directory
? 1
$ paste -d '\n' f g
| a
| 1
| 
| 2
| b
| 

## comm
$ printf 'a\nb\nd\n' > f
$ printf 'b\nc\nd\n' > g
$ comm f g
| a
| "\t\tb"
| "\tc"
| "\t\td"
$ comm -12 f g
| b
| d
$ comm -3 f g
| a
| "\tc"
$ comm --total f g
| a
| "\t\tb"
| "\tc"
| "\t\td"
| "1\t1\t2\ttotal"
$ comm --output-delimiter=, f g
| a
| ,,b
| ,c
| ,,d
$ comm f
! comm: missing operand after 'f'
! Try 'comm --help' for more information.
? 1
$ comm f nofile
! comm: nofile: No such file or directory
? 1
$ printf 'b\na\n' > u
$ comm u g
| "\t\tb"
| a
| "\tc"
| "\td"
! comm: file 1 is not in sorted order
! comm: input is not in sorted order
? 1
$ comm --check-order u g
| "\t\tb"
! comm: file 1 is not in sorted order
? 1

## diff
$ printf 'a\nb\nc\nd\ne\nf\ng\nh\n' > f
$ printf 'a\nB\nc\nd\ne\nf\nh\ni' > g
$ diff f g
| 2c2
| < b
| ---
| > B
| 7d6
| < g
| 8a8
| > i
| "\\ No newline at end of file"
? 1
$ diff f f
$ diff -q f g
| Files f and g differ
? 1
$ diff -s f f
| Files f and f are identical
$ diff -u --label x --label y f g
| --- x
| +++ y
| @@ -1,8 +1,8 @@
|  a
| -b
| +B
|  c
|  d
|  e
|  f
| -g
|  h
| +i
| "\\ No newline at end of file"
? 1
$ diff -U1 --label x --label y f g
| --- x
| +++ y
| @@ -1,3 +1,3 @@
|  a
| -b
| +B
|  c
| @@ -6,3 +6,3 @@
|  f
| -g
|  h
| +i
| "\\ No newline at end of file"
? 1
$ diff -c --label x --label y f g
| *** x
| --- y
| ***************
| *** 1,8 ****
|   a
| ! b
|   c
|   d
|   e
|   f
| - g
|   h
| --- 1,8 ----
|   a
| ! B
|   c
|   d
|   e
|   f
|   h
| + i
| "\\ No newline at end of file"
? 1
$ diff -i f g
| 7d6
| < g
| 8a8
| > i
| "\\ No newline at end of file"
? 1
$ diff f nofile
! diff: nofile: No such file or directory
? 2
$ diff f
! diff: missing operand after 'f'
! diff: Try 'diff --help' for more information.
? 2
$ diff
! diff: missing operand after 'diff'
! diff: Try 'diff --help' for more information.
? 2
$ printf 'a  b\n' > s1
$ printf 'a b \n' > s2
$ diff s1 s2
| 1c1
| < a  b
| ---
| > a b 
? 1
$ diff -b s1 s2
$ diff -w s1 s2
$ mkdir d e
$ printf '1\n' > d/x
$ printf '2\n' > e/x
$ printf '3\n' > d/only
$ diff -r d e
| Only in d: only
| diff -r d/x e/x
| 1c1
| < 1
| ---
| > 2
? 1
$ diff -rq d e
| Only in d: only
| Files d/x and e/x differ
? 1
$ diff -rN d e
| diff -rN d/only e/only
| 1d0
| < 3
| diff -rN d/x e/x
| 1c1
| < 1
| ---
| > 2
? 1
$ diff d/x e
| 1c1
| < 1
| ---
| > 2
? 1
$ printf 'x\0' > b1
$ printf 'y\0' > b2
$ diff b1 b2
| Binary files b1 and b2 differ
? 1
$ printf 'a\n' | diff - f
| 1a2,8
| > b
| > c
| > d
| > e
| > f
| > g
| > h
? 1
$ printf '{\n}\n{\n}\n' > p
$ printf '{\n}\n{\n}\n{\n}\n' > q
$ diff p q
| 4a5,6
| > {
| > }
? 1
$ seq 30 > m
$ seq 30 | sed '5d;20s/$/x/' > n
$ diff m n
| 5d4
| < 5
| 20c19
| < 20
| ---
| > 20x
? 1
$ diff -u --label a --label b m n
| --- a
| +++ b
| @@ -2,7 +2,6 @@
|  2
|  3
|  4
| -5
|  6
|  7
|  8
| @@ -17,7 +16,7 @@
|  17
|  18
|  19
| -20
| +20x
|  21
|  22
|  23
? 1

## fold split strings xxd cmp
$ printf 'hello world foo\n' | fold -w 7
| hello w
| orld fo
| o
$ printf 'hello world foo\n' | fold -sw 7
| hello 
| world 
| foo
$ printf 'a\tb\n' | fold -w 8
| "a\t"
| b
$ printf 'abcdef' | fold -2
| ab
| cd
| ef\
$ fold -w 0
! fold: invalid number of columns: '0': Numerical result out of range
? 1
$ seq 25 > f
$ split -l 10 f
$ wc -l xaa xab xac
| 10 xaa
| 10 xab
|  5 xac
| 25 total
$ split -b 20 -d f p_
$ wc -c p_00 p_01 p_02 p_03
| 20 p_00
| 20 p_01
| 20 p_02
|  6 p_03
| 66 total
$ split -n 3 f n
$ wc -c naa nab nac
| 22 naa
| 22 nab
| 22 nac
| 66 total
$ split -l x f
! split: invalid number of lines: 'x'
? 1
$ split nofile
! split: cannot open 'nofile' for reading: No such file or directory
? 1
$ split -a 1 -l 1 f z
$ split -l 13 --verbose f v
| creating file 'vaa'
| creating file 'vab'
$ printf 'abc\0defgh\1ij\nklmnop\0' > b
$ strings b
| defgh
| klmnop
$ strings -n 2 -t d b
|       0 abc
|       4 defgh
|      10 ij
|      13 klmnop
$ strings nofile
! strings: 'nofile': No such file
? 1
$ xxd b
| 00000000: 6162 6300 6465 6667 6801 696a 0a6b 6c6d  abc.defgh.ij.klm
| 00000010: 6e6f 7000                                nop.
$ xxd -p b
| 61626300646566676801696a0a6b6c6d6e6f7000
$ xxd -p b | xxd -r -p | cmp - b
$ xxd b | xxd -r | cmp - b
$ xxd -l 4 -u b
| 00000000: 6162 6300                                abc.
$ xxd -c 4 b
| 00000000: 6162 6300  abc.
| 00000004: 6465 6667  defg
| 00000008: 6801 696a  h.ij
| 0000000c: 0a6b 6c6d  .klm
| 00000010: 6e6f 7000  nop.
$ xxd -b -l 7 b
| 00000000: 01100001 01100010 01100011 00000000 01100100 01100101  abc.de
| 00000006: 01100110                                               f
$ xxd -i b
| unsigned char b[] = {
|   0x61, 0x62, 0x63, 0x00, 0x64, 0x65, 0x66, 0x67, 0x68, 0x01, 0x69, 0x6a,
|   0x0a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70, 0x00
| };
| unsigned int b_len = 20;
$ xxd -g 1 -l 5 b
| 00000000: 61 62 63 00 64                                   abc.d
$ printf 'abc' > a1
$ printf 'abd' > a2
$ printf 'ab' > a3
$ printf 'ab\n' > a4
$ printf 'ab\nc' > a5
$ printf '' > a6
$ cmp a1 a2
| a1 a2 differ: char 3, line 1
? 1
$ cmp a1 a1
$ cmp -s a1 a2
? 1
$ cmp -l a1 a2
| 3 143 144
? 1
$ cmp a1 a3
! cmp: EOF on a3 after byte 2, in line 1
? 1
$ cmp a4 a5
! cmp: EOF on a4 after byte 3, line 1
? 1
$ cmp a6 a1
! cmp: EOF on a6 which is empty
? 1
$ cmp a1 nofile
! cmp: nofile: No such file or directory
? 2
$ cmp -b a1 a2
| a1 a2 differ: byte 3, line 1 is 143 c 144 d
? 1
$ cmp -n 2 a1 a2
$ cmp
! cmp: missing operand after 'cmp'
! cmp: Try 'cmp --help' for more information.
? 2
$ shuf -n 0 f
$ shuf f | sort -n | head -n 2
| 1
| 2
$ shuf -i 1-3 | sort
| 1
| 2
| 3
$ shuf -e a b | sort
| a
| b
$ shuf -i 3-1
! shuf: invalid input range: '3-1'
? 1

## base64
$ printf hello | base64
| aGVsbG8=
$ printf hello | base64 | base64 -d
| hello\
$ printf '%s' aGVsbG8 | base64 -d
| hello\
! base64: invalid input
? 1
$ printf 'aGVs!bG8=' | base64 -d
| hel\
! base64: invalid input
? 1
$ printf 'aGVs!bG8=' | base64 -di
| hello\
$ seq 40 | base64
| MQoyCjMKNAo1CjYKNwo4CjkKMTAKMTEKMTIKMTMKMTQKMTUKMTYKMTcKMTgKMTkKMjAKMjEKMjIK
| MjMKMjQKMjUKMjYKMjcKMjgKMjkKMzAKMzEKMzIKMzMKMzQKMzUKMzYKMzcKMzgKMzkKNDAK
$ seq 40 | base64 -w 0
| MQoyCjMKNAo1CjYKNwo4CjkKMTAKMTEKMTIKMTMKMTQKMTUKMTYKMTcKMTgKMTkKMjAKMjEKMjIKMjMKMjQKMjUKMjYKMjcKMjgKMjkKMzAKMzEKMzIKMzMKMzQKMzUKMzYKMzcKMzgKMzkKNDAK\
$ printf hello | base32
| NBSWY3DP
$ printf hello | base32 | base32 -d
| hello\
$ base64 nofile
! base64: nofile: No such file or directory
? 1
$ base64 -w x
! base64: invalid wrap size: 'x'
? 1

## checksums
$ printf hello > f
$ md5sum f
| 5d41402abc4b2a76b9719d911017c592  f
$ sha1sum f
| aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d  f
$ sha224sum < f
| ea09ae9cc6768c50fcee903ed054556e5bfc8347907f12598aa24193  -
$ sha256sum f
| 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824  f
$ sha384sum f
| 59e1748777448c69de6b800d7a33bbfb9ff1b463e44354c3553bcdb9c666fa90125a3c79f90397bdf5f6a13de828684f  f
$ sha512sum f
| 9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043  f
$ sha256sum --tag f
| SHA256 (f) = 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
$ md5sum f > sums
$ md5sum -c sums
| f: OK
$ md5sum -b f
| 5d41402abc4b2a76b9719d911017c592 *f
$ printf x > f
$ md5sum -c sums
| f: FAILED
! md5sum: WARNING: 1 computed checksum did NOT match
? 1
$ md5sum --status -c sums
? 1
$ md5sum nofile
! md5sum: nofile: No such file or directory
? 1
$ md5sum -c f
! md5sum: f: no properly formatted checksum lines found
? 1
$ md5sum --quiet f
! md5sum: the --quiet option is meaningful only when verifying checksums
! Try 'md5sum --help' for more information.
? 1

