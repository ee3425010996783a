// Package git is the git command of a box, over go-git's object, index and transport formats. It is not part of the
// userland that every box has, so that a program without it does not link go-git; hand it to a box:
//
//	sb, err := sandpit.Create(ctx, sandpit.Options{
//		Commands: map[string]sandpit.Command{"git": git.Program},
//	})
//
// Repositories are those of git itself: what a box commits, the real git reads, and the other way round. Text and exit
// statuses are those of git 2.39.
//
// What it does: init clone add rm mv commit status log diff show branch checkout switch restore reset merge tag stash
// cherry-pick revert rebase archive for-each-ref show-ref check-ignore diff-index diff-files diff-tree var remote fetch pull push ls-remote config rev-parse rev-list ls-files ls-tree cat-file hash-object
// write-tree update-ref symbolic-ref merge-base blame clean describe grep reflog shortlog apply count-objects.
// Remotes are directories of the box and http(s) URLs, which go through the box's network. A merge of three ways
// takes each line's change and leaves conflicts marked, as git's does; renames are not followed by a merge.
//
// What it does not: interactive rebase, bisect, submodules, worktrees, hooks, signatures, partial and shallow clones, ssh. Each of
// them is refused with a clear error.
package git
