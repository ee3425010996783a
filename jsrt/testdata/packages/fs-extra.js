const fs = require('fs-extra');
const os = require('os'), path = require('path');
(async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'fse-'));
  await fs.outputJson(dir + '/a/b/c.json', { x: [1] }, { spaces: 2 });
  await fs.copy(dir + '/a', dir + '/z', { filter: (s) => !s.endsWith('.tmp') });
  await fs.move(dir + '/z/b/c.json', dir + '/moved.json');
  await fs.ensureLink(dir + '/moved.json', dir + '/link/l.json');
  await fs.ensureSymlink(dir + '/a', dir + '/sym');
  console.log(await fs.readJson(dir + '/moved.json'), await fs.pathExists(dir + '/z/b/c.json'), (await fs.readdir(dir)).sort(), fs.readFileSync(dir + '/sym/b/c.json', 'utf8'), (await fs.stat(dir + '/link/l.json')).nlink);
  await fs.emptyDir(dir + '/a');
  console.log(await fs.readdir(dir + '/a'));
  await fs.remove(dir);
  console.log(fs.existsSync(dir));
  await fs.readJson('/none').catch((e) => console.log(e.code));
})();
