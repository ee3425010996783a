package git

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/capability"
	"github.com/go-git/go-git/v5/plumbing/protocol/packp/sideband"
	"github.com/go-git/go-git/v5/plumbing/revlist"
	"github.com/go-git/go-git/v5/plumbing/storer"
	"github.com/go-git/go-git/v5/plumbing/transport"
	githttp "github.com/go-git/go-git/v5/plumbing/transport/http"
	"github.com/go-git/go-git/v5/storage/filesystem"
)

// remote is another repository: a directory of the box, or a server.
type remote struct {
	g        *run
	url      string
	refs     map[string]plumbing.Hash
	head     string // the branch that its HEAD names
	headHash plumbing.Hash
	local    *filesystem.Storage // of a directory
	dir      string
	bare     bool
	client   transport.Transport // of a server
	endpoint *transport.Endpoint
	idle     func()
}

func isURL(s string) bool {
	return strings.Contains(s, "://") || scpLike(s)
}

// scpLike is host:path.
func scpLike(s string) bool {
	i := strings.IndexByte(s, ':')
	return i > 0 && !strings.Contains(s[:i], "/")
}

// connect opens a remote and reads its references.
func (g *run) connect(url string) (*remote, error) {
	r := &remote{g: g, url: url, refs: map[string]plumbing.Hash{}, idle: func() {}}
	switch {
	case strings.HasPrefix(url, "http://"), strings.HasPrefix(url, "https://"):
		return r, r.dial()
	case strings.HasPrefix(url, "file://"):
		url = strings.TrimPrefix(url, "file://")
	case isURL(url):
		scheme, _, ok := strings.Cut(url, "://")
		if !ok {
			scheme = "ssh"
		}
		return nil, fatal("the %s transport is not supported in this git: use http(s) or a path", scheme)
	}
	fsys := g.p.FS()
	dir, bare, ok := gitDirOf(fsys, fsys.Abs(url))
	if !ok {
		return nil, &failure{"fatal: '" + url + "' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.", 128}
	}
	var err error
	r.dir, r.bare = dir, bare
	if r.local, err = g.storage(dir); err != nil {
		return nil, err
	}
	iter, err := r.local.IterReferences()
	if err != nil {
		return nil, err
	}
	_ = iter.ForEach(func(ref *plumbing.Reference) error {
		if ref.Type() == plumbing.HashReference && strings.HasPrefix(ref.Name().String(), "refs/") {
			r.refs[ref.Name().String()] = ref.Hash()
		}
		return nil
	})
	if ref, err := r.local.Reference(plumbing.HEAD); err == nil {
		if ref.Type() == plumbing.SymbolicReference {
			r.head = ref.Target().String()
			r.headHash = r.refs[r.head]
		} else {
			r.headHash = ref.Hash()
		}
	}
	return r, nil
}

// Close lets go of the connections.
func (r *remote) Close() { r.idle() }

// dial asks a server for its references, over the box's network.
func (r *remote) dial() error {
	g := r.g
	t := &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) { return g.p.Dial(ctx, network, addr) },
		Proxy:       nil,
	}
	r.idle = t.CloseIdleConnections
	r.client = githttp.NewClient(&http.Client{Transport: t})
	var err error
	if r.endpoint, err = transport.NewEndpoint(r.url); err != nil {
		return fatal("unable to access '%s': %v", r.url, err)
	}
	s, err := r.client.NewUploadPackSession(r.endpoint, nil)
	if err != nil {
		return r.accessError(err)
	}
	defer func() { _ = s.Close() }()
	ar, err := s.AdvertisedReferencesContext(g.ctx)
	if errors.Is(err, transport.ErrEmptyRemoteRepository) {
		return nil
	}
	if err != nil {
		return r.accessError(err)
	}
	for n, h := range ar.References {
		r.refs[n] = h
	}
	for n, h := range ar.Peeled {
		r.refs[n+"^{}"] = h
	}
	if ar.Head != nil {
		r.headHash = *ar.Head
	}
	for _, v := range ar.Capabilities.Get(capability.SymRef) {
		if to, ok := strings.CutPrefix(v, "HEAD:"); ok {
			r.head = to
		}
	}
	return nil
}

func (r *remote) accessError(err error) error {
	switch {
	case errors.Is(err, transport.ErrRepositoryNotFound):
		return fatal("repository '%s' not found", r.url)
	case errors.Is(err, transport.ErrAuthenticationRequired), errors.Is(err, transport.ErrAuthorizationFailed):
		return fatal("Authentication failed for '%s'", r.url)
	}
	var dns *net.DNSError
	if errors.As(err, &dns) {
		return fatal("unable to access '%s': Could not resolve host: %s", r.url+"/", dns.Name)
	}
	return fatal("unable to access '%s': %v", r.url+"/", err)
}

// haves lists what the repository has, for a server to leave out.
func (g *run) haves() []plumbing.Hash {
	var out []plumbing.Hash
	for _, ref := range g.references("refs/") {
		if h, ok := g.resolveRef(ref); ok {
			out = append(out, h)
		}
	}
	return out
}

// fetch brings what can be reached from some objects.
func (r *remote) fetch(wants []plumbing.Hash) error {
	g := r.g
	var missing []plumbing.Hash
	seen := map[plumbing.Hash]bool{}
	for _, h := range wants {
		if !seen[h] && g.repo.st.HasEncodedObject(h) != nil {
			missing = append(missing, h)
		}
		seen[h] = true
	}
	if len(missing) == 0 {
		return nil
	}
	if r.local != nil {
		return g.copyObjects(r.local, g.repo.st, missing, nil)
	}
	s, err := r.client.NewUploadPackSession(r.endpoint, nil)
	if err != nil {
		return r.accessError(err)
	}
	defer func() { _ = s.Close() }()
	ar, err := s.AdvertisedReferencesContext(g.ctx)
	if err != nil {
		return r.accessError(err)
	}
	req := packp.NewUploadPackRequestFromCapabilities(ar.Capabilities)
	req.Wants = missing
	req.Haves = g.haves()
	res, err := s.UploadPack(g.ctx, req)
	if err != nil {
		return r.accessError(err)
	}
	defer func() { _ = res.Close() }()
	var pack io.Reader = res
	switch { // the pack comes as one channel of several
	case req.Capabilities.Supports(capability.Sideband64k):
		pack = sideband.NewDemuxer(sideband.Sideband64k, res)
	case req.Capabilities.Supports(capability.Sideband):
		pack = sideband.NewDemuxer(sideband.Sideband, res)
	}
	if err := packfile.UpdateObjectStorage(g.repo.st, &aliveReader{g, pack}); err != nil {
		if alive := g.alive(); alive != nil {
			return alive
		}
		return fatal("fetch-pack: invalid index-pack output: %v", err)
	}
	return nil
}

// aliveReader ends reading when the process is killed.
type aliveReader struct {
	g *run
	r io.Reader
}

func (a *aliveReader) Read(b []byte) (int, error) {
	if err := a.g.alive(); err != nil {
		return 0, err
	}
	return a.r.Read(b)
}

// copyObjects copies what can be reached from some objects of one storage to another that has the rest.
func (g *run) copyObjects(from, to storer.EncodedObjectStorer, wants, haves []plumbing.Hash) error {
	var known []plumbing.Hash
	for _, h := range haves {
		if from.HasEncodedObject(h) == nil {
			known = append(known, h)
		}
	}
	list, err := revlist.Objects(from, wants, known)
	if err != nil {
		return fatal("the remote repository is broken: %v", err)
	}
	for _, h := range list {
		if err := g.alive(); err != nil {
			return err
		}
		if to.HasEncodedObject(h) == nil {
			continue
		}
		o, err := from.EncodedObject(plumbing.AnyObject, h)
		if err != nil {
			return g.objectError(h, err)
		}
		if _, err := readEncoded(o); err != nil {
			return g.objectError(h, err)
		}
		if _, err := to.SetEncodedObject(o); err != nil {
			return err
		}
	}
	return nil
}

// update is a reference that a push moves.
type update struct {
	name     string // at the remote
	source   string // as the user wrote it
	old, new plumbing.Hash
	force    bool
	rejected string
	status   string
}

// push sends what the updates need and moves the references.
func (r *remote) push(updates []*update) error {
	g := r.g
	var wants, haves []plumbing.Hash
	for _, u := range updates {
		if u.rejected == "" && !u.new.IsZero() {
			wants = append(wants, u.new)
		}
	}
	for _, h := range r.refs {
		haves = append(haves, h)
	}
	if r.local != nil {
		if err := g.copyObjects(g.repo.st, r.local, wants, haves); err != nil {
			return err
		}
		for _, u := range updates {
			if u.rejected != "" {
				continue
			}
			name := plumbing.ReferenceName(u.name)
			if !r.bare && u.name == r.head {
				u.rejected = "branch is currently checked out"
				u.status = "remote rejected"
				continue
			}
			var err error
			if u.new.IsZero() {
				err = r.local.RemoveReference(name)
			} else {
				err = r.local.SetReference(plumbing.NewHashReference(name, u.new))
			}
			if err != nil {
				u.rejected, u.status = err.Error(), "remote rejected"
			}
		}
		return nil
	}
	s, err := r.client.NewReceivePackSession(r.endpoint, nil)
	if err != nil {
		return r.accessError(err)
	}
	defer func() { _ = s.Close() }()
	ar, err := s.AdvertisedReferencesContext(g.ctx)
	if err != nil {
		return r.accessError(err)
	}
	req := packp.NewReferenceUpdateRequestFromCapabilities(ar.Capabilities)
	for _, u := range updates {
		if u.rejected == "" {
			req.Commands = append(req.Commands, &packp.Command{Name: plumbing.ReferenceName(u.name), Old: u.old, New: u.new})
		}
	}
	if len(req.Commands) == 0 {
		return nil
	}
	var known []plumbing.Hash
	for _, h := range haves {
		if g.repo.st.HasEncodedObject(h) == nil {
			known = append(known, h)
		}
	}
	list, err := revlist.Objects(g.repo.st, wants, known)
	if err != nil {
		return err
	}
	if len(wants) > 0 {
		pr, pw := io.Pipe()
		done := make(chan struct{})
		encode := func() { // a panic over a damaged object ends this process alone
			err := io.ErrUnexpectedEOF
			defer close(done)
			defer func() { _ = pw.CloseWithError(err) }()
			_, err = packfile.NewEncoder(pw, g.repo.st, false).Encode(list, 10)
		}
		if !g.p.Go(encode) {
			return context.Cause(g.ctx)
		}
		defer func() { _ = pr.Close(); <-done }()
		req.Packfile = pr
	}
	report, err := s.ReceivePack(g.ctx, req)
	if report != nil {
		for _, c := range report.CommandStatuses {
			for _, u := range updates {
				if u.name == c.ReferenceName.String() && c.Status != "ok" {
					u.rejected, u.status = c.Status, "remote rejected"
				}
			}
		}
		if report.UnpackStatus != "ok" {
			return &failure{"error: remote unpack failed: " + report.UnpackStatus + "\nerror: failed to push some refs to '" + r.url + "'", 1}
		}
		return nil
	}
	if err != nil {
		return r.accessError(err)
	}
	return nil
}

// shownURL is a remote as messages name it.
func (r *remote) shownURL() string {
	if r.local != nil && !strings.Contains(r.url, "://") {
		return path.Clean(r.url)
	}
	return r.url
}
