import prettier from 'prettier';
for (const [parser, text] of [['typescript', 'interface A{b:string;c?:number[]} export  const f=<T,>(x:T):x is T=>{return!!x}'], ['html', '<div><p>x</p><script>let a=1</script><ul><li>1<li>2</ul></div>'], ['json', '{"a":[1,2,{"b":null}]}'], ['yaml', 'a:   1\nb:\n    - x\n    -   y'], ['scss', '.a{&:hover{b:c}$x:1px}'], ['graphql', '{a(b:1){c,d}}']]) console.log(await prettier.format(text, { parser }));
console.log(await prettier.check('a;\n', { parser: 'babel' }), (await prettier.getFileInfo('x.tsx')).inferredParser);
await prettier.format('let a = (', { parser: 'babel' }).catch((e) => console.log(e.name, e.message.split('\n')[0]));
