const v8=require('v8');
const e=new Error('x');e.stack='S';
const c={n:1};c.self=c;
for(const v of [1,-1,2**40,1.5,'abc','é','日本',null,undefined,true,10n,-(2n**70n),[1,2,3],[1,,3],{a:1,b:'x',1:2},new Date(5),new Map([[1,2]]),new Set(['a']),/x/gi,new Uint8Array([1,2]),Buffer.from('hi'),new ArrayBuffer(3),c,new Float64Array([1.5]),Object('s'),Object(5),Object(true),[[],{}],{u:undefined},e,new TypeError('t',{cause:1})]) {
  let h; try { h=v8.serialize(v).toString('hex'); } catch(x) { h=x.message }
  if (v instanceof Error) h=h.replace(/73.*$/,'');
  console.log(h);
  if (!(v instanceof Error)) { try { console.log(require('util').inspect(v8.deserialize(v8.serialize(v)))); } catch(x) { console.log(x.message) } }
}
try{v8.serialize(()=>1)}catch(x){console.log(x.message)}
