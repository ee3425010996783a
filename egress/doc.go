// Package egress is the way out of a box: rules, what they let through, and the gateway that holds traffic to them.
//
// A connection to a name or address that is not the box's own comes to the gateway. HTTP and HTTPS end at a server of it,
// which reads each request with net/http's parser, checks it against the rules and sends it on with net/http's client: what
// the outside sees is never the bytes that the box wrote. Only a "tcp" rule passes bytes.
//
// Names of the rules have addresses inside the box that mean nothing outside (198.18.0.0/15, the range for benchmarks,
// RFC 2544): no query leaves the box, and which address a name has is found out when an allowed request is on its way,
// once, and that address is connected to.
package egress
