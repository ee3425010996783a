'use strict';
// Time zones of Intl: names, offsets from the tz database, and what a zone is called at a time.
const b = internalBinding('zone');
const table = require('internal/cldr/zones');
const lower = new Map();
for (const z of table.timeZone) lower.set(z.toLowerCase(), z);
for (const [a, z] of Object.entries(table.alias)) lower.set(a.toLowerCase(), z);
for (const z of ['UTC', 'GMT', 'Etc/UTC', 'Etc/GMT', 'Etc/UCT', 'Etc/Zulu', 'UCT', 'Zulu', 'Etc/Universal', 'Universal', 'Etc/Greenwich', 'Greenwich', 'GMT0', 'GMT+0', 'GMT-0', 'Etc/GMT0', 'Etc/GMT+0', 'Etc/GMT-0']) lower.set(z.toLowerCase(), 'UTC');

// canonical is the name of a zone as ICU has it.
function canonical(name) {
  const z = lower.get(name.toLowerCase());
  if (z !== undefined) return z;
  if (/^Etc\/GMT[+-](?:\d|1[0-4])$/i.test(name)) return `Etc/GMT${name.slice(7)}`;
  throw new RangeError(`Invalid time zone specified: ${name}`);
}
// offset is how far a zone is ahead of UTC at a time, in seconds.
function offset(zone, ms) {
  if (zone === 'UTC') return 0;
  return b.offset(zone, ms)[0];
}
function local() {
  const tz = b.local();
  try { return canonical(tz); } catch { return 'UTC'; }
}
function gmt(prefix, sec, long) {
  if (sec === 0) return prefix;
  const a = Math.abs(sec), h = Math.floor(a / 3600), m = Math.floor(a / 60) % 60, s = a % 60;
  const sign = sec < 0 ? (prefix === 'UTC' ? '\u2212' : '-') : '+';
  return `${prefix}${sign}${long ? String(h).padStart(2, '0') : h}${long || m || s ? `:${String(m).padStart(2, '0')}` : ''}${s ? `:${String(s).padStart(2, '0')}` : ''}`;
}
let longNames;
function name(data, zone, ms, style) {
  const sec = offset(zone, ms), prefix = data.zones.gmt || 'GMT';
  if (style === 'shortOffset' || style === 'longOffset') return gmt(prefix, sec, style === 'longOffset');
  const dst = zone === 'UTC' ? false : b.offset(zone, ms)[1];
  if (style === 'long' || style === 'longGeneric') {
    if (data.zones.long) {
      if (longNames === undefined) { longNames = new Map(); for (const [k, l] of Object.entries(data.zones.long)) for (const z of l) longNames.set(z, k.split('|')); }
      const n = longNames.get(zone);
      if (n) { const s = n[dst ? 1 : 0]; return style === 'longGeneric' ? s.replace(/ (?:Standard|Daylight|Summer) Time$/, ' Time') : s; }
    }
    return gmt(prefix, sec, true);
  }
  const s = data.zones.short[zone];
  if (s !== undefined) { const t = typeof s === 'string' ? s : s[dst ? 1 : 0]; return style === 'shortGeneric' ? t.replace(/^([A-Z]+)[SD]T$/, '$1T') : t; }
  return gmt(prefix, sec, false);
}
module.exports = { canonical, offset, local, name, supported: () => table };
