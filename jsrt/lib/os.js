'use strict';
// node:os tells of the box.
const binding = internalBinding('os');
const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const signals = { __proto__: null, SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGILL: 4, SIGTRAP: 5, SIGABRT: 6, SIGIOT: 6, SIGBUS: 7, SIGFPE: 8, SIGKILL: 9, SIGUSR1: 10, SIGSEGV: 11, SIGUSR2: 12, SIGPIPE: 13, SIGALRM: 14, SIGTERM: 15, SIGCHLD: 17, SIGSTKFLT: 16, SIGCONT: 18, SIGSTOP: 19, SIGTSTP: 20, SIGTTIN: 21, SIGTTOU: 22, SIGURG: 23, SIGXCPU: 24, SIGXFSZ: 25, SIGVTALRM: 26, SIGPROF: 27, SIGWINCH: 28, SIGIO: 29, SIGPOLL: 29, SIGPWR: 30, SIGSYS: 31 };
const errno = { __proto__: null, E2BIG: 7, ETIME: 62, ENOSTR: 60, ENOSR: 63, ENOPROTOOPT: 92, ENOMSG: 42, ENOLINK: 67, ENODATA: 61, EMULTIHOP: 72, EBADMSG: 74, EACCES: 13, EADDRINUSE: 98, EADDRNOTAVAIL: 99, EAFNOSUPPORT: 97, EAGAIN: 11, EALREADY: 114, EBADF: 9, EBUSY: 16, ECANCELED: 125, ECHILD: 10, ECONNABORTED: 103, ECONNREFUSED: 111, ECONNRESET: 104, EDEADLK: 35, EDESTADDRREQ: 89, EDOM: 33, EDQUOT: 122, EEXIST: 17, EFAULT: 14, EFBIG: 27, EHOSTUNREACH: 113, EIDRM: 43, EILSEQ: 84, EINPROGRESS: 115, EINTR: 4, EINVAL: 22, EIO: 5, EISCONN: 106, EISDIR: 21, ELOOP: 40, EMFILE: 24, EMLINK: 31, EMSGSIZE: 90, ENAMETOOLONG: 36, ENETDOWN: 100, ENETRESET: 102, ENETUNREACH: 101, ENFILE: 23, ENOBUFS: 105, ENODEV: 19, ENOENT: 2, ENOEXEC: 8, ENOLCK: 37, ENOMEM: 12, ENOSPC: 28, ENOSYS: 38, ENOTCONN: 107, ENOTDIR: 20, ENOTEMPTY: 39, ENOTSOCK: 88, ENOTSUP: 95, ENOTTY: 25, ENXIO: 6, EOPNOTSUPP: 95, EOVERFLOW: 75, EPERM: 1, EPIPE: 32, EPROTO: 71, EPROTONOSUPPORT: 93, EPROTOTYPE: 91, ERANGE: 34, EROFS: 30, ESPIPE: 29, ESRCH: 3, ESTALE: 116, ETIMEDOUT: 110, ETXTBSY: 26, EWOULDBLOCK: 11, EXDEV: 18 };
const priority = { __proto__: null, PRIORITY_LOW: 19, PRIORITY_BELOW_NORMAL: 10, PRIORITY_NORMAL: 0, PRIORITY_ABOVE_NORMAL: -7, PRIORITY_HIGH: -14, PRIORITY_HIGHEST: -20 };
let niceness = 0;
const lo = (address, netmask, family, cidr, extra) => ({ address, netmask, family, mac: '00:00:00:00:00:00', internal: true, cidr, ...extra });
module.exports = {
  arch: () => 'x64', availableParallelism: () => binding.cpus(),
  cpus: () => Array.from({ length: binding.cpus() }, () => ({ model: 'sandpit virtual CPU', speed: 1000, times: { user: 0, nice: 0, sys: 0, idle: Math.trunc(binding.uptime() * 1000), irq: 0 } })),
  endianness: () => 'LE', freemem: () => binding.memory()[1], totalmem: () => binding.memory()[0],
  getPriority(pid = 0) { require('internal/validators').validateInt32(pid, 'pid'); return niceness; },
  setPriority(pid, p) {
    if (p === undefined) { p = pid; pid = 0; }
    require('internal/validators').validateInt32(pid, 'pid');
    require('internal/validators').validateInt32(p, 'priority', -20, 19);
    niceness = p; // processes of a box are all scheduled alike
  },
  homedir: () => process.env.HOME || binding.user().homedir, hostname: () => binding.hostname(), loadavg: () => [0, 0, 0],
  networkInterfaces: () => ({ lo: [lo('127.0.0.1', '255.0.0.0', 'IPv4', '127.0.0.1/8'), lo('::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'IPv6', '::1/128', { scopeid: 0 })] }),
  platform: () => 'linux', release: () => '6.1.0-sandpit', tmpdir: () => { const d = process.env.TMPDIR || process.env.TMP || process.env.TEMP || '/tmp'; return d.length > 1 && d.endsWith('/') ? d.slice(0, -1) : d; },
  type: () => 'Linux', uptime: () => binding.uptime(), version: () => '#1 SMP sandpit', machine: () => 'x86_64',
  userInfo(o) {
    const u = binding.user();
    const enc = (s) => o && o.encoding === 'buffer' ? Buffer.from(s) : s;
    return { uid: u.uid, gid: u.gid, username: enc(u.username), homedir: enc(u.homedir), shell: enc(u.shell) };
  },
  constants: Object.freeze({ __proto__: null, UV_UDP_REUSEADDR: 4, dlopen: Object.freeze({ __proto__: null, RTLD_LAZY: 1, RTLD_NOW: 2, RTLD_GLOBAL: 256, RTLD_LOCAL: 0, RTLD_DEEPBIND: 8 }), errno: Object.freeze(errno), signals: Object.freeze(signals), priority: Object.freeze(priority) }),
  EOL: '\n', devNull: '/dev/null',
};
for (const k of ['arch', 'availableParallelism', 'endianness', 'freemem', 'homedir', 'hostname', 'platform', 'release', 'tmpdir', 'totalmem', 'type', 'uptime', 'version', 'machine']) {
  const f = module.exports[k];
  f[Symbol.toPrimitive] = () => f();
}
