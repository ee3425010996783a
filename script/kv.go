package script

import (
	"context"
	"encoding/json"
	"sort"
	"strings"
	"sync"
)

// Store keeps values for KV. Keys and values are what KV makes of a script's; implementations need only be safe for concurrent use.
type Store interface {
	Get(ctx context.Context, key string) (value []byte, ok bool, err error)
	Set(ctx context.Context, key string, value []byte) error
	Delete(ctx context.Context, key string) error
	// Keys lists the keys with a prefix, in no order.
	Keys(ctx context.Context, prefix string) ([]string, error)
}

// KV are the bindings kv.get, kv.set, kv.delete and kv.list: values that outlive a call, in a namespace that scripts cannot
// leave. Values are JSON.
type KV struct {
	Store     Store
	Namespace string
	MaxKeys   int    // default 1000
	MaxValue  int    // bytes of JSON of one value, default 64 KB
	Prefix    string // of the bindings' names, default "kv."
}

// Bindings are the four functions.
func (k KV) Bindings() []Binding {
	if k.MaxKeys <= 0 {
		k.MaxKeys = 1000
	}
	if k.MaxValue <= 0 {
		k.MaxValue = 64 << 10
	}
	if k.Prefix == "" {
		k.Prefix = "kv."
	}
	key := &Schema{Type: "string", Title: "key", MinLength: 1, MaxLength: 500}
	any := &Schema{Title: "value"}
	return []Binding{
		{Name: k.Prefix + "get", Doc: "The value kept under a key, null when there is none.", Permission: "kv:read", Args: []*Schema{key}, Func: k.get, Result: &Schema{}},
		{Name: k.Prefix + "set", Doc: "Keeps a value (what JSON can hold) under a key.", Permission: "kv:write", Args: []*Schema{key, any}, Func: k.set},
		{Name: k.Prefix + "delete", Doc: "Forgets a key.", Permission: "kv:write", Args: []*Schema{key}, Func: k.delete},
		{Name: k.Prefix + "list", Doc: "The keys that begin with a prefix, sorted.", Permission: "kv:read", Args: []*Schema{{Type: "string", Title: "prefix", Optional: true, MaxLength: 500}}, Func: k.list},
	}
}

// full is a key with its namespace, whose length stands before it: no key of one can look like one of another.
func (k KV) full(key string) string {
	return itoa(int64(len(k.Namespace))) + ":" + k.Namespace + ":" + key
}

func (k KV) get(ctx context.Context, key string) (any, error) {
	b, ok, err := k.Store.Get(ctx, k.full(key))
	if err != nil || !ok {
		return nil, err
	}
	return json.RawMessage(b), nil
}

func (k KV) set(ctx context.Context, key string, value any) error {
	b, err := json.Marshal(value)
	if err != nil {
		return Errorf(InvalidArgument, "value: JSON cannot hold it")
	}
	if len(b) > k.MaxValue {
		return Errorf("EFBIG", "a value of %d bytes: at most %d", len(b), k.MaxValue)
	}
	if _, ok, err := k.Store.Get(ctx, k.full(key)); err != nil {
		return err
	} else if !ok {
		keys, err := k.Store.Keys(ctx, k.full(""))
		if err != nil {
			return err
		}
		if len(keys) >= k.MaxKeys {
			return Errorf("ENOSPC", "there are %d keys already", len(keys))
		}
	}
	return k.Store.Set(ctx, k.full(key), b)
}

func (k KV) delete(ctx context.Context, key string) error { return k.Store.Delete(ctx, k.full(key)) }

func (k KV) list(ctx context.Context, prefix string) ([]string, error) {
	keys, err := k.Store.Keys(ctx, k.full(prefix))
	if err != nil {
		return nil, err
	}
	out := make([]string, 0, len(keys))
	for _, x := range keys {
		out = append(out, strings.TrimPrefix(x, k.full("")))
	}
	sort.Strings(out)
	return out, nil
}

// MemoryStore is a Store in memory.
type MemoryStore struct {
	mu sync.Mutex
	m  map[string][]byte
}

// Get implements Store.
func (s *MemoryStore) Get(_ context.Context, key string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.m[key]
	return v, ok, nil
}

// Set implements Store.
func (s *MemoryStore) Set(_ context.Context, key string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m == nil {
		s.m = map[string][]byte{}
	}
	s.m[key] = value
	return nil
}

// Delete implements Store.
func (s *MemoryStore) Delete(_ context.Context, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.m, key)
	return nil
}

// Keys implements Store.
func (s *MemoryStore) Keys(_ context.Context, prefix string) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for k := range s.m {
		if strings.HasPrefix(k, prefix) {
			out = append(out, k)
		}
	}
	return out, nil
}
