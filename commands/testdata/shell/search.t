## rg
$ mkdir -p src/sub .hid node; printf 'hello world\nfoo bar\nHello again\n  indented foo\n' > src/a.txt; printf 'package main\nfunc main() { foo() }\n' > src/sub/b.go; echo foo > .hid/h; echo foo > node/n.js; printf 'foo\0bar\n' > src/bin; echo 'no match' > src/c.md; rg --sort path foo; echo $?; rg --sort path -n foo src; rg foo src/a.txt; rg -c --sort path foo; rg -l --sort path foo; rg --files --sort path; rg --files-without-match --sort path foo; rg nothing; echo $?; rg foo nofile; echo $?
| node/n.js:foo
| src/a.txt:foo bar
| src/a.txt:  indented foo
| src/sub/b.go:func main() { foo() }
| 0
| src/a.txt:2:foo bar
| src/a.txt:4:  indented foo
| src/sub/b.go:2:func main() { foo() }
| foo bar
|   indented foo
| node/n.js:1
| src/a.txt:2
| src/sub/b.go:1
| node/n.js
| src/a.txt
| src/sub/b.go
| node/n.js
| src/a.txt
| src/bin
| src/c.md
| src/sub/b.go
| src/c.md
| 1
| 2
! nofile: No such file or directory (os error 2)
$ rg -i hello src/a.txt; rg -S hello src/a.txt; rg -S Hello src/a.txt; rg -v foo src/a.txt; rg -w fo src/a.txt; echo $?; rg -x 'foo bar' src/a.txt; rg -o 'f\w+' src/a.txt; rg -F 'o(' --sort path; rg -e hello -e bar src/a.txt; rg --column foo src/a.txt; rg --vimgrep o src/a.txt; rg -n -A1 hello src/a.txt; rg -n -B1 again src/a.txt; rg -C1 bar src/a.txt; rg -m1 -i hello src/a.txt; rg -H foo src/a.txt; rg -I --sort path foo; rg -r 'X$1' '(o+)' src/a.txt; rg -or '<$0>' 'w\w+' src/a.txt; rg --trim indented src/a.txt; rg -q foo src; echo $?; rg --count-matches o src/a.txt; rg --passthru -N bar src/a.txt; rg -0 -l --sort path foo | tr '\0' '\n'
| hello world
| Hello again
| hello world
| Hello again
| Hello again
| hello world
| Hello again
| 1
| foo bar
| foo
| foo
| src/sub/b.go:func main() { foo() }
| hello world
| foo bar
| 2:1:foo bar
| 4:12:  indented foo
| src/a.txt:1:5:hello world
| src/a.txt:1:8:hello world
| src/a.txt:2:2:foo bar
| src/a.txt:2:3:foo bar
| src/a.txt:3:5:Hello again
| src/a.txt:4:13:  indented foo
| src/a.txt:4:14:  indented foo
| 1:hello world
| 2-foo bar
| 2-foo bar
| 3:Hello again
| hello world
| foo bar
| Hello again
| hello world
| src/a.txt:foo bar
| src/a.txt:  indented foo
| foo
| foo bar
|   indented foo
| func main() { foo() }
| hellXo wXorld
| fXoo bar
| HellXo again
|   indented fXoo
| <world>
| indented foo
| 0
| 7
| hello world
| foo bar
| Hello again
|   indented foo
| node/n.js
| src/a.txt
| src/sub/b.go
$ rg -t go foo; rg -g '*.txt' foo; rg -g '!*.go' --sort path foo; rg -g '*.{go,js}' --sort path foo; rg -T js --sort path -l foo; rg --hidden --sort path -l foo; rg -uu --sort path -l foo; rg --max-depth 1 foo; echo $?; rg -t nope foo; echo $?; rg 'a(' src; echo $?; echo 'foo here' | rg foo; echo 'foo here' | rg -n foo -; printf 'x\nfoo\n' | rg -c foo; rg -U 'bar\nHello' src/a.txt; rg -a foo src/bin | od -c | head -2; rg foo src/bin; rg -f src/c.md src; rg -NH foo src/a.txt; rg --heading -n foo src/a.txt src/sub/b.go --sort path
| src/sub/b.go:func main() { foo() }
| src/a.txt:foo bar
| src/a.txt:  indented foo
| node/n.js:foo
| src/a.txt:foo bar
| src/a.txt:  indented foo
| node/n.js:foo
| src/sub/b.go:func main() { foo() }
| src/a.txt
| src/sub/b.go
| .hid/h
| node/n.js
| src/a.txt
| src/sub/b.go
| .hid/h
| node/n.js
| src/a.txt
| src/sub/b.go
| 2
| 2
| 2
| foo here
| 1:foo here
| 1
| foo bar
| Hello again
| "0000000   f   o   o  \\0   b   a   r  \\n"
| 0000010
| "binary file matches (found \"\\0\" byte around offset 3)"
| src/c.md:no match
| src/a.txt:foo bar
| src/a.txt:  indented foo
| src/a.txt
| 2:foo bar
| 4:  indented foo
| 
| src/sub/b.go
| 2:func main() { foo() }
! No files were searched, which means ripgrep probably applied a filter you didn't expect.
! Running with --debug will show why files are being skipped.
! unrecognized file type: nope
! regex parse error:
!     a(
!      ^
! error: unclosed group
$ mkdir -p g/.git g/out g/keep; cd g; printf 'out/\n*.log\n!keep.log\n' > .gitignore; echo foo > out/x; echo foo > a.log; echo foo > keep.log; echo foo > f; echo foo > keep/k; printf 'keep/\n' > .ignore; rg --sort path -l foo; rg --no-ignore --sort path -l foo; rg --no-ignore-vcs --sort path -l foo; rg -u --sort path -l foo; cd out; rg -l foo ..; rg -l foo
| f
| keep.log
| a.log
| f
| keep/k
| keep.log
| out/x
| a.log
| f
| keep.log
| out/x
| a.log
| f
| keep/k
| keep.log
| out/x
| ../f
| ../keep.log
| x

## fd
$ mkdir -p a/b/c .hid d; touch a/one.txt a/b/two.TXT a/b/c/three.md .hid/x four.go d/Five.go; ln -s four.go lnk; printf 'x%.0s' 1 2 3 4 5 6 7 8 9 10 > a/big; chmod +x four.go; fdfind | sort; fdfind o | sort; fdfind -e txt | sort; fdfind -e .go -e md | sort; fdfind -t d | sort; fdfind -t l; fdfind -t x; fdfind -t e | sort; fdfind -H x | sort; fdfind '^f' | sort; fdfind Five; fdfind five; fdfind -s five; echo $?; fdfind -g '*.go' | sort; fdfind -F .go | sort; fdfind . a | sort; fdfind two a; fdfind -d 1 | sort; fdfind --min-depth 3 | sort; fdfind -p 'a/b.*two'; fdfind -E '*.go' -E b | sort; fdfind -S +5b -t f; fdfind -1 three; fdfind -q nope; echo $?; fdfind -q one; echo $?; fdfind nope; echo $?
| a/
| a/b/
| a/b/c/
| a/b/c/three.md
| a/b/two.TXT
| a/big
| a/one.txt
| d/
| d/Five.go
| four.go
| lnk
| a/b/two.TXT
| a/one.txt
| d/Five.go
| four.go
| a/b/two.TXT
| a/one.txt
| a/b/c/three.md
| d/Five.go
| four.go
| a/
| a/b/
| a/b/c/
| d/
| lnk
| four.go
| a/b/c/three.md
| a/b/two.TXT
| a/one.txt
| d/Five.go
| four.go
| .hid/x
| a/b/two.TXT
| a/one.txt
| d/Five.go
| four.go
| d/Five.go
| d/Five.go
| 0
| d/Five.go
| four.go
| d/Five.go
| four.go
| a/b/
| a/b/c/
| a/b/c/three.md
| a/b/two.TXT
| a/big
| a/one.txt
| a/b/two.TXT
| a/
| d/
| four.go
| lnk
| a/b/c/
| a/b/c/three.md
| a/b/two.TXT
| a/b/two.TXT
| a/
| a/big
| a/one.txt
| d/
| lnk
| a/big
| a/b/c/three.md
| 1
| 0
| 0
$ fdfind -e go -x echo X | sort; fdfind -e go -x echo {/} {.} {//} {/.} | sort; fdfind -e go -X echo all | tr ' ' '\n' | sort; fdfind -e txt -0 | tr '\0' '\n' | sort; fdfind x nodir; echo $?; fdfind 'a(' ; echo $?; fdfind -t q; echo $?; cd a; fdfind . -a | sed "s|$PWD|PWD|" | sort; fdfind a/b; echo $?
| X ./d/Five.go
| X ./four.go
| Five.go d/Five ./d Five
| four.go four . four
| ./d/Five.go
| ./four.go
| all
| ./a/b/two.TXT
| ./a/one.txt
| 1
| 1
| 2
| PWD/b/
| PWD/b/c/
| PWD/b/c/three.md
| PWD/b/two.TXT
| PWD/big
| PWD/one.txt
| 0
! [fd error]: Search path 'nodir' is not a directory.
! [fd error]: No valid search paths given.
! [fd error]: regex parse error:
!     a(
!      ^
! error: unclosed group
! 
! Note: You can use the '--fixed-strings' option to search for a literal string instead of a regular expression. Alternatively, you can also use the '--glob' option to match on a glob pattern.
! error: 'q' isn't a valid value for '--type <filetype>'
!   [possible values: file, directory, symlink, executable, empty, socket, pipe]
! 
! For more information try '--help'

