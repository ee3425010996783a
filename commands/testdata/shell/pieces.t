## csplit
$ seq 20 > f; csplit f 5 10; ls xx*; cat xx00; head -n1 xx02; csplit -s f '/^1/' '{2}'; wc -l xx0?; csplit -f part -n 3 f 8; ls part*; csplit -z -s f 1 5 '{*}'; ls xx* | wc -l; csplit f /15/+1; cat xx01; csplit f %10% 15; cat xx00; csplit -b '%03x.txt' f 10; ls *.txt; csplit --suppress-matched f /5/ '{1}'; cat xx01; printf 'a\n--\nb\n--\nc' | csplit - '/--/' '{*}'; cat xx02
| 8
| 10
| 33
| xx00
| xx01
| xx02
| 1
| 2
| 3
| 4
| 10
|  0 xx00
|  9 xx01
|  1 xx02
| 10 xx03
| 20 total
| 14
| 37
| part000
| part001
| 0
| 36
| 15
| 16
| 17
| 18
| 19
| 20
| 15
| 18
| 10
| 11
| 12
| 13
| 14
| 18
| 33
| xx000.txt
| xx001.txt
| 8
| 23
| 15
| 6
| 7
| 8
| 9
| 10
| 11
| 12
| 13
| 14
| 2
| 5
| 4
| --
| c\
! csplit: '5': line number out of range on repetition 4
! ls: cannot access 'xx*': No such file or directory
$ seq 10 > f; rm -f xx*; csplit f 50; echo $?; ls xx* 2>/dev/null; csplit -k f 5 50; ls xx*; csplit f /nope/; echo $?; csplit f /3/ '{9}'; echo $?; csplit f 0; echo $?; csplit f 5 3; echo $?; csplit f abc; echo $?; csplit f; echo $?; csplit nofile 1; echo $?; csplit f '/a'; echo $?; csplit f 3 '{x}'; echo $?; csplit f /5/-2; cat xx00; csplit -b bad f 3; echo $?; csplit f 3 3; echo $?; csplit f 2 '{3}'
| 21
| 1
| 8
| 13
| xx00
| xx01
| 21
| 1
| 4
| 17
| 1
| 1
| 1
| 1
| 1
| 1
| 1
| 1
| 4
| 17
| 1
| 2
| 1
| 4
| 0
| 17
| 0
| 2
| 4
| 4
| 4
| 7
! csplit: '50': line number out of range
! csplit: '50': line number out of range
! csplit: '/nope/': match not found
! csplit: '/3/': match not found on repetition 1
! csplit: 0: line number must be greater than zero
! csplit: line number '3' is smaller than preceding line number, 5
! csplit: 'abc': invalid pattern
! csplit: missing operand after 'f'
! Try 'csplit --help' for more information.
! csplit: cannot open 'nofile' for reading: No such file or directory
! csplit: /a: closing delimiter '/' missing
! csplit: '{x'}: integer required between '{' and '}'
! csplit: missing % conversion specification in suffix
! csplit: warning: line number '3' is the same as preceding line number

## pr
$ seq 5 > f; touch -d '2024-01-02 03:04' f; pr f | head -12 | cat -A; pr f | wc -l; pr -t f; pr -h Title -l 20 f | cat -A; seq 12 | pr -3 -t; seq 12 | pr -3 -t -a; seq 7 | pr -2 -t -w 40; pr -n -t f; pr -n:3 -t f; seq 100 | pr -l 30 -h x | grep Page | sed 's/^[^x]*x/x/'; seq 6 > g; pr -m -t f g; seq 10 | pr -2 -t -s:; seq 4 | pr -d -t; seq 3 | pr -o 4 -t; seq 12 | pr -4 -t -S'|'; pr nofile; echo $?; pr -t -J -m f g; seq 200 | pr --pages=2:2 -h q | sed -n 3p | sed 's/^[^q]*q/q/'; pr -0 f; echo $?; seq 30 | pr -t -5 -l 10; seq 9 | pr -t -n -3; pr -t -W 3 -2 f
| $
| $
| 2024-01-02 03:04                        f                         Page 1$
| $
| $
| 1$
| 2$
| 3$
| 4$
| 5$
| $
| $
| 66
| 1
| 2
| 3
| 4
| 5
| $
| $
| 2024-01-02 03:04                      Title                       Page 1$
| $
| $
| 1$
| 2$
| 3$
| 4$
| 5$
| $
| $
| $
| $
| $
| $
| $
| $
| $
| $
| "1\t\t\t5\t\t\t9"
| "2\t\t\t6\t\t\t10"
| "3\t\t\t7\t\t\t11"
| "4\t\t\t8\t\t\t12"
| "1\t\t\t2\t\t\t3"
| "4\t\t\t5\t\t\t6"
| "7\t\t\t8\t\t\t9"
| "10\t\t\t11\t\t\t12"
| "1\t\t    5"
| "2\t\t    6"
| "3\t\t    7"
| 4
| "    1\t1"
| "    2\t2"
| "    3\t3"
| "    4\t4"
| "    5\t5"
|   1:1
|   2:2
|   3:3
|   4:4
|   5:5
| x                         Page 1
| x                         Page 2
| x                         Page 3
| x                         Page 4
| x                         Page 5
| "1\t\t\t\t    1"
| "2\t\t\t\t    2"
| "3\t\t\t\t    3"
| "4\t\t\t\t    4"
| "5\t\t\t\t    5"
| "\t\t\t\t    6"
| 1:6
| 2:7
| 3:8
| 4:9
| 5:10
| 1
| 
| 2
| 
| 3
| 
| 4
| 
|     1
|     2
|     3
| "1\t\t |4\t\t   |7\t\t     |10"
| "2\t\t |5\t\t   |8\t\t     |11"
| "3\t\t |6\t\t   |9\t\t     |12"
| 1
| "1\t1"
| "2\t2"
| "3\t3"
| "4\t4"
| "5\t5"
| "\t6"
| q                         Page 2
| 1
| "1\t      7\t\t    13\t\t  19\t\t25"
| "2\t      8\t\t    14\t\t  20\t\t26"
| "3\t      9\t\t    15\t\t  21\t\t27"
| "4\t      10\t    16\t\t  22\t\t28"
| "5\t      11\t    17\t\t  23\t\t29"
| "6\t      12\t    18\t\t  24\t\t30"
| "    1\t1\t\t    4\t4\t\t    7\t7"
| "    2\t2\t\t    5\t5\t\t    8\t8"
| "    3\t3\t\t    6\t6\t\t    9\t9"
| 1 4
| 2 5
| 3
! pr: nofile: No such file or directory
! pr: invalid number of columns: '0': Numerical result out of range

## cal
$ cal 2 2024; cal 9 1752; cal 2024; cal -j 3 2023; cal -3 1 2024; cal -y 2023 | head -5; cal 13 2024; echo $?; cal 1 0; echo $?; cal 12 9999; cal january 2000; cal 2 1900; cal -m 5 2021 2>&1 | head -2; cal 1 1
|    February 2024      
| Su Mo Tu We Th Fr Sa  
|              1  2  3  
|  4  5  6  7  8  9 10  
| 11 12 13 14 15 16 17  
| 18 19 20 21 22 23 24  
| 25 26 27 28 29        
|                       
|    September 1752     
| Su Mo Tu We Th Fr Sa  
|        1  2 14 15 16  
| 17 18 19 20 21 22 23  
| 24 25 26 27 28 29 30  
|                       
|                       
|                       
|                             2024
|       January               February               March          
| Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  
|     1  2  3  4  5  6               1  2  3                  1  2  
|  7  8  9 10 11 12 13   4  5  6  7  8  9 10   3  4  5  6  7  8  9  
| 14 15 16 17 18 19 20  11 12 13 14 15 16 17  10 11 12 13 14 15 16  
| 21 22 23 24 25 26 27  18 19 20 21 22 23 24  17 18 19 20 21 22 23  
| 28 29 30 31           25 26 27 28 29        24 25 26 27 28 29 30  
|                                             31                    
| 
|        April                  May                   June          
| Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  
|     1  2  3  4  5  6            1  2  3  4                     1  
|  7  8  9 10 11 12 13   5  6  7  8  9 10 11   2  3  4  5  6  7  8  
| 14 15 16 17 18 19 20  12 13 14 15 16 17 18   9 10 11 12 13 14 15  
| 21 22 23 24 25 26 27  19 20 21 22 23 24 25  16 17 18 19 20 21 22  
| 28 29 30              26 27 28 29 30 31     23 24 25 26 27 28 29  
|                                             30                    
| 
|         July                 August              September        
| Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  
|     1  2  3  4  5  6               1  2  3   1  2  3  4  5  6  7  
|  7  8  9 10 11 12 13   4  5  6  7  8  9 10   8  9 10 11 12 13 14  
| 14 15 16 17 18 19 20  11 12 13 14 15 16 17  15 16 17 18 19 20 21  
| 21 22 23 24 25 26 27  18 19 20 21 22 23 24  22 23 24 25 26 27 28  
| 28 29 30 31           25 26 27 28 29 30 31  29 30                 
|                                                                   
| 
|       October               November              December        
| Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  
|        1  2  3  4  5                  1  2   1  2  3  4  5  6  7  
|  6  7  8  9 10 11 12   3  4  5  6  7  8  9   8  9 10 11 12 13 14  
| 13 14 15 16 17 18 19  10 11 12 13 14 15 16  15 16 17 18 19 20 21  
| 20 21 22 23 24 25 26  17 18 19 20 21 22 23  22 23 24 25 26 27 28  
| 27 28 29 30 31        24 25 26 27 28 29 30  29 30 31              
|                                                                   
|         March 2023           
|  Su  Mo  Tu  We  Th  Fr  Sa  
|              60  61  62  63  
|  64  65  66  67  68  69  70  
|  71  72  73  74  75  76  77  
|  78  79  80  81  82  83  84  
|  85  86  87  88  89  90      
|                              
|    December 2023          January 2024         February 2024      
| Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  
|                 1  2      1  2  3  4  5  6               1  2  3  
|  3  4  5  6  7  8  9   7  8  9 10 11 12 13   4  5  6  7  8  9 10  
| 10 11 12 13 14 15 16  14 15 16 17 18 19 20  11 12 13 14 15 16 17  
| 17 18 19 20 21 22 23  21 22 23 24 25 26 27  18 19 20 21 22 23 24  
| 24 25 26 27 28 29 30  28 29 30 31           25 26 27 28 29        
| 31                                                                
|                             2023
|       January               February               March          
| Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  
|  1  2  3  4  5  6  7            1  2  3  4            1  2  3  4  
|  8  9 10 11 12 13 14   5  6  7  8  9 10 11   5  6  7  8  9 10 11  
| 64
| 64
|    December 9999      
| Su Mo Tu We Th Fr Sa  
|           1  2  3  4  
|  5  6  7  8  9 10 11  
| 12 13 14 15 16 17 18  
| 19 20 21 22 23 24 25  
| 26 27 28 29 30 31     
|                       
|     January 2000      
| Su Mo Tu We Th Fr Sa  
|                    1  
|  2  3  4  5  6  7  8  
|  9 10 11 12 13 14 15  
| 16 17 18 19 20 21 22  
| 23 24 25 26 27 28 29  
| 30 31                 
|    February 1900      
| Su Mo Tu We Th Fr Sa  
|              1  2  3  
|  4  5  6  7  8  9 10  
| 11 12 13 14 15 16 17  
| 18 19 20 21 22 23 24  
| 25 26 27 28           
|                       
|       May 2021        
| Su Mo Tu We Th Fr Sa  
|      January 1        
| Su Mo Tu We Th Fr Sa  
|                    1  
|  2  3  4  5  6  7  8  
|  9 10 11 12 13 14 15  
| 16 17 18 19 20 21 22  
| 23 24 25 26 27 28 29  
| 30 31                 
! cal: 13 is neither a month number (1..12) nor a name
! cal: year `0' not in range 1..9999

## uuidgen
$ uuidgen | sed 's/[0-9a-f]/x/g'; uuidgen -r | cut -c15; uuidgen -t | cut -c15; uuidgen -s -n @dns -N example.com; uuidgen -m -n @url -N http://example.com; uuidgen -s -n @nope -N x; echo $?; uuidgen -s -n 6ba7b810-9dad-11d1-80b4-00c04fd430c8 -N a; uuidgen -n @dns; echo $?
| xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx
| 4
| 1
| cfbff0d1-9375-5685-968c-48ce8b15ae17
| d632b50c-7913-3137-ae9a-2d93f56e70d5
| 1
| 4f3f2898-69e3-5a0d-820a-c4e87987dbce
| 1
! uuidgen: unknown namespace alias: '@nope'
! Try 'uuidgen --help' for more information.
! uuidgen: --namespace requires --name argument
! Try 'uuidgen --help' for more information.

