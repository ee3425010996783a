package kernel

import (
	"io/fs"
	"os"
	"sync"
	"syscall"
)

// fifoTable holds the buffers of the FIFOs on the disk that are open, by inode.
type fifoTable struct {
	mu    sync.Mutex
	pipes map[uint64]*fifo
}

// fifo is an open FIFO. Its pipe lives as long as it is open somewhere, as on Linux.
type fifo struct {
	*pipe
	table *fifoTable
	info  fs.FileInfo
	users int // opens and openers; guarded by table.mu
}

// openFIFO follows fifo(7): an open for reading waits for a writer and the other way round; with O_NONBLOCK the reader
// does not wait and the writer without a reader gets ENXIO; O_RDWR never waits.
func (k *Kernel) openFIFO(c call, name string, flag int, ino uint64, info fs.FileInfo) (*File, error) {
	t := &k.fifos
	t.mu.Lock()
	f := t.pipes[ino]
	if f == nil {
		if t.pipes == nil {
			t.pipes = make(map[uint64]*fifo)
		}
		f = &fifo{pipe: k.newPipe(ino), table: t}
		t.pipes[ino] = f
	}
	f.users++
	f.info = info
	t.mu.Unlock()

	file := newFile(f, name, flag&(accessMode|syscall.O_NONBLOCK|os.O_APPEND))
	reader, writer := file.mayRead(), file.mayWrite()
	f.mu.Lock()
	if reader {
		f.readers++
		f.rgen++
	}
	if writer {
		f.writers++
		f.wgen++
	}
	if f.opened != nil {
		close(f.opened)
		f.opened = nil
	}
	var err error
	if reader != writer {
		rgen, wgen := f.rgen, f.wgen
		for err == nil {
			if reader && (f.writers > 0 || f.wgen != wgen) || writer && (f.readers > 0 || f.rgen != rgen) {
				break
			}
			if flag&syscall.O_NONBLOCK != 0 {
				if writer {
					err = &fs.PathError{Op: "open", Path: name, Err: syscall.ENXIO}
				}
				break
			}
			if f.opened == nil {
				f.opened = make(chan struct{})
			}
			opened := f.opened
			f.mu.Unlock()
			err = c.wait(opened)
			f.mu.Lock()
		}
	}
	f.mu.Unlock()
	if err != nil {
		f.close(file)
		return nil, err
	}
	return file, nil
}

func (f *fifo) close(file *File) error {
	f.table.mu.Lock()
	defer f.table.mu.Unlock()
	f.pipe.close(file)
	if f.users--; f.users == 0 {
		delete(f.table.pipes, f.ino)
	}
	return nil
}

func (f *fifo) stat() (fs.FileInfo, error) {
	f.table.mu.Lock()
	defer f.table.mu.Unlock()
	return f.info, nil
}
