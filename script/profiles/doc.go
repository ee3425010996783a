// Package profiles has ready options for package script in the manner of three public designs, so that their scripts run as they
// are. Each profile is a function that gives script.Options; change what it gives before script.New.
//
// # Vault
//
// A plugin of a note-taking app that runs scripts of an agent in an iframe of a browser.
//
//	                         theirs                                     ours
//	surface                  ctx.vault.read, readBinary, write,         the same, and ctx.describe()
//	                         writeBinary, list; ctx.requestUrl
//	entry                    the function execute, its value as JSON    the same: export it or just declare it; or export default
//	a write                  10 MB, 10 a minute                         the same
//	requests                 5 a minute, https, four hosts              the same; redirects and addresses are checked as well
//	time, memory             30 s; 128 MB, looked at twice a second     30 s; 128 MB, looked at each millisecond, single large
//	                                                                    allocations refused before they are made
//	protected folder         refuses writes                             the same, also through links
//	an error                 Script execution error: {message}          the same by Execute; code, line and column in the error
//	forbidden words          found in the bare text: `process` in a     found in the syntax tree, with line and column; strings,
//	                         string stops a script                      comments, property names and own names are no findings
//	a static import          passes all checks, then dies unnamed       MODULE_NOT_FOUND: names the module and how to bundle it
//	typeof localStorage      throws                                     "undefined"; reading it says what to do instead
//	console                  lost                                       captured
//	record of calls          none                                       one event each
//
// # ReadOnly
//
// A coding assistant whose user scripts run in QuickJS, compiled to WebAssembly.
//
//	                         theirs                                     ours
//	surface                  host.readFile, grep, glob, gitBranch,      the same, and stat, list; host.describe()
//	                         workspaceInfo
//	uses                     skill scripts, output transforms, ignore   the same: Skill, Transform, Ignore, Prompt, Command
//	                         predicate, prompt fragments, commands
//	a call                   a fresh virtual machine, about 5 s         a fresh realm, 5 s; warm where the host says so
//	budgets                  time, memory, calls, stack, bytes          the same, each with a code of its own
//	failure                  open, with a warning                       open or closed, by use; authorisation never fails open
//	imports                  none                                       what the host grants
//	writing                  never                                      never in this profile
//	description from inside  none                                       host.describe(), Declarations()
//
// # Agent
//
// A code environment of an agent on worker threads and V8 contexts of Node.
//
//	                         theirs                                     ours
//	surface                  one object, all enabled tools as async     the same (tools.name), schemas by describe(name)
//	                         functions
//	inline code              a worker that keeps state; no reset        Session: state, Reset, Close; keeps it over failures
//	lambdas, triggers,       fresh, or warm: true                       Call, OnChange, Every, Cron, Handler; fresh or warm
//	timers, routes
//	authorisation            a flag of the file; inline code never;     the same; the approval function gets the arguments and
//	                         a human is asked                           may allow once, always, or deny
//	errors                   NOT_FOUND, REQUIRES_AUTHORIZED_CODE,       the same, without a round trip where theirs has none
//	                         TIMEOUT, TOOL_ERROR, CIRCULAR_CALL
//	time                     per call, at most 300 s, 2 s of grace      the same
//	memory                   not stated                                 256 MB
//	modules                  Node's, a standard library, the agent's    the same three tiers from any fs.FS; nothing to install
//	first start              minutes                                    none
package profiles
