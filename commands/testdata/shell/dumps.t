## od
$ printf 'Hello, World!\n\0\001\377\200 end' > f; seq 20 > s; printf '\001\002\003\004\005\006\007\010\011\012\013\014\015\016\017\020' > b
$ od -An -t o1 f
|  110 145 154 154 157 054 040 127 157 162 154 144 041 012 000 001
|  377 200 040 145 156 144
$ od -An -t o2 f
|  062510 066154 026157 053440 071157 062154 005041 000400
|  100377 062440 062156
$ od -An -t o4 f
|  15433062510 12710026157 14433071157 00100005041
|  14510100377 00000062156
$ od -An -t o8 f
|  0534401306755433062510 0004000242054433071157
|  0000003106714510100377
$ od -An -t d1 f
|    72  101  108  108  111   44   32   87  111  114  108  100   33   10    0    1
|    -1 -128   32  101  110  100
$ od -An -t d2 f
|   25928  27756  11375  22304  29295  25708   2593    256
|  -32513  25888  25710
$ od -An -t d4 f
|   1819043144  1461726319  1684828783    16779809
|   1696628991       25710
$ od -An -t d8 f
|   6278066737626506568    72068732572955247
|       110425305809151
$ od -An -t u1 f
|   72 101 108 108 111  44  32  87 111 114 108 100  33  10   0   1
|  255 128  32 101 110 100
$ od -An -t u2 f
|  25928 27756 11375 22304 29295 25708  2593   256
|  33023 25888 25710
$ od -An -t u4 f
|  1819043144 1461726319 1684828783   16779809
|  1696628991      25710
$ od -An -t u8 f
|   6278066737626506568    72068732572955247
|       110425305809151
$ od -An -t x1 f
|  48 65 6c 6c 6f 2c 20 57 6f 72 6c 64 21 0a 00 01
|  ff 80 20 65 6e 64
$ od -An -t x2 f
|  6548 6c6c 2c6f 5720 726f 646c 0a21 0100
|  80ff 6520 646e
$ od -An -t x4 f
|  6c6c6548 57202c6f 646c726f 01000a21
|  652080ff 0000646e
$ od -An -t x8 f
|  57202c6f6c6c6548 01000a21646c726f
|  0000646e652080ff
$ od -An -t a f
|    H   e   l   l   o   ,  sp   W   o   r   l   d   !  nl nul soh
|  del nul  sp   e   n   d
$ od -An -t c f
| "   H   e   l   l   o   ,       W   o   r   l   d   !  \\n  \\0 001"
|  377 200       e   n   d
$ od -An -t f4 b
|    1.5399896e-36    4.063216e-34    1.071119e-31   2.8212602e-29
$ od -An -t f8 b
|    5.447603722011605e-270   2.500364306227096e-231
$ od -t x1z s | tail -2
| 0000060 32 30 0a                                         >20.<
| 0000063
$ od -t xC -t xS -t xI -t xL b
| 0000000 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10
|          0201  0403  0605  0807  0a09  0c0b  0e0d  100f
|            04030201    08070605    0c0b0a09    100f0e0d
|                0807060504030201        100f0e0d0c0b0a09
| 0000020
$ od -t dC -t dS -t dI -t dL b
| 0000000    1    2    3    4    5    6    7    8    9   10   11   12   13   14   15   16
|               513      1027      1541      2055      2569      3083      3597      4111
|                    67305985           134678021           202050057           269422093
|                              578437695752307201                     1157159078456920585
| 0000020
$ od -t oCuSxI b
| 0000000 001 002 003 004 005 006 007 010 011 012 013 014 015 016 017 020
|             513    1027    1541    2055    2569    3083    3597    4111
|                04030201        08070605        0c0b0a09        100f0e0d
| 0000020
$ od -Ax -tx1 -v s | tail -1
| 000033
$ od -Ad -c s | tail -2
| "0000048   2   0  \\n"
| 0000051
$ od -c -w8 f
| 0000000   H   e   l   l   o   ,       W
| "0000010   o   r   l   d   !  \\n  \\0 001"
| 0000020 377 200       e   n   d
| 0000026
$ od -w5 -tx1 f
| 0000000 48 65 6c 6c 6f
| 0000005 2c 20 57 6f 72
| 0000012 6c 64 21 0a 00
| 0000017 01 ff 80 20 65
| 0000024 6e 64
| 0000026
$ od -w5 -tx2 f
| 0000000 6548
| 0000002 6c6c
| 0000004 2c6f
| 0000006 5720
| 0000010 726f
| 0000012 646c
| 0000014 0a21
| 0000016 0100
| 0000020 80ff
| 0000022 6520
| 0000024 646e
| 0000026
! od: warning: invalid width 5; using 2 instead
$ od --width=4 -An -tx1 b
|  01 02 03 04
|  05 06 07 08
|  09 0a 0b 0c
|  0d 0e 0f 10
$ od -j4 -N4 -An -tx1 b
|  05 06 07 08
$ od -j 0x4 -N 010 -An -tx1 b
|  05 06 07 08 09 0a 0b 0c
$ od --skip-bytes=2 --read-bytes=3 -c b
| 0000002 003 004 005
| 0000005
$ od -N0 b
| 0000000
$ od -j16 b
| 0000020
$ od -j17 b
! od: cannot skip past end of combined input
? 1
$ od --endian=little -tx4 b
| 0000000 04030201 08070605 0c0b0a09 100f0e0d
| 0000020
$ od --endian=big -tx4 b
| 0000000 01020304 05060708 090a0b0c 0d0e0f10
| 0000020
$ od --endian=big -td2 -An b
|     258    772   1286   1800   2314   2828   3342   3856
$ od --endian=bad b
! od: invalid argument 'bad' for '--endian'
! Valid arguments are:
!   - 'little'
!   - 'big'
! Try 'od --help' for more information.
? 1
$ od -s3 f
! od: invalid option -- '3'
! Try 'od --help' for more information.
? 1
$ od -S 5 f
$ od --strings=4 -An f
$ od f b | tail -1
| 0000046
$ od - < b
| 0000000 001001 002003 003005 004007 005011 006013 007015 010017
| 0000020
$ od -A z b
! od: invalid output address radix 'z'; it must be one character from [doxn]
? 1
$ od -tq b
! od: invalid character 'q' in type string 'q'
? 1
$ od -td9 b
! od: invalid type string 'd9';
! this system doesn't provide a 9-byte integral type
? 1
$ od -N x b
! od: invalid -N argument 'x'
? 1
$ od -j x b
! od: invalid -j argument 'x'
? 1
$ od -w0 b
| 0000000 001001
| 0000002 002003
| 0000004 003005
| 0000006 004007
| 0000010 005011
| 0000012 006013
| 0000014 007015
| 0000016 010017
| 0000020
! od: warning: invalid width 0; using 2 instead
$ od -wx b
! od: invalid -w argument 'x'
? 1
$ od b +010
| 0000010 005011 006013 007015 010017
| 0000020
$ od -x b
| 0000000 0201 0403 0605 0807 0a09 0c0b 0e0d 100f
| 0000020
$ od -X b
| 0000000 04030201 08070605 0c0b0a09 100f0e0d
| 0000020
$ od -D b
| 0000000   67305985  134678021  202050057  269422093
| 0000020
$ od -F b
| 0000000   5.447603722011605e-270   2.500364306227096e-231
| 0000020
$ od -B b
| 0000000 001001 002003 003005 004007 005011 006013 007015 010017
| 0000020
$ od -I b
| 0000000   578437695752307201  1157159078456920585
| 0000020
$ od -H b
| 0000000 04030201 08070605 0c0b0a09 100f0e0d
| 0000020
$ od -O b
| 0000000 00400601001 01001603005 01402605011 02003607015
| 0000020
$ head -c 100 /dev/zero | od -tx1
| 0000000 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
| *
| 0000140 00 00 00 00
| 0000144
$ head -c 100 /dev/zero | od -v -An -tx1 | wc -l
| 7
$ od nofile b | tail -1
| 0000020
! od: nofile: No such file or directory
$ od -t f2 b
! od: invalid type string 'f2';
! this system doesn't provide a 2-byte floating point type
? 1
$ od -tcz b
| "0000000 001 002 003 004 005 006  \\a  \\b  \\t  \\n  \\v  \\f  \\r 016 017 020  >................<"
| 0000020
$ od -t a1 b
! od: invalid character '1' in type string 'a1'
? 1

## xxd
$ printf 'Hello, World! This is xxd.\n\0\001\377' > f
$ xxd f
| 00000000: 4865 6c6c 6f2c 2057 6f72 6c64 2120 5468  Hello, World! Th
| 00000010: 6973 2069 7320 7878 642e 0a00 01ff       is is xxd.....
$ xxd -p f
| 48656c6c6f2c20576f726c64212054686973206973207878642e0a0001ff
$ xxd -ps -c 10 f
| 48656c6c6f2c20576f72
| 6c642120546869732069
| 73207878642e0a0001ff
$ xxd -b f
| 00000000: 01001000 01100101 01101100 01101100 01101111 00101100  Hello,
| 00000006: 00100000 01010111 01101111 01110010 01101100 01100100   World
| 0000000c: 00100001 00100000 01010100 01101000 01101001 01110011  ! This
| 00000012: 00100000 01101001 01110011 00100000 01111000 01111000   is xx
| 00000018: 01100100 00101110 00001010 00000000 00000001 11111111  d.....
$ xxd -i f
| unsigned char f[] = {
|   0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x2c, 0x20, 0x57, 0x6f, 0x72, 0x6c, 0x64,
|   0x21, 0x20, 0x54, 0x68, 0x69, 0x73, 0x20, 0x69, 0x73, 0x20, 0x78, 0x78,
|   0x64, 0x2e, 0x0a, 0x00, 0x01, 0xff
| };
| unsigned int f_len = 30;
$ xxd -i < f
|   0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x2c, 0x20, 0x57, 0x6f, 0x72, 0x6c, 0x64,
|   0x21, 0x20, 0x54, 0x68, 0x69, 0x73, 0x20, 0x69, 0x73, 0x20, 0x78, 0x78,
|   0x64, 0x2e, 0x0a, 0x00, 0x01, 0xff
$ xxd -C -i f
| unsigned char F[] = {
|   0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x2c, 0x20, 0x57, 0x6f, 0x72, 0x6c, 0x64,
|   0x21, 0x20, 0x54, 0x68, 0x69, 0x73, 0x20, 0x69, 0x73, 0x20, 0x78, 0x78,
|   0x64, 0x2e, 0x0a, 0x00, 0x01, 0xff
| };
| unsigned int F_LEN = 30;
$ xxd -n name -i f
| unsigned char name[] = {
|   0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x2c, 0x20, 0x57, 0x6f, 0x72, 0x6c, 0x64,
|   0x21, 0x20, 0x54, 0x68, 0x69, 0x73, 0x20, 0x69, 0x73, 0x20, 0x78, 0x78,
|   0x64, 0x2e, 0x0a, 0x00, 0x01, 0xff
| };
| unsigned int name_len = 30;
$ xxd -u f
| 00000000: 4865 6C6C 6F2C 2057 6F72 6C64 2120 5468  Hello, World! Th
| 00000010: 6973 2069 7320 7878 642E 0A00 01FF       is is xxd.....
$ xxd -c 8 f
| 00000000: 4865 6c6c 6f2c 2057  Hello, W
| 00000008: 6f72 6c64 2120 5468  orld! Th
| 00000010: 6973 2069 7320 7878  is is xx
| 00000018: 642e 0a00 01ff       d.....
$ xxd -g 1 f
| 00000000: 48 65 6c 6c 6f 2c 20 57 6f 72 6c 64 21 20 54 68  Hello, World! Th
| 00000010: 69 73 20 69 73 20 78 78 64 2e 0a 00 01 ff        is is xxd.....
$ xxd -g 4 f
| 00000000: 48656c6c 6f2c2057 6f726c64 21205468  Hello, World! Th
| 00000010: 69732069 73207878 642e0a00 01ff      is is xxd.....
$ xxd -g 0 f
| 00000000: 48656c6c6f2c20576f726c6421205468  Hello, World! Th
| 00000010: 6973206973207878642e0a0001ff      is is xxd.....
$ xxd -e f
| 00000000: 6c6c6548 57202c6f 646c726f 68542021  Hello, World! Th
| 00000010: 69207369 78782073 000a2e64     ff01  is is xxd.....
$ xxd -e -g 2 f
| 00000000: 6548 6c6c 2c6f 5720 726f 646c 2021 6854  Hello, World! Th
| 00000010: 7369 6920 2073 7878 2e64 000a ff01       is is xxd.....
$ xxd -l 5 f
| 00000000: 4865 6c6c 6f                             Hello
$ xxd -s 7 f
| 00000007: 576f 726c 6421 2054 6869 7320 6973 2078  World! This is x
| 00000017: 7864 2e0a 0001 ff                        xd.....
$ xxd -s -5 f
| 00000019: 2e0a 0001 ff                             .....
$ xxd -s +3 -l 4 f
| 00000003: 6c6f 2c20                                lo, 
$ xxd -s 0x10 f
| 00000010: 6973 2069 7320 7878 642e 0a00 01ff       is is xxd.....
$ xxd -o 100 -l 16 f
| 00000064: 4865 6c6c 6f2c 2057 6f72 6c64 2120 5468  Hello, World! Th
$ xxd -d -l 16 f
| 00000000: 4865 6c6c 6f2c 2057 6f72 6c64 2120 5468  Hello, World! Th
$ xxd f | xxd -r
| Hello, World! This is xxd.
| "\x00\x01\xff"\
$ xxd -p f | xxd -r -p | od -c | head -2
| 0000000   H   e   l   l   o   ,       W   o   r   l   d   !       T   h
| "0000020   i   s       i   s       x   x   d   .  \\n  \\0 001 377"
$ echo 48656c6c6f | xxd -r -p
| Hello\
$ echo '48 65 6c' | xxd -r -p
| Hel\
$ echo '00000003: 41 42' | xxd -r | od -c
| "0000000  \\0  \\0  \\0   A   B"
| 0000005
$ echo '0: 4142' | xxd -r -s 2 | od -c
| "0000000  \\0  \\0   A   B"
| 0000004
$ echo 'zz' | xxd -r -p
$ xxd -E f | head -1
| 00000000: 4865 6c6c 6f2c 2057 6f72 6c64 2120 5468  ..%%?...?.%.....
$ xxd -a <(head -c 100 /dev/zero)
| 00000000: 0000 0000 0000 0000 0000 0000 0000 0000  ................
| *
| 00000060: 0000 0000                                ....
$ head -c 100 /dev/zero | xxd | tail -1
| 00000060: 0000 0000                                ....
$ xxd nofile
! xxd: nofile: No such file or directory
? 2
$ xxd -c 0 f | head -2
| 00000000: 4865 6c6c 6f2c 2057 6f72 6c64 2120 5468  Hello, World! Th
| 00000010: 6973 2069 7320 7878 642e 0a00 01ff       is is xxd.....
$ xxd -c 300 f
! xxd: invalid number of columns (max. 256).
? 1
$ xxd f out; cat out
| 00000000: 4865 6c6c 6f2c 2057 6f72 6c64 2120 5468  Hello, World! Th
| 00000010: 6973 2069 7320 7878 642e 0a00 01ff       is is xxd.....
$ xxd -r out | od -c | tail -1
| 0000036
$ xxd -g 3 -c 12 f
| 00000000: 48656c 6c6f2c 20576f 726c64  Hello, World
| 0000000c: 212054 686973 206973 207878  ! This is xx
| 00000018: 642e0a 0001ff                d.....
$ xxd -b -c 4 -l 8 f
| 00000000: 01001000 01100101 01101100 01101100  Hell
| 00000004: 01101111 00101100 00100000 01010111  o, W
$ xxd -p -c 0 f
| 48656c6c6f2c20576f726c64212054686973206973207878642e0a0001ff

## hexdump
$ printf 'Hello, World!\n\0\001\377\200' > f; seq 30 > s
$ hexdump f
| 0000000 6548 6c6c 2c6f 5720 726f 646c 0a21 0100
| 0000010 80ff                                   
| 0000012
$ hexdump -C f
| 00000000  48 65 6c 6c 6f 2c 20 57  6f 72 6c 64 21 0a 00 01  |Hello, World!...|
| 00000010  ff 80                                             |..|
| 00000012
$ hexdump -v -C s
| 00000000  31 0a 32 0a 33 0a 34 0a  35 0a 36 0a 37 0a 38 0a  |1.2.3.4.5.6.7.8.|
| 00000010  39 0a 31 30 0a 31 31 0a  31 32 0a 31 33 0a 31 34  |9.10.11.12.13.14|
| 00000020  0a 31 35 0a 31 36 0a 31  37 0a 31 38 0a 31 39 0a  |.15.16.17.18.19.|
| 00000030  32 30 0a 32 31 0a 32 32  0a 32 33 0a 32 34 0a 32  |20.21.22.23.24.2|
| 00000040  35 0a 32 36 0a 32 37 0a  32 38 0a 32 39 0a 33 30  |5.26.27.28.29.30|
| 00000050  0a                                                |.|
| 00000051
$ hexdump -e '16/1 "%02x " "\n"' f
| 48 65 6c 6c 6f 2c 20 57 6f 72 6c 64 21 0a 00 01
| ff 80                                          
$ hexdump -e '"%08_ax  " 8/1 "%02x " "  " 8/1 "%02x " "\n"' f
| 00000000  48 65 6c 6c 6f 2c 20 57  6f 72 6c 64 21 0a 00 01
| 00000010  ff 80                                           
$ hexdump -e '1/1 "%d\n"' -n 3 f
| 72
| 101
| 108
$ hexdump -e '/1 "%u "' f
| 72 101 108 *
| 111 44 32 87 111 114 108 100 33 10 0 1 255 128 \
$ hexdump -e '4/1 "%02X" "\n"' f
| 48656C6C
| 6F2C2057
| 6F726C64
| 210A0001
| FF80    
$ hexdump -e '2/2 "%04x " "\n"' f
| 6548 6c6c
| 2c6f 5720
| 726f 646c
| 0a21 0100
| 80ff     
$ hexdump -e '1/4 "%08x\n"' f
| 6c6c6548
| 57202c6f
| 646c726f
| 01000a21
| 000080ff
$ hexdump -e '"%_p"' f
| Hel*
| o, World!.....\
$ hexdump -e '"%_c|"' f
| H|e|l|*
| "o|,| |W|o|r|l|d|!|\\n|\\0|001|377|200|"\
$ hexdump -e '"%_u "' f
| H e l *
| o ,   W o r l d ! lf nul soh ff 80 \
$ hexdump -v -e '1/1 "%_ad %02x\n"' -n 4 f
| 0 48
| 1 65
| 2 6c
| 3 6c
$ hexdump -e '"%07.7_Ax\n"' -e '"%07.7_ax " 8/2 "%04x " "\n"' f
| 0000000 6548 6c6c 2c6f 5720 726f 646c 0a21 0100
| 0000010 80ff                                   
| 0000012
$ hexdump -e '5/1 "%c" "\n"' -n 10 f
| Hello
| , Wor
$ hexdump -e '"%.3s|\n"' -n 6 f
| Hel|
| lo,|
$ hexdump -e '1/8 "%.2f\n"' -n 8 f
| 4861994245760871260013408248162351879421657523043790116105534036181656474738512643014368694604375070133788344320.00
$ hexdump -e '4 "x" "\n"' f | head -1
$ printf '16/1 "%%02x " "\\n"' > fmt; hexdump -f fmt f
| 48 65 6c 6c 6f 2c 20 57 6f 72 6c 64 21 0a 00 01
| ff 80                                          
$ hexdump -b -n 5 f
| 0000000 110 145 154 154 157                                            
| 0000005
$ hexdump -c -n 5 f
| 0000000   H   e   l   l   o                                            
| 0000005
$ hexdump -d -n 5 f
| 0000000   25928   27756   00111                                        
| 0000005
$ hexdump -o -n 5 f
| 0000000  062510  066154  000157                                        
| 0000005
$ hexdump -x -n 5 f
| 0000000    6548    6c6c    006f                                        
| 0000005
$ hexdump --canonical --length 5 --skip 2 f
| 00000002  6c 6c 6f 2c 20                                    |llo, |
| 00000007
$ hexdump -s 0x4 -n 0x4 -C f
| 00000004  6f 2c 20 57                                       |o, W|
| 00000008
$ hexdump -n 1K f | tail -1
| 0000012
$ hexdump -e 'bad' f
! hexdump: bad format {bad}
? 1
$ hexdump -n x f
! hexdump: failed to parse length: 'x': Invalid argument
? 1
$ hexdump -z f
! hexdump: invalid option -- 'z'
! Try 'hexdump --help' for more information.
? 1
$ head -c 64 /dev/zero | hexdump -C
| 00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
| *
| 00000040
$ hexdump -C f s | tail -1
| 00000063
$ hexdump -C < /dev/null
$ hexdump -e '1/1 "%02x"' -e '"\n"' -n 2 f
| 48
| 65
$ hexdump -ve '1/1 "%.2x"' f; echo
| 48656c6c6f2c20576f726c64210a0001ff80
$ hexdump -e '"x" 1/1 "%02x" "y\n"' -n 2 f
| x48y
| x65y

## strings file cksum
$ printf 'abc\0defgh\001ij\nklmno\tp\377qrst\n' > f
$ strings f
| defgh
| "klmno\tp"
| qrst
$ strings -n 3 f
| abc
| defgh
| "klmno\tp"
| qrst
$ strings -3 f
| abc
| defgh
| "klmno\tp"
| qrst
$ strings -t d f
|       4 defgh
| "     13 klmno\tp"
|      21 qrst
$ strings -t x -n 3 f
|       0 abc
|       4 defgh
| "      d klmno\tp"
|      15 qrst
$ strings -t o f
|       4 defgh
| "     15 klmno\tp"
|      25 qrst
$ strings -o f
|       4 defgh
| "     15 klmno\tp"
|      25 qrst
$ strings -f f
| f: defgh
| "f: klmno\tp"
| f: qrst
$ strings -a f
| defgh
| "klmno\tp"
| qrst
$ strings - f
| defgh
| "klmno\tp"
| qrst
$ strings -w -n 4 f
| defgh
| ij
| "klmno\tp"
| qrst
| 
$ strings -s, f
| "defgh,klmno\tp,qrst,"\
$ strings nofile
! strings: 'nofile': No such file
? 1
$ strings -n 0 f
! strings: invalid minimum string length 0
? 1
$ strings -n x f
! strings: invalid integer argument x
? 1
$ strings -e b f
$ printf 'a\0b\0c\0d\0' | strings -e l
| abcd
$ strings < f
| defgh
| "klmno\tp"
| qrst
$ printf 'hello\n' > h; : > e
$ md5sum h; sha1sum h; sha224sum h; sha256sum h; sha384sum h; sha512sum h; b2sum h
| b1946ac92492d2347c6235b4d2611184  h
| f572d396fae9206628714fb2ce00f72e94f2258f  h
| 2d6d67d91d0badcdd06cbbba1fe11538a68a37ec9c2e26457ceff12b  h
| 5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03  h
| 1d0f284efe3edea4b9ca3bd514fa134b17eae361ccc7a1eefeff801b9bd6604e01f21f6bf249ef030599f0c218f2ba8c  h
| e7c22b994c59d9cf2b48e549b1e24666636045930d3da7c1acb299d1c3b7f931f94aae41edda2c2b207a36e10f8bcb8d45223e54878f5b316e7ce3b6bc019629  h
| f60ce482e5cc1229f39d71313171a8d9f4ca3a87d066bf4b205effb528192a75f14f3271e2c1a90e1de53f275b4d4793eef2f5e31ea90d2ce29d2e481c36435f  h
$ md5sum e h -
| d41d8cd98f00b204e9800998ecf8427e  e
| b1946ac92492d2347c6235b4d2611184  h
| d41d8cd98f00b204e9800998ecf8427e  -
$ md5sum --tag h; sha256sum --tag h; b2sum --tag h
| MD5 (h) = b1946ac92492d2347c6235b4d2611184
| SHA256 (h) = 5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03
| BLAKE2b (h) = f60ce482e5cc1229f39d71313171a8d9f4ca3a87d066bf4b205effb528192a75f14f3271e2c1a90e1de53f275b4d4793eef2f5e31ea90d2ce29d2e481c36435f
$ md5sum -b h; md5sum -t h; md5sum -z h | od -c | tail -2
| b1946ac92492d2347c6235b4d2611184 *h
| b1946ac92492d2347c6235b4d2611184  h
| "0000040           h  \\0"
| 0000044
$ md5sum h e > m; md5sum -c m
| h: OK
| e: OK
$ md5sum --tag h > mt; md5sum -c mt
| h: OK
$ sha256sum h > s; echo x > h; sha256sum -c s; echo hello > h; sha256sum -c --quiet s; sha256sum -c --status s; sha256sum --check s
| h: FAILED
| h: OK
! sha256sum: WARNING: 1 computed checksum did NOT match
$ printf 'bad line\n' > badc; md5sum -c badc; cat m badc > mb; md5sum -c mb; md5sum -c --strict mb; md5sum -c -w mb; md5sum -c nofile
| h: OK
| e: OK
| h: OK
| e: OK
| h: OK
| e: OK
! md5sum: badc: no properly formatted checksum lines found
! md5sum: WARNING: 1 line is improperly formatted
! md5sum: WARNING: 1 line is improperly formatted
! md5sum: mb: 3: improperly formatted MD5 checksum line
! md5sum: WARNING: 1 line is improperly formatted
! md5sum: nofile: No such file or directory
? 1
$ printf 'd41d8cd98f00b204e9800998ecf8427e  nofile\n' | md5sum -c; printf 'd41d8cd98f00b204e9800998ecf8427e  nofile\n' | md5sum -c --ignore-missing
| nofile: FAILED open or read
! md5sum: nofile: No such file or directory
! md5sum: WARNING: 1 listed file could not be read
! md5sum: 'standard input': no file was verified
? 1
$ md5sum --quiet h; md5sum --tag -c m; md5sum nofile h; md5sum .; touch 'back\slash' $'new\nline'; md5sum 'back\slash' $'new\nline'
| b1946ac92492d2347c6235b4d2611184  h
| "\\d41d8cd98f00b204e9800998ecf8427e  back\\\\slash"
| "\\d41d8cd98f00b204e9800998ecf8427e  new\\nline"
! md5sum: the --quiet option is meaningful only when verifying checksums
! Try 'md5sum --help' for more information.
! md5sum: the --tag option is meaningless when verifying checksums
! Try 'md5sum --help' for more information.
! md5sum: nofile: No such file or directory
! md5sum: .: Is a directory
$ md5sum 'back\slash' $'new\nline' | md5sum -c
| "back\\slash: OK"
| "\\new\\nline: OK"
$ md5sum -c < m; md5sum -x
| h: OK
| e: OK
! md5sum: invalid option -- 'x'
! Try 'md5sum --help' for more information.
? 1
$ b2sum -l 128 h; b2sum -l 256 h; b2sum -l 7 h; b2sum -l 1024 h; b2sum -l x h; b2sum -l 128 --tag h; b2sum -l 128 h | b2sum -c; b2sum --length=0 h
| ea41b4de6c03f13a95758b28dd75693e  h
| 93becc6e9882211c3ec3708c95bcd69baab7bb59c7f4bc84ce637b88a534b783  h
| BLAKE2b-128 (h) = ea41b4de6c03f13a95758b28dd75693e
| h: OK
| f60ce482e5cc1229f39d71313171a8d9f4ca3a87d066bf4b205effb528192a75f14f3271e2c1a90e1de53f275b4d4793eef2f5e31ea90d2ce29d2e481c36435f  h
! b2sum: invalid length: '7'
! b2sum: length is not a multiple of 8
! b2sum: invalid length: '1024'
! b2sum: maximum digest length for 'BLAKE2b' is 512 bits
! b2sum: invalid length: 'x'
$ cksum h; cksum e; cksum - < h; cksum h e; cksum nofile; cksum < h
| 3015617425 6 h
| 4294967295 0 e
| 3015617425 6 -
| 3015617425 6 h
| 4294967295 0 e
| 3015617425 6
! cksum: nofile: No such file or directory
$ cksum -a crc h; cksum -a bsd h; cksum -a sysv h; cksum -a md5 h; cksum -a sha1 h; cksum -a sha224 h; cksum -a sha256 h; cksum -a sha384 h; cksum -a sha512 h; cksum -a blake2b h; cksum -a sm3 h
| 3015617425 6 h
| 36979     1 h
| 542 1 h
| MD5 (h) = b1946ac92492d2347c6235b4d2611184
| SHA1 (h) = f572d396fae9206628714fb2ce00f72e94f2258f
| SHA224 (h) = 2d6d67d91d0badcdd06cbbba1fe11538a68a37ec9c2e26457ceff12b
| SHA256 (h) = 5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03
| SHA384 (h) = 1d0f284efe3edea4b9ca3bd514fa134b17eae361ccc7a1eefeff801b9bd6604e01f21f6bf249ef030599f0c218f2ba8c
| SHA512 (h) = e7c22b994c59d9cf2b48e549b1e24666636045930d3da7c1acb299d1c3b7f931f94aae41edda2c2b207a36e10f8bcb8d45223e54878f5b316e7ce3b6bc019629
| BLAKE2b (h) = f60ce482e5cc1229f39d71313171a8d9f4ca3a87d066bf4b205effb528192a75f14f3271e2c1a90e1de53f275b4d4793eef2f5e31ea90d2ce29d2e481c36435f
| SM3 (h) = f7a87a195b0cc0052b9d598482212ceb07e4ea60e8d139a5dfeff36c24abf2b3
$ cksum -a md5 --untagged h; cksum -a bad h; cksum -a blake2b -l 128 h; cksum -a md5 -l 128 h; cksum --algorithm=sha256 h > c; cksum -c c; cksum -a sha256 -c c; cksum -a md5 -c c; cksum -a bsd -c c; cksum --tag h; cksum -a sha256 -z h | od -c | tail -1
| b1946ac92492d2347c6235b4d2611184  h
| BLAKE2b-128 (h) = ea41b4de6c03f13a95758b28dd75693e
| h: OK
| h: OK
| 3015617425 6 h
| 0000116
! cksum: invalid argument 'bad' for '--algorithm'
! Valid arguments are:
!   - 'bsd'
!   - 'sysv'
!   - 'crc'
!   - 'md5'
!   - 'sha1'
!   - 'sha224'
!   - 'sha256'
!   - 'sha384'
!   - 'sha512'
!   - 'blake2b'
!   - 'sm3'
! Try 'cksum --help' for more information.
! cksum: --length is only supported with --algorithm=blake2b
! cksum: c: no properly formatted checksum lines found
! cksum: --check is not supported with --algorithm={bsd,sysv,crc}
$ sum h; sum -s h; sum -r h e; sum --sysv h e; sum < h; seq 1000 | sum; seq 1000 | sum -s; sum nofile
| 36979     1 h
| 542 1 h
| 36979     1 h
| 00000     0 e
| 542 1 h
| 0 0 e
| 36979     1
| 20029     4
| 31295 8
! sum: nofile: No such file or directory
? 1
$ base64 h; base64 -w 3 h; base64 -w 0 h; echo; echo aGVsbG8K | base64 -d; echo 'aGVs!bG8K' | base64 -d; echo 'aGVs!bG8K' | base64 -di; seq 50 | base64; base64 -w x h; base64 nofile; base64 h e; base64 -d h; printf 'aGVsbG8' | base64 -d; printf 'YQ==YQ==' | base64 -d; printf 'aGVs\nbG8K\n' | base64 --decode
| aGVsbG8K
| aGV
| sbG
| 8K
| aGVsbG8K
| hello
| helhello
| MQoyCjMKNAo1CjYKNwo4CjkKMTAKMTEKMTIKMTMKMTQKMTUKMTYKMTcKMTgKMTkKMjAKMjEKMjIK
| MjMKMjQKMjUKMjYKMjcKMjgKMjkKMzAKMzEKMzIKMzMKMzQKMzUKMzYKMzcKMzgKMzkKNDAKNDEK
| NDIKNDMKNDQKNDUKNDYKNDcKNDgKNDkKNTAK
| "\x85\xe9ehelloaahello"
! base64: invalid input
! base64: invalid wrap size: 'x'
! base64: nofile: No such file or directory
! base64: extra operand 'e'
! Try 'base64 --help' for more information.
! base64: invalid input
! base64: invalid input
$ base32 h; echo NBSWY3DPBI====== | base32 -d; echo nbswy3dpbi====== | base32 -d; base32 -w 5 h; seq 20 | base32 | base32 -d | tail -1; base32 -i -d <<< 'NBSW Y3DPBI======'
| NBSWY3DPBI======
| hello
| NBSWY
| 3DPBI
| =====
| =
| 20
| hello
! base32: invalid input

