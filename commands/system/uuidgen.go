package system

import (
	"context"
	"crypto/md5"
	"crypto/sha1"
	"encoding/hex"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var uuidgenUsage = optparse.Define("uuidgen", "[options]", "Create a new UUID value.", `
-r, --random           generate random-based uuid
-t, --time             generate time-based uuid
-n, --namespace <ns>   generate hash-based uuid in this namespace
-N, --name <name>      generate hash-based uuid from this name
-m, --md5              generate md5 hash
-s, --sha1             generate sha1 hash
-x, --hex              interpret name as hex string
`)

// namespaces are the well-known ones of RFC 4122, appendix C.
var namespaces = map[string]string{
	"@dns": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "@url": "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
	"@oid": "6ba7b812-9dad-11d1-80b4-00c04fd430c8", "@x500": "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
}

func uuidgen(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, uuidgenUsage)
	if done {
		return status
	}
	var id [16]byte
	ns, hashed := o.Value("n")
	switch {
	case hashed || o.Has("m") || o.Has("s"):
		name, named := o.Value("N")
		if !hashed || !named || !o.Has("m") && !o.Has("s") {
			cmd.Errorf(p, "--namespace requires --name argument")
			cmd.TryHelp(p)
			return 1
		}
		if known, ok := namespaces[ns]; ok {
			ns = known
		}
		if strings.HasPrefix(ns, "@") {
			cmd.Errorf(p, "unknown namespace alias: '%s'", ns)
			cmd.TryHelp(p)
			return 1
		}
		raw, err := hex.DecodeString(strings.ReplaceAll(ns, "-", ""))
		if err != nil || len(raw) != 16 {
			cmd.Errorf(p, "invalid uuid for namespace: '%s'", ns)
			return 1
		}
		text := []byte(name)
		if o.Has("x") {
			if text, err = hex.DecodeString(name); err != nil {
				cmd.Errorf(p, "not a valid hex string")
				return 1
			}
		}
		version := byte(0x50)
		if o.Has("m") {
			sum := md5.Sum(append(raw, text...))
			copy(id[:], sum[:])
			version = 0x30
		} else {
			sum := sha1.Sum(append(raw, text...))
			copy(id[:], sum[:])
		}
		id[6] = id[6]&0x0f | version
	case o.Has("t"):
		_, _ = p.Kernel().Rand().Read(id[8:])
		const epoch = 0x01B21DD213814000 // 1582-10-15 to 1970, in 100 ns
		t := uint64(p.Kernel().Clock().Now().UnixNano()/100) + epoch
		id[0], id[1], id[2], id[3] = byte(t>>24), byte(t>>16), byte(t>>8), byte(t)
		id[4], id[5], id[6], id[7] = byte(t>>40), byte(t>>32), byte(t>>56)&0x0f|0x10, byte(t>>48)
	default:
		_, _ = p.Kernel().Rand().Read(id[:])
		id[6] = id[6]&0x0f | 0x40
	}
	id[8] = id[8]&0x3f | 0x80
	h := hex.EncodeToString(id[:])
	w := cmd.NewWriter(p)
	_, _ = w.WriteString(h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:] + "\n")
	return w.Finish(0)
}
