import { execa, execaSync, $ } from 'execa';
console.log((await execa('echo', ['hi there'])).stdout, (await execa({ input: 'b\na\n' })`sort`).stdout, execaSync('sh', ['-c', 'echo out; echo err >&2']).stderr);
const r = await execa('sh', ['-c', 'echo x; exit 3'], { reject: false });
console.log(r.exitCode, r.failed, r.stdout, r.shortMessage);
await execa('no-such-program').catch((e) => console.log(e.code, e.shortMessage));
console.log((await execa('sleep', ['5'], { timeout: 50, reject: false })).timedOut, (await $`printf ${'a b'}`.pipe`tr a-z A-Z`).stdout);
