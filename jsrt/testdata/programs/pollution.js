const out=[]; const log=(...a)=>{out[out.length]=a.map(String).join(' ')};
const T=(n,f)=>{try{log(n,f())}catch(e){log(n,'threw',e.code||e.name,String(e.message).split('\n')[0])}};
const cp=require('child_process'),fs=require('fs'),os=require('os'),path=require('path');
const pol={shell:'/bin/evil',env:{EVIL:1},cwd:'/x',argv0:'e',flag:'wx',mode:0o777,recursive:true,method:'POST',host:'169.254.169.254',encoding:'hex',stdio:'ignore',input:'zzz',signal:'x',timeout:1,uid:5};
for(const k in pol)Object.prototype[k]=pol[k];
T('spawnSync',()=>cp.spawnSync(process.execPath,['-p','1+1'],{encoding:'utf8'}).stdout.trim());
T('exec',()=>cp.execFileSync(process.execPath,['-p','2+1'],{encoding:'utf8'}).trim());
for(const k in pol)delete Object.prototype[k];
const saved={sw:String.prototype.startsWith,push:Array.prototype.push,it:Array.prototype[Symbol.iterator],ex:RegExp.prototype.exec,then:Promise.prototype.then,ets:Error.prototype.toString,map:Array.prototype.map,sl:Array.prototype.slice,rep:String.prototype.replace,join:Array.prototype.join,inc:String.prototype.includes};
String.prototype.startsWith=()=>true;Array.prototype.push=()=>{throw new Error('evil push')};String.prototype.includes=()=>true;
let r={};try{r.q=require('querystring')&&1}catch(e){r.q=e.message}try{r.z=require('zlib')&&1}catch(e){r.z=e.message}try{r.u=require('node:url')&&1}catch(e){r.u=e.message}
Array.prototype.push=saved.push;String.prototype.startsWith=saved.sw;String.prototype.includes=saved.inc;
log('require',r.q,r.z,r.u);
RegExp.prototype.exec=()=>{throw new Error('evil exec')};r={};try{r.a=fs.readFileSync(__filename,'utf8').length>10}catch(e){r.a=e.message}try{r.b=path.join('a','../b')}catch(e){r.b=e.message}try{r.c=require('stream')&&1}catch(e){r.c=e.message}
RegExp.prototype.exec=saved.ex;log('exec',r.a,r.b,r.c);
Object.prototype.toJSON=()=>'x';T('json',()=>JSON.stringify({a:1}));delete Object.prototype.toJSON;
process.env.__proto__='x';T('env',()=>process.env.__proto__+typeof ({}).x);
T('qs',()=>JSON.stringify(require('querystring').parse('__proto__=1&a=2')));
T('usp',()=>new URLSearchParams('__proto__=1').get('__proto__'));
require.cache[__filename + 'x'] = 1; require.cache[__filename]={exports:{evil:1}};T('cache',()=>require(__filename).evil);
require.cache.fs={exports:{evil:1}};T('corecache',()=>require('fs').evil);
globalThis.Buffer=function(){throw 1};T('buffer',()=>fs.readFileSync(__filename).length>10);
Object.setPrototypeOf(Object.getPrototypeOf(console),{});
delete Array.prototype.push;T('nopush',()=>path.resolve('/a','b'));Array.prototype.push=saved.push;
T('parse',()=>JSON.stringify(Object.keys(JSON.parse('{"__proto__":{"allow":true}}')))+({}).allow);
console.log(out.join('\n'));
