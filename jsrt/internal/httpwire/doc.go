// Package httpwire parses HTTP/1.x messages as they arrive.
//
// It exists because what a Node program may observe of a message (the case and order of its headers, pipelined requests,
// interim answers, the bytes after an upgrade) is lost in net/http. It is strict, as Node's own parser is by default:
// a line ends in CR LF, a field name is followed by its colon at once, there is no line folding, a message never has
// two lengths, and what is not a chunk size is refused. So two parties cannot read different messages out of the same
// bytes (RFC 9112, sections 6 and 11).
//
// Memory is bounded by Limits: the parser holds at most the head of one message and hands body bytes on as they come.
package httpwire
