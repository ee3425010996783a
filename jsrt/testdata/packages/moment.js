const moment = require('moment');
const d = moment.utc('2024-02-29T13:05:09Z');
console.log(d.format('dddd, MMMM Do YYYY, h:mm:ss a'), d.clone().add(1, 'M').toISOString(), d.from(moment.utc('2024-03-05')), d.isoWeek(), moment.duration(3, 'h').humanize(), moment('2024-13-01').isValid());
moment.locale('fr');
console.log(moment.utc('2024-02-29').format('LLLL'), d.calendar(moment.utc('2024-03-01')), moment.months());
