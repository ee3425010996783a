// Package jsrt runs JavaScript in a box: the `node` program.
//
// One goja runtime belongs to one process and to the goroutine that runs it. Around it stand an event loop in Node's
// order (loop.go), the module loader (modules.go, esm.go, resolve.go), and the node: modules, which are JavaScript in lib/
// over small groups of Go host functions, the bindings (bindings.go). Host functions take and return numbers, strings,
// bytes and small arrays, so that the layer does not depend on the engine.
//
// Everything that a program reaches (files, sockets, processes, clock, randomness) is its kernel.Process's; nothing of
// the host is visible. goja is guarded from outside: source is scanned for size and nesting before it is parsed
// (internal/jsguard), natives and operators that allocate by a number are checked first (lib/internal/guard.js), call
// depth is bounded, and a killed process interrupts its runtime.
//
// Limits: the language is what goja runs plus what esbuild lowers to it; string concatenation in long loops is
// quadratic; a built-in that loops inside Go over a huge array cannot be interrupted before it returns.
package jsrt
