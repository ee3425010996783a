package service

import (
	"bytes"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Entry is one line of the journal.
type Entry struct {
	Seq        uint64 // counts up
	Time       time.Time
	Unit       string // the unit it is about; "" for none
	Invocation string // which activation of the unit
	Identifier string // the name of the program that wrote it
	PID        int
	UID        int
	Priority   int // syslog's: 0 emergency to 7 debug
	Message    string
}

// Bounds of the journal: its bytes in memory, the bytes of one line, and those of a /var/log/NAME.log before it is moved to
// NAME.log.1.
const (
	maxJournal = 4 << 20
	maxLine    = 48 << 10
	maxLogFile = 1 << 20
)

// Journal holds what services and the manager said. Its methods are safe for concurrent use.
type Journal struct {
	mu      sync.Mutex
	entries []Entry
	bytes   int
	seq     uint64
	news    chan struct{} // closed at the next entry; nil when nobody asked
}

// entryCost is what an entry counts beside its text.
const entryCost = 128

// Append adds an entry; the oldest ones go when the journal is full.
func (j *Journal) Append(e Entry) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.seq++
	e.Seq = j.seq
	j.entries = append(j.entries, e)
	j.bytes += len(e.Message) + entryCost
	drop := 0
	for j.bytes > maxJournal {
		j.bytes -= len(j.entries[drop].Message) + entryCost
		drop++
	}
	j.entries = j.entries[drop:]
	if j.news != nil {
		close(j.news)
		j.news = nil
	}
}

// After returns the entries later than seq, and a channel that is closed when there is another one.
func (j *Journal) After(seq uint64) ([]Entry, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.news == nil {
		j.news = make(chan struct{})
	}
	i := len(j.entries)
	for i > 0 && j.entries[i-1].Seq > seq {
		i--
	}
	return append([]Entry(nil), j.entries[i:]...), j.news
}

// system adds a line of the manager's own.
func (j *Journal) system(t time.Time, unit, invocation string, priority int, text string) {
	j.Append(Entry{Time: t, Unit: unit, Invocation: invocation, Identifier: "systemd", PID: 1, Priority: priority, Message: text})
}

// Bytes is about how much memory the journal takes.
func (j *Journal) Bytes() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.bytes
}

// stream is the standard output of one process of a service: it cuts what is written into journal lines.
type stream struct {
	m          *Manager
	unit       string
	invocation string
	identifier string
	priority   int

	mu   sync.Mutex
	pid  int
	uid  int
	part []byte
	log  afero.File
	size int64
}

// NeverBlocks implements kernel.NeverBlocks: a line goes into memory and onto the box's disk.
func (s *stream) NeverBlocks() {}

// Write implements io.Writer.
func (s *stream) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for rest := b; len(rest) > 0; {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			s.part = append(s.part, rest...)
			rest = nil
		} else {
			s.part = append(s.part, rest[:i]...)
			rest = rest[i+1:]
			s.flush()
		}
		for len(s.part) >= maxLine {
			tail := append([]byte(nil), s.part[maxLine:]...)
			s.part = s.part[:maxLine]
			s.flush()
			s.part = append(s.part, tail...)
		}
	}
	s.save(b)
	return len(b), nil
}

// end writes the last line when it had no newline.
func (s *stream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.part) > 0 {
		s.flush()
	}
	if s.log != nil {
		_ = s.log.Close()
		s.log = nil
	}
}

// flush hands s.part to the journal. "<3>text" carries its priority, as sd-daemon(3) has it.
func (s *stream) flush() {
	line, priority := strings.TrimRight(string(s.part), "\r"), s.priority
	s.part = s.part[:0]
	if len(line) >= 3 && line[0] == '<' && line[2] == '>' && line[1] >= '0' && line[1] <= '7' {
		priority, line = int(line[1]-'0'), line[3:]
	}
	if strings.TrimSpace(line) == "" {
		return // journald drops empty lines
	}
	s.m.journal.Append(Entry{
		Time: s.m.now(), Unit: s.unit, Invocation: s.invocation, Identifier: s.identifier, PID: s.pid, UID: s.uid, Priority: priority, Message: line,
	})
}

// save appends to /var/log/NAME.log; a disk that is full or without the directory loses it.
func (s *stream) save(b []byte) {
	name := logFile(s.unit)
	disk := s.m.k.FS()
	if s.log != nil && s.size+int64(len(b)) > maxLogFile {
		_ = s.log.Close()
		s.log = nil
		_ = disk.Rename(name, name+".1")
	}
	if s.log == nil {
		s.size = 0
		if info, err := disk.Stat(name); err == nil {
			if !info.Mode().IsRegular() { // a FIFO that a box has put there would block
				return
			}
			s.size = info.Size()
		}
		f, err := disk.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
		if err != nil {
			return
		}
		s.log = f
	}
	n, _ := s.log.Write(b)
	s.size += int64(n)
}

// logFile is where a unit's output goes.
func logFile(unit string) string { return "/var/log/" + strings.TrimSuffix(unit, ".service") + ".log" }

// target opens what StandardOutput= or StandardError= names; nil means the journal.
func (m *Manager) target(value string) (*kernel.File, bool, error) {
	kind, name, _ := strings.Cut(value, ":")
	flag := os.O_WRONLY | os.O_CREATE
	switch kind {
	case "null":
		f, err := m.k.FS().OpenFile("/dev/null", os.O_WRONLY, 0)
		return wrap(f, err, os.O_WRONLY)
	case "append":
		flag |= os.O_APPEND
	case "truncate":
		flag |= os.O_TRUNC
	case "file":
	default:
		return nil, false, nil
	}
	if info, err := m.k.FS().Stat(name); err == nil && !info.Mode().IsRegular() && info.Mode()&fs.ModeCharDevice == 0 {
		return nil, false, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	f, err := m.k.FS().OpenFile(name, flag, 0o644)
	return wrap(f, err, flag)
}

func wrap(f afero.File, err error, flag int) (*kernel.File, bool, error) {
	if err != nil {
		return nil, false, err
	}
	return kernel.NewAferoFile(f, flag), true, nil
}
