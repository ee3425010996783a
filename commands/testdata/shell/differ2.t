## colours of diff
$ printf 'a\nb\nc\n' > a; printf 'a\nx\nc' > b; for o in "" "-u --label x --label y" "-c --label x --label y" "-y -W 20" "-e"; do diff --color=always $o a b; echo $?; done; diff --color=bad a b; diff --color=auto a b; diff --color=never a b
| "\x1b[36m2,3c2,3\x1b[0m"
| "\x1b[31m< b\x1b[0m"
| "\x1b[31m< c\x1b[0m"
| ---
| "\x1b[32m> x\x1b[0m"
| "\x1b[32m> c\x1b[0m"
| "\\ No newline at end of file"
| 1
| "\x1b[1m--- x\x1b[0m"
| "\x1b[1m+++ y\x1b[0m"
| "\x1b[36m@@ -1,3 +1,3 @@\x1b[0m"
|  a
| "\x1b[31m-b\x1b[0m"
| "\x1b[31m-c\x1b[0m"
| "\x1b[32m+x\x1b[0m"
| "\x1b[32m+c\x1b[0m"
| "\\ No newline at end of file"
| 1
| "\x1b[1m*** x\x1b[0m"
| "\x1b[1m--- y\x1b[0m"
| ***************
| "\x1b[36m*** 1,3 ****\x1b[0m"
| "\x1b[31m  a\x1b[0m"
| "\x1b[31m! b\x1b[0m"
| "\x1b[31m! c\x1b[0m"
| "\x1b[36m--- 1,3 ----\x1b[0m"
| "\x1b[32m  a\x1b[0m"
| "\x1b[32m! x\x1b[0m"
| "\x1b[32m! c\x1b[0m"
| "\\ No newline at end of file"
| 1
| "a\ta"
| "b     |\tx"
| "c     /\tc"
| 1
| 2c
| x
| .
| 2
| 2,3c2,3
| < b
| < c
| ---
| > x
| > c
| "\\ No newline at end of file"
| 2,3c2,3
| < b
| < c
| ---
| > x
| > c
| "\\ No newline at end of file"
! diff: b: No newline at end of file
! 
! diff: invalid color 'bad'
! diff: Try 'diff --help' for more information.
? 1

## merged output of diff
$ printf 'a\nb\nd\n' > a; printf 'a\nc\nd\ne\n' > b; diff -D FOO a b; echo $?; diff --ifdef=X b a; diff -D FOO a a; echo $?; diff --unchanged-line-format='' --old-line-format='-%L' --new-line-format='+%L' a b; diff --line-format='%l|' a b; diff --old-line-format='%dn:%L' --new-line-format='%5dn>%L' --unchanged-line-format='%-4xn=%l|' a b; diff --changed-group-format='<%df-%dl %dn|%dF-%dL %dN %de %dM> %<%>' --unchanged-group-format='' a b; diff --changed-group-format="%(N=1?one:many) %(n=0?none:some) " --unchanged-group-format='%=' --new-group-format='NEW %c'\''x'\'' %c'\''\101'\'' %>' a b; diff --unchanged-group-format='@@ %dn lines|' a b; diff --new-line-format='%%%z%L' a b
| a
| #ifndef FOO
| b
| #else /* FOO */
| c
| #endif /* FOO */
| d
| #ifdef FOO
| e
| #endif /* FOO */
| 1
| a
| #ifndef X
| c
| #else /* X */
| b
| #endif /* X */
| d
| #ifndef X
| e
| #endif /* ! X */
| a
| b
| d
| 0
| -b
| +c
| +e
| a|b|c|d|e|1   =a|2:b
|     2>c
| 3   =d|    4>e
| <2-2 1|2-2 1 1 3> b
| c
| <4-3 0|4-4 1 3 5> e
| a
| one some d
| NEW x A e
| @@ 1 lines|b
| c
| @@ 1 lines|e
| a
| b
| %%zc
| d
| %%ze
? 1

## lines that diff ignores
$ printf '#c 1\na\nb\n' > a; printf '#c 2\na\nb\n' > b; diff -I '^#' a b; echo $?; printf '#c 2\na\nX\n' > b; diff -I '^#' a b; echo $?; diff -I '^#' -I '^X' a b; diff -I '^#' -I '^[bX]' a b; echo $?; diff --ignore-matching-lines='[' a b; echo $?; printf '\na\nb\n' > b; diff -B -I '^#' a b; echo $?
| 0
| 3c3
| < b
| ---
| > X
| 1
| 3c3
| < b
| ---
| > X
| 0
| 2
| 0
! diff: [: Invalid regular expression

