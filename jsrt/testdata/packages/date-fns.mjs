import { format, addMonths, differenceInCalendarDays, formatDistance, parseISO, eachDayOfInterval, parse, intervalToDuration, startOfWeek, isValid } from 'date-fns';
import { de, fr } from 'date-fns/locale';
const d = new Date(2024, 0, 31, 14, 5, 9);
console.log(format(d, "yyyy-MM-dd'T'HH:mm:ss EEEE do QQQ"), format(addMonths(d, 1), 'PPPP'), format(d, 'PPPPp', { locale: de }), format(d, 'EEEE d MMMM', { locale: fr }));
console.log(differenceInCalendarDays(parseISO('2024-03-01'), d), formatDistance(d, new Date(2024, 5, 1), { addSuffix: true }), eachDayOfInterval({ start: d, end: new Date(2024, 1, 2) }).map((x) => x.getDate()));
console.log(format(parse('3. März 2024', 'd. MMMM yyyy', d, { locale: de }), 'P'), intervalToDuration({ start: d, end: new Date(2025, 2, 3, 1) }), format(startOfWeek(d), 'P'), isValid(parse('x', 'P', d)));
