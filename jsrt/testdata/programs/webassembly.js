// (module (import "env" "log" (func $log (param i32 f64) (result i32))) (import "env" "mem" (memory 1)) (import "env" "g" (global (mut i32)))
//  (func (export "add") (param i32 i32) (result i32) ...) ...)
const leb=(n)=>{const o=[];do{let b=n&127;n>>>=7;if(n)b|=128;o.push(b)}while(n);return o};
const vec=(a)=>[...leb(a.length),...a.flat()]; const str=(s)=>[...leb(s.length),...Buffer.from(s)]; const sec=(id,b)=>[id,...leb(b.length),...b];
const I=0x7f,L=0x7e,D=0x7c;
const mod=new Uint8Array([0,0x61,0x73,0x6d,1,0,0,0,
 ...sec(1,vec([[0x60,2,I,D,1,I],[0x60,2,I,I,1,I],[0x60,1,L,1,L],[0x60,0,0]])),
 ...sec(2,vec([[...str('env'),...str('log'),0,0],[...str('env'),...str('mem'),2,0,1],[...str('env'),...str('g'),3,I,1]])),
 ...sec(3,vec([[1],[2],[0],[1],[3],[1]])),
 ...sec(6,vec([[L,0,0x42,5,0x0b]])),
 ...sec(7,vec([[...str('add'),0,1],[...str('dbl'),0,2],[...str('calllog'),0,3],[...str('store'),0,4],[...str('trap'),0,5],[...str('div'),0,6],[...str('k'),3,1],[...str('memory'),2,0]])),
 ...sec(10,vec([
  [...(b=>[...leb(b.length),...b])([0,0x20,0,0x20,1,0x6a,0x0b])],
  [...(b=>[...leb(b.length),...b])([0,0x20,0,0x20,0,0x7c,0x0b])],
  [...(b=>[...leb(b.length),...b])([0,0x20,0,0x20,1,0x10,0,0x23,0,0x6a,0x0b])],
  [...(b=>[...leb(b.length),...b])([0,0x20,0,0x20,1,0x36,2,0,0x41,7,0x24,0,0x20,1,0x0b])],
  [...(b=>[...leb(b.length),...b])([0,0x00,0x0b])],
  [...(b=>[...leb(b.length),...b])([0,0x20,0,0x20,1,0x6d,0x0b])],
 ]))]);
const T=(f)=>{try{return f()}catch(e){return e.constructor.name+': '+e.message}};
const m=new WebAssembly.Module(mod); console.log(WebAssembly.Module.imports(m),WebAssembly.Module.exports(m));
const mem=new WebAssembly.Memory({initial:1}); new Uint8Array(mem.buffer)[3]=9; const g=new WebAssembly.Global({value:'i32',mutable:true},5);
const logs=[]; const i=new WebAssembly.Instance(m,{env:{log:(a,b)=>{logs.push([a,b]);if(a===99)throw new TypeError('from js');return a+1},mem,g}}); const e=i.exports;
console.log(Object.keys(e),e.add(2,3),e.add(2**31,1),e.add('7',1.9),e.dbl(21n),e.calllog(4,1.5),logs,g.value,e.k.value,e.memory.buffer.byteLength);
console.log(e.store(8,0x01020304),[...new Uint8Array(mem.buffer,0,12)],g.value,e.add.length,typeof e.add.name);
console.log(T(()=>e.calllog(99,1)),T(()=>e.trap()),T(()=>e.div(1,0)),T(()=>e.store(70000,1)),T(()=>e.dbl(1)));
const old=mem.buffer; console.log(mem.grow(1),old.byteLength,mem.buffer.byteLength,new Uint8Array(mem.buffer)[8]); g.value=3; console.log(e.calllog(1,0));
console.log(T(()=>new WebAssembly.Module(new Uint8Array([1,2,3]))).slice(0,30),WebAssembly.validate(mod),WebAssembly.validate(new Uint8Array(4)),T(()=>new WebAssembly.Instance(m)),T(()=>new WebAssembly.Instance(m,{env:{}})),String(WebAssembly),Object.prototype.toString.call(mem),T(()=>WebAssembly.Module()).slice(0,9));
WebAssembly.instantiate(mod,{env:{log:()=>0,mem:new WebAssembly.Memory({initial:1}),g:new WebAssembly.Global({value:'i32',mutable:true})}}).then(r=>console.log(Object.keys(r),r.instance.exports.add(1,1)));
setTimeout(()=>WebAssembly.compile(new Uint8Array(3)).catch(e=>console.log(e instanceof WebAssembly.CompileError, e.name)),100);
