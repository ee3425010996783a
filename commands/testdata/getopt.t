## getopt
$ getopt ab:c:: -a -b x -cfoo y -c z
|  -a -b x -c foo -c  -- y z
$ getopt -o ab:c:: -l alpha,beta:,gamma:: -- -a --beta 'x y' --gam=1 "it's" --gamma rest
| " -a --beta 'x y' --gamma '1' --gamma '' -- 'it'\\''s' 'rest'"
$ getopt -o a -- -b
|  --
! getopt: invalid option -- 'b'
? 1
$ getopt -o a: -- -a
|  --
! getopt: option requires an argument -- 'a'
? 1
$ getopt -n prog -o a -l long: -- --long
|  --
! prog: option '--long' requires an argument
? 1
$ getopt -n prog -o a -l long -- --long=3
|  --
! prog: option '--long' doesn't allow an argument
? 1
$ getopt -n prog -l alpha,alps -o '' -- --al
|  --
! prog: option '--al' is ambiguous; possibilities: '--alpha' '--alps'
? 1
$ getopt -o +ab -- -a x -b
|  -a -- 'x' '-b'
$ getopt -o -ab -- -a x -b
|  -a 'x' -b --
$ getopt -u -o ab: -- -a -b 'x y'
|  -a -b x y --
$ getopt -q -o a -- -z
|  --
? 1
$ getopt -Q -o a -- -a
$ getopt -T
? 4
$ getopt
! getopt: missing optstring argument
! Try 'getopt --help' for more information.
? 2
$ getopt -a -o l -l long,other: -- -long -other v -l
|  --long --other 'v' -l --
$ getopt -o ab -- -ab -- -c
|  -a -b -- '-c'
$ getopt -s zsh -o a -- -a
! getopt: unknown shell after -s or --shell argument
! Try 'getopt --help' for more information.
? 2
$ getopt -o :a -- -z
|  --
? 1

## time
$ /usr/bin/time -f '%C %x' true
! true 0
$ /usr/bin/time -f '%x' false
! Command exited with non-zero status 1
! 1
? 1
$ /usr/bin/time -q -f '%x' false
! 1
? 1
$ /usr/bin/time -f 'a\tb%%%z' true
! "a\tb%?z"
$ /usr/bin/time -o t -f hi echo x
| x
$ cat t
| hi
$ /usr/bin/time -a -o t -f more true
$ cat t
| hi
| more
$ /usr/bin/time -f x nocommand
! /usr/bin/time: cannot run nocommand: No such file or directory
! Command exited with non-zero status 127
! x
? 127
$ /usr/bin/time
! /usr/bin/time: missing program to run
! Try '/usr/bin/time --help' for more information.
? 125
$ /usr/bin/time -z
! /usr/bin/time: invalid option -- 'z'
! Try '/usr/bin/time --help' for more information.
? 125

## stty and tput without a terminal
$ stty
! stty: 'standard input': Inappropriate ioctl for device
? 1
$ stty -a
! stty: 'standard input': Inappropriate ioctl for device
? 1
$ stty size
! stty: 'standard input': Inappropriate ioctl for device
? 1
$ TERM=xterm tput bold
| "\x1b[1m"\
$ TERM=xterm tput setaf 1
| "\x1b[31m"\
$ TERM=xterm tput sgr0
| "\x1b(B\x1b[m"\
$ TERM=xterm tput cup 3 4
| "\x1b[4;5H"\
$ TERM=xterm tput setab 2
| "\x1b[42m"\
$ TERM=xterm-256color tput colors
| 256
$ TERM=xterm tput colors
| 8
$ TERM=xterm-256color tput setaf 200
| "\x1b[38;5;200m"\
$ TERM=xterm-256color tput setaf 9
| "\x1b[91m"\
$ tput cols
| 80
$ TERM=xterm tput nosuch
! tput: unknown terminfo capability 'nosuch'
? 4
$ TERM=xterm clear
| "\x1b[H\x1b[2J\x1b[3J"\
$ TERM=xterm tput smul
| "\x1b[4m"\
$ TERM=xterm tput rmul
| "\x1b[24m"\
$ TERM=xterm tput rev
| "\x1b[7m"\
$ TERM=xterm tput el
| "\x1b[K"\
$ TERM=xterm tput civis
| "\x1b[?25l"\
$ TERM=xterm tput cnorm
| "\x1b[?12l\x1b[?25h"\
$ users
$ who

