package profiles

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"time"

	"github.com/sandpit-dev/sandpit/script"
	"github.com/spf13/afero"
)

// VaultOptions are what the host gives a vault.
type VaultOptions struct {
	FS        afero.Fs // the notes: a box's disk or any other
	Root      string   // the vault's folder in it, default "/"
	Protected []string // folders that refuse writes, default ".obsidian"-like: ".config"
	// Transport makes the requests of ctx.requestUrl; nil = there are none. Resolve is as in script.Requests.
	Transport http.RoundTripper
	Resolve   func(ctx context.Context, host string) ([]netip.Addr, error)
}

// VaultHosts are the hosts that a vault's scripts may ask.
var VaultHosts = []string{"esm.sh", "cdn.jsdelivr.net", "unpkg.com", "registry.npmjs.org"}

// Vault is the profile of scripts over a vault of notes: ctx.vault and ctx.requestUrl, the function execute.
func Vault(o VaultOptions) script.Options {
	if o.Protected == nil {
		o.Protected = []string{".config"}
	}
	files := script.Files{
		FS: o.FS, Root: o.Root, Protected: o.Protected, MaxWrite: 10 << 20, WritesMinute: 10,
		Names: map[string]string{"readFile": "vault.read", "readBinary": "vault.readBinary", "write": "vault.write", "writeBinary": "vault.writeBinary", "list": "vault.list"},
	}
	requests := script.Requests{Transport: o.Transport, Resolve: o.Resolve, Allow: VaultHosts, Minute: 5}
	return script.Options{
		Name: "vault", Object: "ctx", Entry: []string{"execute", "default"}, EntryObject: true,
		Bindings: append(files.Bindings(), requests.Bindings()...),
		Limits:   script.Limits{Timeout: 30 * time.Second, Memory: 128 << 20, IOBytes: 256 << 20},
		Globals: script.Globals{Deny: []string{
			"Buffer", "structuredClone", "crypto", "setInterval", "setImmediate", "Blob", "ReadableStream", "WritableStream", "TransformStream", "CompressionStream", "global",
		}},
	}
}

// Execute runs a script of the vault and gives its value as JSON text. A failure is "Script execution error: " and the message;
// errors.As finds the *script.Error in it.
func Execute(ctx context.Context, e *script.Engine, source string, input any) (string, error) {
	res, err := e.Eval(ctx, source, input)
	if err != nil {
		return "", &ExecutionError{err}
	}
	return string(res.JSON), nil
}

// ExecutionError is the failure of a vault's script.
type ExecutionError struct{ cause error }

// Error is "Script execution error: " and the message.
func (e *ExecutionError) Error() string {
	var se *script.Error
	if errors.As(e.cause, &se) {
		return "Script execution error: " + se.Message
	}
	return "Script execution error: " + e.cause.Error()
}

// Unwrap gives the *script.Error.
func (e *ExecutionError) Unwrap() error { return e.cause }
