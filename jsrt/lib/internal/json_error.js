'use strict';
// V8's words for JSON.parse errors. A small parser finds the place; the engine's own messages are Go's.
exports.describe = function describe(s, fallback) {
  let i = 0;
  const ws = () => { while (i < s.length && ' \t\n\r'.includes(s[i])) i++; };
  const fail = (what) => { throw { what, at: i }; };
  const snippet = () => {
    if (s.length <= 40) return `, "${s}" is not valid JSON`.replace(/^, /, ', ');
    const a = Math.max(0, i - 10), b = Math.min(s.length, i + 10);
    return `, ${a > 0 ? '...' : ''}"${s.slice(a, b)}"${b < s.length ? '... ' : ' '}is not valid JSON`;
  };
  const where = () => ` in JSON at position ${i}`;
  const unexpected = () => {
    if (i >= s.length) return 'Unexpected end of JSON input';
    return `Unexpected token '${String.fromCodePoint(s.codePointAt(i))}'${snippet()}`;
  };
  let depth = 0;
  function value() {
    if (++depth > 4000) fail(fallback);
    ws();
    const c = s[i];
    if (c === '{') {
      i++; ws();
      if (s[i] === '}') { i++; depth--; return; }
      for (;;) {
        ws();
        if (s[i] !== '"') fail(i >= s.length || s[i] === undefined ? `Expected property name or '}'${where()}` : `Expected ${first(s, i) ? "property name or '}'" : 'double-quoted property name'}${where()}`);
        string(); ws();
        if (s[i] !== ':') fail(i >= s.length ? `Expected ':' after property name${where()}` : `Expected ':' after property name${where()}`);
        i++; value(); ws();
        if (s[i] === ',') { i++; continue; }
        if (s[i] === '}') { i++; break; }
        fail(i >= s.length ? `Expected ',' or '}' after property value${where()}` : `Expected ',' or '}' after property value${where()}`);
      }
    } else if (c === '[') {
      i++; ws();
      if (s[i] === ']') { i++; depth--; return; }
      for (;;) {
        value(); ws();
        if (s[i] === ',') { i++; continue; }
        if (s[i] === ']') { i++; break; }
        fail(`Expected ',' or ']' after array element${where()}`);
      }
    } else if (c === '"') string();
    else if (c === '-' || (c >= '0' && c <= '9')) {
      const m = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(s.slice(i));
      if (!m) { i++; fail(i >= s.length ? `No number after minus sign${where()}` : `No number after minus sign${where()}`); }
      i += m[0].length;
      if (s[i] === '.') { i++; fail(`Unterminated fractional number${where()}`); }
    } else {
      for (const w of ['true', 'false', 'null']) {
        if (c === w[0]) {
          for (let k = 0; k < w.length; k++, i++) if (s[i] !== w[k]) fail(unexpected());
          depth--;
          return;
        }
      }
      fail(unexpected());
    }
    depth--;
  }
  function first(t, p) { let k = p - 1; while (k >= 0 && ' \t\n\r'.includes(t[k])) k--; return t[k] === '{'; }
  function string() {
    i++;
    for (; ; i++) {
      if (i >= s.length) fail(`Unterminated string${where()}`);
      const c = s[i];
      if (c === '"') { i++; return; }
      if (c < ' ') fail(`Bad control character in string literal${where()}`);
      if (c === '\\') {
        i++;
        if (s[i] === 'u') { for (let k = 1; k <= 4; k++) if (!/[0-9a-fA-F]/.test(s[i + k] ?? '')) { i += k; fail(`Bad Unicode escape${where()}`); } i += 4; }
        else if (!'"\\/bfnrt'.includes(s[i] ?? ' ')) fail(`Bad escaped character${where()}`);
      }
    }
  }
  try {
    ws();
    if (i >= s.length) return 'Unexpected end of JSON input';
    value(); ws();
    if (i < s.length) return `Unexpected non-whitespace character after JSON at position ${i}`;
  } catch (e) {
    if (e && e.what) return e.what;
    throw e;
  }
  return fallback;
};
