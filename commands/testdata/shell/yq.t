## yq
~ recorded from mikefarah's yq 4.44.3; this machine's yq is another program of that name
$ printf 'name: app\nversion: 1.2.3\nports:\n  - 80\n  - 443\nenv:\n  DEBUG: true\n  LEVEL: "3"\nnested:\n  - a: 1\n    b: [x, y]\n  - a: 2\n    b: {c: d}\ntext: |\n  line one\n  line two\n' > f.yaml; yq '.name' f.yaml; yq .version f.yaml; yq '.ports[0]' f.yaml; yq '.ports' f.yaml; yq '.env' f.yaml; yq '.nested[].a' f.yaml; yq '.nested[1].b.c' f.yaml; yq '.nope' f.yaml; yq '.ports | length' f.yaml; yq 'keys' f.yaml; yq '.text' f.yaml; yq -o=json '.' f.yaml; yq -o json -I0 '.nested' f.yaml; yq '.env.LEVEL' f.yaml; yq '.nested | map(.a)' f.yaml; yq '.ports += [8080] | .ports' f.yaml
| app
| 1.2.3
| 80
| - 80
| - 443
| DEBUG: true
| "LEVEL: \"3\""
| 1
| 2
| d
| null
| 2
| - name
| - version
| - ports
| - env
| - nested
| - text
| line one
| line two
| 
| {
| "  \"name\": \"app\","
| "  \"version\": \"1.2.3\","
| "  \"ports\": ["
|     80,
|     443
|   ],
| "  \"env\": {"
| "    \"DEBUG\": true,"
| "    \"LEVEL\": \"3\""
|   },
| "  \"nested\": ["
|     {
| "      \"a\": 1,"
| "      \"b\": ["
| "        \"x\","
| "        \"y\""
|       ]
|     },
|     {
| "      \"a\": 2,"
| "      \"b\": {"
| "        \"c\": \"d\""
|       }
|     }
|   ],
| "  \"text\": \"line one\\nline two\\n\""
| }
| "[{\"a\":1,\"b\":[\"x\",\"y\"]},{\"a\":2,\"b\":{\"c\":\"d\"}}]"
| 3
| - 1
| - 2
| - 80
| - 443
| - 8080
~ recorded from mikefarah's yq 4.44.3; this machine's yq is another program of that name
$ yq '.name = "new" | .name' f.yaml; yq -i '.version = "2.0"' f.yaml; yq '.version' f.yaml; yq -i 'del(.nested)' f.yaml; cat f.yaml; yq '.env | to_entries' f.yaml; yq '.a.b.c = 1 | .a' f.yaml; yq 'select(.name == "app") | .ports[1]' f.yaml; yq '.ports[] | select(. > 100)' f.yaml; yq '.env | has("DEBUG")' f.yaml; X=val yq '.name = strenv(X) | .name' f.yaml; X=5 yq -n '.a = env(X)'; yq -n '.a.b = "x" | .c = [1,2]'; yq '.name + "-x"' f.yaml; yq '.ports | join(",")' f.yaml; yq '.nope // "default"' f.yaml; yq -e '.nope' f.yaml; echo $?; yq '.' nofile; echo $?; yq '.[' f.yaml > /dev/null 2>&1; echo $?; yq '.name | type' f.yaml; yq '.ports | tag' f.yaml
| new
| 2.0
| name: app
| "version: \"2.0\""
| ports:
|   - 80
|   - 443
| env:
|   DEBUG: true
| "  LEVEL: \"3\""
| text: |
|   line one
|   line two
| - key: DEBUG
|   value: true
| - key: LEVEL
| "  value: \"3\""
| b:
|   c: 1
| 443
| 443
| true
| val
| a: 5
| a:
|   b: x
| c:
|   - 1
|   - 2
| app-x
| 80,443
| default
| null
| 1
| 1
| 1
| !!str
| !!seq
! Error: no matches found
! Error: open nofile: no such file or directory
~ recorded from mikefarah's yq 4.44.3; this machine's yq is another program of that name
$ echo '{"a": [1, {"b": null}], "s": "x y"}' | yq -P; echo '{"a":1}' > j.json; yq '.a' j.json; yq '.' j.json; yq -p json -o yaml '.' j.json; printf 'a: 1\n---\na: 2\n' | yq '.a'; printf 'a: [{b: 1}, {b: 2}]\n' | yq -P '.a[]'; echo 'a: yes' | yq '.a'; echo 'a: {b: 1}' | yq 'with(.a; .b = 2)' -o json; printf 'a: 1\n---\na: 2\n' | yq '.'; printf 'a: &x\n  k: v\nb: *x\nc:\n  <<: *x\n  z: 1\n' | yq -o json; printf -- '- a: 1\n  b: 2\n- a: 3\n  b: 4\n' | yq -o csv; printf 'a,b\n1,x\n2,y\n' | yq -p csv; echo 'a: {b: 1, c: [1, 2]}' | yq -o props; printf 'x: "true"\ny: "1"\nz: "a: b"\nw: "# no"\nv: ""\nu: "null"\nq: "- x"\n' | yq -P '.'; printf 'k: [b, a, c]\n' | yq '.k | sort | .[0]'; printf 'b: 1\na: 2\n' | yq 'sort_keys(.)'; printf 'a: 1\n' | yq '. * {"b": 2}'; echo 'a: x' | yq -r '.a'; echo 'a: "x"' | yq -o json '.a'; echo '[3, 1, 2]' | yq 'sort | .[0]'; echo 'a: [1,2]' | yq '.a[]'; echo '- 1' | yq '.[0]'; echo 'a: 1.5' | yq '.a * 2'; echo 'a: hello' | yq '.a | upcase'; echo 'a: b c' | yq '.a | split(" ")'; echo 'a: xyx' | yq '.a | sub("x", "z")'; echo 'a: foo' | yq '.a | test("^f")'
| a:
|   - 1
|   - b: null
| s: x y
| 1
| {
| "  \"a\": 1"
| }
| a: 1
| 1
| ---
| 2
| b: 1
| b: 2
| yes
| {
| "  \"a\": {"
| "    \"b\": 2"
|   }
| }
| a: 1
| ---
| a: 2
| {
| "  \"a\": {"
| "    \"k\": \"v\""
|   },
| "  \"b\": {"
| "    \"k\": \"v\""
|   },
| "  \"c\": {"
| "    \"k\": \"v\","
| "    \"z\": 1"
|   }
| }
| a,b
| 1,2
| 3,4
| - a: 1
|   b: x
| - a: 2
|   b: y
| a.b = 1
| a.c.0 = 1
| a.c.1 = 2
| "x: \"true\""
| "y: \"1\""
| z: 'a: b'
| w: '# no'
| "v: \"\""
| "u: \"null\""
| q: '- x'
| a
| a: 2
| b: 1
| a: 1
| b: 2
| x
| "\"x\""
| 1
| 1
| 2
| 1
| 3
| HELLO
| - b
| - c
| zyz
| true

