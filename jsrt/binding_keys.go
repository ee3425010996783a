package jsrt

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"math/big"
	"strings"

	"github.com/dop251/goja"
)

// maxRSABits bounds the keys that are made: the work grows with the fourth power and cannot be stopped.
const maxRSABits = 8192

// asymKey is what a KeyObject of lib/crypto.js stands for: a private key with its public one, or a public key alone.
type asymKey struct {
	priv, pub any
}

func (k *asymKey) kind() string {
	switch k.pub.(type) {
	case *rsa.PublicKey:
		return "rsa"
	case *ecdsa.PublicKey:
		return "ec"
	case ed25519.PublicKey:
		return "ed25519"
	}
	return "x25519"
}

var errKey = errors.New("unsupported key")

// curveNames are OpenSSL's names of curves.
var curveNames = map[string]elliptic.Curve{
	"prime256v1": elliptic.P256(), "P-256": elliptic.P256(), "secp256r1": elliptic.P256(), "secp224r1": elliptic.P224(), "P-224": elliptic.P224(),
	"secp384r1": elliptic.P384(), "P-384": elliptic.P384(), "secp521r1": elliptic.P521(), "P-521": elliptic.P521(),
}

func opensslCurve(c elliptic.Curve) string {
	switch c {
	case elliptic.P224():
		return "secp224r1"
	case elliptic.P384():
		return "secp384r1"
	case elliptic.P521():
		return "secp521r1"
	}
	return "prime256v1"
}

func newPrivate(priv any) (*asymKey, error) {
	switch k := priv.(type) {
	case *rsa.PrivateKey:
		return &asymKey{k, &k.PublicKey}, nil
	case *ecdsa.PrivateKey:
		return &asymKey{k, &k.PublicKey}, nil
	case ed25519.PrivateKey:
		return &asymKey{k, k.Public().(ed25519.PublicKey)}, nil
	case *ecdh.PrivateKey:
		return &asymKey{k, k.PublicKey()}, nil
	}
	return nil, errKey
}

func generateKey(kind string, bits int, curve string) (*asymKey, error) {
	switch kind {
	case "rsa", "rsa-pss":
		if bits < 512 || bits > maxRSABits {
			return nil, errors.New("key size not supported")
		}
		k, err := rsa.GenerateKey(rand.Reader, bits)
		if err != nil {
			return nil, err
		}
		return newPrivate(k)
	case "ec":
		c := curveNames[curve]
		if c == nil {
			return nil, errors.New("Invalid EC curve name")
		}
		k, err := ecdsa.GenerateKey(c, rand.Reader)
		if err != nil {
			return nil, err
		}
		return newPrivate(k)
	case "ed25519":
		_, k, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		return newPrivate(k)
	case "x25519":
		k, err := ecdh.X25519().GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		return newPrivate(k)
	}
	return nil, errKey
}

// parseKey reads DER of any of the usual forms.
func parseKey(der []byte) (*asymKey, error) {
	if k, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		return newPrivate(k)
	}
	if k, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return newPrivate(k)
	}
	if k, err := x509.ParseECPrivateKey(der); err == nil {
		return newPrivate(k)
	}
	if k, err := x509.ParsePKIXPublicKey(der); err == nil {
		return &asymKey{nil, k}, nil
	}
	if k, err := x509.ParsePKCS1PublicKey(der); err == nil {
		return &asymKey{nil, k}, nil
	}
	if c, err := x509.ParseCertificate(der); err == nil {
		return &asymKey{nil, c.PublicKey}, nil
	}
	return nil, errKey
}

// bounded refuses keys that are so large that using them would not end soon.
func bounded(k *asymKey, err error) (*asymKey, error) {
	if err != nil {
		return nil, err
	}
	if p, ok := k.pub.(*rsa.PublicKey); ok && p.N.BitLen() > 2*maxRSABits {
		return nil, errors.New("key size not supported")
	}
	return k, nil
}

func importKey(data []byte) (*asymKey, error) {
	if i := bytes.Index(data, []byte("-----BEGIN")); i >= 0 {
		b, _ := pem.Decode(data[i:])
		if b == nil {
			return nil, errKey
		}
		if strings.Contains(b.Type, "ENCRYPTED") || b.Headers["DEK-Info"] != "" {
			return nil, errors.New("encrypted keys are not supported")
		}
		return parseKey(b.Bytes)
	}
	return parseKey(data)
}

// exportKey writes DER; form is pkcs1, pkcs8, spki or sec1. The second result is the label of a PEM block.
func (k *asymKey) export(form string, private bool) ([]byte, string, error) {
	if private {
		switch p := k.priv.(type) {
		case *rsa.PrivateKey:
			if form == "pkcs1" {
				return x509.MarshalPKCS1PrivateKey(p), "RSA PRIVATE KEY", nil
			}
		case *ecdsa.PrivateKey:
			if form == "sec1" {
				b, err := x509.MarshalECPrivateKey(p)
				return b, "EC PRIVATE KEY", err
			}
		case nil:
			return nil, "", errKey
		}
		b, err := x509.MarshalPKCS8PrivateKey(k.priv)
		return b, "PRIVATE KEY", err
	}
	if p, ok := k.pub.(*rsa.PublicKey); ok && form == "pkcs1" {
		return x509.MarshalPKCS1PublicKey(p), "RSA PUBLIC KEY", nil
	}
	b, err := x509.MarshalPKIXPublicKey(k.pub)
	return b, "PUBLIC KEY", err
}

var b64url = base64.RawURLEncoding

// jwk is the key's fields as a JSON Web Key has them.
func (k *asymKey) jwk(private bool) (map[string]string, error) {
	num := func(n *big.Int) string { return b64url.EncodeToString(n.Bytes()) }
	switch p := k.pub.(type) {
	case *rsa.PublicKey:
		m := map[string]string{"kty": "RSA", "n": num(p.N), "e": num(big.NewInt(int64(p.E)))}
		if private {
			r := k.priv.(*rsa.PrivateKey)
			r.Precompute()
			m["d"], m["p"], m["q"] = num(r.D), num(r.Primes[0]), num(r.Primes[1])
			m["dp"], m["dq"], m["qi"] = num(r.Precomputed.Dp), num(r.Precomputed.Dq), num(r.Precomputed.Qinv)
		}
		return m, nil
	case *ecdsa.PublicKey:
		pt, err := p.Bytes()
		if err != nil {
			return nil, err
		}
		n := (len(pt) - 1) / 2
		m := map[string]string{"kty": "EC", "crv": p.Params().Name, "x": b64url.EncodeToString(pt[1 : 1+n]), "y": b64url.EncodeToString(pt[1+n:])}
		if private {
			d, err := k.priv.(*ecdsa.PrivateKey).Bytes()
			if err != nil {
				return nil, err
			}
			m["d"] = b64url.EncodeToString(d)
		}
		return m, nil
	case ed25519.PublicKey:
		m := map[string]string{"kty": "OKP", "crv": "Ed25519", "x": b64url.EncodeToString(p)}
		if private {
			m["d"] = b64url.EncodeToString(k.priv.(ed25519.PrivateKey).Seed())
		}
		return m, nil
	case *ecdh.PublicKey:
		m := map[string]string{"kty": "OKP", "crv": "X25519", "x": b64url.EncodeToString(p.Bytes())}
		if private {
			m["d"] = b64url.EncodeToString(k.priv.(*ecdh.PrivateKey).Bytes())
		}
		return m, nil
	}
	return nil, errKey
}

func fromJWK(get func(string) string) (*asymKey, error) {
	field := func(name string) []byte {
		b, _ := b64url.DecodeString(strings.TrimRight(get(name), "="))
		return b
	}
	num := func(name string) *big.Int { return new(big.Int).SetBytes(field(name)) }
	switch get("kty") {
	case "RSA":
		pub := rsa.PublicKey{N: num("n"), E: int(num("e").Int64())}
		if get("d") == "" {
			if pub.N.Sign() == 0 || pub.E < 2 {
				return nil, errKey
			}
			return &asymKey{nil, &pub}, nil
		}
		k := &rsa.PrivateKey{PublicKey: pub, D: num("d"), Primes: []*big.Int{num("p"), num("q")}}
		if err := k.Validate(); err != nil {
			return nil, err
		}
		k.Precompute()
		return newPrivate(k)
	case "EC":
		c := curveNames[get("crv")]
		if c == nil {
			return nil, errKey
		}
		if d := field("d"); len(d) > 0 {
			k, err := ecdsa.ParseRawPrivateKey(c, d)
			if err != nil {
				return nil, err
			}
			return newPrivate(k)
		}
		n := (c.Params().BitSize + 7) / 8
		pt := append([]byte{4}, append(leftPad(field("x"), n), leftPad(field("y"), n)...)...)
		k, err := ecdsa.ParseUncompressedPublicKey(c, pt)
		if err != nil {
			return nil, err
		}
		return &asymKey{nil, k}, nil
	case "OKP":
		d, x := field("d"), field("x")
		if get("crv") == "Ed25519" {
			if len(d) == ed25519.SeedSize {
				return newPrivate(ed25519.NewKeyFromSeed(d))
			}
			if len(x) == ed25519.PublicKeySize {
				return &asymKey{nil, ed25519.PublicKey(x)}, nil
			}
		}
		if get("crv") == "X25519" {
			return rawX25519(d, x)
		}
	}
	return nil, errKey
}

func rawX25519(priv, pub []byte) (*asymKey, error) {
	if len(priv) > 0 {
		k, err := ecdh.X25519().NewPrivateKey(priv)
		if err != nil {
			return nil, err
		}
		return newPrivate(k)
	}
	k, err := ecdh.X25519().NewPublicKey(pub)
	if err != nil {
		return nil, err
	}
	return &asymKey{nil, k}, nil
}

func leftPad(b []byte, n int) []byte {
	if len(b) >= n {
		return b
	}
	return append(make([]byte, n-len(b)), b...)
}

var cryptoHashes = map[string]crypto.Hash{
	"md5": crypto.MD5, "sha1": crypto.SHA1, "sha224": crypto.SHA224, "sha256": crypto.SHA256, "sha384": crypto.SHA384, "sha512": crypto.SHA512,
}

func cryptoHash(name string) (crypto.Hash, bool) {
	name = strings.TrimPrefix(strings.ReplaceAll(strings.ToLower(name), "-", ""), "rsa")
	h, ok := cryptoHashes[name]
	return h, ok
}

type ecSig struct{ R, S *big.Int }

// sign makes a signature; digest is empty for Ed25519. padding is "pss" or "pkcs1", p1363 the form r||s of ECDSA.
func (k *asymKey) sign(digest string, data []byte, padding string, salt int, p1363 bool) ([]byte, error) {
	if e, ok := k.priv.(ed25519.PrivateKey); ok {
		return ed25519.Sign(e, data), nil
	}
	h, ok := cryptoHash(digest)
	if !ok {
		return nil, errors.New("Invalid digest: " + digest)
	}
	d := h.New()
	d.Write(data)
	sum := d.Sum(nil)
	switch p := k.priv.(type) {
	case *rsa.PrivateKey:
		if padding == "pss" {
			return rsa.SignPSS(rand.Reader, p, h, sum, &rsa.PSSOptions{SaltLength: salt, Hash: h})
		}
		return rsa.SignPKCS1v15(rand.Reader, p, h, sum)
	case *ecdsa.PrivateKey:
		der, err := ecdsa.SignASN1(rand.Reader, p, sum)
		if err != nil || !p1363 {
			return der, err
		}
		var s ecSig
		if _, err := asn1.Unmarshal(der, &s); err != nil {
			return nil, err
		}
		n := (p.Params().BitSize + 7) / 8
		return append(leftPad(s.R.Bytes(), n), leftPad(s.S.Bytes(), n)...), nil
	}
	return nil, errKey
}

func (k *asymKey) verify(digest string, data, sig []byte, padding string, salt int, p1363 bool) (bool, error) {
	if e, ok := k.pub.(ed25519.PublicKey); ok {
		return ed25519.Verify(e, data, sig), nil
	}
	h, ok := cryptoHash(digest)
	if !ok {
		return false, errors.New("Invalid digest: " + digest)
	}
	d := h.New()
	d.Write(data)
	sum := d.Sum(nil)
	switch p := k.pub.(type) {
	case *rsa.PublicKey:
		if padding == "pss" {
			return rsa.VerifyPSS(p, h, sum, sig, &rsa.PSSOptions{SaltLength: salt, Hash: h}) == nil, nil
		}
		return rsa.VerifyPKCS1v15(p, h, sum, sig) == nil, nil
	case *ecdsa.PublicKey:
		if p1363 {
			n := (p.Params().BitSize + 7) / 8
			if len(sig) != 2*n {
				return false, nil
			}
			der, err := asn1.Marshal(ecSig{new(big.Int).SetBytes(sig[:n]), new(big.Int).SetBytes(sig[n:])})
			if err != nil {
				return false, nil
			}
			sig = der
		}
		return ecdsa.VerifyASN1(p, sum, sig), nil
	}
	return false, errKey
}

func (k *asymKey) encrypt(data []byte, padding, oaep string, label []byte) ([]byte, error) {
	p, ok := k.pub.(*rsa.PublicKey)
	if !ok {
		return nil, errKey
	}
	if padding == "pkcs1" {
		//lint:ignore SA1019 Node offers it, and what packages wrote with it must be readable
		return rsa.EncryptPKCS1v15(rand.Reader, p, data)
	}
	h, ok := cryptoHash(oaep)
	if !ok {
		return nil, errors.New("Invalid digest: " + oaep)
	}
	return rsa.EncryptOAEP(h.New(), rand.Reader, p, data, label)
}

func (k *asymKey) decrypt(data []byte, padding, oaep string, label []byte) ([]byte, error) {
	p, ok := k.priv.(*rsa.PrivateKey)
	if !ok {
		return nil, errKey
	}
	if padding == "pkcs1" {
		//lint:ignore SA1019 as above
		return rsa.DecryptPKCS1v15(rand.Reader, p, data)
	}
	h, ok := cryptoHash(oaep)
	if !ok {
		return nil, errors.New("Invalid digest: " + oaep)
	}
	return rsa.DecryptOAEP(h.New(), rand.Reader, p, data, label)
}

// publicDecrypt undoes what privateEncrypt did: PKCS #1 padding of type 1.
func (k *asymKey) publicDecrypt(data []byte) ([]byte, error) {
	p, ok := k.pub.(*rsa.PublicKey)
	if !ok || len(data) != p.Size() {
		return nil, errKey
	}
	m := leftPad(new(big.Int).Exp(new(big.Int).SetBytes(data), big.NewInt(int64(p.E)), p.N).Bytes(), p.Size())
	if m[0] != 0 || m[1] != 1 {
		return nil, errKey
	}
	i := 2
	for i < len(m) && m[i] == 0xff {
		i++
	}
	if i == len(m) || m[i] != 0 || i < 10 {
		return nil, errKey
	}
	return m[i+1:], nil
}

func toECDH(k *asymKey) (priv *ecdh.PrivateKey, pub *ecdh.PublicKey, err error) {
	switch p := k.pub.(type) {
	case *ecdh.PublicKey:
		pub = p
	case *ecdsa.PublicKey:
		if pub, err = p.ECDH(); err != nil {
			return nil, nil, err
		}
	default:
		return nil, nil, errKey
	}
	switch p := k.priv.(type) {
	case *ecdh.PrivateKey:
		priv = p
	case *ecdsa.PrivateKey:
		priv, err = p.ECDH()
	}
	return priv, pub, err
}

func sharedSecret(a, b *asymKey) ([]byte, error) {
	priv, _, err := toECDH(a)
	if err != nil {
		return nil, err
	}
	_, pub, err := toECDH(b)
	if err != nil {
		return nil, err
	}
	if priv == nil {
		return nil, errKey
	}
	return priv.ECDH(pub)
}

func bindKeys(rt *runtime) *goja.Object {
	vm := rt.vm
	key := func(v goja.Value) *asymKey {
		k, ok := v.Export().(*asymKey)
		if !ok {
			panic(vm.NewTypeError("key expected"))
		}
		return k
	}
	fail := func(err error) {
		o := rt.newError("Error", err.Error())
		o.Set("code", "ERR_OSSL_UNSUPPORTED")
		panic(o)
	}
	blob := func(b []byte, err error) goja.Value {
		if err != nil {
			fail(err)
		}
		return rt.arrayBuffer(b)
	}
	wrap := func(k *asymKey, err error) goja.Value {
		if err != nil {
			fail(err)
		}
		return vm.ToValue(k)
	}
	return rt.object(map[string]hostFunc{
		"generate": func(c goja.FunctionCall) goja.Value {
			return wrap(generateKey(c.Argument(0).String(), int(c.Argument(1).ToInteger()), c.Argument(2).String()))
		},
		// generateAsync(kind, bits, curve, cb(error text or null, key))
		"generateAsync": func(c goja.FunctionCall) goja.Value {
			kind, bits, curve := c.Argument(0).String(), int(c.Argument(1).ToInteger()), c.Argument(2).String()
			cb := c.Argument(3)
			type made struct {
				k   *asymKey
				err error
			}
			rt.do(func() any { k, err := generateKey(kind, bits, curve); return made{k, err} }, func(v any) {
				m := v.(made)
				if m.err != nil {
					rt.callValue(cb, vm.ToValue(m.err.Error()), goja.Undefined())
					return
				}
				rt.callValue(cb, goja.Null(), vm.ToValue(m.k))
			})
			return goja.Undefined()
		},
		"import":  func(c goja.FunctionCall) goja.Value { return wrap(bounded(importKey(rt.mustBytes(c.Argument(0))))) },
		"private": func(c goja.FunctionCall) goja.Value { return vm.ToValue(key(c.Argument(0)).priv != nil) },
		"public":  func(c goja.FunctionCall) goja.Value { return vm.ToValue(&asymKey{nil, key(c.Argument(0)).pub}) },
		"fromJWK": func(c goja.FunctionCall) goja.Value {
			o := c.Argument(0).ToObject(vm)
			return wrap(bounded(fromJWK(func(n string) string {
				if v := o.Get(n); v != nil && !goja.IsUndefined(v) {
					return v.String()
				}
				return ""
			})))
		},
		// raw(kind, bytes): a public key from its bytes, for web crypto: "Ed25519", "X25519" or a curve
		"raw": func(c goja.FunctionCall) goja.Value {
			b := append([]byte(nil), rt.mustBytes(c.Argument(1))...)
			switch kind := c.Argument(0).String(); kind {
			case "Ed25519":
				if len(b) != ed25519.PublicKeySize {
					fail(errKey)
				}
				return vm.ToValue(&asymKey{nil, ed25519.PublicKey(b)})
			case "X25519":
				return wrap(rawX25519(nil, b))
			default:
				curve := curveNames[kind]
				if curve == nil {
					fail(errKey)
				}
				k, err := ecdsa.ParseUncompressedPublicKey(curve, b)
				if err != nil {
					fail(err)
				}
				return vm.ToValue(&asymKey{nil, k})
			}
		},
		"rawPublic": func(c goja.FunctionCall) goja.Value {
			switch p := key(c.Argument(0)).pub.(type) {
			case ed25519.PublicKey:
				return rt.arrayBuffer(append([]byte(nil), p...))
			case *ecdh.PublicKey:
				return rt.arrayBuffer(p.Bytes())
			case *ecdsa.PublicKey:
				return blob(p.Bytes())
			}
			fail(errKey)
			return nil
		},
		// info(key): [type, modulus bits, exponent, curve]
		"info": func(c goja.FunctionCall) goja.Value {
			k := key(c.Argument(0))
			switch p := k.pub.(type) {
			case *rsa.PublicKey:
				return vm.NewArray("rsa", p.N.BitLen(), p.E, "")
			case *ecdsa.PublicKey:
				return vm.NewArray("ec", 0, 0, opensslCurve(p.Curve))
			}
			return vm.NewArray(k.kind(), 0, 0, "")
		},
		// export(key, form, private): [bytes, PEM text]
		"export": func(c goja.FunctionCall) goja.Value {
			b, label, err := key(c.Argument(0)).export(c.Argument(1).String(), c.Argument(2).ToBoolean())
			if err != nil {
				fail(err)
			}
			return vm.NewArray(rt.arrayBuffer(b), string(pem.EncodeToMemory(&pem.Block{Type: label, Bytes: b})))
		},
		"jwk": func(c goja.FunctionCall) goja.Value {
			m, err := key(c.Argument(0)).jwk(c.Argument(1).ToBoolean())
			if err != nil {
				fail(err)
			}
			o := vm.NewObject()
			order := []string{"kty", "n", "e", "x", "y", "crv", "d", "p", "q", "dp", "dq", "qi"}
			if m["kty"] == "OKP" {
				order = []string{"crv", "d", "x", "kty"}
			}
			for _, n := range order { // as Node writes them
				if v, ok := m[n]; ok {
					o.Set(n, v)
				}
			}
			return o
		},
		// sign(key, digest, data, padding, salt, p1363)
		"sign": func(c goja.FunctionCall) goja.Value {
			return blob(key(c.Argument(0)).sign(c.Argument(1).String(), rt.mustBytes(c.Argument(2)), c.Argument(3).String(), int(c.Argument(4).ToInteger()), c.Argument(5).ToBoolean()))
		},
		// verify(key, digest, data, signature, padding, salt, p1363)
		"verify": func(c goja.FunctionCall) goja.Value {
			ok, err := key(c.Argument(0)).verify(c.Argument(1).String(), rt.mustBytes(c.Argument(2)), rt.mustBytes(c.Argument(3)), c.Argument(4).String(), int(c.Argument(5).ToInteger()), c.Argument(6).ToBoolean())
			if err != nil {
				fail(err)
			}
			return vm.ToValue(ok)
		},
		// encrypt and decrypt(key, data, padding, OAEP hash, label)
		"encrypt": func(c goja.FunctionCall) goja.Value {
			return blob(key(c.Argument(0)).encrypt(rt.mustBytes(c.Argument(1)), c.Argument(2).String(), c.Argument(3).String(), rt.mustBytes(c.Argument(4))))
		},
		"decrypt": func(c goja.FunctionCall) goja.Value {
			return blob(key(c.Argument(0)).decrypt(rt.mustBytes(c.Argument(1)), c.Argument(2).String(), c.Argument(3).String(), rt.mustBytes(c.Argument(4))))
		},
		"privateEncrypt": func(c goja.FunctionCall) goja.Value {
			p, ok := key(c.Argument(0)).priv.(*rsa.PrivateKey)
			if !ok {
				fail(errKey)
			}
			return blob(rsa.SignPKCS1v15(nil, p, crypto.Hash(0), rt.mustBytes(c.Argument(1))))
		},
		"publicDecrypt": func(c goja.FunctionCall) goja.Value {
			return blob(key(c.Argument(0)).publicDecrypt(rt.mustBytes(c.Argument(1))))
		},
		"shared": func(c goja.FunctionCall) goja.Value {
			return blob(sharedSecret(key(c.Argument(0)), key(c.Argument(1))))
		},
		// ecPrivate(curve, bytes): a private key from its number; rawPrivate(key) the other way
		"ecPrivate": func(c goja.FunctionCall) goja.Value {
			curve := curveNames[c.Argument(0).String()]
			if curve == nil {
				fail(errKey)
			}
			k, err := ecdsa.ParseRawPrivateKey(curve, leftPad(append([]byte(nil), rt.mustBytes(c.Argument(1))...), (curve.Params().BitSize+7)/8))
			if err != nil {
				fail(err)
			}
			return wrap(newPrivate(k))
		},
		"rawPrivate": func(c goja.FunctionCall) goja.Value {
			p, ok := key(c.Argument(0)).priv.(*ecdsa.PrivateKey)
			if !ok {
				fail(errKey)
			}
			return blob(p.Bytes())
		},
		// modexp(base, exponent, modulus), for Diffie-Hellman
		"modexp": func(c goja.FunctionCall) goja.Value {
			b, e, m := rt.mustBytes(c.Argument(0)), rt.mustBytes(c.Argument(1)), rt.mustBytes(c.Argument(2))
			if len(b) > 1024 || len(e) > 1024 || len(m) > 1024 || len(m) == 0 {
				fail(errors.New("number too large"))
			}
			n := new(big.Int).SetBytes(m)
			if n.Sign() == 0 {
				fail(errKey)
			}
			return rt.arrayBuffer(leftPad(new(big.Int).Exp(new(big.Int).SetBytes(b), new(big.Int).SetBytes(e), n).Bytes(), len(m)))
		},
		"prime": func(c goja.FunctionCall) goja.Value {
			bits := int(c.Argument(0).ToInteger())
			if bits < 2 || bits > 2048 {
				fail(errors.New("prime size not supported"))
			}
			p, err := rand.Prime(rand.Reader, bits)
			if err != nil {
				fail(err)
			}
			return rt.arrayBuffer(p.Bytes())
		},
		"isPrime": func(c goja.FunctionCall) goja.Value {
			b := rt.mustBytes(c.Argument(0))
			if len(b) > 1024 {
				fail(errors.New("number too large"))
			}
			return vm.ToValue(new(big.Int).SetBytes(b).ProbablyPrime(20))
		},
	})
}
