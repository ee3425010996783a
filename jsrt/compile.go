package jsrt

import (
	"errors"
	"path"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/sandpit-dev/sandpit/internal/jsguard"
)

// SyntaxError says where a source text stopped making sense.
type SyntaxError struct {
	Message, File string
	Line, Column  int // both from 1; 0 = not known
}

// Error gives the message alone.
func (e *SyntaxError) Error() string { return e.Message }

func exportSyntax(err error) error {
	var se *syntaxError
	if !errors.As(err, &se) {
		return err
	}
	out := &SyntaxError{Message: se.msg, File: se.file, Line: se.line}
	if se.line > 0 {
		out.Column = se.col + 1
	}
	return out
}

// Lower turns TypeScript, JSX and the syntax that goja has not into what it has; import and export statements and
// top-level await stay. Dynamic import becomes a call of __dynImport, import.meta the name __import_meta. sourceMap is a
// comment for the end of a text in which the code begins on the line down+1. Imports that nothing uses are left out of TypeScript
// unless keepImports is set.
func Lower(file, text string, down int, keepImports bool) (code, sourceMap string, err error) {
	tsconfig := `{"compilerOptions":{"experimentalDecorators":true}}`
	if keepImports {
		tsconfig = `{"compilerOptions":{"experimentalDecorators":true,"verbatimModuleSyntax":true}}`
	}
	if err := jsguard.ScanSource(text); err != nil {
		return "", "", &SyntaxError{Message: err.Error(), File: file}
	}
	res := api.Transform(text, api.TransformOptions{
		Loader: loaderFor(file), Target: api.ESNext, Supported: supportedFor(text), TreeShaking: api.TreeShakingFalse,
		Sourcefile: path.Base(file), Sourcemap: api.SourceMapExternal, SourcesContent: api.SourcesContentExclude,
		LogLevel: api.LogLevelSilent, LogOverride: map[string]api.LogLevel{"assign-to-import": api.LogLevelWarning},
		TsconfigRaw: tsconfig,
		Define:      map[string]string{"import.meta": "__import_meta"},
	})
	if len(res.Errors) > 0 {
		return "", "", exportSyntax(esbuildError(file, res.Errors[0]))
	}
	return string(res.Code), inlineMap(res.Map, down), nil
}

// Module is a compiled module of a program: a function that is called with what the module sees.
type Module struct {
	Program *goja.Program
	ESM     bool     // parameters: require, module, exports, import.meta, dynamic import; else exports, require, module, __filename, __dirname[, dynamic import]
	Async   bool     // the function returns a promise: the module has top-level await
	Imports []string // what its static imports name, in order; of an ES module only
}

// CompileModule compiles a file of a package: CommonJS, or an ES module when its name (.mjs) or esm says so, or when nothing
// else parses. Compiled modules are cached by name and content for the whole process.
func CompileModule(file, src string, esm bool) (*Module, error) {
	kind := "auto"
	if esm {
		kind = "esm"
	}
	u, err := compiler{plain: true}.compileModule(file, src, kind)
	if err != nil {
		return nil, exportSyntax(err)
	}
	return &Module{Program: u.prg, ESM: u.esm, Async: u.tla, Imports: u.deps}, nil
}

// V8Message words an error message of the engine as Node does.
func V8Message(msg string) string { return v8Message(msg) }
