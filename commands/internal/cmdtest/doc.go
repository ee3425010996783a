// Package cmdtest runs the recorded cases of the userland: in a box, or with the host's own tools to record what they
// print (go test -record) or to confirm that the record still holds (go test -confirm). No expected value is typed by
// hand.
//
// There are two forms of a record. A transcript (*.t, Transcripts) holds command lines with both streams and the status
// of each. A file of scripts (*.txt, Suite.Run) holds scripts of several lines with both streams together. It is the
// only package under commands that may reach the host, and only tests import it.
package cmdtest

import "flag"

var (
	confirm = flag.Bool("confirm", false, "compare the records with the host's own tools")
	record  = flag.Bool("record", false, "write the records anew from the host's own tools")
)

// Environment is what every command of a transcript sees, here and on the host, beside PATH and HOME.
var Environment = []string{"LC_ALL=C", "TZ=UTC", "TERM=dumb", "USER=user", "LOGNAME=user"}
