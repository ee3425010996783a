package jsrt

import "testing"

func TestAsyncLocalStorage(t *testing.T) {
	b := newBox(t, map[string]string{"a.js": `
const { AsyncLocalStorage } = require('async_hooks'); const als = new AsyncLocalStorage(); const out = [];
als.run('A', async () => { await null; out.push(als.getStore()); setTimeout(() => { out.push('t' + als.getStore()); Promise.resolve().then(() => out.push('p' + als.getStore())); }, 1); await new Promise(r => setImmediate(r)); out.push('i' + als.getStore()); });
als.run('B', () => process.nextTick(() => out.push('n' + als.getStore()))); out.push(als.getStore());
setTimeout(() => console.log(out.join(), als.getStore()), 20);`})
	if r := b.node("a.js"); r.out != ",nB,A,iA,tA,pA undefined\n" && r.out != ",nB,A,tA,pA,iA undefined\n" {
		t.Errorf("%q %s", r.out, r.err)
	}
}
