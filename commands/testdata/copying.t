## dd
$ printf 'hello world, this is dd\n' > f
$ dd if=f status=none
| hello world, this is dd
$ dd if=f status=noxfer
| hello world, this is dd
! 0+1 records in
! 0+1 records out
$ dd if=f bs=5 count=2 status=none
| hello worl\
$ dd if=f bs=5 skip=1 count=1 status=none
|  worl\
$ dd if=f of=o bs=4 seek=2 status=noxfer
! 6+0 records in
! 6+0 records out
$ od -c o
| "0000000  \\0  \\0  \\0  \\0  \\0  \\0  \\0  \\0   h   e   l   l   o       w   o"
| "0000020   r   l   d   ,       t   h   i   s       i   s       d   d  \\n"
| 0000040
$ printf 'XXXXXXXXXXXXXXXXXXXX' > o2
$ dd if=f of=o2 bs=1 seek=3 count=4 conv=notrunc status=none
$ cat o2
| XXXhellXXXXXXXXXXXXX\
$ dd if=f conv=ucase status=none
| HELLO WORLD, THIS IS DD
$ dd if=f conv=lcase,ucase status=none
! dd: cannot combine lcase and ucase
? 1
$ dd if=f conv=swab status=none
| ehll oowlr,dt ih ssid 
| d\
$ dd if=f ibs=10 obs=3 status=noxfer
| hello world, this is dd
! 2+1 records in
! 8+0 records out
$ dd if=f bs=10 conv=sync status=noxfer
| hello world, this is dd
| "\x00\x00\x00\x00\x00\x00"\
! 2+1 records in
! 3+0 records out
$ dd < f bs=1K count=1 status=none
| hello world, this is dd
$ printf abc | dd status=noxfer
| abc\
! 0+1 records in
! 0+1 records out
$ dd if=nofile
! dd: failed to open 'nofile': No such file or directory
? 1
$ dd of=/nodir/x < f
! dd: failed to open '/nodir/x': No such file or directory
? 1
$ dd bs=0
! dd: invalid number: '0'
? 1
$ dd bs=x
! dd: invalid number: 'x'
? 1
$ dd nosuch=1
! dd: unrecognized operand 'nosuch=1'
! Try 'dd --help' for more information.
? 1
$ dd conv=nosuch
! dd: invalid conversion: 'nosuch'
! Try 'dd --help' for more information.
? 1
$ dd what
! dd: unrecognized operand 'what'
! Try 'dd --help' for more information.
? 1
$ dd if=f iflag=nosuch
! dd: invalid input flag: 'nosuch'
! Try 'dd --help' for more information.
? 1
$ dd status=bad
! dd: invalid status level: 'bad'
! Try 'dd --help' for more information.
? 1
$ dd if=/dev/zero of=z bs=2x512 count=3 status=none
$ stat -c %s z
| 3072
$ dd if=f bs=5B count=7B iflag=count_bytes status=none
| hello w\
$ dd if=f of=t bs=3 count=2 oflag=append conv=notrunc status=none
$ dd if=f of=t bs=3 count=2 oflag=append conv=notrunc status=none
$ cat t
| hello hello \
$ dd if=f skip=10 status=noxfer
! dd: f: cannot skip to specified offset
! 0+0 records in
! 0+0 records out
$ dd if=f of=e conv=excl status=none
$ dd if=f of=e conv=excl status=none
! dd: failed to open 'e': File exists
? 1
$ dd if=f of=nocre conv=nocreat status=none
! dd: failed to open 'nocre': No such file or directory
? 1
$ dd if=/dev/zero bs=1M count=2 status=noxfer of=/dev/null
! 2+0 records in
! 2+0 records out
$ dd if=/dev/zero of=s bs=1 count=0 seek=4096 status=none
$ stat -c '%s' s
| 4096

## install
$ printf data > src
$ install src dst
$ stat -c '%a %s' dst
| 755 4
$ install -m 600 src dst2
$ stat -c %a dst2
| 600
$ install -d a/b/c
$ stat -c '%a' a a/b/c
| 755
| 755
$ install -d -m 700 p/q
$ stat -c '%a' p p/q
| 755
| 700
$ install -D src x/y/z
$ cat x/y/z
| data\
$ install -v src dst
| removed 'dst'
| 'src' -> 'dst'
$ install -v src new
| 'src' -> 'new'
$ install -vd v/w
| install: creating directory 'v'
| install: creating directory 'v/w'
$ install -Dv src k/l/m
| install: creating directory 'k'
| install: creating directory 'k/l'
| 'src' -> 'k/l/m'
$ install -t a src dst2
$ ls a
| b
| dst2
| src
$ install src nodir/x
! install: cannot create regular file 'nodir/x': No such file or directory
? 1
$ install nofile dst
! install: cannot stat 'nofile': No such file or directory
? 1
$ install src
! install: missing destination file operand after 'src'
! Try 'install --help' for more information.
? 1
$ install
! install: missing file operand
! Try 'install --help' for more information.
? 1
$ install a dst
! install: omitting directory 'a'
? 1
$ install -m zz src dst
! install: invalid mode 'zz'
? 1
$ install src a
$ install -T src a
! install: cannot overwrite directory 'a' with non-directory
? 1
$ install -d
! install: missing file operand
! Try 'install --help' for more information.
? 1
$ install src src
! install: 'src' and 'src' are the same file
? 1
$ install -C src dst
$ install -b src dst
$ ls
| a
| dst
| dst2
| dst~
| k
| new
| p
| src
| v
| x
$ install -p -m u=rw,go=r src pp
$ stat -c %a pp
| 644
$ install -o nosuchuser src dst
! install: invalid user 'nosuchuser'
? 1

## mknod
$ mknod p p
$ stat -c '%F %a' p
| fifo 644
$ mknod -m 600 q p
$ stat -c '%F %a' q
| fifo 600
$ mknod
! mknod: missing operand
! Try 'mknod --help' for more information.
? 1
$ mknod x
! mknod: missing operand after 'x'
! Try 'mknod --help' for more information.
? 1
$ mknod x c
! mknod: missing operand after 'c'
! Special files require major and minor device numbers.
! Try 'mknod --help' for more information.
? 1
$ mknod x p 1 2
! mknod: extra operand '1'
! Fifos do not have major and minor device numbers.
! Try 'mknod --help' for more information.
? 1
$ mknod x z 1 2
! mknod: invalid device type 'z'
! Try 'mknod --help' for more information.
? 1
$ mknod x c a 1
! mknod: invalid major device number 'a'
? 1
$ mknod p p
! mknod: p: File exists
? 1
$ mknod -m u+s x p
! mknod: mode must specify only file permission bits
? 1
$ mknod -m zz x p
! mknod: invalid mode
? 1

## pathchk
$ pathchk a/b
$ pathchk ''
! pathchk: '': No such file or directory
? 1
$ pathchk -p ''
! pathchk: empty file name
? 1
$ pathchk -p 'a b'
! pathchk: nonportable character ' ' in file name 'a b'
? 1
$ pathchk -P -- -a
! pathchk: leading '-' in a component of file name '-a'
? 1
$ pathchk -P 'x/-a'
! pathchk: leading '-' in a component of file name 'x/-a'
? 1
$ pathchk --portability abc
$ pathchk -p aaaaaaaaaaaaaaaaaaaa
! pathchk: limit 14 exceeded by length 20 of file name component 'aaaaaaaaaaaaaaaaaaaa'
? 1
$ pathchk
! pathchk: missing operand
! Try 'pathchk --help' for more information.
? 1
$ pathchk /etc/passwd/x
! pathchk: /etc/passwd/x: Not a directory
? 1

## shred
$ printf 'secret' > f
$ shred -n 1 -v f
! shred: f: pass 1/1 (random)...
$ stat -c %s f
| 4096
$ shred -x -z -n 2 -v f
! shred: f: pass 1/3 (random)...
! shred: f: pass 2/3 (random)...
! shred: f: pass 3/3 (000000)...
$ shred -u f
$ ls
$ shred nofile
! shred: nofile: failed to open for writing: No such file or directory
? 1
$ shred
! shred: missing file operand
! Try 'shred --help' for more information.
? 1
$ shred -n x f
! shred: invalid number of passes: 'x'
? 1
$ printf 'secret' > g
$ shred -n 1 -u -v -x g
! shred: g: pass 1/1 (random)...
! shred: g: removing
! shred: g: renamed to 0
! shred: g: removed

