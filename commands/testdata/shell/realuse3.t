## curl of files
$ curl -s; echo $?; curl -s file:///nope; echo $?; curl file:///nope -sS; echo $?; printf 'hello\nworld\n' > f; curl -s file://$PWD/f; curl -s -o g file://$PWD/f; cat g; curl -s -w '%{http_code} %{size_download}\n' file://$PWD/f; curl -s -r 0-0 file://$PWD/f; echo; curl -s -r 2-4 file://$PWD/f; echo; curl -s -r -3 file://$PWD/f; curl -s -r 100- file://$PWD/f; echo $?; curl -s file://localhost$PWD/f | wc -c; curl -s "file://$PWD/a%20b"; echo $?; cp f 'a b'; curl -s "file://$PWD/a%20b" | wc -l; curl -s -O file://$PWD/f; curl -s file://example.com/f; echo $?; curl -sI file://$PWD/f | head -2; curl -s file://$PWD; echo $?; curl -sT f file://$PWD/up; cat up; curl -s FILE://$PWD/f | head -1; curl -sf file://$PWD/f file://$PWD/nope; echo $?; curl -s --fail-early file://$PWD/nope file://$PWD/f; echo $?
| 2
| 37
| 37
| hello
| world
| hello
| world
| hello
| world
| 000 12
| h
| llo
| ld
| 36
| 12
| 37
| 2
| 3
| "Content-Length: 12\r"
| "Accept-ranges: bytes\r"
| 0
| hello
| world
| hello
| hello
| world
| 37
| 37
! curl: no URL specified!
! curl: try 'curl --help' or 'curl --manual' for more information
! curl: (37) Couldn't open file /nope

## wget that fails
$ wget nope://x; echo $?; wget -q http://127.0.0.1:1/; echo $?; wget --foo; echo $?; wget; echo $?
| 1
| 4
| 2
| 1
! nope://x: Unsupported scheme 'nope'.
! wget: unrecognized option '--foo'
! Usage: wget [OPTION]... [URL]...
! 
! Try `wget --help' for more options.
! wget: missing URL
! Usage: wget [OPTION]... [URL]...
! 
! Try `wget --help' for more options.

## openssl hmac
$ openssl dgst -sha256 -hmac key <<< hi; echo hi > f; openssl dgst -sha256 -hmac key f; openssl dgst -md5 -hmac k f; cat f | openssl sha1 -hmac k
| SHA2-256(stdin)= db0bbcbea0c7734a655cda0f7d71f381de368018b9f8a47b0d01c292b9ebe6c3
| HMAC-SHA2-256(f)= db0bbcbea0c7734a655cda0f7d71f381de368018b9f8a47b0d01c292b9ebe6c3
| HMAC-MD5(f)= 76c69955d936c9efb1b9bc1ea42400c1
| SHA1(stdin)= 8f1a1fd49160b645fbb2a7958157e180bcbca063

## dc digits beyond the base
$ dc -e '10 i FF p'; dc -e '10 i 1.F p A p'; dc -e '16i FF p 8i 19 p'; dc -e '2 i 12 p'
| 165
| 2.5
| 10
| 255
| 17
| 4

## tar old format and numbers
$ mkdir s; echo a > s/a; mkfifo s/p; tar --format=v7 -cf v.tar s; echo $?; tar tf v.tar | sort; tar --numeric-owner -cf n.tar s/a; tar tvf n.tar | awk '{print $1,$2}'; tar -cf m.tar s/a; tar tvf m.tar | awk '{print $2}'; tar --numeric-owner -tvf m.tar | awk '{print $2}'
| 2
| s/
| s/a
| -rw-r--r-- 0/0
| root/root
| 0/0
! tar: s/p: Unknown file type; file ignored
! tar: Exiting with failure status due to previous errors

## tail old forms
$ printf 'a\nb\n' > f; tail -1v f; echo $?; tail -1 f; tail +2 f; tail -2f --pid=1 /dev/null; tail -1cq f; tail -1 f f; tail -n1 -v f; tail -1l f
| 1
| b
| b
| ==> f <==
| b
| b
! tail: option used in invalid context -- 1
! tail: option used in invalid context -- 2
! tail: option used in invalid context -- 1
! tail: option used in invalid context -- 1

## bc faults
$ bc <<< $'1/0'; bc <<< $'10/0'; bc <<< $'a=3;a/0'; bc <<< $'sqrt(-1)'; bc <<< $'2^-1;2^1.5'; bc <<< $'1%0'; bc <<< $'define f(x){return(1/0)}\nf(1)'; bc <<< $'a[-1]'; bc <<< $'scale=-1'; bc <<< $'ibase=1'; bc <<< $'obase=1'
| 0
| 2
! Runtime error (func=(main), adr=3): Divide by zero
! Runtime error (func=(main), adr=6): Divide by zero
! Runtime error (func=(main), adr=10): Divide by zero
! Runtime error (func=(main), adr=4): Square root of a negative number
! Runtime warning (func=(main), adr=16): non-zero scale in exponent
! Runtime error (func=(main), adr=3): Modulo by zero
! Runtime error (func=f, adr=3): Divide by zero
! Runtime error (func=(main), adr=4): Array a subscript out of bounds.
! Runtime warning (func=(main), adr=4): negative scale, set to 0
! Runtime warning (func=(main), adr=3): ibase too small, set to 2
! Runtime warning (func=(main), adr=3): obase too small, set to 2
$ bc <<< $'define f(x){if(x<2)return 1;return x*f(x-1)}\nf(20)'; bc <<< $'define f(x){if(x<2){return(1)};return(x*f(x-1))}\nf(20)'; bc <<< $'define f(x){if(x<2) return (1)\nreturn (x*f(x-1))}\nf(5)'; bc <<< $'define g(n){auto a;a=n;if(n>0)g(n-1);return a}\ng(3)'
| 2432902008176640000
| 2432902008176640000
| 120
| 0
| 1
| 2
| 3
$ bc <<< $'define f(x){if(x<2)return 1;return x*f(x-1)} f(20)'
| 2432902008176640000
$ bc <<< $'define f(x){return x} f(20); 3'
| 20
| 3
$ bc <<< $'define f(x){return x}; f(20)'
| 20
$ bc <<< $'read()' </dev/null

## commands without a case of their own
$ printf 'a\nb\n' > f; compress f 2>/dev/null; gzip -k f; uncompress -c f.gz; uncompress f.gz < /dev/null; ls; uncompress nope; echo $?; printf 'zstd' > z; zstdmt -q z; zstdmt -dc z.zst; echo; zstd -q --rm z -f; ls z*; zstdmt -q nope; echo $?
| a
| b
| f
| f.gz
| 1
| zstd
| z.zst
| 1
! "gzip: f already exists;\tnot overwritten"
! gzip: nope.gz: No such file or directory
! zstd: can't stat nope : No such file or directory -- ignored 
$ netcat -z 127.0.0.1 1; echo $?; netcat; echo $?; nc -z 127.0.0.1 1; echo $?
| 1
| 1
| 1
! usage: nc [-46CDdFhklNnrStUuvZz] [-I length] [-i interval] [-M ttl]
! "\t  [-m minttl] [-O length] [-P proxy_username] [-p source_port]"
! "\t  [-q seconds] [-s sourceaddr] [-T keyword] [-V rtable] [-W recvlimit]"
! "\t  [-w timeout] [-X proxy_protocol] [-x proxy_address[:port]]"
! "\t  [destination] [port]"
$ watch 2>/dev/null; echo $?; watch --nope 2>/dev/null; echo $?; watch -n x true; echo $?
| 1
| 1
| 1
! watch: failed to parse argument: 'x': Invalid argument
$ logname --nope; echo $?; logname x; echo $?; logname --help | grep -c Usage
| 1
| 1
| 1
! logname: unrecognized option '--nope'
! Try 'logname --help' for more information.
! logname: extra operand 'x'
! Try 'logname --help' for more information.
$ mount | awk 'NR==1 {print $2, $4, NF}'; mount /nope/x /mnt > /dev/null 2>&1; [ $? != 0 ] && echo failed
| on type 6
| failed

## here-documents are pipes
$ wc <<< 'a b c'; wc -l <<< x; [ -p /dev/stdin ] <<< x && echo pipe
|       1       3       6
| 1
| pipe
$ S=$(head -c 70000 /dev/zero | tr '\0' a); [ -p /dev/stdin ] <<< "$S" || echo file; wc -c <<< "$S"; { read -r a; cat; } <<< $'1\n2\n3'; tail -1 <<< $'1\n2'; tac <<< $'1\n2'; sort <<< $'b\na'; head -c1 <<< ab; sed -n '$p' <<< $'x\ny'; while read -r l; do echo "<$l>"; done <<< $'p\nq'; stat -L -c %F /dev/stdin <<< x
| file
| 70001
| 2
| 3
| 2
| 2
| 1
| a
| b
| ay
| <p>
| <q>
| fifo

## random bytes from a file
$ for i in 1 2 3 4 5 6 7 8; do printf 'the quick brown fox jumps over the lazy dog, %d times: ' $i; done > src; seq 20 | shuf --random-source=src; seq 20 > f; shuf -n 3 --random-source=src f; seq 100 | shuf -n 5 --random-source=src; shuf -i 1-1000 -n 4 --random-source=src; shuf -e a b c d --random-source=src; shuf -r -n 6 -e x y z --random-source=src; shuf -n 1 f --random-source=src; shuf -i 5-5 --random-source=src; shuf -n 0 f --random-source=src; seq 3 | shuf -n 5 --random-source=src; shuf -i 0-999999999999 -n 3 --random-source=src
| 17
| 18
| 3
| 7
| 4
| 12
| 5
| 10
| 20
| 2
| 8
| 14
| 6
| 1
| 11
| 13
| 9
| 15
| 19
| 16
| 17
| 18
| 3
| 83
| 84
| 36
| 56
| 52
| 801
| 534
| 829
| 373
| a
| d
| b
| c
| z
| z
| x
| y
| y
| z
| 17
| 5
| 3
| 2
| 1
| 499967664241
| 504279296801
| 422826702704
$ printf '1\n2\n' | shuf --random-source=/dev/null; echo $?; shuf -e a b --random-source=nope; echo $?; shuf -r -n 100 -i 1-100000 --random-source=/etc/hostname > /dev/null; echo $?
| 1
| 1
| 1
! shuf: '/dev/null': end of file
! shuf: nope: No such file or directory
! shuf: '/etc/hostname': end of file
$ printf '1\n2\n' | sort -R --random-source=/dev/null; echo $?; printf '1\n2\n' | shuf --random-source=/dev/null; echo $?; printf '1\n2\n' | sort -R --random-source=nope; echo $?; head -c 100 /dev/zero > z; printf 'b\na\n' | sort -R --random-source=z | sort
| 2
| 1
| 2
| a
| b
! sort: '/dev/null': end of file
! shuf: '/dev/null': end of file
! sort: open failed: nope: No such file or directory

## sed characters by number, and without GNU operators
$ for x in 5e 24 2e 5d 28; do echo 'a^c$d*e.f[g]h\i+j(k' | sed "s/\\x$x/X/g"; done; echo 'a^c' | sed 's/\d094/b/;s/\o136/c/'
| "Xa^c$d*e.f[g]h\\i+j(k"
| "a^c$d*e.f[g]h\\i+j(kX"
| XXXXXXXXXXXXXXXXXXX
| "a^c$d*e.f[gXh\\i+j(k"
| "a^c$d*e.f[g]h\\i+jXk"
| cba^c
$ sed --posix 's/a\+/x/' <<< 'a+'; sed --posix 's/a\|b/x/' <<< 'a|b'; sed --posix 's/[\+]/x/' <<< 'a+'; sed --posix 's/a\?/x/' <<< 'a?'; sed --posix 's/\(a\)\1/x/' <<< aa; sed --posix -E 's/a+/x/' <<< aaa
| x
| x
| ax
| x
| x
| x

