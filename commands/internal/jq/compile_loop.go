package jq

import (
	"github.com/itchyny/gojq"
)

func (c *compiler) reduce(s *scope, t *gojq.Reduce) filter {
	src, start := c.query(s, t.Query), c.query(s, t.Start)
	each := c.binder(s, t.Patterns, func(s *scope) filter { return c.query(s, t.Update) })
	return func(r *run, e *node, v any, p *path, out output) error {
		return start(r, e, v, p, func(acc any, accPath *path) error {
			err := src(r, e, v, nil, func(x any, _ *path) error {
				if err := r.step(); err != nil {
					return err
				}
				var last any
				var lastPath *path
				got := false
				err := each(r, e, x, acc, accPath, func(y any, q *path) error {
					last, lastPath, got = y, q, true
					return nil
				})
				if got {
					acc, accPath = last, lastPath
				} else {
					acc = nil
				}
				return err
			})
			if err != nil {
				return err
			}
			return out(acc, accPath)
		})
	}
}

func (c *compiler) foreach(s *scope, t *gojq.Foreach) filter {
	src, start := c.query(s, t.Query), c.query(s, t.Start)
	each := c.binder(s, t.Patterns, func(s *scope) filter {
		up := c.query(s, t.Update)
		if t.Extract == nil {
			return up
		}
		ex := c.query(s, t.Extract)
		// the state goes on, the extract goes out: both leave together
		return func(r *run, e *node, v any, p *path, out output) error {
			return up(r, e, v, p, func(st any, q *path) error {
				if err := out(&foreachState{st, q}, nil); err != nil {
					return err
				}
				return ex(r, e, st, q, out)
			})
		}
	})
	split := t.Extract != nil
	return func(r *run, e *node, v any, p *path, out output) error {
		return start(r, e, v, p, func(acc any, accPath *path) error {
			return src(r, e, v, nil, func(x any, _ *path) error {
				if err := r.step(); err != nil {
					return err
				}
				return each(r, e, x, acc, accPath, func(y any, q *path) error {
					if split {
						if st, ok := y.(*foreachState); ok {
							acc, accPath = st.v, st.p
							return nil
						}
						return out(y, q)
					}
					acc, accPath = y, q
					return out(y, q)
				})
			})
		})
	}
}
