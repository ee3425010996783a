package kernel

// SetLastPID lets a test come near the wrap of the pids.
func (k *Kernel) SetLastPID(pid int) {
	k.mu.Lock()
	k.lastPID = pid
	k.mu.Unlock()
}
