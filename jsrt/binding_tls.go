package jsrt

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// handshakeTime bounds a TLS handshake, as Node's handshakeTimeout does.
const handshakeTime = 120 * time.Second

var tlsVersions = map[string]uint16{"TLSv1": tls.VersionTLS10, "TLSv1.1": tls.VersionTLS11, "TLSv1.2": tls.VersionTLS12, "TLSv1.3": tls.VersionTLS13}

func tlsVersionName(v uint16) string {
	for n, w := range tlsVersions {
		if w == v {
			return n
		}
	}
	return ""
}

// tlsOptions is what lib/tls.js asks for.
type tlsOptions struct {
	server, reject, request bool
	name                    string // of the other end, for the certificate
	ca                      []byte // PEM; empty = the box's own authority
	certs                   []tls.Certificate
	alpn                    []string
	min, max                uint16
}

func (rt *runtime) tlsOptions(o *goja.Object) (*tlsOptions, error) {
	str := func(n string) string {
		if v := o.Get(n); v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
			return v.String()
		}
		return ""
	}
	flag := func(n string) bool { v := o.Get(n); return v != nil && v.ToBoolean() }
	t := &tlsOptions{server: flag("server"), reject: flag("reject"), request: flag("request"), name: str("name"), ca: []byte(str("ca"))}
	t.min, t.max = tlsVersions[str("min")], tlsVersions[str("max")]
	if t.min == 0 {
		t.min = tls.VersionTLS12
	}
	if p := str("alpn"); p != "" {
		t.alpn = strings.Split(p, ",")
	}
	if cert, key := str("cert"), str("key"); cert != "" && key != "" {
		c, err := tls.X509KeyPair([]byte(cert), []byte(key))
		if err != nil {
			return nil, err
		}
		t.certs = []tls.Certificate{c}
	}
	return t, nil
}

// verdict is what became of the other end's certificate: OpenSSL's code and text, both empty when it is good.
type verdict struct{ code, text string }

func (rt *runtime) judge(t *tlsOptions, chain []*x509.Certificate, usage x509.ExtKeyUsage) verdict {
	if len(chain) == 0 {
		return verdict{"UNABLE_TO_GET_ISSUER_CERT", "unable to get issuer certificate"}
	}
	ca := rt.p.Kernel().Net().CA()
	pool := ca.CertPool()
	if len(t.ca) > 0 {
		pool = x509.NewCertPool()
		pool.AppendCertsFromPEM(t.ca)
	}
	mid := x509.NewCertPool()
	for _, c := range chain[1:] {
		mid.AddCert(c)
	}
	_, err := chain[0].Verify(x509.VerifyOptions{Roots: pool, Intermediates: mid, CurrentTime: ca.Now(), KeyUsages: []x509.ExtKeyUsage{usage}})
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	switch {
	case err == nil:
		return verdict{}
	case errors.As(err, &unknown):
		last := chain[len(chain)-1]
		if last.CheckSignatureFrom(last) == nil || string(last.RawIssuer) == string(last.RawSubject) {
			if len(chain) == 1 {
				return verdict{"DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"}
			}
			return verdict{"SELF_SIGNED_CERT_IN_CHAIN", "self-signed certificate in certificate chain"}
		}
		return verdict{"UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unable to verify the first certificate"}
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		if ca.Now().Before(invalid.Cert.NotBefore) {
			return verdict{"CERT_NOT_YET_VALID", "certificate is not yet valid"}
		}
		return verdict{"CERT_HAS_EXPIRED", "certificate has expired"}
	}
	return verdict{"UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unable to verify the first certificate"}
}

func (rt *runtime) tlsConn(t *tlsOptions, c net.Conn) *tls.Conn {
	cfg := &tls.Config{Time: rt.p.Kernel().Net().CA().Now, NextProtos: t.alpn, MinVersion: t.min, MaxVersion: t.max, Certificates: t.certs, ServerName: t.name}
	if t.server {
		if t.request {
			cfg.ClientAuth = tls.RequestClientCert
		}
		return tls.Server(c, cfg)
	}
	cfg.InsecureSkipVerify = true // judged by judge, whose answer lib/ may let pass
	return tls.Client(c, cfg)
}

func bindTLS(rt *runtime) *goja.Object {
	vm := rt.vm
	n := rt.network()
	return rt.object(map[string]hostFunc{
		// start(id, options, cb(error or null, [protocol, cipher, alpn, code, text, certificate, server name])): what the
		// socket sends from now on is TLS
		"start": func(c goja.FunctionCall) goja.Value {
			s := n.conns[c.Argument(0).ToInteger()]
			cb := c.Argument(2)
			if s == nil || s.c == nil {
				return vm.ToValue("ECONNRESET")
			}
			t, err := rt.tlsOptions(c.Argument(1).ToObject(vm))
			if err != nil {
				return vm.ToValue(err.Error())
			}
			raw := s.c
			tc := rt.tlsConn(t, raw)
			s.c, s.io = tc, nil
			s.dialing = true
			s.count()
			rt.goroutine(func() {
				ctx, cancel := context.WithTimeout(rt.ctx, handshakeTime)
				defer cancel()
				defer context.AfterFunc(ctx, func() { raw.Close() })()
				err := tc.HandshakeContext(ctx)
				st := tc.ConnectionState()
				v := verdict{}
				switch {
				case err != nil:
				case !t.server:
					v = rt.judge(t, st.PeerCertificates, x509.ExtKeyUsageServerAuth)
				case t.request:
					v = rt.judge(t, st.PeerCertificates, x509.ExtKeyUsageClientAuth)
				}
				rt.loop.post(func() {
					s.dialing = false
					if s.closed {
						return
					}
					s.count()
					if err != nil {
						rt.callValue(cb, vm.ToValue(err.Error()), goja.Undefined())
						return
					}
					cert := goja.Value(goja.Null())
					if len(st.PeerCertificates) > 0 {
						cert = rt.certificate(st.PeerCertificates[0])
					}
					rt.callValue(cb, goja.Null(), vm.NewArray(tlsVersionName(st.Version), tls.CipherSuiteName(st.CipherSuite), st.NegotiatedProtocol, v.code, v.text, cert, st.ServerName))
				})
			})
			return goja.Null()
		},
		"roots": func(goja.FunctionCall) goja.Value { return vm.ToValue(string(rt.p.Kernel().Net().CA().PEM())) },
		// checkPair(cert, key): the error of a pair that does not fit, or null
		"checkPair": func(c goja.FunctionCall) goja.Value {
			if _, err := tls.X509KeyPair([]byte(c.Argument(0).String()), []byte(c.Argument(1).String())); err != nil {
				return vm.ToValue(err.Error())
			}
			return goja.Null()
		},
		// parse(bytes): a certificate, PEM or DER
		"parse": func(c goja.FunctionCall) goja.Value {
			b := rt.mustBytes(c.Argument(0))
			if p, _ := pem.Decode(b); p != nil {
				b = p.Bytes
			}
			x, err := x509.ParseCertificate(b)
			if err != nil {
				panic(rt.newError("Error", "error:0680007B:asn1 encoding routines::header too long"))
			}
			return rt.certificate(x)
		},
		// signedBy(certificate, issuer) of two DER texts
		"signedBy": func(c goja.FunctionCall) goja.Value {
			a, err1 := x509.ParseCertificate(rt.mustBytes(c.Argument(0)))
			b, err2 := x509.ParseCertificate(rt.mustBytes(c.Argument(1)))
			return vm.ToValue(err1 == nil && err2 == nil && a.CheckSignatureFrom(b) == nil)
		},
	})
}

// certificate is what lib/ is told of one.
func (rt *runtime) certificate(x *x509.Certificate) goja.Value {
	vm := rt.vm
	name := func(n interface{ String() string }) string { return n.String() }
	o := vm.NewObject()
	var alt []string
	for _, d := range x.DNSNames {
		alt = append(alt, "DNS:"+d)
	}
	for _, ip := range x.IPAddresses {
		alt = append(alt, "IP Address:"+ip.String())
	}
	for _, e := range x.EmailAddresses {
		alt = append(alt, "email:"+e)
	}
	colons := func(b []byte) string {
		h := strings.ToUpper(hex.EncodeToString(b))
		var out []string
		for i := 0; i+2 <= len(h); i += 2 {
			out = append(out, h[i:i+2])
		}
		return strings.Join(out, ":")
	}
	f1, f256 := sha1.Sum(x.Raw), sha256.Sum256(x.Raw)
	const layout = "Jan _2 15:04:05 2006 GMT"
	pairs := func(n []string) goja.Value {
		list := make([]any, len(n))
		for i, s := range n {
			list[i] = s
		}
		return vm.NewArray(list...)
	}
	dn := func(p interface{ String() string }) []string {
		var out []string
		for _, part := range strings.Split(name(p), ",") {
			out = append([]string{part}, out...)
		}
		return out
	}
	o.Set("subject", pairs(dn(x.Subject)))
	o.Set("issuer", pairs(dn(x.Issuer)))
	o.Set("altNames", strings.Join(alt, ", "))
	o.Set("serial", strings.ToUpper(x.SerialNumber.Text(16)))
	o.Set("from", x.NotBefore.UTC().Format(layout))
	o.Set("to", x.NotAfter.UTC().Format(layout))
	o.Set("sha1", colons(f1[:]))
	o.Set("sha256", colons(f256[:]))
	o.Set("ca", x.IsCA)
	o.Set("raw", rt.arrayBuffer(append([]byte(nil), x.Raw...)))
	o.Set("pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: x.Raw})))
	o.Set("key", vm.ToValue(&asymKey{nil, x.PublicKey}))
	return o
}
