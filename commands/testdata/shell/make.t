## basics
$ printf 'all: a b\n\t@echo all $@ from $^\na: c\n\techo a > a\nb:\n\techo b > b\nc:\n\ttouch c\n.PHONY: all clean\nclean:\n\trm -f a b c\n' > Makefile; make; make; make a; make clean; make -n; make -s; make -q a; echo $?; make -B a; touch -d '2001-01-01' a; make -q a; echo $?; make -t a; make nope; echo $?; make clean a
| touch c
| echo a > a
| echo b > b
| all all from a b
| all all from a b
| make: 'a' is up to date.
| rm -f a b c
| touch c
| echo a > a
| echo b > b
| echo all all from a b
| all all from a b
| 0
| touch c
| echo a > a
| 1
| touch a
| 2
| rm -f a b c
| touch c
| echo a > a
! make: *** No rule to make target 'nope'.  Stop.
$ printf 'x:\n\tfalse\n\techo no\ny:\n\t-false\n\techo yes\nz:\n\t@exit 3\nw: x z\nv: nofile\nu:\n\tnosuchcommand arg\nt:\n\tnosuchcommand | cat\ns:\n\tkill -9 $$$$\nr:\n\t@echo one; \\\n\techo two\n' > Makefile; make; echo $?; make y; make z; echo $?; make -k w; echo $?; make v; echo $?; make u; echo $?; make t 2>&1 | grep -v 'not found'; make s; echo $?; make r; make -i x; make -k w y; echo $?
| false
| 2
| false
| echo yes
| yes
| 2
| false
| 2
| 2
| nosuchcommand arg
| 2
| nosuchcommand | cat
| kill -9 $$
| 2
| one
| two
| false
| echo no
| no
| false
| false
| echo yes
| yes
| 2
! make: *** [Makefile:2: x] Error 1
! make: [Makefile:5: y] Error 1 (ignored)
! make: *** [Makefile:8: z] Error 3
! make: *** [Makefile:2: x] Error 1
! make: *** [Makefile:8: z] Error 3
! make: Target 'w' not remade because of errors.
! make: *** No rule to make target 'nofile', needed by 'v'.  Stop.
! make: nosuchcommand: No such file or directory
! make: *** [Makefile:12: u] Error 127
! make: *** [Makefile:16: s] Killed
! make: [Makefile:2: x] Error 1 (ignored)
! make: *** [Makefile:2: x] Error 1
! make: *** [Makefile:8: z] Error 3
! make: Target 'w' not remade because of errors.
! make: [Makefile:5: y] Error 1 (ignored)
$ rm Makefile; make; echo $?; make x; echo $?; make -f nofile; echo $?; echo 'just text' > Makefile; make; echo $?; printf 'a:\n        echo x\n' > Makefile; make; echo $?; printf '\techo x\n' > Makefile; make; echo $?; printf 'ifeq (a,b)\nx:\n' > Makefile; make; echo $?; printf 'endif\n' > Makefile; make; echo $?; printf 'V = $(V) x\na:\n\techo $(V)\n' > Makefile; make; echo $?; printf 'a: $(X\n' > Makefile; make; echo $?; : > Makefile; make; echo $?; make --nosuch 2>&1 | head -1; make -C nodir; echo $?; printf 'include nofile.mk\nall:\n' > Makefile; make; echo $?; printf -- '-include nofile.mk\nall:;@echo ok\n' > Makefile; make
| 2
| 2
| 2
| 2
| 2
| 2
| 2
| 2
| make: 'a' is up to date.
| 0
| 2
| 2
| make: unrecognized option '--nosuch'
| 2
| 2
| ok
! make: *** No targets specified and no makefile found.  Stop.
! make: *** No rule to make target 'x'.  Stop.
! make: nofile: No such file or directory
! make: *** No rule to make target 'nofile'.  Stop.
! Makefile:1: *** missing separator.  Stop.
! Makefile:2: *** missing separator (did you mean TAB instead of 8 spaces?).  Stop.
! Makefile:1: *** recipe commences before first target.  Stop.
! Makefile:3: *** missing 'endif'.  Stop.
! Makefile:1: *** extraneous 'endif'.  Stop.
! Makefile:1: *** unterminated variable reference.  Stop.
! make: *** No targets.  Stop.
! make: *** nodir: No such file or directory.  Stop.
! Makefile:1: nofile.mk: No such file or directory
! make: *** No rule to make target 'nofile.mk'.  Stop.
$ printf 'all: ; $(error bad thing)\n' > Makefile; make; echo $?; printf '$(error at read)\n' > Makefile; make; echo $?; printf '$(warning careful)\n$(info hello)\nall:\n' > Makefile; make; printf 'a: b\nb: a\n\techo b\n' > Makefile; make; printf 'a:\n\techo 1\na:\n\techo 2\n' > Makefile; make; printf 'a::\n\techo 1\na::\n\techo 2\n' > Makefile; make
| 2
| 2
| hello
| make: Nothing to be done for 'all'.
| echo b
| b
| make: 'a' is up to date.
| echo 1
| 1
| echo 2
| 2
! Makefile:1: *** bad thing.  Stop.
! Makefile:1: *** at read.  Stop.
! Makefile:1: careful
! make: Circular b <- a dependency dropped.
! Makefile:4: warning: overriding recipe for target 'a'
! Makefile:2: warning: ignoring old recipe for target 'a'

## variables and functions
$ printf 'A = $(B) x\nB := 1\nB := 2\nC ?= c\nC ?= d\nD := $(A)\nA += more\nD += y\nE != echo shell; echo out\nexport F = exported\nG = $(B:2=two) $(SRC:.c=.o)\nSRC = a.c b.c d.h\ndefine H\nline one\nline $(B)\nendef\nall:\n\t@echo "A=$(A) C=$(C) D=$(D) E=$(E) G=$(G)"\n\t@echo $$F\n\t@echo "$(firstword $(H)) $(words $(H))" 2>/dev/null\n\t@echo $(origin A) $(origin C) $(origin PATH) $(origin CC) $(origin nope) $(flavor A) $(flavor B) $(flavor nope)\n' > Makefile; make; make B=cmd A=over; C=env make; make -e F=x C=y; B=e make -e
| A=2 x more C=c D=2 x y E=shell out G=two a.o b.o d.h
| exported
| line 4
| file file environment default undefined recursive simple undefined
| A=over C=c D=over y E=shell out G=cmd a.o b.o d.h
| exported
| line 4
| command line file environment default undefined recursive recursive undefined
| A=2 x more C=env D=2 x y E=shell out G=two a.o b.o d.h
| exported
| line 4
| file environment environment default undefined recursive simple undefined
| A=2 x more C=y D=2 x y E=shell out G=two a.o b.o d.h
| x
| line 4
| file command line environment default undefined recursive simple undefined
| A=e x more C=c D=e x y E=shell out G=e a.o b.o d.h
| exported
| line 4
| file file environment default undefined recursive recursive undefined
$ printf 'comma := ,\n''empty :=\n''space := $(empty) $(empty)\n''L = c a b a\n''all:\n''\t@echo '\''$(subst a,X,banana) $(patsubst %%.c,%%.o,x.c y.c z) $(strip   a   b  ) [$(findstring a,abc)] [$(findstring z,abc)]'\''\n''\t@echo '\''$(filter %%.c %%.h,a.c b.o c.h) $(filter-out %%.c,a.c b.o) $(sort $(L)) $(word 2,$(L)) $(wordlist 2,3,$(L)) $(words $(L)) $(firstword $(L)) $(lastword $(L))'\''\n''\t@echo '\''$(dir src/a.c b) $(notdir src/a.c b) $(suffix a.c b.tar.gz c) $(basename a.c b.tar.gz c) $(addsuffix .o,a b) $(addprefix p/,a b) $(join a b c,1 2)'\''\n''\t@echo '\''$(if x,yes,no) $(if ,yes,no) $(if ,yes) $(or ,,b) $(and a,b,c) $(and a,,c) $(foreach v,1 2 3,<$(v)>) $(call f,one,two) $(call nested,x)'\''\n''\t@echo '\''$(shell echo hi; echo there) $(subst $(space),$(comma),a b c) $(wildcard M*file) [$(wildcard *.nope)] $(abspath x/../y)'\''\n''\t@echo '\''$(call map,up,a b c)'\'' $(MAKE_VERSION) $(MAKECMDGOALS)\n''f = [$(1)-$(2)-$(3)]\n''nested = $(call f,$(1)$(1),$(0))\n''map = $(foreach x,$(2),$(call $(1),$(x)))\n''up = $(shell echo $(1) | tr a-z A-Z)\n''define RULE\n''$(1).gen:\n''\t@echo making $(1)\n''endef\n''$(foreach n,p q,$(eval $(call RULE,$(n))))\n' > Makefile; make | sed "s|$PWD|PWD|g"; make p.gen q.gen
| bXnXnX x.o y.o z a b [a] []
| a.c c.h b.o a b c a a b 4 c a
| src/ ./ a.c b .c .gz a b.tar c a.o b.o p/a p/b a1 b2 c
| yes no  b c  <1> <2> <3> [one-two-] [xx-nested-]
| hi there a,b,c Makefile [] PWD/y
| A B C 4.3
| making p
| making q
$ printf 'X = 1\n''ifeq ($(X),1)\n''A = one\n''else ifeq ($(X),2)\n''A = two\n''else\n''A = other\n''endif\n''ifdef Y\n''B = y\n''endif\n''ifndef Y\n''B = noy\n''endif\n''ifneq "$(X)" '\''1'\''\n''C = ne\n''else\n''C = eq\n''endif\n''# comment \\\n''continued\n''D = a \\\n''    b   \\\n''    c # trailing\n''E = hash\\#mark\n''all: ; @echo '\''$(A) $(B) $(C) $(D)|$(E)'\''\n' > Makefile; make; make X=2 Y=z; make X=3
| one noy eq a b c |hash#mark
| two y ne a b c |hash#mark
| other noy ne a b c |hash#mark

## rules
$ printf 'OBJ = a.o b.o\nprog: $(OBJ)\n\tcat $^ > $@\n%%.o: %%.c common.h\n\t@echo "compile $< to $@ stem $* new $? all $^"; cp $< $@\n' > Makefile; echo A > a.c; echo B > b.c; echo h > common.h; make; cat prog; make; sleep 0.02; touch b.c; make; rm a.o; make; make -j4 -B | sort
| compile a.c to a.o stem a new a.c common.h all a.c common.h
| compile b.c to b.o stem b new b.c common.h all b.c common.h
| cat a.o b.o > prog
| A
| B
| make: 'prog' is up to date.
| compile b.c to b.o stem b new b.c all b.c common.h
| cat a.o b.o > prog
| compile a.c to a.o stem a new a.c common.h all a.c common.h
| cat a.o b.o > prog
| cat a.o b.o > prog
| compile a.c to a.o stem a new a.c common.h all a.c common.h
| compile b.c to b.o stem b new b.c common.h all b.c common.h
$ printf 'objs = x.o y.o\n$(objs): %%.o: %%.in\n\t@echo static $@ $< $*\nx.in y.in:\n\t@touch $@\nall: $(objs) | dir\n\t@echo done $| ; ls -d dir\ndir:\n\tmkdir dir\n.DEFAULT_GOAL := all\n' > Makefile; make; make
| static x.o x.in x
| static y.o y.in y
| mkdir dir
| done dir
| dir
| static x.o x.in x
| static y.o y.in y
| done dir
| dir
$ printf 'sub/o/f.x: sub/o/g.y\n\t@echo $(@D) $(@F) $(<D) $(<F) $(^F)\nsub/o/g.y:\n\t@mkdir -p $(@D); touch $@\ntgt: V = special\ntgt: dep\n\t@echo $@ $(V)\ndep:\n\t@echo $@ $(V)\nV = global\nother: dep2\n\t@echo $@ $(V)\ndep2:\n\t@echo $@ $(V)\n%%.q: V = pat\n' > Makefile; make; make tgt; make other; printf 'a.b:\n\t@echo "[$*] [$@]"\n.SUFFIXES: .in .out\n.in.out:\n\tcp $< $@\n' > Makefile; echo x > f.in; make f.out; make f.out; make a.b
| sub/o f.x sub/o g.y g.y
| dep special
| tgt special
| dep2 global
| other global
| cp f.in f.out
| make: 'f.out' is up to date.
| [] [a.b]
$ printf 'all: f.c3\n%%.c2: %%.c1\n\tcp $< $@\n%%.c3: %%.c2\n\tcp $< $@\n' > Makefile; echo x > f.c1; make; ls f.*; make; printf 'e:\n\tcc=1\n' > Makefile; make -n foo.o; printf 'int main(){}\n' > m.c; make -n m.o m CC=gcc CFLAGS=-O2; make -nr m.o; echo $?
| cp f.c1 f.c2
| cp f.c2 f.c3
| rm f.c2
| f.c1
| f.c3
| f.in
| f.out
| make: Nothing to be done for 'all'.
| gcc -O2   -c -o m.o m.c
| gcc   m.o   -o m
| 2
! make: *** No rule to make target 'foo.o'.  Stop.
! make: *** No rule to make target 'm.o'.  Stop.
$ mkdir d; printf 'all:\n\t@echo in d $(V) $(MAKELEVEL) $(MAKEFLAGS)\n\t@echo pwd\nfail:\n\t@false\n' > d/Makefile; printf 'all:\n\t$(MAKE) -C d V=1\n\t@echo back\nfail:\n\t$(MAKE) -C d fail\nquiet:\n\t@$(MAKE) --no-print-directory -C d\n' > Makefile; make | sed "s|$PWD|PWD|g"; make fail 2>&1 | sed "s|$PWD|PWD|g"; make quiet; make -C d | sed "s|$PWD|PWD|g"; make -s -C d; make -n | sed "s|$PWD|PWD|g"; make -k quiet; make -f d/Makefile
| make -C d V=1
| make[1]: Entering directory 'PWD/d'
| in d 1 1 w -- V=1
| pwd
| make[1]: Leaving directory 'PWD/d'
| back
| make -C d fail
| make[1]: Entering directory 'PWD/d'
| make[1]: *** [Makefile:5: fail] Error 1
| make[1]: Leaving directory 'PWD/d'
| make: *** [Makefile:5: fail] Error 2
| in d 1 --no-print-directory
| pwd
| make: Entering directory 'PWD/d'
| in d 0 w
| pwd
| make: Leaving directory 'PWD/d'
| in d 0 s
| pwd
| make -C d V=1
| make[1]: Entering directory 'PWD/d'
| echo in d 1 1 nw -- V=1
| echo pwd
| make[1]: Leaving directory 'PWD/d'
| echo back
| in d 1 k --no-print-directory
| pwd
| in d 0
| pwd
$ printf 'all: one two three\none two three:\n\t@echo $@\n' > Makefile; make -j3 | sort; printf 'include inc.mk\nall: ; @echo $(FROM)\ninc.mk:\n\t@echo "FROM = generated" > $@; echo made inc\n' > Makefile; make; make; printf '.RECIPEPREFIX = >\nall:\n> @echo prefix\n' > Makefile; make; printf '.ONESHELL:\nall:\n\t@x=1\n\techo $$x\n' > Makefile; make; printf '.SILENT:\nall:\n\techo quiet\n' > Makefile; make; printf '.DELETE_ON_ERROR:\nf:\n\techo x > $@; false\n' > Makefile; make; ls f
| one
| three
| two
| made inc
| generated
| generated
| prefix
| 1
| quiet
| echo x > f; false
! make: *** [Makefile:3: f] Error 1
! make: *** Deleting file 'f'
! ls: cannot access 'f': No such file or directory
? 2

