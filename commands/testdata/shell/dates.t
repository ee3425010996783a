## formats
$ date -u -d @0
| Thu Jan  1 00:00:00 UTC 1970
$ date -d '2020-02-29 12:34:56.789' '+%Y-%m-%d %H:%M:%S.%N'
| 2020-02-29 12:34:56.789000000
$ date -d @1582979696 '+%a %A %b %B %c %C %d %D %e %F %g %G %h %H %I %j %k %l %m %M'
| Sat Saturday Feb February Sat Feb 29 12:34:56 2020 20 29 02/29/20 29 2020-02-29 20 2020 Feb 12 12 060 12 12 02 34
$ date -d @1582979696 '+%n%N%p%P%q%r%R%s%S%t%T%u%U%V%w%W%x%X%y%Y%z%:z%::z%:::z%Z'
| 
| "000000000PMpm112:34:56 PM12:34158297969656\t12:34:566080960802/29/2012:34:56202020+0000+00:00+00:00:00+00UTC"
$ date -d @1582979696 '+%-d %_d %0e %^a %#Z %^B %#p %10Y %_5m %-H %03d %+4Y %E'
| 29 29 29 SAT utc FEBRUARY pm 0000002020     2 12 029 2020 %E
$ date -d @1582979696.123456789 '+%N %3N %6N %-N %_3N %1N %12N'
| 123456789 123 123456 123456789 123 1 123456789000
$ date -d @1582979696 -I
| 2020-02-29
$ date -d @1582979696 -Iseconds
| 2020-02-29T12:34:56+00:00
$ date -d @1582979696 -Ins
| 2020-02-29T12:34:56,000000000+00:00
$ date -d @1582979696 -Ihours
| 2020-02-29T12+00:00
$ date -d @1582979696 -Iminutes
| 2020-02-29T12:34+00:00
$ date -d @1582979696 --iso-8601=date
| 2020-02-29
$ date -d @1582979696 -Ibad
! date: invalid argument 'bad' for '--iso-8601'
! Valid arguments are:
!   - 'hours'
!   - 'minutes'
!   - 'date'
!   - 'seconds'
!   - 'ns'
! Try 'date --help' for more information.
? 1
$ date -d @1582979696 -R
| Sat, 29 Feb 2020 12:34:56 +0000
$ date -d @1582979696 --rfc-3339=date
| 2020-02-29
$ date -d @1582979696 --rfc-3339=seconds
| 2020-02-29 12:34:56+00:00
$ date -d @1582979696 --rfc-3339=ns
| 2020-02-29 12:34:56.000000000+00:00
$ date -d @1582979696 --rfc-3339=bad
! date: invalid argument 'bad' for '--rfc-3339'
! Valid arguments are:
!   - 'date'
!   - 'seconds'
!   - 'ns'
! Try 'date --help' for more information.
? 1
$ TZ=America/New_York date -d @1582979696
| Sat Feb 29 07:34:56 EST 2020
$ TZ=Asia/Kolkata date -d @1582979696 +%z%Z
| +0530IST
$ TZ=Europe/Paris date -d '2020-07-01 12:00' '+%F %T %Z %z'
| 2020-07-01 12:00:00 CEST +0200
$ TZ=EST5EDT date -d @1582979696 +%T%Z
| 07:34:56EST
$ TZ=XYZ-3 date -d @0 '+%T %Z %z'
| 03:00:00 XYZ +0300
$ TZ=Nosuch/Zone date -d @0 '+%T %Z'
| 00:00:00 Nosuch
$ date -d 'TZ="America/New_York" 2020-01-01 09:00' +%s
| 1577887200
$ date -d @-1 '+%F %T'
| 1969-12-31 23:59:59
$ date -d @99999999999 +%F
| 5138-11-16
$ date -d '0001-01-01' +%Y
| 0001
$ date -d '9999-12-31 23:59:59' +%s
| 253402300799
$ LC_ALL=C date -d @0 +%x
| 01/01/70
$ date -u -d @0 +%Z
| UTC
$ date --utc --date='2020-01-01' +%s
| 1577836800
$ date -d @0 +%FT%TZ
| 1970-01-01T00:00:00Z
$ date -d @0 '+%d/%m/%y'
| 01/01/70
$ date -d @0 '+week %V day %u'
| week 01 day 4
$ date +%Y-%m-%d -d @0
| 1970-01-01
$ date -d @0 +%s%3N
| 0000

## relative
$ date -d '2020-01-31 + 1 month' +%F
| 2020-03-02
$ date -d '2020-01-31 1 month' +%F
| 2020-03-02
$ date -d '2020-03-31 1 month ago' +%F
| 2020-03-02
$ date -d '2020-01-01 -1 day' +%F
| 2019-12-31
$ date -d '2020-01-01 yesterday' +%F
| 2019-12-31
$ date -d '2020-01-01 tomorrow' +%F
| 2020-01-02
$ date -d '2020-01-01 next week' +%F
| 2020-01-08
$ date -d '2020-01-01 last week' +%F
| 2019-12-25
$ date -d '2020-01-01 next month' +%F
| 2020-02-01
$ date -d '2020-01-01 last year' +%F
| 2019-01-01
$ date -d '2020-01-01 2 weeks ago' +%F
| 2019-12-18
$ date -d '2020-01-01 fortnight' +%F
| 2020-01-15
$ date -d '2020-01-01 3 days' +%F
| 2020-01-04
$ date -d '2020-01-01 +3days' +%F
| 2020-01-04
$ date -d '2020-01-01 12:00 + 90 minutes' '+%F %T'
! date: invalid date '2020-01-01 12:00 + 90 minutes'
? 1
$ date -d '2020-01-01 12:00 90 seconds ago' '+%F %T'
| 2020-01-01 11:58:30
$ date -d '2020-01-01 1 hour' '+%F %T'
| 2020-01-01 01:00:00
$ date -d '2020-01-01 +1 hour' '+%F %T'
| 2020-01-01 01:00:00
$ date -d '2020-01-01 00:00 UTC + 1 hour' '+%F %T'
| 2020-01-01 01:00:00
$ date -d '2020-01-01 1 year 2 months 3 days' +%F
| 2021-03-04
$ date -d '2020-01-01 monday' +%F
| 2020-01-01
$ date -d '2020-01-01 next friday' +%F
| 2020-01-01
$ date -d '2020-01-01 last sunday' +%F
| 2020-01-01
$ date -d '2020-01-01 wed' +%F
| 2020-01-01
$ date -d 'mon 2020-01-01' +%F
| 2020-01-01
$ date -d '2020-02-28 + 1 day' +%F
| 2020-02-29
$ date -d '2020-01-01 third day' +%F
| 2020-01-04
$ date -d '2020-01-01 noon' '+%F %T'
! date: invalid date '2020-01-01 noon'
? 1
$ date -d '2020-01-01 midnight' '+%F %T'
! date: invalid date '2020-01-01 midnight'
? 1
$ date -d '2020-01-01 today' '+%F %T'
| 2020-01-01 00:00:00
$ date -d '2020-01-01 now' '+%F'
| 2020-01-01
$ date -d '@0 + 1 day' +%F
! date: invalid date '@0 + 1 day'
? 1
$ date -d '1970-01-01 00:00:00 UTC 86400 seconds' +%s
| 86400

## absolute
$ date -d '2020-01-02' '+%F %T'
| 2020-01-02 00:00:00
$ date -d '20200102' '+%F %T'
| 2020-01-02 00:00:00
$ date -d '2020-1-2' +%F
| 2020-01-02
$ date -d '20-01-02' +%F
| 2020-01-02
$ date -d '01/02/2020' +%F
| 2020-01-02
$ date -d '1/2/20' +%F
| 2020-01-02
$ date -d '1/2' +%m-%d
| 01-02
$ date -d '2 Jan 2020' +%F
| 2020-01-02
$ date -d '2-Jan-2020' +%F
| 2020-01-02
$ date -d 'Jan 2 2020' +%F
| 2020-01-02
$ date -d 'January 2, 2020' +%F
| 2020-01-02
$ date -d 'Thu Jan 2 03:04:05 2020' '+%F %T'
| 2020-01-02 03:04:05
$ date -d 'Thu, 02 Jan 2020 03:04:05 +0000' '+%F %T'
| 2020-01-02 03:04:05
$ date -d 'Thu Jan  2 03:04:05 UTC 2020' '+%F %T'
| 2020-01-02 03:04:05
$ date -d '2020-01-02 03:04' '+%F %T'
| 2020-01-02 03:04:00
$ date -d '2020-01-02T03:04:05' '+%F %T'
| 2020-01-02 03:04:05
$ date -d '2020-01-02T03:04:05Z' '+%F %T'
| 2020-01-02 03:04:05
$ date -d '2020-01-02T03:04:05+01:00' '+%F %T'
| 2020-01-02 02:04:05
$ date -d '2020-01-02 03:04:05 -0500' '+%F %T'
| 2020-01-02 08:04:05
$ date -d '2020-01-02 03:04:05 EST' '+%F %T'
| 2020-01-02 08:04:05
$ date -d '2020-01-02 03:04:05 PDT' '+%F %T'
| 2020-01-02 10:04:05
$ date -d '2020-01-02 3pm' '+%F %T'
| 2020-01-02 15:00:00
$ date -d '2020-01-02 3:30 pm' '+%F %T'
| 2020-01-02 15:30:00
$ date -d '2020-01-02 12am' '+%F %T'
| 2020-01-02 00:00:00
$ date -d '2020-01-02 12:15 a.m.' '+%F %T'
| 2020-01-02 00:15:00
$ date -d '2020-01-02 03:04:05.5' '+%T.%N'
| 03:04:05.500000000
$ date -d '2020-01-02 03:04:05,25' '+%T.%N'
| 03:04:05.250000000
$ date -d '20200102T030405' '+%F %T'
! date: invalid date '20200102T030405'
? 1
$ date -d '20200102 0304' '+%F %T'
| 2020-01-02 03:04:00
$ date -d '2020-13-01'
! date: invalid date '2020-13-01'
? 1
$ date -d '2020-02-30'
! date: invalid date '2020-02-30'
? 1
$ date -d '2020-01-02 25:00'
! date: invalid date '2020-01-02 25:00'
? 1
$ date -d 'garbage'
! date: invalid date 'garbage'
? 1
$ date -d '2020-01-02 foo'
! date: invalid date '2020-01-02 foo'
? 1
$ date -d ''  +%T
| 00:00:00
$ date -d '@abc'
! date: invalid date '@abc'
? 1
$ date -d '@1.5' +%s.%N
| 1.500000000
$ date -d '00:00' +%T
| 00:00:00
$ date -d '12' +%T
| 12:00:00
$ printf '2020-01-01\n@0\nbad\n2021-01-01\n' > f; date -f f +%F
| 2020-01-01
| 1970-01-01
| 2021-01-01
! date: invalid date 'bad'
? 1
$ date -f nofile
! date: nofile: No such file or directory
? 1
$ touch -d @12345 r; date -r r +%s
| 12345
$ date --reference=r '+%F'
| 1970-01-01
$ date -r nofile
! date: nofile: No such file or directory
? 1
$ date -d @0 -r r
! date: the options to specify dates for printing are mutually exclusive
! Try 'date --help' for more information.
? 1
$ date x
! date: invalid date 'x'
? 1
$ date +%F extra
! date: extra operand 'extra'
! Try 'date --help' for more information.
? 1
$ date -d
! date: option requires an argument -- 'd'
! Try 'date --help' for more information.
? 1
$ date --foo
! date: unrecognized option '--foo'
! Try 'date --help' for more information.
? 1
$ date -d @0 +a +b
! date: extra operand '+b'
! Try 'date --help' for more information.
? 1
$ date -s
! date: option requires an argument -- 's'
! Try 'date --help' for more information.
? 1
$ date -d '2020-01-01' +
| 
$ date -d @0 --debug +%F 2>/dev/null
| 1970-01-01
$ date --rfc-email -d @0
| Thu, 01 Jan 1970 00:00:00 +0000
$ date --rfc-2822 -d @0
| Thu, 01 Jan 1970 00:00:00 +0000

