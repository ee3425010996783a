package jsguard

import "github.com/dop251/goja"

// NewLenient makes the checks of a realm that runs whole programs with Node's API: array functions may be called on a Proxy
// and on what computes its length, as packages do, and a string may be as long as V8's. Nothing is asked before an
// allocation.
func NewLenient(vm *goja.Runtime, limit int64) *Natives {
	n := NewNatives(vm, limit, nil)
	n.lenient = true
	n.maxString = int(min(limit, 0x1fffffe8))
	return n
}

// InstallLenient puts in every check but those that only ask before an allocation, and that of JSON.parse, whose errors need
// other words. The class of plain arrays stays the engine's own, which compares others with it to see what it may do fast.
func (n *Natives) InstallLenient() {
	for i := range natives {
		if f := &natives[i]; !f.asks && (f.holder != "JSON" || f.name != "parse") {
			n.put(f)
		}
	}
	for i := range constructors {
		if constructors[i].name != "Array" {
			n.putConstructor(&constructors[i])
		}
	}
}
