## ls
$ mkdir d
$ touch a b .h d/x
$ ls
| a
| b
| d
$ ls -a
| .
| ..
| .h
| a
| b
| d
$ ls -A
| .h
| a
| b
| d
$ ls -1 d
| x
$ ls -d d
| d
$ ls nofile
! ls: cannot access 'nofile': No such file or directory
? 2
$ ls a nofile d
| a
| 
| d:
| x
! ls: cannot access 'nofile': No such file or directory
? 2
$ ls -R
| .:
| a
| b
| d
| 
| ./d:
| x
$ ls -F
| a
| b
| d/
$ ls -p
| a
| b
| d/
$ ls -m
| a, b, d
$ ls -r
| d
| b
| a
$ ls -y
! ls: invalid option -- 'y'
! Try 'ls --help' for more information.
? 2
$ ls --foo
! ls: unrecognized option '--foo'
! Try 'ls --help' for more information.
? 2
$ ls --co
! ls: option '--co' is ambiguous; possibilities: '--color' '--context'
! Try 'ls --help' for more information.
? 2
$ ls --sort=bad
! ls: invalid argument 'bad' for '--sort'
! Valid arguments are:
!   - 'none'
!   - 'time'
!   - 'size'
!   - 'extension'
!   - 'version'
!   - 'width'
! Try 'ls --help' for more information.
? 1
$ ln -s a l
$ ls -F
| a
| b
| d/
| l@
$ ls --color=always
| a
| b
| d
| l
$ ls -C
| a  b  d  l
$ ls -Q
| "\"a\""
| "\"b\""
| "\"d\""
| "\"l\""
$ chmod 755 a
$ ls -l a | cut -c1-10
| -rwxr-xr-x
$ touch -d '2020-01-02 03:04:05' b
$ ls -l --time-style=long-iso b | tr -s ' ' | cut -d' ' -f1,5-8
| -rw-r--r-- 0 2020-01-02 03:04 b
$ ls -l b | tr -s ' ' | cut -d' ' -f6-
| Jan 2 2020 b
$ ls --full-time b | tr -s ' ' | cut -d' ' -f6-
| 2020-01-02 03:04:05.000000000 +0000 b
$ ls -lL l | cut -c1-10
| -rwxr-xr-x
$ printf 12345 > s
$ printf 1 > t
$ ls -S s t
| s
| t
$ ls -t b s
| s
| b
$ ls -I '*' d
$ ls --hide='a*'
| b
| d
| l
| s
| t
$ touch 'a b'
$ ls 'a b' 
| a b
$ ls -b 'a b'
| "a\\ b"
$ ls --group-directories-first
| d
| a
| a b
| b
| l
| s
| t
$ ls -X
| a
| a b
| b
| d
| l
| s
| t
$ ls -lh s | tr -s ' ' | cut -d' ' -f5
| 5

## cp
$ printf 1 > a
$ cp a b
$ cat b
| 1\
$ cp a
! cp: missing destination file operand after 'a'
! Try 'cp --help' for more information.
? 1
$ cp
! cp: missing file operand
! Try 'cp --help' for more information.
? 1
$ cp nofile x
! cp: cannot stat 'nofile': No such file or directory
? 1
$ mkdir d
$ cp d e
! cp: -r not specified; omitting directory 'd'
? 1
$ cp -r d e
$ cp a b d
$ ls d
| a
| b
$ cp a b nodir
! cp: target 'nodir': No such file or directory
? 1
$ cp -v a c
| 'a' -> 'c'
$ cp a a
! cp: 'a' and 'a' are the same file
? 1
$ cp -r d d
! cp: cannot copy a directory, 'd', into itself, 'd/d'
? 1
$ cp -r d d/sub
! cp: cannot copy a directory, 'd', into itself, 'd/sub'
? 1
$ cp -t d a
$ cp -n b a
$ cp a d/
$ cp -r d a
! cp: cannot overwrite non-directory 'a' with directory 'd'
? 1
$ cp a nodir/
! cp: cannot create regular file 'nodir/': Not a directory
? 1
$ ln -s a l
$ cp -P l m
$ readlink m
| a
$ cp -d l n
$ cp l o
$ cat o
| 1\
$ cp -a d f
$ ls f
| a
| b
| d
| sub
$ cp --parents d/a e
$ ls e/d
| a
$ cp -l a hard
$ stat -c %h a
| 2
$ cp -s a soft
$ readlink soft
| a
$ cp -b a b
$ ls b~
| b~
$ cp -rv d g
| 'd' -> 'g'
| 'd/a' -> 'g/a'
| 'd/b' -> 'g/b'
| 'd/d' -> 'g/d'
| 'd/d/a' -> 'g/d/a'
| 'd/d/b' -> 'g/d/b'
| 'd/sub' -> 'g/sub'
| 'd/sub/a' -> 'g/sub/a'
| 'd/sub/b' -> 'g/sub/b'
| 'd/sub/d' -> 'g/sub/d'
| 'd/sub/d/a' -> 'g/sub/d/a'
| 'd/sub/d/b' -> 'g/sub/d/b'

## mv
$ printf 1 > a
$ mv a b
$ cat b
| 1\
$ mv nofile x
! mv: cannot stat 'nofile': No such file or directory
? 1
$ mkdir d
$ mv b d
$ ls d
| b
$ mv d/b .
$ mv b
! mv: missing destination file operand after 'b'
! Try 'mv --help' for more information.
? 1
$ mv
! mv: missing file operand
! Try 'mv --help' for more information.
? 1
$ touch x y
$ mv x y d
$ ls d
| x
| y
$ mv d d
! mv: cannot move 'd' to a subdirectory of itself, 'd/d'
? 1
$ mv d d/e
! mv: cannot move 'd' to a subdirectory of itself, 'd/e'
? 1
$ touch f
$ mv f nodir/x
! mv: cannot move 'f' to 'nodir/x': No such file or directory
? 1
$ mkdir f2
$ mv f2 f
! mv: cannot overwrite non-directory 'f' with directory 'f2'
? 1
$ mv f f2
$ mkdir e
$ touch e/f2
$ mv f2 e
! mv: cannot overwrite non-directory 'e/f2' with directory 'f2'
? 1
$ mv -v e/f2 z
| renamed 'e/f2' -> 'z'
$ touch p q
$ mv -n p q
$ mv -T p d
! mv: cannot overwrite directory 'd' with non-directory
? 1
$ mv z d/x d
! mv: 'd/x' and 'd/x' are the same file
? 1
$ ls
| b
| d
| e
| f2
| p
| q

## rm
$ touch a b
$ mkdir -p d/e
$ rm a
$ rm nofile
! rm: cannot remove 'nofile': No such file or directory
? 1
$ rm -f nofile
$ rm d
! rm: cannot remove 'd': Is a directory
? 1
$ rm -d d
! rm: cannot remove 'd': Directory not empty
? 1
$ rm -r d
$ rm
! rm: missing operand
! Try 'rm --help' for more information.
? 1
$ rm -f
$ rm -rf .
! rm: refusing to remove '.' or '..' directory: skipping '.'
? 1
$ rm -r ..
! rm: refusing to remove '.' or '..' directory: skipping '..'
? 1
$ rm -v b
| removed 'b'
$ mkdir -p x/y
$ touch x/f
$ rm -rv x
| removed 'x/f'
| removed directory 'x/y'
| removed directory 'x'
$ touch c
$ printf 'n\n' | rm -i c
! rm: remove regular empty file 'c'? \
$ printf 'y\n' | rm -i c
! rm: remove regular empty file 'c'? \
$ rm -y
! rm: invalid option -- 'y'
! Try 'rm --help' for more information.
? 1
$ ls
$ rm -rf /
! rm: it is dangerous to operate recursively on '/'
! rm: use --no-preserve-root to override this failsafe
? 1

## mkdir and rmdir
$ mkdir a
$ mkdir a
! mkdir: cannot create directory 'a': File exists
? 1
$ mkdir a/b/c
! mkdir: cannot create directory 'a/b/c': No such file or directory
? 1
$ mkdir -p a/b/c
$ mkdir -pv x/y/z
| mkdir: created directory 'x'
| mkdir: created directory 'x/y'
| mkdir: created directory 'x/y/z'
$ mkdir
! mkdir: missing operand
! Try 'mkdir --help' for more information.
? 1
$ mkdir -m 700 m
$ stat -c %a m
| 700
$ mkdir -m zzz n
! mkdir: invalid mode 'zzz'
? 1
$ touch f
$ mkdir -p f/x
! mkdir: cannot create directory 'f': Not a directory
? 1
$ mkdir f
! mkdir: cannot create directory 'f': File exists
? 1
$ rmdir a
! rmdir: failed to remove 'a': Directory not empty
? 1
$ rmdir -p a/b/c
$ rmdir nofile
! rmdir: failed to remove 'nofile': No such file or directory
? 1
$ rmdir f
! rmdir: failed to remove 'f': Not a directory
? 1
$ rmdir
! rmdir: missing operand
! Try 'rmdir --help' for more information.
? 1
$ rmdir -v m
| rmdir: removing directory, 'm'
$ rmdir --ignore-fail-on-non-empty x

## touch and stat
$ touch a
$ touch -c nofile
$ ls
| a
$ touch -d '2022-02-02 02:02:02' a
$ stat -c %y a
| 2022-02-02 02:02:02.000000000 +0000
$ touch -t 202301020304.05 a
$ stat -c '%Y %n %s %F %a %A' a
| 1672628645 a 0 regular empty file 644 -rw-r--r--
$ touch -r a b
$ stat -c %Y b
| 1672628645
$ touch -d bad a
! touch: invalid date format 'bad'
? 1
$ touch
! touch: missing file operand
! Try 'touch --help' for more information.
? 1
$ touch nodir/x
! touch: cannot touch 'nodir/x': No such file or directory
? 1
$ touch -m -d @100 a
$ stat -c '%X %Y' a
| 1672628645 100
$ stat nofile
! stat: cannot statx 'nofile': No such file or directory
? 1
$ stat -c '%F' . /dev/null
| directory
| character special file
$ stat --printf '%s\n' a
| 0
$ ln -s a l
$ stat -c '%N %F' l
| 'l' -> 'a' symbolic link
$ stat -L -c %F l
| regular empty file
$ stat
! stat: missing operand
! Try 'stat --help' for more information.
? 1

## ln and readlink
$ touch a
$ ln a b
$ ln a b
! ln: failed to create hard link 'b': File exists
? 1
$ ln -s a c
$ readlink c
| a
$ ln -sf b c
$ readlink c
| b
$ ln nofile x
! ln: failed to access 'nofile': No such file or directory
? 1
$ mkdir d
$ ln -s ../a d
$ readlink d/a
| ../a
$ ln d e
! ln: d: hard link not allowed for directory
? 1
$ ln -sv a v
| 'v' -> 'a'
$ ln
! ln: missing file operand
! Try 'ln --help' for more information.
? 1
$ readlink nofile
? 1
$ readlink
! readlink: missing operand
! Try 'readlink --help' for more information.
? 1
$ ln -s nowhere dangling
$ readlink -f dangling | tail -c 9
| /nowhere
$ readlink -e dangling
? 1
$ ln -sr d/a r
$ readlink r
| a
$ ln -s a c
! ln: failed to create symbolic link 'c': File exists
? 1
$ ln -sfn d dl
$ ln -sfn a dl
$ readlink dl
| a
$ readlink -n c
| b\
$ realpath nofile/x
! realpath: nofile/x: No such file or directory
? 1
$ realpath --relative-to=d a
| ../a
$ realpath -e nofile
! realpath: nofile: No such file or directory
? 1
$ realpath /usr/../tmp/.
| /tmp
$ realpath -m /a/../b/./c
| /b/c

## basename and dirname
$ basename /a/b/c.txt
| c.txt
$ basename /a/b/c.txt .txt
| c
$ basename -s .txt a.txt b.txt
| a
| b
$ basename -a /x/y z/
| y
| z
$ basename /
| /
$ basename ''
| 
$ basename
! basename: missing operand
! Try 'basename --help' for more information.
? 1
$ basename a b c
! basename: extra operand 'c'
! Try 'basename --help' for more information.
? 1
$ dirname /a/b/c
| /a/b
$ dirname a
| .
$ dirname / //a a/ /a
| /
| /
| .
| /
$ dirname
! dirname: missing operand
! Try 'dirname --help' for more information.
? 1

## chmod
$ touch f
$ chmod 644 f
$ stat -c %a f
| 644
$ chmod u+x,g-r,o= f
$ stat -c %a f
| 700
$ chmod a=rw f
$ stat -c %a f
| 666
$ chmod +x f
$ stat -c %a f
| 777
$ chmod g=u,o=g f
$ stat -c %a f
| 777
$ chmod -x f
$ stat -c %a f
| 666
$ chmod 4755 f
$ stat -c '%a %A' f
| 4755 -rwsr-xr-x
$ chmod u-s,+t f
$ stat -c '%a %A' f
| 1755 -rwxr-xr-t
$ chmod -v 600 f
| mode of 'f' changed from 1755 (rwxr-xr-t) to 0600 (rw-------)
$ chmod -v 600 f
| mode of 'f' retained as 0600 (rw-------)
$ chmod zz f
! chmod: invalid mode: 'zz'
! Try 'chmod --help' for more information.
? 1
$ chmod 644 nofile
! chmod: cannot access 'nofile': No such file or directory
? 1
$ chmod 644
! chmod: missing operand after '644'
! Try 'chmod --help' for more information.
? 1
$ chmod
! chmod: missing operand
! Try 'chmod --help' for more information.
? 1
$ mkdir d
$ touch d/x
$ chmod -R u=rwX,go=rX d
$ stat -c '%a %n' d d/x
| 755 d
| 644 d/x
$ chmod --reference=f d/x
$ stat -c %a d/x
| 600
$ chmod 99 f
! chmod: invalid mode: '99'
! Try 'chmod --help' for more information.
? 1

## find
$ mkdir -p a/b c
$ touch a/1.txt a/b/2.txt c/3.md .h
$ printf 12345 > c/big
$ find . -name '*.txt' | sort
| ./a/1.txt
| ./a/b/2.txt
$ find a -type f | sort
| a/1.txt
| a/b/2.txt
$ find a -type d | sort
| a
| a/b
$ find . -maxdepth 1 | sort
| .
| ./.h
| ./a
| ./c
$ find . -mindepth 2 -type f | sort
| ./a/1.txt
| ./a/b/2.txt
| ./c/3.md
| ./c/big
$ find . -name '*.txt' -o -name '*.md' | sort
| ./a/1.txt
| ./a/b/2.txt
| ./c/3.md
$ find . ! -name '*.txt' -type f | sort
| ./.h
| ./c/3.md
| ./c/big
$ find . -path './a/*' | sort
| ./a/1.txt
| ./a/b
| ./a/b/2.txt
$ find a -name b -prune -o -print | sort
| a
| a/1.txt
$ find . -size +0c -type f
| ./c/big
$ find . -size -2 -type f -name big
| ./c/big
$ find . -empty -type f | sort
| ./.h
| ./a/1.txt
| ./a/b/2.txt
| ./c/3.md
$ find . -iname '*.TXT' | sort
| ./a/1.txt
| ./a/b/2.txt
$ find . -name '*.txt' -exec echo {} \; | sort
| ./a/1.txt
| ./a/b/2.txt
$ find c -type f -exec echo {} + | tr ' ' '\n' | sort
| c/3.md
| c/big
$ find . -name '*.txt' -printf '%f %s %d %y\n' | sort
| 1.txt 0 2 f
| 2.txt 0 3 f
$ find . -name '*.md' -print0 | tr '\0' '\n'
| ./c/3.md
$ find nofile
! find: 'nofile': No such file or directory
? 1
$ find . -foo
! find: unknown predicate `-foo'
? 1
$ find . -name
! find: missing argument to `-name'
? 1
$ find . \( -name a -o -name c \) | sort
| ./a
| ./c
$ find . -regex '.*/[12]\.txt' | sort
| ./a/1.txt
| ./a/b/2.txt
$ find . -newer nofile
! find: 'nofile': No such file or directory
? 1
$ find . -type x
! find: Unknown argument to -type: x
? 1
$ find a -delete
$ find . | sort
| .
| ./.h
| ./c
| ./c/3.md
| ./c/big
$ find c -perm 644 | sort
| c/3.md
| c/big
$ find c -perm -600 -type f | sort
| c/3.md
| c/big
$ find . -name big -quit
$ find c -name big -execdir pwd -P \; | tail -c 3
| /c
$ find . -maxdepth x
! find: Expected a positive decimal integer argument to -maxdepth, but got 'x'
? 1
$ find . -links 1 -type f | sort
| ./.h
| ./c/3.md
| ./c/big
$ find . -false -o -true | sort
| .
| ./.h
| ./c
| ./c/3.md
| ./c/big
$ find . foo -name bar
! find: 'foo': No such file or directory
? 1
$ find c -depth | tail -n 1
| c

## tee
$ echo hi | tee a b
| hi
$ cat a b
| hi
| hi
$ echo more | tee -a a
| more
$ cat a
| hi
| more
$ echo x | tee nodir/x
| x
! tee: nodir/x: No such file or directory
? 1

## du
$ mkdir -p d/e
$ printf 12345 > d/f
$ du -b d/f
| "5\td/f"
$ du --apparent-size -B1 d/f
| "5\td/f"
$ du nofile
! du: cannot access 'nofile': No such file or directory
? 1
$ du -s -a d
! du: cannot both summarize and show all entries
! Try 'du --help' for more information.
? 1
$ du -d x
! du: invalid maximum depth 'x'
! Try 'du --help' for more information.
? 1

## truncate and mktemp
$ printf 12345 > f
$ truncate -s 3 f
$ cat f
| 123\
$ truncate -s +2 f
$ stat -c %s f
| 5
$ truncate -s 1K g
$ stat -c %s g
| 1024
$ truncate f
! truncate: you must specify either '--size' or '--reference'
! Try 'truncate --help' for more information.
? 1
$ truncate -s x f
! truncate: Invalid number: 'x'
? 1
$ mktemp -p . XX
! mktemp: too few X's in template 'XX'
? 1
$ mktemp xXXX | wc -c
| 5
$ mktemp -d dXXXXXX | wc -c
| 8
$ mktemp -u aXXX | wc -c
| 5
$ mkfifo p
$ mkfifo p
! mkfifo: cannot create fifo 'p': File exists
? 1
$ stat -c %F p
| fifo
$ unlink p
$ unlink p
! unlink: cannot unlink 'p': No such file or directory
? 1

