const { of, from, interval, Subject, merge, timer, throwError, firstValueFrom, combineLatest } = require('rxjs');
const { map, filter, take, mergeMap, scan, catchError, debounceTime, toArray, retry, switchMap, delay, bufferCount } = require('rxjs/operators');
const out = [];
of(1, 2, 3, 4).pipe(filter((x) => x % 2 === 0), map((x) => x * 10), scan((a, b) => a + b)).subscribe({ next: (v) => out.push(v), complete: () => out.push('end') });
throwError(() => new Error('x')).pipe(retry(2), catchError((e) => of('caught ' + e.message))).subscribe((v) => out.push(v));
(async () => {
  out.push(await firstValueFrom(interval(2).pipe(take(4), bufferCount(2), toArray())));
  out.push(await firstValueFrom(from([3, 1]).pipe(mergeMap((n) => of(n).pipe(delay(n * 5))), toArray())));
  const s = new Subject();
  const got = firstValueFrom(s.pipe(debounceTime(5), switchMap(async (v) => v + '!')));
  s.next('a'); s.next('b');
  out.push(await got, await firstValueFrom(combineLatest([of(1), timer(1)])));
  console.log(out);
})();
