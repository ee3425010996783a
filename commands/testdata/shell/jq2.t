## options
$ echo '{"a":1,"b":[1,2,{"c":null}]}' > f; echo '{"x":"y"}' > g; printf '1 2 3' > n
$ jq . f
| {
| "  \"a\": 1,"
| "  \"b\": ["
|     1,
|     2,
|     {
| "      \"c\": null"
|     }
|   ]
| }
$ jq -c . f
| "{\"a\":1,\"b\":[1,2,{\"c\":null}]}"
$ jq -r .x g
| y
$ jq -j '.x, .x' g
| yy\
$ jq -a . <<< '"é"'
| "\"\\u00e9\""
$ jq -S . <<< '{"b":1,"a":{"d":1,"c":2}}'
| {
| "  \"a\": {"
| "    \"c\": 2,"
| "    \"d\": 1"
|   },
| "  \"b\": 1"
| }
$ jq -C . f
| "\x1b[1;39m{"
| "  \x1b[0m\x1b[34;1m\"a\"\x1b[0m\x1b[1;39m: \x1b[0m\x1b[0;39m1\x1b[0m\x1b[1;39m,"
| "  \x1b[0m\x1b[34;1m\"b\"\x1b[0m\x1b[1;39m: \x1b[0m\x1b[1;39m["
| "    \x1b[0;39m1\x1b[0m\x1b[1;39m,"
| "    \x1b[0;39m2\x1b[0m\x1b[1;39m,"
| "    \x1b[1;39m{"
| "      \x1b[0m\x1b[34;1m\"c\"\x1b[0m\x1b[1;39m: \x1b[0m\x1b[1;30mnull\x1b[0m\x1b[1;39m"
| "    \x1b[1;39m}\x1b[0m\x1b[1;39m"
| "  \x1b[1;39m]\x1b[0m\x1b[1;39m"
| "\x1b[1;39m}\x1b[0m"
$ jq -Cc . f
| "\x1b[1;39m{\x1b[0m\x1b[34;1m\"a\"\x1b[0m\x1b[1;39m:\x1b[0m\x1b[0;39m1\x1b[0m\x1b[1;39m,\x1b[0m\x1b[34;1m\"b\"\x1b[0m\x1b[1;39m:\x1b[0m\x1b[1;39m[\x1b[0;39m1\x1b[0m\x1b[1;39m,\x1b[0;39m2\x1b[0m\x1b[1;39m,\x1b[1;39m{\x1b[0m\x1b[34;1m\"c\"\x1b[0m\x1b[1;39m:\x1b[0m\x1b[1;30mnull\x1b[0m\x1b[1;39m\x1b[1;39m}\x1b[0m\x1b[1;39m\x1b[1;39m]\x1b[0m\x1b[1;39m\x1b[1;39m}\x1b[0m"
$ jq -M . g
| {
| "  \"x\": \"y\""
| }
$ jq --tab . g
| {
| "\t\"x\": \"y\""
| }
$ jq --indent 1 . g
| {
| " \"x\": \"y\""
| }
$ jq --indent 0 . g
| "{\"x\":\"y\"}"
$ jq --indent 9 . g
! jq: --indent takes a number between -1 and 7
! Use jq --help for help with command-line options,
! or see the jq manpage, or online docs  at https://stedolan.github.io/jq
? 2
$ jq -n 1+1
| 2
$ jq -s . n
| [
|   1,
|   2,
|   3
| ]
$ jq -s -c . n g
| "[1,2,3,{\"x\":\"y\"}]"
$ jq -n input n
| 1
$ jq -n '[inputs]' -c n
| [1,2,3]
$ jq -n 'reduce inputs as $i (0; . + $i)' n
| 6
$ jq -R . <<< 'line'
| "\"line\""
$ jq -Rr 'split(",") | .[1]' <<< 'a,b'
| b
$ jq -Rs . <<< $'a\nb'
| "\"a\\nb\\n\""
$ jq -e .nope g; echo $?
| null
| 1
$ jq -e .x g; echo $?
| "\"y\""
| 0
$ jq -e false <<< 1; echo $?
| false
| 1
$ jq --arg v hi '$v' <<< 1
| "\"hi\""
$ jq -n --arg a 1 --argjson b '{"k":2}' -c '[$a, $b]'
| "[\"1\",{\"k\":2}]"
$ jq -n '$ARGS' -c --args a b
| "{\"positional\":[\"a\",\"b\"],\"named\":{}}"
$ jq -n '$ARGS.positional' -c --jsonargs 1 '{"a":2}'
| "[1,{\"a\":2}]"
$ jq -n --slurpfile s n '$s' -c
| [1,2,3]
$ jq -n --rawfile r g '$r'
| "\"{\\\"x\\\":\\\"y\\\"}\\n\""
$ jq -n --argfile r g '$r' -c
| "{\"x\":\"y\"}"
$ jq -n '$__prog_args' 2>&1 | head -1
| jq: error: $__prog_args is not defined at <top-level>, line 1:
$ jq -n env.HOME | wc -l
| 1
$ jq -n '$ENV | type'
| "\"object\""
$ jq --stream -c . f
| "[[\"a\"],1]"
| "[[\"b\",0],1]"
| "[[\"b\",1],2]"
| "[[\"b\",2,\"c\"],null]"
| "[[\"b\",2,\"c\"]]"
| "[[\"b\",2]]"
| "[[\"b\"]]"
$ jq --stream -c . <<< '[]'
| [[],[]]
$ jq --stream -c . <<< '{"a":[]}'
| "[[\"a\"],[]]"
| "[[\"a\"]]"
$ jq --stream -n -c '[inputs | select(length == 2)]' f
| "[[[\"a\"],1],[[\"b\",0],1],[[\"b\",1],2],[[\"b\",2,\"c\"],null]]"
$ jq -n --stream -c 'fromstream(1 | truncate_stream(inputs))' f
| "[1,2,{\"c\":null}]"
$ jq --unbuffered . g
| {
| "  \"x\": \"y\""
| }
$ jq . f g -c
| "{\"a\":1,\"b\":[1,2,{\"c\":null}]}"
| "{\"x\":\"y\"}"
$ jq .a nofile
! jq: error: Could not open file nofile: No such file or directory
? 2
$ jq . <<< '{bad}'
! parse error: Invalid numeric literal at line 1, column 5
? 4
$ jq . <<< '{"a":1'
! parse error: Unfinished JSON term at EOF at line 2, column 0
? 4
$ jq . <<< '[1,2'
! parse error: Unfinished JSON term at EOF at line 2, column 0
? 4
$ jq . < /dev/null
$ jq '.a.b' <<< '{"a":1}'
! "jq: error (at <stdin>:1): Cannot index number with string \"b\""
? 5
$ jq '.[0]' <<< '{"a":1}'
! jq: error (at <stdin>:1): Cannot index object with number
? 5
$ jq '.a' <<< '[1]'
! "jq: error (at <stdin>:1): Cannot index array with string \"a\""
? 5
$ jq '.[]' <<< 1
! jq: error (at <stdin>:1): Cannot iterate over number (1)
? 5
$ jq 'error("x")' <<< 1
! jq: error (at <stdin>:1): x
? 5
$ jq 'error' <<< '{"a":1}'
! "jq: error (at <stdin>:1) (not a string): {\"a\":1}"
? 5
$ jq 'nofunc' <<< 1
! jq: error: nofunc/0 is not defined at <top-level>, line 1:
! nofunc
! jq: 1 compile error
? 3
$ jq '$x' <<< 1
! jq: error: $x is not defined at <top-level>, line 1:
! $x
! jq: 1 compile error
? 3
$ jq --foo . g
! jq: Unknown option --foo
! Use jq --help for help with command-line options,
! or see the jq manpage, or online docs  at https://stedolan.github.io/jq
? 2
$ jq --version | cut -c1-3
| jq-
$ jq -f prog g
! jq: Could not open prog: No such file or directory
? 2
$ printf '.x # comment\n' > prog; jq -f prog g
| "\"y\""
$ jq . -- g
| {
| "  \"x\": \"y\""
| }
$ jq -rj .x g g
| yy\
$ jq -nr '@text "a\(1)b", @json "x\([1])", @html "<\("<&>")>", @uri "q=\("a b&")", @csv "\([1,"a"])", @tsv "\(["a","b\tc"])", @sh "echo \("it'"'"'s")", @base64 "\("hi")", @base64d "\("aGk=")"'
| a1b
| x[1]
| <&lt;&amp;&gt;>
| q=a%20b%26
| "1,\"a\""
| "a\tb\\tc"
| "echo 'it'\\''s'"
| aGk=
| hi
$ jq -n '[limit(3; range(10))], first(range(5)), [range(0; 10; 3)], [range(3)], isempty(empty), [until(. > 100; . * 2)?]' -c
| [0,1,2]
| 0
| [0,3,6,9]
| [0,1,2]
| true
| []
$ jq -n '[.[]?], (try error("e") catch .), ([1,2] | any(. > 1)), ([1,2] | all(. > 1)), ("abc" | test("B"; "i"))' -c
| []
| "\"e\""
| true
| false
| true
$ jq -c 'to_entries, keys, length, (map_values(. + 1)? // "no"), has("a"), (.b | add?), del(.a), (.a |= . + 1), (.b[0] = 9), paths' f
| "[{\"key\":\"a\",\"value\":1},{\"key\":\"b\",\"value\":[1,2,{\"c\":null}]}]"
| "[\"a\",\"b\"]"
| 2
| "\"no\""
| true
| "{\"b\":[1,2,{\"c\":null}]}"
| "{\"a\":2,\"b\":[1,2,{\"c\":null}]}"
| "{\"a\":1,\"b\":[9,2,{\"c\":null}]}"
| "[\"a\"]"
| "[\"b\"]"
| "[\"b\",0]"
| "[\"b\",1]"
| "[\"b\",2]"
| "[\"b\",2,\"c\"]"
$ jq -c 'getpath(["b",2,"c"]), [leaf_paths], (tojson | fromjson | .a), [.. | numbers], (.b | map(type)), (.b | flatten), ([.b[] | scalars])' f
| null
| "[[\"a\"],[\"b\",0],[\"b\",1]]"
| 1
| [1,1,2]
| "[\"number\",\"number\",\"object\"]"
| "[1,2,{\"c\":null}]"
| [1,2]
$ jq -nc '[3,1,2] | sort, sort_by(-.), group_by(. % 2), min, max, unique, reverse, (map(select(. > 1))), index(2), .[1:], .[:-1], .[-1:], first, last, nth(1), (. as [$a, $b] | $a + $b), indices(1), inside([1,2,3,4]), contains([1])'
| [1,2,3]
| [3,2,1]
| [[2],[3,1]]
| 1
| 3
| [1,2,3]
| [2,1,3]
| [3,2]
| 2
| [1,2]
| [3,1]
| [2]
| 3
| 2
| 1
| 4
| [1]
| true
| true
$ jq -nc '"a,b, c" | split(", "), split(","), ascii_upcase, length, utf8bytelength, explode, ltrimstr("a"), rtrimstr("c"), startswith("a"), endswith("c"), sub(","; "-"), gsub(","; "-"), [match(","; "g").offset], capture("(?<x>[a-z]),"), [scan("[a-z]")], test("b"), splits(", *"), ascii_downcase, (tojson), ("x" * 3), ("a,b" / ","), implode?, .[0:3], .[2:], tostring'
| "[\"a,b\",\"c\"]"
| "[\"a\",\"b\",\" c\"]"
| "\"A,B, C\""
| 6
| 6
| [97,44,98,44,32,99]
| "\",b, c\""
| "\"a,b, \""
| true
| true
| "\"a-b, c\""
| "\"a-b- c\""
| [1,3]
| "{\"x\":\"a\"}"
| "[\"a\",\"b\",\"c\"]"
| true
| "\"a\""
| "\"b\""
| "\"c\""
| "\"a,b, c\""
| "\"\\\"a,b, c\\\"\""
| "\"xxx\""
| "[\"a\",\"b\"]"
| "\"a,b\""
| "\"b, c\""
| "\"a,b, c\""
## values, one by one
$ jq -nc '[1.5, 1.0, 1e3, 1e100, 100000000000000000000, 0.1 + 0.2, 1e-5, -0, 1e17, 123456789.123]'
| [1.5,1,1000,1e+100,1e+20,0.30000000000000004,1e-05,-0,1e+17,123456789.123]
$ jq -nc '[3.7 | floor, ceil, round, sqrt, fabs, trunc]'
| [3,4,4,1.9235384061671346,3.7,3]
$ jq -nc '[(3 | tostring), ("3" | tonumber), (nan | isnan), (infinite | tostring), ([nan] | sort), ([1, null] | add)]'
| "[\"3\",3,true,\"1.7976931348623157e+308\",[null],1]"
$ jq -nc '[5 % 3, -5 % 3, 5 % -3, 5.9 % 2, pow(2; 10), (8 | log2), (100 | log10), (0 | exp)]'
| [2,-2,2,1,1024,3,2,1]
$ jq -nc '5 % 0'
! jq: error (at <unknown>): number (5) and number (0) cannot be divided (remainder) because the divisor is zero
? 5
$ jq -nc '[1] | .[0] / 0'
! jq: error (at <unknown>): number (1) and number (0) cannot be divided because the divisor is zero
? 5
$ jq -nc '[if true then 1 else 2 end, (if . then 1 elif 2 then 3 else 4 end)]'
| [1,3]
$ jq -nc '[try (1, error("x"), 3) catch "c"]'
| "[1,\"c\"]"
$ jq -nc '[label $f | 1, break $f, 2]'
| [1]
$ jq -nc 'def f(x): x * 2; def g($a; $b): $a - $b; [f(3), g(5; 2)]'
| [6,3]
$ jq -nc '[foreach range(4) as $i (0; . + $i; [$i, .])]'
| [[0,0],[1,1],[2,3],[3,6]]
$ jq -nc '[recurse(if . == null then 1 elif . < 3 then . + 1 else empty end)]'
| [null,1,2,3]
$ jq -nc '[limit(2; repeat(1))], [first(range(3; 9))], [range(5; 0; -2)]'
| [1,1]
| [3]
| [5,3,1]
$ jq -nc '"2015-03-05T23:51:47Z" | fromdate, (strptime("%Y-%m-%dT%H:%M:%SZ") | mktime)'
| 1425599507
| 1425599507
$ jq -nc '0 | todate, gmtime, strftime("%A %j %U")'
| "\"1970-01-01T00:00:00Z\""
| [1970,0,1,0,0,0,4,0]
| "\"Thursday 001 00\""
$ jq -nc '[1425599621, 0.5] | map(todate)'
| "[\"2015-03-05T23:53:41Z\",\"1970-01-01T00:00:00Z\"]"
$ jq -c 'walk(if type == "number" then . + 1 else . end)' f
! jq: error: Could not open file f: No such file or directory
? 2
$ jq -c '[paths], [paths(type == "number")], [leaf_paths]' f
! jq: error: Could not open file f: No such file or directory
? 2
$ jq -c 'tostream' f
! jq: error: Could not open file f: No such file or directory
? 2
$ jq -c '[tostream] | fromstream(.[])' f
! jq: error: Could not open file f: No such file or directory
? 2
$ jq -c 'del(.b[0, 2]), delpaths([["a"], ["b", 0]]), to_entries, with_entries(.value |= tostring)' f
! jq: error: Could not open file f: No such file or directory
? 2
$ jq -c '.b | first, last, nth(1), .[-1], .[1:], .[:1], indices(2), index(2), length, (map(type) | unique)' f
! jq: error: Could not open file f: No such file or directory
? 2
$ jq -c 'input_filename, ([.b[] | numbers] | add / length)' f
! jq: error: Could not open file f: No such file or directory
? 2
$ jq -c '.. |= (if type == "number" then . * 10 else . end)' f
! jq: error: Could not open file f: No such file or directory
? 2
$ jq -c '.b |= map(select(type == "number")) | .c //= 5 | .d += 1' f
! jq: error: Could not open file f: No such file or directory
? 2
$ jq -r '.b[] | @json, @text' f
! jq: error: Could not open file f: No such file or directory
? 2
$ jq -r '["a b", 1, true, null] | @csv, @tsv, @sh' <<< 1
| "\"a b\",1,true,"
| "a b\t1\ttrue\t"
| 'a b' 1 true null
$ jq -r '@html "<\(.)>", @uri "\(.)", @base64 "\(.)"' <<< '"a&b é"'
| <a&amp;b é>
| a%26b%20%C3%A9
| YSZiIMOp
$ jq -c 'group_by(.k), unique_by(.k), sort_by(.v), min_by(.v), max_by(.v)' <<< '[{"k":1,"v":3},{"k":2,"v":1},{"k":1,"v":2}]'
| "[[{\"k\":1,\"v\":3},{\"k\":1,\"v\":2}],[{\"k\":2,\"v\":1}]]"
| "[{\"k\":1,\"v\":3},{\"k\":2,\"v\":1}]"
| "[{\"k\":2,\"v\":1},{\"k\":1,\"v\":2},{\"k\":1,\"v\":3}]"
| "{\"k\":2,\"v\":1}"
| "{\"k\":1,\"v\":3}"
$ jq -c '[.[] as [$a, {b: $c}] | [$a, $c]]' <<< '[[1,{"b":2}],[3,{"b":4}]]'
| [[1,2],[3,4]]
$ jq -c '. as {a: $x, b: [$y, $z]} | [$x, $y, $z]' <<< '{"a":1,"b":[2,3]}'
| [1,2,3]
$ jq -c 'reduce .[] as [$k, $v] ({}; .[$k] = $v)' <<< '[["a",1],["b",2]]'
| "{\"a\":1,\"b\":2}"
$ jq -c 'INDEX(.id), (map(.id) | IN([1,2])), ([limit(1; .[])])' <<< '[{"id":1},{"id":2}]'
| "{\"1\":{\"id\":1},\"2\":{\"id\":2}}"
| true
| "[{\"id\":1}]"
$ jq -c 'test("a.c"; "x"), [match("a(b)?"; "g") | .captures[0].string], [scan("\\d+")], sub("(?<l>[a-z])"; "<\(.l)>"), gsub("[aeiou]"; ""), splits("b")' <<< '"abc1 ab22"'
| true
| "[\"b\",\"b\"]"
| "[\"1\",\"22\"]"
| "\"<a>bc1 ab22\""
| "\"bc1 b22\""
| "\"a\""
| "\"c1 a\""
| "\"22\""
$ jq -c 'ascii_downcase, ascii_upcase, explode, (explode | implode), ltrimstr("a"), (.[1:3]), ([splits(" ")]), utf8bytelength, @base64, (@base64 | @base64d)' <<< '"aé B"'
| "\"aé b\""
| "\"Aé B\""
| [97,233,32,66]
| "\"aé B\""
| "\"é B\""
| "\"é \""
| "[\"aé\",\"B\"]"
| 5
| "\"YcOpIEI=\""
| "\"aé B\""
$ jq -c 'getpath(["a","b"]), setpath(["a","b"]; 1), (try getpath(["a",0]) catch "bad")' <<< '{"a":{"b":0}}'
| 0
| "{\"a\":{\"b\":1}}"
| "\"bad\""
$ jq -c 'env | type, ($ENV | type)' <<< 1
| "\"object\""
| "\"object\""
$ jq -n '[splits("a";"b")?]' -c
| []
$ jq -e '.a == 1' f; echo $?
| 2
! jq: error: Could not open file f: No such file or directory
$ jq -e '.a == 2' f; echo $?
| 2
! jq: error: Could not open file f: No such file or directory
$ jq -n '"x\n" | halt_error(3)'; echo $?
| 3
! x
$ jq -n '{"a":1} | halt_error'; echo $?
| 5
! "{\"a\":1}"
$ jq -n '1 | debug, stderr'; echo
| 1
| 1
| 
! "[\"DEBUG:\",1]"
! 1\
$ jq -c '[., input]' n
! jq: error: Could not open file n: No such file or directory
? 2
$ jq -n '[inputs] | length' n f
| 0
! jq: error: Could not open file n: No such file or directory
! jq: error: Could not open file f: No such file or directory
? 2
$ jq 'input_line_number' n
! jq: error: Could not open file n: No such file or directory
? 2
$ jq -n 'ltrimstr(1), ([] | implode), ("x" | ascii_downcase), (null | not), ([] | any, all), ({} | length), (null | length), (-3 | length), ("é" | length)' -c
| null
| "\"\""
| "\"x\""
| true
| false
| true
| 0
| 0
| 3
| 1
$ jq -n '[.[] | tojson]?' -c
$ jq -n '"\(1 + 2) \("a" + "b") \([1, {"x": null}])"'
| "\"3 ab [1,{\\\"x\\\":null}]\""
$ jq -n '@json "v=\([1, "a"])"'
| "\"v=[1,\\\"a\\\"]\""
$ jq -n '{} | .a[2].b = 1' -c
| "{\"a\":[null,null,{\"b\":1}]}"
$ jq -n '[1, 2, 3] | .[1:] = ["x"]' -c
| "[1,\"x\"]"
$ jq -n '[3, 1] | sort | first' 
| 1
$ jq -n '[{"a": 1}, {"a": null}] | map(.a // "none")' -c
| "[1,\"none\"]"
$ jq -n '$__loc__' -c
| "{\"file\":\"<top-level>\",\"line\":1}"
$ jq -n '"abc" | .[1:2], .[-1:], (. * 2), (. / "b"), (. * 0)' -c
| "\"b\""
| "\"c\""
| "\"abcabc\""
| "[\"a\",\"c\"]"
| null
$ jq -n '{"a": {"b": 1, "c": 2}} | [.a | to_entries[] | "\(.key)=\(.value)"] | join("&")' -r
| b=1&c=2
$ jq -n '[1, [2, [3, [4]]]] | flatten, flatten(1), (flatten | add)' -c
| [1,2,3,4]
| [1,2,[3,[4]]]
| 10
$ jq -n '[range(10)] | .[2:4] |= map(. * 10) | .[-1] = "end"' -c
| "[0,1,20,30,4,5,6,7,8,\"end\"]"
$ jq -n '(1, null, "a", [1], {"a": 1}, true) | type'
| "\"number\""
| "\"null\""
| "\"string\""
| "\"array\""
| "\"object\""
| "\"boolean\""
$ jq -n '[1, "1", [1], {"a": 1}, null, true, false] | sort' -c
| "[null,false,true,1,\"1\",[1],{\"a\":1}]"
$ jq -n '[.] | transpose?, ([[1, 2], [3]] | transpose)' -c
| []
| [[1,3],[2,null]]
$ jq -n '[[1, 2], [3, 4]] | [combinations]' -c
| [[1,3],[1,4],[2,3],[2,4]]
$ jq -n '"a,b;c" | [splits("[,;]")], ascii_upcase, (split(",") | length)' -c
| "[\"a\",\"b\",\"c\"]"
| "\"A,B;C\""
| 2
$ jq -n '"test" | ltrimstr("te"), rtrimstr("st"), startswith("te"), endswith("x"), contains("es"), inside("a test"), index("t"), rindex("t"), indices("t")' -c
| "\"st\""
| "\"te\""
| true
| false
| true
| true
| 0
| 3
| [0,3]
$ jq -n '{"a":[1,2,{"b":3}]} | [paths | map(tostring) | join(".")]' -c
| "[\"a\",\"a.0\",\"a.1\",\"a.2\",\"a.2.b\"]"
$ jq -n '[1,2,3] as [$a] | $a, ([[1,2]] | .[] as [$x, $y] | $x + $y)' -c
| 1
| 3
$ jq -n 'try error({"code": 5}) catch .code'
| 5
$ jq -n '[.[]?] | length, (try (null | keys) catch .)' -c
| 0
| "\"null (null) has no keys\""
$ jq -n 'getpath(["a", "b"]), ({} | has("a")), ([1] | has(0)), ("a" | in({"a": 1}))' -c
| null
| false
| true
| true

