## ls formats
$ mkdir d; touch d/x a bb ccc; printf hello > dddd; ln -s a link; ln -s nowhere dang; mkfifo pipe; printf '#!/bin/sh\n' > run; chmod 755 run; touch .hid; touch -d '2020-01-02 03:04:05' a; touch -d '2021-06-07 08:09:10.5' bb; touch -d '2019-12-31 23:59:59' ccc dddd run; chmod 640 bb; chmod 4755 ccc
$ ls -C
| a  bb  ccc  d  dang  dddd  link  pipe  run
$ ls -x
| a  bb  ccc  d  dang  dddd  link  pipe  run
$ ls -m
| a, bb, ccc, d, dang, dddd, link, pipe, run
$ ls -1
| a
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls -w 20 -C
| "a    d\t   link"
| bb   dang  pipe
| ccc  dddd  run
$ ls -w 20 -x
| a     bb    ccc
| d     dang  dddd
| link  pipe  run
$ ls -w 12 -C
| a     dddd
| bb    link
| ccc   pipe
| d     run
| dang
$ ls -w 0 -C
| a  bb  ccc  d  dang  dddd  link  pipe  run
$ ls -m -w 20
| a, bb, ccc, d, dang,
| dddd, link, pipe,
| run
$ ls -C -T 4
| "a  bb  ccc\td  dang  dddd  link  pipe  run"
$ COLUMNS=15 ls -C
| a     dddd
| bb    link
| ccc   pipe
| d     run
| dang
$ ls --format=across -w 30
| a     bb    ccc   d    dang
| dddd  link  pipe  run
$ ls --format=commas
| a, bb, ccc, d, dang, dddd, link, pipe, run
$ ls --format=single-column
| a
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls --format=vertical -w 30
| a   ccc  dang  link  run
| "bb  d\t dddd  pipe"
$ ls --format=bad
! ls: invalid argument 'bad' for '--format'
! Valid arguments are:
!   - 'verbose', 'long'
!   - 'commas'
!   - 'horizontal', 'across'
!   - 'vertical'
!   - 'single-column'
! Try 'ls --help' for more information.
? 1
$ ls -F
| a
| bb
| ccc*
| d/
| dang@
| dddd
| link@
| pipe|
| run*
$ ls --classify=never
| a
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls --file-type
| a
| bb
| ccc
| d/
| dang@
| dddd
| link@
| pipe|
| run
$ ls -p
| a
| bb
| ccc
| d/
| dang
| dddd
| link
| pipe
| run
$ ls --indicator-style=slash
| a
| bb
| ccc
| d/
| dang
| dddd
| link
| pipe
| run
$ ls --indicator-style=none -F
| a
| bb
| ccc*
| d/
| dang@
| dddd
| link@
| pipe|
| run*
$ ls --indicator-style=bad
! ls: invalid argument 'bad' for '--indicator-style'
! Valid arguments are:
!   - 'none'
!   - 'slash'
!   - 'file-type'
!   - 'classify'
! Try 'ls --help' for more information.
? 1
$ ls -l a bb ccc | cut -c1-10
| -rw-r--r--
| -rw-r-----
| -rwsr-xr-x
$ ls -l --time-style=long-iso a bb
| -rw-r--r-- 1 root root 0 2020-01-02 03:04 a
| -rw-r----- 1 root root 0 2021-06-07 08:09 bb
$ ls -l --time-style=full-iso a bb
| -rw-r--r-- 1 root root 0 2020-01-02 03:04:05.000000000 +0000 a
| -rw-r----- 1 root root 0 2021-06-07 08:09:10.500000000 +0000 bb
$ ls -l --time-style=iso a bb
| -rw-r--r-- 1 root root 0 2020-01-02  a
| -rw-r----- 1 root root 0 2021-06-07  bb
$ ls -l --time-style='+%Y/%m/%d' a bb
| -rw-r--r-- 1 root root 0 2020/01/02 a
| -rw-r----- 1 root root 0 2021/06/07 bb
$ ls -l --time-style=locale a
| -rw-r--r-- 1 root root 0 Jan  2  2020 a
$ ls -l --time-style=$'+%Y\n%H' a
| -rw-r--r-- 1 root root 0 2020 a
$ ls -l --time-style=bad a
! ls: invalid argument 'bad' for 'time style'
! Valid arguments are:
!   - [posix-]full-iso
!   - [posix-]long-iso
!   - [posix-]iso
!   - [posix-]locale
!   - +FORMAT (e.g., +%H:%M) for a 'date'-style format
! Try 'ls --help' for more information.
? 2
$ TIME_STYLE=long-iso ls -l a
| -rw-r--r-- 1 root root 0 2020-01-02 03:04 a
$ ls -l --full-time bb
| -rw-r----- 1 root root 0 2021-06-07 08:09:10.500000000 +0000 bb
$ ls -lu --time-style=+X a
| -rw-r--r-- 1 root root 0 X a
$ ls -g --time-style=+T bb
| -rw-r----- 1 root 0 T bb
$ ls -o --time-style=+T bb
| -rw-r----- 1 root 0 T bb
$ ls -G -l --time-style=+T bb
| -rw-r----- 1 root 0 T bb
$ ls -go --time-style=+T bb
| -rw-r----- 1 0 T bb
$ ls -n --time-style=+T bb
| -rw-r----- 1 0 0 0 T bb
$ ls -s --block-size=1 a
| 0 a
$ ls -l --block-size=K --time-style=+T dddd
| -rw-r--r-- 1 root root 1K T dddd
$ ls -lh --time-style=+T dddd
| -rw-r--r-- 1 root root 5 T dddd
$ ls -l --si --time-style=+T dddd
| -rw-r--r-- 1 root root 5 T dddd
$ ls -l --author --time-style=+T dddd
| -rw-r--r-- 1 root root root 5 T dddd
$ ls -l --time-style=+T link dang
| lrwxrwxrwx 1 root root 7 T dang -> nowhere
| lrwxrwxrwx 1 root root 1 T link -> a
$ ls -lL --time-style=+T link
| -rw-r--r-- 1 root root 0 T link
$ ls -lH --time-style=+T link
| -rw-r--r-- 1 root root 0 T link
$ ls -L dang
! ls: cannot access 'dang': No such file or directory
? 2
$ ls -d .
| .
$ ls -d d a
| a
| d
$ ls -ld --time-style=+T d | cut -c1-10
| drwxr-xr-x
$ ls d a
| a
| 
| d:
| x
$ ls -a
| .
| ..
| .hid
| a
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls -A
| .hid
| a
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls -ad .*
| .hid
$ ls -B
| a
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ touch back~; ls -B
| a
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls -I 'a*' -I '*~'
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls --hide='*~' -a
| .
| ..
| .hid
| a
| back~
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls --ignore=dd*
| a
| back~
| bb
| ccc
| d
| dang
| link
| pipe
| run
$ ls -r
| run
| pipe
| link
| dddd
| dang
| d
| ccc
| bb
| back~
| a
$ ls -t a bb ccc dddd
| bb
| a
| ccc
| dddd
$ ls -tr a bb ccc dddd
| dddd
| ccc
| a
| bb
$ ls -S a dddd run
| run
| dddd
| a
$ ls -Sr a dddd run
| a
| dddd
| run
$ ls -X
| a
| back~
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls --sort=size a dddd run
| run
| dddd
| a
$ ls --sort=time a bb
| bb
| a
$ ls --sort=extension
| a
| back~
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls --sort=none a bb
| a
| bb
$ ls --sort=width
| a
| d
| bb
| ccc
| run
| dang
| dddd
| link
| pipe
| back~
$ ls --sort=version
| a
| back~
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls -U a bb
| a
| bb
$ ls -f a bb
| a
| bb
$ ls -v
| a
| back~
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls --group-directories-first
| d
| a
| back~
| bb
| ccc
| dang
| dddd
| link
| pipe
| run
$ ls --group-directories-first -r
| d
| run
| pipe
| link
| dddd
| dang
| ccc
| bb
| back~
| a
$ ls -R
| .:
| a
| back~
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
| 
| ./d:
| x
$ ls -R d
| d:
| x
$ ls -i a | tr -d 0-9
|  a
$ ls --zero a bb | od -c
| "0000000   a  \\0   b   b  \\0"
| 0000005
$ ls --color=always
| a
| back~
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls --color=always -l --time-style=+T ccc
| -rwsr-xr-x 1 root root 0 T ccc
$ ls --color=never
| a
| back~
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls --color=bad
! ls: invalid argument 'bad' for '--color'
! Valid arguments are:
!   - 'always', 'yes', 'force'
!   - 'never', 'no', 'none'
!   - 'auto', 'tty', 'if-tty'
! Try 'ls --help' for more information.
? 1
$ ls --color=auto
| a
| back~
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ LS_COLORS='di=01;35:*.c=31' ls --color=always -d d
| "\x1b[0m\x1b[01;35md\x1b[0m"
$ ls --context a
| ? a
$ ls -Z a
| ? a
$ ls --hyperlink=never a
| a
$ ls --time=birth a
| a
$ ls --time=bad a
! ls: invalid argument 'bad' for '--time'
! Valid arguments are:
!   - 'atime', 'access', 'use'
!   - 'ctime', 'status'
!   - 'birth', 'creation'
! Try 'ls --help' for more information.
? 1
$ ls -c a bb
| bb
| a
$ ls nofile1 a nofile2
| a
! ls: cannot access 'nofile1': No such file or directory
! ls: cannot access 'nofile2': No such file or directory
? 2
$ ls ''
! ls: cannot access '': No such file or directory
? 2
$ ls --block-size=bad
! ls: invalid --block-size argument 'bad'
? 2
$ ls -w bad
! ls: invalid line width: 'bad'
? 2
$ ls -w -1
! ls: invalid line width: '-1'
? 2
$ ls -T x
! ls: invalid tab size: 'x'
? 2
$ ls -k -s a
| 0 a
$ ls -l nofile
! ls: cannot access 'nofile': No such file or directory
? 2
$ chmod 7777 bb; ls -l bb | cut -c1-10; chmod 7000 bb; ls -l bb | cut -c1-10
| -rwsrwsrwt
| ---S--S--T
$ ls pipe -F
| pipe|
$ ls -lgG --time-style=+ dddd
| -rw-r--r-- 1 5  dddd
$ ls -1 -C -w 40
| "a      bb   d\t  dddd\tpipe"
| "back~  ccc  dang  link\trun"
$ ls -C -1
| a
| back~
| bb
| ccc
| d
| dang
| dddd
| link
| pipe
| run
$ ls -l -C -w 80 a
| a
$ dir -w 40
| "a      bb   d\t  dddd\tpipe"
| "back~  ccc  dang  link\trun"
$ vdir --time-style=+T dddd
| -rw-r--r-- 1 root root 5 T dddd
$ touch a1 a10 a2 A b.c b.o b; ls -v a1 a10 a2; ls -X b*; ls a* A
| a1
| a2
| a10
| b
| back~
| bb
| b.c
| b.o
| A
| a
| a1
| a10
| a2

## quoting styles
$ touch 'a b' "it's" 'q"q' 'back\slash' $'nl\nx' $'tab\tx' 'star*' '-dash' '~til' '#hash' 'é' '$v' '!b' '(p)' '=e' 'c,d'
! touch: invalid date format 'ash'
? 1
$ ls
$ ls -b
$ ls -Q
$ ls -N
$ ls -q
$ ls --show-control-chars
$ ls --quoting-style=literal
$ ls --quoting-style=shell
$ ls --quoting-style=shell-always
$ ls --quoting-style=shell-escape
$ ls --quoting-style=shell-escape-always
$ ls --quoting-style=c
$ ls --quoting-style=c-maybe
$ ls --quoting-style=escape
$ ls --quoting-style=locale
$ ls --quoting-style=clocale
$ ls --quoting-style=bad
! ls: invalid argument 'bad' for '--quoting-style'
! Valid arguments are:
!   - 'literal'
!   - 'shell'
!   - 'shell-always'
!   - 'shell-escape'
!   - 'shell-escape-always'
!   - 'c'
!   - 'c-maybe'
!   - 'escape'
!   - 'locale'
!   - 'clocale'
! Try 'ls --help' for more information.
? 1
$ QUOTING_STYLE=shell ls
$ ls -m
$ ls --quoting-style=shell-escape -C -w 60
$ LC_ALL=C.UTF-8 ls --quoting-style=shell-escape
$ ls -lQ --time-style=+T 'a b'
! ls: cannot access 'a b': No such file or directory
? 2
$ ls nofile\ x "no'file" $'no\nfile' 'no"file' 
! ls: cannot access 'nofile x': No such file or directory
! "ls: cannot access \"no'file\": No such file or directory"
! "ls: cannot access 'no'$'\\n''file': No such file or directory"
! "ls: cannot access 'no\"file': No such file or directory"
? 2
$ stat -c '%N' 'a b' "it's" $'nl\nx'
! stat: cannot statx 'a b': No such file or directory
! "stat: cannot statx \"it's\": No such file or directory"
! "stat: cannot statx 'nl'$'\\n''x': No such file or directory"
? 1
$ QUOTING_STYLE=c stat -c '%N' 'a b'
! stat: cannot statx 'a b': No such file or directory
? 1
$ rm 'no such' "no'such" $'no\tsuch'
! rm: cannot remove 'no such': No such file or directory
! "rm: cannot remove \"no'such\": No such file or directory"
! "rm: cannot remove 'no'$'\\t''such': No such file or directory"
? 1
$ cat 'no such' "no'such" 'é'
! cat: 'no such': No such file or directory
! "cat: \"no'such\": No such file or directory"
! "cat: ''$'\\303\\251': No such file or directory"
? 1

## many columns
$ touch {1..40}
$ ls -C -w 60
| "1   12\t15  18\t20  23\t26  29\t31  34\t37  4\t6  9"
| "10  13\t16  19\t21  24\t27  3\t32  35\t38  40\t7"
| "11  14\t17  2\t22  25\t28  30\t33  36\t39  5\t8"
$ ls -x -w 60
| "1   10\t11  12\t13  14\t15  16\t17  18\t19  2\t20  21\t22"
| "23  24\t25  26\t27  28\t29  3\t30  31\t32  33\t34  35\t36"
| "37  38\t39  4\t40  5\t6   7\t8   9"
$ ls -C -w 33 -T 0
| 1   14  19  23  28  32  37  5
| 10  15  2   24  29  33  38  6
| 11  16  20  25  3   34  39  7
| 12  17  21  26  30  35  4   8
| 13  18  22  27  31  36  40  9
$ ls -m -w 40
| 1, 10, 11, 12, 13, 14, 15, 16, 17, 18,
| 19, 2, 20, 21, 22, 23, 24, 25, 26, 27,
| 28, 29, 3, 30, 31, 32, 33, 34, 35, 36,
| 37, 38, 39, 4, 40, 5, 6, 7, 8, 9
$ ls -C --color=always -w 40
| "1   13\t17  20\t24  28\t31  35\t39  6"
| "10  14\t18  21\t25  29\t32  36\t4   7"
| "11  15\t19  22\t26  3\t33  37\t40  8"
| "12  16\t2   23\t27  30\t34  38\t5   9"
$ ls -C -F -w 50
| "1   13\t17  20\t24  28\t31  35\t39  6"
| "10  14\t18  21\t25  29\t32  36\t4   7"
| "11  15\t19  22\t26  3\t33  37\t40  8"
| "12  16\t2   23\t27  30\t34  38\t5   9"
$ ls -v -C -w 50
| 1  5  9   13  17  21  25  29  33  37
| 2  6  10  14  18  22  26  30  34  38
| 3  7  11  15  19  23  27  31  35  39
| 4  8  12  16  20  24  28  32  36  40
$ ls -sC -w 70
| total 0
| "0 1   0 13  0 17  0 20\t0 24  0 28  0 31  0 35\t0 39  0 6"
| "0 10  0 14  0 18  0 21\t0 25  0 29  0 32  0 36\t0 4   0 7"
| "0 11  0 15  0 19  0 22\t0 26  0 3   0 33  0 37\t0 40  0 8"
| "0 12  0 16  0 2   0 23\t0 27  0 30  0 34  0 38\t0 5   0 9"
$ ls -C -w 10000
| "1  10  11  12  13  14  15  16  17  18  19  2  20  21  22  23  24  25  26  27  28  29  3  30  31  32  33  34  35  36  37  38  39  4  40\t5  6  7  8  9"
$ rm -f *; touch a aaaaaaaaaaaaaaaaaaaa b bbbbbbbbbbbbb c cc ccc
$ ls -C -w 40
| "a\t\t      c"
| aaaaaaaaaaaaaaaaaaaa  cc
| "b\t\t      ccc"
| bbbbbbbbbbbbb
$ ls -C -w 30
| "a\t\t      c"
| aaaaaaaaaaaaaaaaaaaa  cc
| "b\t\t      ccc"
| bbbbbbbbbbbbb
$ ls -x -w 40
| a    aaaaaaaaaaaaaaaaaaaa
| b    bbbbbbbbbbbbb
| c    cc
| ccc

## links and stat
$ printf 12345 > f; touch -d '2020-01-02 03:04:05.678' f; ln f g; ln -s f l; mkdir d; chmod 1755 d; mkfifo p
$ stat -c '%a %A %b %B %f %F %h %n %s %t %T' f
| 644 -rw-r--r-- 8 512 81a4 regular file 2 f 5 0 0
$ stat -c '%x|%y' f
| 2020-01-02 03:04:05.678000000 +0000|2020-01-02 03:04:05.678000000 +0000
$ stat -c '%X %Y' f
| 1577934245 1577934245
$ stat -c '%.Y %.3Y %.0Y' f
| 1577934245.678000000 1577934245.678 1577934245
$ stat -c '%10s|%-10s|%010s' f f
|          5|5         |0000000005
|          5|5         |0000000005
$ stat -c '%u %g %U %G' f
| 0 0 root root
$ stat -c '%N' l
| 'l' -> 'f'
$ stat -L -c '%N %F' l
| 'l' regular file
$ stat -c %F d p l /dev/null f
| directory
| fifo
| symbolic link
| character special file
| regular file
$ : > e; stat -c %F e
| regular empty file
$ stat --printf='%n\t%s\n' f g
| "f\t5"
| "g\t5"
$ stat --printf '%n\0' f | od -c
| "0000000   f  \\0"
| 0000002
$ stat -c '%%' f
| %
$ stat -c '%q' f
| ?
$ stat -c 'a\nb' f
| "a\\nb"
$ stat --printf 'a\x41\101\q\n' f
| aAAq
! "stat: warning: unrecognized escape '\\q'"
$ stat -f -c '%T' /proc 2>/dev/null; stat -f -c '%n' f
| proc
| f
$ stat -t f | cut -d' ' -f1-2
| f 5
$ stat nofile
! stat: cannot statx 'nofile': No such file or directory
? 1
$ stat -c %s nofile f
| 5
! stat: cannot statx 'nofile': No such file or directory
? 1
$ stat -c '%#a %#f' f
| 0644 0x81a4
$ stat -c '%+5s|% s' f
|    +5| 5
$ stat -c '%5.2s' f
|    05
$ stat f | head -2 | cut -c1-40
|   File: f
| "  Size: 5         \tBlocks: 8          IO"
$ stat f | sed -n '4,6p' | cut -c1-30
| Access: (0644/-rw-r--r--)  Uid
| Access: 2020-01-02 03:04:05.67
| Modify: 2020-01-02 03:04:05.67
$ stat l | head -1
|   File: l -> f
$ stat --cached=never -c %s f
| 5
$ stat -c %w f | tr -d '0-9'
| -- ::. +
$ stat --format=%s --printf=%n f
| f\
$ stat -c '%d' f | tr -d 0-9
| 
$ stat -c '%h' f d
| 2
| 2
$ stat -c '%s' -
| 0
$ stat -c %F - < f
| regular file
$ readlink l; readlink f; readlink -f l | sed 's,.*/,,'
| f
| f
$ readlink l f l
| f
| f
? 1
$ readlink -n l l
| f
| f
! readlink: ignoring --no-newline with multiple arguments
$ ln -s loop1 loop2; ln -s loop2 loop1; readlink -f loop1; cat loop1; stat -L loop1; ls -L loop1; cp loop1 z; readlink -e loop1; readlink -m loop1 | sed 's,.*/,,'
| loop1
! cat: loop1: Too many levels of symbolic links
! stat: cannot statx 'loop1': Too many levels of symbolic links
! ls: cannot access 'loop1': Too many levels of symbolic links
! cp: cannot stat 'loop1': Too many levels of symbolic links
$ ln -s d/ ld; ls -d ld ld/; rm ld/; rmdir ld; rm ld
| ld
| ld/
! rm: cannot remove 'ld/': Is a directory
! rmdir: failed to remove 'ld': Not a directory
$ ln f d; ls d; ln f d; ln -f f d; ln -b f d; ls d
| f
| f
| f~
! ln: failed to create hard link 'd/f': File exists
$ ln -s f; ln -s d/f; ls; ln -sT f d; ln -st d f p; ls d
| d
| e
| f
| g
| l
| loop1
| loop2
| p
| f
| f~
| p
! ln: failed to create symbolic link './f': File exists
! ln: failed to create symbolic link './f': File exists
! ln: failed to create symbolic link 'd': File exists
! ln: failed to create symbolic link 'd/f': File exists
$ ln -sr d/f rel; readlink rel; ln -sr f d/rel2; readlink d/rel2
| d/f
| ../f
$ ln -i f g < /dev/null; ln d dd; ln -s f l; ln -sn f ld2; ln nofile x; ln -L l hardl; stat -c %F hardl; ln -P l hardp; stat -c %F hardp
| regular file
| symbolic link
! ln: replace 'g'? ln: d: hard link not allowed for directory
! ln: failed to create symbolic link 'l': File exists
! ln: failed to access 'nofile': No such file or directory
$ ln -S .bak -sf p g; ls g*; ln -v f v1; ln -sv f v2; ln a b c; ln -t nodir f
| g
| g.bak
| 'v1' => 'f'
| 'v2' -> 'f'
! ln: target 'c': No such file or directory
! ln: failed to access 'nodir': No such file or directory
? 1

