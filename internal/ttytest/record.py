#!/usr/bin/env python3
"""Records what a real program shows on a pseudo-terminal: record.py FILE.t [name...]

A file holds cases:
    ## name
    : program and arguments, one JSON array (default: bash --norc --noprofile)
    $ shell command that prepares the directory /tmp/case
    * rows cols                the size, before the first key
    < "keys"                   a JSON string of Latin-1 characters, then the program is given time to settle
    * rows cols                a change of the size
    ~ seconds                  a pause
    > "output"                 what came after that step; written by this script
"""
import fcntl, json, os, pty, select, shutil, signal, struct, subprocess, sys, termios, time

ENV = {"PATH": "/usr/bin:/bin", "HOME": "/tmp/case/home", "TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PS1": "$ ",
       "INPUTRC": "/dev/null", "USER": "user", "LESSHISTFILE": "-", "LESS": "", "EXINIT": "", "VIMINIT": "set nocp ttimeoutlen=10 noruler noshowcmd shortmess+=I"}


def drive(argv, setup, steps, rows, cols):
    os.makedirs("/tmp/case", exist_ok=True)
    for name in os.listdir("/tmp/case"):
        path = "/tmp/case/" + name
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    os.makedirs("/tmp/case/home")
    for line in setup:
        subprocess.run(["bash", "-c", line], cwd="/tmp/case", env=ENV, check=True)
    pid, fd = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
        a = termios.tcgetattr(0)
        a[0] |= 0x4000  # IUTF8
        termios.tcsetattr(0, termios.TCSANOW, a)
        os.chdir("/tmp/case")
        os.execvpe(argv[0], argv, ENV)

    def drain(quiet):
        b = b""
        end = time.time() + 5
        while time.time() < end:
            r, _, _ = select.select([fd], [], [], quiet)
            if not r:
                break
            try:
                x = os.read(fd, 65536)
            except OSError:
                break
            if not x:
                break
            b += x
        return b.decode("latin-1")

    out = [drain(0.4)]
    for s in steps:
        if isinstance(s, list):
            fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", s[0], s[1], 0, 0))
        elif isinstance(s, float):
            time.sleep(s)
        else:
            try:
                os.write(fd, s.encode("latin-1"))
            except OSError:
                pass
        out.append(drain(0.15))
    os.close(fd)
    time.sleep(0.02)
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass
    os.waitpid(pid, 0)
    return out


def main():
    name, only = sys.argv[1], sys.argv[2:]
    text = open(name).read()
    head, *cases = text.split("## ")
    done = [head]
    for case in cases:
        lines = [l for l in case.rstrip("\n").split("\n")]
        title = lines[0]
        if only and title not in only:
            done.append(case)
            continue
        argv, setup, steps, size = ["bash", "--norc", "--noprofile"], [], [], None
        for l in lines[1:]:
            if l.startswith(": "):
                argv = json.loads(l[2:])
            elif l.startswith("$ "):
                setup.append(l[2:])
            elif l.startswith("* "):
                s = [int(x) for x in l[2:].split()]
                if size is None and not steps:
                    size = s
                else:
                    steps.append(s)
            elif l.startswith("< "):
                steps.append(json.loads(l[2:]))
            elif l.startswith("~ "):
                steps.append(float(l[2:]))
        out = drive(argv, setup, steps, *(size or [24, 80]))
        new, n, started = [title], 0, False
        for l in lines[1:]:
            if l.startswith("> "):
                continue
            step = l[:2] in ("< ", "~ ") or l.startswith("* ") and (started or size is None)
            if step and not started:
                new.append("> " + json.dumps(out[0]))
                started = True
            if l.startswith("* ") and not started:
                new.append(l)
                continue
            new.append(l)
            if step:
                n += 1
                new.append("> " + json.dumps(out[n]))
        done.append("\n".join(new).rstrip("\n") + "\n\n")
    with open(name, "w") as f:
        f.write("## ".join(done))


main()
