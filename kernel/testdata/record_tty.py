#!/usr/bin/env python3
"""Records in tty.json what Linux's terminal line discipline makes of keys: settings, keys, what a program reads, the screen."""
import fcntl, json, os, pty, subprocess, sys, termios, time

CASES = [
    ("", "hi\r"), ("", "hx\x7fi\n"), ("", "abc\x15x\n"), ("", "a bc\x17d\n"), ("", "\x01\n"), ("", "\x01\x7fz\n"), ("", "ab\x04"),
    ("", "\x04"), ("iutf8", "\u00e9\x7fe\n"), ("-iutf8", "\u00e9\x7fe\n"), ("iutf8", "\u65e5\u672c\x17x\n"), ("", "a-b_c\x17\x17\x17z\n"),
    ("", "ab\tc\x7f\x7fd\n"), ("", "\t\x7fx\n"), ("", "a\tb\t\x15z\n"), ("", "\x16\x03\n"), ("", "\x16\x7f\x7fq\n"), ("", "ab\x12c\n"),
    ("", "abc\x03d\n"), ("", "abc\x1cd\n"), ("noflsh", "abc\x03d\n"), ("-isig", "a\x03b\n"), ("-echo", "abc\x7fd\n"),
    ("-echo echonl", "ab\n"), ("-echoe", "ab\x7fc\n"), ("-echok", "ab\x15c\n"), ("-echoke", "ab\x15c\n"), ("-echoe -echok", "ab\x15c\n"),
    ("-echoctl", "\x01b\x7f\x7fc\n"), ("echoprt", "abc\x7f\x7fd\n"), ("echoprt", "ab\x7f\x7f\n"), ("-icrnl", "a\r\n"), ("igncr", "a\rb\n"),
    ("inlcr", "a\nb\x04"), ("istrip", "\u00e9\n"), ("iuclc", "ABc\n"), ("olcuc", "abC\n"), ("-onlcr", "ab\nc\n"), ("-opost", "ab\nc\n"),
    ("onocr", "\n"), ("ocrnl -icrnl", "a\r\n"), ("onlret", "ab\t\x7f\n"), ("tab3", "ab\tc\n"), ("tab3", "ab\tc\x7f\x7fd\n"), ("eol x", "abxcd\n"), ("eol2 y", "abycd\n"),
    ("-iexten", "a b\x17c\x16d\n"), ("intr undef", "a\x03b\n"), ("erase ^H", "ab\x08c\x7fd\n"), ("-icanon", "abc"), ("-icanon", "a\x7f\x15\x17"), ("-icanon -echo", "a\r"),
    ("raw", "a\x03\r\n"), ("raw -echo", "a\x04\x1a"), ("-icanon min 3", "abcd"), ("", "ab\x04\x04"), ("", "one\ntwo\n"), ("", "a\x13b\x11c\n"), ("ixany", "a\x13bc\n"), ("-ixon", "a\x13\n"),
    ("kill x", "abxc\n"), ("werase x", "a bxc\n"), ("lnext x", "ax\x03\n"), ("rprnt x", "abxc\n"), ("", "\x1b[A\n"), ("", "a\x00b\n"), ("", "x" * 90 + "\x7f\n"), ("", "\x15\n"), ("", "  \x17x\n"),
    ("", "a\x1ab\n"), ("", "\x0f\n"), ("eof x", "abx"), ("-echo", "a\x15\n"), ("", "a\x01\x15b\n"), ("", "\x80\x7fa\n"), ("iutf8", "\x80\x7fa\n"),
]


def run(settings, keys):
    m, s = pty.openpty()
    if settings:
        subprocess.run(["stty"] + settings.split(), stdin=s, check=True)
    saved = subprocess.run(["stty", "-g"], stdin=s, check=True, capture_output=True, text=True).stdout.strip()
    os.set_blocking(s, False)
    os.set_blocking(m, False)
    raw = keys.encode("latin-1") if all(ord(c) < 256 for c in keys) and "\u00e9" not in keys else keys.encode()
    os.write(m, raw)
    time.sleep(0.03)
    screen = b""
    try:
        while True:
            b = os.read(m, 4096)
            if not b:
                break
            screen += b
    except (BlockingIOError, OSError):
        pass
    reads = []
    try:
        for _ in range(5):
            reads.append(os.read(s, 1000).decode("latin-1"))
    except BlockingIOError:
        pass
    os.close(m), os.close(s)
    return {"settings": settings, "saved": saved, "keys": raw.decode("latin-1"), "screen": screen.decode("latin-1"), "reads": reads}


with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "tty.json"), "w") as f:
    f.write("[\n" + ",\n".join(json.dumps(run(*c)) for c in CASES) + "\n]\n")
