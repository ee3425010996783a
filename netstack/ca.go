package netstack

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"strings"
	"sync"
	"time"
)

// CA is the certificate authority of one box: what the box's own names prove themselves by, and what its programs trust
// instead of the authorities of the world. It is made when somebody first asks for it. Its key exists in the memory of
// the Go program only: no method gives it away, no file of a box holds it, and it is not derived from a seed that a guest
// could guess. Methods may be called at the same time.
type CA struct {
	now  func() time.Time
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pem  []byte
	err  error // why there is no certificate

	peers func() []*CA // of joined boxes

	mu     sync.Mutex
	leaves map[string]tls.Certificate
}

const (
	caLifetime = 10 * 365 * 24 * time.Hour
	maxLeaves  = 1024 // certificates kept; a guest that invents names makes new ones and nothing grows
	maxNames   = 100  // in one certificate
)

// CA returns the certificate authority of this network.
func (s *Stack) CA() *CA {
	s.caOnce.Do(func() {
		s.ca = newCA(s.hostname, s.now)
		s.ca.peers = s.peerCAs
	})
	return s.ca
}

// newCA makes a key and a certificate that signs others, valid from the day before the box's today for ten years.
func newCA(hostname string, now func() time.Time) *CA {
	ca := &CA{now: now, leaves: map[string]tls.Certificate{}}
	ca.key, ca.err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if ca.err != nil {
		return ca
	}
	if hostname == "" {
		hostname = "localhost"
	}
	from, to := validity(now())
	template := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "sandpit CA of " + hostname, Organization: []string{"sandpit"}},
		NotBefore:             from,
		NotAfter:              to,
		IsCA:                  true,
		BasicConstraintsValid: true,
		MaxPathLenZero:        true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
	}
	var der []byte
	if der, ca.err = ca.sign(template, template, &ca.key.PublicKey); ca.err != nil {
		return ca
	}
	if ca.cert, ca.err = x509.ParseCertificate(der); ca.err != nil {
		return ca
	}
	ca.pem = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return ca
}

// validity is a span around t in whole days, so that two certificates of one day have the same.
func validity(t time.Time) (from, to time.Time) {
	from = t.UTC().Truncate(24 * time.Hour).Add(-24 * time.Hour)
	return from, from.Add(caLifetime)
}

func (ca *CA) sign(template, parent *x509.Certificate, pub *ecdsa.PublicKey) ([]byte, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127)) // RFC 5280, 4.1.2.2: at most 20 octets
	if err != nil {
		return nil, err
	}
	template.SerialNumber = serial
	return x509.CreateCertificate(rand.Reader, template, parent, pub, ca.key)
}

// PEM returns the certificates that the box's programs trust: its own and those of the boxes it was joined with.
func (ca *CA) PEM() []byte {
	b := bytes.Clone(ca.pem)
	for _, o := range ca.peers() {
		b = append(b, o.pem...)
	}
	return b
}

// CertPool returns the same as PEM for a tls.Config.
func (ca *CA) CertPool() *x509.CertPool {
	pool := x509.NewCertPool()
	if ca.cert == nil {
		return pool
	}
	pool.AddCert(ca.cert)
	for _, o := range ca.peers() {
		if o.cert != nil {
			pool.AddCert(o.cert)
		}
	}
	return pool
}

// Now is the time by which certificates of the box are valid: tls.Config.Time of whoever trusts them.
func (ca *CA) Now() time.Time { return ca.now() }

// Certificate returns a server certificate for names (host names, wildcards, IP addresses) with its key, signed by ca. It
// is made on first use and then kept.
func (ca *CA) Certificate(names ...string) (tls.Certificate, error) {
	if ca.err != nil {
		return tls.Certificate{}, fmt.Errorf("certificate authority: %w", ca.err)
	}
	if len(names) == 0 || len(names) > maxNames {
		return tls.Certificate{}, errors.New("certificate: a name is needed")
	}
	for _, n := range names {
		if n == "" || len(n) > 253 || strings.ContainsAny(n, "\x00 \r\n,/\\") {
			return tls.Certificate{}, fmt.Errorf("certificate: %q is not a host name", n)
		}
	}
	id := strings.Join(names, ",")
	ca.mu.Lock()
	defer ca.mu.Unlock()
	if c, ok := ca.leaves[id]; ok {
		return c, nil
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("certificate: %w", err)
	}
	from, to := validity(ca.now())
	template := &x509.Certificate{
		Subject:     pkix.Name{CommonName: names[0]},
		NotBefore:   from,
		NotAfter:    to,
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if len(names[0]) > 64 { // ub-common-name
		template.Subject = pkix.Name{}
	}
	for _, n := range names {
		if ip := net.ParseIP(n); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, n)
		}
	}
	der, err := ca.sign(template, ca.cert, &key.PublicKey)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("certificate: %w", err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("certificate: %w", err)
	}
	c := tls.Certificate{Certificate: [][]byte{der, ca.cert.Raw}, PrivateKey: key, Leaf: leaf}
	if len(ca.leaves) >= maxLeaves {
		clear(ca.leaves)
	}
	ca.leaves[id] = c
	return c, nil
}
