package net

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// systemCAs is where the box's programs find the authorities they trust.
const systemCAs = "/etc/ssl/certs/ca-certificates.crt"

// tlsOptions is how a client of the box speaks TLS.
type tlsOptions struct {
	host     string
	insecure bool
	caFile   string   // "" = the box's own authorities, never the host's
	offer    []string // ALPN, in the order of preference
}

// errCAFile is a file of authorities that has none.
type errCAFile struct{ name string }

func (e *errCAFile) Error() string { return "error setting certificate file: " + e.name }

// verifyError is what is wrong with a certificate, in OpenSSL's words.
type verifyError struct {
	text string
	name bool // the certificate is good, but another's
	code int  // X509_V_ERR_*
}

func (e *verifyError) Error() string { return e.text }

// secure starts TLS on a connection. It returns what a certificate that was accepted all the same (insecure) lacks.
func (c *httpConn) secure(ctx context.Context, p *kernel.Process, o tlsOptions) (flaw *verifyError, err error) {
	pool := x509.NewCertPool()
	file := o.caFile
	if file == "" {
		file = systemCAs
	}
	if b, err := p.FS().ReadFile(file); (err != nil || !pool.AppendCertsFromPEM(b)) && o.caFile != "" && !o.insecure {
		return nil, &errCAFile{o.caFile}
	}
	now := p.Kernel().Clock().Now
	cfg := &tls.Config{
		ServerName: o.host, NextProtos: o.offer, Time: now, MinVersion: tls.VersionTLS12,
		InsecureSkipVerify: true, //nolint:gosec // VerifyConnection does it, to know what is wrong in either case
		VerifyConnection: func(cs tls.ConnectionState) error {
			flaw = verify(cs.PeerCertificates, pool, o.host, now())
			if flaw != nil && !o.insecure {
				return flaw
			}
			return nil
		},
	}
	t := tls.Client(c.raw, cfg)
	if err := t.HandshakeContext(ctx); err != nil {
		return flaw, err
	}
	c.Conn, c.tls = t, t
	return flaw, nil
}

// verify looks for what OpenSSL would find: first the chain, then the name.
func verify(chain []*x509.Certificate, roots *x509.CertPool, host string, now time.Time) *verifyError {
	leaf := chain[0]
	between := x509.NewCertPool()
	for _, c := range chain[1:] {
		between.AddCert(c)
	}
	_, err := leaf.Verify(x509.VerifyOptions{Roots: roots, Intermediates: between, CurrentTime: now})
	if err != nil {
		last := chain[len(chain)-1]
		selfSigned := last.Subject.String() == last.Issuer.String()
		var invalid x509.CertificateInvalidError
		switch {
		case errors.As(err, &invalid) && invalid.Reason == x509.Expired && now.Before(leaf.NotBefore):
			return &verifyError{text: "certificate is not yet valid", code: 9}
		case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
			return &verifyError{text: "certificate has expired", code: 10}
		case selfSigned && len(chain) == 1:
			return &verifyError{text: "self-signed certificate", code: 18}
		case selfSigned:
			return &verifyError{text: "self-signed certificate in certificate chain", code: 19}
		case errors.As(err, &invalid):
			return &verifyError{text: "unsuitable certificate purpose", code: 26}
		}
		return &verifyError{text: "unable to get local issuer certificate", code: 20}
	}
	if leaf.VerifyHostname(host) != nil {
		text := "no alternative certificate subject name matches target host name '" + host + "'"
		if len(leaf.DNSNames)+len(leaf.IPAddresses) == 0 {
			text = "certificate subject name '" + leaf.Subject.CommonName + "' does not match target host name '" + host + "'"
		}
		return &verifyError{text: text, name: true}
	}
	return nil
}

const curlMoreDetails = "\nMore details here: https://curl.se/docs/sslcerts.html\n\ncurl failed to verify the legitimacy of the server and therefore could not\nestablish a secure connection to it. To learn more about this situation and\nhow to fix it, please visit the web page mentioned above."

// tlsError says what a failed handshake means for curl.
func (t *transfer) tlsError(err error) *curlError {
	var (
		ca     *errCAFile
		flaw   *verifyError
		record tls.RecordHeaderError
	)
	switch {
	case errors.As(err, &ca):
		return &curlError{curlBadCAFile, ca.Error()}
	case errors.As(err, &flaw) && flaw.name:
		return &curlError{curlBadCert, "SSL: " + flaw.text + curlMoreDetails}
	case errors.As(err, &flaw):
		return &curlError{curlBadCert, "SSL certificate problem: " + flaw.text + curlMoreDetails}
	case errors.As(err, &record), strings.Contains(err.Error(), "first record does not look like a TLS handshake"):
		return &curlError{curlTLS, "OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number"}
	case timedOut(err):
		return &curlError{curlTimeout, fmt.Sprintf("SSL connection timeout after %d ms", t.c.now().Sub(t.started).Milliseconds())}
	}
	if alert, ok := remoteAlert(err); ok {
		return &curlError{curlTLS, fmt.Sprintf("OpenSSL/3.0.19: error:%08X:SSL routines::%s", 0x0A000000+1000+int(alert), alertReason(alert))}
	}
	if errno, ok := kernel.Errno(err); ok {
		return &curlError{curlTLS, "OpenSSL SSL_connect: " + kernel.Strerror(errno) + " in connection to " + t.t.host + ":" + t.t.port + " "}
	}
	return &curlError{curlTLS, "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to " + t.t.host + ":" + t.t.port + " "}
}

// remoteAlert finds the alert that the peer ended the handshake with; crypto/tls tells it by its text alone.
func remoteAlert(err error) (alert uint8, ok bool) {
	var op *net.OpError
	if !errors.As(err, &op) || op.Op != "remote error" {
		return 0, false
	}
	for alert := range uint8(255) {
		if op.Err.Error() == tls.AlertError(alert).Error() {
			return alert, true
		}
	}
	return 0, false
}

// alertReason is OpenSSL's name for an alert of the peer.
func alertReason(alert uint8) string {
	switch alert {
	case 40:
		return "sslv3 alert handshake failure"
	case 42:
		return "sslv3 alert bad certificate"
	case 46:
		return "sslv3 alert certificate unknown"
	case 112:
		return "tlsv1 unrecognized name"
	case 116:
		return "tlsv13 alert certificate required"
	}
	return "tlsv1 alert " + strings.TrimPrefix(tls.AlertError(alert).Error(), "tls: ")
}

// secure starts TLS for curl, with what -v shows of it.
func (t *transfer) secure(conn *httpConn) *curlError {
	c := t.c
	offer := []string{"h2", "http/1.1"}
	switch {
	case c.http10:
		offer = []string{"http/1.0"}
	case c.http11:
		offer = []string{"http/1.1"}
	}
	c.note("ALPN: offers %s", strings.Join(offer, ","))
	c.note("TLSv1.3 (OUT), TLS handshake, Client hello (1):")
	if !c.insecure {
		file := c.caFile
		if file == "" {
			file = systemCAs
		}
		c.note(" CAfile: %s", file)
		c.note(" CApath: /etc/ssl/certs")
	}
	flaw, err := conn.secure(t.ctx, c.p, tlsOptions{host: t.t.host, insecure: c.insecure, caFile: c.caFile, offer: offer})
	if err != nil {
		if flaw != nil && !flaw.name {
			c.note("TLSv1.3 (OUT), TLS alert, unknown CA (560):")
		}
		failed := t.tlsError(err)
		first, _, _ := strings.Cut(failed.text, "\n")
		c.note("%s", first)
		c.note("Closing connection %d", conn.id)
		return failed
	}
	cs := conn.tls.ConnectionState()
	t.stats.verified = 0
	if flaw != nil {
		t.stats.verified = flaw.code
	}
	if !c.verbose {
		return nil
	}
	version := "TLSv1.3"
	if cs.Version == tls.VersionTLS12 {
		version = "TLSv1.2"
	}
	for _, line := range []string{"IN), TLS handshake, Server hello (2):", "IN), TLS handshake, Encrypted Extensions (8):", "IN), TLS handshake, Certificate (11):",
		"IN), TLS handshake, CERT verify (15):", "IN), TLS handshake, Finished (20):", "OUT), TLS change cipher, Change cipher spec (1):", "OUT), TLS handshake, Finished (20):"} {
		c.note("%s (%s", version, line)
	}
	c.note("SSL connection using %s / %s", version, tls.CipherSuiteName(cs.CipherSuite))
	if cs.NegotiatedProtocol != "" {
		c.note("ALPN: server accepted %s", cs.NegotiatedProtocol)
	} else {
		c.note("ALPN: server did not agree on a protocol. Uses default.")
	}
	leaf := cs.PeerCertificates[0]
	const stamp = "Jan _2 15:04:05 2006 GMT"
	c.note("Server certificate:")
	c.note(" subject: %s", opensslName(leaf.Subject.String()))
	c.note(" start date: %s", leaf.NotBefore.UTC().Format(stamp))
	c.note(" expire date: %s", leaf.NotAfter.UTC().Format(stamp))
	if !c.insecure {
		c.note(" subjectAltName: host \"%s\" matched cert's \"%s\"", t.t.host, matchedName(leaf, t.t.host))
	}
	c.note(" issuer: %s", opensslName(leaf.Issuer.String()))
	if flaw != nil && !flaw.name {
		c.note(" SSL certificate verify result: %s (%d), continuing anyway.", flaw.text, flaw.code)
	} else {
		c.note(" SSL certificate verify ok.")
	}
	return nil
}

// secure starts TLS for wget; what it says is what a wget with GnuTLS says.
func (w *wgetRun) secure(ctx context.Context, conn *httpConn, host string) (status int) {
	flaw, err := conn.secure(ctx, w.p, tlsOptions{host: host, insecure: w.insecure, caFile: w.caFile, offer: []string{"http/1.1"}})
	var ca *errCAFile
	switch {
	case errors.As(err, &ca):
		w.say(1, "ERROR: Failed to open cert %s: (-64).\n", w.caFile)
		return 5
	case err != nil && flaw == nil:
		text := "The TLS connection was non-properly terminated."
		if strings.Contains(err.Error(), "first record does not look like a TLS handshake") {
			text = "An unexpected TLS packet was received."
		}
		w.say(1, "GnuTLS: %s\nUnable to establish SSL connection.\n", text)
		return 4
	case flaw == nil:
		return 0
	}
	grade := "ERROR"
	if w.insecure {
		grade = "WARNING"
	}
	if flaw.name {
		w.say(1, "The certificate's owner does not match hostname ‘%s’\n", host)
	} else {
		w.say(1, "%s: The certificate of ‘%s’ is not trusted.\n", grade, host)
		switch flaw.code {
		case 9:
			w.say(1, "%s: The certificate of ‘%s’ is not yet activated.\n", grade, host)
		case 10:
			w.say(1, "%s: The certificate of ‘%s’ has expired.\n", grade, host)
		default:
			w.say(1, "%s: The certificate of ‘%s’ doesn't have a known issuer.\n", grade, host)
		}
	}
	if w.insecure {
		return 0
	}
	return 5
}

// opensslName writes a distinguished name as OpenSSL does on one line, the most general part first.
func opensslName(rfc2253 string) string {
	parts := strings.Split(rfc2253, ",")
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, "; ")
}

func matchedName(leaf *x509.Certificate, host string) string {
	for _, n := range leaf.DNSNames {
		if strings.EqualFold(n, host) || strings.HasPrefix(n, "*.") && strings.HasSuffix(strings.ToLower(host), strings.ToLower(n[1:])) {
			return n
		}
	}
	for _, ip := range leaf.IPAddresses {
		if ip.Equal(net.ParseIP(host)) {
			return ip.String()
		}
	}
	return leaf.Subject.CommonName
}
