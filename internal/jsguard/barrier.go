package jsguard

import "github.com/dop251/goja"

// barrier makes a function that ends a panic of fn and begins it anew. The engine throws through its own functions by a panic
// inside the deferred call that took the one before, so each of them walks over all the frames below: recursion through
// natives is unwound in quadratic time unless something in between lets go of the stack.
func barrier(fn nativeFunc) nativeFunc {
	return func(c goja.FunctionCall) goja.Value {
		v, thrown := caught(fn, c)
		if thrown != nil {
			panic(thrown)
		}
		return v
	}
}

func caught(fn nativeFunc, c goja.FunctionCall) (v goja.Value, thrown any) {
	done := false
	defer func() {
		if !done {
			thrown = recover()
		}
	}()
	v = fn(c)
	done = true
	return v, nil
}
