## commit, status, log
$ printf '[user]\n\tname = A U Thor\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n' > .gitconfig; echo 'export GIT_AUTHOR_DATE="2024-01-02T03:04:05 +0000" GIT_COMMITTER_DATE="2024-01-02T03:04:05 +0000"; cd r' > env; mkdir r; cd r; git init -q; git status; git log; echo $?
| On branch main
| 
| No commits yet
| 
| "nothing to commit (create/copy files and use \"git add\" to track)"
| 128
! fatal: your current branch 'main' does not have any commits yet
$ . ./env; echo one > a; printf 'x\ny\n' > b; mkdir d; echo deep > d/f; git status -s; git status; git add a; git status --short; git status; git diff --cached
| ?? a
| ?? b
| ?? d/
| On branch main
| 
| No commits yet
| 
| Untracked files:
| "  (use \"git add <file>...\" to include in what will be committed)"
| "\ta"
| "\tb"
| "\td/"
| 
| "nothing added to commit but untracked files present (use \"git add\" to track)"
| A  a
| ?? b
| ?? d/
| On branch main
| 
| No commits yet
| 
| Changes to be committed:
| "  (use \"git rm --cached <file>...\" to unstage)"
| "\tnew file:   a"
| 
| Untracked files:
| "  (use \"git add <file>...\" to include in what will be committed)"
| "\tb"
| "\td/"
| 
| diff --git a/a b/a
| new file mode 100644
| index 0000000..5626abf
| --- /dev/null
| +++ b/a
| @@ -0,0 +1 @@
| +one
$ . ./env; git add -A; git commit -m first; git log; git status; git log --oneline; git log --stat; git show --stat; ls -A .git | sort | head -3
| [main (root-commit) 777994f] first
|  3 files changed, 4 insertions(+)
|  create mode 100644 a
|  create mode 100644 b
|  create mode 100644 d/f
| commit 777994f24f24b22a460ed70eef1b695a25a70674
| Author: A U Thor <a@example.com>
| Date:   Tue Jan 2 03:04:05 2024 +0000
| 
|     first
| On branch main
| nothing to commit, working tree clean
| 777994f first
| commit 777994f24f24b22a460ed70eef1b695a25a70674
| Author: A U Thor <a@example.com>
| Date:   Tue Jan 2 03:04:05 2024 +0000
| 
|     first
| 
|  a   | 1 +
|  b   | 2 ++
|  d/f | 1 +
|  3 files changed, 4 insertions(+)
| commit 777994f24f24b22a460ed70eef1b695a25a70674
| Author: A U Thor <a@example.com>
| Date:   Tue Jan 2 03:04:05 2024 +0000
| 
|     first
| 
|  a   | 1 +
|  b   | 2 ++
|  d/f | 1 +
|  3 files changed, 4 insertions(+)
| COMMIT_EDITMSG
| HEAD
| branches
$ . ./env; echo two >> a; rm b; chmod +x d/f; echo new > n; git status; git status -s; git diff; git diff --stat; git diff --name-only; git diff --name-status; git diff --numstat; git diff --shortstat
| On branch main
| Changes not staged for commit:
| "  (use \"git add/rm <file>...\" to update what will be committed)"
| "  (use \"git restore <file>...\" to discard changes in working directory)"
| "\tmodified:   a"
| "\tdeleted:    b"
| "\tmodified:   d/f"
| 
| Untracked files:
| "  (use \"git add <file>...\" to include in what will be committed)"
| "\tn"
| 
| "no changes added to commit (use \"git add\" and/or \"git commit -a\")"
|  M a
|  D b
|  M d/f
| ?? n
| diff --git a/a b/a
| index 5626abf..814f4a4 100644
| --- a/a
| +++ b/a
| @@ -1 +1,2 @@
|  one
| +two
| diff --git a/b b/b
| deleted file mode 100644
| index b77b4eb..0000000
| --- a/b
| +++ /dev/null
| @@ -1,2 +0,0 @@
| -x
| -y
| diff --git a/d/f b/d/f
| old mode 100644
| new mode 100755
|  a   | 1 +
|  b   | 2 --
|  d/f | 0
|  3 files changed, 1 insertion(+), 2 deletions(-)
| a
| b
| d/f
| "M\ta"
| "D\tb"
| "M\td/f"
| "1\t0\ta"
| "0\t2\tb"
| "0\t0\td/f"
|  3 files changed, 1 insertion(+), 2 deletions(-)
$ . ./env; git commit -am second; git log --oneline; git show; git log -p -1 --format=%s; git status -sb; git rev-parse HEAD HEAD~1 HEAD^{tree} main; git rev-parse --short HEAD; git rev-parse --abbrev-ref HEAD
| [main 31e8a5d] second
|  3 files changed, 1 insertion(+), 2 deletions(-)
|  delete mode 100644 b
|  mode change 100644 => 100755 d/f
| 31e8a5d second
| 777994f first
| commit 31e8a5d49a0e7bbbe792496512d6d7f4fecdcc39
| Author: A U Thor <a@example.com>
| Date:   Tue Jan 2 03:04:05 2024 +0000
| 
|     second
| 
| diff --git a/a b/a
| index 5626abf..814f4a4 100644
| --- a/a
| +++ b/a
| @@ -1 +1,2 @@
|  one
| +two
| diff --git a/b b/b
| deleted file mode 100644
| index b77b4eb..0000000
| --- a/b
| +++ /dev/null
| @@ -1,2 +0,0 @@
| -x
| -y
| diff --git a/d/f b/d/f
| old mode 100644
| new mode 100755
| second
| 
| diff --git a/a b/a
| index 5626abf..814f4a4 100644
| --- a/a
| +++ b/a
| @@ -1 +1,2 @@
|  one
| +two
| diff --git a/b b/b
| deleted file mode 100644
| index b77b4eb..0000000
| --- a/b
| +++ /dev/null
| @@ -1,2 +0,0 @@
| -x
| -y
| diff --git a/d/f b/d/f
| old mode 100644
| new mode 100755
| ## main
| ?? n
| 31e8a5d49a0e7bbbe792496512d6d7f4fecdcc39
| 777994f24f24b22a460ed70eef1b695a25a70674
| 52e5b87ec6373f181a1383bd370a54a5d4dc80ca
| 31e8a5d49a0e7bbbe792496512d6d7f4fecdcc39
| 31e8a5d
| main
$ . ./env; git commit -m nothing; echo $?; git add n; git commit -q -m third -m "$(printf 'with a body\nof two lines')"; git log -n 1; git log --format='%h %an <%ae> %ad %s%n%b|%B|%H %T %P %cd %D'; git log --pretty=oneline -2; git log --pretty=format:'%h %s'; echo; git log --pretty=short -1; git log --pretty=fuller -1; git log --pretty=full -1
| On branch main
| Untracked files:
| "  (use \"git add <file>...\" to include in what will be committed)"
| "\tn"
| 
| "nothing added to commit but untracked files present (use \"git add\" to track)"
| 1
| commit e19d3873d92d0ed110550f8a56aabcf4cc2903d1
| Author: A U Thor <a@example.com>
| Date:   Tue Jan 2 03:04:05 2024 +0000
| 
|     third
|     
|     with a body
|     of two lines
| e19d387 A U Thor <a@example.com> Tue Jan 2 03:04:05 2024 +0000 third
| with a body
| of two lines
| |third
| 
| with a body
| of two lines
| |e19d3873d92d0ed110550f8a56aabcf4cc2903d1 035200c17286e3d51be734b90a5ea48f91a7cebf 31e8a5d49a0e7bbbe792496512d6d7f4fecdcc39 Tue Jan 2 03:04:05 2024 +0000 HEAD -> main
| 31e8a5d A U Thor <a@example.com> Tue Jan 2 03:04:05 2024 +0000 second
| |second
| |31e8a5d49a0e7bbbe792496512d6d7f4fecdcc39 52e5b87ec6373f181a1383bd370a54a5d4dc80ca 777994f24f24b22a460ed70eef1b695a25a70674 Tue Jan 2 03:04:05 2024 +0000 
| 777994f A U Thor <a@example.com> Tue Jan 2 03:04:05 2024 +0000 first
| |first
| |777994f24f24b22a460ed70eef1b695a25a70674 8c24cb293517dbd63a8d2bef1d5e0ad8f5ce1cea  Tue Jan 2 03:04:05 2024 +0000 
| e19d3873d92d0ed110550f8a56aabcf4cc2903d1 third
| 31e8a5d49a0e7bbbe792496512d6d7f4fecdcc39 second
| e19d387 third
| 31e8a5d second
| 777994f first
| commit e19d3873d92d0ed110550f8a56aabcf4cc2903d1
| Author: A U Thor <a@example.com>
| 
|     third
| commit e19d3873d92d0ed110550f8a56aabcf4cc2903d1
| Author:     A U Thor <a@example.com>
| AuthorDate: Tue Jan 2 03:04:05 2024 +0000
| Commit:     A U Thor <a@example.com>
| CommitDate: Tue Jan 2 03:04:05 2024 +0000
| 
|     third
|     
|     with a body
|     of two lines
| commit e19d3873d92d0ed110550f8a56aabcf4cc2903d1
| Author: A U Thor <a@example.com>
| Commit: A U Thor <a@example.com>
| 
|     third
|     
|     with a body
|     of two lines
$ . ./env; git commit --amend -m 'third, amended'; git log --oneline; git commit --allow-empty -m empty; git log --oneline -1; git commit --amend --no-edit --author='B <b@x.org>'; git commit --amend --allow-empty --no-edit --author='B <b@x.org>'; git log -1 --format='%an %cn'; git reflog
| [main 5356fec] third, amended
|  Date: Tue Jan 2 03:04:05 2024 +0000
|  1 file changed, 1 insertion(+)
|  create mode 100644 n
| 5356fec third, amended
| 31e8a5d second
| 777994f first
| [main 55469a6] empty
| 55469a6 empty
| On branch main
| No changes
| [main 3271ef3] empty
|  Author: B <b@x.org>
|  Date: Tue Jan 2 03:04:05 2024 +0000
| B A U Thor
| 3271ef3 HEAD@{0}: commit (amend): empty
| 55469a6 HEAD@{1}: commit: empty
| 5356fec HEAD@{2}: commit (amend): third, amended
| e19d387 HEAD@{3}: commit: third
| 31e8a5d HEAD@{4}: commit: second
| 777994f HEAD@{5}: commit (initial): first
! You asked to amend the most recent commit, but doing so would make
! it empty. You can repeat your command with --allow-empty, or you can
! "remove the commit entirely with \"git reset HEAD^\"."
$ . ./env; git log --format=%s --reverse; git log --format=%s --grep=second; git log --format=%s --author=B; git log --format=%s -- a; git log --format=%s -S two; git log --format='%s' --skip=1 -1; git log main..HEAD; git log --format=%ai%n%aI%n%at%n%as%n%aD -1; git log -1 --date=short --format=%ad; git log -1 --date=iso; git log -1 --date=format:%Y/%m --format=%cd
| first
| second
| third, amended
| empty
| second
| empty
| second
| first
| second
| third, amended
| 2024-01-02 03:04:05 +0000
| 2024-01-02T03:04:05+00:00
| 1704164645
| 2024-01-02
| Tue, 2 Jan 2024 03:04:05 +0000
| 2024-01-02
| commit 3271ef3c0083234515ff92df73fa3e9eefbb4ace
| Author: B <b@x.org>
| Date:   2024-01-02 03:04:05 +0000
| 
|     empty
| 2024/01
$ . ./env; git log nope; echo $?; git show nope; echo $?; git diff nope; echo $?; git checkout nope; echo $?; git stauts; echo $?; git add nope; echo $?; git commit -m x nope; echo $?; git rm nope; echo $?; git mv nope x; echo $?; git log -- nope; git branch -d nope; echo $?; git status --foo 2>&1 | head -1
| 128
| 128
| 128
| 1
| 1
| 128
| 1
| 128
| 128
| 1
| error: unknown option `foo'
! fatal: ambiguous argument 'nope': unknown revision or path not in the working tree.
! Use '--' to separate paths from revisions, like this:
! 'git <command> [<revision>...] -- [<file>...]'
! fatal: ambiguous argument 'nope': unknown revision or path not in the working tree.
! Use '--' to separate paths from revisions, like this:
! 'git <command> [<revision>...] -- [<file>...]'
! fatal: ambiguous argument 'nope': unknown revision or path not in the working tree.
! Use '--' to separate paths from revisions, like this:
! 'git <command> [<revision>...] -- [<file>...]'
! error: pathspec 'nope' did not match any file(s) known to git
! git: 'stauts' is not a git command. See 'git --help'.
! 
! The most similar command is
! "\tstatus"
! fatal: pathspec 'nope' did not match any files
! error: pathspec 'nope' did not match any file(s) known to git
! fatal: pathspec 'nope' did not match any files
! fatal: bad source, source=nope, destination=x
! error: branch 'nope' not found.
$ mkdir outside; cd outside; git status; echo $?; git -C ../r log --oneline -1; git -C nope status; echo $?; cd ../r/d; git status -s; touch z; git status -s; git add .; git status -s; git status; git rev-parse --show-prefix --show-cdup --is-inside-work-tree; git ls-files; git ls-files --full-name; git rm -q --cached z; rm z
| 128
| 3271ef3 empty
| 128
| ?? z
| A  z
| On branch main
| Changes to be committed:
| "  (use \"git restore --staged <file>...\" to unstage)"
| "\tnew file:   z"
| 
| d/
| ../
| true
| f
| z
| d/f
| d/z
! fatal: not a git repository (or any of the parent directories): .git
! fatal: cannot change to 'nope': No such file or directory

## branches
$ printf '[user]\n\tname = A U Thor\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n' > .gitconfig; echo 'export GIT_AUTHOR_DATE="2024-01-02T03:04:05 +0000" GIT_COMMITTER_DATE="2024-01-02T03:04:05 +0000"; cd r' > env; mkdir r; . ./env; git init -q; seq 1 10 > f; git add f; git commit -qm base; git branch; git branch topic; git branch -v; git checkout topic; git checkout -b other; git branch; git switch main; git switch -c new; git switch -; git branch -d new; git branch topic; echo $?; git branch -m other renamed; git branch --list 're*'; git branch --show-current
| * main
| * main  343358e base
|   topic 343358e base
|   main
| * other
|   topic
| Deleted branch new (was 343358e).
| 128
|   renamed
| main
! Switched to branch 'topic'
! Switched to a new branch 'other'
! Switched to branch 'main'
! Switched to a new branch 'new'
! Switched to branch 'main'
! fatal: a branch named 'topic' already exists
$ . ./env; git checkout -q topic; sed -i 's/^5$/five/' f; git commit -qam five; git checkout -q main; git merge topic; git log --oneline; git branch --merged; git branch -d topic; git branch -d renamed
| Updating 343358e..c3aebf3
| Fast-forward
|  f | 2 +-
|  1 file changed, 1 insertion(+), 1 deletion(-)
| c3aebf3 five
| 343358e base
| * main
|   renamed
|   topic
| Deleted branch topic (was c3aebf3).
| Deleted branch renamed (was 343358e).
$ . ./env; git checkout -qb left; sed -i 's/^1$/one/' f; git commit -qam one; git checkout -q main; git checkout -qb right; sed -i 's/^10$/ten/' f; git commit -qam ten; git merge left -m 'Merge it'; cat f; git log --oneline --graph; git log --graph --format=%s; git log --merges --format='%s %p'; git branch --no-merged main; git show --format=%s%n%p; git log -1
| Auto-merging f
| Merge made by the 'ort' strategy.
|  f | 2 +-
|  1 file changed, 1 insertion(+), 1 deletion(-)
| one
| 2
| 3
| 4
| five
| 6
| 7
| 8
| 9
| ten
| *   a9f106c Merge it
| "|\\  "
| | * 606128b one
| * | 5c27108 ten
| |/  
| * c3aebf3 five
| * 343358e base
| *   Merge it
| "|\\  "
| | * one
| * | ten
| |/  
| * five
| * base
| Merge it 5c27108 606128b
|   left
| * right
| Merge it
| 5c27108 606128b
| 
| commit a9f106c9f82a62753cfbe53a1599976eb879a341
| Merge: 5c27108 606128b
| Author: A U Thor <a@example.com>
| Date:   Tue Jan 2 03:04:05 2024 +0000
| 
|     Merge it
$ . ./env; git checkout -q main; git checkout -qb c1; sed -i 's/^5$/x/;s/five/FIVE/' f; git commit -qam c1; git checkout -q main; git checkout -qb c2; sed -i 's/five/cinq/' f; echo other > g; git add g; git commit -qam c2; git merge c1; echo $?; git status; git status -s; cat f; git ls-files -s; git ls-files -u; git commit -m no; echo $?; git merge c1; git diff --name-only
| Auto-merging f
| CONFLICT (content): Merge conflict in f
| Automatic merge failed; fix conflicts and then commit the result.
| 1
| On branch c2
| You have unmerged paths.
| "  (fix conflicts and run \"git commit\")"
| "  (use \"git merge --abort\" to abort the merge)"
| 
| Unmerged paths:
| "  (use \"git add <file>...\" to mark resolution)"
| "\tboth modified:   f"
| 
| "no changes added to commit (use \"git add\" and/or \"git commit -a\")"
| UU f
| 1
| 2
| 3
| 4
| <<<<<<< HEAD
| cinq
| =======
| FIVE
| >>>>>>> c1
| 6
| 7
| 8
| 9
| 10
| "100644 33011fd77b7414b66200a64a0024dab6d1924191 1\tf"
| "100644 e3048208b9e43412eb621a4ddb87fb8e6f5253a3 2\tf"
| "100644 673b49694a297a203bd010420e47bb40189310a1 3\tf"
| "100644 e45c9c2666d44e0327c1f9c239a74c508336053e 0\tg"
| "100644 33011fd77b7414b66200a64a0024dab6d1924191 1\tf"
| "100644 e3048208b9e43412eb621a4ddb87fb8e6f5253a3 2\tf"
| "100644 673b49694a297a203bd010420e47bb40189310a1 3\tf"
| "U\tf"
| 128
| f
| f
! error: Committing is not possible because you have unmerged files.
! hint: Fix them up in the work tree, and then use 'git add/rm <file>'
! hint: as appropriate to mark resolution and make a commit.
! fatal: Exiting because of an unresolved conflict.
! error: Merging is not possible because you have unmerged files.
! hint: Fix them up in the work tree, and then use 'git add/rm <file>'
! hint: as appropriate to mark resolution and make a commit.
! fatal: Exiting because of an unresolved conflict.
$ . ./env; seq 1 10 | sed 's/5/FINAL/' > f; git add f; git status; git commit -qm 'Merge branch c1'; git log --oneline --graph; git log -1 --format=%p; git status
| On branch c2
| All conflicts fixed but you are still merging.
| "  (use \"git commit\" to conclude merge)"
| 
| Changes to be committed:
| "\tmodified:   f"
| 
| *   e1d4316 Merge branch c1
| "|\\  "
| | * 2a42385 c1
| * | 1fe3d61 c2
| |/  
| * c3aebf3 five
| * 343358e base
| 1fe3d61 2a42385
| On branch c2
| nothing to commit, working tree clean
$ . ./env; git checkout -q main; git merge --no-ff -m 'no ff' left; git log --graph --oneline; git merge left; git merge --ff-only c1; echo $?; git reset -q --hard HEAD~1; git log --oneline -1; git merge --squash left; git status -s; git commit -qm squashed; git log -1 --format='%s %p'
| Merge made by the 'ort' strategy.
|  f | 2 +-
|  1 file changed, 1 insertion(+), 1 deletion(-)
| *   552fc6f no ff
| "|\\  "
| | * 606128b one
| |/  
| * c3aebf3 five
| * 343358e base
| Already up to date.
| 128
| c3aebf3 five
| Updating c3aebf3..606128b
| Fast-forward
| Squash commit -- not updating HEAD
|  f | 2 +-
|  1 file changed, 1 insertion(+), 1 deletion(-)
| M  f
| squashed c3aebf3
! fatal: Not possible to fast-forward, aborting.
$ . ./env; git checkout -q main; git checkout -q c1; git cherry-pick left; git log --oneline -2; git revert --no-edit HEAD; git log -1; cat f | head -3; git cherry-pick c2; echo $?; git status | head -8; git cherry-pick --abort; git status -s
| Auto-merging f
| [c1 a210d2b] one
|  Date: Tue Jan 2 03:04:05 2024 +0000
|  1 file changed, 1 insertion(+), 1 deletion(-)
| a210d2b one
| 2a42385 c1
| "[c1 879bb19] Revert \"one\""
|  Date: Tue Jan 2 03:04:05 2024 +0000
|  1 file changed, 1 insertion(+), 1 deletion(-)
| commit 879bb190708645a969839db534a86cf53b8fc348
| Author: A U Thor <a@example.com>
| Date:   Tue Jan 2 03:04:05 2024 +0000
| 
| "    Revert \"one\""
|     
|     This reverts commit a210d2b43008d20ac48c65dc6a5ac4d2c884b63c.
| 1
| 2
| 3
| 128
| On branch c1
| nothing to commit, working tree clean
! error: commit e1d4316c926405f95fa74cc011daeda257bb00e7 is a merge but no -m option was given.
! fatal: cherry-pick failed
! error: no cherry-pick or revert in progress
! fatal: cherry-pick failed
$ . ./env; git checkout HEAD~1; git status; git branch; git switch main; echo local >> f; git checkout c1; echo $?; git checkout right; git stash; git stash list; git status -s; git stash pop; git checkout f; git checkout -- f; git restore f; git status -s
| HEAD detached at a210d2b
| nothing to commit, working tree clean
| * (HEAD detached at a210d2b)
|   c1
|   c2
|   left
|   main
|   right
| 1
| Saved working directory and index state WIP on main: 739ac68 squashed
| stash@{0}: WIP on main: 739ac68 squashed
| On branch main
| Changes not staged for commit:
| "  (use \"git add <file>...\" to update what will be committed)"
| "  (use \"git restore <file>...\" to discard changes in working directory)"
| "\tmodified:   f"
| 
| "no changes added to commit (use \"git add\" and/or \"git commit -a\")"
| Dropped refs/stash@{0} (ddf84ff2bcbdfe393b2f4f837c420d69f0319863)
! Note: switching to 'HEAD~1'.
! 
! You are in 'detached HEAD' state. You can look around, make experimental
! changes and commit them, and you can discard any commits you make in this
! state without impacting any branches by switching back to a branch.
! 
! If you want to create a new branch to retain commits you create, you may
! do so (now or later) by using -c with the switch command. Example:
! 
!   git switch -c <new-branch-name>
! 
! Or undo this operation with:
! 
!   git switch -
! 
! Turn off this advice by setting config variable advice.detachedHead to false
! 
! HEAD is now at a210d2b one
! Previous HEAD position was a210d2b one
! Switched to branch 'main'
! error: Your local changes to the following files would be overwritten by checkout:
! "\tf"
! Please commit your changes or stash them before you switch branches.
! Aborting
! error: Your local changes to the following files would be overwritten by checkout:
! "\tf"
! Please commit your changes or stash them before you switch branches.
! Aborting
! Updated 1 path from the index

## reset, restore, stash, tag
$ printf '[user]\n\tname = A U Thor\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n' > .gitconfig; echo 'export GIT_AUTHOR_DATE="2024-01-02T03:04:05 +0000" GIT_COMMITTER_DATE="2024-01-02T03:04:05 +0000"; cd r' > env; mkdir r; . ./env; git init -q; for i in 1 2 3; do echo $i >> f; git add f; git commit -qm c$i; done; git reset --soft HEAD~1; git status -s; git commit -qm again; git reset HEAD~1; git status -s; git add f; git reset f; git reset --hard; git status -s; cat f
| M  f
| Unstaged changes after reset:
| "M\tf"
|  M f
| Unstaged changes after reset:
| "M\tf"
| HEAD is now at 9ab49f2 c2
| 1
| 2
$ . ./env; echo work >> f; git add f; echo more >> f; git status -s; git restore f; git status -s; git restore --staged f; git status -s; git restore f; git status -s; git restore --source=HEAD~1 f; git status -s; git checkout HEAD -- f; git status -s; git restore nope; echo $?; git restore; echo $?
| MM f
| M  f
|  M f
|  M f
| 1
| 128
! error: pathspec 'nope' did not match any file(s) known to git
! fatal: you must specify path(s) to restore
$ . ./env; echo w >> f; echo u > untracked; git stash; git stash list; cat f; git stash show; git stash show -p; git stash apply; git status -s; git checkout -q f; git stash drop; git stash pop; echo $?; echo w >> f; git stash push -u -m 'with untracked'; ls; git stash list; git stash pop; ls; git checkout -q f; rm -f untracked
| Saved working directory and index state WIP on main: 9ab49f2 c2
| stash@{0}: WIP on main: 9ab49f2 c2
| 1
| 2
|  f | 1 +
|  1 file changed, 1 insertion(+)
| diff --git a/f b/f
| index 1191247..8a8cd8e 100644
| --- a/f
| +++ b/f
| @@ -1,2 +1,3 @@
|  1
|  2
| +w
| On branch main
| Changes not staged for commit:
| "  (use \"git add <file>...\" to update what will be committed)"
| "  (use \"git restore <file>...\" to discard changes in working directory)"
| "\tmodified:   f"
| 
| Untracked files:
| "  (use \"git add <file>...\" to include in what will be committed)"
| "\tuntracked"
| 
| "no changes added to commit (use \"git add\" and/or \"git commit -a\")"
|  M f
| ?? untracked
| Dropped refs/stash@{0} (eb4eeff3ce938e6e75beb6328476428d9b845db1)
| 1
| Saved working directory and index state On main: with untracked
| f
| stash@{0}: On main: with untracked
| On branch main
| Changes not staged for commit:
| "  (use \"git add <file>...\" to update what will be committed)"
| "  (use \"git restore <file>...\" to discard changes in working directory)"
| "\tmodified:   f"
| 
| Untracked files:
| "  (use \"git add <file>...\" to include in what will be committed)"
| "\tuntracked"
| 
| "no changes added to commit (use \"git add\" and/or \"git commit -a\")"
| Dropped refs/stash@{0} (77b4fc8a08f8cb8a934b2340a9040b3106311b25)
| f
| untracked
! No stash entries found.
$ . ./env; git tag v1; git tag -a v2 -m 'version two' HEAD~1; git tag; git tag -n; git tag -l 'v*1'; git show v2 --stat; git describe; git describe --tags; git describe --always HEAD~1; git describe --long v2; git tag v1; echo $?; git tag -d v1; git cat-file -t v2; git cat-file -p v2; git cat-file -p HEAD; git cat-file -p HEAD^{tree}; git cat-file -s HEAD:f; git show HEAD:f; git show HEAD~1:f; git rev-parse v2 v2^{} v2^{commit}; git for-each-ref 2>/dev/null | head -0
| v1
| v2
| v1              c2
| v2              version two
| v1
| tag v2
| Tagger: A U Thor <a@example.com>
| Date:   Tue Jan 2 03:04:05 2024 +0000
| 
| version two
| 
| commit aa1a4c53be925f6afba82a835ace2203d5236d99
| Author: A U Thor <a@example.com>
| Date:   Tue Jan 2 03:04:05 2024 +0000
| 
|     c1
| 
|  f | 1 +
|  1 file changed, 1 insertion(+)
| v2-1-g9ab49f2
| v1
| v2
| v2-0-gaa1a4c5
| 128
| Deleted tag 'v1' (was 9ab49f2)
| tag
| object aa1a4c53be925f6afba82a835ace2203d5236d99
| type commit
| tag v2
| tagger A U Thor <a@example.com> 1704164645 +0000
| 
| version two
| tree cc5652c0c23c839abb5e072ffba51b04a566160c
| parent aa1a4c53be925f6afba82a835ace2203d5236d99
| author A U Thor <a@example.com> 1704164645 +0000
| committer A U Thor <a@example.com> 1704164645 +0000
| 
| c2
| "100644 blob 1191247b6d9a206f6ba3d8ac79e26d041dd86941\tf"
| 4
| 1
| 2
| 1
| b0c4231697fe9bf6b454605ad778c367eb82236a
| aa1a4c53be925f6afba82a835ace2203d5236d99
| aa1a4c53be925f6afba82a835ace2203d5236d99
! fatal: tag 'v1' already exists
$ . ./env; echo x | git hash-object --stdin; git hash-object f; git ls-tree HEAD; git ls-tree -r --name-only HEAD; git write-tree; git rev-list HEAD; git rev-list --count HEAD; git merge-base HEAD HEAD~1; git symbolic-ref HEAD; git symbolic-ref --short HEAD; git update-ref refs/heads/x HEAD~1; git branch -v; git count-objects | sed 's/,.*//'; git shortlog HEAD; git shortlog -sn HEAD; git grep -n 2; git grep -c 1; git grep nothing; echo $?
| 587be6b4c3f93f93c489c0111bba5596147a26cb
| 1191247b6d9a206f6ba3d8ac79e26d041dd86941
| "100644 blob 1191247b6d9a206f6ba3d8ac79e26d041dd86941\tf"
| f
| cc5652c0c23c839abb5e072ffba51b04a566160c
| 9ab49f2fa50a0a5aacca4dd9373481c2cd31e8a9
| aa1a4c53be925f6afba82a835ace2203d5236d99
| 2
| aa1a4c53be925f6afba82a835ace2203d5236d99
| refs/heads/main
| main
| * main 9ab49f2 c2
|   x    aa1a4c5 c1
| 20 objects
| A U Thor (2):
|       c1
|       c2
| 
| "     2\tA U Thor"
| f:2:2
| f:1
| 1
$ . ./env; git blame f; git blame -s f; git blame -L 2,2 f; git blame nope; echo $?; git rm f; git status -s; git reset -q --hard; git mv f g; git status -s; git status; git diff --cached; git diff --cached --stat; git commit -m rename; git log --stat --format=%s -1; git log --format=%s --name-status -1; git diff HEAD~1 --name-status; git show --summary --format=%s
| ^aa1a4c5 (A U Thor 2024-01-02 03:04:05 +0000 1) 1
| 9ab49f2f (A U Thor 2024-01-02 03:04:05 +0000 2) 2
| ^aa1a4c5 1) 1
| 9ab49f2f 2) 2
| 9ab49f2f (A U Thor 2024-01-02 03:04:05 +0000 2) 2
| 128
| rm 'f'
| D  f
| R  f -> g
| On branch main
| Changes to be committed:
| "  (use \"git restore --staged <file>...\" to unstage)"
| "\trenamed:    f -> g"
| 
| diff --git a/f b/g
| similarity index 100%
| rename from f
| rename to g
|  f => g | 0
|  1 file changed, 0 insertions(+), 0 deletions(-)
| [main 3d4f3b9] rename
|  1 file changed, 0 insertions(+), 0 deletions(-)
|  rename f => g (100%)
| rename
| 
|  f => g | 0
|  1 file changed, 0 insertions(+), 0 deletions(-)
| rename
| 
| "R100\tf\tg"
| "R100\tf\tg"
| rename
| 
|  rename f => g (100%)
! fatal: no such path 'nope' in HEAD

## ignore and clean
$ printf '[user]\n\tname = A U Thor\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n' > .gitconfig; echo 'cd r' > env; mkdir r; . ./env; git init -q; printf '*.o\n/build/\n!keep.o\n# comment\ndoc/**/*.txt\nfoo/\n' > .gitignore; mkdir -p build doc/a/b sub/build foo; touch a.o keep.o b.c build/x doc/a/b/t.txt doc/t.txt doc/a/u.md sub/build/y foo/z sub/foo; git status -s; git status -s -uall; git status -s --ignored; git add a.o; echo $?; git add -f a.o; git add .; git status -s; git status --porcelain -z | tr '\0' '\n'; git clean; echo $?; touch junk; mkdir jd; touch jd/x; git clean -n; git clean -nd; git clean -fd; git clean -fdX; git status -s --ignored; git status -s; ls
| ?? .gitignore
| ?? b.c
| ?? doc/
| ?? keep.o
| ?? sub/
| ?? .gitignore
| ?? b.c
| ?? doc/a/u.md
| ?? keep.o
| ?? sub/build/y
| ?? sub/foo
| ?? .gitignore
| ?? b.c
| ?? doc/
| ?? keep.o
| ?? sub/
| !! a.o
| !! build/
| !! doc/a/b/
| !! doc/t.txt
| !! foo/
| 1
| A  .gitignore
| A  a.o
| A  b.c
| A  doc/a/u.md
| A  keep.o
| A  sub/build/y
| A  sub/foo
| A  .gitignore
| A  a.o
| A  b.c
| A  doc/a/u.md
| A  keep.o
| A  sub/build/y
| A  sub/foo
| 128
| Would remove junk
| Would remove jd/
| Would remove junk
| Removing jd/
| Removing junk
| Removing build/
| Removing doc/a/b/
| Removing doc/t.txt
| Removing foo/
| A  .gitignore
| A  a.o
| A  b.c
| A  doc/a/u.md
| A  keep.o
| A  sub/build/y
| A  sub/foo
| A  .gitignore
| A  a.o
| A  b.c
| A  doc/a/u.md
| A  keep.o
| A  sub/build/y
| A  sub/foo
| a.o
| b.c
| doc
| keep.o
| sub
! The following paths are ignored by one of your .gitignore files:
! a.o
! hint: Use -f if you really want to add them.
! hint: Turn this message off by running
! "hint: \"git config advice.addIgnoredFile false\""
! fatal: clean.requireForce defaults to true and neither -i, -n, nor -f given; refusing to clean

## remotes
$ printf '[user]\n\tname = A U Thor\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n' > .gitconfig; echo 'export GIT_AUTHOR_DATE="2024-01-02T03:04:05 +0000" GIT_COMMITTER_DATE="2024-01-02T03:04:05 +0000"' > env; . ./env; git init -q --bare hub.git; git clone -q hub.git a 2>&1; cd a; echo 1 > f; git add f; git commit -qm one; git remote; git push -q -u origin main; git status; git status -sb; git branch -a; git branch -vv; cd ..; git clone -q hub.git b; cd b; git log --oneline; git branch -a; echo 2 >> f; git commit -qam two; git status; git push -q; cd ../a; git fetch -q; git status; git status -sb; git merge; git pull -q; git log --oneline; cat f; git config --get remote.origin.fetch; git config branch.main.merge; git config --list --local | grep -v url
| warning: You appear to have cloned an empty repository.
| origin
| On branch main
| Your branch is up to date with 'origin/main'.
| 
| nothing to commit, working tree clean
| ## main...origin/main
| * main
|   remotes/origin/main
| * main cc6c45c [origin/main] one
| cc6c45c one
| * main
|   remotes/origin/HEAD -> origin/main
|   remotes/origin/main
| On branch main
| Your branch is ahead of 'origin/main' by 1 commit.
| "  (use \"git push\" to publish your local commits)"
| 
| nothing to commit, working tree clean
| On branch main
| Your branch is behind 'origin/main' by 1 commit, and can be fast-forwarded.
| "  (use \"git pull\" to update your local branch)"
| 
| nothing to commit, working tree clean
| ## main...origin/main [behind 1]
| Updating cc6c45c..4bbf4b4
| Fast-forward
|  f | 1 +
|  1 file changed, 1 insertion(+)
| 4bbf4b4 two
| cc6c45c one
| 1
| 2
| +refs/heads/*:refs/remotes/origin/*
| refs/heads/main
| core.repositoryformatversion=0
| core.filemode=true
| core.bare=false
| core.logallrefupdates=true
| remote.origin.fetch=+refs/heads/*:refs/remotes/origin/*
| branch.main.remote=origin
| branch.main.merge=refs/heads/main
$ . ./env; cd a; echo a >> f; git commit -qam a; cd ../b; echo b >> f; git commit -qam b; git push -q origin main; cd ../a; git push -q 2>&1 | grep -v '^To\|failed to push'; git pull -q; echo $?; git pull -q --no-rebase; echo $?; git status -s; printf '1\n2\na\nb\n' > f; git commit -qam merged; git push -q; git log --oneline --graph; git tag t1; git push -q origin t1; git push -q origin :t1; git push -q origin HEAD:feature; git ls-remote -q origin | cut -f2; git remote add up ../hub.git; git remote -v | sed 's/\t.*hub/ hub/'; git remote remove up; git remote rename origin hub; git branch -r; git remote nope 2>&1 | head -1; git push nowhere; echo $?; git clone nowhere x; echo $?
|  ! [rejected]        main -> main (fetch first)
| hint: Updates were rejected because the remote contains work that you do
| hint: not have locally. This is usually caused by another repository pushing
| hint: to the same ref. You may want to first integrate the remote changes
| hint: (e.g., 'git pull ...') before pushing again.
| hint: See the 'Note about fast-forwards' in 'git push --help' for details.
| 128
| Auto-merging f
| CONFLICT (content): Merge conflict in f
| Automatic merge failed; fix conflicts and then commit the result.
| 1
| UU f
| *   ada6651 merged
| "|\\  "
| | * c8f1192 b
| * | baa3558 a
| |/  
| * 4bbf4b4 two
| * cc6c45c one
| HEAD
| refs/heads/feature
| refs/heads/main
| origin hub.git (fetch)
| origin hub.git (push)
| up hub.git (fetch)
| up hub.git (push)
|   hub/feature
|   hub/main
| error: unknown subcommand: `nope'
| 128
| 128
! hint: You have divergent branches and need to specify how to reconcile them.
! hint: You can do so by running one of the following commands sometime before
! hint: your next pull:
! hint: 
! hint:   git config pull.rebase false  # merge
! hint:   git config pull.rebase true   # rebase
! hint:   git config pull.ff only       # fast-forward only
! hint: 
! "hint: You can replace \"git config\" with \"git config --global\" to set a default"
! hint: preference for all repositories. You can also pass --rebase, --no-rebase,
! hint: or --ff-only on the command line to override the configured default per
! hint: invocation.
! fatal: Need to specify how to reconcile divergent branches.
! fatal: 'nowhere' does not appear to be a git repository
! fatal: Could not read from remote repository.
! 
! Please make sure you have the correct access rights
! and the repository exists.
! fatal: repository 'nowhere' does not exist

## config and apply
$ mkdir r; cd r; git init -q -b main; git config user.name X; git config user.name; git config core.foo 'a b # c'; git config --get core.foo; git config nope.key; echo $?; git config section; echo $?; git config --add multi.v 1; git config --add multi.v 2; git config --get-all multi.v; git config multi.v 3; echo $?; git config --unset-all multi.v; git config remote.o.url u; git config --list | tail -3; cat .git/config; git config --unset user.name; git config --get-regexp 'core.*' ; git config --bool core.bare; git config --remove-section remote.o; git -c a.b=c config a.b; git config --global x.y z; cat ../.gitconfig
| X
| a b # c
| 1
| 1
| 1
| 2
| 5
| core.foo=a b # c
| user.name=X
| remote.o.url=u
| [core]
| "\trepositoryformatversion = 0"
| "\tfilemode = true"
| "\tbare = false"
| "\tlogallrefupdates = true"
| "\tfoo = \"a b # c\""
| [user]
| "\tname = X"
| "[remote \"o\"]"
| "\turl = u"
| core.repositoryformatversion 0
| core.filemode true
| core.bare false
| core.logallrefupdates true
| core.foo a b # c
| false
| c
| [x]
| "\ty = z"
! error: key does not contain a section: section
! warning: multi.v has multiple values
! error: cannot overwrite multiple values with a single value
!        Use a regexp, --add or --replace-all to change multi.v.
$ cd r; git config user.name X; git config user.email x@y; seq 1 20 > f; git add f; git commit -qm 1; sed -i '3d;15s/$/!/' f; echo n > new; git add -N new; git diff > ../p; cat ../p; git checkout -q f; git rm -q --cached new; rm new; git apply --stat ../p; git apply --check ../p; git apply ../p; git status -s; git apply ../p; echo $?; git apply -R ../p; git status -s; echo junk > ../q; git apply ../q; echo $?; git diff --no-index f ../p | head -5; printf 'a\0b' > bin; git add bin; git diff --cached; git diff --cached --stat; printf 'no newline' > nn; git add nn; git diff --cached nn; ln -s f link; git add link; git diff --cached link; printf 'x' > 'sp ace'; printf q > "$(printf 'qu\"o\tte')"; git add .; git status -s; git diff --cached --stat
| diff --git a/f b/f
| index 0ff3bbb..3773031 100644
| --- a/f
| +++ b/f
| @@ -1,6 +1,5 @@
|  1
|  2
| -3
|  4
|  5
|  6
| @@ -12,7 +11,7 @@
|  12
|  13
|  14
| -15
| +15!
|  16
|  17
|  18
| diff --git a/new b/new
| new file mode 100644
| index 0000000..8ba3a16
| --- /dev/null
| +++ b/new
| @@ -0,0 +1 @@
| +n
|  f   |    3 +--
|  new |    1 +
|  2 files changed, 2 insertions(+), 2 deletions(-)
|  M f
| ?? new
| 1
| 128
| diff --git a/f b/../p
| index 0ff3bbb..ffb05b1 100644
| --- a/f
| +++ b/../p
| @@ -1,20 +1,27 @@
| diff --git a/bin b/bin
| new file mode 100644
| index 0000000..20b5be9
| Binary files /dev/null and b/bin differ
|  bin | Bin 0 -> 3 bytes
|  1 file changed, 0 insertions(+), 0 deletions(-)
| diff --git a/nn b/nn
| new file mode 100644
| index 0000000..20cbb4d
| --- /dev/null
| +++ b/nn
| @@ -0,0 +1 @@
| +no newline
| "\\ No newline at end of file"
| diff --git a/link b/link
| new file mode 120000
| index 0000000..4d1ae35
| --- /dev/null
| +++ b/link
| @@ -0,0 +1 @@
| +f
| "\\ No newline at end of file"
| A  bin
| A  link
| A  nn
| "A  \"qu\\\"o\\tte\""
| "A  \"sp ace\""
|  bin         | Bin 0 -> 3 bytes
|  link        |   1 +
|  nn          |   1 +
| " \"qu\\\"o\\tte\" |   1 +"
|  sp ace      |   1 +
|  5 files changed, 4 insertions(+)
! error: patch failed: f:1
! error: f: patch does not apply
! error: new: already exists in working directory
! "error: No valid patches in input (allow with \"--allow-empty\")"

