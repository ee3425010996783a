## bc
$ echo '1+2; 2*3.5; 7/2; 7%3; 2^10; 2^-2; -3; .5; -.5; 0.50; 1.10*2; 10/3' | bc; echo 'scale=5; 10/3; 7%3; 7.5%2; 1/3*3; 2^0.5; sqrt(2); sqrt(16); scale(1.234); length(123.45); length(0); -7%3; -7/2' | bc 2>&1 | sed 's/adr=[0-9]*/adr=/'
| 3
| 7.0
| 3
| 1
| 1024
| 0
| -3
| .5
| -.5
| .50
| 2.20
| 3
| 3.33333
| .00001
| 0
| .99999
| Runtime warning (func=(main), adr=): non-zero scale in exponent
| 1
| 1.41421
| 4.00000
| 3
| 5
| 1
| -.00001
| -3.50000
$ echo 'scale=20; 1/7' | bc; echo '2^200' | bc; echo '2^300' | BC_LINE_LENGTH=0 bc; echo '2^300' | BC_LINE_LENGTH=20 bc; echo 'obase=16; 255; 255.5; 10; obase=2; 10; .5; obase=100; 12345; obase=8; 8; ' | bc; echo 'ibase=16; FF; A; 1.8; ibase=A; 10' | bc; echo 'ibase=2; 1010; 12; 9' | bc; echo 'ibase=16;obase=10;FF' | bc
| .14285714285714285714
| 1606938044258990275541962092341162602522202993782792835301376
| 2037035976334486086268445688409378161051468393665936250636140449354381299763336706183397376
| "203703597633448608\\"
| "626844568840937816\\"
| "105146839366593625\\"
| "063614044935438129\\"
| "976333670618339737\\"
| 6
| FF
| FF.8
| A
| 1010
| .1000
|  01 23 45
| 10
| 255
| 10
| 1.5
| 10
| 10
| 3
| 9
| FF
$ echo 'a=5; a; a+=2; a; a++; a; ++a; a--; a; b[1]=3; b[1]*2; a==7; a<3; a>3 && b[1]==3; !a; a=b=4; a; (a=9); x; x[5]' | bc; echo 'if (1) 5; if (0) 6 else 7; while (i<3) { i; i=i+1 }; for (j=0; j<3; j++) j; for (;;) { if (k++>2) break; k }; "text"' | bc; echo
| 5
| 7
| 7
| 8
| 9
| 9
| 8
| 6
| 0
| 0
| 1
| 0
| 4
| 9
| 0
| 0
| 5
| 7
| 0
| 1
| 2
| 0
| 1
| 2
| 1
| 2
| 3
| text
$ printf 'define f(n) {\n  if (n <= 1) return (1);\n  return (n * f(n-1));\n}\nf(5)\nf(20)\ndefine g(a,b[]) { auto c; c = a + b[0]; b[0] = 99; return c; }\nb[0]=7\ng(1,b[])\nb[0]\ndefine h() { return; }\nh()\ndefine void v(x) { print x, "\\n"; }\nv(3)\nprint "a", 1+1, "b\\n", "c\\td\\n"\n"no newline"\n"x\ny"\nquit\n5\n' | bc
| 120
| 2432902008176640000
| 8
| 7
| 0
| 3
| a2b
| "c\td"
| no newlinex
| y\
$ for e in 's(1)' 'c(1)' 'a(1)*4' 'l(2)' 'e(1)' 'e(10)' 'e(-3)' 'l(100)' 'j(0,1)' 'j(2,3.5)' 's(10)' 'c(3.14159)' 'a(0.5)' 'e(0.5)' 'l(0.1)' '4*a(1)' 'e(l(2)*0.5)' 's(0)' 'c(0)' 'l(1)' 'e(0)' 'j(1,0)' 's(-2)' 'a(-3)' 'e(50)'; do echo "$e" | bc -l; echo "scale=5; $e" | bc -l; done; echo 'scale=60; 4*a(1); e(1); l(2); s(1)' | bc -l
| .84147098480789650665
| .84147
| .54030230586813971740
| .54030
| 3.14159265358979323844
| 3.14156
| .69314718055994530941
| .69314
| 2.71828182845904523536
| 2.71828
| 22026.46579480671651695790
| 22026.46579
| .04978706836786394297
| .04978
| 4.60517018598809136803
| 4.60517
| .76519768655796655144
| .76519
| .45862918419430748350
| .45862
| -.54402111088936981340
| -.54402
| -.99999999999647923060
| -.99999
| .46364760900080611621
| .46364
| 1.64872127070012814684
| 1.64872
| -2.30258509299404568401
| -2.30258
| 3.14159265358979323844
| 3.14156
| 1.41421356237309504878
| 1.41420
| 0
| 0
| 1.00000000000000000000
| 1.00000
| 0
| 0
| 1.00000000000000000000
| 1.00000
| 0
| 0
| -.90929742682568169539
| -.90929
| -1.24904577239825442582
| -1.24904
| 5184705528587072464087.45332293348538482746
| 5184705528587072464087.45332
| 3.141592653589793238462643383279502884197169399375105820974944
| 2.718281828459045235360287471352662497757247093699959574966967
| .693147180559945309417232121458176568075500134360255254120680
| .841470984807896506652502321630298999622563060798371065672751
$ echo '1/0' | bc 2>&1 | sed 's/adr=[0-9]*/adr=/'; echo '1+' | bc; echo $?; echo ')' | bc; echo '1 2' | bc; echo 'x @ y' | bc 2>&1 | head -1; echo 'nofunc(1)' | bc 2>&1 | sed 's/adr=[0-9]*/adr=/'; echo 'sqrt(-1); 5' | bc 2>&1 | sed 's/adr=[0-9]*/adr=/'; echo 'ibase=1; ibase=20; ibase; obase=1; obase' | bc 2>&1 | sed 's/adr=[0-9]*/adr=/'; echo 'scale=-1; scale' | bc 2>&1 | sed 's/adr=[0-9]*/adr=/'; bc nofile; echo $?; echo '5+5' > f.bc; echo 'f=1; f' | bc f.bc; printf '1 +\\\n2\n/* comment\nmore */ 3 # rest\n' | bc; echo '2^(3); (2+3)*4; -2^2; 2^3^2; 1-1-1; 5--3; a=1; a+++a; 3<2; 1==1; 2!=2; 1||0; 0&&1' | bc; printf '5' | bc; echo 'last; .; 5; last+1; .*2' | bc; echo 'halt' | bc; echo 'a=1;b=2;c=3;print a,b,c' | bc; echo; echo 'scale=2; 100*1.055; 3.456/1; 19.99*3; 1/3+1/3' | bc
| Runtime error (func=(main), adr=): Divide by zero
| 0
| (standard_in) 1: illegal character: @
| Runtime error (func=(main), adr=): Function nofunc not defined.
| Runtime error (func=(main), adr=): Square root of a negative number
| Runtime warning (func=(main), adr=): ibase too small, set to 2
| 2
| Runtime warning (func=(main), adr=): obase too small, set to 2
| 10
| Runtime warning (func=(main), adr=): negative scale, set to 0
| 0
| 1
| 10
| 1
| 3
| 3
| 0
| 0
| 5
| 6
| 12
| 123
| 105.500
| 3.45
| 59.97
| .66
! (standard_in) 2: syntax error
! (standard_in) 1: syntax error
! (standard_in) 1: syntax error
! File nofile is unavailable.
! (standard_in) 1: syntax error
! (standard_in) 1: syntax error

## dc
$ dc -e '1 2+p 3*p 7 2/p 7 2%p 2 10^p 5k 10 3/p 2vp _5p 3 4~f c'; dc -e '[hello]p [a]n 65P 10P 1 2 3 f c 1 2 r f d f z p'; dc -e '16o 255p 2o 10p 16i FF p A i 10 p 100o 12345p'; dc -e '5 s a la p la 1+ d sa p 1 2 3 4 3R f c 1 2 3 _3R f'; dc -e '[la p 1+ d sa 5>x] sx 1 sa la lx x' ; dc -e '0[d p 1+ d 5>x]dsxx'; dc -e '2 3 5 |p 12.345 Xp 12345 Zp [abc]Zp 97ap K p I p O p'; dc -e '1 0/p'; echo $?; dc -e '+ p'; dc -e 'lzp'; dc -e '5 1:a 1;ap 2;ap'; dc -e '1Sa 2Sa La p La p'; echo '1 2 + p' | dc; echo '[1 2 +] x p q 5 p' | dc; dc -e '[[2 Q] x 5 p] x 6 p'; echo '3 ? + p' > f; echo 4 | dc f; dc -e '2 100^p' -e '1p'; dc -e '1 2 3 c z p'; dc -e '1 2=a 1 1=a' ; dc -e '@'; dc -e '[1p]sa 1 1=a 1 2!=a 2 1<a 1 2>a'; dc -e '2 300^p'; dc nofile; echo $?
| 3
| 9
| 3
| 1
| 1024
| 3.33333
| 1.41421
| -5
| 0
| .75000
| -5
| 1.41421
| 3.33333
| 1024
| 1
| 3
| 9
| hello
| aA
| 3
| 2
| 1
| hello
| 1
| 2
| 1
| 1
| 2
| 3
| FF
| 1010
| 11111111
| 1010
|  01 23 45
| 0
| 1
| 2
| 4
| 3
| 1
| 1
| 0
| 2
| 1
| 3
| 1
| 2
| 3
| 4
| 0
| 1
| 2
| 3
| 4
| 3
| 3
| 5
| 3
| a
| 0
| 10
| 10
| 0
| 0
| 0
| 5
| 0
| 2
| 1
| 3
| 3
| 6
| 7
| 1267650600228229401496703205376
| 1
| 0
| '@' (0100) unimplemented
| 1
| 1
| 1
| 1
| "203703597633448608626844568840937816105146839366593625063614044935438\\"
| 1299763336706183397376
| 0
! dc: stack empty
! dc: divide by zero
! dc: stack empty
! dc: stack empty
! dc: dc: Could not open file nofile

