package sandpit_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sandpit-dev/sandpit"
)

func build(t testing.TB, opts sandpit.BuildOptions) *sandpit.Image {
	t.Helper()
	img, err := sandpit.BuildImage(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func tarball(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	zw := gzip.NewWriter(&b)
	tw := tar.NewWriter(zw)
	for name, text := range files {
		if err := tw.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := tw.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(tw.Close(), zw.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestBuildImage(t *testing.T) {
	when := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	files := fstest.MapFS{
		"Dockerfile": {Data: []byte(`# syntax=docker/dockerfile:1
ARG BASE=sandpit
FROM ${BASE} AS build
ARG VERSION
ARG GREETING="hello there"
ENV APP=/app NODE_ENV=production \
    SHOWN="$GREETING, $VERSION"
WORKDIR $APP
COPY package.json *.js ./
RUN echo "built $VERSION by $(id -un) in $PWD" > built && mkdir out && cat package.json > out/p
RUN ["touch", "a b"]
RUN <<EOF
set -e
echo "$SHOWN" > shown
echo \$HOME is $HOME >> shown
EOF
COPY <<one <<'two' docs/
$APP
one
$APP
two

FROM sandpit
LABEL title="A box" maintainer=nobody
COPY --from=build /app/ /srv/
COPY --chown=user:user --chmod=751 src /home/user/src
ADD site.tar.gz /www/
ADD --chown=1000 plain.txt /www/plain.txt
USER user
WORKDIR /home/user
EXPOSE 3000 53/udp
ENV GREETING hello  world
ENTRYPOINT ["cat"]
CMD ["/srv/built", "/srv/shown"]
`)},
		"package.json":    {Data: []byte(`{"name":"x"}`), ModTime: when},
		"main.js":         {Data: []byte("1")},
		"lib.js":          {Data: []byte("2")},
		"src/a/deep":      {Data: []byte("deep")},
		"src/run.sh":      {Data: []byte("#!/bin/sh"), Mode: 0o755},
		"src/secret.env":  {Data: []byte("TOKEN=1")},
		"src/keep.env":    {Data: []byte("OK=1")},
		"plain.txt":       {Data: []byte("plain")},
		"site.tar.gz":     {Data: tarball(t, map[string]string{"index.html": "<p>", "css/a.css": "a{}"})},
		".dockerignore":   {Data: []byte("# secrets\n**/*.env\n!src/keep.env\nnode_modules\n")},
		"node_modules/x":  {Data: []byte("x")},
		"src/node.js/x.y": {Data: []byte("x")},
	}
	var out strings.Builder
	cache := new(sandpit.BuildCache)
	opts := sandpit.BuildOptions{Context: files, Args: map[string]string{"VERSION": "1.2"}, Cache: cache, Output: &out}
	img := build(t, opts)
	if diff := cmp.Diff(sandpit.ImageConfig{
		Env: map[string]string{"GREETING": "hello  world"}, Dir: "/home/user", User: "user",
		Entrypoint: []string{"cat"}, Cmd: []string{"/srv/built", "/srv/shown"}, Ports: []string{"3000", "53/udp"},
		Labels: map[string]string{"title": "A box", "maintainer": "nobody"},
	}, img.Config()); diff != "" {
		t.Error(diff)
	}
	sb := create(t, sandpit.Options{Image: img})
	cmd, err := sb.ImageCommand(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := cmd.CombinedOutput(); err != nil || string(got) != "built 1.2 by root in /app\nhello there, 1.2\n$HOME is /root\n" {
		t.Errorf("the image's command: %q, %v", got, err)
	}
	cmd, err = sb.ImageCommand(context.Background(), "/srv/out/p")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := cmd.Output(); err != nil || string(got) != `{"name":"x"}` {
		t.Errorf("the command with an argument: %q, %v", got, err)
	}
	for script, want := range map[string]string{
		"cd /srv; find . | sort | tr '\\n' ' '":                                                           ". ./a b ./built ./docs ./docs/one ./docs/two ./lib.js ./main.js ./out ./out/p ./package.json ./shown ",
		"cat /srv/docs/one /srv/docs/two":                                                                 "/app\n$APP\n",
		"cd src; find . | sort | xargs stat -c '%n %a %U'":                                                ". 755 user\n./a 755 user\n./a/deep 751 user\n./keep.env 751 user\n./node.js 755 user\n./node.js/x.y 751 user\n./run.sh 751 user\n",
		"cat /www/index.html /www/css/a.css /www/plain.txt; stat -c %u:%g /www/index.html /www/plain.txt": "<p>a{}plain0:0\n1000:1000\n",
		"stat -c %Y /srv/package.json":                                                                    "1577934245\n",
		"pwd; id -un; echo \"$GREETING\"":                                                                 "/home/user\nuser\nhello  world\n",
	} {
		if got := sh(t, sb, "("+script+")"); got != want {
			t.Errorf("%s:\n got %q\nwant %q", script, got, want)
		}
	}
	if !strings.Contains(out.String(), "Step 3/") || strings.Contains(out.String(), "Using cache") {
		t.Errorf("the first build printed\n%s", out.String())
	}

	// The second build takes all from the cache; one with another file does from that step on.
	steps := strings.Count(out.String(), "Step ")
	for _, c := range []struct {
		name   string
		change func()
		cached int
	}{
		{"nothing new", func() {}, 9},
		{"the last file", func() { files["plain.txt"] = &fstest.MapFile{Data: []byte("other")} }, 8},
		{"an argument that RUN sees", func() { opts.Args = map[string]string{"VERSION": "2"} }, 1},
		{"back again", func() { opts.Args = map[string]string{"VERSION": "1.2"} }, 9},
	} {
		out.Reset()
		c.change()
		build(t, opts)
		if n := strings.Count(out.String(), "Step "); n != steps {
			t.Errorf("%s: %d steps, not %d", c.name, n, steps)
		}
		if n := strings.Count(out.String(), "Using cache"); n != c.cached {
			t.Errorf("%s: %d steps from the cache, not %d:\n%s", c.name, n, c.cached, out.String())
		}
	}

	// A stage alone.
	stage := build(t, sandpit.BuildOptions{Context: files, Target: "build"})
	if got := sh(t, create(t, sandpit.Options{Image: stage}), "pwd; id -un; echo $NODE_ENV; cat built"); got != "/app\nroot\nproduction\nbuilt  by root in /app\n" {
		t.Errorf("target: %q", got)
	}
}

func TestBuildScratch(t *testing.T) {
	img := build(t, sandpit.BuildOptions{
		Dockerfile: "FROM tools AS t\nFROM scratch\nCOPY --from=t /usr/bin/cat /usr/bin/echo /bin/\nCOPY f /\nCMD [\"/bin/cat\", \"/f\"]",
		Context:    fstest.MapFS{"f": {Data: []byte("from scratch\n")}},
		Images:     map[string]*sandpit.Image{"tools": sandpit.DefaultImage()},
	})
	sb := create(t, sandpit.Options{Image: img})
	cmd, err := sb.ImageCommand(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := cmd.CombinedOutput(); err != nil || string(got) != "from scratch\n" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := sb.FS().Stat("/usr/bin/ls"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("ls in an image from scratch: %v", err)
	}
}

func TestBuildErrors(t *testing.T) {
	context_ := fstest.MapFS{"f": {Data: []byte("x")}, "bad.tar.gz": {Data: append([]byte{0x1f, 0x8b}, "nonsense"...)}}
	for text, want := range map[string]string{
		"":                                      "Dockerfile",
		"# nothing":                             "the Dockerfile has no FROM",
		"RUN x":                                 "line 1: RUN x: there must be a FROM first",
		"FROM debian":                           `line 1: FROM debian: there is no image "debian"`,
		"FROM sandpit\nHEALTHCHECK CMD x":       "line 2: HEALTHCHECK CMD x: HEALTHCHECK is not supported: a box has no health checks",
		"FROM sandpit\nVOLUME /x":               "VOLUME is not supported: a box has no volumes",
		"FROM sandpit\nFETCH x":                 `line 2: FETCH x: unknown instruction "FETCH"`,
		"FROM sandpit\n\nRUN --mount=type=x y":  "line 3: RUN y: --mount is not supported",
		"FROM --platform=x sandpit":             "--platform is not supported",
		"FROM sandpit\nADD https://x/y /":       "nothing is fetched",
		"FROM sandpit\nCOPY nothere /":          "nothere: not in the context",
		"FROM sandpit\nCOPY ../../etc/passwd /": "etc/passwd: not in the context",
		"FROM sandpit\nCOPY no* /":              "no file in the context matches",
		"FROM sandpit\nCOPY f":                  "needs a source and a destination",
		"FROM sandpit\nCOPY --from=x f /":       "--from=x: there is no such stage",
		"FROM sandpit\nCOPY --chown=no f /":     `--chown=no: unknown user "no"`,
		"FROM sandpit\nCOPY --chmod=9 f /":      "--chmod=9: not an octal mode",
		"FROM sandpit\nADD bad.tar.gz /":        "bad.tar.gz: damaged archive",
		"FROM sandpit\nUSER nobody-here":        `user "nobody-here"`,
		"FROM sandpit\nEXPOSE http":             "http is not a port",
		"FROM sandpit\nENV A":                   "A: needs name=value",
		"FROM sandpit\nENV 1=2":                 `environment variable "1"`,
		"FROM sandpit\nENV A=${B":               "bad ${",
		"FROM sandpit\nRUN echo out; exit 3":    "line 2: RUN echo out; exit 3: exit status 3\nout",
		"FROM sandpit\nRUN [\"nonesuch\"]":      "nonesuch",
		"FROM scratch\nRUN x":                   "/bin/sh",
		"FROM sandpit\nRUN <<EOF":               "line 2: the document <<EOF has no end",
		"FROM sandpit AS a b":                   "needs an image",
	} {
		img, err := sandpit.BuildImage(context.Background(), sandpit.BuildOptions{Dockerfile: text, Context: context_})
		if err == nil || img != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := sandpit.BuildImage(context.Background(), sandpit.BuildOptions{Dockerfile: "FROM sandpit", Target: "x"}); err == nil || !strings.Contains(err.Error(), `no stage "x"`) {
		t.Errorf("target: %v", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("stop")
	time.AfterFunc(50*time.Millisecond, func() { cancel(stop) })
	if _, err := sandpit.BuildImage(ctx, sandpit.BuildOptions{Dockerfile: "FROM sandpit\nRUN while :; do :; done"}); !errors.Is(err, stop) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestImageFromFS(t *testing.T) {
	img, err := sandpit.ImageFromFS(fstest.MapFS{
		"home/user/bin/hi": {Data: []byte("#!/bin/sh\necho hi\n"), Mode: 0o755}, "etc/app.conf": {Data: []byte("a=1\n")},
		"srv/link": {Data: []byte("/etc/app.conf"), Mode: fs.ModeSymlink | 0o777},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := sh(t, create(t, sandpit.Options{Image: img}), "bin/hi; cat /srv/link; stat -c '%U %a' bin/hi /etc/app.conf"); got != "hi\na=1\nuser 755\nroot 644\n" {
		t.Errorf("%q", got)
	}
}
