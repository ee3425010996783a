## cp
$ mkdir -p s/d; printf 1 > s/f; printf 22 > s/d/g; ln -s f s/l; chmod 640 s/f; touch -d @1000 s/f; ln s/f s/h
$ cp s/f c; stat -c '%a %s' c
| 640 1
$ cp -p s/f p; stat -c '%a %Y' p
| 640 1000
$ cp -r s r; find r | sort; readlink r/l
| r
| r/d
| r/d/g
| r/f
| r/h
| r/l
| f
$ cp -R s r; find r/s | sort | head -2
| r/s
| r/s/d
$ cp -a s a; stat -c '%Y %h' a/f; readlink a/l
| 1000 2
| f
$ cp -rL s L; stat -c %F L/l
| regular file
$ cp -rH s/l H; stat -c %F H
| regular file
$ cp -d s/l D; readlink D
| f
$ cp -P s/l P; readlink P
| f
$ cp --preserve=mode,timestamps s/f m; stat -c '%a %Y' m
| 640 1000
$ cp --preserve=bad s/f m
! cp: invalid argument 'bad' for '--preserve'
! Valid arguments are:
!   - 'mode'
!   - 'timestamps'
!   - 'ownership'
!   - 'links'
!   - 'context'
!   - 'xattr'
!   - 'all'
! Try 'cp --help' for more information.
? 1
$ cp --preserve=links s/f s/h x 2>&1
| cp: target 'x': No such file or directory
? 1
$ cp --no-preserve=mode s/f nm; stat -c %a nm
| 644
$ cp -u s/f c; stat -c %Y c | wc -c
| 11
$ cp -n s/d/g c; cat c
| 1\
$ cp --update=none s/d/g c
! cp: option '--update' doesn't allow an argument
! Try 'cp --help' for more information.
? 1
$ echo n | cp -i s/d/g c; cat c
| 1\
! cp: overwrite 'c'? \
$ echo y | cp -i s/d/g c; cat c
| 22\
! cp: overwrite 'c'? \
$ cp -f s/f c; cat c
| 1\
$ cp -v s/f s/d/g r
| 's/f' -> 'r/f'
| 's/d/g' -> 'r/g'
$ cp -rv s/d V
| 's/d' -> 'V'
| 's/d/g' -> 'V/g'
$ cp -b s/f c; ls c*
| c
| c~
$ cp --backup=numbered s/f c; cp --backup=numbered s/f c; ls c*
| c
| c.~1~
| c.~2~
| c~
$ cp --backup=existing s/f c; ls c*
| c
| c.~1~
| c.~2~
| c.~3~
| c~
$ cp --backup=none s/f c; ls c* | wc -l
| 5
$ cp -S .bak s/f c; ls c.bak
! ls: cannot access 'c.bak': No such file or directory
? 2
$ cp --backup=bad s/f c
! cp: invalid argument 'bad' for 'backup type'
! Valid arguments are:
!   - 'none', 'off'
!   - 'simple', 'never'
!   - 'existing', 'nil'
!   - 'numbered', 't'
! Try 'cp --help' for more information.
? 1
$ cp -t r s/f; ls r
| d
| f
| g
| h
| l
| s
$ cp -T s/f r
! cp: cannot overwrite directory 'r' with non-directory
? 1
$ cp -T -r s r2; ls r2
| d
| f
| h
| l
$ cp -T s r2
! cp: -r not specified; omitting directory 's'
? 1
$ cp -rT s r2; ls r2
| d
| f
| h
| l
$ cp s/f s/d/g
$ cp s x
! cp: -r not specified; omitting directory 's'
? 1
$ cp s/f nodir/x
! cp: cannot create regular file 'nodir/x': No such file or directory
? 1
$ cp s/f nodir/
! cp: cannot create regular file 'nodir/': Not a directory
? 1
$ cp nofile x
! cp: cannot stat 'nofile': No such file or directory
? 1
$ cp s/f s/f
! cp: 's/f' and 's/f' are the same file
? 1
$ cp s/f s/h
! cp: 's/f' and 's/h' are the same file
? 1
$ cp s/l s/f
! cp: 's/l' and 's/f' are the same file
? 1
$ cp s/f
! cp: missing destination file operand after 's/f'
! Try 'cp --help' for more information.
? 1
$ cp
! cp: missing file operand
! Try 'cp --help' for more information.
? 1
$ cp a b c
! cp: target 'c': Not a directory
? 1
$ cp -r s s; rm -rf s/s
! cp: cannot copy a directory, 's', into itself, 's/s'
$ cp -r s s/d; rm -rf s/d/s
! cp: cannot copy a directory, 's', into itself, 's/d/s'
$ cp -l s/f hard; stat -c %h hard
| 3
$ cp -s s/f sym; readlink sym
| s/f
$ cp -s s/f r/sym
! cp: r/sym: can make relative symbolic links only in current directory
? 1
$ cp -rs s rs 2>&1 | sort
| cp: rs/d/g: can make relative symbolic links only in current directory
| cp: rs/f: can make relative symbolic links only in current directory
| cp: rs/h: can make relative symbolic links only in current directory
| cp: rs/l: can make relative symbolic links only in current directory
$ cp -l s/f hard
$ cp -lf s/f hard
$ cp --parents s/d/g par 2>&1; mkdir par; cp --parents s/d/g par; find par | sort
| cp: with --parents, the destination must be a directory
| Try 'cp --help' for more information.
| par
| par/s
| par/s/d
| par/s/d/g
$ cp --attributes-only s/d/g c; cat c
| 1\
$ cp --remove-destination s/f c; cat c
| 1\
$ cp --reflink=auto s/f c; cp --reflink=never s/f c; cp --sparse=always s/f c; cp --sparse=bad s/f c
! cp: invalid argument 'bad' for '--sparse'
! Valid arguments are:
!   - 'never'
!   - 'auto'
!   - 'always'
! Try 'cp --help' for more information.
? 1
$ cp --strip-trailing-slashes s/f/ c2; cat c2
! cp: cannot stat 's/f/': Not a directory
! cat: c2: No such file or directory
? 1
$ cp s/f/ c3
! cp: cannot stat 's/f/': Not a directory
? 1
$ mkfifo fi; cp -r fi fi2; stat -c %F fi2
| fifo
$ cp -r nodir1 x
! cp: cannot stat 'nodir1': No such file or directory
? 1
$ cp s/f dang/x
! cp: cannot create regular file 'dang/x': No such file or directory
? 1
$ ln -s none dl; cp s/f dl
! cp: not writing through dangling symlink 'dl'
? 1
$ cp --debug s/f c4
! cp: unrecognized option '--debug'
! Try 'cp --help' for more information.
? 1
$ cp . x
! cp: -r not specified; omitting directory '.'
? 1
$ cp -x s/f c5; cp -Z s/f c6; cp -y s/f c7
! cp: invalid option -- 'y'
! Try 'cp --help' for more information.
? 1
$ chmod 000 c5; cp c5 c8; stat -c %a c8
| 0
$ cp s/f /dev/null; cp /dev/null empty; stat -c %s empty
| 0
$ mkdir q; touch q/c; cp s/f q c 2>&1; cp s/f q
| cp: target 'c': Not a directory
$ cp -r s/. dot; ls dot
| d
| f
| h
| l
$ cp -r s/* star 2>&1; mkdir star; cp -r s/* star; ls star
| cp: target 'star': No such file or directory
| d
| f
| h
| l

## mv
$ mkdir d e; touch a b c d/x e/x; printf 1 > one; printf 2 > two
$ mv one two; cat two; ls one
| 1\
! ls: cannot access 'one': No such file or directory
? 2
$ mv -v a aa
| renamed 'a' -> 'aa'
$ mv -v aa b d
| renamed 'aa' -> 'd/aa'
| renamed 'b' -> 'd/b'
$ mv d/aa d/b .; ls
| aa
| b
| c
| d
| e
| two
$ mv -n b aa; ls b
| b
$ mv -i b aa < /dev/null; ls b
| b
! mv: overwrite 'aa'? \
$ echo y | mv -i b aa
! mv: overwrite 'aa'? \
$ mv -f aa b
$ mv -u b c; ls b c
| b
| c
$ touch k; mv -b k c; ls c*
| c
| c~
$ touch k; mv --backup=t k c; ls c*
| c
| c.~1~
| c~
$ touch k; mv -S .old k c; ls c*
| c
| c.~1~
| c.~2~
| c~
$ touch k; mv -t d k; ls d
| k
| x
$ mv -T d/k e
! mv: cannot overwrite directory 'e' with non-directory
? 1
$ mv -T d e2; ls e2
| k
| x
$ mv e2 d; mv d e; ls e
| d
| x
$ mv e/d .; mv e/x d
$ touch e/x2; mkdir f; touch f/e; mv e f
! mv: cannot overwrite non-directory 'f/e' with directory 'e'
? 1
$ mv nofile x
! mv: cannot stat 'nofile': No such file or directory
? 1
$ mv nofile1 nofile2 d
! mv: cannot stat 'nofile1': No such file or directory
! mv: cannot stat 'nofile2': No such file or directory
? 1
$ mv a
! mv: missing destination file operand after 'a'
! Try 'mv --help' for more information.
? 1
$ mv
! mv: missing file operand
! Try 'mv --help' for more information.
? 1
$ mv c d nodir
! mv: target 'nodir': No such file or directory
? 1
$ mv c nodir/x
! mv: cannot move 'c' to 'nodir/x': No such file or directory
? 1
$ mv d d
! mv: cannot move 'd' to a subdirectory of itself, 'd/d'
? 1
$ mv d d/sub
! mv: cannot move 'd' to a subdirectory of itself, 'd/sub'
? 1
$ mv c c
! mv: 'c' and 'c' are the same file
? 1
$ touch m1 m2; mv m1 m2 d; ls d
| k
| m1
| m2
| x
$ mkdir g; mv c g/; ls g; mv g/c ./
| c
$ mv c nodir/
! mv: cannot move 'c' to 'nodir/': Not a directory
? 1
$ ln -s c sl; mv sl sl2; readlink sl2
| c
$ mv --strip-trailing-slashes g/ g2; ls -d g2
| g2
$ mkdir n1 n2; touch n2/z; mv -T n1 n2
! mv: cannot move 'n1' to 'n2': Directory not empty
? 1
$ mkdir n3; mv -T n1 n3; ls -d n3
| n3
$ mv -v n3 n4
| renamed 'n3' -> 'n4'
$ mv --no-clobber --verbose c d
| renamed 'c' -> 'd/c'
$ mv . x
! mv: cannot move '.' to 'x': Device or resource busy
? 1
$ mv d/. y
! mv: cannot move 'd/.' to 'y': Device or resource busy
? 1
$ mv -y a b
! mv: invalid option -- 'y'
! Try 'mv --help' for more information.
? 1
$ touch f1; mv f1 f1/
! mv: cannot stat 'f1/': Not a directory
? 1
$ mv --suffix
! mv: option '--suffix' requires an argument
! Try 'mv --help' for more information.
? 1
$ mv --target-directory=nodir c
! mv: target directory 'nodir': No such file or directory
? 1

## rm and directories
$ mkdir -p a/b/c; touch a/f a/b/g x y 'sp ace'
$ rm x
$ rm x
! rm: cannot remove 'x': No such file or directory
? 1
$ rm -f x; rm -f x y
$ rm a
! rm: cannot remove 'a': Is a directory
? 1
$ rm -d a
! rm: cannot remove 'a': Directory not empty
? 1
$ rm -dv a/b/c
| removed directory 'a/b/c'
$ rm -rv a/b
| removed 'a/b/g'
| removed directory 'a/b'
$ rm -i 'sp ace' < /dev/null; ls 'sp ace'
| sp ace
! rm: remove regular empty file 'sp ace'? \
$ printf 'y\n' | rm -i 'sp ace'
! rm: remove regular empty file 'sp ace'? \
$ mkdir -p p/q; touch p/q/2; printf 'y\ny\ny\ny\ny\ny\n' | rm -ri p
! rm: descend into directory 'p'? rm: descend into directory 'p/q'? rm: remove regular empty file 'p/q/2'? rm: remove directory 'p/q'? rm: remove directory 'p'? \
$ touch 1 2 3 4; printf 'n\n' | rm -I 1 2 3 4; ls 1
| 1
! rm: remove 4 arguments? \
$ printf 'y\n' | rm -I 1 2 3 4
! rm: remove 4 arguments? \
$ mkdir z; printf 'n\n' | rm -rI z; ls -d z
| z
! rm: remove 1 argument recursively? \
$ rm --interactive=never nofile
! rm: cannot remove 'nofile': No such file or directory
? 1
$ rm --interactive=bad z
! rm: invalid argument 'bad' for '--interactive'
! Valid arguments are:
!   - 'never', 'no', 'none'
!   - 'once'
!   - 'always', 'yes'
! Try 'rm --help' for more information.
? 1
$ rm -r z/.; rm -r z/..; rm -rf .; rm -rf ..; ls -d z
| z
! rm: refusing to remove '.' or '..' directory: skipping 'z/.'
! rm: refusing to remove '.' or '..' directory: skipping 'z/..'
! rm: refusing to remove '.' or '..' directory: skipping '.'
! rm: refusing to remove '.' or '..' directory: skipping '..'
$ rm -r --preserve-root /
! rm: it is dangerous to operate recursively on '/'
! rm: use --no-preserve-root to override this failsafe
? 1
$ rm --no-preserve-root nofile
! rm: cannot remove 'nofile': No such file or directory
? 1
$ rm -rf nofile; rm ''
! rm: cannot remove '': No such file or directory
? 1
$ rm -- -x; touch -- -x; rm -x; rm -- -x; touch ./-y; rm ./-y
! rm: cannot remove '-x': No such file or directory
! rm: invalid option -- 'x'
! Try 'rm ./-x' to remove the file '-x'.
! Try 'rm --help' for more information.
$ rm --one-file-system z
! rm: cannot remove 'z': Is a directory
? 1
$ rm -R z; ls z
! ls: cannot access 'z': No such file or directory
? 2
$ mkdir ro; touch ro/f; chmod 444 ro/f; rm -f ro/f; ls ro
$ ln -s ro lnk; rm -r lnk; ls -d ro
| ro
$ rm ro/
! rm: cannot remove 'ro/': Is a directory
? 1
$ rm -v ro/f nofile
! rm: cannot remove 'ro/f': No such file or directory
! rm: cannot remove 'nofile': No such file or directory
? 1
$ touch nd; rm nd/; rm nd/x
! rm: cannot remove 'nd/': Not a directory
! rm: cannot remove 'nd/x': Not a directory
? 1
$ mkdir -p m/n; mkdir m; mkdir m/n/o/p; mkdir -p m/n/o/p; mkdir -v v1; mkdir -pv v1/v2/v3; mkdir -m 711 v4; stat -c %a v4
| mkdir: created directory 'v1'
| mkdir: created directory 'v1/v2'
| mkdir: created directory 'v1/v2/v3'
| 711
! mkdir: cannot create directory 'm': File exists
! mkdir: cannot create directory 'm/n/o/p': No such file or directory
$ mkdir -m a=rwx,o-w v5; stat -c %a v5; mkdir -pm 700 v6/v7; stat -c '%a' v6 v6/v7; mkdir -m bad v8; mkdir ''; touch file; mkdir file; mkdir -p file; mkdir -p file/x; mkdir file/x
| 775
| 755
| 700
! mkdir: invalid mode 'bad'
! mkdir: cannot create directory '': No such file or directory
! mkdir: cannot create directory 'file': File exists
! mkdir: cannot create directory 'file': File exists
! mkdir: cannot create directory 'file': Not a directory
! mkdir: cannot create directory 'file/x': Not a directory
? 1
$ mkdir; mkdir -y; mkdir nod/x; mkdir m v9 m/q; ls -d v9 m/q
| m/q
| v9
! mkdir: missing operand
! Try 'mkdir --help' for more information.
! mkdir: invalid option -- 'y'
! Try 'mkdir --help' for more information.
! mkdir: cannot create directory 'nod/x': No such file or directory
! mkdir: cannot create directory 'm': File exists
$ rmdir v9; rmdir v9; rmdir m; rmdir -p m/n/o/p; ls m; rmdir file; rmdir -v v5; rmdir -pv v6/v7; rmdir; rmdir --ignore-fail-on-non-empty m; rmdir m/; rmdir -p nofile/x
| q
| rmdir: removing directory, 'v5'
| rmdir: removing directory, 'v6/v7'
| rmdir: removing directory, 'v6'
! rmdir: failed to remove 'v9': No such file or directory
! rmdir: failed to remove 'm': Directory not empty
! rmdir: failed to remove directory 'm': Directory not empty
! rmdir: failed to remove 'file': Not a directory
! rmdir: missing operand
! Try 'rmdir --help' for more information.
! rmdir: failed to remove 'm/': Directory not empty
! rmdir: failed to remove 'nofile/x': No such file or directory
? 1
$ (umask 077; mkdir um; touch uf; stat -c %a um uf); (umask 027; mkdir -p um2/x; stat -c %a um2 um2/x)
| 700
| 600
| 750
| 750

## touch chmod chown truncate mktemp
$ touch a; touch -d '2020-02-03 04:05:06' a; stat -c %y a
| 2020-02-03 04:05:06.000000000 +0000
$ touch -d '2020-02-03 04:05:06.789' a; stat -c %y a
| 2020-02-03 04:05:06.789000000 +0000
$ touch -d '2020-02-03T04:05:06Z' a; stat -c %y a
| 2020-02-03 04:05:06.000000000 +0000
$ touch -d '2020-02-03 04:05:06 +0200' a; stat -c %y a
| 2020-02-03 02:05:06.000000000 +0000
$ touch -d @86400.5 a; stat -c %y a
| 1970-01-02 00:00:00.500000000 +0000
$ touch -d '2020-01-01 + 1 day' a; stat -c %y a
| 2020-01-02 00:00:00.000000000 +0000
$ touch -t 2001020304 a; stat -c %y a
| 2020-01-02 03:04:00.000000000 +0000
$ touch -t 200102030405.06 a; stat -c %y a
| 2001-02-03 04:05:06.000000000 +0000
$ touch -t 01020304 a; stat -c %y a | cut -c5-
| -01-02 03:04:00.000000000 +0000
$ touch -t 9901020304 a; stat -c %y a
| 1999-01-02 03:04:00.000000000 +0000
$ touch -t bad a; touch -t 13010101 a; touch -t 1 a
! touch: invalid date format 'bad'
! touch: invalid date format '13010101'
! touch: invalid date format '1'
? 1
$ touch -d bad a; touch -d '' a
! touch: invalid date format 'bad'
$ touch -a -d @1 a; stat -c '%X' a
| 1
$ touch -m -d @2 a; stat -c '%X %Y' a
| 1 2
$ touch --time=atime -d @3 a; stat -c '%X %Y' a
| 3 2
$ touch --time=modify -d @4 a; stat -c '%X %Y' a
| 3 4
$ touch --time=bad a
! touch: invalid argument 'bad' for '--time'
! Valid arguments are:
!   - 'atime', 'access', 'use'
!   - 'mtime', 'modify'
! Try 'touch --help' for more information.
? 1
$ touch -r a b; stat -c '%X %Y' b
| 3 4
$ touch -r a -d '+1 hour' b; stat -c '%X %Y' b
| 3603 3604
$ touch -r nofile b
! touch: failed to get attributes of 'nofile': No such file or directory
? 1
$ touch -c nofile; ls nofile
! ls: cannot access 'nofile': No such file or directory
? 2
$ touch -r a -t 2001020304 b
! touch: cannot specify times from more than one source
! Try 'touch --help' for more information.
? 1
$ touch; touch -y; touch nodir/x; touch ''; touch .
! touch: missing file operand
! Try 'touch --help' for more information.
! touch: invalid option -- 'y'
! Try 'touch --help' for more information.
! touch: cannot touch 'nodir/x': No such file or directory
! touch: cannot touch '': No such file or directory
$ ln -s tgt l; touch l; ls tgt; touch -h -d @5 l; stat -c %Y l
| tgt
| 5
$ touch 0101000023 x; ls 0101000023
| 0101000023
$ chmod 644 a; chmod u+x a; stat -c %A a; chmod go-r a; stat -c %A a; chmod a+X a; stat -c %A a; chmod =r a; stat -c %A a; chmod u=rwx,g=u,o=g-w a; stat -c %A a
| -rwxr--r--
| -rwx------
| -rwx--x--x
| -r--r--r--
| -rwxrwxr-x
$ chmod ug+s,+t a; stat -c '%a %A' a; chmod 0755 a; stat -c %a a; chmod 00755 a; stat -c %a a; mkdir sg; chmod 2755 sg; chmod 755 sg; stat -c %a sg; chmod 00755 sg; stat -c %a sg; chmod g-s sg
| 7775 -rwsrwsr-t
| 755
| 755
| 2755
| 755
$ chmod -c 600 a; chmod -c 600 a; chmod -v 644 a; chmod -v 644 a; chmod -f 644 nofile; chmod 644 nofile; chmod u+q a; chmod 888 a; chmod; chmod 644; chmod -R 700 sg; chmod --reference=a b; stat -c %a b; chmod --reference=nofile a
| mode of 'a' changed from 0755 (rwxr-xr-x) to 0600 (rw-------)
| mode of 'a' changed from 0600 (rw-------) to 0644 (rw-r--r--)
| mode of 'a' retained as 0644 (rw-r--r--)
| 644
! chmod: cannot access 'nofile': No such file or directory
! chmod: invalid mode: 'u+q'
! Try 'chmod --help' for more information.
! chmod: invalid mode: '888'
! Try 'chmod --help' for more information.
! chmod: missing operand
! Try 'chmod --help' for more information.
! chmod: missing operand after '644'
! Try 'chmod --help' for more information.
! chmod: failed to get attributes of 'nofile': No such file or directory
? 1
$ chmod -w a; stat -c %a a; chmod -- -r a; stat -c %a a; chmod +rw a; stat -c %a a; chmod u+rwx-w a; stat -c %a a; chmod a-rwx,u+r a; stat -c %a a; chmod -x a; chmod o=u a; stat -c %a a
| 444
| 0
| 644
| 544
| 400
| 404
$ (umask 022; chmod +w a; stat -c %a a; chmod =rwx a; stat -c %a a; umask 077; chmod +x b; stat -c %a b; chmod -x b)
| 604
| 755
| 744
$ mkdir -p R/d; chmod -Rv u+x R; chmod -R a-x,a+X R; find R -printf '%m %p\n'; chmod -R 755 R l 2>&1; chmod -v 644 l
| mode of 'R' retained as 0755 (rwxr-xr-x)
| mode of 'R/d' retained as 0755 (rwxr-xr-x)
| 755 R
| 755 R/d
| mode of 'l' changed from 0755 (rwxr-xr-x) to 0644 (rw-r--r--)
$ chown root a; chown root:root a; chown :root a; chown root: a; stat -c %U:%G a; chown nosuch a; chown root:nosuch a; chown a; chown; chown 5555:6666 a; stat -c %u:%g a; chown -v 5555 a; chown -c 7777 a; chown --from=7777 8888 a; stat -c %u a; chown --from=7777 9999 a; stat -c %u a; chown --reference=b a; stat -c %u a; chown -h 3333 l; stat -c %u l; chown -R 4444 R; stat -c %u R/f; chown 1111.2222 a; stat -c %u:%g a
| root:root
| 5555:6666
| ownership of 'a' retained as 5555
| changed ownership of 'a' from 5555 to 7777
| 8888
| 8888
| 0
| 3333
| 1111:2222
! chown: invalid user: 'nosuch'
! chown: invalid group: 'root:nosuch'
! chown: missing operand after 'a'
! Try 'chown --help' for more information.
! chown: missing operand
! Try 'chown --help' for more information.
! stat: cannot statx 'R/f': No such file or directory
! chown: warning: '.' should be ':': '1111.2222'
$ chgrp root a; chgrp nosuch a; chgrp 555 a; stat -c %g a; chgrp -v 555 a; chgrp -v 655 a; chgrp; chgrp 555; chgrp 555 nofile; chgrp -R 755 R; stat -c %g R/f; chgrp -c 855 a; chgrp --reference=R/f a; stat -c %g a
| 555
| group of 'a' retained as 555
| changed group of 'a' from 555 to 655
| changed group of 'a' from 655 to 855
| 855
! chgrp: invalid group: 'nosuch'
! chgrp: missing operand
! Try 'chgrp --help' for more information.
! chgrp: missing operand after '555'
! Try 'chgrp --help' for more information.
! chgrp: cannot access 'nofile': No such file or directory
! stat: cannot statx 'R/f': No such file or directory
! chgrp: failed to get attributes of 'R/f': No such file or directory
$ truncate -s 5 t; stat -c %s t; truncate -s +3 t; truncate -s -2 t; stat -c %s t; truncate -s '<4' t; stat -c %s t; truncate -s '>9' t; stat -c %s t; truncate -s /4 t; stat -c %s t; truncate -s %5 t; stat -c %s t; truncate -s 1K t; stat -c %s t; truncate -s 1KB t; stat -c %s t; truncate -r a t; stat -c %s t; truncate -c -s 5 nofile; ls nofile; truncate -s 0 t
| 5
| 6
| 4
| 9
| 8
| 10
| 1024
| 1000
| 0
! ls: cannot access 'nofile': No such file or directory
$ truncate; truncate t; truncate -s x t; truncate -s; truncate -r nofile t; truncate -s 1 -r a t; truncate -s +1 -r t u; stat -c %s u; truncate -o -s 1 t; truncate -s -9999 t; stat -c %s t; truncate -s /0 t; truncate -s 5 nodir/x; truncate -s 1 .
| 1
| 0
! truncate: you must specify either '--size' or '--reference'
! Try 'truncate --help' for more information.
! truncate: you must specify either '--size' or '--reference'
! Try 'truncate --help' for more information.
! truncate: Invalid number: 'x'
! truncate: option requires an argument -- 's'
! Try 'truncate --help' for more information.
! truncate: cannot stat 'nofile': No such file or directory
! truncate: you must specify a relative '--size' with '--reference'
! Try 'truncate --help' for more information.
! truncate: division by zero
! truncate: cannot open 'nodir/x' for writing: No such file or directory
! truncate: cannot open '.' for writing: Is a directory
? 1
$ mktemp XX; mktemp tmpXX; mktemp a/XXX; mktemp -p nodir XXX; mktemp XXXx --suffix=y; mktemp aXXX b; mktemp -q nodir/XXX; mktemp --suffix=/x aXXX; mktemp abc
! mktemp: too few X's in template 'XX'
! mktemp: too few X's in template 'tmpXX'
! mktemp: failed to create file via template 'a/XXX': Not a directory
! mktemp: failed to create file via template 'nodir/XXX': No such file or directory
! mktemp: with --suffix, template 'XXXx' must end in X
! mktemp: too many templates
! Try 'mktemp --help' for more information.
! mktemp: invalid suffix '/x', contains directory separator
! mktemp: too few X's in template 'abc'
? 1
$ f=$(mktemp ./fXXXX.txt); case $f in ./f????.txt) echo ok;; esac; stat -c %a $f; d=$(mktemp -d -p . dXXX); case $d in ./d???) echo ok;; esac; stat -c %a $d; f=$(mktemp --suffix=.c fXXXX); case $f in f????.c) echo ok;; esac; f=$(TMPDIR=. mktemp -t aXXX); case $f in ./a???) echo ok;; esac; f=$(mktemp -u uXXX); ls $f 2>&1 | cut -c1-20
| ok
| 600
| ok
| 700
| ok
| ok
| ls: cannot access 'u

