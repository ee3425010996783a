// Texts that are appended to texts that are appended to.
function render(parts) { let output = ''; let text = ''; for (const p of parts) { text += p; for (let i = 0; i < 1; i++) { output += text; text = '-'; } } return output + text; }
function inner(parts) { let all = ''; for (const p of parts) { let one = ''; for (const c of p) { one += c; all += one; } all += one += '!'; } return all; }
function outer(parts) { let all = 'x'; let n = 0; for (const p of parts) { let one = ''; for (const c of p) { one += all; one += c; } n += one.length; all += p; } return [all, n]; }
function self(n) { let s = 'a'; for (let i = 0; i < n; i++) s += s; return s; }
function chain(l) { let a = '', b = ''; for (const x of l) a += b += x; return [a, b]; }
for (let i = 0; i < 20; i++) console.log(render(['a', 'b', 'c']), inner(['ab', 'cd']), outer(['ab', 'c']), self(4), chain(['1', '2', '3']));
