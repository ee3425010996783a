package kernel

// Termios are the settings of a terminal as termios(3) has them on Linux: four words of flags and the control characters,
// with the same bits, so that what `stty -g` prints means the same here. Speeds and parity are kept and have no effect, as
// on a pseudo-terminal.
type Termios struct {
	Iflag, Oflag, Cflag, Lflag uint32
	Line                       byte
	Cc                         [NCCS]byte // control characters and VMIN, VTIME; 0 = none
}

// NCCS is how many control characters there are.
const NCCS = 19

// Input flags.
const (
	IGNBRK  = 0x1
	BRKINT  = 0x2
	IGNPAR  = 0x4
	PARMRK  = 0x8
	INPCK   = 0x10
	ISTRIP  = 0x20
	INLCR   = 0x40
	IGNCR   = 0x80
	ICRNL   = 0x100
	IUCLC   = 0x200
	IXON    = 0x400
	IXANY   = 0x800
	IXOFF   = 0x1000
	IMAXBEL = 0x2000
	IUTF8   = 0x4000
)

// Output flags.
const (
	OPOST  = 0x1
	OLCUC  = 0x2
	ONLCR  = 0x4
	OCRNL  = 0x8
	ONOCR  = 0x10
	ONLRET = 0x20
	OFILL  = 0x40
	OFDEL  = 0x80
	NLDLY  = 0x100
	CRDLY  = 0x600
	TABDLY = 0x1800 // TAB3, XTABS: tabs become spaces
	BSDLY  = 0x2000
	VTDLY  = 0x4000
	FFDLY  = 0x8000
)

// Control flags.
const (
	CBAUD   = 0x100f
	B38400  = 0xf
	CSIZE   = 0x30
	CS5     = 0x0
	CS6     = 0x10
	CS7     = 0x20
	CS8     = 0x30
	CSTOPB  = 0x40
	CREAD   = 0x80
	PARENB  = 0x100
	PARODD  = 0x200
	HUPCL   = 0x400
	CLOCAL  = 0x800
	CMSPAR  = 0x40000000
	CRTSCTS = 0x80000000
)

// Local flags.
const (
	ISIG    = 0x1
	ICANON  = 0x2
	XCASE   = 0x4
	ECHO    = 0x8
	ECHOE   = 0x10
	ECHOK   = 0x20
	ECHONL  = 0x40
	NOFLSH  = 0x80
	TOSTOP  = 0x100
	ECHOCTL = 0x200
	ECHOPRT = 0x400
	ECHOKE  = 0x800
	FLUSHO  = 0x1000
	PENDIN  = 0x4000
	IEXTEN  = 0x8000
	EXTPROC = 0x10000
)

// Indexes of the control characters.
const (
	VINTR    = 0
	VQUIT    = 1
	VERASE   = 2
	VKILL    = 3
	VEOF     = 4
	VTIME    = 5
	VMIN     = 6
	VSWTC    = 7
	VSTART   = 8
	VSTOP    = 9
	VSUSP    = 10
	VEOL     = 11
	VREPRINT = 12
	VDISCARD = 13
	VWERASE  = 14
	VLNEXT   = 15
	VEOL2    = 16
)

// DefaultTermios are the settings of a new terminal: those of Linux, and IUTF8, which every terminal program sets.
func DefaultTermios() Termios {
	return Termios{
		Iflag: ICRNL | IXON | IUTF8,
		Oflag: OPOST | ONLCR,
		Cflag: B38400 | CS8 | CREAD,
		Lflag: ISIG | ICANON | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE | IEXTEN,
		Cc: [NCCS]byte{
			VINTR: 3, VQUIT: 28, VERASE: 127, VKILL: 21, VEOF: 4, VMIN: 1, VSTART: 17, VSTOP: 19, VSUSP: 26,
			VREPRINT: 18, VDISCARD: 15, VWERASE: 23, VLNEXT: 22,
		},
	}
}

// MakeRaw is cfmakeraw(3): bytes pass as they are, one is enough for a read.
func (s *Termios) MakeRaw() {
	s.Iflag &^= IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON
	s.Oflag &^= OPOST
	s.Lflag &^= ECHO | ECHONL | ICANON | ISIG | IEXTEN
	s.Cflag = s.Cflag&^(CSIZE|PARENB) | CS8
	s.Cc[VMIN], s.Cc[VTIME] = 1, 0
}

func (s *Termios) in(f uint32) bool    { return s.Iflag&f != 0 }
func (s *Termios) out(f uint32) bool   { return s.Oflag&f != 0 }
func (s *Termios) local(f uint32) bool { return s.Lflag&f != 0 }

// is reports whether c is the control character with that index.
func (s *Termios) is(c byte, index int) bool { return s.Cc[index] != 0 && s.Cc[index] == c }
