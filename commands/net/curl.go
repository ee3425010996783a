package net

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// curl's exit statuses, libcurl-errors(3).
const (
	curlUnsupported  = 1
	curlUsage        = 2
	curlBadURL       = 3
	curlNoProxy      = 5
	curlNoHost       = 6
	curlNoConnect    = 7
	curlWeird        = 8
	curlPartial      = 18
	curlHTTPError    = 22
	curlWriteError   = 23
	curlReadError    = 26
	curlTimeout      = 28
	curlTLS          = 35
	curlBadResume    = 36
	curlFileFailed   = 37
	curlRedirects    = 47
	curlEmpty        = 52
	curlSendError    = 55
	curlRecvError    = 56
	curlHTTP2        = 92
	curlBadCert      = 60
	curlBadCAFile    = 77
	curlBadEncoding  = 61
	curlFailedSocket = 7
)

// curlError is a failed transfer.
type curlError struct {
	code int
	text string
}

func (e *curlError) Error() string { return e.text }

// curlRun is one run of curl: its options, its cookies, its connections.
type curlRun struct {
	p   *kernel.Process
	out io.Writer
	err io.Writer

	urls       []string
	outputs    []curlOutput
	method     string
	headers    []string
	data       []byte
	hasData    bool
	json       bool
	get        bool
	forms      []formPart
	formError  *curlError
	upload     string
	user       string
	agent      string
	referer    string
	autoRef    bool
	rng        string
	since      string
	follow     bool
	trusted    bool
	maxRedirs  int
	post301    bool
	post302    bool
	post303    bool
	head       bool
	include    bool
	silent     bool
	showError  bool
	fail       bool
	failBody   bool
	failEarly  bool
	verbose    bool
	writeOut   string
	insecure   bool
	caFile     string
	resolve    map[string]string
	connectTo  []string
	timeout    time.Duration
	connectTO  time.Duration
	retry      int
	retryAll   bool
	retryWait  time.Duration
	compress   bool
	dumpTo     string
	unix       string
	http10     bool
	http11     bool
	http2      bool
	http2Prior bool
	remote     bool
	fromName   bool // -J
	outDir     string
	makeDirs   bool
	cont       string
	globOff    bool
	pathAsIs   bool
	maxSize    int64
	proxy      string
	bearer     string

	jar       cookieJar
	jarFile   string
	cookies   bool
	conns     *connPool
	dumpFile  *kernel.File
	openedOut map[string]bool
}

type curlOutput struct {
	file   string
	remote bool
}

func curl(ctx context.Context, p *kernel.Process) int {
	c := &curlRun{p: p, out: p.Stdout(), err: p.Stderr(), agent: "curl/7.88.1", maxRedirs: 50, resolve: map[string]string{}, openedOut: map[string]bool{}}
	c.conns = newConnPool(p)
	defer c.conns.close()
	if st, done := c.parse(p.Args()[1:]); done {
		return st
	}
	if len(p.Args()) == 1 {
		cmd.Raw(p, "curl: try 'curl --help' or 'curl --manual' for more information\n")
		return curlUsage
	}
	if len(c.urls) == 0 {
		return c.usage("no URL specified!")
	}
	return c.run(ctx)
}

func (c *curlRun) usage(text string) int {
	cmd.Raw(c.p, "curl: "+text+"\ncurl: try 'curl --help' or 'curl --manual' for more information\n")
	return curlUsage
}

// curlOptions maps long names to a key; a '=' after the key means that the option takes a value.
var curlOptions = map[string]string{
	"request": "X=", "header": "H=", "data": "d=", "data-ascii": "d=", "data-raw": "data-raw=", "data-binary": "data-binary=",
	"data-urlencode": "data-urlencode=", "get": "G", "form": "F=", "form-string": "form-string=", "user": "u=", "user-agent": "A=",
	"referer": "e=", "location": "L", "location-trusted": "location-trusted", "max-redirs": "max-redirs=", "head": "I", "include": "i",
	"output": "o=", "remote-name": "O", "remote-name-all": "remote-name-all", "remote-header-name": "J", "silent": "s", "show-error": "S",
	"fail": "f", "fail-with-body": "fail-with-body", "fail-early": "fail-early", "write-out": "w=", "insecure": "k", "resolve": "resolve=",
	"connect-to": "connect-to=", "connect-timeout": "connect-timeout=", "max-time": "m=", "retry": "retry=", "retry-delay": "retry-delay=",
	"retry-max-time": "ignored=", "retry-connrefused": "retry-connrefused", "retry-all-errors": "retry-connrefused", "no-buffer": "N",
	"cookie": "b=", "cookie-jar": "c=", "junk-session-cookies": "j", "compressed": "compressed", "upload-file": "T=", "range": "r=",
	"verbose": "v", "http1.1": "http1.1", "http1.0": "0", "http2": "http2", "http2-prior-knowledge": "http2-prior", "unix-socket": "unix-socket=", "abstract-unix-socket": "abstract=", "tls-max": "ignored=", "ciphers": "ignored=", "tls13-ciphers": "ignored=", "capath": "ignored=",
	"ssl-no-revoke": "ignored", "cert-status": "ignored", "alpn": "ignored", "npn": "ignored", "tlsv1": "ignored", "tlsv1.0": "ignored", "tlsv1.1": "ignored", "ssl": "ignored", "url": "url=", "json": "json=",
	"dump-header": "D=", "cacert": "cacert=", "post301": "post301", "post302": "post302", "post303": "post303", "progress-bar": "#",
	"no-progress-meter": "ignored", "create-dirs": "create-dirs", "output-dir": "output-dir=", "ipv4": "4", "ipv6": "6", "noproxy": "ignored=",
	"proxy": "x=", "time-cond": "z=", "continue-at": "C=", "globoff": "g", "path-as-is": "path-as-is", "max-filesize": "max-filesize=",
	"oauth2-bearer": "oauth2-bearer=", "basic": "ignored", "anyauth": "ignored", "tcp-nodelay": "ignored", "no-keepalive": "ignored", "keepalive-time": "ignored=", "proto": "ignored=",
	"proto-redir": "ignored=", "proto-default": "ignored=", "limit-rate": "limit-rate=", "raw": "ignored", "tr-encoding": "ignored", "help": "h",
	"version": "V", "trace-time": "ignored", "stderr": "stderr=", "disable": "q", "parallel": "ignored", "parallel-immediate": "ignored", "parallel-max": "ignored=", "styled-output": "ignored", "tlsv1.2": "ignored",
	"tlsv1.3": "ignored", "ssl-reqd": "ignored", "cert": "E=", "config": "K=", "speed-limit": "ignored=", "speed-time": "ignored=", "expect100-timeout": "ignored=",
}

var curlShort = map[byte]string{
	'X': "X=", 'H': "H=", 'd': "d=", 'G': "G", 'F': "F=", 'u': "u=", 'A': "A=", 'e': "e=", 'L': "L", 'I': "I", 'i': "i", 'o': "o=", 'O': "O",
	'J': "J", 's': "s", 'S': "S", 'f': "f", 'w': "w=", 'k': "k", 'm': "m=", 'N': "N", 'b': "b=", 'c': "c=", 'j': "j", 'T': "T=", 'r': "r=",
	'v': "v", '0': "0", 'D': "D=", '#': "#", '4': "4", '6': "6", 'x': "x=", 'z': "z=", 'C': "C=", 'g': "g", 'h': "h", 'V': "V", 'q': "q",
	'E': "E=", 'K': "K=", 'Z': "ignored", 'y': "ignored=", 'Y': "ignored=",
}

func (c *curlRun) parse(args []string) (status int, done bool) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			c.urls = append(c.urls, args[i+1:]...)
			return 0, false
		case len(a) < 2 || a[0] != '-':
			c.urls = append(c.urls, a)
		case a[1] == '-':
			key, ok := curlOptions[a[2:]]
			off := false
			if !ok && strings.HasPrefix(a, "--no-") {
				key, ok = curlOptions[a[5:]]
				off = true
			}
			if !ok {
				return c.usage("option " + a + ": is unknown"), true
			}
			value := ""
			if k, takes := strings.CutSuffix(key, "="); takes {
				key = k
				if i+1 >= len(args) {
					return c.usage("option " + a + ": requires parameter"), true
				}
				i++
				value = args[i]
			}
			if st, stop := c.option(key, a, value, !off); stop {
				return st, true
			}
		default:
			for j := 1; j < len(a); j++ {
				key, ok := curlShort[a[j]]
				if !ok {
					return c.usage("option " + a + ": is unknown"), true
				}
				value := ""
				k, takes := strings.CutSuffix(key, "=")
				if takes {
					if value = a[j+1:]; value == "" {
						if i+1 >= len(args) {
							return c.usage("option " + a + ": requires parameter"), true
						}
						i++
						value = args[i]
					}
				}
				if st, stop := c.option(k, a, value, true); stop {
					return st, true
				}
				if takes {
					break
				}
			}
		}
	}
	return 0, false
}

func (c *curlRun) option(key, name, v string, on bool) (status int, done bool) {
	switch key {
	case "X":
		c.method = v
	case "H":
		if f, ok := strings.CutPrefix(v, "@"); ok {
			b, err := c.readArg(f)
			if err != nil {
				return c.usage("option " + name + ": error encountered when reading a file"), true
			}
			for line := range strings.Lines(string(b)) {
				if line = strings.TrimRight(line, "\r\n"); line != "" {
					c.headers = append(c.headers, line)
				}
			}
			break
		}
		c.headers = append(c.headers, v)
	case "d", "data-raw", "data-binary", "data-urlencode", "json":
		return c.addData(key, v)
	case "G":
		c.get = on
	case "F", "form-string":
		part, err := c.parseForm(v, key == "form-string")
		if err != nil {
			if errors.Is(err, errFormFile) {
				c.formError = &curlError{curlReadError, err.Error()}
				break
			}
			return c.usage("option " + name + ": is badly used here"), true
		}
		c.forms = append(c.forms, part)
	case "u":
		c.user = v
		if !strings.Contains(v, ":") {
			c.user += ":"
		}
	case "A":
		c.agent = v
	case "e":
		v, c.autoRef = strings.CutSuffix(v, ";auto")
		c.referer = v
	case "L":
		c.follow = on
	case "location-trusted":
		c.follow, c.trusted = on, on
	case "max-redirs":
		n, err := strconv.Atoi(v)
		if err != nil {
			return c.usage("option " + name + ": expected a proper numerical parameter"), true
		}
		c.maxRedirs = n
	case "I":
		c.head = on
	case "i":
		c.include = on
	case "o":
		c.outputs = append(c.outputs, curlOutput{file: v})
	case "O":
		c.outputs = append(c.outputs, curlOutput{remote: true})
	case "remote-name-all":
		c.remote = on
	case "J":
		c.fromName = on
	case "s":
		c.silent = on
	case "S":
		c.showError = on
	case "f":
		c.fail = on
	case "fail-with-body":
		c.failBody = on
	case "fail-early":
		c.failEarly = on
	case "w":
		c.writeOut = v
		if f, ok := strings.CutPrefix(v, "@"); ok {
			b, err := c.readArg(f)
			if err != nil {
				return c.usage("option " + name + ": error encountered when reading a file"), true
			}
			c.writeOut = strings.TrimRight(string(b), "\n")
		}
	case "k":
		c.insecure = on
	case "cacert":
		c.caFile = v
	case "resolve":
		c.addResolve(v)
	case "connect-to":
		c.connectTo = append(c.connectTo, v)
	case "connect-timeout", "m", "retry-delay":
		f, err := strconv.ParseFloat(v, 64)
		if err != nil || f < 0 || f > 1e9 {
			return c.usage("option " + name + ": expected a proper numerical parameter"), true
		}
		d := time.Duration(f * float64(time.Second))
		switch key {
		case "m":
			c.timeout = d
		case "retry-delay":
			c.retryWait = d
		default:
			c.connectTO = d
		}
	case "retry", "max-filesize":
		n, err := strconv.ParseInt(v, 10, 64)
		if err != nil || n < 0 {
			return c.usage("option " + name + ": expected a proper numerical parameter"), true
		}
		if key == "retry" {
			c.retry = int(min(n, 1000))
		} else {
			c.maxSize = n
		}
	case "retry-connrefused":
		c.retryAll = on
	case "b":
		c.cookies = true
		if strings.Contains(v, "=") {
			c.jar.literal = append(c.jar.literal, v)
		} else if v != "" {
			if b, err := c.readArg(v); err == nil {
				c.jar.load(string(b), c.p.Kernel().Clock().Now())
			}
		}
	case "c":
		c.cookies, c.jarFile = true, v
	case "compressed":
		c.compress = on
	case "T":
		c.upload = v
	case "r":
		c.rng = v
	case "C":
		c.cont = v
	case "v":
		c.verbose = on
	case "0":
		c.http10, c.http11, c.http2, c.http2Prior = true, false, false, false
	case "http1.1":
		c.http10, c.http11, c.http2, c.http2Prior = false, true, false, false
	case "http2":
		c.http10, c.http11, c.http2, c.http2Prior = false, false, true, false
	case "http2-prior":
		c.http10, c.http11, c.http2, c.http2Prior = false, false, false, true
	case "D":
		c.dumpTo = v
	case "abstract":
		c.unix = "@" + v
	case "unix-socket":
		c.unix = v
	case "url":
		c.urls = append(c.urls, v)
	case "post301":
		c.post301 = on
	case "post302":
		c.post302 = on
	case "post303":
		c.post303 = on
	case "create-dirs":
		c.makeDirs = on
	case "output-dir":
		c.outDir = v
	case "x":
		c.proxy = v
	case "g":
		c.globOff = on
	case "path-as-is":
		c.pathAsIs = on
	case "oauth2-bearer":
		c.bearer = v
	case "z":
		c.since = v
	case "h":
		_, _ = io.WriteString(c.out, curlHelp)
		return 0, true
	case "V":
		_, _ = io.WriteString(c.out, "curl 7.88.1 (sandpit)\nProtocols: http https\nFeatures: HTTP2 HTTPS-proxy libz UnixSockets zstd\n")
		return 0, true
	case "E", "K":
		return c.usage("option " + name + ": is not supported here"), true
	}
	return 0, false
}

const curlHelp = `Usage: curl [options...] <url>
 -d, --data <data>          HTTP POST data
 -f, --fail                 Fail fast with no output on HTTP errors
 -h, --help <category>      Get help for commands
 -i, --include              Include protocol response headers in the output
 -o, --output <file>        Write to file instead of stdout
 -O, --remote-name          Write output to a file named as the remote file
 -s, --silent               Silent mode
 -T, --upload-file <file>   Transfer local FILE to destination
 -u, --user <user:password> Server user and password
 -A, --user-agent <name>    Send User-Agent <name> to server
 -v, --verbose              Make the operation more talkative
 -V, --version              Show version number and quit
`

// readArg reads a file that an option names, "-" being standard input.
func (c *curlRun) readArg(name string) ([]byte, error) {
	in, err := cmd.Open(c.p, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return cmd.ReadAll(in)
}

// addResolve takes HOST:PORT:ADDRESS.
func (c *curlRun) addResolve(v string) {
	v = strings.TrimPrefix(v, "+")
	parts := strings.SplitN(v, ":", 3)
	if len(parts) == 3 {
		addr, _, _ := strings.Cut(parts[2], ",")
		c.resolve[strings.ToLower(parts[0])+":"+parts[1]] = strings.Trim(addr, "[]")
	}
}
