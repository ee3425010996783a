import yargs from 'yargs';
const y = () => yargs([]).scriptName('tool').exitProcess(false).fail((m, e) => { throw e || new Error(m); });
console.log(y().option('port', { alias: 'p', type: 'number', default: 80 }).option('v', { count: true }).parse('--port 8080 -vv a b --no-color --x.y=1'));
console.log(y().command('get <src> [dst]', 'gets', (b) => b.option('f', { boolean: true }), (a) => console.log('handler', a.src, a.dst, a.f)).parse('get one two -f')._);
console.log(await y().option('mode', { choices: ['a', 'b'], describe: 'the mode', demandOption: true }).command('run', 'runs it').getHelp());
try { y().option('mode', { choices: ['a', 'b'] }).parse('--mode c'); } catch (e) { console.log(e.message); }
try { y().strict().parse('--nope'); } catch (e) { console.log(e.message); }
