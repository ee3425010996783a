import { h, Fragment, createContext } from 'preact';
import { useState, useContext } from 'preact/hooks';
import { renderToString, renderToStringAsync } from 'preact-render-to-string';
const C = createContext('d');
const A = ({ n }) => { const [x] = useState(n + 1); return h('p', { class: 'a', style: { color: 'red' } }, x, useContext(C)); };
console.log(renderToString(h(Fragment, null, h(C.Provider, { value: 'v' }, h(A, { n: 1 })), h('input', { value: '<', checked: true }), [1, null, 'x'])), renderToString(h('div', null, h('br')), {}, { pretty: true }));
console.log(await renderToStringAsync(h('b', null, 'async')));
