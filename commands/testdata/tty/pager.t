## less pages
: ["less", "f"]
$ seq 1 100 > f
* 10 40
> "\u001b[?1049h\u001b[22;0;0t\u001b[?1h\u001b=\r1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n9\r\n\u001b[7mf\u001b[27m\u001b[K"
< " "
> "\r\u001b[K10\r\n11\r\n12\r\n13\r\n14\r\n15\r\n16\r\n17\r\n18\r\n:\u001b[K"
< "f"
> "\r\u001b[K19\r\n20\r\n21\r\n22\r\n23\r\n24\r\n25\r\n26\r\n27\r\n:\u001b[K"
< "b"
> "\r\u001b[K\u001b[H\u001bM18\r\n\u001b[H\u001bM17\r\n\u001b[H\u001bM16\r\n\u001b[H\u001bM15\r\n\u001b[H\u001bM14\r\n\u001b[H\u001bM13\r\n\u001b[H\u001bM12\r\n\u001b[H\u001bM11\r\n\u001b[H\u001bM10\r\n\u001b[10;1H\r\u001b[K:\u001b[K"
< "j"
> "\r\u001b[K19\r\n:\u001b[K"
< "k"
> "\r\u001b[K\u001b[H\u001bM10\r\n\u001b[10;1H\r\u001b[K:\u001b[K"
< "\r"
> "\r\u001b[K19\r\n:\u001b[K"
< "d"
> "\r\u001b[K20\r\n21\r\n22\r\n23\r\n24\r\n:\u001b[K"
< "u"
> "\r\u001b[K\u001b[H\u001bM15\r\n\u001b[H\u001bM14\r\n\u001b[H\u001bM13\r\n\u001b[H\u001bM12\r\n\u001b[H\u001bM11\r\n\u001b[10;1H\r\u001b[K:\u001b[K"
< "G"
> "\r\u001b[K...skipping...\r\n92\r\n93\r\n94\r\n95\r\n96\r\n97\r\n98\r\n99\r\n100\r\n\u001b[7m(END)\u001b[27m\u001b[K"
< "g"
> "\r\u001b[K\u001b[H\u001b[2J\u001b[H\u001bM9\r\n\u001b[H\u001bM8\r\n\u001b[H\u001bM7\r\n\u001b[H\u001bM6\r\n\u001b[H\u001bM5\r\n\u001b[H\u001bM4\r\n\u001b[H\u001bM3\r\n\u001b[H\u001bM2\r\n\u001b[H\u001bM1\r\n\u001b[10;1H\r\u001b[K:\u001b[K"
< "50G"
> "\r\u001b[K:\u001b[K5\b5\u001b[K0\b0\r\u001b[K...skipping...\r\n50\r\n51\r\n52\r\n53\r\n54\r\n55\r\n56\r\n57\r\n58\r\n:\u001b[K"

## less quits
: ["sh", "-c", "echo before; less f; echo after"]
$ seq 1 100 > f
* 10 40
> "before\r\n\u001b[?1049h\u001b[22;0;0t\u001b[?1h\u001b=\r1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n9\r\n\u001b[7mf\u001b[27m\u001b[K"
< "q"
> "\r\u001b[K\u001b[?1l\u001b>\u001b[?1049l\u001b[23;0;0tafter\r\n"

## less end and short file
: ["less", "g"]
$ seq 1 5 > g
* 10 40
> "\u001b[?1049h\u001b[22;0;0t\u001b[?1h\u001b=\r1\r\n2\r\n3\r\n4\r\n5\r\n\u001b[7mg (END)\u001b[27m\u001b[K"
< "j"
> "\r\u001b[K\u0007\r\u001b[K\u001b[7m(END)\u001b[27m\u001b[K"
< " "
> "\r\u001b[K\u0007\r\u001b[K\u001b[7m(END)\u001b[27m\u001b[K"

## less search
: ["less", "f"]
$ seq 1 100 > f
* 10 40
> "\u001b[?1049h\u001b[22;0;0t\u001b[?1h\u001b=\r1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n9\r\n\u001b[7mf\u001b[27m\u001b[K"
< "/2\r"
> "\r\u001b[K/\u001b[K2\b2\r\u001b[K\u001b[1;1H1\r\n\u001b[2;1H2\r\n\u001b[3;1H3\r\n\u001b[4;1H4\r\n\u001b[5;1H5\r\n\u001b[6;1H6\r\n\u001b[7;1H7\r\n\u001b[8;1H8\r\n\u001b[9;1H9\r\n\u001b[10;1H\u001b[1;1H1\r\n\u001b[2;1H\u001b[7m2\u001b[27m\r\n\u001b[3;1H3\r\n\u001b[4;1H4\r\n\u001b[5;1H5\r\n\u001b[6;1H6\r\n\u001b[7;1H7\r\n\u001b[8;1H8\r\n\u001b[9;1H9\r\n\u001b[10;1H10\r\n:\u001b[K"
< "n"
> "\r\u001b[K/\r\u001b[K...skipping...\r\n1\u001b[7m2\u001b[27m\r\n13\r\n14\r\n15\r\n16\r\n17\r\n18\r\n19\r\n\u001b[7m2\u001b[27m0\r\n:\u001b[K"
< "n"
> "\r\u001b[K/\r\u001b[K\u001b[7m2\u001b[27m1\r\n\u001b[7m22\u001b[27m\r\n\u001b[7m2\u001b[27m3\r\n\u001b[7m2\u001b[27m4\r\n\u001b[7m2\u001b[27m5\r\n\u001b[7m2\u001b[27m6\r\n\u001b[7m2\u001b[27m7\r\n\u001b[7m2\u001b[27m8\r\n:\u001b[K"
< "N"
> "\r\u001b[K?\r\u001b[K\u001b[H\u001bM19\r\n\u001b[H\u001bM18\r\n\u001b[H\u001bM17\r\n\u001b[H\u001bM16\r\n\u001b[H\u001bM15\r\n\u001b[H\u001bM14\r\n\u001b[H\u001bM13\r\n\u001b[H\u001bM1\u001b[7m2\u001b[27m\r\n\u001b[10;1H\r\u001b[K:\u001b[K"
< "?1\r"
> "\r\u001b[K?\u001b[K1\b1\r\u001b[K\u001b[1;1H12\r\n\u001b[2;1H13\r\n\u001b[3;1H14\r\n\u001b[4;1H15\r\n\u001b[5;1H16\r\n\u001b[6;1H17\r\n\u001b[7;1H18\r\n\u001b[8;1H19\r\n\u001b[9;1H20\r\n\u001b[10;1H\u001b[1;1H\u001b[7m1\u001b[27m2\r\n\u001b[2;1H\u001b[7m1\u001b[27m3\r\n\u001b[3;1H\u001b[7m1\u001b[27m4\r\n\u001b[4;1H\u001b[7m1\u001b[27m5\r\n\u001b[5;1H\u001b[7m1\u001b[27m6\r\n\u001b[6;1H\u001b[7m1\u001b[27m7\r\n\u001b[7;1H\u001b[7m1\u001b[27m8\r\n\u001b[8;1H\u001b[7m1\u001b[27m9\r\n\u001b[9;1H20\r\n\u001b[10;1H2\u001b[7m1\u001b[27m\r\n22\r\n23\r\n24\r\n25\r\n26\r\n27\r\n:\u001b[K"
< "n"
> "\r\u001b[K?\r\u001b[K\u001b[H\u001bM\u001b[7m1\u001b[27m8\r\n\u001b[10;1H\r\u001b[K:\u001b[K"
< "/nosuch\r"
> "\r\u001b[K/\u001b[Kn\bn\u001b[Ko\bo\u001b[Ks\bs\u001b[Ku\bu\u001b[Kc\bc\u001b[Kh\bh\r\u001b[K\u001b[1;1H18\r\n\u001b[2;1H19\r\n\u001b[3;1H20\r\n\u001b[4;1H21\r\n\u001b[5;1H22\r\n\u001b[6;1H23\r\n\u001b[7;1H24\r\n\u001b[8;1H25\r\n\u001b[9;1H26\r\n\u001b[10;1H\u001b[1;1H18\r\n\u001b[2;1H19\r\n\u001b[3;1H20\r\n\u001b[4;1H21\r\n\u001b[5;1H22\r\n\u001b[6;1H23\r\n\u001b[7;1H24\r\n\u001b[8;1H25\r\n\u001b[9;1H26\r\n\u001b[10;1H\r\u001b[K\u001b[7mPattern not found  (press RETURN)\u001b[27m"
< "q"
> "\u001b[10;1H\u001b[K\r\u001b[K\u001b[?1l\u001b>\u001b[?1049l\u001b[23;0;0t"

## less long lines
: ["less", "f"]
$ for i in 1 2 3 4 5 6; do seq -s " " 1 30; done > f
* 8 30
> "\u001b[?1049h\u001b[22;0;0t\u001b[?1h\u001b=\r1 2 3 4 5 6 7 8 9 10 11 12 13  \b14 15 16 17 18 19 20 21 22 23  \b24 25 26 27 28 29 30\r\n1 2 3 4 5 6 7 8 9 10 11 12 13  \b14 15 16 17 18 19 20 21 22 23  \b24 25 26 27 28 29 30\r\n1 2 3 4 5 6 7 8 9 10 11 12 13  \b\u001b[7mf\u001b[27m\u001b[K"
< " "
> "\r\u001b[K14 15 16 17 18 19 20 21 22 23  \b24 25 26 27 28 29 30\r\n1 2 3 4 5 6 7 8 9 10 11 12 13  \b14 15 16 17 18 19 20 21 22 23  \b24 25 26 27 28 29 30\r\n1 2 3 4 5 6 7 8 9 10 11 12 13  \b14 15 16 17 18 19 20 21 22 23  \b:\u001b[K"

## less two files
: ["less", "f", "g"]
$ seq 1 3 > f; seq 11 13 > g
* 8 40
> "\u001b[?1049h\u001b[22;0;0t\u001b[?1h\u001b=\r1\r\n2\r\n3\r\n\u001b[7mf (file 1 of 2) (END) - Next: g\u001b[27m\u001b[K"
< ":n"
> "\r\u001b[K \u001b[K:\b:\u001b[Kn\bn...skipping...\r\n11\r\n12\r\n13\r\n\u001b[1m~\u001b[0m\r\n\u001b[1m~\u001b[0m\r\n\u001b[1m~\u001b[0m\r\n\u001b[1m~\u001b[0m\r\n\u001b[7mg (file 2 of 2) (END)\u001b[27m\u001b[K"
< ":p"
> "\r\u001b[K \u001b[K:\b:\u001b[Kp\bp...skipping...\r\n1\r\n2\r\n3\r\n\u001b[1m~\u001b[0m\r\n\u001b[1m~\u001b[0m\r\n\u001b[1m~\u001b[0m\r\n\u001b[1m~\u001b[0m\r\n\u001b[7mf (file 1 of 2) (END) - Next: g\u001b[27m\u001b[K"
< ":n"
> "\r\u001b[K \u001b[K:\b:\u001b[Kn\bn...skipping...\r\n11\r\n12\r\n13\r\n\u001b[1m~\u001b[0m\r\n\u001b[1m~\u001b[0m\r\n\u001b[1m~\u001b[0m\r\n\u001b[1m~\u001b[0m\r\n\u001b[7mg (file 2 of 2) (END)\u001b[27m\u001b[K"
< ":n"
> "\r\u001b[K \u001b[K:\b:\u001b[Kn\bn\r\u001b[K\u001b[7mNo next file  (press RETURN)\u001b[27m"

## less from a pipe
: ["sh", "-c", "seq 1 30 | less"]
* 8 40
> "\u001b[?1049h\u001b[22;0;0t\u001b[?1h\u001b=\r1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n:\u001b[K"
< " "
> "\r\u001b[K8\r\n9\r\n10\r\n11\r\n12\r\n13\r\n14\r\n:\u001b[K"
< "G"
> "\r\u001b[K...skipping...\r\n24\r\n25\r\n26\r\n27\r\n28\r\n29\r\n30\r\n\u001b[7m(END)\u001b[27m\u001b[K"
< "q"
> "\r\u001b[K\u001b[?1l\u001b>\u001b[?1049l\u001b[23;0;0t"

## less +G
: ["less", "+G", "f"]
$ seq 1 100 > f
* 8 40
> "\u001b[?1049h\u001b[22;0;0t\u001b[?1h\u001b=\r\r\u001b[K94\r\n95\r\n96\r\n97\r\n98\r\n99\r\n100\r\n\u001b[7mf (END)\u001b[27m\u001b[K"
< "k"
> "\r\u001b[K\u001b[H\u001bM93\r\n\u001b[8;1H\r\u001b[K:\u001b[K"

## less -N
: ["less", "-N", "f"]
$ seq 1 100 > f
* 8 40
> "\u001b[?1049h\u001b[22;0;0t\u001b[?1h\u001b=\r      1 1\r\n      2 2\r\n      3 3\r\n      4 4\r\n      5 5\r\n      6 6\r\n      7 7\r\n\u001b[7mf\u001b[27m\u001b[K"
< " "
> "\r\u001b[K      8 8\r\n      9 9\r\n     10 10\r\n     11 11\r\n     12 12\r\n     13 13\r\n     14 14\r\n:\u001b[K"

## more pages
: ["sh", "-c", "more f; echo done"]
$ seq 1 20 > f
* 8 40
> "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n\u001b[7m--More--(27%)\u001b[27m"
< " "
> "\r8\u001b[K\r\n9\r\n10\r\n11\r\n12\r\n13\r\n14\r\n\u001b[7m--More--(64%)\u001b[27m"
< "\r"
> "\r15\u001b[K\r\n\u001b[7m--More--(70%)\u001b[27m"
< "\r"
> "\r16\u001b[K\r\n\u001b[7m--More--(76%)\u001b[27m"

## more quits
: ["sh", "-c", "more f; echo done"]
$ seq 1 100 > f
* 8 40
> "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n\u001b[7m--More--(4%)\u001b[27m"
< "q"
> "\r\u001b[Kdone\r\n"

