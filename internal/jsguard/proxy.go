package jsguard

import (
	_ "embed"
	"sync"

	"github.com/dop251/goja"
)

//go:embed proxy.js
var proxySource string

var proxyProgram = sync.OnceValues(func() (*goja.Program, error) { return goja.Compile("node:internal/proxy", proxySource, true) })

// InstallProxy replaces the class Proxy by one whose traps never see the engine's own stack, and whose proxies lie over each
// other only so deep as the engine can follow them.
func (n *Natives) InstallProxy() error {
	if !n.first(&proxySource) {
		return nil
	}
	prg, err := proxyProgram()
	if err != nil {
		return err
	}
	v, err := n.vm.RunProgram(prg)
	if err != nil {
		return err
	}
	install, _ := goja.AssertFunction(v)
	_, err = install(goja.Undefined(), n.Func("check", 2, func(c goja.FunctionCall) goja.Value {
		n.checkProxy(c.Argument(0), c.Argument(1))
		return goja.Undefined()
	}))
	return err
}
