package jq

import (
	"sync"

	"github.com/itchyny/gojq"
)

// preludeSource defines in jq what needs no Go.
const preludeSource = `
def recurse(f; cond): def r: ., (f | select(cond) | r); r;
def values: select(. != null);
def nulls: select(. == null);
def booleans: select(type == "boolean");
def numbers: select(type == "number");
def strings: select(type == "string");
def arrays: select(type == "array");
def objects: select(type == "object");
def iterables: select(type == "array" or type == "object");
def scalars: select(type != "array" and type != "object");
def finites: select(isinfinite or isnan | not);
def normals: select(isnormal);
def map_values(f): .[] |= f;
def with_entries(f): to_entries | map(f) | from_entries;
def in(xs): . as $x | xs | has($x);
def inside(xs): . as $x | xs | contains($x);
def paths: path(..) | select(length > 0);
def paths(f): path(.. | select(f)) | select(length > 0);
def leaf_paths: paths(scalars);
def del(f): delpaths([path(f)]);
def add(f): reduce f as $x (null; . + $x);
def any: any(.[]; .);
def all: all(.[]; .);
def any(f): any(.[]; f);
def all(f): all(.[]; f);
def isvalid(f): try (f | true) catch false;
def first: .[0];
def last: .[-1];
def nth($n): .[$n];
def nth($n; f): if $n < 0 then error("Out of bounds negative array index") else last(limit($n + 1; f)) end;
def combinations: if length == 0 then [] else .[0][] as $x | (.[1:] | combinations) as $w | [$x] + $w end;
def combinations(n): . as $dot | [range(n)] | map($dot) | combinations;
def walk(f): def w: if type == "object" then map_values(w) elif type == "array" then map(w) else . end | f; w;
def unique: unique_by(.);
def ascii: [.] | implode;
def todate: strftime("%Y-%m-%dT%H:%M:%SZ");
def fromdateiso8601: strptime("%Y-%m-%dT%H:%M:%SZ") | mktime;
def todateiso8601: todate;
def fromdate: fromdateiso8601;
def date: todate;
def dateadd(u; n): . + n;
def datesub(u; n): . - n;
def match(re): match(re; null);
def match(re; mode): _match(re; mode; false) | .[];
def test(re): test(re; null);
def test(re; mode): _match(re; mode; true);
def capture(re): capture(re; null);
def capture(re; mode): match(re; mode) | [.captures[] | select(.name != null) | {key: .name, value: .string}] | from_entries;
def scan(re): scan(re; null);
def scan(re; mode): match(re; "g" + mode) | if (.captures | length) > 0 then [.captures[].string] else .string end;
def splits(re): splits(re; null);
def splits(re; mode): split(re; mode) | .[];
def split(re; mode): . as $s | [foreach ((match(re; "g" + mode) | [.offset, .length]), null) as $m ([0, null];
	if $m == null then [.[0], $s[.[0]:]] else [$m[0] + $m[1], $s[.[0]:$m[0]]] end; .[1])];
def sub(re; str): sub(re; str; "");
def sub(re; str; mode): . as $s
	| [match(re; mode)] as $all
	| def build($i; $at): if $i == ($all | length) then $s[$at:]
		else $all[$i] as $m
		| ($m | [.captures[] | select(.name != null) | {key: .name, value: .string}] | from_entries | str) as $new
		| build($i + 1; $m.offset + $m.length) as $rest
		| $s[$at:$m.offset] + $new + $rest end;
	build(0; 0);
def gsub(re; str): sub(re; str; "g");
def gsub(re; str; mode): sub(re; str; mode + "g");
def tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);
def fromstream(f): {x: null, e: false} as $init | foreach f as $i ($init;
	if .e then $init else . end
	| if $i | length == 2 then setpath(["e"]; $i[0] | length == 0) | setpath(["x"] + $i[0]; $i[1])
	else setpath(["e"]; $i[0] | length == 1) end;
	if .e then .x else empty end);
def truncate_stream(f): . as $n | null | f | . as $in | if (.[0] | length) > $n then setpath([0]; .[0][$n:]) else empty end;
def IN(s): any(s == .; .);
def IN(src; s): any(src == s; .);
def INDEX(stream; f): reduce stream as $row ({}; .[$row | f | tostring] |= $row);
def INDEX(f): INDEX(.[]; f);
def GROUP_BY(f): reduce .[] as $row ({}; .[$row | f | tostring] += [$row]);
def halt_error: halt_error(5);
def pick(f): . as $top | reduce path(f) as $p (null; setpath($p; $top | getpath($p)));
def debug(m): (m | debug | empty), .;
def abs: if type == "number" and . < 0 then -. else . end;
def toarray: if type == "array" then . else [.] end;
def have_literal_numbers: true;
def have_decnum: false;
def error(e): e | error;
def inputs: def r: _input | if . == null then empty else .[0], r end; r;
def get_search_list: [];
`

// prelude compiles preludeSource once.
var prelude = sync.OnceValue(func() map[funcKey]*funcBody {
	q, err := gojq.Parse(preludeSource + ".")
	if err != nil {
		panic("jq: prelude: " + err.Error())
	}
	lib := map[funcKey]*funcBody{}
	for _, d := range q.FuncDefs {
		lib[funcKey{d.Name, len(d.Args)}] = &funcBody{params: d.Args}
	}
	for _, d := range q.FuncDefs {
		c := &compiler{lib: lib}
		fn := c.define(nil, d).fn
		own := lib[funcKey{d.Name, len(d.Args)}]
		own.f, own.weight = fn.f, fn.weight
	}
	return lib
})
