package kernel

import "syscall"

// Nice is the process's niceness, -20 to 19, getpriority(2). Children inherit it. A box has one priority for all: the number is
// kept and shown, and nothing is scheduled by it.
func (p *Process) Nice() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return int(p.nice)
}

// SetNice is setpriority(2): n is brought into the range first. EACCES when a user other than root lowers it.
func (p *Process) SetNice(n int) error {
	n = min(max(n, -20), 19)
	p.mu.Lock()
	defer p.mu.Unlock()
	if n < int(p.nice) && p.cred.UID != 0 {
		return syscall.EACCES
	}
	p.nice = int8(n)
	return nil
}
