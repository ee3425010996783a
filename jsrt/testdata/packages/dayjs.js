const dayjs = require('dayjs');
for (const p of ['utc', 'timezone', 'relativeTime', 'duration', 'customParseFormat', 'weekOfYear', 'advancedFormat']) dayjs.extend(require('dayjs/plugin/' + p));
require('dayjs/locale/de');
const d = dayjs.utc('2024-02-29T13:05:09Z');
console.log(d.format('YYYY-MM-DD HH:mm:ss Z dddd Do w'), d.add(1, 'year').toISOString(), d.endOf('month').format(), d.diff('2023-01-01', 'day'));
console.log(d.locale('de').format('dddd, D. MMMM'), d.from(dayjs.utc('2024-03-05')), dayjs.duration(3723000).format('H:mm:ss'), dayjs('05/2024/03', 'DD/YYYY/MM').isValid());
console.log(d.tz('America/New_York').format(), d.tz('Asia/Tokyo').format('YYYY-MM-DD HH:mm'));
