const initSqlJs = require('sql.js');
(async () => {
  const SQL = await initSqlJs();
  const db = new SQL.Database();
  db.run('CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, v REAL, b BLOB); INSERT INTO t(name, v) VALUES (\'a\', 1.5), (\'ü\', NULL)');
  const st = db.prepare('INSERT INTO t(name, b) VALUES (?, ?)');
  st.run(['c', new Uint8Array([1, 2])]);
  st.free();
  console.log(JSON.stringify(db.exec('SELECT id, name, v, hex(b) h FROM t ORDER BY id')), db.getRowsModified());
  db.create_function('twice', (x) => x * 2);
  console.log(db.exec('SELECT twice(21) a, count(*) FROM t GROUP BY 1')[0].values);
  const bytes = db.export();
  console.log(bytes.length, new SQL.Database(bytes).exec('SELECT max(id) FROM t')[0].values);
  try { db.run('SELEC'); } catch (e) { console.log(e.message); }
})();
