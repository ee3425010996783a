import inquirer from 'inquirer';
import { PassThrough } from 'node:stream';
const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} });
const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
let screen = '';
output.on('data', (d) => (screen += d));
const prompt = inquirer.createPromptModule({ input, output });
const answers = prompt([
  { type: 'input', name: 'name', message: 'Name?', default: 'anon' },
  { type: 'confirm', name: 'ok', message: 'Sure?' },
  { type: 'select', name: 'pick', message: 'Pick', choices: ['one', 'two', 'three'] },
]);
const keys = ['bob\r', 'n\r', '\x1b[B', '\r'];
const timer = setInterval(() => { if (keys.length) input.write(keys.shift()); }, 60);
console.log(await answers, /Name\?/.test(screen));
clearInterval(timer);
