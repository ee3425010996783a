## ps
$ ps -o comm= -p $$
| ps
$ ps -p $$ -o pid= | tr -d ' 0-9'
| 
$ ps -o pid,comm -p $$ | head -1
|   PID COMMAND
$ ps -o pid=P,comm=C -p $$ | head -1 | tr -s ' '
|  P C
$ ps | head -1
|   PID TTY          TIME CMD
$ ps -f | head -1
| UID        PID  PPID  C STIME TTY          TIME CMD
$ ps -ef | head -1
| UID        PID  PPID  C STIME TTY          TIME CMD
$ ps aux | head -1
| USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
$ ps -l | head -1
| F S   UID   PID  PPID  C PRI  NI ADDR SZ WCHAN  TTY          TIME CMD
$ ps -o user= -p $$
| root
$ ps -o ppid= -p $$ | tr -d ' 0-9'
| 
$ ps -o args= -p $$ | cut -d' ' -f1
| bash
$ ps --no-headers -o comm -p $$
| ps
$ ps h -o comm -p $$
| ps
$ ps -p 999999
|   PID TTY          TIME CMD
? 1
$ ps -p 999999 -o pid=
? 1
$ ps -C nosuchcommand -o pid=
? 1
$ ps -o nosuch 2>&1 | head -1
| "error: unknown user-defined format specifier \"nosuch\""
$ ps -p x 2>&1 | head -1
| error: process ID list syntax error
$ sleep 5 & sleep 0.1; ps -o comm= -p $!; kill $!
| sleep
$ sleep 5 & sleep 0.1; ps -C sleep -o comm= | sort -u; kill %1
| sleep
$ ps -o pid= -p 1,$$ | wc -l
| 2
$ ps -u root -o comm= | grep -c ps
| 1
$ ps -e -o comm= | grep -c '^ps$'
| 1
$ ps -o comm --sort=-pid -p $$ | tail -1
| bash
$ ps -o pcpu,pmem -p $$ | head -1
| %CPU %MEM
$ ps ax | head -1 | tr -s ' '
|  PID TTY STAT TIME COMMAND
$ ps -T -p $$ | head -1 | tr -s ' '
|  PID SPID TTY TIME CMD

## kill and friends
$ sleep 30 & kill $!; wait $!; echo $?
| 143
$ sleep 30 & env kill -0 $! && echo alive; kill $!
| alive
$ sleep 33 & sleep 0.1; pgrep -f '^sleep 33' | wc -l; pkill -f '^sleep 33'; wait $!; echo $?
| 1
| 143
$ sleep 34 & sleep 0.1; pgrep -x sleep -P $$ | wc -l; pkill -P $$ sleep; wait $!; echo $?
| 1
| 143
$ sleep 35 & sleep 0.1; pgrep -l -P $$ sleep | cut -d' ' -f2; kill $!
| sleep
$ sleep 36 & sleep 0.1; pgrep -a -f '^sleep 36' | cut -d' ' -f2-; kill $!
| sleep 36
$ pkill nosuchprocess
? 1
$ sleep 37 & sleep 0.1; pgrep -c -f '^sleep 37'; kill $!
| 1
$ sleep 38 & sleep 0.1; pgrep -n -P $$ sleep | wc -l; kill $!
| 1
$ sleep 39 & sleep 0.1; pgrep -d, -P $$ | tr -d 0-9; kill $!
| ,
$ timeout 0.1 sleep 5; echo $?
| 124
$ timeout --foreground 0.1 sleep 5; echo $?
| 124
$ timeout 0 true; echo $?
| 0
$ timeout 1m true; echo $?
| 0
$ timeout -s USR1 0.1 sleep 5; echo $?
| 124
$ nohup true < /dev/null; echo $?
| 0
$ nohup echo hi 2>&1 < /dev/null | cat
| hi
$ nohup nosuch < /dev/null; echo $?
| 127
! nohup: failed to run command 'nosuch': No such file or directory
$ nohup
! nohup: missing operand
! Try 'nohup --help' for more information.
? 125
$ nice
| 0
$ nice -n x true
! nice: invalid adjustment 'x'
? 125
$ nice nosuch
! nice: 'nosuch': No such file or directory
? 127
$ nice -n 5
! nice: a command must be given with an adjustment
! Try 'nice --help' for more information.
? 125
$ stdbuf -oL echo hi
| hi
$ stdbuf -o0 -eL cat <<< x
| x
$ stdbuf -i0 true
$ stdbuf -oX true
! stdbuf: invalid mode 'X'
? 125
$ stdbuf true
! stdbuf: you must specify a buffering mode option
! Try 'stdbuf --help' for more information.
? 125
$ stdbuf
! stdbuf: missing operand
! Try 'stdbuf --help' for more information.
? 125
$ stdbuf -o0 nosuch
! stdbuf: failed to run command 'nosuch': No such file or directory
? 127
$ sleep 0.01 0.01
$ sleep 1x
! sleep: invalid time interval '1x'
! Try 'sleep --help' for more information.
? 1
$ sleep infinity & kill $!; wait $!; echo $?
| 143
$ time -p true 2>&1 | head -1 | cut -d' ' -f1
! real 0.00
! user 0.00
! sys 0.00
$ env time -f %x sh -c 'exit 3'
! Command exited with non-zero status 3
! 3
? 3
$ env time -f '%e' true 2>&1 | tr -d '0-9'
| .
$ tty < /dev/null
| not a tty
? 1
$ tty -s < /dev/null; echo $?
| 1
$ tty -x < /dev/null
! tty: invalid option -- 'x'
! Try 'tty --help' for more information.
? 2

## users and system
$ whoami
| root
$ whoami x
! whoami: extra operand 'x'
! Try 'whoami --help' for more information.
? 1
$ id -u
| 0
$ id -un
| root
$ id -g
| 0
$ id -gn
| root
$ id -G | cut -d' ' -f1
| 0
$ id -nG | cut -d' ' -f1
| root
$ id -u root
| 0
$ id -un 0
| root
$ id nosuchuser
! id: 'nosuchuser': no such user
? 1
$ id -n
! id: cannot print only names or real IDs in default format
? 1
$ id -u -g
! "id: cannot print \"only\" of more than one choice"
? 1
$ id | cut -d' ' -f1
| uid=0(root)
$ id root | cut -d' ' -f1-2
| uid=0(root) gid=0(root)
$ id -z -u | od -c | head -1
| "0000000   0  \\0"
$ id -r -u
| 0
$ groups root | cut -d: -f1
| root 
$ groups nosuchuser
! groups: 'nosuchuser': no such user
? 1
$ users | wc -c
| 0
$ who | wc -l
| 0
$ uname
| Linux
$ uname -s
| Linux
$ uname -o
| GNU/Linux
$ uname -m
| x86_64
$ uname -p
| unknown
$ uname -i
| unknown
$ uname x
! uname: extra operand 'x'
! Try 'uname --help' for more information.
? 1
$ uname -y
! uname: invalid option -- 'y'
! Try 'uname --help' for more information.
? 1
$ uname -sm
| Linux x86_64
$ uname -a | cut -d' ' -f1
| Linux
$ uname -n | wc -l
| 1
$ arch
| x86_64
$ arch x
! arch: extra operand 'x'
! Try 'arch --help' for more information.
? 1
$ nproc | wc -l
| 1
$ nproc --ignore=1000
| 1
$ nproc --all | wc -l
| 1
$ OMP_NUM_THREADS=2 nproc
| 2
$ nproc x
! nproc: extra operand 'x'
! Try 'nproc --help' for more information.
? 1
$ nproc --ignore=x
! nproc: invalid number: 'x'
? 1
$ hostname | wc -l
| 1
$ hostname -s | wc -l
| 1
$ env pwd | sed 's,.*/,,' | wc -l
| 1
$ cd / && env pwd
| /
$ cd /usr/bin && env pwd -P
| /usr/bin
$ env pwd x 2>&1 | head -1
| pwd: ignoring non-option arguments
$ printenv NOSUCH
? 1
$ A=1 printenv A
| 1
$ A=1 B=2 printenv A B
| 1
| 2
$ A=1 printenv -0 A | od -c | head -1
| "0000000   1  \\0"
$ printenv -x
! printenv: invalid option -- 'x'
! Try 'printenv --help' for more information.
? 2
$ env -i A=1 B=2 env
| A=1
| B=2
$ env -i A=1 env -u A
$ env -u PATH /usr/bin/env | grep -c ^PATH
| 0
? 1
$ env A=1 B=2 sh -c 'echo $A$B'
| 12
$ env -i sh -c 'echo $HOME'
| 
$ env - A=x printenv A
| x
$ env -C /usr pwd
| /usr
$ env -C nodir pwd
! env: cannot change directory to 'nodir': No such file or directory
? 125
$ env -S 'sh -c "echo a b"'
| a b
$ env -S'A=1 sh -c "echo \$A"'
| 1
$ env -v A=1 true 2>&1 | head -2
| setenv:   A=1
| executing: true
$ env -0 -i A=1 | od -c | head -1
| "0000000   A   =   1  \\0"
$ env nosuch; echo $?
| 127
! env: 'nosuch': No such file or directory
$ env /; echo $?
| 126
! env: '/': Permission denied
$ env -x
! env: invalid option -- 'x'
! Try 'env --help' for more information.
? 125
$ env A=1 -u B
! env: '-u': No such file or directory
? 127
$ env --ignore-environment true
$ env --unset=A --chdir=/ pwd
| /
$ env =x true
$ free | head -1 | tr -s ' '
|  total used free shared buff/cache available
$ free -m | wc -l
| 3
$ free -h | head -2 | tail -1 | cut -c1-4
| Mem:
$ free -t | tail -1 | cut -c1-6
| Total:
$ free -b | sed -n 3p | cut -c1-5
| Swap:
$ free -x 2>&1 | head -1
| free: invalid option -- 'x'
$ uptime | grep -c 'load average:'
| 1
$ uptime -p | cut -d' ' -f1
| up
$ uptime -s | tr -d '0-9'
| -- ::
$ uptime -x 2>&1 | head -1
| uptime: invalid option -- 'x'
$ which ls
| /usr/bin/ls
$ which nosuch; echo $?
| 1
$ which -a sh | tail -1
| /bin/sh
$ which ls nosuch cat; echo $?
| /usr/bin/ls
| /usr/bin/cat
| 1
$ which
? 1
$ whereis -b ls | cut -d' ' -f1-2
| ls: /usr/bin/ls
$ whereis nosuch
| nosuch:
$ sync; echo $?
| 0
$ sync nofile
! sync: error opening 'nofile': No such file or directory
? 1
$ sync -x 2>&1 | head -1
| sync: invalid option -- 'x'
$ clear | od -c | head -1
| 0000000
$ TERM=xterm clear -x | od -c | head -1
| 0000000 033   [   H 033   [   2   J
$ TERM=nosuchterm clear
! 'nosuchterm': unknown terminal type.
? 1
$ TERM=xterm tput cols < /dev/null 2>/dev/null
| 80
$ TERM=xterm tput colors
| 8
$ TERM=dumb tput colors; echo $?
| -1
| 0
$ TERM=xterm tput nosuchcap; echo $?
| 4
! tput: unknown terminfo capability 'nosuchcap'
$ TERM= tput bold; echo $?
| 2
! tput: No value for $TERM and no -T specified
$ TERM=xterm tput rev | od -c | head -1
| 0000000 033   [   7   m
$ TERM=xterm tput smul | od -c | head -1
| 0000000 033   [   4   m
$ TERM=xterm tput clear | od -c | head -1
| 0000000 033   [   H 033   [   2   J 033   [   3   J
$ TERM=xterm tput el | od -c | head -1
| 0000000 033   [   K
$ stty < /dev/null
! stty: 'standard input': Inappropriate ioctl for device
? 1
$ stty -F nofile
! stty: nofile: No such file or directory
? 1
$ logger hi < /dev/null; echo $?
| 0
$ man nosuchpage; echo $?
| 16
! No manual entry for nosuchpage
$ man
! What manual page do you want?
! For example, try 'man man'.
? 1
$ lsof -p 999999; echo $?
| 1
$ pstree -V 2>&1 | head -1 | cut -c1-6
| pstree
$ sudo -V 2>/dev/null | head -1 | cut -c1-4
$ su root -c 'echo in su'
| in su
$ su root -c 'exit 3'; echo $?
| 3
$ su nosuchuser -c true; echo $?
| 1
! su: user nosuchuser does not exist or the user entry does not contain all the required fields
$ su -s /bin/sh root -c 'echo $0'
| sh
$ su - root -c 'echo $HOME'
| /root

## kill and pgrep again
$ env kill -0 $$ && echo yes
| yes
$ env kill abc
! kill: failed to parse argument: 'abc'
? 1
$ env kill 999999
! kill: (999999): No such process
? 1
$ env kill -l 9; env kill -l HUP
| KILL
| 1
$ env kill 2>&1 | head -2
| 
| Usage:
$ pgrep nosuchprocess
? 1
$ sleep 33 & sleep 0.1; pgrep -f '^sleep 33' | wc -l; pkill -f '^sleep 33'; wait $! 2>/dev/null; echo $?
| 1
| 143
$ killall nosuchprocess
! nosuchprocess: no process found
? 1
$ killall -q nosuchprocess
? 1
$ ps -eo pid,ppid,pgid,sid,tty,stat,time,etime,ni,rss,vsz,user,uid,comm,args | head -1 | tr -s ' '
|  PID PPID PGID SID TT STAT TIME ELAPSED NI RSS VSZ USER UID COMMAND COMMAND

