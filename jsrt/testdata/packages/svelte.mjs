import { compile } from 'svelte/compiler';
import { render } from 'svelte/server';
import fs from 'node:fs';
const src = '<script>let { name = "x", items = [] } = $props(); let n = $derived(items.length);</script>\n<h1 class:big={n > 1}>Hi {name}!</h1>{#each items as it, i (it)}<li>{i}: {it}</li>{:else}none{/each}{@html "<i>r</i>"}{#if n}<b>{n}</b>{/if}<style>h1 { color: red }</style>';
const { js, css, warnings } = compile(src, { generate: 'server', filename: 'App.svelte' });
console.log(js.code.length > 300, css.code, warnings.length);
const file = new URL('./App.compiled.mjs', import.meta.url);
fs.writeFileSync(file, js.code);
const { default: App } = await import(file);
const out = render(App, { props: { name: '<bob>', items: ['a', 'b'] } });
console.log(out.body, '|', out.head);
fs.unlinkSync(file);
console.log(compile(src, { generate: 'client', filename: 'App.svelte' }).js.code.length > 500);
try { compile('{#if}', {}); } catch (e) { console.log(e.code); }
