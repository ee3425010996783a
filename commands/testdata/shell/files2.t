## file
$ printf 'hello\n' > t; : > e; printf 'caf\303\251\n' > u; printf 'caf\351\n' > l; printf 'a\r\nb\r\n' > c; printf 'a\rb\r' > m; printf '\0\001\002' > d; printf 'x' > one; printf '%0300d' 1 > long; mkdir dir; mkfifo p; ln -s t lnk; ln -s no dang; printf '#!/bin/sh\necho\n' > sh; printf '#!/usr/bin/env python3\nprint(1)\n' > py; printf '#! /usr/bin/perl -w\n' > pl; printf '\177ELF\002\001\001\0' > elf; head -c 100 /dev/zero > z; printf '\376\377\0a' > u16; printf '\357\273\277bom\n' > bom; printf '{"a": [1, 2]}\n' > j; printf '<html><body>\n' > h; printf '<?xml version="1.0"?>\n<a/>\n' > x; printf 'PK\003\004\024\0' > zip; printf '%%PDF-1.5\n' > pdf; printf '\211PNG\r\n\032\n\0\0\0\rIHDR\0\0\0\020\0\0\0\040\010\002\0\0\0' > png; printf 'GIF87a\020\0\040\0' > gif; printf '\377\330\377\340\0\020JFIF\0\001\001' > jpg; echo x | gzip -n > gz; echo x | bzip2 > bz; echo x | xz > xz; tar -cf tar t; printf 'int main() { return 0; }\n' > c.c; printf '#include <stdio.h>\nint main(void) { return 0; }\n' > d.c
$ printf 't\ne\n' | file -f -
| t: ASCII text
| e: empty

## tree
$ mkdir -p t/a/b t/c; touch t/1 t/a/2 t/a/b/3 t/.h; ln -s 1 t/l; chmod +x t/1; printf 12345 > t/c/five
$ tree t
| t
| |-- 1
| |-- a
| |   |-- 2
| |   `-- b
| |       `-- 3
| |-- c
| |   `-- five
| `-- l -> 1
| 
| 4 directories, 5 files
$ tree -a t
| t
| |-- .h
| |-- 1
| |-- a
| |   |-- 2
| |   `-- b
| |       `-- 3
| |-- c
| |   `-- five
| `-- l -> 1
| 
| 4 directories, 6 files
$ tree -d t
| t
| |-- a
| |   `-- b
| `-- c
| 
| 4 directories
$ tree -L 1 t
| t
| |-- 1
| |-- a
| |-- c
| `-- l -> 1
| 
| 3 directories, 2 files
$ tree -f t
| t
| |-- t/1
| |-- t/a
| |   |-- t/a/2
| |   `-- t/a/b
| |       `-- t/a/b/3
| |-- t/c
| |   `-- t/c/five
| `-- t/l -> 1
| 
| 4 directories, 5 files
$ tree -i t
| t
| 1
| a
| 2
| b
| 3
| c
| five
| l -> 1
| 
| 4 directories, 5 files
$ tree -F t
| t/
| |-- 1*
| |-- a/
| |   |-- 2
| |   `-- b/
| |       `-- 3
| |-- c/
| |   `-- five
| `-- l -> 1*
| 
| 4 directories, 5 files
$ tree --noreport t
| t
| |-- 1
| |-- a
| |   |-- 2
| |   `-- b
| |       `-- 3
| |-- c
| |   `-- five
| `-- l -> 1
$ tree -s t/c
| [       4096]  t/c
| `-- [          5]  five
| 
| 1 directory, 1 file
$ tree -h t/c
| [4.0K]  t/c
| `-- [   5]  five
| 
| 1 directory, 1 file
$ tree -p t/c
| [drwxr-xr-x]  t/c
| `-- [-rw-r--r--]  five
| 
| 1 directory, 1 file
$ tree -I 'a' t
| t
| |-- 1
| |-- c
| |   `-- five
| `-- l -> 1
| 
| 2 directories, 3 files
$ tree -P '*3' t
| t
| |-- a
| |   `-- b
| |       `-- 3
| `-- c
| 
| 4 directories, 1 file
$ tree --prune -P '*3' t
| t
| `-- a
|     `-- b
|         `-- 3
| 
| 3 directories, 1 file
$ tree -P '[0-9]' --matchdirs t
| t
| |-- 1
| |-- a
| |   |-- 2
| |   `-- b
| |       `-- 3
| `-- c
| 
| 4 directories, 3 files
$ tree --dirsfirst t
| t
| |-- a
| |   |-- b
| |   |   `-- 3
| |   `-- 2
| |-- c
| |   `-- five
| |-- 1
| `-- l -> 1
| 
| 4 directories, 5 files
$ tree -r t
| t
| |-- l -> 1
| |-- c
| |   `-- five
| |-- a
| |   |-- b
| |   |   `-- 3
| |   `-- 2
| `-- 1
| 
| 4 directories, 5 files
$ tree -n t/c
| t/c
| `-- five
| 
| 1 directory, 1 file
$ tree --charset=ascii t
| t
| |-- 1
| |-- a
| |   |-- 2
| |   `-- b
| |       `-- 3
| |-- c
| |   `-- five
| `-- l -> 1
| 
| 4 directories, 5 files
$ tree --charset=utf-8 t/c
| t/c
| └── five
| 
| 1 directory, 1 file
$ tree -J t/c
| [
| "  {\"type\":\"directory\",\"name\":\"t/c\",\"contents\":["
| "    {\"type\":\"file\",\"name\":\"five\"}"
|   ]}
| ,
| "  {\"type\":\"report\",\"directories\":1,\"files\":1}"
| ]
$ tree -X t/c | head -3
| "<?xml version=\"1.0\"?>"
| <tree>
| "  <directory name=\"t/c\">"
$ tree nofile
| nofile  [error opening dir]
| 
| 0 directories, 0 files
? 2
$ tree t nofile
| t
| |-- 1
| |-- a
| |   |-- 2
| |   `-- b
| |       `-- 3
| |-- c
| |   `-- five
| `-- l -> 1
| nofile  [error opening dir]
| 
| 4 directories, 5 files
? 2
$ tree -L 0 t
! tree: Invalid level, must be greater than 0.
? 1
$ tree -L 2>&1
| tree: Missing argument to -L option.
? 1
$ tree t/a t/c
| t/a
| |-- 2
| `-- b
|     `-- 3
| t/c
| `-- five
| 
| 3 directories, 3 files
$ tree --du -s t/c
| [       4101]  t/c
| `-- [          5]  five
| 
|            5 bytes used in 1 directory, 1 file
$ tree -Q t/c
| "\"t/c\""
| "`-- \"five\""
| 
| 1 directory, 1 file
$ tree -v t
| t
| |-- 1
| |-- a
| |   |-- 2
| |   `-- b
| |       `-- 3
| |-- c
| |   `-- five
| `-- l -> 1
| 
| 4 directories, 5 files
$ tree -U t/c
| t/c
| `-- five
| 
| 1 directory, 1 file
$ tree -q t/c
| t/c
| `-- five
| 
| 1 directory, 1 file
$ tree -N t/c
| t/c
| `-- five
| 
| 1 directory, 1 file
$ tree --filelimit 1 t
| t  [4 entries exceeds filelimit, not opening dir]
| 
| 1 directory, 0 files
$ tree -fi t
| t
| t/1
| t/a
| t/a/2
| t/a/b
| t/a/b/3
| t/c
| t/c/five
| t/l -> 1
| 
| 4 directories, 5 files
$ tree -ifF --noreport t
| t/
| t/1*
| t/a/
| t/a/2
| t/a/b/
| t/a/b/3
| t/c/
| t/c/five
| t/l -> 1*
$ tree -l t
| t
| |-- 1
| |-- a
| |   |-- 2
| |   `-- b
| |       `-- 3
| |-- c
| |   `-- five
| `-- l -> 1
| 
| 4 directories, 5 files
$ tree -C t/c
| "\x1b[01;34mt/c\x1b[0m"
| "`-- \x1b[00mfive\x1b[0m"
| 
| 1 directory, 1 file

## du df dd
$ mkdir -p d/e; head -c 10000 /dev/zero > d/f; head -c 100 /dev/zero > d/e/g; ln d/f d/h
$ du -b d/f d/e/g
| "10000\td/f"
| "100\td/e/g"
$ du --apparent-size -B 1 d/f
| "10000\td/f"
$ du -b --apparent-size d/f
| "10000\td/f"
$ du -sb d/e/g d/f
| "100\td/e/g"
| "10000\td/f"
$ du -abS d/e/g
| "100\td/e/g"
$ du -h --apparent-size d/f
| "9.8K\td/f"
$ du --si --apparent-size d/f
| "10k\td/f"
$ du -k --apparent-size d/f
| "10\td/f"
$ du -m --apparent-size d/f
| "1\td/f"
$ du -B 1000 --apparent-size d/f
| "10\td/f"
$ du -0 -b d/f | od -c | tail -2
| "0000000   1   0   0   0   0  \\t   d   /   f  \\0"
| 0000012
$ du -c -b d/f d/e/g
| "10000\td/f"
| "100\td/e/g"
| "10100\ttotal"
$ du -bl d/f d/h
| "10000\td/f"
| "10000\td/h"
$ du -b d/f d/h
| "10000\td/f"
$ du --time --time-style=+T -b d/f
| "10000\tT\td/f"
$ du -a -b --exclude='*' d/e
$ du -t 5000 -ab d/f d/e/g
| "10000\td/f"
$ du -t -5000 -ab d/f d/e/g
| "100\td/e/g"
$ du nofile
! du: cannot access 'nofile': No such file or directory
? 1
$ du -s -d 1 d
! du: warning: summarizing conflicts with --max-depth=1
! Try 'du --help' for more information.
? 1
$ du -d x d
! du: invalid maximum depth 'x'
! Try 'du --help' for more information.
? 1
$ du --max-depth=0 -b d/f
| "10000\td/f"
$ du -X nofile d
! du: nofile: No such file or directory
! Try 'du --help' for more information.
? 1
$ printf 'd/f\0' | du -b --files0-from=-
| "10000\td/f"
$ du -B bad d
! du: invalid -B argument 'bad'
? 1
$ du --block-size=1 --apparent-size d/e/g
| "100\td/e/g"
$ du -y
! du: invalid option -- 'y'
! Try 'du --help' for more information.
? 1
$ df --output=target / | head -2
| Mounted on
| /
$ df nofile
! df: nofile: No such file or directory
? 1
$ df -x
! df: option requires an argument -- 'x'
! Try 'df --help' for more information.
? 1
$ df --output=bad /
! df: option --output: field 'bad' unknown
! Try 'df --help' for more information.
? 1
$ df -h / | head -1
| Filesystem      Size  Used Avail Use% Mounted on
$ df --total / | tail -1 | cut -c1-5
| total
$ printf 'abcdefgh' > in; dd if=in of=out bs=2 count=2 2>/dev/null; cat out
| abcd\
$ dd if=in bs=3 skip=1 2>/dev/null
| defgh\
$ dd if=in of=out seek=1 bs=4 conv=notrunc 2>/dev/null; od -c out
| 0000000   a   b   c   d   a   b   c   d   e   f   g   h
| 0000014
$ dd if=in conv=ucase 2>/dev/null
| ABCDEFGH\
$ dd if=in conv=swab 2>/dev/null
| badcfehg\
$ dd if=in cbs=4 conv=unblock 2>/dev/null
| abcd
| efgh
$ printf 'a\nbc\n' | dd cbs=4 conv=block 2>/dev/null
| a   bc  \
$ printf 'abc' | dd conv=ebcdic 2>/dev/null | od -tx1
| 0000000 81 82 83
| 0000003
$ dd if=in bs=4 conv=sync 2>&1 | tail -2 | head -1
| 2+0 records out
$ dd if=in of=/dev/null 2>&1 | head -2
| 0+1 records in
| 0+1 records out
$ dd if=in of=/dev/null status=none
$ dd if=in bs=1k count=1 status=noxfer of=/dev/null
! 0+1 records in
! 0+1 records out
$ dd if=in iflag=skip_bytes skip=3 bs=2 2>/dev/null
| defgh\
$ dd if=in ibs=1 obs=3 of=/dev/null status=noxfer
! 8+0 records in
! 2+1 records out
$ dd bs=2M if=/dev/zero count=0 2>&1 | head -1
| 0+0 records in
$ dd if=in count=1 bs=2 iflag=fullblock 2>/dev/null
| ab\
$ dd if=nofile
! dd: failed to open 'nofile': No such file or directory
? 1
$ dd bogus=1
! dd: unrecognized operand 'bogus=1'
! Try 'dd --help' for more information.
? 1
$ dd bs=-1
! dd: invalid number: '-1'
? 1
$ dd bs=9999999999999999999999
! dd: invalid number: '9999999999999999999999': Value too large for defined data type
? 1
$ dd if=in conv=bad
! dd: invalid conversion: 'bad'
! Try 'dd --help' for more information.
? 1
$ dd if=in skip=1 count=x
! dd: invalid number: 'x'
? 1

## file usage, df columns
$ mkdir t; touch t/x; cd t && tree
| .
| `-- x
| 
| 1 directory, 1 file
$ file 2>&1 | head -1 | cut -c1-12
| Usage: file 
$ df -P / | head -1 | tr -s ' '
| Filesystem 1024-blocks Used Available Capacity Mounted on
$ df -i / | head -1 | tr -s ' '
| Filesystem Inodes IUsed IFree IUse% Mounted on
$ df -k / | head -1 | tr -s ' '
| Filesystem 1K-blocks Used Available Use% Mounted on
$ df -B1 / | head -1 | tr -s ' '
| Filesystem 1B-blocks Used Available Use% Mounted on
$ df -T / | head -1 | tr -s ' '
| Filesystem Type 1K-blocks Used Available Use% Mounted on
$ df --output=source,fstype,size,pcent / | head -1 | tr -s ' '
| Filesystem Type 1K-blocks Use%
$ tree -z 2>&1 | head -1
| tree: Invalid argument -`z'.

