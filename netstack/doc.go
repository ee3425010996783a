// Package netstack is a loopback network in memory: what a machine without a network card offers its programs.
//
// A [Stack] has its own port space on 127.0.0.0/8 and ::1, a small name table, and stream sockets by name
// (AF_UNIX). Listen and Dial return ordinary [net.Listener] and [net.Conn] values, so net/http, TLS and WebSocket
// libraries run on them unchanged, but no byte ever reaches a socket of the host.
//
// # Streams
//
// A connection is two bounded ring buffers, one a direction (64 KiB unless [Config.BufferBytes] says otherwise),
// which grow from a few KiB as they fill. A writer blocks while the peer's buffer is full; that is the whole of the
// flow control. Deadlines, half-close, reset, and what is reported after each of them follow Linux (tcp(7)):
//
//   - closing with unread data, or after SetLinger(0), resets: the peer reads what had already arrived, then
//     ECONNRESET once, then end of file;
//   - the first write after the peer closed is accepted and lost, the next one fails with EPIPE;
//   - a stream on a unix name fails with EPIPE at once instead.
//
// # Addresses and ports
//
// Listening follows Linux's rule for two sockets on one port: a wildcard conflicts with every address of its
// family, "::" (dual stack, as Linux has it by default) with those of IPv4 too, and two specific addresses only
// with themselves. There is no TIME_WAIT: a port is free as soon as its listener is closed. Every port may be bound
// by anyone. A name or address that is not the box's own is unreachable unless [Config.Outbound] is set or [Join] has made
// it a neighbour's.
//
// # Datagrams
//
// A [UDPConn] has Linux's habits: messages keep their bounds, what does not fit is dropped, a connected socket learns
// that nobody listens.
//
// # TLS
//
// Each stack has a certificate authority of its own, see [CA].
//
// # What it does not do
//
// No goroutine belongs to a Stack. Callers block on channels made for their own connection, and time comes from
// package time, so all of it runs inside a testing/synctest bubble. There are no raw sockets, no multicast and broadcast,
// and no datagram sockets on unix names (EPROTONOSUPPORT).
package netstack
