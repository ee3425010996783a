## basics
$ echo '{"b":1,"a":{"d":1,"c":[1,2,{}]},"e":[],"f":{}}' | jq .
| {
| "  \"b\": 1,"
| "  \"a\": {"
| "    \"d\": 1,"
| "    \"c\": ["
|       1,
|       2,
|       {}
|     ]
|   },
| "  \"e\": [],"
| "  \"f\": {}"
| }
$ echo '{"b":1,"a":{"d":1,"c":2}}' | jq -c .; echo '{"b":1,"a":{"d":1,"c":2}}' | jq -S -c .; echo '{"a":[1]}' | jq --tab .; echo '{"a":[1]}' | jq --indent 1 .; echo '{"a":[1]}' | jq --indent 0 .
| "{\"b\":1,\"a\":{\"d\":1,\"c\":2}}"
| "{\"a\":{\"c\":2,\"d\":1},\"b\":1}"
| {
| "\t\"a\": ["
| "\t\t1"
| "\t]"
| }
| {
| " \"a\": ["
|   1
|  ]
| }
| "{\"a\":[1]}"
$ echo '{"a":{"b":[10,20,30]}}' | jq -c '.a, .a.b[0], .a.b[-1], .a.b[1:], .a["b"][:2], .a.b[], .x, .x.y, .a.b[9], ."a"."b", .a.b | length'
| 1
| 10
| 30
| 2
| 2
| 10
| 20
| 30
| 0
| 0
| 0
| 3
| 3
$ echo '"a\tb\u00e9\ud83d\ude00"' | jq -r .; echo '"a\tb\u00e9\ud83d\ude00\u0001\u007f"' | jq .; echo '"é😀"' | jq -a .
| "a\tbé😀"
| "\"a\\tbé😀\\u0001\\u007f\""
| "\"\\u00e9\\ud83d\\ude00\""
$ jq -nc '[1e17,1e15,123456789012345680,1.5e300,1e-5,0.0001,0.00001234,3.0,1.1,1e1000,-0,0.1+0.2,1e100,1/3,10/2,1e3,100000000000000000000]'
| [1e+17,1000000000000000,123456789012345680,1.5e+300,1e-05,0.0001,1.234e-05,3,1.1,1.7976931348623157e+308,-0,0.30000000000000004,1e+100,0.3333333333333333,5,1000,1e+20]
$ printf '1 2\n"x" [3]null' | jq -c .; printf '1 2 3' | jq -s -c .; printf 'a\nb\n' | jq -R .; printf 'a\nb\n' | jq -Rs .; printf 'a\nb' | jq -nR '[inputs]' -c; printf '1 2 3' | jq -n '[inputs] | add'; printf '1 2 3 4' | jq -c '[., input]'
| 1
| 2
| "\"x\""
| [3]
| null
| [1,2,3]
| "\"a\""
| "\"b\""
| "\"a\\nb\\n\""
| "[\"a\",\"b\"]"
| 6
| [1,2]
| [3,4]
$ jq -n '"a", 1' -j; echo; jq -rn '"a\nb", {}'; jq -n --seq '1' | od -An -c
| a1
| a
| b
| {}
| " 036   1  \\n"
$ jq -n '1, 2 | . + 10' -c; jq -nc '[range(5)], [range(2;5)], [range(0;10;3)], [range(5;0;-2)]'
| 11
| 12
| [0,1,2,3,4]
| [2,3,4]
| [0,3,6,9]
| [5,3,1]
$ jq -nc '{a:1, "b":2, (("c","d")):3, "x\(1+1)":4}'; jq -nc '{a:(1,2), b:(3,4)}'; echo '{"a":1,"b":2}' | jq -c '{a, b: .b, "c": 3}'; jq -nc '"v" as $k | {$k, ($k): 1}'
| "{\"a\":1,\"b\":2,\"c\":3,\"x2\":4}"
| "{\"a\":1,\"b\":2,\"d\":3,\"x2\":4}"
| "{\"a\":1,\"b\":3}"
| "{\"a\":1,\"b\":4}"
| "{\"a\":2,\"b\":3}"
| "{\"a\":2,\"b\":4}"
| "{\"a\":1,\"b\":2,\"c\":3}"
| "{\"k\":\"v\",\"v\":1}"
$ jq -nc '[1,[2,[3]]] | flatten, flatten(1), (.. | numbers)'; jq -nc '[[1,2],[3]] | add, map(length), .[0][1]'
| [1,2,3]
| [1,2,[3]]
| 1
| 2
| 3
| [1,2,3]
| [2,1]
| 2

## operators
$ jq -nc '1 + 2, "a" + "b", [1] + [2], {a:1} + {b:2}, null + 1, 5 - 2, [1,2,3,2] - [2], 2 * 3, "ab" * 2, 7 / 2, "a,b" / ",", 7 % 3, -7 % 3, 5 % -3'
| 3
| "\"ab\""
| [1,2]
| "{\"a\":1,\"b\":2}"
| 1
| 3
| [1,3]
| 6
| "\"abab\""
| 3.5
| "[\"a\",\"b\"]"
| 1
| -1
| 2
$ jq -nc '{a:{b:1}} * {a:{c:2}}, (1 == 1.0), ("a" < "b"), ([] < {}), (null < false), ([1,2] < [1,3]), ({a:1} == {a:1}), (1 != 2), (true and false), (true or error), (false | not)'
| "{\"a\":{\"b\":1,\"c\":2}}"
| true
| true
| true
| true
| true
| true
| true
| false
| true
| true
$ jq -nc 'null // 1, (false // 2), (empty // 3), ([false,null,1][] // 9), (1 // error)'; jq -nc '[.[]?], (1 | .a?), (try error("x") catch .), [.a, .b?]'
| 1
| 2
| 3
| 1
| 1
| []
| "\"x\""
| [null,null]
$ jq -nc 'if 1 then "y" else "n" end, (if null then 1 elif true then 2 else 3 end), [if (true,false) then 1 else 2 end]'
| "\"y\""
| 2
| [1,2]
$ jq -nc '[limit(3; range(10))], first(range(5;9)), [first(empty)], last(range(4)), nth(2; range(9)), isempty(empty), isempty(1), [.[]?], until(. != null and . > 100; (. // 1) * 2), [limit(5; repeat(1))], [1 | while(. < 10; . * 2)]'
| [0,1,2]
| 5
| []
| 3
| 2
| true
| false
| []
| 128
| [1,1,1,1,1]
| [1,2,4,8]
$ jq -nc 'reduce range(5) as $i (0; . + $i), [foreach range(5) as $i (0; . + $i)], [foreach range(5) as $i (0; . + $i; [$i, .])], reduce empty as $x (3; 4)'
| 10
| [0,1,3,6,10]
| [[0,0],[1,1],[2,3],[3,6],[4,10]]
| 3
$ jq -nc '[1,[2,3]] as [$a, [$b]] | $a + $b, ({"a":1,"b":[2]} as {a: $x, b: [$y]} | [$x, $y]), ({"k":1} as {k: $z} | $z), ([[1,2],[3,4]] | [.[] as [$p, $q] | $p * $q]), ({"a":5} as {$a} | $a)'
| 3
| [1,2]
| 1
| [2,12]
| 5
$ jq -nc '[[1,2]] | .[] as [$a] ?// $a | [$a]'; jq -nc 'def f(x): x * 2; def g($a; $b): $a + $b; f(3), g(1; 2), (def fac: if . <= 1 then 1 else . * (. - 1 | fac) end; 10 | fac)'
| [1]
| 6
| 3
| 3628800
$ jq -nc 'label $out | foreach (1,2,3) as $i (0; . + $i; if . > 2 then ., break $out else . end)'; jq -nc '[label $f | range(10) | ., (select(. == 3) | break $f)]'
| 1
| 3
| [0,1,2,3]
$ jq -nc 'def r($n): if $n == 0 then 0 else r($n - 1) + 1 end; r(1000)'; jq -nc '[recurse(if . == null then 3 elif . > 0 then . - 1 else empty end)]'
| 1000
| [null,3,2,1,0]

## paths
$ echo '{"a":1,"b":[1,2,{"c":3}]}' | jq -c 'paths, [leaf_paths], path(.b[2].c), [paths(type == "number")], getpath(["b",2,"c"]), (tostream), del(.b[0]), del(.a, .b[1:]), to_entries'
| "[\"a\"]"
| "[\"b\"]"
| "[\"b\",0]"
| "[\"b\",1]"
| "[\"b\",2]"
| "[\"b\",2,\"c\"]"
| "[[\"a\"],[\"b\",0],[\"b\",1],[\"b\",2,\"c\"]]"
| "[\"b\",2,\"c\"]"
| "[[\"a\"],[\"b\",0],[\"b\",1],[\"b\",2,\"c\"]]"
| 3
| "[[\"a\"],1]"
| "[[\"b\",0],1]"
| "[[\"b\",1],2]"
| "[[\"b\",2,\"c\"],3]"
| "[[\"b\",2,\"c\"]]"
| "[[\"b\",2]]"
| "[[\"b\"]]"
| "{\"a\":1,\"b\":[2,{\"c\":3}]}"
| "{\"b\":[1]}"
| "[{\"key\":\"a\",\"value\":1},{\"key\":\"b\",\"value\":[1,2,{\"c\":3}]}]"
$ echo '{"a":1,"b":[1,2,3]}' | jq -c '.a |= . + 1, (.b[] += 10), (.b[1:] = [9]), (.c.d = 1), (.b |= map(select(. > 1))), (.a += 5 | .a -= 1 | .a *= 3 | .a /= 3), (.x //= 7), (.b[0] |= empty), (.b |= . + [4]), (.b[5] = 1), setpath(["q",0]; 1), delpaths([["a"],["b",0]])'
| "{\"a\":2,\"b\":[1,2,3]}"
| "{\"a\":1,\"b\":[11,12,13]}"
| "{\"a\":1,\"b\":[1,9]}"
| "{\"a\":1,\"b\":[1,2,3],\"c\":{\"d\":1}}"
| "{\"a\":1,\"b\":[2,3]}"
| "{\"a\":5,\"b\":[1,2,3]}"
| "{\"a\":1,\"b\":[1,2,3],\"x\":7}"
| "{\"a\":1,\"b\":[2,3]}"
| "{\"a\":1,\"b\":[1,2,3,4]}"
| "{\"a\":1,\"b\":[1,2,3,null,null,1]}"
| "{\"a\":1,\"b\":[1,2,3],\"q\":[1]}"
| "{\"b\":[2,3]}"
$ echo '{"a":[{"n":"x","v":1},{"n":"y","v":2}]}' | jq -c '.a[] | select(.n == "y"), (.v |= . * 2)'; echo '[3,1,2]' | jq -c '(.[] | select(. > 1)) = 0, map_values(. + 1), first, last, nth(1), index(1), (.[1:] | first)'
| "{\"n\":\"x\",\"v\":2}"
| "{\"n\":\"y\",\"v\":2}"
| "{\"n\":\"y\",\"v\":4}"
| [0,1,0]
| [4,2,3]
| 3
| 2
| 1
| 1
| 1
$ echo '{"a":{"x":1},"b":{"x":2}}' | jq -c 'map_values(.x), with_entries(.key |= ascii_upcase), [.[] | .x], (to_entries | from_entries), keys, length, has("a"), has("z"), map(.x), any(.[]; .x > 1), all(.[]; .x > 1), (. as {a: {x: $q}} | $q), [..], walk(if type == "number" then . + 1 else . end)'
| "{\"a\":1,\"b\":2}"
| "{\"A\":{\"x\":1},\"B\":{\"x\":2}}"
| [1,2]
| "{\"a\":{\"x\":1},\"b\":{\"x\":2}}"
| "[\"a\",\"b\"]"
| 2
| true
| false
| [1,2]
| true
| false
| 1
| "[{\"a\":{\"x\":1},\"b\":{\"x\":2}},{\"x\":1},1,{\"x\":2},2]"
| "{\"a\":{\"x\":2},\"b\":{\"x\":3}}"
$ jq -nc '[{"name":"a","value":1},{"key":"b","value":2}] | from_entries'; jq -nc 'fromstream([1,[2,3]] | tostream), [1 | truncate_stream([[0],1],[[1,0],2],[[1,0]],[[1]])], ([[1,2],[3]] | transpose), ([1,2] | combinations?), [[[1,2],[3,4]] | combinations], ([0,1] | [combinations(2)])'
| "{\"a\":1,\"b\":2}"
| [1,[2,3]]
| [[[0],2],[[0]]]
| [[1,3],[2,null]]
| [[1,3],[1,4],[2,3],[2,4]]
| [[0,0],[0,1],[1,0],[1,1]]

## functions
$ jq -nc '[3,1,2] | sort, min, max, add, reverse, unique, length, index(2), contains([1]), inside([1,2,3,4]), (map(tostring) | join("-")), any, all, tojson, @text, tostring, group_by(. % 2), sort_by(-.), min_by(-.), max_by(-.), unique_by(. % 2), indices(1), IN(3, [3,1,2]), bsearch(2), to_entries[0]'
| [1,2,3]
| 1
| 3
| 6
| [2,1,3]
| [1,2,3]
| 3
| 2
| true
| true
| "\"3-1-2\""
| true
| true
| "\"[3,1,2]\""
| "\"[3,1,2]\""
| "\"[3,1,2]\""
| [[2],[3,1]]
| [3,2,1]
| 3
| 1
| [2,3]
| [1]
| true
| 2
| "{\"key\":0,\"value\":3}"
$ jq -nc '"Hello World" | length, utf8bytelength, ascii_downcase, ascii_upcase, explode[0:2], (explode | implode), split(" "), split("o"; null), ltrimstr("He"), rtrimstr("ld"), startswith("He"), endswith("x"), test("wor"; "i"), [match("o"; "g").offset], sub("o"; "0"), gsub("o"; "0"), gsub("(?<l>[A-Z])"; "<\(.l)>"), capture("(?<a>\\w+) (?<b>\\w+)"), [scan("[a-z]+")], [scan("(.)o")], splits(" "), .[2:4], .[-3:], index("o"), rindex("o"), indices("o"), contains("Wor"), @json, ascii_downcase'
| 11
| 11
| "\"hello world\""
| "\"HELLO WORLD\""
| [72,101]
| "\"Hello World\""
| "[\"Hello\",\"World\"]"
| "[\"Hell\",\" W\",\"rld\"]"
| "\"llo World\""
| "\"Hello Wor\""
| true
| false
| true
| [4,7]
| "\"Hell0 World\""
| "\"Hell0 W0rld\""
| "\"<H>ello <W>orld\""
| "{\"a\":\"Hello\",\"b\":\"World\"}"
| "[\"ello\",\"orld\"]"
| "[[\"l\"],[\"W\"]]"
| "\"Hello\""
| "\"World\""
| "\"ll\""
| "\"rld\""
| 4
| 7
| [4,7]
| true
| "\"\\\"Hello World\\\"\""
| "\"hello world\""
$ jq -nc '"abc" | match("(b)(x)?"), test("B"), test("B"; "ix"), sub("(?<x>b)"; "\(.x)\(.x)"), [splits("b")], ("a1b2" | [splits("[0-9]")]), ("aXbxc" | ascii_downcase | split("x")), ("test" | [match("t"; "g") | .offset])'
| "{\"offset\":1,\"length\":1,\"string\":\"b\",\"captures\":[{\"offset\":1,\"length\":1,\"string\":\"b\",\"name\":null},{\"offset\":-1,\"string\":null,\"length\":0,\"name\":null}]}"
| false
| true
| "\"abbc\""
| "[\"a\",\"c\"]"
| "[\"a\",\"b\",\"\"]"
| "[\"a\",\"b\",\"c\"]"
| [0,3]
$ jq -nr '[1,"a b",null,true,"q\"x"] | @csv, @tsv, @json, @text, @html, @sh'; jq -nr '"a&b c/é<>" | @uri, @html, @base64, (@base64 | @base64d), @sh'; jq -rn '@uri "x=\("a b")&y=\(1)", @sh "echo \("it\u0027s")", "in \("ner \("nested")")"'
| "1,\"a b\",,true,\"q\"\"x\""
| "1\ta b\t\ttrue\tq\"x"
| "[1,\"a b\",null,true,\"q\\\"x\"]"
| "[1,\"a b\",null,true,\"q\\\"x\"]"
| "[1,&quot;a b&quot;,null,true,&quot;q\\&quot;x&quot;]"
| "1 'a b' null true 'q\"x'"
| a%26b%20c%2F%C3%A9%3C%3E
| a&amp;b c/é&lt;&gt;
| YSZiIGMvw6k8Pg==
| a&b c/é<>
| 'a&b c/é<>'
| x=a%20b&y=1
| "echo 'it'\\''s'"
| in ner nested
$ jq -nc '"1" | tonumber, fromjson, type, ("[1,{\"a\":2}]" | fromjson), ([1,2.5,"x",null,true,{},[]] | map(type)), ([1,null,"a"] | map(tostring)), (nan | isnan), ([nan] | sort), (infinite | isinfinite), (1 | isnormal), ([.[]?, 1] | length)'
| 1
| 1
| "\"string\""
| "[1,{\"a\":2}]"
| "[\"number\",\"number\",\"string\",\"null\",\"boolean\",\"object\",\"array\"]"
| "[\"1\",\"null\",\"a\"]"
| true
| [null]
| true
| true
| 1
$ jq -nc '1.5 | floor, ceil, round, sqrt, pow(.; 2), log, fabs, trunc, significand, logb, (. | -. )'
| 1
| 2
| 2
| 1.224744871391589
| 2.25
| 0.4054651081081644
| 1.5
| 1
| 1.5
| 0
| -1.5
$ jq -nc '0 | todate, (1425599621 | todate, gmtime, (gmtime | mktime), strftime("%A, %B %d, %Y")), ("2015-03-05T23:51:47Z" | fromdate, strptime("%Y-%m-%dT%H:%M:%SZ"), fromdateiso8601, (strptime("%Y-%m-%dT%H:%M:%SZ") | mktime)), ("10 Mar 2020" | strptime("%d %b %Y") | mktime)'
| "\"1970-01-01T00:00:00Z\""
| "\"2015-03-05T23:53:41Z\""
| [2015,2,5,23,53,41,4,63]
| 1425599621
| "\"Thursday, March 05, 2015\""
| 1425599507
| [2015,2,5,23,51,47,4,63]
| 1425599507
| 1425599507
| 1583798400
$ X=1 jq -nc 'env.X, $ENV.X, (env | type), input_filename, ([splits("a")?]), $__loc__' 2>&1 | head -n 1; jq -nc '{} | .a += 1 | .b.c |= 5 | .d[1] = 2'; jq -nc '[[1,2],[1]] | sort, (.[0] - .[1]), (map(add)), .[0][:-1], (.[0] | .[1:] = [7,8])'
| "\"1\""
| "{\"a\":1,\"b\":{\"c\":5},\"d\":[null,2]}"
| [[1],[1,2]]
| [2]
| [3,1]
| [1]
| [1,7,8]
$ jq -nc 'INDEX({"id":1},{"id":2}; .id), ([{"id":5}] | INDEX(.id)), (2 | IN(1,2)), ([1,2] | IN([1,2])), any(true,false; .), ([65] | implode), ("a" | ascii_downcase), ([3,[1]] | flatten), ({} | .a.b.c), ({a:[1,2]} | .a as [$x,$y] | $x+$y), getpath(["a","b"]), ([1,2,3] | del(.[0,2])), (["a","b"] | to_entries | map("\(.key)=\(.value)") | join("&"))'
| "{\"1\":{\"id\":1},\"2\":{\"id\":2}}"
| "{\"5\":{\"id\":5}}"
| true
| true
| true
| "\"A\""
| "\"a\""
| [3,1]
| null
| 3
| null
| [2]
| "\"0=a&1=b\""
$ jq -nc '"x" as $x | "y" as $y | [$x, $y, $__loc__.line], ([1,2,3] | .[1:] |= map(. * 2)), ([[1,"a"],[2,"b"]] | map({(.[1]): .[0]}) | add), ({"a":[1,2]} | .a[1:] + [3]), ([.[]?] | first), (try error({a:1}) catch .a), [(1,2) as $v | $v * 10], (error("x")? // "caught"), ([{"a":1},{"a":null}] | map(.a // "none"))'
| "[\"x\",\"y\",1]"
| [1,4,6]
| "{\"a\":1,\"b\":2}"
| [2,3]
| null
| 1
| [10,20]
| "\"caught\""
| "[1,\"none\"]"

## arguments
$ jq -n --arg s 'it"s' --argjson n '{"k":[1]}' '{s:$s, n:$n.k[0], t:($ARGS.named|keys)}' -c; jq -n -c '$ARGS.positional' --args a b; jq -nc '$ARGS' --jsonargs 1 '{"a":2}'; jq -n --arg a 1 '$a + "x", $ARGS.named.a'
| "{\"s\":\"it\\\"s\",\"n\":1,\"t\":[\"n\",\"s\"]}"
| "[\"a\",\"b\"]"
| "{\"positional\":[1,{\"a\":2}],\"named\":{}}"
| "\"1x\""
| "\"1\""
$ echo '{"x":1} {"x":2}' > d.json; jq -c .x d.json d.json; jq -n --slurpfile d d.json '$d | length'; jq -n --rawfile d d.json '$d | length'; jq -nr '[inputs.x] | add' d.json; jq -s -c 'map(.x)' d.json d.json; jq -c 'input_filename' d.json | head -n 1
| 1
| 2
| 1
| 2
| 2
| 16
| 3
| [1,2,1,2]
| "\"d.json\""
$ printf '# comment\n.x # more\n| . + 1\n' > p.jq; jq -f p.jq d.json; echo '{"x":5}' | jq -f p.jq; echo '{"x":5}' | jq --from-file p.jq
| 2
| 3
| 6
| 6

## status
$ echo '{"a":null,"b":false,"c":0}' > j; jq -e .a j; echo $?; jq -e .b j; echo $?; jq -e .c j; echo $?; jq -e 'empty' j; echo $?; jq -e '.zz, 1' j; echo $?
| null
| 1
| false
| 1
| 0
| 0
| 4
| null
| 1
| 0
$ jq .a.x.y j; echo $?; jq '.c.x' j; echo $?; jq '.[0]' j; echo $?; jq '.c[]' j; echo $?; jq '.a | keys' j; echo $?
| null
| 0
| 5
| 5
| 5
| 5
! "jq: error (at j:1): Cannot index number with string \"x\""
! jq: error (at j:1): Cannot index object with number
! jq: error (at j:1): Cannot iterate over number (0)
! jq: error (at j:1): null (null) has no keys
$ jq . nofile; echo $?; jq '.[' j 2>/dev/null; echo $?; jq foo j 2>/dev/null; echo $?; jq '$x' j 2>/dev/null; echo $?; jq --nope . j; echo $?; jq -n '"a" | error' ; echo $?; jq -n '{a:1} | error'; echo $?
| 2
| 3
| 3
| 3
| 2
| 5
| 5
! jq: error: Could not open file nofile: No such file or directory
! jq: Unknown option --nope
! Use jq --help for help with command-line options,
! or see the jq manpage, or online docs  at https://stedolan.github.io/jq
! jq: error (at <unknown>): a
! "jq: error (at <unknown>) (not a string): {\"a\":1}"
$ jq -n '"bye\n" | halt_error'; echo $?; jq -n '{a:1} | halt_error(3)'; echo $?; jq -n '1, halt, 2'; echo $?; jq -n '1 | debug' 2>&1; jq -n '"x" | stderr' 2>/dev/null
| 5
| 3
| 1
| 0
| "[\"DEBUG:\",1]"
| 1
| "\"x\""
! bye
! "{\"a\":1}"
$ jq -n '{} + 1'; jq -n '[] - {}'; jq -n '{} | keys | .[0] | ltrimstr("x")'; jq -n '"x" | tonumber' 2>/dev/null; echo $?; jq -n '1 | test("a")'; jq -n '5 % 0'; jq -n '[1] | implode' ; jq -n '{} | join(",")'; jq -n '1 | length, (true | length)'; jq -n '[1,2] | .["a"]'; jq -n '"abc" | .[0]'; jq -n 'null | implode'
| null
| 5
| "\"\\u0001\""
| "\"\""
| 1
! jq: error (at <unknown>): object ({}) and number (1) cannot be added
! jq: error (at <unknown>): array ([]) and object ({}) cannot be subtracted
! jq: error (at <unknown>): number (1) cannot be matched, as it is not a string
! jq: error (at <unknown>): number (5) and number (0) cannot be divided (remainder) because the divisor is zero
! jq: error (at <unknown>): boolean (true) has no length
! "jq: error (at <unknown>): Cannot index array with string \"a\""
! jq: error (at <unknown>): Cannot index string with number
! jq: error (at <unknown>): implode input must be an array
? 5
$ jq -n 'try error("\(1)") catch ., (try (1 | .a) catch .), (try ({} | .[0]) catch .), ([1] | try .a catch .), (try ("a" | keys) catch .), (try ([] | has("a")) catch .), (try ({} < 1 | error) catch .), (try ("a" * {}) catch .), (try ({} | sort) catch .), (try ([[1]] | @csv) catch .), (try ({} | @sh) catch .), (try ("abcdefghijklmnop" | keys) catch .)'
| "\"1\""
| "\"Cannot index number with string \\\"a\\\"\""
| "\"Cannot index object with number\""
| "\"Cannot index array with string \\\"a\\\"\""
| "\"string (\\\"a\\\") has no keys\""
| "\"Cannot check whether array has a string key\""
| false
| "\"string (\\\"a\\\") and object ({}) cannot be multiplied\""
| "\"object ({}) cannot be sorted, as it is not an array\""
| "\"array ([1]) is not valid in a csv row\""
| "\"object ({}) can not be escaped for shell\""
| "\"string (\\\"abcdefghij...) has no keys\""

