// A package with a native addon: it must fail with an error that says so, not with a crash or a riddle. Node has no
// binary either, since the corpus is installed without install scripts.
try {
  const Database = require('better-sqlite3');
  new Database(':memory:');
  console.log('opened');
} catch (e) {
  console.log(e instanceof Error, /bindings file|native/i.test(e.message));
}
