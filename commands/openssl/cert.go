package openssl

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"encoding/pem"
	"math/big"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

func (t *tool) putPEM(kind string, der []byte) error {
	_, err := t.w.Write(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
	return err
}

// keySize bounds what genrsa makes: the time of a key grows with the fourth power of its size, and cannot be cut short.
const keySize = 4096

func (t *tool) newRSA(bits string) (*rsa.PrivateKey, error) {
	n := 2048
	if bits != "" {
		var err error
		if n, err = strconv.Atoi(bits); err != nil || n < 1024 || n > keySize {
			return nil, fail("%s: the size of a key must be from 1024 to %d bits here, not %s", t.name, keySize, bits)
		}
	}
	return rsa.GenerateKey(rand.Reader, n)
}

func (t *tool) putKey(key crypto.Signer, traditional bool) error {
	if r, ok := key.(*rsa.PrivateKey); ok && traditional {
		return t.putPEM("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(r))
	}
	if e, ok := key.(*ecdsa.PrivateKey); ok && traditional {
		der, err := x509.MarshalECPrivateKey(e)
		if err != nil {
			return fail("%v", err)
		}
		return t.putPEM("EC PRIVATE KEY", der)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fail("%v", err)
	}
	return t.putPEM("PRIVATE KEY", der)
}

func (t *tool) genrsa(args []string) error {
	opt, rest, err := t.flags(args, "out rand", "traditional f4 3")
	if err != nil {
		return err
	}
	bits := ""
	if len(rest) > 0 {
		bits = rest[0]
	}
	key, err := t.newRSA(bits)
	if err != nil {
		return err
	}
	if err := t.output(opt, 0o600); err != nil {
		return err
	}
	return t.putKey(key, opt["traditional"] != "")
}

var curves = map[string]elliptic.Curve{"prime256v1": elliptic.P256(), "P-256": elliptic.P256(), "secp384r1": elliptic.P384(), "P-384": elliptic.P384(), "secp521r1": elliptic.P521(), "P-521": elliptic.P521()}

func (t *tool) newEC(name string) (*ecdsa.PrivateKey, error) {
	c := curves[name]
	if c == nil {
		return nil, fail("unknown curve name (%s)", name)
	}
	return ecdsa.GenerateKey(c, rand.Reader)
}

func (t *tool) genpkey(args []string) error {
	opt, _, err := t.flags(args, "algorithm out pkeyopt", "")
	if err != nil {
		return err
	}
	_, value, _ := strings.Cut(opt["pkeyopt"], ":")
	var key crypto.Signer
	switch strings.ToUpper(opt["algorithm"]) {
	case "RSA":
		key, err = t.newRSA(value)
	case "EC":
		key, err = t.newEC(value)
	case "ED25519":
		_, key, err = ed25519.GenerateKey(rand.Reader)
	default:
		return fail("genpkey: Error initializing %s context", opt["algorithm"])
	}
	if err != nil {
		return err
	}
	if err := t.output(opt, 0o600); err != nil {
		return err
	}
	return t.putKey(key, false)
}

func (t *tool) ecparam(args []string) error {
	opt, _, err := t.flags(args, "name out", "genkey noout list_curves")
	if err != nil {
		return err
	}
	if opt["list_curves"] != "" {
		t.w.Printf("  prime256v1: X9.62/SECG curve over a 256 bit prime field\n  secp384r1 : NIST/SECG curve over a 384 bit prime field\n  secp521r1 : NIST/SECG curve over a 521 bit prime field\n")
		return nil
	}
	if opt["genkey"] == "" {
		return fail("ecparam: only -genkey and -list_curves are supported in this openssl")
	}
	key, err := t.newEC(opt["name"])
	if err != nil {
		return err
	}
	if err := t.output(opt, 0o600); err != nil {
		return err
	}
	return t.putKey(key, true)
}

// readKey reads a private key of any of the usual forms.
func readKey(data []byte) (crypto.Signer, error) {
	for len(data) > 0 {
		var b *pem.Block
		if b, data = pem.Decode(data); b == nil {
			break
		}
		if k, err := x509.ParsePKCS8PrivateKey(b.Bytes); err == nil {
			if s, ok := k.(crypto.Signer); ok {
				return s, nil
			}
		}
		if k, err := x509.ParsePKCS1PrivateKey(b.Bytes); err == nil {
			return k, nil
		}
		if k, err := x509.ParseECPrivateKey(b.Bytes); err == nil {
			return k, nil
		}
	}
	return nil, fail("Could not read private key")
}

func (t *tool) pkey(args []string) error {
	opt, _, err := t.flags(args, "in out passin inform outform", "pubout pubin noout text check traditional modulus")
	if err != nil {
		return err
	}
	in, err := t.input(opt)
	if err != nil {
		return err
	}
	data, err := cmd.ReadAll(in)
	in.Close()
	if err != nil {
		return err
	}
	key, err := readKey(data)
	if err != nil {
		return fail("Could not read private key from %s", orStdin(opt["in"]))
	}
	if err := t.output(opt, 0o600); err != nil {
		return err
	}
	if opt["check"] != "" {
		t.w.Printf("Key is valid\n")
	}
	if r, ok := key.(*rsa.PrivateKey); ok && opt["modulus"] != "" {
		t.w.Printf("Modulus=%X\n", r.N)
	}
	if opt["noout"] != "" {
		return nil
	}
	if opt["pubout"] != "" {
		der, err := x509.MarshalPKIXPublicKey(key.Public())
		if err != nil {
			return fail("%v", err)
		}
		return t.putPEM("PUBLIC KEY", der)
	}
	if t.name == "rsa" {
		_ = t.w.Flush()
		cmd.Raw(t.p, "writing RSA key\n")
	}
	return t.putKey(key, opt["traditional"] != "" || t.name == "ec")
}

func orStdin(name string) string {
	if name == "" {
		return "<stdin>"
	}
	return name
}

// subject reads /C=.../CN=....
func subject(s string) (pkix.Name, error) {
	var n pkix.Name
	if s == "" {
		return n, fail("req: no subject: give one with -subj")
	}
	if s[0] != '/' {
		return n, fail("name is expected to be in the format /type0=value0/type1=value1/type2=... where characters may be escaped by \\. This name is not in that format: '%s'", s)
	}
	for part := range strings.SplitSeq(s[1:], "/") {
		if part == "" {
			continue
		}
		k, v, _ := strings.Cut(part, "=")
		switch k {
		case "CN":
			n.CommonName = v
		case "O":
			n.Organization = append(n.Organization, v)
		case "OU":
			n.OrganizationalUnit = append(n.OrganizationalUnit, v)
		case "C":
			n.Country = append(n.Country, v)
		case "L":
			n.Locality = append(n.Locality, v)
		case "ST":
			n.Province = append(n.Province, v)
		case "emailAddress":
			n.ExtraNames = append(n.ExtraNames, pkix.AttributeTypeAndValue{Type: asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 1}, Value: v})
		default:
			return n, fail("req: Unknown attribute in subject: %s", k)
		}
	}
	return n, nil
}

func (t *tool) req(args []string) error {
	opt, _, err := t.flags(args, "newkey keyout out subj days key addext in config set_serial", "<digest> x509 nodes noenc new batch noout text verify")
	if err != nil {
		return err
	}
	var key crypto.Signer
	made := false
	switch {
	case opt["key"] != "":
		data, err := t.p.FS().ReadFile(opt["key"])
		if err != nil {
			return fail("Can't open \"%s\" for reading, %s", opt["key"], kernel.Strerror(err))
		}
		if key, err = readKey(data); err != nil {
			return fail("Could not read private key from %s", opt["key"])
		}
	default:
		kind, bits, _ := strings.Cut(opt["newkey"], ":")
		made = true
		switch strings.ToLower(kind) {
		case "", "rsa":
			key, err = t.newRSA(bits)
		case "ec":
			key, err = t.newEC("prime256v1")
		case "ed25519":
			_, key, err = ed25519.GenerateKey(rand.Reader)
		default:
			return fail("req: Unknown key type %s", kind)
		}
		if err != nil {
			return err
		}
	}
	name, err := subject(opt["subj"])
	if err != nil {
		return err
	}
	var dns []string
	var ips []net.IP
	var uris []*url.URL
	if ext, ok := strings.CutPrefix(opt["addext"], "subjectAltName"); ok {
		ext = strings.TrimLeft(ext, " =")
		for item := range strings.SplitSeq(ext, ",") {
			k, v, _ := strings.Cut(strings.TrimSpace(item), ":")
			switch k {
			case "DNS":
				dns = append(dns, v)
			case "IP":
				ips = append(ips, net.ParseIP(v))
			case "URI":
				if u, err := url.Parse(v); err == nil {
					uris = append(uris, u)
				}
			}
		}
	}
	if made {
		out := opt["keyout"]
		if out == "" {
			out = "privkey.pem"
		}
		saved := t.w
		if err := t.output(map[string]string{"out": out}, 0o600); err != nil {
			return err
		}
		if err := t.putKey(key, false); err != nil {
			return err
		}
		if err := t.closeOut(); err != nil {
			return err
		}
		t.w = saved
	}
	if err := t.output(opt, 0o666); err != nil {
		return err
	}
	if opt["x509"] == "" {
		der, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{Subject: name, DNSNames: dns, IPAddresses: ips, URIs: uris}, key)
		if err != nil {
			return fail("%v", err)
		}
		return t.putPEM("CERTIFICATE REQUEST", der)
	}
	days := 30
	if opt["days"] != "" {
		if days, err = strconv.Atoi(opt["days"]); err != nil {
			return fail("req: Can't parse \"%s\" as a number", opt["days"])
		}
	}
	serial, err := rand.Int(t.random(), new(big.Int).Lsh(big.NewInt(1), 159))
	if err != nil {
		return err
	}
	now := t.p.Kernel().Clock().Now().UTC().Truncate(time.Second)
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return fail("%v", err)
	}
	id := sha1.Sum(public)
	template := &x509.Certificate{SerialNumber: serial, Subject: name, NotBefore: now, NotAfter: now.AddDate(0, 0, days), IsCA: true, BasicConstraintsValid: true, SubjectKeyId: id[:], DNSNames: dns, IPAddresses: ips, URIs: uris}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return fail("%v", err)
	}
	return t.putPEM("CERTIFICATE", der)
}

// nameText writes a name as openssl does: C = XX, O = Org, CN = name.
func nameText(n pkix.Name) string {
	short := map[string]string{"2.5.4.3": "CN", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST", "2.5.4.10": "O", "2.5.4.11": "OU", "1.2.840.113549.1.9.1": "emailAddress", "2.5.4.5": "serialNumber"}
	var parts []string
	for _, a := range n.Names {
		k := short[a.Type.String()]
		if k == "" {
			k = a.Type.String()
		}
		v, _ := a.Value.(string)
		parts = append(parts, k+" = "+v)
	}
	return strings.Join(parts, ", ")
}

func colons(b []byte) string {
	h := strings.ToUpper(hex.EncodeToString(b))
	var parts []string
	for i := 0; i < len(h); i += 2 {
		parts = append(parts, h[i:i+2])
	}
	return strings.Join(parts, ":")
}

const certTime = "Jan _2 15:04:05 2006 GMT"

func (t *tool) x509(args []string) error {
	opt, _, err := t.flags(args, "in out inform outform days checkend CA CAkey set_serial signkey checkhost", "<digest> noout text subject issuer dates startdate enddate fingerprint serial pubkey modulus req CAcreateserial purpose hash subject_hash")
	if err != nil {
		return err
	}
	if opt["req"] != "" || opt["CA"] != "" || opt["signkey"] != "" {
		return fail("x509: signing is not supported in this openssl; use req -x509")
	}
	in, err := t.input(opt)
	if err != nil {
		return err
	}
	data, err := cmd.ReadAll(in)
	in.Close()
	if err != nil {
		return err
	}
	der := data
	if !strings.EqualFold(opt["inform"], "DER") {
		der = nil
		for rest := data; len(rest) > 0; {
			var b *pem.Block
			if b, rest = pem.Decode(rest); b == nil {
				break
			}
			if b.Type == "CERTIFICATE" {
				der = b.Bytes
				break
			}
		}
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		return fail("Could not read certificate from %s\nUnable to load certificate", orStdin(opt["in"]))
	}
	if err := t.output(opt, 0o666); err != nil {
		return err
	}
	for _, a := range args { // in the order asked for
		switch strings.TrimLeft(a, "-") {
		case "text":
			t.certText(c)
		case "subject":
			t.w.Printf("subject=%s\n", nameText(c.Subject))
		case "issuer":
			t.w.Printf("issuer=%s\n", nameText(c.Issuer))
		case "dates":
			t.w.Printf("notBefore=%s\nnotAfter=%s\n", c.NotBefore.UTC().Format(certTime), c.NotAfter.UTC().Format(certTime))
		case "startdate":
			t.w.Printf("notBefore=%s\n", c.NotBefore.UTC().Format(certTime))
		case "enddate":
			t.w.Printf("notAfter=%s\n", c.NotAfter.UTC().Format(certTime))
		case "serial":
			t.w.Printf("serial=%s\n", serialHex(c))
		case "fingerprint":
			if opt["<digest>"] == "sha256" {
				s := sha256.Sum256(c.Raw)
				t.w.Printf("sha256 Fingerprint=%s\n", colons(s[:]))
			} else {
				s := sha1.Sum(c.Raw)
				t.w.Printf("SHA1 Fingerprint=%s\n", colons(s[:]))
			}
		case "pubkey":
			if err := t.putPEM("PUBLIC KEY", c.RawSubjectPublicKeyInfo); err != nil {
				return err
			}
		case "modulus":
			if r, ok := c.PublicKey.(*rsa.PublicKey); ok {
				t.w.Printf("Modulus=%X\n", r.N)
			}
		}
	}
	if v, ok := opt["checkend"]; ok {
		secs, _ := strconv.ParseInt(v, 10, 64)
		if c.NotAfter.Before(t.p.Kernel().Clock().Now().Add(time.Duration(secs) * time.Second)) {
			t.w.Printf("Certificate will expire\n")
			return &failure{"", 1}
		}
		t.w.Printf("Certificate will not expire\n")
	}
	if opt["noout"] != "" {
		return nil
	}
	if strings.EqualFold(opt["outform"], "DER") {
		_, err := t.w.Write(c.Raw)
		return err
	}
	return t.putPEM("CERTIFICATE", c.Raw)
}

func serialHex(c *x509.Certificate) string {
	h := strings.ToUpper(c.SerialNumber.Text(16))
	if len(h)%2 != 0 {
		h = "0" + h
	}
	return h
}

// block writes bytes fifteen (or eighteen) a line.
func (t *tool) block(b []byte, indent string, width int, upper bool) {
	for i := 0; i < len(b); i += width {
		line := colons(b[i:min(len(b), i+width)])
		if !upper {
			line = strings.ToLower(line)
		}
		if i+width < len(b) {
			line += ":"
		}
		t.w.Printf("%s%s\n", indent, line)
	}
}

func (t *tool) certText(c *x509.Certificate) {
	w := t.w
	w.Printf("Certificate:\n    Data:\n        Version: %d (0x%x)\n        Serial Number:\n", c.Version, c.Version-1)
	if c.SerialNumber.IsInt64() {
		w.Printf("            %d (0x%x)\n", c.SerialNumber.Int64(), c.SerialNumber.Int64())
	} else {
		raw, _ := hex.DecodeString(serialHex(c))
		w.Printf("            %s\n", strings.ToLower(colons(raw)))
	}
	sig := map[x509.SignatureAlgorithm]string{x509.SHA256WithRSA: "sha256WithRSAEncryption", x509.SHA384WithRSA: "sha384WithRSAEncryption", x509.SHA512WithRSA: "sha512WithRSAEncryption", x509.SHA1WithRSA: "sha1WithRSAEncryption",
		x509.ECDSAWithSHA256: "ecdsa-with-SHA256", x509.ECDSAWithSHA384: "ecdsa-with-SHA384", x509.ECDSAWithSHA512: "ecdsa-with-SHA512", x509.PureEd25519: "ED25519"}[c.SignatureAlgorithm]
	w.Printf("        Signature Algorithm: %s\n        Issuer: %s\n        Validity\n            Not Before: %s\n            Not After : %s\n        Subject: %s\n        Subject Public Key Info:\n", sig, nameText(c.Issuer), c.NotBefore.UTC().Format(certTime), c.NotAfter.UTC().Format(certTime), nameText(c.Subject))
	switch k := c.PublicKey.(type) {
	case *rsa.PublicKey:
		w.Printf("            Public Key Algorithm: rsaEncryption\n                Public-Key: (%d bit)\n                Modulus:\n", k.N.BitLen())
		t.block(append([]byte{0}, k.N.Bytes()...), "                    ", 15, false)
		w.Printf("                Exponent: %d (0x%x)\n", k.E, k.E)
	case *ecdsa.PublicKey:
		w.Printf("            Public Key Algorithm: id-ecPublicKey\n                Public-Key: (%d bit)\n                pub:\n", k.Curve.Params().BitSize)
		if raw, err := k.Bytes(); err == nil {
			t.block(raw, "                    ", 15, false)
		}
		oid := map[string]string{"P-256": "prime256v1", "P-384": "secp384r1", "P-521": "secp521r1"}[k.Curve.Params().Name]
		w.Printf("                ASN1 OID: %s\n                NIST CURVE: %s\n", oid, k.Curve.Params().Name)
	case ed25519.PublicKey:
		w.Printf("            Public Key Algorithm: ED25519\n                ED25519 Public-Key:\n                pub:\n")
		t.block(k, "                    ", 15, false)
	}
	if len(c.Extensions) > 0 {
		w.Printf("        X509v3 extensions:\n")
	}
	for _, e := range c.Extensions {
		critical := ""
		if e.Critical {
			critical = "critical"
		}
		head := func(name string) { w.Printf("            %s: %s\n", name, critical) }
		switch e.Id.String() {
		case "2.5.29.14":
			head("X509v3 Subject Key Identifier")
			w.Printf("                %s\n", colons(c.SubjectKeyId))
		case "2.5.29.35":
			head("X509v3 Authority Key Identifier")
			w.Printf("                %s\n", colons(c.AuthorityKeyId))
		case "2.5.29.19":
			head("X509v3 Basic Constraints")
			w.Printf("                CA:%s\n", strings.ToUpper(strconv.FormatBool(c.IsCA)))
		case "2.5.29.17":
			head("X509v3 Subject Alternative Name")
			var names []string
			for _, d := range c.DNSNames {
				names = append(names, "DNS:"+d)
			}
			for _, ip := range c.IPAddresses {
				names = append(names, "IP Address:"+ip.String())
			}
			for _, u := range c.URIs {
				names = append(names, "URI:"+u.String())
			}
			w.Printf("                %s\n", strings.Join(names, ", "))
		default:
			w.Printf("            %s: %s\n", e.Id, critical)
			w.Printf("                %s\n", strings.ToLower(colons(e.Value)))
		}
	}
	w.Printf("    Signature Algorithm: %s\n    Signature Value:\n", sig)
	t.block(c.Signature, "        ", 18, false)
}

func (t *tool) prime(args []string) error {
	opt, rest, err := t.flags(args, "bits", "hex generate safe")
	if err != nil {
		return err
	}
	if opt["generate"] != "" {
		n, err := strconv.Atoi(opt["bits"])
		if err != nil || n < 2 || n > 2048 {
			return fail("prime: Specify the number of bits, at most 2048.")
		}
		v, err := rand.Prime(rand.Reader, n)
		if err != nil {
			return err
		}
		t.w.Printf("%s\n", v)
		return nil
	}
	for _, s := range rest {
		base := 10
		if opt["hex"] != "" {
			base = 16
		}
		v, ok := new(big.Int).SetString(s, base)
		if !ok || v.BitLen() > 4096 {
			return fail("Failed to process value (%s)", s)
		}
		not := "is"
		if !v.ProbablyPrime(20) {
			not = "is not"
		}
		t.w.Printf("%X (%s) %s prime\n", v, s, not)
	}
	return nil
}
