//go:build !unix

package main

import (
	"os"
	"time"
)

// endSignals end what runs in the box.
var endSignals = []os.Signal{os.Interrupt}

// watchSize asks for the size of the window now and then: there is no signal for a change.
func watchSize(changed func()) (stop func()) {
	t := time.NewTicker(250 * time.Millisecond)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-t.C:
				changed()
			case <-done:
				return
			}
		}
	}()
	return func() { t.Stop(); close(done) }
}
