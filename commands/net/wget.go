package net

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var wgetUsage = optparse.Define("wget", "[OPTION]... [URL]...", "", `
-q, --quiet         quiet (no output)
-v, --verbose       be verbose (this is the default)
-n FLAG             nv, nc, nd, nH: see the long names
    --no-verbose    turn off verboseness, without being quiet
    --no-clobber    skip downloads that would download to existing files
    --no-directories  don't create directories
-O FILE, --output-document=FILE  write documents to FILE
-o FILE, --output-file=FILE  log messages to FILE
-P PREFIX, --directory-prefix=PREFIX  save files to PREFIX/..
-c, --continue      resume getting a partially-downloaded file
-S, --server-response  print server response
    --spider        don't download anything
-i FILE, --input-file=FILE  download URLs found in local or external FILE
-T SECONDS, --timeout=SECONDS  set all timeout values to SECONDS
-t NUMBER, --tries=NUMBER  set number of retries
    --header=STRING  insert STRING among the headers
    --post-data=STRING  use the POST method; send STRING as the data
    --post-file=FILE  use the POST method; send contents of FILE
    --method=METHOD  use method METHOD in the request
    --body-data=STRING  send STRING as data
    --body-file=FILE  send contents of FILE
-U AGENT, --user-agent=AGENT  identify as AGENT instead of Wget/VERSION
    --referer=URL   include 'Referer: URL' header in HTTP request
    --user=USER     set both ftp and http user to USER
    --password=PASS  set both ftp and http password to PASS
    --http-user=USER  set http user to USER
    --http-password=PASS  set http password to PASS
    --auth-no-challenge  send Basic HTTP authentication information without first waiting for the server's challenge
    --max-redirect=NUMBER  maximum redirections allowed per page
    --content-on-error  output the received content on server errors
    --content-disposition  honor the Content-Disposition header
    --ca-certificate=FILE   file with the bundle of CAs
    --no-check-certificate  don't validate the server's certificate
    --show-progress  accepted for compatibility
    --progress=TYPE  accepted for compatibility
    --no-cookies    don't use cookies
-4, --inet4-only    accepted for compatibility
-6, --inet6-only    accepted for compatibility
    --no-proxy      accepted for compatibility
    --retry-connrefused  accepted for compatibility
-w SECONDS, --wait=SECONDS  wait SECONDS between retrievals
    --no-dns-cache  accepted for compatibility
`).Status(2)

// wgetRun is one run of wget.
type wgetRun struct {
	p        *kernel.Process
	conns    *connPool
	jar      cookieJar
	log      *kernel.File
	level    int // 0 quiet, 1 -nv, 2 verbose
	doc      string
	docFile  *kernel.File
	prefix   string
	resume   bool
	response bool
	spider   bool
	noClob   bool
	headers  []string
	method   string
	body     []byte
	hasBody  bool
	agent    string
	referer  string
	user     string
	password string
	maxRedir int
	onError  bool
	content  bool
	insecure bool
	caFile   string
	timeout  time.Duration
	loc      *time.Location
	noJar    bool
}

func wget(ctx context.Context, p *kernel.Process) int {
	if _, err := wgetUsage.Parse(p.Args()[1:]); err != nil {
		cmd.Errorf(p, "%s", err)
		cmd.Raw(p, wgetHint)
		return 2
	}
	o, status, done := cmd.Parse(p, wgetUsage)
	if done {
		return status
	}
	w := &wgetRun{jar: cookieJar{oldFirst: true}, p: p, conns: newConnPool(p), level: 2, prefix: "", agent: "Wget/1.21.3", maxRedir: 20, loc: cmd.Location(p)}
	defer w.conns.close()
	urls := o.Args
	for _, m := range o.Options {
		fail := func(err error) int {
			cmd.Raw(p, m.Value+": "+kernel.Strerror(err)+"\n")
			return 3
		}
		switch m.Key {
		case "q":
			w.level = 0
		case "v":
			w.level = 2
		case "n":
			switch m.Value {
			case "v":
				w.level = 1
			case "c":
				w.noClob = true
			}
		case "no-verbose":
			w.level = 1
		case "no-clobber":
			w.noClob = true
		case "O":
			w.doc = m.Value
		case "o":
			f, err := p.Open(m.Value, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
			if err != nil {
				return fail(err)
			}
			w.log = f
			defer f.Close()
		case "P":
			w.prefix = m.Value
		case "c":
			w.resume = true
		case "S":
			w.response = true
		case "spider":
			w.spider = true
		case "i":
			in, err := cmd.Open(p, m.Value)
			if err != nil {
				return fail(err)
			}
			for lines := cmd.NewLineReader(in, '\n'); ; {
				line, _, err := lines.Next()
				if err != nil {
					break
				}
				if s := strings.TrimSpace(string(line)); s != "" && s[0] != '#' {
					urls = append(urls, s)
				}
			}
			in.Close()
		case "T":
			f, err := strconv.ParseFloat(m.Value, 64)
			if err != nil || f < 0 || f > 1e9 {
				cmd.Raw(p, "wget: --timeout: Invalid time period ‘"+m.Value+"’\n")
				return 2
			}
			w.timeout = time.Duration(f * float64(time.Second))
		case "header":
			w.headers = append(w.headers, m.Value)
		case "post-data", "body-data":
			w.body, w.hasBody = []byte(m.Value), true
			if m.Key == "post-data" {
				w.method = "POST"
			}
		case "post-file", "body-file":
			in, err := cmd.OpenFile(p, m.Value)
			if err != nil {
				cmd.Raw(p, "BODY data file ‘"+m.Value+"’ missing: "+kernel.Strerror(err)+"\n")
				return 3
			}
			w.body, err = cmd.ReadAll(in)
			in.Close()
			if err != nil {
				return fail(err)
			}
			w.hasBody = true
			if m.Key == "post-file" {
				w.method = "POST"
			}
		case "method":
			w.method = strings.ToUpper(m.Value)
		case "U":
			w.agent = m.Value
		case "referer":
			w.referer = m.Value
		case "user", "http-user":
			w.user = m.Value
		case "password", "http-password":
			w.password = m.Value
		case "max-redirect":
			w.maxRedir, _ = strconv.Atoi(m.Value)
		case "content-on-error":
			w.onError = true
		case "content-disposition":
			w.content = true
		case "ca-certificate":
			w.caFile = m.Value
		case "no-check-certificate":
			w.insecure = true
		case "no-cookies":
			w.noJar = true
		}
	}
	if len(urls) == 0 {
		cmd.Errorf(p, "missing URL")
		cmd.Raw(p, wgetHint)
		return 1
	}
	if w.doc != "" && w.doc != "-" && !w.spider {
		f, err := p.Open(w.doc, os.O_WRONLY|os.O_CREATE|map[bool]int{true: os.O_APPEND, false: os.O_TRUNC}[w.resume], 0o666)
		if err != nil {
			cmd.Raw(p, w.doc+": "+kernel.Strerror(err)+"\n")
			return 3
		}
		w.docFile = f
		defer f.Close()
	}
	status = 0
	for _, u := range urls {
		if p.Safepoint() != nil {
			return 4
		}
		// The lowest status but 0 is the one reported, as wget's exit codes are ordered.
		if st := w.get(ctx, u); st != 0 && (status == 0 || st < status) {
			status = st
		}
	}
	return status
}

// quotes gives a message the quotes that the locale has.
func (w *wgetRun) quotes(format string) string {
	if cmd.UTF8(w.p) {
		return format
	}
	return strings.NewReplacer("‘", "'", "’", "'").Replace(format)
}

const wgetHint = "Usage: wget [OPTION]... [URL]...\n\nTry `wget --help' for more options.\n"

func (w *wgetRun) say(level int, format string, args ...any) {
	if w.level < level {
		return
	}
	text := fmt.Sprintf(w.quotes(format), args...)
	if w.log != nil {
		_, _ = w.log.Write(w.p.Context(), []byte(text))
		return
	}
	cmd.Raw(w.p, text)
}

func (w *wgetRun) stamp() string {
	return w.p.Kernel().Clock().Now().In(w.loc).Format("2006-01-02 15:04:05")
}

func (w *wgetRun) get(ctx context.Context, raw string) int {
	t, perr := parseTarget(encodeBlank(raw), false)
	if perr != nil {
		if perr.code == curlUnsupported {
			w.say(1, "%s: Unsupported scheme ‘%s’.\n", raw, strings.SplitN(raw, ":", 2)[0])
		} else {
			w.say(1, "%s: Invalid URL.\n", raw)
		}
		return 1
	}
	if w.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, w.timeout)
		defer cancel()
	}
	if w.spider && w.level > 1 {
		w.say(2, "Spider mode enabled. Check if remote file exists.\n")
	}
	name := w.fileName(t)
	if w.noClob && w.doc == "" && !w.spider {
		if _, err := w.p.FS().Stat(name); err == nil {
			w.say(2, "File ‘%s’ already there; not retrieving.\n\n", name)
			return 0
		}
	}
	method, body := w.method, w.body
	if method == "" {
		method = "GET"
		if w.spider {
			method = "HEAD"
		}
	}
	for redirects := 0; ; redirects++ {
		w.say(2, "--%s--  %s\n", w.stamp(), t.text)
		offset := int64(0)
		if w.resume && w.doc == "" {
			if info, err := w.p.FS().Stat(name); err == nil {
				offset = info.Size()
			}
		}
		conn, resp, head, st := w.exchange(ctx, t, method, body, offset)
		if st != 0 {
			return st
		}
		if !w.noJar {
			w.jar.receive(t, resp.Header, w.p.Kernel().Clock().Now())
		}
		if w.response {
			w.say(0, "%s", "\n")
			for _, l := range splitHead(head) {
				w.say(0, "  %s\n", l)
			}
		} else {
			w.say(2, "%d %s\n", resp.StatusCode, strings.TrimSpace(strings.TrimPrefix(resp.Status, strconv.Itoa(resp.StatusCode))))
		}
		if loc := resp.Header.Get("Location"); loc != "" && resp.StatusCode/100 == 3 && resp.StatusCode != 304 {
			_, err := io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
			w.release(conn, resp, err)
			next := t.resolveRef(loc)
			w.say(2, "Location: %s [following]\n", loc)
			if redirects+1 > w.maxRedir {
				w.say(2, "%d redirections exceeded.\n", w.maxRedir)
				return 8
			}
			if t, perr = parseTarget(encodeBlank(next), false); perr != nil {
				w.say(0, "%s: Invalid URL.\n", next)
				return 1
			}
			if method == "POST" && resp.StatusCode != 307 && resp.StatusCode != 308 {
				method, body = "GET", nil
			}
			continue
		}
		return w.deliver(conn, resp, t, name, offset)
	}
}

func (w *wgetRun) release(conn *httpConn, resp *http.Response, err error) {
	if finished(resp, err) {
		w.conns.put(conn)
		return
	}
	_ = conn.Close()
}

// fileName is where a document goes: the last part of the URL, or index.html.
func (w *wgetRun) fileName(t *target) string {
	p, query, has := strings.Cut(t.path, "?")
	name := path.Base(p)
	if strings.HasSuffix(p, "/") {
		name = "index.html"
	}
	if has {
		name += "?" + strings.ReplaceAll(query, "/", "%2F")
	}
	if w.prefix != "" {
		name = strings.TrimSuffix(w.prefix, "/") + "/" + name
	}
	return name
}

func (w *wgetRun) exchange(ctx context.Context, t *target, method string, body []byte, offset int64) (*httpConn, *http.Response, []byte, int) {
	var b strings.Builder
	b.WriteString(method + " " + t.path + " HTTP/1.1\r\n")
	over := map[string]bool{}
	for _, h := range w.headers {
		k, _, _ := strings.Cut(h, ":")
		over[strings.ToLower(k)] = true
	}
	line := func(k, v string) {
		if !over[strings.ToLower(k)] {
			b.WriteString(k + ": " + v + "\r\n")
		}
	}
	line("Host", t.hostHeader())
	if w.referer != "" {
		line("Referer", w.referer)
	}
	if offset > 0 {
		line("Range", fmt.Sprintf("bytes=%d-", offset))
	}
	if w.agent != "" {
		line("User-Agent", w.agent)
	}
	line("Accept", "*/*")
	line("Accept-Encoding", "identity")
	user, password := w.user, w.password
	if u := t.u.User; u != nil && user == "" {
		user = u.Username()
		password, _ = u.Password()
	}
	if user != "" {
		r := http.Request{Header: http.Header{}}
		r.SetBasicAuth(user, password)
		line("Authorization", r.Header.Get("Authorization"))
	}
	line("Connection", "Keep-Alive")
	if body != nil || w.hasBody && method != "GET" {
		line("Content-Type", "application/x-www-form-urlencoded")
		line("Content-Length", strconv.Itoa(len(body)))
	}
	if !w.noJar {
		if c := w.jar.header(t, w.p.Kernel().Clock().Now()); c != "" {
			line("Cookie", c)
		}
	}
	for _, h := range w.headers {
		k, v, _ := strings.Cut(strings.TrimRight(h, "\r\n"), ":")
		b.WriteString(k + ": " + strings.TrimSpace(v) + "\r\n")
	}
	b.WriteString("\r\n")
	key := t.scheme + "://" + t.hostHeader()
	for try := 0; ; try++ {
		conn := w.conns.take(key)
		reused := conn != nil
		if reused {
			w.say(2, "Reusing existing connection to %s:%s.\n", t.host, t.port)
		} else {
			var st int
			if conn, st = w.connect(ctx, t, key); st != 0 {
				return nil, nil, nil, st
			}
		}
		if d, ok := ctx.Deadline(); ok {
			_ = conn.SetDeadline(d)
		}
		w.say(2, "HTTP request sent, awaiting response... ")
		_, err := io.WriteString(conn, b.String())
		if err == nil && len(body) > 0 {
			_, err = conn.Write(body)
		}
		var resp *http.Response
		var head []byte
		for err == nil {
			resp, head, err = conn.response(method)
			if err != nil || resp.StatusCode/100 != 1 {
				break
			}
		}
		if err == nil {
			return conn, resp, head, 0
		}
		_ = conn.Close()
		if reused && try == 0 {
			continue
		}
		switch {
		case err == io.EOF:
			w.say(2, "No data received.\nRetrying.\n\n")
		case timedOut(err):
			w.say(2, "Read error (Connection timed out) in headers.\nGiving up.\n\n")
		default:
			w.say(2, "Read error (%s) in headers.\nGiving up.\n\n", kernel.Strerror(err))
		}
		return nil, nil, nil, 4
	}
}

func (w *wgetRun) connect(ctx context.Context, t *target, key string) (*httpConn, int) {
	shown := t.host
	addrs, err := w.p.Kernel().Net().Lookup(t.host)
	isName := len(addrs) > 0 && addrs[0].String() != t.host
	if isName {
		var list []string
		for _, a := range addrs {
			list = append(list, a.String())
		}
		w.say(2, "Resolving %s (%s)... %s\n", t.host, t.host, strings.Join(list, ", "))
		shown = fmt.Sprintf("%s (%s)|%s|", t.host, t.host, addrs[0])
	}
	_ = err
	conn, derr := w.conns.dial(ctx, key, "tcp", joinHostPort(t.host, t.port))
	if noHost(derr) {
		w.say(2, "Resolving %s (%s)... failed: Name or service not known.\n", t.host, t.host)
		w.say(1, "wget: unable to resolve host address ‘%s’\n", t.host)
		return nil, 4
	}
	if derr != nil {
		w.say(2, "Connecting to %s:%s... failed: %s.\n", shown, t.port, kernel.Strerror(derr))
		return nil, 4
	}
	w.say(2, "Connecting to %s:%s... connected.\n", shown, t.port)
	if t.scheme == "https" {
		if st := w.secure(ctx, conn, t.host); st != 0 {
			_ = conn.Close()
			return nil, st
		}
	}
	return conn, 0
}

func (w *wgetRun) deliver(conn *httpConn, resp *http.Response, t *target, name string, offset int64) int {
	if resp.StatusCode == 416 && offset > 0 {
		w.release(conn, resp, io.ErrUnexpectedEOF)
		w.say(2, "\n    The file is already fully retrieved; nothing to do.\n\n")
		return 0
	}
	if resp.StatusCode >= 400 {
		reason := strings.TrimSpace(strings.TrimPrefix(resp.Status, strconv.Itoa(resp.StatusCode)))
		if w.spider {
			w.release(conn, resp, io.ErrUnexpectedEOF)
			w.say(2, "Remote file does not exist -- broken link!!!\n\n")
			return 8
		}
		if !w.onError {
			_, err := io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
			w.release(conn, resp, err)
			if w.level == 1 {
				w.say(1, "%s:\n", t.text)
			}
			w.say(1, "%s ERROR %d: %s.\n", w.stamp(), resp.StatusCode, reason)
			w.say(2, "\n")
			return 8
		}
	}
	length := resp.ContentLength
	typ := ""
	if ct := resp.Header.Get("Content-Type"); ct != "" {
		ct, _, _ = strings.Cut(ct, ";")
		typ = " [" + ct + "]"
	}
	if length >= 0 {
		human := ""
		if length >= 1024 {
			human = " (" + wgetHuman(length) + ")"
		}
		w.say(2, "Length: %d%s%s\n", length, human, typ)
	} else {
		w.say(2, "Length: unspecified%s\n", typ)
	}
	if w.spider {
		w.release(conn, resp, nil)
		if typ != "" && typ != " [text/html]" {
			w.say(2, "Remote file exists.\n\n")
			return 0
		}
		w.say(2, "Remote file exists and could contain further links,\nbut recursion is disabled -- not retrieving.\n\n")
		return 0
	}
	return w.save(conn, resp, t, name, offset)
}

func wgetHuman(n int64) string {
	f, u := float64(n), -1
	for f >= 1024 && u < 4 {
		f /= 1024
		u++
	}
	if f < 10 {
		return fmt.Sprintf("%.1f%c", f, "KMGTP"[u])
	}
	return fmt.Sprintf("%.0f%c", f, "KMGTP"[u])
}

func (w *wgetRun) save(conn *httpConn, resp *http.Response, t *target, name string, offset int64) int {
	out, shown := io.Writer(nil), w.doc
	switch {
	case w.docFile != nil:
		out = &fileWriter{w.p, w.docFile}
	case w.doc == "-":
		out, shown = w.p.Stdout(), "-"
	default:
		if w.content {
			s := &curlSink{out: curlOutput{remote: true}}
			if s.nameFrom(resp.Header.Get("Content-Disposition")); s.name != "" {
				name = path.Join(path.Dir(name), s.name)
			}
		}
		if w.prefix != "" {
			_ = w.p.FS().MkdirAll(w.prefix, 0o777)
		}
		flag := os.O_WRONLY | os.O_CREATE | os.O_EXCL
		if w.resume {
			flag = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
			if resp.StatusCode == 206 {
				flag = os.O_WRONLY | os.O_APPEND
			}
		} else {
			base := name
			for i := 1; i < 100000; i++ {
				if _, err := w.p.FS().Lstat(name); err != nil {
					break
				}
				name = base + "." + strconv.Itoa(i)
			}
		}
		f, err := w.p.Open(name, flag, 0o666)
		if err != nil {
			_ = conn.Close()
			w.say(1, "%s: %s\n\nCannot write to ‘%s’ (%s).\n", name, kernel.Strerror(err), name, kernel.Strerror(err))
			return 3
		}
		defer f.Close()
		out, shown = &fileWriter{w.p, f}, name
	}
	if shown == "-" {
		w.say(2, "Saving to: ‘STDOUT’\n\n")
	} else {
		w.say(2, "Saving to: ‘%s’\n\n", shown)
	}
	start := w.p.Kernel().Clock().Now()
	src := &countReader{r: resp.Body}
	rerr, werr := cmd.Copy(out, src)
	w.release(conn, resp, rerr)
	if werr != nil {
		w.say(1, "Cannot write to ‘%s’ (%s).\n", shown, kernel.Strerror(werr))
		return 3
	}
	if rerr != nil {
		text := "Connection closed"
		if timedOut(rerr) {
			text = "Read error at byte " + strconv.FormatInt(src.n, 10) + " (Connection timed out)"
		}
		w.say(2, "%s - %s at byte %d. Giving up.\n\n", w.stamp(), text, src.n)
		return 4
	}
	total := src.n
	if resp.StatusCode == 206 {
		total += offset
	}
	size := strconv.FormatInt(total, 10)
	if resp.ContentLength >= 0 {
		size += "/" + size
	}
	speed := float64(src.n) / max(w.p.Kernel().Clock().Now().Sub(start).Seconds(), 1e-6)
	switch w.level {
	case 1:
		n := strconv.FormatInt(src.n, 10)
		if resp.ContentLength >= 0 {
			n += "/" + n
		}
		w.say(1, "%s URL:%s [%s] -> \"%s\" [1]\n", w.stamp(), t.text, n, shown)
	case 2:
		verb := "saved"
		if shown == "-" {
			w.say(2, "%s (%s) - written to stdout [%s]\n\n", w.stamp(), wgetSpeed(speed), size)
			break
		}
		w.say(2, "%s (%s) - ‘%s’ %s [%s]\n\n", w.stamp(), wgetSpeed(speed), shown, verb, size)
	}
	if resp.StatusCode >= 400 {
		return 8
	}
	return 0
}

func wgetSpeed(f float64) string {
	for i, u := range []string{"B/s", "KB/s", "MB/s", "GB/s"} {
		if f < 1024 || i == 3 {
			if i == 0 {
				return fmt.Sprintf("%.0f %s", f, u)
			}
			return fmt.Sprintf("%.3g %s", f, u)
		}
		f /= 1024
	}
	return ""
}

// fileWriter writes to an open file for a process.
type fileWriter struct {
	p *kernel.Process
	f *kernel.File
}

func (w *fileWriter) Write(b []byte) (int, error) { return w.f.Write(w.p.Context(), b) }
