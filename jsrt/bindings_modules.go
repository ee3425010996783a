package jsrt

import "github.com/dop251/goja"

// moduleBindings is the part of the table of host functions that serves streams, sockets, files and processes.
var moduleBindings = map[string]func(rt *runtime) *goja.Object{
	"child_process": bindChild,
	"crypto":        bindCrypto,
	"fs":            bindFS,
	"dgram":         bindDgram,
	"dns":           bindDNS,
	"http":          bindHTTP,
	"keys":          bindKeys,
	"tls":           bindTLS,
	"wasm":          bindWasm,
	"vm":            vmBinding,
	"zlib":          bindZlib,
	"net":           bindNet,
}
