// The class Proxy of a realm. check refuses a target or a handler behind too many other proxies; the engine's apply and
// construct traps get an array over its own stack, which changes as soon as anything is called: those of a program get a copy.
(function (check) {
'use strict';
const Native = Proxy, { revocable } = Proxy, { apply, construct, get } = Reflect;
const slice = Function.prototype.call.bind(Array.prototype.slice);
const guarded = (target, handler) => {
  check(target, handler);
  if (typeof target !== 'function' || typeof handler !== 'object' || handler === null) return [target, handler];
  return [target, new Native(handler, {
    get(h, key) {
      const trap = get(h, key);
      if (typeof trap !== 'function') return trap;
      if (key === 'apply') return (t, self, args) => apply(trap, h, [t, self, slice(args)]);
      if (key === 'construct') return (t, args, nt) => apply(trap, h, [t, slice(args), nt]);
      return (...a) => apply(trap, h, a);
    },
  })];
};
const P = function Proxy(target, handler) {
  if (new.target === undefined) throw new TypeError("Constructor Proxy requires 'new'");
  return construct(Native, guarded(target, handler));
}.bind(undefined);
const define = (o, name, value) => Object.defineProperty(o, name, { value, writable: true, enumerable: false, configurable: true });
Object.defineProperty(P, 'name', { value: 'Proxy', configurable: true });
define(P, 'revocable', { revocable(target, handler) { return apply(revocable, Native, guarded(target, handler)); } }.revocable);
define(globalThis, 'Proxy', P);
})
