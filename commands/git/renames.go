package git

import (
	"bytes"
	"path"
	"sort"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
)

// renameLimit is diff.renameLimit: with more candidates than its square only exact renames are looked for.
const renameLimit = 1000

// fullScore stands for a file that is the same; a rename needs half of it.
const fullScore = 60000

// renames joins a removed and an added file of (nearly) the same content into a rename.
func (g *run) renames(changes []change) []change {
	if v, ok := g.setting("diff.renames"); ok && (v == "false" || v == "0") {
		return changes
	}
	var gone, come []int
	for i, c := range changes {
		switch {
		case c.kind == 'D' && c.old.mode != filemode.Submodule:
			gone = append(gone, i)
		case c.kind == 'A' && c.new.hash != emptyBlob && c.new.mode != filemode.Submodule:
			come = append(come, i)
		}
	}
	if len(gone) == 0 || len(come) == 0 {
		return changes
	}
	used := map[int]bool{}
	join := func(from, to, score int) {
		used[from], used[to] = true, true
		c := &changes[to]
		c.kind, c.from, c.old, c.score = 'R', changes[from].path, changes[from].old, score
	}
	byHash := map[plumbing.Hash][]int{}
	for _, i := range gone {
		byHash[changes[i].old.hash] = append(byHash[changes[i].old.hash], i)
	}
	for _, j := range come {
		best := -1
		for _, i := range byHash[changes[j].new.hash] {
			if used[i] || typeOf(changes[i].old.mode) != typeOf(changes[j].new.mode) {
				continue
			}
			if best < 0 || path.Base(changes[i].path) == path.Base(changes[j].path) && path.Base(changes[best].path) != path.Base(changes[j].path) {
				best = i
			}
		}
		if best >= 0 {
			join(best, j, 100)
		}
	}
	if len(gone)*len(come) <= renameLimit*renameLimit {
		g.inexact(changes, gone, come, used, join)
	}
	out := changes[:0]
	for i, c := range changes {
		if !used[i] || c.kind == 'R' {
			out = append(out, c)
		}
	}
	return out
}

type candidate struct {
	from, to, score int
	sameName        bool
}

func (g *run) inexact(changes []change, gone, come []int, used map[int]bool, join func(from, to, score int)) {
	chunks := map[plumbing.Hash]map[string]int{}
	sizes := map[plumbing.Hash]int{}
	load := func(h plumbing.Hash) map[string]int {
		if c, ok := chunks[h]; ok {
			return c
		}
		data, err := g.readBlob(h)
		if err != nil {
			data = nil
		}
		chunks[h], sizes[h] = chunksOf(data), len(data)
		return chunks[h]
	}
	var all []candidate
	for _, j := range come {
		if used[j] || changes[j].new.mode == filemode.Symlink {
			continue
		}
		for _, i := range gone {
			if used[i] || changes[i].old.mode == filemode.Symlink || g.alive() != nil {
				continue
			}
			a, b := load(changes[i].old.hash), load(changes[j].new.hash)
			small, big := sizes[changes[i].old.hash], sizes[changes[j].new.hash]
			if small > big {
				small, big = big, small
			}
			if big == 0 || small*2 < big {
				continue
			}
			copied := 0
			for k, n := range a {
				copied += min(n, b[k])
			}
			if score := copied * fullScore / big; score*2 >= fullScore {
				all = append(all, candidate{i, j, score, path.Base(changes[i].path) == path.Base(changes[j].path)})
			}
		}
	}
	sort.SliceStable(all, func(x, y int) bool {
		if all[x].score != all[y].score {
			return all[x].score > all[y].score
		}
		return all[x].sameName && !all[y].sameName
	})
	for _, c := range all {
		if !used[c.from] && !used[c.to] {
			join(c.from, c.to, c.score*100/fullScore)
		}
	}
}

// chunksOf cuts content at newlines and after 64 bytes and counts the bytes of each piece.
func chunksOf(data []byte) map[string]int {
	out := map[string]int{}
	for len(data) > 0 {
		n := bytes.IndexByte(data[:min(64, len(data))], '\n') + 1
		if n == 0 {
			n = min(64, len(data))
		}
		out[string(data[:n])] += n
		data = data[n:]
	}
	return out
}
