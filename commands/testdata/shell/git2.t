## rebase with a conflict
$ export GIT_EDITOR=true GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z' GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d; git init -q -b main r; cd r; printf '1\n2\n3\n' > f; git add f; git commit -qm base; git checkout -qb dev; sed -i 's/2/two/' f; git commit -qam dev; git checkout -q main; sed -i 's/2/TWO/' f; git commit -qam main2; echo n > n; git add n; git commit -qm n; git rebase dev; echo "= $?"; cat f; git status; echo both > f; git rebase --continue; echo "= $?"; git rebase dev; git add f; git status; git rebase --continue;  git log --format='%h %an %cn %s' ; git reflog; git rebase dev; git rebase main~1; git rebase dev~1; git rebase --onto dev~1 main~1;  git rebase --skip; git rebase --continue; git rebase --abort; git rebase nope; echo x >> f; git rebase dev; git add f; git rebase dev; git reset -q --hard; git checkout -q -b t dev~1; git rebase main; git rebase main dev; git checkout -q -b nou; git rebase; git log --oneline --graph --all; git checkout -q --detach; git rebase main~1; git rebase dev~1
| Auto-merging f
| CONFLICT (content): Merge conflict in f
| = 1
| 1
| <<<<<<< HEAD
| two
| =======
| TWO
| >>>>>>> 7780122 (main2)
| 3
| interactive rebase in progress; onto b71f369
| Last command done (1 command done):
|    pick 7780122 main2
| Next command to do (1 remaining command):
|    pick d771c06 n
| "  (use \"git rebase --edit-todo\" to view and edit)"
| You are currently rebasing branch 'main' on 'b71f369'.
| "  (fix conflicts and then run \"git rebase --continue\")"
| "  (use \"git rebase --skip\" to skip this patch)"
| "  (use \"git rebase --abort\" to check out the original branch)"
| 
| Unmerged paths:
| "  (use \"git restore --staged <file>...\" to unstage)"
| "  (use \"git add <file>...\" to mark resolution)"
| "\tboth modified:   f"
| 
| "no changes added to commit (use \"git add\" and/or \"git commit -a\")"
| f: needs merge
| You must edit all merge conflicts and then
| mark them as resolved using git add
| = 1
| interactive rebase in progress; onto b71f369
| Last command done (1 command done):
|    pick 7780122 main2
| Next command to do (1 remaining command):
|    pick d771c06 n
| "  (use \"git rebase --edit-todo\" to view and edit)"
| You are currently rebasing branch 'main' on 'b71f369'.
| "  (all conflicts fixed: run \"git rebase --continue\")"
| 
| Changes to be committed:
| "  (use \"git restore --staged <file>...\" to unstage)"
| "\tmodified:   f"
| 
| [detached HEAD 8c482be] main2
|  Author: A <a@b>
|  1 file changed, 1 insertion(+), 3 deletions(-)
| 248da66 A C n
| 8c482be A C main2
| b71f369 A C dev
| 0c0470f A C base
| 248da66 HEAD@{0}: rebase (finish): returning to refs/heads/main
| 248da66 HEAD@{1}: rebase (pick): n
| 8c482be HEAD@{2}: rebase (continue): main2
| b71f369 HEAD@{3}: rebase (start): checkout dev
| d771c06 HEAD@{4}: commit: n
| 7780122 HEAD@{5}: commit: main2
| 0c0470f HEAD@{6}: checkout: moving from dev to main
| b71f369 HEAD@{7}: commit: dev
| 0c0470f HEAD@{8}: checkout: moving from main to dev
| 0c0470f HEAD@{9}: commit (initial): base
| Current branch main is up to date.
| Current branch main is up to date.
| Current branch main is up to date.
| There is no tracking information for the current branch.
| Please specify which branch you want to rebase against.
| See git-rebase(1) for details.
| 
|     git rebase '<branch>'
| 
| If you wish to set tracking information for this branch you can do so with:
| 
|     git branch --set-upstream-to=<remote>/<branch> nou
| 
| * 5d2eb32 dev
| * 618da37 n
| * 0c0470f base
| HEAD is up to date.
| HEAD is up to date.
! "Rebasing (1/2)\rerror: could not apply 7780122... main2"
! hint: Resolve all conflicts manually, mark them as resolved with
! "hint: \"git add/rm <conflicted_files>\", then run \"git rebase --continue\"."
! "hint: You can instead skip this commit: run \"git rebase --skip\"."
! "hint: To abort and get back to the state before \"git rebase\", run \"git rebase --abort\"."
! Could not apply 7780122... main2
! fatal: It seems that there is already a rebase-merge directory, and
! I wonder if you are in the middle of another rebase.  If that is the
! case, please try
! "\tgit rebase (--continue | --abort | --skip)"
! If that is not the case, please
! "\trm -fr \".git/rebase-merge\""
! and run me again.  I am stopping in case you still have something
! valuable there.
! 
! "Rebasing (2/2)\r\r                                                                                \rSuccessfully rebased and updated refs/heads/main."
! "Rebasing (1/1)\r\r                                                                                \rSuccessfully rebased and updated refs/heads/main."
! fatal: No rebase in progress?
! fatal: No rebase in progress?
! fatal: No rebase in progress?
! fatal: invalid upstream 'nope'
! error: cannot rebase: You have unstaged changes.
! error: Please commit or stash them.
! error: cannot rebase: Your index contains uncommitted changes.
! error: Please commit or stash them.
! "\r                                                                                \rSuccessfully rebased and updated refs/heads/t."
! "Rebasing (1/1)\r\r                                                                                \rSuccessfully rebased and updated refs/heads/dev."

## rebase over what is there already
$ export GIT_EDITOR=true GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z' GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d; git init -q -b main r; cd r; printf '1\n2\n3\n' > f; git add f; git commit -qm base; git checkout -qb x; sed -i 's/2/two/' f; git commit -qam same; echo q > q; git add q; git commit -qm q; git checkout -q main; echo o > o; git add o; git commit -qm other; git cherry-pick x~1 >/dev/null; git checkout -q x; git rebase main; git log --format='%h %s'; git reflog | head -5; git checkout -q -b y main~1; printf '1\ntwo\n3\n' > f; echo more > m; git add m; git commit -qam both; git rebase main; git log --format='%h %s'; git checkout -q -b z main~2; printf 'zz\n' > f; git commit -qam zz; echo z > z; git add z; git commit -qm z2; git rebase main; git rebase --skip; git log --format='%h %s'; git status -s; git checkout -q -b w main~2; printf 'zz\n' > f; git commit -qam zz; git rebase main; git rebase --abort; git status; git log --format='%h %s'; git reflog | head -4; git rebase -X theirs main; cat f; git rebase -q main~1; git rebase --quit
| 0317f40 q
| 1644143 same
| 119f175 other
| 0c0470f base
| 0317f40 HEAD@{0}: rebase (finish): returning to refs/heads/x
| 0317f40 HEAD@{1}: rebase (pick): q
| 1644143 HEAD@{2}: rebase (start): checkout main
| 5d851c7 HEAD@{3}: checkout: moving from main to x
| 1644143 HEAD@{4}: cherry-pick: same
| d304d8d both
| 1644143 same
| 119f175 other
| 0c0470f base
| Auto-merging f
| CONFLICT (content): Merge conflict in f
| dc85023 z2
| 1644143 same
| 119f175 other
| 0c0470f base
| Auto-merging f
| CONFLICT (content): Merge conflict in f
| On branch w
| nothing to commit, working tree clean
| 96eee45 zz
| 0c0470f base
| 96eee45 HEAD@{0}: rebase (abort): returning to refs/heads/w
| 1644143 HEAD@{1}: rebase (start): checkout main
| 96eee45 HEAD@{2}: commit: zz
| 0c0470f HEAD@{3}: checkout: moving from z to w
| zz
! warning: skipped previously applied commit 79b77e6
! hint: use --reapply-cherry-picks to include skipped commits
! "hint: Disable this message with \"git config advice.skippedCherryPicks false\""
! "Rebasing (1/1)\r\r                                                                                \rSuccessfully rebased and updated refs/heads/x."
! "Rebasing (1/1)\r\r                                                                                \rSuccessfully rebased and updated refs/heads/y."
! "Rebasing (1/2)\rerror: could not apply 96eee45... zz"
! hint: Resolve all conflicts manually, mark them as resolved with
! "hint: \"git add/rm <conflicted_files>\", then run \"git rebase --continue\"."
! "hint: You can instead skip this commit: run \"git rebase --skip\"."
! "hint: To abort and get back to the state before \"git rebase\", run \"git rebase --abort\"."
! Could not apply 96eee45... zz
! "Rebasing (2/2)\r\r                                                                                \rSuccessfully rebased and updated refs/heads/z."
! "Rebasing (1/1)\rerror: could not apply 96eee45... zz"
! hint: Resolve all conflicts manually, mark them as resolved with
! "hint: \"git add/rm <conflicted_files>\", then run \"git rebase --continue\"."
! "hint: You can instead skip this commit: run \"git rebase --skip\"."
! "hint: To abort and get back to the state before \"git rebase\", run \"git rebase --abort\"."
! Could not apply 96eee45... zz
! "Rebasing (1/1)\r\r                                                                                \rSuccessfully rebased and updated refs/heads/w."
! fatal: No rebase in progress?
? 128

## pull with rebase
$ export GIT_EDITOR=true GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z' GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d; git init -q --bare -b main o.git; git clone -q o.git a 2>/dev/null; cd a; echo 1 > f; git add f; git commit -qm 1; git push -q -u origin main; cd ..; git clone -q o.git b; cd b; echo 2 > g; git add g; git commit -qm 2; git push -q; cd ../a; echo 3 > h; git add h; git commit -qm 3; git pull --rebase 2>&1 | grep -v ^From; git log --format='%h %s'; git status -sb; git pull --rebase; git config pull.rebase true; echo 4 > h; git pull; git commit -qam 4; git pull; git push -q; git rebase; git log --oneline -1
|    bbb4115..39aac6f  main       -> origin/main
| "Rebasing (1/1)\r\r                                                                                \rSuccessfully rebased and updated refs/heads/main."
| 92d2fc7 3
| 39aac6f 2
| bbb4115 1
| ## main...origin/main [ahead 1]
| Current branch main is up to date.
| Current branch main is up to date.
| Current branch main is up to date.
| 1c46e13 4
! error: cannot pull with rebase: You have unstaged changes.
! error: please commit or stash them.

## references, archives, aliases
$ export GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z' GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d; umask 022; git init -q -b main r && cd r && echo a>a && mkdir d && echo b>d/b && chmod +x a && ln -s a l && git add . && git commit -qm one && git tag v1 && git tag -a v2 -m msg && git branch dev; git for-each-ref; git for-each-ref --count=1 --format='%(refname:short) %(objecttype) %(subject)' refs/tags; git for-each-ref --sort=-refname refs/heads; git for-each-ref refs/heads/dev 'refs/tags/v*'; git show-ref; git show-ref --heads; git show-ref --tags -d; git show-ref -s v1; git show-ref --verify refs/heads/dev; git show-ref --verify -q refs/heads/nope; echo $?; git show-ref --verify refs/heads/nope; echo $?; git show-ref nope; echo $?; git show-ref dev main; printf '*.o\nout/\n' > .gitignore; mkdir out; git check-ignore x.o a out/z out; echo $?;  git check-ignore -q a; echo $?; git check-ignore; git archive HEAD | tar tvf -; git archive --prefix=p/ -o o.tar.gz v1; tar tzf o.tar.gz; git archive HEAD d | tar tf -; git archive nope; echo $?; git archive --format=x HEAD; git archive HEAD nope; git var GIT_AUTHOR_IDENT; git gc -q; git gc --auto;  git config alias.st 'status -s'; git config alias.sh '!echo hi $1'; git config alias.lg "log --format='%h %s' -1"; git st; git sh x; git lg; git config alias.loop loop; git loop; git config alias.no '!exit 3'; git no; echo $?
| "5b662d317914d2fa060860cb2990840d25a9665a commit\trefs/heads/dev"
| "5b662d317914d2fa060860cb2990840d25a9665a commit\trefs/heads/main"
| "5b662d317914d2fa060860cb2990840d25a9665a commit\trefs/tags/v1"
| "123951bf3e703a513a3a79abf967c343c8b05927 tag\trefs/tags/v2"
| v1 commit one
| "5b662d317914d2fa060860cb2990840d25a9665a commit\trefs/heads/main"
| "5b662d317914d2fa060860cb2990840d25a9665a commit\trefs/heads/dev"
| "5b662d317914d2fa060860cb2990840d25a9665a commit\trefs/heads/dev"
| "5b662d317914d2fa060860cb2990840d25a9665a commit\trefs/tags/v1"
| "123951bf3e703a513a3a79abf967c343c8b05927 tag\trefs/tags/v2"
| 5b662d317914d2fa060860cb2990840d25a9665a refs/heads/dev
| 5b662d317914d2fa060860cb2990840d25a9665a refs/heads/main
| 5b662d317914d2fa060860cb2990840d25a9665a refs/tags/v1
| 123951bf3e703a513a3a79abf967c343c8b05927 refs/tags/v2
| 5b662d317914d2fa060860cb2990840d25a9665a refs/heads/dev
| 5b662d317914d2fa060860cb2990840d25a9665a refs/heads/main
| 5b662d317914d2fa060860cb2990840d25a9665a refs/tags/v1
| 123951bf3e703a513a3a79abf967c343c8b05927 refs/tags/v2
| 5b662d317914d2fa060860cb2990840d25a9665a refs/tags/v2^{}
| 5b662d317914d2fa060860cb2990840d25a9665a
| 5b662d317914d2fa060860cb2990840d25a9665a refs/heads/dev
| 1
| 128
| 1
| 5b662d317914d2fa060860cb2990840d25a9665a refs/heads/dev
| 5b662d317914d2fa060860cb2990840d25a9665a refs/heads/main
| x.o
| out/z
| out
| 0
| 1
| -rwxrwxr-x root/root         2 2024-01-02 03:04 a
| drwxrwxr-x root/root         0 2024-01-02 03:04 d/
| -rw-rw-r-- root/root         2 2024-01-02 03:04 d/b
| lrwxrwxrwx root/root         0 2024-01-02 03:04 l -> a
| p/
| p/a
| p/d/
| p/d/b
| p/l
| d/
| d/b
| 128
| A <a@b> 1704164645 +0000
| ?? .gitignore
| ?? o.tar.gz
| hi x x
| 5b662d3 one
| 3
! fatal: 'refs/heads/nope' - not a valid ref
! fatal: no path specified
! fatal: not a valid object name: nope
! fatal: Unknown archive format 'x'
! fatal: pathspec 'nope' did not match any files
! fatal: recursive alias: loop

## questions of scripts
$ export GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z' GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d; git init -q -b main r && cd r && echo a>a && echo b > b && git add . && git commit -qm one && echo x >> b && git commit -qam two; git diff-index --quiet HEAD; echo $?; git diff-index --quiet HEAD -- ; echo $?; echo y >> a; git diff-index --quiet HEAD --; echo $?; git diff-index --name-only HEAD; git diff-index --name-only HEAD -- b; git diff-files --name-only; git diff-files --quiet; echo $?; git diff-tree --no-commit-id --name-only -r HEAD; git diff-tree --no-commit-id --name-status -r HEAD; git diff-tree --name-only HEAD~1 HEAD; git diff-tree -p HEAD~1 HEAD; git rev-parse --short HEAD; git rev-parse --abbrev-ref HEAD; git describe --tags --always --dirty; git log -1 --format=%cd --date=short; git log -1 --date=format:%Y%m%d --format=%ad; git log -1 --pretty=%B; git status --porcelain=v1 -b; git diff --exit-code; echo $?; git ls-files --error-unmatch nope; echo $?; git rev-list --count HEAD; git rev-list -n1 HEAD; git show -s --format=%ct HEAD; git config --get remote.origin.url; echo $?; git config --list | head -0; git stash -q; git status -s; git stash pop -q; git diff --name-only HEAD~1; git log --oneline -- b; git branch --show-current; git tag --sort=-v:refname; git log --format='%h|%an|%ar' -0; git reset -q --hard; git clean -fdxq; git log --reverse --format=%s; git shortlog -s HEAD; git cat-file -t HEAD; git cat-file -s HEAD; git hash-object a; git rev-parse HEAD:a; git show HEAD:a; git ls-tree -r --name-only HEAD; git merge-base --is-ancestor HEAD~1 HEAD; echo $?
| 0
| 0
| 1
| a
| a
| 1
| b
| "M\tb"
| b
| diff --git a/b b/b
| index 6178079..0505b3b 100644
| --- a/b
| +++ b/b
| @@ -1 +1,2 @@
|  b
| +x
| 03772cf
| main
| 03772cf-dirty
| 2024-01-02
| 20240102
| two
| 
| ## main
|  M a
| diff --git a/a b/a
| index 7898192..08ae698 100644
| --- a/a
| +++ b/a
| @@ -1 +1,2 @@
|  a
| +y
| 1
| 1
| 2
| 03772cfd838567ef8713b68ab1de78af3dfd53d0
| 1704164645
| 1
| a
| b
| 03772cf two
| 9ed0c7e one
| main
| one
| two
| "     2\tA"
| commit
| 166
| 78981922613b2afb6025042ff6bd878ac1994e85
| 78981922613b2afb6025042ff6bd878ac1994e85
| a
| a
| b
| 0
! error: pathspec 'nope' did not match any file(s) known to git
! Did you forget to 'git add'?

## no format at all
$ export GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z' GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@d; git init -q -b main r && cd r && echo a>a && echo b > b && git add . && git commit -qm one && echo x >> b && git commit -qam two; git log --format= -2; git log --format= --name-only -2; git log --format= -p -1; git show --format= --stat HEAD; git log --format= --numstat; git show --format= --name-only HEAD | wc -l; git log --format=%s --name-only; git log --format=%s --stat; git show --no-patch --format=%H HEAD; git show -s --format='' HEAD
| b
| a
| b
| diff --git a/b b/b
| index 6178079..0505b3b 100644
| --- a/b
| +++ b/b
| @@ -1 +1,2 @@
|  b
| +x
|  b | 1 +
|  1 file changed, 1 insertion(+)
| "1\t0\tb"
| "1\t0\ta"
| "1\t0\tb"
| 1
| two
| 
| b
| one
| 
| a
| b
| two
| 
|  b | 1 +
|  1 file changed, 1 insertion(+)
| one
| 
|  a | 1 +
|  b | 1 +
|  2 files changed, 2 insertions(+)
| 03772cfd838567ef8713b68ab1de78af3dfd53d0

## pull and rebase that have nothing to go by
$ git init -q -b main r; cd r; git pull; echo $?; git pull --rebase; echo $?; mkdir .git/rebase-merge; git rebase --quit; echo $?; ls .git | grep rebase
| 1
| 1
| 0
! There is no tracking information for the current branch.
! Please specify which branch you want to merge with.
! See git-pull(1) for details.
! 
!     git pull <remote> <branch>
! 
! If you wish to set tracking information for this branch you can do so with:
! 
!     git branch --set-upstream-to=<remote>/<branch> main
! 
! There is no tracking information for the current branch.
! Please specify which branch you want to rebase against.
! See git-pull(1) for details.
! 
!     git pull <remote> <branch>
! 
! If you wish to set tracking information for this branch you can do so with:
! 
!     git branch --set-upstream-to=origin/<branch> main
! 
? 1

