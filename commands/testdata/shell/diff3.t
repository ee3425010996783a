## diff3
$ printf 'a\nb\nc\nd\ne\n' > o; printf 'a\nB\nc\nd\ne\n' > m; printf 'a\nb\nc\nD\ne\nf\n' > y; diff3 m o y; echo $?; diff3 -m m o y; echo $?; printf 'a\nX\nc\nd\ne\n' > y; diff3 m o y; diff3 -m m o y; echo $?; diff3 -E -m m o y; diff3 -m -L mine -L old -L yours m o y; cp m y; diff3 m o y; diff3 -m m o y; echo $?; cp o y; diff3 m o y; diff3 -m m o y; diff3 o o o; echo $?; diff3 m o; echo $?; diff3 m o nofile; echo $?; diff3 -m o m m; printf 'a\n' > s; diff3 s o m; diff3 -m s o m; printf 'x\na\nb\nc\nd\ne\n' > y; diff3 m o y; diff3 -T m o y; printf 'a\nb\nc\nd\ne' > y; diff3 o o y
| ====1
| 1:2c
|   B
| 2:2c
| 3:2c
|   b
| ====3
| 1:4c
| 2:4c
|   d
| 3:4c
|   D
| ====3
| 1:5a
| 2:5a
| 3:6c
|   f
| 0
| a
| B
| c
| D
| e
| f
| 0
| ====
| 1:2c
|   B
| 2:2c
|   b
| 3:2c
|   X
| a
| <<<<<<< m
| B
| ||||||| o
| b
| =======
| X
| >>>>>>> y
| c
| d
| e
| 1
| a
| <<<<<<< m
| B
| =======
| X
| >>>>>>> y
| c
| d
| e
| a
| <<<<<<< mine
| B
| ||||||| old
| b
| =======
| X
| >>>>>>> yours
| c
| d
| e
| ====2
| 1:2c
| 3:2c
|   B
| 2:2c
|   b
| a
| <<<<<<< o
| b
| =======
| B
| >>>>>>> y
| c
| d
| e
| 1
| ====1
| 1:2c
|   B
| 2:2c
| 3:2c
|   b
| a
| B
| c
| d
| e
| 0
| 2
| 2
| a
| b
| c
| d
| e
| ====
| 1:1a
| 2:2,5c
|   b
|   c
|   d
|   e
| 3:2,5c
|   B
|   c
|   d
|   e
| a
| <<<<<<< s
| ||||||| o
| b
| c
| d
| e
| =======
| B
| c
| d
| e
| >>>>>>> m
| ====3
| 1:0a
| 2:0a
| 3:1c
|   x
| ====1
| 1:2c
|   B
| 2:2c
| 3:3c
|   b
| ====3
| 1:0a
| 2:0a
| 3:1c
| "\tx"
| ====1
| 1:2c
| "\tB"
| 2:2c
| 3:3c
| "\tb"
| ====3
| 1:5c
| 2:5c
|   e
| 3:5c
|   e
| "\\ No newline at end of file"
! diff3: missing operand after 'o'
! diff3: Try 'diff3 --help' for more information.
! diff3: nofile: No such file or directory

