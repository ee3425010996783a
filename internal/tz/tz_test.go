package tz

import (
	"errors"
	"testing"
	"time"
)

// Expected values are GNU date's: TZ=... date -d @N +'%H:%M %Z'.
func TestZone(t *testing.T) {
	none := func(string) ([]byte, error) { return nil, errors.New("no file") }
	winter, summer := time.Unix(1705320000, 0), time.Unix(1721044800, 0)
	for _, c := range []struct{ tz, winter, summer string }{
		{"", "12:00 UTC", "12:00 UTC"},
		{"UTC", "12:00 UTC", "12:00 UTC"},
		{"Europe/Berlin", "13:00 CET", "14:00 CEST"},
		{":America/New_York", "07:00 EST", "08:00 EDT"},
		{"EST5EDT,M3.2.0,M11.1.0", "07:00 EST", "08:00 EDT"},
		{"JST-9", "21:00 JST", "21:00 JST"},
		{"<+0530>-5:30", "17:30 +0530", "17:30 +0530"},
		{"Nowhere/Town", "12:00 Nowhere", "12:00 Nowhere"},
		{"../../etc/passwd", "12:00 UTC", "12:00 UTC"},
	} {
		loc := Zone(none, c.tz)
		if got := winter.In(loc).Format("15:04 MST"); got != c.winter {
			t.Errorf("TZ=%s in winter: %s, want %s", c.tz, got, c.winter)
		}
		if got := summer.In(loc).Format("15:04 MST"); got != c.summer {
			t.Errorf("TZ=%s in summer: %s, want %s", c.tz, got, c.summer)
		}
	}
	if Local(none) != time.UTC {
		t.Error("a box without /etc/localtime is not in UTC")
	}
}
