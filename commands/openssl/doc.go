// Package openssl is the openssl command, the part of it that scripts use: digests and HMACs, random bytes, base64,
// symmetric encryption with a password, password hashes, RSA and EC keys, certificates and their requests, and x509 to
// read them. It is built on Go's crypto packages; text and statuses follow OpenSSL 3.0. There is no s_client: use curl.
package openssl
