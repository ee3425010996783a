// knex with a driver of our own that answers from memory: what matters is the SQL it builds and its pool.
const knex = require('knex');
const Client = require('knex/lib/dialects/sqlite3');
class Memory extends Client {
  _driver() { return {}; }
  async acquireRawConnection() { return { log: [] }; }
  async validateConnection() { return true; }
  async destroyRawConnection() {}
  async _query(conn, q) { console.log(q.sql, q.bindings); q.response = /^select/.test(q.sql) ? [{ id: 1, name: 'a' }] : []; q.context = { lastID: 5, changes: 1 }; return q; }
}
const db = knex({ client: Memory, connection: {}, useNullAsDefault: true });
(async () => {
  console.log(await db('users as u').join('posts', 'u.id', 'posts.user_id').where({ 'u.name': 'a' }).whereIn('u.id', [1, 2]).orderBy('u.id', 'desc').limit(3).select('u.*', db.raw('count(*) as n')));
  await db('t').insert([{ a: 1, b: 'x' }, { a: 2 }]);
  await db('t').where('a', '>', 1).update({ b: db.raw('upper(b)') });
  await db.transaction(async (trx) => { await trx('t').where({ a: 1 }).del(); });
  await db.schema.createTable('z', (t) => { t.increments(); t.string('n', 40).notNullable().index(); t.timestamps(true, true); });
  console.log(db('q').with('w', db('r').select('x')).from('w').where((b) => b.where('a', 1).orWhereNull('b')).toString());
  await db.destroy();
})();
