package jsrt

import (
	"io/fs"
	"strings"
	"syscall"

	"github.com/dop251/goja"
)

const errBadFD = syscall.EBADF

func fileMode(n int64) fs.FileMode { return fs.FileMode(n & 0o777) }

// osBinding tells of the box, never of the host.
func osBinding(rt *runtime) *goja.Object {
	vm, p := rt.vm, rt.p
	return rt.object(map[string]hostFunc{
		"hostname": func(c goja.FunctionCall) goja.Value { return vm.ToValue(p.Kernel().Hostname()) },
		"uptime": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(p.Kernel().Clock().Now().Sub(p.Kernel().BootTime()).Seconds())
		},
		"user": func(c goja.FunctionCall) goja.Value {
			o := vm.NewObject()
			name := p.User()
			cred := p.Cred()
			o.Set("uid", cred.UID)
			o.Set("gid", cred.GID)
			o.Set("username", name)
			home, shell := "/", "/bin/sh"
			if b, err := p.FS().ReadFile("/etc/passwd"); err == nil {
				for _, line := range strings.Split(string(b), "\n") {
					f := strings.Split(line, ":")
					if len(f) >= 7 && f[0] == name {
						home, shell = f[5], f[6]
					}
				}
			}
			o.Set("homedir", home)
			o.Set("shell", shell)
			return o
		},
		"memory": func(c goja.FunctionCall) goja.Value {
			total, free := int64(4<<30), int64(2<<30)
			if b, err := p.FS().ReadFile("/proc/meminfo"); err == nil {
				for _, line := range strings.Split(string(b), "\n") {
					f := strings.Fields(line)
					if len(f) < 2 {
						continue
					}
					n := int64(0)
					for _, d := range f[1] {
						if d >= '0' && d <= '9' {
							n = n*10 + int64(d-'0')
						}
					}
					switch f[0] {
					case "MemTotal:":
						total = n << 10
					case "MemAvailable:":
						free = n << 10
					}
				}
			}
			return vm.NewArray(total, free)
		},
		"cpus": func(c goja.FunctionCall) goja.Value {
			n := 0
			if b, err := p.FS().ReadFile("/proc/cpuinfo"); err == nil {
				for _, line := range strings.Split(string(b), "\n") {
					if strings.HasPrefix(line, "processor") {
						n++
					}
				}
			}
			if n == 0 {
				n = 1
			}
			return vm.ToValue(n)
		},
	})
}
