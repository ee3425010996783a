## flock
$ flock; flock 9; flock abc; flock -n lk echo hi; echo $?; flock lk -c 'echo sh; exit 3'; echo $?; flock . echo dir; flock nodir/x true; echo $?; flock lk nosuch; echo $?
| hi
| 0
| sh
| 3
| dir
| 66
| 69
! flock: not enough arguments
! Try 'flock --help' for more information.
! flock: 9: Bad file descriptor
! flock: bad file descriptor: 'abc'
! flock: cannot open lock file nodir/x: No such file or directory
! flock: failed to execute nosuch: No such file or directory
$ exec 9>lk2; flock -n 9; echo $?; flock -n lk2 true; echo $?; flock -n -E 7 lk2 true; echo $?; flock -w 0.05 lk2 true; echo $?; flock -w 0.05 -E 8 lk2 true; echo $?; flock -s -n lk2 true; echo $?; flock -u 9; flock -n lk2 true; echo $?; flock -s 9; flock -s -n lk2 echo shared; flock -x -n lk2 true; echo $?; exec 9>&-; flock -n lk2 true; echo $?
| 0
| 1
| 7
| 1
| 8
| 1
| 0
| shared
| 1
| 0
$ flock -w x lk true; echo $?; flock -E 300 lk true; echo $?;  flock -z; echo $?; flock lk -c a b; echo $?; flock -w -1 lk true; echo $?
| 64
| 64
| 64
| 64
| 71
! flock: invalid timeout value: 'x'
! flock: exit code out of range (expected 0 to 255)
! flock: invalid option -- 'z'
! Try 'flock --help' for more information.
! flock: -c requires exactly one command argument
! flock: cannot set up timer: Invalid argument
$ flock lk sh -c 'sleep 0.2 & true'; flock -n lk true; echo held $?; flock -o lk3 sh -c 'sleep 0.2 & true'; flock -n lk3 true; echo free $?; (flock -n 8 || exit 1; echo locked) 8>lk4; wait
| held 1
| free 0
| locked

## setsid
$ setsid; setsid echo a; setsid -w sh -c 'exit 4'; echo $?; setsid nosuch; echo $?; setsid -z; echo $?
| a
| 4
| 127
| 1
! setsid: no command specified
! Try 'setsid --help' for more information.
! setsid: failed to execute nosuch: No such file or directory
! setsid: invalid option -- 'z'
! Try 'setsid --help' for more information.
$ setsid sh -c 'ps -o pid=,sid= -p $$' | awk '{print $1==$2}'
| 1

## getent
$ getent passwd root nobody; getent group root; echo $?; getent passwd nope; echo $?; getent nodb; echo $?; getent ahostsv4 localhost; getent passwd 0; getent group 0; getent; echo $?; getent hosts nope.invalid; echo $?; getent initgroups root; getent passwd | head -1; getent passwd root nope; echo $?
| root:x:0:0:root:/root:/bin/bash
| nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
| root:x:0:
| 0
| 2
| Try `getent --help' or `getent --usage' for more information.
| 1
| 127.0.0.1       STREAM localhost
| "127.0.0.1       DGRAM  "
| "127.0.0.1       RAW    "
| root:x:0:0:root:/root:/bin/bash
| root:x:0:
| Try `getent --help' or `getent --usage' for more information.
| 1
| 2
| "root                 "
| root:x:0:0:root:/root:/bin/bash
| root:x:0:0:root:/root:/bin/bash
| 2
! Unknown database: nodb
! getent: wrong number of arguments

## niceness
$ nice; nice -n 5 nice; nice nice; nice -n 100 nice; nice -n 30 nice -n 3 nice; nice -5 nice; nice --adjustment=7 nice
| 0
| 5
| 10
| 19
| 19
| 5
| 7
$ nice -n 5 sh -c 'ps -o pri=,ni= -p $$; cut -d" " -f18,19 /proc/$$/stat; ps -o stat= -p $$ | cut -c2; (nice); nice -n 2 sh -c nice'
|  14   5
| 25 5
| N
| 5
| 7
$ nice -n x true; echo $?; nice -n 1; echo $?; nice -n 3 nosuchcommand; echo $?
| 125
| 125
| 127
! nice: invalid adjustment 'x'
! nice: a command must be given with an adjustment
! Try 'nice --help' for more information.
! nice: 'nosuchcommand': No such file or directory
