package jsrt

import "github.com/dop251/goja"

// bindings names every group of host functions that lib/ can reach by internalBinding(name). A group is built on first
// use, once per runtime.
var bindings = map[string]func(rt *runtime) *goja.Object{
	"buffer":  bufferBinding,
	"core":    coreBinding,
	"modules": modulesBinding,
	"os":      osBinding,
	"process": processBinding,
	"shared":  sharedBinding,
	"timers":  timersBinding,
	"types":   typesBinding,
	"url":     urlBinding,
	"zone":    zoneBinding,
}

// binding returns the group of host functions of that name, nil when there is none.
func (rt *runtime) binding(name string) *goja.Object {
	if o := rt.bindingObjs[name]; o != nil {
		return o
	}
	var mk func(*runtime) *goja.Object
	for _, table := range []map[string]func(*runtime) *goja.Object{bindings, moduleBindings} {
		if f := table[name]; f != nil {
			mk = f
		}
	}
	if mk == nil {
		return nil
	}
	o := mk(rt)
	rt.bindingObjs[name] = o
	return o
}

// hostFunc is a Go function that JavaScript calls.
type hostFunc = func(goja.FunctionCall) goja.Value

// object makes a plain object of host functions.
func (rt *runtime) object(fns map[string]hostFunc) *goja.Object {
	o := rt.vm.NewObject()
	for name, fn := range fns {
		o.Set(name, fn)
	}
	return o
}
