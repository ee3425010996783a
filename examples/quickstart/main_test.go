package main

import (
	"bytes"
	"context"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

// What seed.sh and server.js print stands in the transcript as bash 5.2 and Node 20 printed it.
func TestTranscript(t *testing.T) {
	defer goleak.VerifyNone(t)
	want, err := os.ReadFile("testdata/transcript.golden")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := run(context.Background(), &got, ""); err != nil {
		t.Errorf("%v\n%s", err, got.String())
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("transcript (-want +got):\n%s", diff)
	}
}

// In a bubble of testing/synctest the box's clock is the bubble's: an hour's sleep returns at once.
func TestInBubble(t *testing.T) {
	start := time.Now()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var got bytes.Buffer
		if err := run(context.Background(), &got, "sleep 3600"); err != nil {
			t.Errorf("%v\n%s", err, got.String())
		}
		if d := time.Since(start); d < time.Hour {
			t.Errorf("only %v have passed in the bubble", d)
		}
	})
	if d := time.Since(start); d > time.Minute {
		t.Errorf("took %v of real time", d)
	}
}
