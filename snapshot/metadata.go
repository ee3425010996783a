package snapshot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"
)

// ManifestName is the archive member that holds the metadata. It is not written to the disk.
const ManifestName = "lifo-snapshot.json"

// Version is the manifest version written, and the newest one understood.
const Version = 1

// isoMillis is the layout of JavaScript's Date.prototype.toISOString.
const isoMillis = "2006-01-02T15:04:05.000Z"

// ErrVersion is wrapped by the error for a manifest of a version this package does not know.
var ErrVersion = errors.New("unknown snapshot version")

// Metadata is the manifest of a snapshot. The keys of its JSON form are lifo's; what lifo does not know is in one
// object under "sandpit", which lifo ignores.
type Metadata struct {
	Version  int               // 0 when written means the current one
	SavedAt  time.Time         // milliseconds are kept
	Cwd      string            // the shell's working directory
	Env      map[string]string // the shell's exported variables
	Image    string            // names the image the snapshot is a difference to, "" for a full one
	Since    string            // the digest of the disk that the snapshot is a difference to; "" for none
	Exclude  []string          // what was left out of both, when there is a Since
	Removed  []string          // files of the image, or of that disk, that are gone: absolute, sorted; a directory stands for its tree
	Producer string            // who wrote it; Write sets it
	Extra    map[string]any    // further top-level keys
	Ignored  []string          // what an archive asked for and did not get; never written
}

// ours is the object under the "sandpit" key.
type ours struct {
	Producer string   `json:"producer,omitempty"`
	Image    string   `json:"image,omitempty"`
	Since    string   `json:"since,omitempty"`
	Exclude  []string `json:"exclude,omitempty"`
	Removed  []string `json:"removed,omitempty"`
}

// producer is what Write signs with: the format's name for what stands in the object "sandpit", and its version.
const producer = "sandpit/1"

// MarshalJSON writes the keys in lifo's order (version, savedAt, cwd, env), then "sandpit", then Extra sorted. Keys of
// Extra that are taken are left out.
func (m Metadata) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	b.WriteByte('{')
	put := func(key string, v any) error {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		if err := enc.Encode(key); err != nil {
			return err
		}
		b.Truncate(b.Len() - 1) // Encode ends in a newline
		b.WriteByte(':')
		if err := enc.Encode(v); err != nil {
			return fmt.Errorf("metadata %q: %w", key, err)
		}
		b.Truncate(b.Len() - 1)
		return nil
	}
	version, env := m.Version, m.Env
	if version == 0 {
		version = Version
	}
	if env == nil {
		env = map[string]string{}
	}
	errs := []error{
		put("version", version), put("savedAt", m.SavedAt.UTC().Format(isoMillis)),
		put("cwd", m.Cwd), put("env", env),
	}
	if o := (ours{m.Producer, m.Image, m.Since, m.Exclude, m.Removed}); o.Producer+o.Image+o.Since != "" || len(o.Removed) > 0 {
		errs = append(errs, put("sandpit", o))
	}
	for _, key := range sortedKeys(m.Extra) {
		if !reserved(key) {
			errs = append(errs, put(key, m.Extra[key]))
		}
	}
	b.WriteByte('}')
	return b.Bytes(), errors.Join(errs...)
}

func reserved(key string) bool {
	switch key {
	case "version", "savedAt", "cwd", "env", "sandpit":
		return true
	}
	return false
}

// UnmarshalJSON accepts manifests of lifo and of this package. Missing keys are zero; a key of the wrong type is an
// error.
func (m *Metadata) UnmarshalJSON(data []byte) error {
	var known struct {
		Version int               `json:"version"`
		SavedAt string            `json:"savedAt"`
		Cwd     string            `json:"cwd"`
		Env     map[string]string `json:"env"`
		Sandpit ours              `json:"sandpit"`
	}
	if err := json.Unmarshal(data, &known); err != nil {
		return err
	}
	var all map[string]any
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	maps.DeleteFunc(all, func(key string, _ any) bool { return reserved(key) })
	if len(all) == 0 {
		all = nil
	}
	*m = Metadata{
		Version: known.Version, Cwd: known.Cwd, Env: known.Env,
		Producer: known.Sandpit.Producer, Image: known.Sandpit.Image, Since: known.Sandpit.Since,
		Exclude: known.Sandpit.Exclude, Removed: known.Sandpit.Removed, Extra: all,
	}
	if known.SavedAt != "" {
		t, err := time.Parse(time.RFC3339Nano, known.SavedAt)
		if err != nil {
			return fmt.Errorf("savedAt: %w", err)
		}
		m.SavedAt = t.UTC()
	}
	return nil
}

// encode is the manifest as it stands in the archive: two spaces of indentation, as lifo's.
func (m *Metadata) encode() ([]byte, error) {
	flat, err := m.MarshalJSON()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, flat, "", "  "); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func decodeMetadata(data []byte) (*Metadata, error) {
	m := new(Metadata)
	if err := json.Unmarshal(data, m); err != nil {
		return nil, err
	}
	if m.Version < 1 || m.Version > Version {
		return nil, fmt.Errorf("%w %d", ErrVersion, m.Version)
	}
	return m, nil
}
