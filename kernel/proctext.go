package kernel

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// The machine that a box pretends to be; nothing of it is the host's.
const (
	CPUs      = 2       // processors
	MemTotal  = 2 << 30 // bytes
	Release   = "6.1.0-sandpit"
	Version   = "#1 SMP PREEMPT_DYNAMIC sandpit"
	Machine   = "x86_64"
	clockTick = 100 // USER_HZ
)

// caFile is where the certificate authorities that a box trusts are read; the usual names of /etc/ssl lead to it.
const (
	caFile   = "/proc" + caBundle
	caBundle = "/sys/net/tls/ca.pem"
)

// procFiles are the files of /proc that do not depend on a process.
var procFiles = map[string]func(k *Kernel) string{
	"/cmdline":     func(*Kernel) string { return "BOOT_IMAGE=/boot/vmlinuz root=/dev/vda rw quiet\n" },
	"/cpuinfo":     func(*Kernel) string { return cpuInfo() },
	"/devices":     func(*Kernel) string { return "Character devices:\n  1 mem\n  5 /dev/tty\n136 pts\n\nBlock devices:\n" },
	"/filesystems": func(*Kernel) string { return "nodev\tproc\nnodev\ttmpfs\n\tsandpit\n" },
	"/loadavg":     (*Kernel).loadAvg,
	"/meminfo":     (*Kernel).memInfo,
	"/partitions":  func(*Kernel) string { return "major minor  #blocks  name\n\n" },
	"/stat":        (*Kernel).procStat,
	"/swaps":       func(*Kernel) string { return "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n" },
	"/uptime": func(k *Kernel) string {
		up := k.Uptime().Seconds()
		return fmt.Sprintf("%.2f %.2f\n", up, up*CPUs)
	},
	"/version": func(*Kernel) string {
		return "Linux version " + Release + " (sandpit@localhost) (go) " + Version + "\n"
	},
	caBundle:                            func(k *Kernel) string { return string(k.net.CA().PEM()) },
	"/sys/fs/file-max":                  func(*Kernel) string { return "1048576\n" },
	"/sys/fs/pipe-max-size":             func(*Kernel) string { return "65536\n" },
	"/sys/kernel/hostname":              func(k *Kernel) string { return k.hostname + "\n" },
	"/sys/kernel/domainname":            func(*Kernel) string { return "(none)\n" },
	"/sys/kernel/ostype":                func(*Kernel) string { return "Linux\n" },
	"/sys/kernel/osrelease":             func(*Kernel) string { return Release + "\n" },
	"/sys/kernel/version":               func(*Kernel) string { return Version + "\n" },
	"/sys/kernel/pid_max":               func(*Kernel) string { return strconv.Itoa(PIDMax) + "\n" },
	"/sys/kernel/ngroups_max":           func(*Kernel) string { return "65536\n" },
	"/sys/kernel/cap_last_cap":          func(*Kernel) string { return "40\n" },
	"/sys/kernel/random/boot_id":        func(k *Kernel) string { return k.bootID() + "\n" },
	"/sys/kernel/random/entropy_avail":  func(*Kernel) string { return "256\n" },
	"/sys/kernel/random/poolsize":       func(*Kernel) string { return "256\n" },
	"/sys/kernel/random/uuid":           func(k *Kernel) string { return k.newUUID() + "\n" },
	"/sys/kernel/threads-max":           func(k *Kernel) string { return strconv.Itoa(max(k.limits.Processes, 1)) + "\n" },
	"/sys/net/core/somaxconn":           func(*Kernel) string { return "4096\n" },
	"/sys/net/ipv4/ip_local_port_range": func(*Kernel) string { return "32768\t60999\n" },
	"/sys/vm/overcommit_memory":         func(*Kernel) string { return "0\n" },
}

// Uptime is the time since boot.
func (k *Kernel) Uptime() time.Duration { return k.clock.Now().Sub(k.boot) }

func (k *Kernel) newUUID() string {
	var b [16]byte
	k.rand.Read(b[:])
	return formatUUID(b)
}

func formatUUID(b [16]byte) string {
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	s := hex.EncodeToString(b[:])
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}

// bootID is the same for the life of the box.
func (k *Kernel) bootID() string {
	k.bootOnce.Do(func() { k.bootUUID = k.newUUID() })
	return k.bootUUID
}

func cpuInfo() string {
	var sb strings.Builder
	for i := range CPUs {
		fmt.Fprintf(&sb, "processor\t: %d\nvendor_id\t: Sandpit\ncpu family\t: 6\nmodel\t\t: 1\nmodel name\t: Sandpit Virtual CPU\n"+
			"stepping\t: 1\ncpu MHz\t\t: 2000.000\ncache size\t: 1024 KB\nphysical id\t: 0\nsiblings\t: %d\ncore id\t\t: %d\n"+
			"cpu cores\t: %d\napicid\t\t: %d\nfpu\t\t: yes\nflags\t\t: fpu tsc cx8 cmov mmx sse sse2 syscall nx lm\n"+
			"bogomips\t: 4000.00\naddress sizes\t: 48 bits physical, 48 bits virtual\n\n", i, CPUs, i, CPUs, i)
	}
	return sb.String()
}

func (k *Kernel) loadAvg() string {
	k.mu.Lock()
	total, last := len(k.procs), k.lastPID
	k.mu.Unlock()
	return fmt.Sprintf("0.00 0.00 0.00 %d/%d %d\n", 1, total, last)
}

// memInfo counts the disk, which is in memory, as cache.
func (k *Kernel) memInfo() string {
	used, _ := k.fs.Usage()
	total := int64(MemTotal >> 10)
	cached := min(used>>10, total/2)
	free := total - cached - total/16
	var sb strings.Builder
	for _, l := range []struct {
		name string
		kb   int64
	}{
		{"MemTotal", total}, {"MemFree", free}, {"MemAvailable", free + cached}, {"Buffers", 0}, {"Cached", cached},
		{"SwapCached", 0}, {"Active", cached}, {"Inactive", 0}, {"SwapTotal", 0}, {"SwapFree", 0}, {"Dirty", 0},
		{"Writeback", 0}, {"AnonPages", total / 16}, {"Mapped", 0}, {"Shmem", 0}, {"Slab", 0}, {"SReclaimable", 0},
		{"SUnreclaim", 0}, {"CommitLimit", total / 2}, {"Committed_AS", total / 16},
	} {
		fmt.Fprintf(&sb, "%-15s %8d kB\n", l.name+":", l.kb)
	}
	return sb.String()
}

func (k *Kernel) procStat() string {
	idle := int64(k.Uptime().Seconds() * clockTick)
	var sb strings.Builder
	fmt.Fprintf(&sb, "cpu  0 0 0 %d 0 0 0 0 0 0\n", idle*CPUs)
	for i := range CPUs {
		fmt.Fprintf(&sb, "cpu%d 0 0 0 %d 0 0 0 0 0 0\n", i, idle)
	}
	running := 0
	for _, p := range k.Processes() {
		if p.State() == Running {
			running++
		}
	}
	fmt.Fprintf(&sb, "intr 0\nctxt 0\nbtime %d\nprocesses %d\nprocs_running %d\nprocs_blocked 0\n", k.boot.Unix(), k.forks.Load()+1, running)
	return sb.String()
}

// pidFiles are the files of /proc/PID.
var pidFiles = map[string]struct {
	mode fs.FileMode
	text func(k *Kernel, p *Process) string
}{
	"cgroup":  {0o444, func(_ *Kernel, p *Process) string { return "0::" + p.Cgroup().path() + "\n" }},
	"cmdline": {0o444, func(_ *Kernel, p *Process) string { return nulJoin(p.visibleArgs()) }},
	"comm":    {0o644, func(_ *Kernel, p *Process) string { return p.comm() + "\n" }},
	"environ": {0o400, func(_ *Kernel, p *Process) string { return nulJoin(p.Environ()) }},
	"io": {0o400, func(*Kernel, *Process) string {
		return "rchar: 0\nwchar: 0\nsyscr: 0\nsyscw: 0\nread_bytes: 0\nwrite_bytes: 0\ncancelled_write_bytes: 0\n"
	}},
	"limits":        {0o444, func(_ *Kernel, p *Process) string { return p.limitsText() }},
	"loginuid":      {0o644, func(*Kernel, *Process) string { return "4294967295" }},
	"maps":          {0o444, func(*Kernel, *Process) string { return "" }},
	"mountinfo":     {0o444, func(k *Kernel, _ *Process) string { return k.mountInfoText() }},
	"mounts":        {0o444, func(k *Kernel, _ *Process) string { return k.mountsText() }},
	"oom_score":     {0o444, func(*Kernel, *Process) string { return "0\n" }},
	"oom_score_adj": {0o644, func(*Kernel, *Process) string { return "0\n" }},
	"stat":          {0o444, func(k *Kernel, p *Process) string { return p.statText() }},
	"statm":         {0o444, func(*Kernel, *Process) string { return "256 128 64 16 0 64 0\n" }},
	"status":        {0o444, func(k *Kernel, p *Process) string { return p.statusText() }},
	"wchan":         {0o444, func(*Kernel, *Process) string { return "0" }},
}

func nulJoin(list []string) string {
	var sb strings.Builder
	for _, s := range list {
		sb.WriteString(s)
		sb.WriteByte(0)
	}
	return sb.String()
}

// visibleArgs are the arguments; a zombie has none.
func (p *Process) visibleArgs() []string {
	if p.State() == Zombie {
		return nil
	}
	return p.Args()
}

// comm is the name, cut to 15 bytes as the kernel keeps it.
func (p *Process) comm() string {
	name := p.Name()
	return strings.ReplaceAll(name[:min(len(name), 15)], "\n", " ")
}

func (p *Process) ppidPgidSid() (ppid, pgid, sid int) {
	p.k.mu.Lock()
	defer p.k.mu.Unlock()
	if p.parent != nil {
		ppid = p.parent.pid
	}
	return ppid, p.pgid, p.sid
}

func (p *Process) statText() string {
	ppid, pgid, sid := p.ppidPgidSid()
	start := int64(p.startTime.Sub(p.k.boot) / (time.Second / clockTick))
	tty, fg := 0, -1
	if t := p.TTY(); t != nil {
		tty, fg = t.rdev(), t.Foreground()
	}
	exit := 0
	if st, ok := p.ExitStatus(); ok {
		if exit = st.Code << 8; st.Signal != 0 {
			exit = int(st.Signal)
		}
	}
	p.mu.Lock()
	ign, caught, pend, nice := p.ignored, p.caught, p.pending.Load(), int(p.nice)
	p.mu.Unlock()
	const low = 1<<31 - 1
	return fmt.Sprintf("%d (%s) %s %d %d %d %d %d 4194304 0 0 0 0 0 0 0 0 %d %d 1 0 %d 1048576 128 18446744073709551615 "+
		"0 0 0 0 0 %d 0 %d %d 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 %d\n",
		p.pid, p.comm(), p.State().Letter(), ppid, pgid, sid, tty, fg, 20+nice, nice, start, pend&low, ign&low, caught&low, exit)
}

func (p *Process) statusText() string {
	ppid, pgid, sid := p.ppidPgidSid()
	cred := p.Cred()
	p.mu.Lock()
	ign, caught, pend, umask, fds := p.ignored, p.caught, p.pending.Load(), p.umask, len(p.fds)
	p.mu.Unlock()
	var groups strings.Builder
	for _, g := range cred.Groups {
		groups.WriteString(strconv.Itoa(g))
		groups.WriteByte(' ')
	}
	st := p.State()
	caps := uint64(0)
	if cred.UID == 0 {
		caps = 1<<41 - 1
	}
	size := 64
	for size < fds {
		size *= 2
	}
	return fmt.Sprintf("Name:\t%s\nUmask:\t%04o\nState:\t%s (%v)\nTgid:\t%d\nNgid:\t0\nPid:\t%d\nPPid:\t%d\nTracerPid:\t0\n"+
		"Uid:\t%d\t%d\t%d\t%d\nGid:\t%d\t%d\t%d\t%d\nFDSize:\t%d\nGroups:\t%s\nNStgid:\t%d\nNSpid:\t%d\nNSpgid:\t%d\nNSsid:\t%d\n"+
		"VmPeak:\t    1024 kB\nVmSize:\t    1024 kB\nVmRSS:\t     512 kB\nThreads:\t1\nSigQ:\t0/%d\nSigPnd:\t%016x\nShdPnd:\t%016x\n"+
		"SigBlk:\t%016x\nSigIgn:\t%016x\nSigCgt:\t%016x\nCapInh:\t%016x\nCapPrm:\t%016x\nCapEff:\t%016x\nCapBnd:\t%016x\nCapAmb:\t%016x\n"+
		"NoNewPrivs:\t0\nSeccomp:\t0\nCpus_allowed:\t3\nCpus_allowed_list:\t0-%d\nvoluntary_ctxt_switches:\t0\nnonvoluntary_ctxt_switches:\t0\n",
		p.comm(), umask, st.Letter(), st, p.pid, p.pid, ppid,
		cred.UID, cred.UID, cred.UID, cred.UID, cred.GID, cred.GID, cred.GID, cred.GID, size, groups.String(),
		p.pid, p.pid, pgid, sid, max(p.k.limits.Processes, 0), 0, pend, 0, ign, caught, 0, caps, caps, uint64(1<<41-1), 0, CPUs-1)
}

func (p *Process) limitsText() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%-26s%-21s%-21s%-10s\n", "Limit", "Soft Limit", "Hard Limit", "Units")
	num := func(n int64) string {
		if n == Unlimited {
			return "unlimited"
		}
		return strconv.FormatInt(n, 10)
	}
	for _, l := range []struct {
		name, unit string
		r          Resource
	}{
		{"Max cpu time", "seconds", RlimitCPU}, {"Max file size", "bytes", RlimitFileSize}, {"Max data size", "bytes", RlimitData},
		{"Max stack size", "bytes", RlimitStack}, {"Max core file size", "bytes", RlimitCore},
		{"Max resident set", "bytes", RlimitRSS}, {"Max processes", "processes", RlimitProcesses},
		{"Max open files", "files", RlimitOpenFiles}, {"Max locked memory", "bytes", RlimitMemlock},
		{"Max address space", "bytes", RlimitAS}, {"Max file locks", "locks", RlimitLocks},
		{"Max pending signals", "signals", RlimitSigqueue}, {"Max msgqueue size", "bytes", RlimitMsgqueue},
		{"Max nice priority", "", RlimitNice}, {"Max realtime priority", "", RlimitRTPrio},
		{"Max realtime timeout", "us", RlimitRTTime},
	} {
		soft, hard := p.Rlimit(l.r)
		fmt.Fprintf(&sb, "%-26s%-21s%-21s%-10s\n", l.name, num(soft), num(hard), l.unit)
	}
	return sb.String()
}

var mountEscape = strings.NewReplacer(" ", `\040`, "\t", `\011`, "\n", `\012`, `\`, `\134`)

func (k *Kernel) mountsText() string {
	var sb strings.Builder
	sb.WriteString("/dev/root / sandpit rw,relatime 0 0\n")
	for _, m := range k.fs.Mounts() {
		mode := "rw"
		if m.ReadOnly {
			mode = "ro"
		}
		typ := mountType(m.Type)
		fmt.Fprintf(&sb, "%s %s %s %s,relatime 0 0\n", typ, mountEscape.Replace(m.Path), typ, mode)
	}
	return sb.String()
}

// mountType is an afero file system's name made fit for a field of /proc/mounts.
func mountType(name string) string {
	name = strings.ToLower(strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return -1
		}
		return r
	}, name))
	if name == "" {
		return "none"
	}
	return name
}

func (k *Kernel) mountInfoText() string {
	var sb strings.Builder
	sb.WriteString("1 0 0:1 / / rw,relatime - sandpit /dev/root rw\n")
	for i, m := range k.fs.Mounts() {
		mode := "rw"
		if m.ReadOnly {
			mode = "ro"
		}
		typ := mountType(m.Type)
		fmt.Fprintf(&sb, "%d 1 0:%d / %s %s,relatime - %s %s %s\n", i+2, i+2, mountEscape.Replace(m.Path), mode, typ, typ, mode)
	}
	return sb.String()
}

var netNames = []string{"dev", "route", "tcp", "tcp6", "udp", "udp6", "unix"}

var netFiles = map[string]func(k *Kernel) string{
	"dev": func(*Kernel) string {
		return "Inter-|   Receive                                                |  Transmit\n" +
			" face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n" +
			"    lo:       0       0    0    0    0     0          0         0        0       0    0    0    0     0       0          0\n"
	},
	"route": func(*Kernel) string {
		return "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
	},
	"tcp":  func(k *Kernel) string { return k.netTCP(false) },
	"tcp6": func(k *Kernel) string { return k.netTCP(true) },
	"udp":  func(k *Kernel) string { return k.netUDP(false) },
	"udp6": func(k *Kernel) string { return k.netUDP(true) },
	"unix": (*Kernel).netUnix,
}

const (
	tcpHeader = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
	udpHeader = "   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops\n"
)

var tcpStates = map[string]string{
	"ESTABLISHED": "01", "SYN_SENT": "02", "SYN_RECV": "03", "FIN_WAIT1": "04", "FIN_WAIT2": "05", "TIME_WAIT": "06",
	"CLOSE": "07", "CLOSE_WAIT": "08", "LAST_ACK": "09", "LISTEN": "0A", "CLOSING": "0B",
}

func (k *Kernel) netTCP(six bool) string {
	var sb strings.Builder
	sb.WriteString(tcpHeader)
	n := 0
	for _, c := range k.net.Conns() {
		local, err := netip.ParseAddrPort(c.Local)
		if err != nil || c.Network != "tcp" {
			continue
		}
		remote, err := netip.ParseAddrPort(c.Remote)
		if err != nil {
			zero := netip.IPv4Unspecified()
			if local.Addr().Is6() {
				zero = netip.IPv6Unspecified()
			}
			remote = netip.AddrPortFrom(zero, 0)
		}
		if local.Addr().Is6() != six {
			continue
		}
		state := tcpStates[strings.ReplaceAll(c.State, "-", "_")]
		if state == "" {
			state = "01"
		}
		uid := 0
		if p := k.Lookup(c.Owner); p != nil {
			uid = p.Cred().UID
		}
		fmt.Fprintf(&sb, "%4d: %s %s %s 00000000:00000000 00:00000000 00000000 %5d        0 %d 1 0000000000000000 100 0 0 10 0\n",
			n, hexAddr(local), hexAddr(remote), state, uid, 1000+n)
		n++
	}
	return sb.String()
}

func (k *Kernel) netUDP(six bool) string {
	var sb strings.Builder
	sb.WriteString(udpHeader)
	n := 0
	for _, c := range k.net.Conns() {
		local, err := netip.ParseAddrPort(c.Local)
		if err != nil || c.Network != "udp" || local.Addr().Is6() != six {
			continue
		}
		remote, err := netip.ParseAddrPort(c.Remote)
		state := "01"
		if err != nil {
			state = "07"
			zero := netip.IPv4Unspecified()
			if six {
				zero = netip.IPv6Unspecified()
			}
			remote = netip.AddrPortFrom(zero, 0)
		}
		uid := 0
		if p := k.Lookup(c.Owner); p != nil {
			uid = p.Cred().UID
		}
		fmt.Fprintf(&sb, "%5d: %s %s %s 00000000:00000000 00:00000000 00000000 %5d        0 %d 2 0000000000000000 0\n",
			n, hexAddr(local), hexAddr(remote), state, uid, 3000+n)
		n++
	}
	return sb.String()
}

// hexAddr prints each 32-bit word of the address as a little-endian machine does.
func hexAddr(a netip.AddrPort) string {
	raw := a.Addr().AsSlice()
	var sb strings.Builder
	for i := 0; i+4 <= len(raw); i += 4 {
		fmt.Fprintf(&sb, "%08X", binary.LittleEndian.Uint32(raw[i:]))
	}
	fmt.Fprintf(&sb, ":%04X", a.Port())
	return sb.String()
}

func (k *Kernel) netUnix() string {
	var sb strings.Builder
	sb.WriteString("Num       RefCount Protocol Flags    Type St Inode Path\n")
	n := 0
	for _, c := range k.net.Conns() {
		if c.Network != "unix" {
			continue
		}
		st, flags := "03", "00000000"
		if c.State == "LISTEN" {
			st, flags = "01", "00010000"
		}
		fmt.Fprintf(&sb, "0000000000000000: 00000002 00000000 %s 0001 %s %5d %s\n", flags, st, 2000+n, c.Local)
		n++
	}
	return sb.String()
}
