package npm

import (
	"crypto/sha1" //nolint:gosec // the registry's shasum
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"
)

var digests = []struct {
	name string
	make func() hash.Hash
}{{"sha512", sha512.New}, {"sha384", sha512.New384}, {"sha256", sha256.New}, {"sha1", sha1.New}}

// checkIntegrity holds data to a subresource integrity text ("sha512-... sha1-..."): one digest of the strongest
// algorithm must be right. An empty text is nothing to hold to; one with no known algorithm is refused.
func checkIntegrity(data []byte, want, where string) error {
	if strings.TrimSpace(want) == "" {
		return nil
	}
	for _, d := range digests {
		var seen []string
		for _, w := range strings.Fields(want) {
			if sum, ok := strings.CutPrefix(w, d.name+"-"); ok {
				sum, _, _ = strings.Cut(sum, "?")
				seen = append(seen, sum)
			}
		}
		if len(seen) == 0 {
			continue
		}
		h := d.make()
		h.Write(data)
		got := base64.StdEncoding.EncodeToString(h.Sum(nil))
		for _, s := range seen {
			if subtle.ConstantTimeCompare([]byte(s), []byte(got)) == 1 {
				return nil
			}
		}
		return errorf("EINTEGRITY", "%s-%s integrity checksum failed when using %s: wanted %s-%s but got %s-%s. (%d bytes)\nof %s",
			d.name, seen[0], d.name, d.name, seen[0], d.name, got, len(data), where)
	}
	return errorf("EINTEGRITY", "%s: no algorithm of %q is known", where, want)
}

// integrityOf is the integrity text of data, as npm writes it.
func integrityOf(data []byte) string {
	sum := sha512.Sum512(data)
	return "sha512-" + base64.StdEncoding.EncodeToString(sum[:])
}

func shasum(data []byte) string {
	sum := sha1.Sum(data) //nolint:gosec // the registry's shasum
	return hex.EncodeToString(sum[:])
}

// distIntegrity is what a registry promises of a version's archive.
func distIntegrity(m *manifest) string {
	dist := m.obj("dist")
	if s := dist.str("integrity"); s != "" {
		return s
	}
	if b, err := hex.DecodeString(dist.str("shasum")); err == nil && len(b) == sha1.Size {
		return fmt.Sprintf("sha1-%s", base64.StdEncoding.EncodeToString(b))
	}
	return ""
}
