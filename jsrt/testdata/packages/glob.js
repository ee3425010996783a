const { glob, globSync } = require('glob');
const { minimatch } = require('minimatch');
const fs = require('fs'), os = require('os'), path = require('path');
const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'glob-'));
for (const f of ['a.js', 'b/c.js', 'b/d/e.ts', 'b/.h.js', 'node_modules/x.js']) { fs.mkdirSync(path.dirname(path.join(cwd, f)), { recursive: true }); fs.writeFileSync(path.join(cwd, f), ''); }
(async () => {
  console.log((await glob('**/*.{js,ts}', { cwd, ignore: 'node_modules/**' })).sort(), globSync('b/*', { cwd, dot: true }).sort(), globSync('**/', { cwd }).sort());
  console.log((await glob('**', { cwd, withFileTypes: true })).filter((p) => p.isFile()).map((p) => p.relative()).sort(), minimatch('a/b.js', 'a/!(c).js'));
  fs.rmSync(cwd, { recursive: true });
})();
