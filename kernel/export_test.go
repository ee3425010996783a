package kernel

// SetLastPID lets a test come near the wrap of the pids.
func (k *Kernel) SetLastPID(pid int) {
	k.mu.Lock()
	k.lastPID = pid
	k.mu.Unlock()
}

// OnEnd lets a test own what is closed at p's end or by its killer.
func (p *Process) OnEnd(fn func()) (cancel func()) { return p.onEnd(fn) }
