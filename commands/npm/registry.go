package npm

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

const (
	maxPackument = 128 << 20
	maxTarball   = 256 << 20
	fetchers     = 8 // downloads at a time
	systemCAs    = "/etc/ssl/certs/ca-certificates.crt"
)

// registry asks npm registries over the box's network.
type registry struct {
	p      *kernel.Process
	c      *config
	client *http.Client
	close  func()
	slots  chan struct{}
	wg     sync.WaitGroup
	ctx    context.Context
	cancel context.CancelFunc

	mu    sync.Mutex
	packs map[string]*packFuture
}

// packument is what a registry tells of a package.
type packument struct {
	Name     string                     `json:"name"`
	Tags     map[string]string          `json:"dist-tags"`
	Versions map[string]json.RawMessage `json:"versions"`
	Time     map[string]json.RawMessage `json:"time"`
}

type packFuture struct {
	done chan struct{}
	pack *packument
	err  error
}

func newRegistry(ctx context.Context, p *kernel.Process, c *config) *registry {
	pool := x509.NewCertPool()
	file := c.get("cafile")
	if file == "" {
		file = systemCAs
	}
	if pem, err := p.FS().ReadFile(file); err == nil {
		pool.AppendCertsFromPEM(pem)
	}
	t := &http.Transport{
		DialContext:         func(ctx context.Context, network, addr string) (net.Conn, error) { return p.Dial(ctx, network, addr) },
		TLSClientConfig:     &tls.Config{RootCAs: pool, Time: p.Kernel().Clock().Now, InsecureSkipVerify: c.off("strict-ssl")}, //nolint:gosec // strict-ssl=false asks for it
		MaxIdleConnsPerHost: fetchers, MaxConnsPerHost: fetchers, MaxResponseHeaderBytes: 64 << 10,
		TLSHandshakeTimeout: time.Minute,
	}
	r := &registry{p: p, c: c, slots: make(chan struct{}, fetchers), packs: map[string]*packFuture{}, close: t.CloseIdleConnections}
	r.ctx, r.cancel = context.WithCancel(ctx)
	r.client = &http.Client{Transport: t}
	return r
}

// stop ends what is under way and waits for it.
func (r *registry) stop() {
	r.cancel()
	r.wg.Wait()
	r.close()
}

// work runs f on a goroutine that is waited for; a panic of it becomes an error.
func (r *registry) work(f func() error, done func(error)) {
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		var err error
		defer func() {
			if x := recover(); x != nil {
				err = fmt.Errorf("internal error: %v", x)
			}
			done(err)
		}()
		select {
		case r.slots <- struct{}{}:
			defer func() { <-r.slots }()
		case <-r.ctx.Done():
			err = r.ctx.Err()
			return
		}
		err = f()
	}()
}

// get fetches a URL whole.
func (r *registry) get(link, accept string, max int64) ([]byte, error) {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errorf("EINVALIDURL", "Invalid URL: %s", link)
	}
	req, err := http.NewRequestWithContext(r.ctx, http.MethodGet, link, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept", accept)
	if a := r.c.auth(link); a != "" {
		req.Header.Set("Authorization", a)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, networkError(link, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &statusError{link, resp.StatusCode}
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, max+1))
	if err == nil && int64(len(body)) > max {
		return nil, errorf("EFBIG", "%s is larger than %d bytes", link, max)
	}
	if err != nil {
		return nil, networkError(link, err)
	}
	return body, nil
}

// statusError is an answer other than 200.
type statusError struct {
	url  string
	code int
}

func (e *statusError) Error() string {
	return fmt.Sprintf("%d %s - GET %s", e.code, http.StatusText(e.code), e.url)
}

// asNpm words the answer for the package that was asked for.
func (e *statusError) asNpm(spec string) error {
	ne := &npmError{code: fmt.Sprintf("E%d", e.code), lines: []string{e.Error()}}
	if e.code == http.StatusNotFound {
		ne.prefix = "404 "
		ne.lines = []string{
			strings.TrimPrefix(e.Error(), "404 ") + " - Not found", "", " '" + spec + "' is not in this registry.", "",
			"Note that you can also install from a", "tarball, folder, http url, or git folder."}
	}
	return ne
}

func networkError(link string, err error) error {
	var dns *net.DNSError
	code := "ECONNREFUSED"
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &dns):
		code = "ENOTFOUND"
	case errors.As(err, new(*tls.CertificateVerificationError)):
		code = "UNABLE_TO_VERIFY_LEAF_SIGNATURE"
	case !strings.Contains(err.Error(), "refused"):
		code = "ECONNRESET"
	}
	var ue *url.Error
	if errors.As(err, &ue) {
		err = ue.Err
	}
	return &npmError{code: code, lines: []string{
		"network request to " + link + " failed, reason: " + err.Error(),
		"network This is a problem related to network connectivity.",
		"network In most cases you are behind a proxy or have bad network settings.",
		"network",
		"network The box reaches what its host serves or lets out, see Network."}}
}

// escapeName is a package name as a path: @scope%2fname.
func escapeName(name string) string { return strings.Replace(url.PathEscape(name), "%2F", "%2f", 1) }

// prefetch starts to fetch packuments that will be asked for.
func (r *registry) prefetch(names ...string) {
	for _, n := range names {
		r.future(n)
	}
}

func (r *registry) future(name string) *packFuture {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.packs[name]
	if f != nil {
		return f
	}
	f = &packFuture{done: make(chan struct{})}
	r.packs[name] = f
	r.work(func() error {
		body, err := r.get(r.c.registry(name)+escapeName(name), "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*", maxPackument)
		if err != nil {
			return err
		}
		var pack packument
		if err := json.Unmarshal(body, &pack); err != nil {
			return errorf("EJSONPARSE", "Invalid response body while trying to fetch %s: %v", r.c.registry(name)+escapeName(name), err)
		}
		f.pack = &pack
		return nil
	}, func(err error) {
		f.err = err
		close(f.done)
	})
	return f
}

// packument gives what the registry knows of a package.
func (r *registry) packument(name, spec string) (*packument, error) {
	f := r.future(name)
	select {
	case <-f.done:
	case <-r.ctx.Done():
		return nil, r.ctx.Err()
	}
	var se *statusError
	if errors.As(f.err, &se) {
		return nil, se.asNpm(name + "@" + spec)
	}
	return f.pack, f.err
}

// pick chooses the version for a spec, as npm-pick-manifest does: a tag's; else the one tagged latest when it is in the
// range and neither deprecated nor made for another node; else the highest, those first that are both, then those that are
// for this node, then those that are not deprecated.
func (k *packument) pick(name, spec string) (*manifest, error) {
	if tag, ok := k.Tags[spec]; ok {
		return k.manifest(tag)
	}
	if spec == "" {
		spec = "*"
	}
	if r, ok := parseRange(spec); ok {
		latest := k.Tags["latest"]
		if v, ok := parseSemver(latest); ok && (r.match(v) || spec == "*") {
			if raw := k.Versions[latest]; raw != nil && rankOf(raw) == 0 {
				return k.manifest(latest)
			}
		}
		type candidate struct {
			v    semver
			text string
			rank int
		}
		var best *candidate
		for text, raw := range k.Versions {
			v, good := parseSemver(text)
			if !good || !r.match(v) {
				continue
			}
			c := &candidate{v, text, rankOf(raw)}
			if best == nil || best.rank > c.rank || best.rank == c.rank && best.v.compare(c.v) < 0 {
				best = c
			}
		}
		if best != nil {
			return k.manifest(best.text)
		}
	}
	return nil, &npmError{code: "ETARGET", prefix: "notarget ", lines: []string{
		"No matching version found for " + name + "@" + spec + ".",
		"In most cases you or one of your dependencies are requesting",
		"a package version that doesn't exist."}}
}

// rankOf is 0 for a version to take, 1 for a deprecated one, 2 for one that is for another node, 3 for both.
func rankOf(raw json.RawMessage) int {
	return b2i(deprecated(raw)) + 2*b2i(!engineFits(raw))
}

// engineFits says whether a version is for this node.
func engineFits(raw json.RawMessage) bool {
	if !strings.Contains(string(raw), `"engines"`) {
		return true
	}
	var m struct{ Engines any }
	_ = json.Unmarshal(raw, &m) // what it cannot read asks for nothing
	engines, _ := m.Engines.(map[string]any)
	want, _ := engines["node"].(string)
	r, ok := parseRange(want)
	v, _ := parseSemver(nodeVersion)
	return want == "" || !ok || r.match(v)
}

func deprecated(raw json.RawMessage) bool {
	if !strings.Contains(string(raw), `"deprecated"`) {
		return false
	}
	var d struct{ Deprecated any }
	_ = json.Unmarshal(raw, &d) // what it cannot read is not deprecated
	s, isText := d.Deprecated.(string)
	return isText && s != "" || d.Deprecated == true
}

func (k *packument) manifest(version string) (*manifest, error) {
	raw, ok := k.Versions[version]
	if !ok {
		return nil, errorf("ETARGET", "No matching version found for %s@%s.", k.Name, version)
	}
	o, err := parseJSON(raw)
	if err != nil {
		return nil, err
	}
	return &manifest{object: o}, nil
}

// sorted lists the versions, lowest first.
func (k *packument) sorted() []string {
	var all []semver
	for text := range k.Versions {
		if v, ok := parseSemver(text); ok {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, semver.compare)
	out := make([]string, len(all))
	for i, v := range all {
		out[i] = v.String()
	}
	return out
}

// tarball fetches an archive: of a registry, any http address, or a file of the box.
func (r *registry) tarball(link, base string) ([]byte, error) {
	if !strings.HasPrefix(link, "http://") && !strings.HasPrefix(link, "https://") {
		file := path.Join(base, strings.TrimPrefix(link, "file:"))
		if strings.HasPrefix(strings.TrimPrefix(link, "file:"), "/") {
			file = path.Clean(strings.TrimPrefix(link, "file:"))
		}
		info, err := r.p.FS().Stat(file)
		if err == nil && info.Size() > maxTarball {
			return nil, errorf("EFBIG", "%s is larger than %d bytes", file, int64(maxTarball))
		}
		return r.p.FS().ReadFile(file)
	}
	body, err := r.get(link, "*/*", maxTarball)
	var se *statusError
	if errors.As(err, &se) {
		return nil, se.asNpm(link)
	}
	return body, err
}
