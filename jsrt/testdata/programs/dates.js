// Free-form dates, and local time in zones other than the machine's.
process.env.TZ = 'UTC';
const texts = ['2/29/2024, 8:05:09 AM', '2/29/2024, 8:05:09\u202fAM', 'Jan 5, 2024', '5 Jan 2024 10:20', 'Jan 2024', 'Mon, 25 Dec 1995 13:30:00 +0430', 'Thu, 01 Jan 1970 00:00:00 GMT', '2024-01-15 10:00', '2024-01-15T10:00', '2024-01-15', '2024/1/15', '1/15/24', 'garbage', '2024-13-01', 'Jan 5', '10:00', 'Tue Mar 01 2022 10:00:00 GMT+0100 (CET)', 'March 7 2021 5:06 pm', '2021-03-07T05:06:07.123Z', '2021-03-07T05:06:07.123+02:00', '20240101', '2024', '', '1', '13/1/2024', 'Sat Jan 06 2024', '2024-01-15 10:00:00.5', '2024-01-15 10:00:00Z', '2024-01-15 10:00 PST', 'Jan 5, 2024 25:00', '6 Mar 17 21:22 UT', 'Thu Feb 29 2024 13:05:09 GMT-0500', '+010000-01-01T00:00:00Z', '2024-1-5'];
for (const zone of ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
  process.env.TZ = zone;
  for (const s of texts) { const d = new Date(s); console.log(JSON.stringify(s), isNaN(d) ? 'Invalid' : d.toISOString(), Date.parse(s)); }
  console.log(String(new Date(2024, 5, 1, 12)), new Date(2024, 0, 31).getTimezoneOffset(), new Date('x').toString(), new Date(NaN).toTimeString(), new Date(2024, 0, 1).toTimeString(), new Date(2024, 0, 1).toDateString());
  console.log(new Date(2024, 5, 1, 12).toLocaleString(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const d = new Date(2024, 2, 10, 1, 30);
  d.setHours(d.getHours() + 1); console.log(d.toISOString(), d.getHours());
  d.setMonth(10); d.setDate(3); d.setHours(1, 30); console.log(d.toISOString());
  d.setFullYear(2023, 0, 15); console.log(d.toISOString(), d.getDay(), d.getMinutes(), d.getMilliseconds());
  console.log(new Date(2024, 10, 3, 1, 30).toISOString(), new Date(2024, 2, 10, 2, 30).toISOString(), new Date(99, 0, 1).getFullYear(), new Date(2024, 0).toISOString());
}
process.env.TZ = 'UTC';
class X extends Date { y() { return this.getFullYear(); } }
console.log(new X(2020, 1, 1).y(), new X() instanceof Date, Object.prototype.toString.call(new X()), new X('2020-02-02').toISOString());
console.log(Date().length > 30, new Date(0).constructor === Date, Date.name, Date.length, new Date(new Date(5)).getTime(), [new Date(0)], JSON.stringify({ d: new Date(0) }), +new Date(7), new Date(1e20).getTime(), new Date(undefined).getTime(), new Date(null).getTime(), new Date(true).getTime(), new Date('5').toISOString(), new Date([2020, 5]).toISOString());
