package httpwire

// Error is why a message was refused. Code and Reason are those that Node puts on its parse errors.
type Error struct {
	Code   string // such as HPE_INVALID_METHOD
	Reason string
}

func (e *Error) Error() string { return "Parse Error: " + e.Reason }

func fail(code, reason string) *Error { return &Error{Code: code, Reason: reason} }

var (
	errMethod         = fail("HPE_INVALID_METHOD", "Invalid method encountered")
	errURL            = fail("HPE_INVALID_URL", "Unexpected start char in url")
	errURLChar        = fail("HPE_INVALID_URL", "Invalid characters in url")
	errConstant       = fail("HPE_INVALID_CONSTANT", "Expected HTTP/")
	errVersion        = fail("HPE_INVALID_VERSION", "Invalid HTTP version")
	errAfterVersion   = fail("HPE_INVALID_VERSION", "Expected CRLF after version")
	errStatus         = fail("HPE_INVALID_STATUS", "Invalid status code")
	errStatusText     = fail("HPE_INVALID_STATUS", "Invalid response status")
	errCarriageReturn = fail("HPE_CR_EXPECTED", "Missing expected CR after header value")
	errToken          = fail("HPE_INVALID_HEADER_TOKEN", "Invalid header token")
	errValue          = fail("HPE_INVALID_HEADER_TOKEN", "Invalid header value char")
	errFold           = fail("HPE_INVALID_HEADER_TOKEN", "Unexpected whitespace after header value")
	errLength         = fail("HPE_INVALID_CONTENT_LENGTH", "Invalid character in Content-Length")
	errLengthOverflow = fail("HPE_INVALID_CONTENT_LENGTH", "Content-Length overflow")
	errLengthTwice    = fail("HPE_UNEXPECTED_CONTENT_LENGTH", "Content-Length already present")
	errLengthChunked  = fail("HPE_UNEXPECTED_CONTENT_LENGTH", "Content-Length can't be present with Transfer-Encoding")
	errChunkedLength  = fail("HPE_INVALID_TRANSFER_ENCODING", "Transfer-Encoding can't be present with Content-Length")
	errEncoding       = fail("HPE_INVALID_TRANSFER_ENCODING", "Request has invalid `Transfer-Encoding`")
	errChunkSize      = fail("HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size")
	errChunkOverflow  = fail("HPE_INVALID_CHUNK_SIZE", "Chunk size overflow")
	errChunkEnd       = fail("HPE_STRICT", "Expected LF after chunk data")
	errChunkExt       = fail("HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk extensions")
	errChunkExtSize   = fail("HPE_CHUNK_EXTENSIONS_OVERFLOW", "Chunk extensions overflow")
	errHeaderSize     = fail("HPE_HEADER_OVERFLOW", "Header overflow")
	errClosed         = fail("HPE_CLOSED_CONNECTION", "Data after `Connection: close`")
	errEOF            = fail("HPE_INVALID_EOF_STATE", "Invalid EOF state")
)
