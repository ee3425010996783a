const { DateTime, Duration, Interval, Settings } = require('luxon');
const d = DateTime.fromISO('2024-02-29T13:05:09.123', { zone: 'utc' });
console.log(d.toISO(), d.plus({ months: 1, days: 1 }).toISODate(), d.toFormat('yyyy LLL dd HH:mm'), d.weekNumber, d.ordinal, d.isInLeapYear);
console.log(d.setZone('Europe/Berlin').toISO(), d.setZone('America/New_York').toFormat('HH:mm ZZZZ z'), DateTime.fromISO('2024-07-01T00:00', { zone: 'Asia/Kolkata' }).toUTC().toISO());
console.log(d.toLocaleString(DateTime.DATE_FULL), d.toLocaleString(DateTime.DATETIME_MED), d.setLocale('en-GB').toLocaleString());
console.log(Duration.fromObject({ hours: 1, minutes: 75 }).normalize().toObject(), Duration.fromISO('PT1H5M').as('minutes'), Interval.fromISO('2024-01-01/2024-01-04').splitBy({ days: 1 }).length, DateTime.fromISO('nope').invalidReason);
