const React = require('react');
const { renderToString, renderToStaticMarkup, renderToPipeableStream } = require('react-dom/server');
const { Writable } = require('stream');
const h = React.createElement;
const Ctx = React.createContext('def');
const Item = React.memo(({ x }) => h('li', { className: 'c', style: { fontSize: 12, '--v': 1 } }, x, h(Ctx.Consumer, null, (v) => ' ' + v)));
function App({ items }) {
  const [n] = React.useState(() => 3);
  const id = React.useId();
  const total = React.useMemo(() => items.length * n, [items]);
  React.useEffect(() => { throw new Error('not on a server'); });
  return h(Ctx.Provider, { value: 'ctx' }, h('ul', { id, onClick() {}, 'data-n': total, dangerouslySetInnerHTML: undefined }, items.map((x) => h(Item, { key: x, x }))), h('input', { defaultValue: '"q"', disabled: true }), null, false, 0);
}
console.log(renderToString(h(App, { items: ['a', '<b>'] })));
console.log(renderToStaticMarkup(h(React.Fragment, null, h('p', { dangerouslySetInnerHTML: { __html: '<i>' } }), h('svg', { viewBox: '0 0 1 1' }))));
const cache = new Map();
function Slow() {
  if (!cache.has(1)) { cache.set(1, null); throw new Promise((r) => setTimeout(r, 10)).then(() => cache.set(1, 'late')); }
  return h('b', null, cache.get(1) || 'late');
}
let out = '';
const { pipe } = renderToPipeableStream(h('main', null, h(React.Suspense, { fallback: h('i', null, 'wait') }, h(Slow))), { onAllReady() { pipe(new Writable({ write(c, e, cb) { out += c; cb(); }, final(cb) { console.log(out.replace(/<script>.*<\/script>/s, '')); cb(); } })); } });
