Sessions of node's REPL and of programs on a terminal, recorded with internal/ttytest/record.py.

## evaluate
: ["node", "repl.js"]
$ echo 'require("repl").start({ preview: false })' > repl.js
> "\u001b[1G\u001b[0J> \u001b[3G"
< "1+1\r"
> "1+1\r\r\n\u001b[33m2\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "'a' + _\r"
> "'a' + _\r\r\n\u001b[32m'a2'\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "var o = {a: 1}\r"
> "var o = {a: 1}\r\r\n\u001b[90mundefined\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "o\r"
> "o\r\r\n{ a: \u001b[33m1\u001b[39m }\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "nope\r"
> "nope\r\r\nUncaught ReferenceError: nope is not defined\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "throw new Error('x')\r"
> "throw new Error('x')\r\r\nUncaught Error: x\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "await Promise.resolve(5)\r"
> "await Promise.resolve(5)\r\r\n\u001b[33m5\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "\u0004"
> "\r\r\n"

## lines
: ["node", "repl.js"]
$ echo 'require("repl").start({ preview: false })' > repl.js
> "\u001b[1G\u001b[0J> \u001b[3G"
< "function f() {\r"
> "function f() {\r\r\n\u001b[1G\u001b[0J... \u001b[5G"
< "return 7\r"
> "return 7\r\r\n\u001b[1G\u001b[0J... \u001b[5G"
< "}\r"
> "}\r\r\n\u001b[90mundefined\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "f()\r"
> "f()\r\r\n\u001b[33m7\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "[1,\r"
> "[1,\r\r\n\u001b[1G\u001b[0J... \u001b[5G"
< ".break\r"
> ".break\r\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "`a\r"
> "`a\r\r\n\u001b[1G\u001b[0J... \u001b[5G"
< "b`\r"
> "b`\r\r\n\u001b[32m'a\\nb'\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "({\r"
> "({\r\r\n\u001b[1G\u001b[0J... \u001b[5G"
< "\u0003"
> "\r\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "f(\u001b[D\u001b[C)\r"
> "f(\u001b[1D\u001b[1C)\r\r\n\u001b[33m7\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"

## keys
: ["node", "repl.js"]
$ echo 'require("repl").start({ preview: false })' > repl.js
> "\u001b[1G\u001b[0J> \u001b[3G"
< "123"
> "123"
< "\u0001"
> "\u001b[3D"
< "4\u001b[C\u007f"
> "4\u001b[1C\u001b[1G\u001b[0J> 134\u001b[4G"
< "\u0005\r"
> "\u001b[2C\r\r\n\u001b[33m134\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "'two words'\u0017\u0017"
> "'two words'\u001b[1G\u001b[0J> 'two words\u001b[13G\u001b[1G\u001b[0J> 'two \u001b[8G"
< "\u0015\u001b[A"
> "\u001b[1G\u001b[0J> \u001b[3G\u001b[1G\u001b[0J> 134\u001b[6G"
< "\u001b[A\u001b[B"
> "\u001b[1G\u001b[0J> \u001b[3G\u001b[1G\u001b[0J> 134\u001b[6G"
< "\r"
> "\r\r\n\u001b[33m134\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "abc\u0003"
> "abc\r\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "\u0003"
> "\r\r\n(To exit, press Ctrl+C again or Ctrl+D or type .exit)\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "1\r"
> "1\r\r\n\u001b[33m1\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "\u0003"
> "\r\r\n(To exit, press Ctrl+C again or Ctrl+D or type .exit)\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "\u0003"
> "\r\r\n"

## completion
: ["node", "repl.js"]
$ echo 'var zebra = {alpha: 1, alphabet: 2, beta: 3}; globalThis.zebra = zebra; require("repl").start({ preview: false })' > repl.js
> "\u001b[1G\u001b[0J> \u001b[3G"
< "zeb\t"
> "zebra"
< ".al\t"
> ".alpha"
< "bet\t\r"
> "bet\t\r\r\n\u001b[33m2\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< ".hel\t\r"
> ".hel\t\r\r\nInvalid REPL keyword\r\n\u001b[1G\u001b[0J> \u001b[3G"

## editor
: ["node", "repl.js"]
$ echo 'require("repl").start({ preview: false })' > repl.js
> "\u001b[1G\u001b[0J> \u001b[3G"
< ".editor\r"
> ".editor\r\r\n// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\r\n"
< "var x = 1\r"
> "var x = 1\r\r\n"
< "x + 1"
> "x + 1"
< "\u0004"
> "\r\r\n\u001b[33m2\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< "x\r"
> "x\r\r\n\u001b[33m1\u001b[39m\r\n\u001b[1G\u001b[0J> \u001b[3G"
< ".exit\r"
> ".exit\r\r\n"

## question
: ["node", "q.js"]
$ echo 'const rl = require("readline").createInterface({input: process.stdin, output: process.stdout}); rl.question("Name? ", (n) => { console.log("Hi", n, process.stdin.isRaw); rl.close(); console.log(process.stdin.isRaw) })' > q.js
> "\u001b[1G\u001b[0JName? \u001b[7G"
< "Bib"
> "Bib"
< "\u001b[D\u007fo\u001b[Cy"
> "\u001b[1D\u001b[1G\u001b[0JName? Bb\u001b[8Go\u001b[1Cy"
< "\r"
> "\r\r\nHi Bboy \u001b[33mtrue\u001b[39m\r\n\u001b[33mfalse\u001b[39m\r\n"

## size
: ["node", "s.js"]
$ echo 'console.log(process.stdout.columns, process.stdout.rows); process.stdout.on("resize", () => console.log("resize", process.stdout.columns, process.stdout.getWindowSize())); process.stdin.resume()' > s.js
* 10 40
> "\u001b[33m40\u001b[39m \u001b[33m10\u001b[39m\r\n"
< "x"
> "x"
* 12 50
> "resize \u001b[33m50\u001b[39m [ \u001b[33m50\u001b[39m, \u001b[33m12\u001b[39m ]\r\n"
* 12 60
> "resize \u001b[33m60\u001b[39m [ \u001b[33m60\u001b[39m, \u001b[33m12\u001b[39m ]\r\n"

## raw
: ["node", "r.js"]
$ echo 'process.stdin.setRawMode(true); process.stdin.on("data", (d) => { console.log(JSON.stringify(String(d))); if (d[0] === 113) process.exit(); })' > r.js
> ""
< "a"
> "\"a\"\r\n"
< "\u0003"
> "\"\\u0003\"\r\n"
< "\r"
> "\"\\r\"\r\n"
< "\u001b[A"
> "\"\\u001b[A\"\r\n"
< "q"
> "\"q\"\r\n"

## cooked
: ["node", "r.js"]
$ echo 'process.stdin.on("data", (d) => { console.log(JSON.stringify(String(d))); }).on("end", () => console.log("end")); process.on("SIGINT", () => console.log("int"))' > r.js
> ""
< "ab\u007fc\r"
> "ab\b \bc\r\n\"ac\\n\"\r\n"
< "\u0003"
> "^Cint\r\n"
< "\u0004"
> "end\r\n"

