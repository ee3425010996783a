//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// endSignals end what runs in the box.
var endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// watchSize calls changed when the size of the window has changed, until stop is called.
func watchSize(changed func()) (stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGWINCH)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-c:
				changed()
			case <-done:
				return
			}
		}
	}()
	return func() { signal.Stop(c); close(done) }
}
