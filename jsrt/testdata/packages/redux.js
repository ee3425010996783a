const { createStore, combineReducers, applyMiddleware, compose, bindActionCreators } = require('redux');
const log = [];
const thunk = ({ dispatch, getState }) => (next) => (a) => (typeof a === 'function' ? a(dispatch, getState) : next(a));
const store = createStore(combineReducers({ n: (s = 0, a) => (a.type === 'inc' ? s + a.by : s), l: (s = [], a) => (a.type === 'add' ? [...s, a.x] : s) }), applyMiddleware(thunk, () => (next) => (a) => { log.push(a.type); return next(a); }));
store.subscribe(() => log.push(store.getState().n));
store.dispatch({ type: 'inc', by: 2 });
store.dispatch((d, get) => { d({ type: 'add', x: get().n }); });
bindActionCreators({ inc: (by) => ({ type: 'inc', by }) }, store.dispatch).inc(5);
console.log(store.getState(), log);
try { store.dispatch({}); } catch (e) { console.log(e.message); }
