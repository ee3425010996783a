// Package script runs small JavaScript and TypeScript programs that may call only what the host has bound for them.
//
//	eng := script.New(script.Options{Bindings: []script.Binding{
//		{Name: "readNote", Doc: "Reads a note.", Permission: "notes:read", Func: func(ctx context.Context, id int) (string, error) { ... }},
//	}})
//	defer eng.Close()
//	res, err := eng.Eval(ctx, `export default async (input) => (await host.readNote(input.id)).length`, map[string]any{"id": 7})
//	// res.JSON, res.Console, res.Usage, res.Calls; err is a *script.Error with Code, Line and Column
//
// # Scripts
//
// A script is one ES module, or an expression, or statements of which the last one's value counts; TypeScript and JSX are allowed,
// await and return at top level too. Its value is what the default export returns for the input, awaited, as JSON (see Result).
// Eval gives every call a realm of its own. A Session keeps what is declared, as a REPL does. Call runs an exported function of a
// module of Options.Scripts, fresh or, with Mode Warm, in a realm that has the module loaded.
//
// # Budgets
//
// Each of Limits ends the script with a code of its own. What ends it is an interrupt of the engine: no catch, finally, promise or
// timer of the script runs afterwards. Calls of bindings that are under way get Limits.Grace beyond the end; then their
// context is cancelled. A script that waits for a promise that nothing can settle any more ends at once, with TIMEOUT.
//
// The heap of scripts is part of the Go heap, of which only the size of the whole is known. So memory is measured as growth of
// the process's heap since the call began, each millisecond while the script computes; the budgets of scripts of one
// engine that compute at the same time count together. Single allocations of 64 KB and more (strings, buffers, copies of
// arrays) are checked before they are made: one that is larger than the budget is a RangeError that the script can catch,
// anything that does not fit beside what there is ends the script with MEMORY. No string is longer than an eighth of the budget. A
// host that allocates much while scripts run makes them seem larger than they are; give them more, or run them elsewhere.
//
// Calls that nest, through natives or not, end with STACK or a RangeError. Source that could end the Go process while it is parsed is
// refused before, with CODE_SIZE: more than Limits.CodeSize bytes, brackets or templates nested more than 1500 deep, default values that
// are functions nested more than 12 deep, chains of operators, calls or statements of more than 30,000 links. So are JSON text nested
// deeper than 5000, regular expressions with groups nested deeper than 250, arrays joined or flattened more than 1000 deep, spreads and
// apply of more than 120,000 arguments, and arrays of more than a thirty-second of the budget in length. Array functions called on a Proxy, or on
// what computes its length, go on as long as it says and end with the call.
//
// # Bindings
//
// A binding is a Go func; scripts call it as an async function of one object (host, unless Options.Object says otherwise).
// Arguments are copied once, as plain data: accessors, proxies, wrapper objects, instances of classes, functions and a key __proto__
// are refused with INVALID_ARGUMENT. The copy is checked against the schema and is what the func gets. Results are copied
// in; one that does not match the result schema that a binding declares is RESULT. Nothing that a script does to its prototypes reaches the host or another call. An unknown or disabled name is NOT_FOUND; a
// restricted one needs authorised code or the host's approval. Authorisation follows the source file, never the caller. describe() lists
// the bindings inside, Declarations outside. Files, Requests, Exec and KV are ready ones.
//
// # Code rules
//
// eval, Function, the constructors of functions, import(), WebAssembly and SharedArrayBuffer are found in the syntax tree
// before anything runs and named with line and column; names in strings, comments, properties and variables of the program's
// own are no findings. Rules grants the last three: WebAssembly and shared memory are then there, under the same budgets. That is for clear errors. The boundary is the realm: there is no eval and no constructor of functions in it.
//
// # Globals
//
// Beyond the language's own (all of ES2023 but Atomics, SharedArrayBuffer and Temporal), a script finds
//
//	console          log, info, debug, warn, error and the rest; captured in Result.Console
//	timers           setTimeout, setInterval, setImmediate and their clear functions, queueMicrotask
//	text, bytes      TextEncoder, TextDecoder, atob, btoa, Buffer, Blob
//	web              URL, URLSearchParams, AbortController, AbortSignal, Event, EventTarget, DOMException, structuredClone, crypto,
//	                 ReadableStream, WritableStream, TransformStream, CompressionStream, Intl (in part)
//	the engine's     the binding object, input, call (with Options.Scripts), global
//
// unless Globals.Deny leaves them out. Not there are
//
//	network          fetch, XMLHttpRequest, WebSocket, EventSource, Request, Response
//	storage          localStorage, sessionStorage, indexedDB, caches, cookieStore
//	page             document, window, navigator, location, alert, requestAnimationFrame
//	modules          require, module, exports, importScripts
//	host             process, __dirname, __filename, Deno, Bun
//	threads          Worker, SharedWorker, BroadcastChannel, MessageChannel; SharedArrayBuffer and Atomics unless granted
//
// typeof of each is "undefined"; reading one throws a ReferenceError that says what to use instead. Both lists are values:
// PresentGlobals, AbsentGlobals.
//
// # Imports
//
// What Modules grants, in the order built-in Node modules, the host's own, packages (pure JavaScript; the first tree that has
// one wins), and relative files of Options.Scripts. Anything else is MODULE_NOT_FOUND; the message lists what there is and says how to
// bundle. Code of packages is not held to the code rules' check of the text, but to the same realm.
//
// # Triggers
//
// OnChange, Every and Cron call a function when files change or time passes, Handler makes one an http.Handler. One call of a trigger
// is under way at a time. A time that passes meanwhile is missed: it is counted (Trigger.Missed), an audit event, and not made up for.
//
// # Limits of the package
//
// The engine is goja. Realms share the Go process: a defect of the engine that these checks do not know of could end it; run
// what is hostile and long-lived in a worker process. A busy script cannot time out inside testing/synctest, where time stands still while
// anything computes; waiting scripts can.
package script
