package dockerfile

import (
	"sync"

	"github.com/sandpit-dev/sandpit/vfs"
)

// Cache keeps the results of build steps. A step is found again when all that it depends on is equal: the step
// before it, its text, the variables it sees, and the content of the files it copies. It may be used by several builds
// at a time. The zero value is an empty cache.
type Cache struct {
	mu     sync.Mutex
	layers map[string]layer
	order  []string // keys, the oldest first
}

// maxLayers is how many steps a Cache keeps.
const maxLayers = 1000

// layer is an image between two steps.
type layer struct {
	disk   *vfs.FS
	config Config
}

func (c *Cache) get(key string) (layer, bool) {
	if c == nil {
		return layer{}, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	l, ok := c.layers[key]
	return l, ok
}

func (c *Cache) put(key string, l layer) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.layers == nil {
		c.layers = make(map[string]layer)
	}
	if _, ok := c.layers[key]; !ok {
		c.order = append(c.order, key)
	}
	c.layers[key] = l
	if len(c.order) > maxLayers {
		delete(c.layers, c.order[0])
		c.order = c.order[1:]
	}
}
