package sandpittest

import (
	"maps"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sandpit-dev/sandpit"
)

// FromTxtar boots a box, as New does, with the files of a txtar file of the host in its working directory. The text
// before the first file is not looked at.
func FromTxtar(t testing.TB, file string) *sandpit.Sandbox {
	t.Helper()
	return New(t, sandpit.Options{Files: txtarFiles(readTxtar(t, file))})
}

func readTxtar(t testing.TB, file string) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatalf("sandpittest: %v", err)
	}
	return archive
}

func txtarFiles(archive *txtar.Archive) map[string]string {
	files := make(map[string]string, len(archive.Files))
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	return files
}

// mergeFiles returns the files of both; those of b win.
func mergeFiles(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	if all == nil {
		all = make(map[string]string, len(b))
	}
	maps.Copy(all, b)
	return all
}
