package net

import (
	"bufio"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// ioError says what a failure of the connection means.
func (t *transfer) ioError(err error, sending bool) *curlError {
	ms := t.c.now().Sub(t.started).Milliseconds()
	switch {
	case timedOut(err):
		return &curlError{curlTimeout, fmt.Sprintf("Operation timed out after %d milliseconds with %d bytes received", ms, t.stats.download)}
	case errors.Is(err, errHeadTooLarge):
		return &curlError{curlRecvError, fmt.Sprintf("Too large response headers: %d > %d", maxHead+1, maxHead)}
	case sending:
		return &curlError{curlSendError, "Send failure: " + kernel.Strerror(err)}
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		t.c.note("Empty reply from server")
		return &curlError{curlEmpty, "Empty reply from server"}
	}
	if _, ok := kernel.Errno(err); ok {
		return &curlError{curlRecvError, "Recv failure: " + kernel.Strerror(err)}
	}
	return &curlError{curlWeird, "Weird server reply"}
}

// prefixed puts a mark before every line; the carriage returns stay, as in curl's own output.
func prefixed(mark, head string) string {
	var b strings.Builder
	for line := range strings.Lines(head) {
		b.WriteString(mark + line)
	}
	return b.String()
}

// showHead prints a header for -v, -i, -I and -D.
func (t *transfer) showHead(raw []byte) {
	c := t.c
	if c.verbose {
		cmd.Raw(c.p, prefixed("< ", string(raw)))
	}
	if c.dumpTo != "" {
		if c.dumpTo == "-" {
			_, _ = c.out.Write(raw)
		} else {
			if c.dumpFile == nil {
				c.dumpFile, _ = c.p.Open(c.dumpTo, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
			}
			if c.dumpFile != nil {
				_, _ = c.dumpFile.Write(c.p.Context(), raw)
			}
		}
	}
	if c.include || c.head {
		_ = t.sink.write(raw)
	}
}

// receive handles a response: header, redirect, body.
func (t *transfer) receive(conn *httpConn, resp *http.Response, raw []byte) (next string, failed *curlError) {
	c := t.c
	t.resp, t.head = resp, raw
	t.stats.code = resp.StatusCode
	t.stats.headerSize += int64(len(raw))
	t.stats.numHeaders = len(splitHead(raw)) - 1
	if c.cookies {
		c.jar.receive(t.t, resp.Header, c.now())
	}
	failing := resp.StatusCode >= 400 && (c.fail || c.failBody)
	if loc := resp.Header.Get("Location"); loc != "" && resp.StatusCode/100 == 3 {
		next = t.t.resolveRef(loc)
	}
	if c.fail && failing {
		if c.verbose || c.dumpTo != "" {
			t.showHead(raw)
		}
		_ = conn.Close()
		return "", &curlError{curlHTTPError, fmt.Sprintf("The requested URL returned error: %d", resp.StatusCode)}
	}
	if c.fromName {
		t.sink.nameFrom(resp.Header.Get("Content-Disposition"))
	}
	t.showHead(raw)
	var err error
	following := next != "" && c.follow
	if c.maxSize > 0 && resp.ContentLength > c.maxSize {
		_ = conn.Close()
		return "", &curlError{63, "Maximum file size exceeded"}
	}
	if failed := t.readBody(resp, following); failed != nil {
		_ = conn.Close()
		c.note("Closing connection %d", conn.id)
		return "", failed
	}
	if following {
		switch {
		case resp.StatusCode == 303 && t.method != "HEAD" && !(c.post303 && t.body != nil),
			resp.StatusCode == 301 && t.method == "POST" && !c.post301,
			resp.StatusCode == 302 && t.method == "POST" && !c.post302:
			t.body = nil
			if c.method == "" {
				t.method = "GET"
			}
		}
	}
	if finished(resp, err) && resp.StatusCode != 101 {
		c.conns.put(conn)
		c.note("Connection #%d to host %s left intact", conn.id, t.t.host)
	} else {
		_ = conn.Close()
		c.note("Closing connection %d", conn.id)
	}
	if c.failBody && failing {
		return "", &curlError{curlHTTPError, fmt.Sprintf("The requested URL returned error: %d", resp.StatusCode)}
	}
	return next, nil
}

func (t *transfer) readBody(resp *http.Response, drop bool) *curlError {
	c := t.c
	counted := &countReader{r: resp.Body}
	src, cerr := io.Reader(counted), (*curlError)(nil)
	if c.compress && !drop && t.method != "HEAD" {
		if src, cerr = decoded(counted, resp.Header.Get("Content-Encoding")); cerr != nil {
			return cerr
		}
	}
	buf := make([]byte, 32<<10)
	var failed *curlError
	for {
		n, err := src.Read(buf)
		if n > 0 && !drop {
			if failed = t.sink.write(buf[:n]); failed != nil {
				break
			}
		}
		t.stats.download = counted.n
		if c.maxSize > 0 && t.stats.download > c.maxSize {
			return &curlError{63, "Maximum file size exceeded"}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			switch {
			case timedOut(err):
				out := fmt.Sprintf("%d bytes received", t.stats.download)
				if resp.ContentLength > 0 {
					out = fmt.Sprintf("%d out of %d bytes received", t.stats.download, resp.ContentLength)
				}
				return &curlError{curlTimeout, fmt.Sprintf("Operation timed out after %d milliseconds with %s", c.now().Sub(t.started).Milliseconds(), out)}
			case errors.Is(err, io.ErrUnexpectedEOF) && resp.ContentLength > 0:
				return &curlError{curlPartial, fmt.Sprintf("transfer closed with %d bytes remaining to read", resp.ContentLength-t.stats.download)}
			case errors.Is(err, io.ErrUnexpectedEOF):
				return &curlError{curlPartial, "transfer closed with outstanding read data remaining"}
			}
			if _, ok := kernel.Errno(err); ok {
				return &curlError{curlRecvError, "Recv failure: " + kernel.Strerror(err)}
			}
			return &curlError{curlBadEncoding, "Error while processing content unencoding: " + err.Error()}
		}
	}
	if c.verbose && t.stats.download > 0 {
		cmd.Raw(c.p, fmt.Sprintf("{ [%d bytes data]\n", t.stats.download))
	}
	return failed
}

type countReader struct {
	r io.Reader
	n int64
}

func (c *countReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

// decoded undoes the content codings, the outermost last in the header.
func decoded(r io.Reader, encodings string) (io.Reader, *curlError) {
	list := strings.Split(encodings, ",")
	for i := len(list) - 1; i >= 0; i-- {
		var err error
		switch strings.ToLower(strings.TrimSpace(list[i])) {
		case "", "identity":
		case "gzip", "x-gzip":
			r, err = gzip.NewReader(r)
		case "deflate":
			br := bufio.NewReader(r)
			if head, _ := br.Peek(2); len(head) == 2 && head[0]&0x0f == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
				r, err = zlib.NewReader(br)
			} else {
				r = flate.NewReader(br)
			}
		case "zstd":
			r, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20))
		default:
			return nil, &curlError{curlBadEncoding, "Unrecognized content encoding type. libcurl understands deflate, gzip, zstd content encodings."}
		}
		if err != nil {
			if err == io.EOF {
				return strings.NewReader(""), nil
			}
			return nil, &curlError{curlBadEncoding, "Error while processing content unencoding: " + err.Error()}
		}
	}
	return r, nil
}
