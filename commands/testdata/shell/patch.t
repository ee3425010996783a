## unified
$ seq 20 > a; seq 20 | sed '3d;10s/$/x/;18a new' > b; diff -u a b > p; cp a c; patch c p; cmp b c; echo $?; patch -R c < p; cmp a c; echo $?
| patching file c
| 0
| patching file c
| 0
$ (echo 0; seq 20) > d; patch d p; echo $?; head -n 4 d; patch --dry-run a p; cmp a c; patch -o out a p; cmp out b; echo $?; patch -s a < p; cmp a b
| patching file d
| Hunk #1 succeeded at 2 with fuzz 1 (offset 1 line).
| Hunk #2 succeeded at 16 (offset 1 line).
| 0
| 0
| 1
| 2
| 4
| checking file a
| patching file out (read from a)
| 0
$ mkdir -p x/y; seq 5 > x/y/f; printf -- '--- a/x/y/f\n+++ b/x/y/f\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n' > q; patch -p1 < q; cat x/y/f; patch -R -p1 -i q; cat x/y/f; patch -d x -p2 < q; head -n 2 x/y/f
| patching file x/y/f
| 1
| two
| 3
| 4
| 5
| patching file x/y/f
| 1
| 2
| 3
| 4
| 5
| patching file y/f
| 1
| two
$ seq 10 > e; printf -- '--- e\n+++ e\n@@ -2,5 +2,5 @@\n two\n 3\n-4\n+four\n 5\n 6\n' > f; patch < f; echo $?; sed -n 4p e; printf -- '--- e\n+++ e\n@@ -1,3 +1,3 @@\n q\n-w\n+r\n t\n' > g; patch < g; echo $?; cat e.rej; ls e.orig
| patching file e
| Hunk #1 succeeded at 2 with fuzz 1.
| 0
| four
| patching file e
| Hunk #1 FAILED at 1.
| 1 out of 1 hunk FAILED -- saving rejects to file e.rej
| 1
| --- e
| +++ e
| @@ -1,3 +1,3 @@
|  q
| -w
| +r
|  t
| e.orig
$ printf -- '--- /dev/null\n+++ new\n@@ -0,0 +1,2 @@\n+one\n+two\n' > n; patch < n; cat new; patch -R < n; ls new 2>/dev/null; echo $?
| patching file new
| one
| two
| patching file new
| 2
$ printf 'a\nb' > nn; printf 'a\nc' > nm; diff -u nn nm > np; patch nn np; cmp nn nm; echo $?; diff nm e > /dev/null; echo junk > j; patch e j; echo $?
| patching file nn
| 0
| 2
! patch: **** Only garbage was found in the patch input.

## normal
$ seq 20 > a; seq 20 | sed '3d;10s/$/x/;18a new' > b; diff a b > p; patch a p; cmp a b; echo $?; patch -R a p; seq 20 | cmp - a; echo $?
| patching file a
| 0
| patching file a
| 0
$ seq 30 > m1; sed '5d;25s/^/q/' m1 > m2; diff m1 m2 > p; (echo z; cat m1) > m3; patch m3 p; diff m3 m2
| patching file m3
| Hunk #1 succeeded at 6 (offset 1 line).
| Hunk #2 succeeded at 25 (offset 1 line).
| 1d0
| < z
? 1

