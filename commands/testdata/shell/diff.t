## cmp
$ printf 'abc\ndef\n' > a; printf 'abc\ndxf\n' > b; printf 'abc\n' > c; printf 'ab' > d; : > e; cmp a a; echo $?; cmp a b; echo $?; cmp -b a b; cmp -l a b; cmp -lb a b; cmp -s a b; echo $?
| 0
| a b differ: char 6, line 2
| 1
| a b differ: byte 6, line 2 is 145 e 170 x
| 6 145 170
| 6 145 e    170 x
| 1
$ cmp a c; echo $?; cmp a d; echo $?; cmp a e; echo $?; cmp -l a d; echo $?; cmp -n 3 a b; echo $?; cmp -i 1 a b; cmp -i 6 a b; echo $?; cmp -i 1:2 a b; cmp a b 6 6; echo $?
| 1
| 1
| 1
| 1
| 0
| a b differ: char 5, line 2
| 0
| a b differ: char 1, line 1
| 0
! cmp: EOF on c after byte 4, line 1
! cmp: EOF on d after byte 2, in line 1
! cmp: EOF on e which is empty
! cmp: EOF on d after byte 2
$ cmp a nofile; echo $?; cmp -s a nofile; echo $?; cmp a -  < b; cmp < /dev/null - e; echo $?; cmp -n 100 a b; printf '\001\200\377x' > x; printf '\002\300\177x' > y; cmp -lb x y; cmp -b x y; cmp . a; echo $?
| 2
| 2
| a - differ: char 6, line 2
| 0
| a b differ: char 6, line 2
| 1   1 ^A     2 ^B
| 2 200 M-^@ 300 M-@
| 3 377 M-^? 177 ^?
| x y differ: byte 1, line 1 is   1 ^A   2 ^B
| 2
! cmp: nofile: No such file or directory
! cmp: .: Is a directory

## comm
$ printf 'a\nb\nd\n' > l; printf 'b\nc\nd\ne\n' > r; comm l r; comm -12 l r; comm -3 l r; comm -23 l r; comm -13 l r; comm --output-delimiter=: l r; comm --total l r; comm l nofile; echo $?
| a
| "\t\tb"
| "\tc"
| "\t\td"
| "\te"
| b
| d
| a
| "\tc"
| "\te"
| a
| c
| e
| a
| ::b
| :c
| ::d
| :e
| a
| "\t\tb"
| "\tc"
| "\t\td"
| "\te"
| "1\t2\t2\ttotal"
| 1
! comm: nofile: No such file or directory
$ comm - l < r | head -n 3; comm -z <(printf 'a\0b\0') <(printf 'b\0c\0') | tr '\0' .; echo
| "\ta"
| "\t\tb"
| c
| "a.\t\tb.\tc."

## diff normal
$ seq 10 > s; seq 10 | sed '3d;7s/.*/seven/;10a eleven' > t; diff s t; echo $?; diff t s; diff s s; echo $?; diff -q s t; diff -s s s; diff s nofile; echo $?; diff -q s s; diff e s | head -n 2; diff s e | head -n 2
| 3d2
| < 3
| 7c6
| < 7
| ---
| > seven
| 10a10
| > eleven
| 1
| 2a3
| > 3
| 6c7
| < seven
| ---
| > 7
| 10d10
| < eleven
| 0
| Files s and t differ
| Files s and s are identical
| 2
! diff: nofile: No such file or directory
! diff: e: No such file or directory
! diff: e: No such file or directory
$ printf 'x' > n1; printf 'x\n' > n2; printf 'y' > n3; diff n1 n2; diff n2 n1; diff n1 n3; diff n1 e; diff -u --label A --label B n1 n2; diff -u --label A --label B n1 n3; diff -c --label A --label B n1 n3
| 1c1
| < x
| "\\ No newline at end of file"
| ---
| > x
| 1c1
| < x
| ---
| > x
| "\\ No newline at end of file"
| 1c1
| < x
| "\\ No newline at end of file"
| ---
| > y
| "\\ No newline at end of file"
| --- A
| +++ B
| @@ -1 +1 @@
| -x
| "\\ No newline at end of file"
| +x
| --- A
| +++ B
| @@ -1 +1 @@
| -x
| "\\ No newline at end of file"
| +y
| "\\ No newline at end of file"
| *** A
| --- B
| ***************
| *** 1 ****
| ! x
| "\\ No newline at end of file"
| --- 1 ----
| ! y
| "\\ No newline at end of file"
! diff: e: No such file or directory
? 1

## diff unified
$ seq 30 > s; seq 30 | sed '2d;5a new;15,17d;29s/^/x/' > t; diff -u --label s --label t s t; diff -U 1 --label s --label t s t; diff -U 0 --label s --label t s t; diff -c --label s --label t s t; diff -C 1 --label s --label t s t
| --- s
| +++ t
| @@ -1,8 +1,8 @@
|  1
| -2
|  3
|  4
|  5
| +new;15,17d;29s/^/x/
|  6
|  7
|  8
| --- s
| +++ t
| @@ -1,3 +1,2 @@
|  1
| -2
|  3
| @@ -5,2 +4,3 @@
|  5
| +new;15,17d;29s/^/x/
|  6
| --- s
| +++ t
| @@ -2 +1,0 @@
| -2
| @@ -5,0 +5 @@
| +new;15,17d;29s/^/x/
| *** s
| --- t
| ***************
| *** 1,8 ****
|   1
| - 2
|   3
|   4
|   5
|   6
|   7
|   8
| --- 1,8 ----
|   1
|   3
|   4
|   5
| + new;15,17d;29s/^/x/
|   6
|   7
|   8
| *** s
| --- t
| ***************
| *** 1,3 ****
|   1
| - 2
|   3
| --- 1,2 ----
| ***************
| *** 5,6 ****
| --- 4,6 ----
|   5
| + new;15,17d;29s/^/x/
|   6
? 1
$ printf 'a\nb\nc\na\nb\nb\na\n' > m; printf 'c\nb\na\nb\na\nc\n' > q; diff m q; diff -u --label m --label q m q; diff q m; printf 'int f()\n{\n  a;\n}\n\nint g()\n{\n  b;\n}\n' > f1; printf 'int f()\n{\n  a;\n}\n\nint h()\n{\n  c;\n}\n\nint g()\n{\n  b;\n}\n' > f2; diff -u --label 1 --label 2 f1 f2; diff f2 f1
| 1,2d0
| < a
| < b
| 4d1
| < a
| 5a3
| > a
| 7a6
| > c
| --- m
| +++ q
| @@ -1,7 +1,6 @@
| -a
| -b
|  c
| -a
|  b
| +a
|  b
|  a
| +c
| 1c1
| < c
| ---
| > a
| 2a3
| > c
| 4a6
| > b
| 6d7
| < c
| --- 1
| +++ 2
| @@ -3,6 +3,11 @@
|    a;
|  }
|  
| +int h()
| +{
| +  c;
| +}
| +
|  int g()
|  {
|    b;
| 6,10d5
| < int h()
| < {
| <   c;
| < }
| < 
? 1

## diff options
$ printf 'A b\nc  d\n\ne\n' > w1; printf 'a b\nc d\ne \n' > w2; diff w1 w2; diff -i w1 w2; diff -b w1 w2; diff -w w1 w2; diff -B w1 w2; diff -ibB w1 w2; echo $?; diff -iwB w1 w2; echo $?
| 1,4c1,3
| < A b
| < c  d
| < 
| < e
| ---
| > a b
| > c d
| > e 
| 2,4c2,3
| < c  d
| < 
| < e
| ---
| > c d
| > e 
| 1c1
| < A b
| ---
| > a b
| 3d2
| < 
| 1c1
| < A b
| ---
| > a b
| 3d2
| < 
| 1,4c1,3
| < A b
| < c  d
| < 
| < e
| ---
| > a b
| > c d
| > e 
| 0
| 0
$ printf 'a\0b' > z1; printf 'a\0c' > z2; diff z1 z2; echo $?; diff -q z1 z2; diff -s z1 z1; diff -a z1 z2 | cat -A
| Binary files z1 and z2 differ
| 1
| Files z1 and z2 differ
| Files z1 and z1 are identical
| 1c1$
| < a^@b$
| "\\ No newline at end of file$"
| ---$
| > a^@c$
| "\\ No newline at end of file$"

## diff directories
$ mkdir -p A/sub B/sub B/only; echo 1 > A/x; echo 1 > B/x; echo 2 > A/sub/y; echo 3 > B/sub/y; echo a > A/onlya; mkdir A/dir; echo f > B/dir; diff A B; echo $?; diff -r A B; echo $?; diff -rq A B; diff -rN A B; diff -r -x y -x 'only*' A B; diff A/x B; diff A B/x | head -n 1; echo q > x; diff x A; echo $?
| File A/dir is a directory while file B/dir is a regular file
| Only in B: only
| Only in A: onlya
| Common subdirectories: A/sub and B/sub
| 1
| File A/dir is a directory while file B/dir is a regular file
| Only in B: only
| Only in A: onlya
| diff -r A/sub/y B/sub/y
| 1c1
| < 2
| ---
| > 3
| 1
| File A/dir is a directory while file B/dir is a regular file
| Only in B: only
| Only in A: onlya
| Files A/sub/y and B/sub/y differ
| File A/dir is a directory while file B/dir is a regular file
| diff -rN A/onlya B/onlya
| 1d0
| < a
| diff -rN A/sub/y B/sub/y
| 1c1
| < 2
| ---
| > 3
| File A/dir is a directory while file B/dir is a regular file
| 1c1
| < q
| ---
| > 1
| 1

