package jsrt

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/kernel"
)

// cliOptions is a parsed command line of node.
type cliOptions struct {
	eval, print, check, test bool
	code                     string
	script                   string
	args                     []string
	execArgv                 []string
	requires, imports        []string
	envFiles, watchPaths     []string
	watch                    bool
	conditions               []string
	inputType                string
	interactive              bool
	unhandled                string // --unhandled-rejections
	noWarnings, traceWarn    bool
	noDeprecation            bool
	badOption, missing       string
	version, help, v8        bool
}

// flags without a value that change nothing here but are accepted, as scripts and packages pass them.
var ignoredFlags = map[string]bool{
	"--enable-source-maps": true, "--no-deprecation": true, "--trace-deprecation": true, "--throw-deprecation": true,
	"--preserve-symlinks": true, "--preserve-symlinks-main": true, "--expose-gc": true, "--harmony": true,
	"--experimental-vm-modules": true, "--experimental-modules": true, "--experimental-json-modules": true,
	"--experimental-specifier-resolution=node": true, "--experimental-strip-types": true, "--experimental-detect-module": true,
	"--no-experimental-fetch": true, "--experimental-fetch": true, "--pending-deprecation": true, "--trace-uncaught": true,
	"--experimental-require-module": true, "--no-experimental-require-module": true, "--experimental-websocket": true,
	"--experimental-global-webcrypto": true, "--experimental-import-meta-resolve": true, "--experimental-permission": true,
	"--abort-on-uncaught-exception": true, "--use-strict": true, "--trace-exit": true, "--test-only": true,
	"--experimental-default-type=module": true, "--experimental-test-coverage": true, "--jitless": true, "--no-addons": true,
	"--watch-preserve-output": true, "--frozen-intrinsics": true, "--insecure-http-parser": true, "--trace-sync-io": true,
}

// flags with a value that change nothing here.
var ignoredValues = []string{
	"--max-old-space-size", "--max-semi-space-size", "--stack-size", "--stack-trace-limit", "--title", "--icu-data-dir",
	"--dns-result-order", "--max-http-header-size", "--experimental-loader", "--loader", "--test-reporter", "--test-name-pattern",
	"--test-concurrency", "--test-reporter-destination", "--secure-heap", "--disable-warning", "--experimental-default-type", "--experimental-specifier-resolution",
}

func parseArgs(argv []string) *cliOptions {
	o := &cliOptions{unhandled: "throw"}
	i := 1
	value := func(name string) string {
		if i+1 < len(argv) {
			i++
			return argv[i]
		}
		o.missing = name
		return ""
	}
	for ; i < len(argv); i++ {
		a := argv[i]
		if a == "--" {
			i++
			break
		}
		if a == "-" || !strings.HasPrefix(a, "-") {
			break
		}
		start := i
		name, val, hasVal := strings.Cut(a, "=")
		get := func() string {
			if hasVal && strings.HasPrefix(a, "--") {
				return val
			}
			return value(a)
		}
		switch name {
		case "-e", "--eval":
			o.eval, o.code = true, get()
		case "-p", "--print", "-pe":
			o.eval, o.print = true, true
			if i+1 < len(argv) {
				i++
				o.code = argv[i]
			} else {
				o.missing = a
			}
		case "-c", "--check":
			o.check = true
		case "-v", "--version":
			o.version = true
		case "-h", "--help":
			o.help = true
		case "--v8-options":
			o.v8 = true
		case "-i", "--interactive":
			o.interactive = true
		case "-r", "--require":
			o.requires = append(o.requires, get())
		case "--import":
			o.imports = append(o.imports, get())
		case "-C", "--conditions":
			o.conditions = append(o.conditions, get())
		case "--input-type":
			o.inputType = get()
		case "--unhandled-rejections":
			o.unhandled = get()
		case "--no-warnings":
			o.noWarnings = true
		case "--trace-warnings":
			o.traceWarn = true
		case "--test":
			o.test = true
		case "--env-file":
			o.envFiles = append(o.envFiles, get())
		case "--watch":
			o.watch = true
		case "--watch-path":
			o.watch = true
			o.watchPaths = append(o.watchPaths, get())
		default:
			ok := ignoredFlags[a]
			if a == "--no-deprecation" {
				o.noDeprecation = true
			}
			for _, n := range ignoredValues {
				if name == n {
					ok = true
					if !hasVal {
						value(a)
					}
				}
			}
			if !ok {
				o.badOption = a
				return o
			}
		}
		o.execArgv = append(o.execArgv, argv[start:min(i+1, len(argv))]...)
		if o.missing != "" {
			return o
		}
	}
	rest := argv[min(i, len(argv)):]
	if o.eval {
		o.args = rest
		return o
	}
	if len(rest) > 0 {
		o.script, o.args = rest[0], rest[1:]
	}
	return o
}

const helpText = `Usage: node [options] [ script.js ] [arguments]
       node inspect [options] [ script.js | host:port ] [arguments]

Options:
  -                           script read from stdin (default if no file name is provided, interactive mode if a tty)
  --                          indicate the end of node options
  -c, --check                 syntax check script without executing
  -C, --conditions=...        additional user conditions for conditional exports and imports
  -e, --eval=...              evaluate script
  -h, --help                  print node command line options
  --env-file=...              set environment variables from supplied file
  --import=...                ES module to preload (option can be repeated)
  --input-type=...            set module type for string input
  -i, --interactive           always enter the REPL even if stdin does not appear to be a terminal
  -p, --print [...]           evaluate script and print result
  -r, --require=...           CommonJS module to preload (option can be repeated)
  --test                      launch test runner on startup
  --test-name-pattern=...     run tests whose name matches this regular expression
  --test-reporter=...         report test output using the given reporter
  --unhandled-rejections=...  define unhandled rejections behavior: strict, throw, warn, none, warn-with-error-code
  --no-warnings               silence all process warnings
  --watch                     run in watch mode
  -v, --version               print Node.js version

This is sandpit's node: goja with Node's API at ` + nodeVersion + `.
`

// Program is the program `node`: it runs a JavaScript file, a text given by -e or standard input, in process p.
func Program(ctx context.Context, p *kernel.Process) int { return program(ctx, p, nil) }

func program(ctx context.Context, p *kernel.Process, shared *sharedFamily) int {
	argv, extra := p.Args(), 0
	for _, kv := range p.Environ() {
		if v, ok := strings.CutPrefix(kv, "NODE_OPTIONS="); ok && v != "" && shared == nil {
			var problem string
			if argv, extra, problem = withNodeOptions(argv, v); problem != "" {
				fmt.Fprintf(p.Stderr(), "%s: %s\n", argv[0], problem)
				return 9
			}
		}
	}
	o := parseArgs(argv)
	o.execArgv = o.execArgv[min(extra, len(o.execArgv)):]
	switch {
	case o.badOption != "":
		fmt.Fprintf(p.Stderr(), "%s: bad option: %s\n", argv[0], o.badOption)
		return 9
	case o.missing != "":
		fmt.Fprintf(p.Stderr(), "%s: %s requires an argument\n", argv[0], o.missing)
		return 9
	case o.version:
		fmt.Fprintln(p.Stdout(), nodeVersion)
		return 0
	case o.help:
		io.WriteString(p.Stdout(), helpText)
		return 0
	}
	if o.inputType != "" && o.inputType != "commonjs" && o.inputType != "module" {
		fmt.Fprintf(p.Stderr(), "%s: --input-type must be \"module\" or \"commonjs\"\n", argv[0])
		return 9
	}
	for _, f := range o.envFiles {
		name := f
		if !path.IsAbs(name) {
			name = path.Join(p.Dir(), name)
		}
		if fi, err := p.FS().Stat(name); err != nil || fi.IsDir() {
			fmt.Fprintf(p.Stderr(), "%s: %s: not found\n", argv[0], f)
			return 9
		}
	}
	if o.watch && !o.test && o.script == "" {
		fmt.Fprintf(p.Stderr(), "%s: --watch requires specifying a file\n", argv[0])
		return 9
	}
	return runProgram(ctx, p, o, shared)
}

// runProgram runs node with the options. shared is the family of memories of the program that this is a worker of, else nil.
func runProgram(ctx context.Context, p *kernel.Process, o *cliOptions, shared *sharedFamily) (code int) {
	defer p.SetDisposition(kernel.SIGPIPE, p.SetDisposition(kernel.SIGPIPE, kernel.SigIgnore))
	rt := newRuntime(ctx, p, o)
	rt.shared, rt.program = shared, program
	for _, c := range o.conditions {
		rt.loader.conditions[c] = true
	}
	stop := context.AfterFunc(ctx, func() {
		rt.killed.Store(true)
		rt.vm.Interrupt(stopReason("killed"))
	})
	defer func() {
		stop()
		rt.cancel()
		rt.loop.stop()
		rt.resetTerminals()
		rt.closeSockets()
		rt.wg.Wait()
	}()
	guardDone := rt.watchHeap()
	defer guardDone()
	if err := rt.boot(); err != nil {
		if rt.stopped() {
			return rt.exitCode
		}
		rt.die(err)
		return rt.exitCode
	}
	main, ok := goja.AssertFunction(rt.requireBuiltin("internal/main").(*goja.Object).Get("run"))
	if !ok {
		return 1
	}
	rt.enter(func() (goja.Value, error) { return main(goja.Undefined()) })
	for !rt.stopped() {
		rt.loop.run()
		if rt.stopped() {
			break
		}
		rt.callValue(rt.processHook("beforeExit"))
		if rt.stopped() || !rt.loop.alive() {
			break
		}
	}
	if !rt.stopped() {
		rt.callValue(rt.processHook("exit"))
	}
	return rt.exitCode
}

// processHook is one of the functions that lib/internal/process.js offers for the end of a program.
func (rt *runtime) processHook(name string) goja.Value {
	return rt.requireBuiltin("internal/process").(*goja.Object).Get(name)
}
