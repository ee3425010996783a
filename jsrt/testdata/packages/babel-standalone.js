const Babel = require('@babel/standalone');
console.log(Babel.transform('const f = async (a = 1, ...r) => { for await (const x of r) yield_(x?.y ?? `t${a}`); }; class A { #p = 1; static s = 2; get p() { return this.#p; } }', { presets: [['env', { targets: { ie: 11 } }]] }).code.slice(-900));
console.log(Babel.transform('const X: React.FC<P> = () => <div className="a" {...p}>{x as any}</div>; enum E { A }', { presets: ['react', 'typescript'], filename: 'x.tsx' }).code);
try { Babel.transform('let = ;', {}); } catch (e) { console.log(e.message.split('\n')[0]); }
