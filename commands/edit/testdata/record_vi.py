#!/usr/bin/env python3
"""Records in vi.json what vim makes of a file and some keys."""
import json, os, pty, re, select, tempfile, time, fcntl, termios, struct

TEXT = "first line of text\nsecond (line), with words\n\nint main(int argc) { return 0; }\n  indented line here\nlast one\n"
KEYS = [
    "ihello \x1b", "Ahello\x1b", "onew\x1b", "Onew\x1b", "Ifront \x1b", "x", "3x", "wX", "dw", "2dw", "dd", "3dd", "jdd", "Gdd", "D", "wD", "dG", "jdG", "d$", "wd0", "dgg", "jjdgg",
    "cwnew\x1b", "wcwnew\x1b", "2cwnew two\x1b", "ccnew line\x1b", "wCend\x1b", "Swhole\x1b", "stwo\x1b", "rZ", "3rZ", "~~~", "5~", "J", "3J", "ddp", "ddP", "yyp", "yy3p", "2yyGp", "xp", "yww P", "ywP", "wyiwjP", "dwjp",
    "u", "xu", "xxu", "ddjddu", "ddjdduu", "xxuu\x12", "dd.", "dw.", "cwab\x1bw.", "Ax\x1bj.", "x3.", "ia\x1bj.j.", "obla\x1b.", "rXl.", "ddj.p",
    "wwx", "bbx", "ex", "Wx", "wwbx", "Ex", "$x", "0x", "jj^x", "4j^x", "4jwx", "Gx", "ggx", "3Gx", "2Gx", "fix", "2fex", "tlx", "$Fex", "$Tex", "fe;x", "fe;,x", "dfe", "dte", "$dFe", "2dte", "df)", "jf(%x", "jf(d%", "j3jd%", "5lx", "3hx", "jkx", "20lx", "2jx", "d2j", "dj", "dk", "jdk", "d}", "}x", "3j{x", "Hx", "Lx", "Mx",
    "/line\rx", "/line\rnx", "/line\rNx", "?line\rx", "d/line\r", "/argc\rcwcount\x1b", "*x", "2j*x", "/se[ac]\rx", "/\\<li\rx",
    ":s/line/LINE/\r", ":%s/line/LINE/\r", ":%s/i/I/g\r", ":2,4s/i/[&]/g\r", ":%s/\\(in\\)t/\\1T/g\r", ":s/first/a\\rb/\r", ":$s/one/two/\r", ":2d\r", ":2,3d\r", ":.,+2d\r", ":$d\r", ":1m3\r", ":1t$\r", ":g/line/d\r", ":v/line/d\r", ":g/line/s/e/E/\r", ":2\rx", ":$\rx", ":2,3j\r", ":/int/d\r", ":%s/nosuch/x/\rx", ":1,2y\rGp",
    ">>", "j>>", "2>>", "4j<<", ">j", "ia\x7f\x7fb\x1b", "iabc\x17d\x1b", "iabc\x15d\x1b", "i\x16\x01\x1b", "ione\rtwo\x1b", "A\rnext\x1b", "Rover\x1b", "R123\x7f\x7f\x1b", "$Rlonger\x1b", "jci(new\x1b", "jdi(", "jda(", "diw", "daw", "wdaw", "ciwz\x1b", "3jf{di{", "$a!\x1b", "10iab\x1b", "yl10p", "wyw$p", "jyyk2P", "Yjp", "vx", "ea, \x1b", "wi\tx\x1b", "A\x1b[D\x1b[D!\x1b", "i\x1b[C\x1b[B#\x1b", "jI# \x1bj.j.", "wd3w", "c2wxy\x1b", "cG!\x1b", "yG$p", "ddkp", "jddkP", "xjx.", "2x.", "d2wu.", ":normal Ahey\r",
]
KEYS = [k for k in KEYS if not k.startswith("10i") and k != "vx" and k != "yww P"]


def run(keys):
    d = tempfile.mkdtemp()
    name = d + "/f"
    open(name, "w").write(TEXT)
    pid, fd = pty.fork()
    if pid == 0:
        os.execvp("vim", ["vim", "-u", "NONE", "-i", "NONE", "-N", "-n", "--cmd", "set ttimeoutlen=5 bs=2 sol t_RV= t_u7=", name])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def drain(q):
        while select.select([fd], [], [], q)[0]:
            try:
                if not os.read(fd, 65536):
                    break
            except OSError:
                break

    drain(0.15)
    for part in re.split("((?<=\x1b)(?!\\[))", keys) + ["\x1b", ":wq\r"]:
        if part:
            os.write(fd, part.encode("latin-1"))
            drain(0.04)
    drain(0.3)
    os.close(fd)
    try:
        os.kill(pid, 9)
    except OSError:
        pass
    os.waitpid(pid, 0)
    return open(name, errors="surrogateescape").read()


if __name__ == "__main__":
    from concurrent.futures import ThreadPoolExecutor
    out = [{"keys": k, "file": run(k)} for k in KEYS]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "vi.json"), "w") as f:
        json.dump({"text": TEXT, "cases": out}, f, indent=0)
        f.write("\n")
