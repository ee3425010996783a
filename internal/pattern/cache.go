package pattern

import "sync"

// cacheSize is how many patterns of each language a Cache keeps; when it is full it starts anew.
const cacheSize = 256

// Cache keeps compiled patterns. Its zero value is empty and ready; it is safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	globs map[cacheKey]*Matcher
	eres  map[cacheKey]*Regexp
}

type cacheKey struct {
	src   string
	flags Flags
}

// Glob is Glob, remembered.
func (c *Cache) Glob(src string, flags Flags) *Matcher {
	k := cacheKey{src, flags}
	c.mu.Lock()
	m := c.globs[k]
	c.mu.Unlock()
	if m != nil {
		return m
	}
	m = Glob(src, flags)
	if len(src) > 4096 {
		return m
	}
	c.mu.Lock()
	if c.globs == nil || len(c.globs) >= cacheSize {
		c.globs = make(map[cacheKey]*Matcher)
	}
	c.globs[k] = m
	c.mu.Unlock()
	return m
}

// ERE is ERE, remembered. Errors are not.
func (c *Cache) ERE(src string, flags Flags) (*Regexp, error) {
	k := cacheKey{src, flags}
	c.mu.Lock()
	r := c.eres[k]
	c.mu.Unlock()
	if r != nil {
		return r, nil
	}
	r, err := ERE(src, flags)
	if err != nil || len(src) > 4096 {
		return r, err
	}
	c.mu.Lock()
	if c.eres == nil || len(c.eres) >= cacheSize {
		c.eres = make(map[cacheKey]*Regexp)
	}
	c.eres[k] = r
	c.mu.Unlock()
	return r, nil
}
