package service

import (
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Exit statuses that stand for what went wrong between fork and exec; systemd.exec(5), "Process Exit Codes".
const (
	exitChdir  = 200
	exitExec   = 203
	exitStdout = 209
	exitGroup  = 216
	exitUser   = 217
	exitDirs   = 233
)

var exitNames = map[int]string{
	0: "SUCCESS", 1: "FAILURE",
	200: "CHDIR", 201: "NICE", 202: "FDS", 203: "EXEC", 204: "MEMORY", 205: "LIMITS", 206: "OOM_ADJUST", 207: "SIGNAL_MASK",
	208: "STDIN", 209: "STDOUT", 210: "CHROOT", 211: "IOPRIO", 212: "TIMERSLACK", 213: "SECUREBITS", 214: "SETSCHEDULER",
	215: "CPUAFFINITY", 216: "GROUP", 217: "USER", 218: "CAPABILITIES", 219: "CGROUP", 220: "SETSID", 221: "CONFIRM",
	222: "STDERR", 224: "PAM", 225: "NETWORK", 226: "NAMESPACE", 227: "NO_NEW_PRIVILEGES", 228: "SECCOMP",
	233: "RUNTIME_DIRECTORY", 235: "CHOWN", 238: "STATE_DIRECTORY", 239: "CACHE_DIRECTORY", 240: "LOGS_DIRECTORY",
	241: "CONFIGURATION_DIRECTORY",
}

// lsbNames are those of init scripts, which the log names too.
var lsbNames = map[int]string{
	2: "INVALIDARGUMENT", 3: "NOTIMPLEMENTED", 4: "NOPERMISSION", 5: "NOTINSTALLED", 6: "NOTCONFIGURED", 7: "NOTRUNNING",
}

// ExitText is "code=exited, status=1/FAILURE" or "code=killed, signal=TERM" as systemctl status shows it.
func ExitText(st kernel.Status) string {
	if st.Signal != 0 {
		code := "killed"
		if st.CoreDump {
			code = "dumped"
		}
		return "code=" + code + ", signal=" + shortSig(st.Signal)
	}
	text := "code=exited, status=" + strconv.Itoa(st.Code)
	if name := exitNames[st.Code]; name != "" {
		text += "/" + name
	}
	return text
}

// logText is the same as the log has it.
func logText(st kernel.Status) string {
	if st.Signal != 0 {
		code := "killed"
		if st.CoreDump {
			code = "dumped"
		}
		return "code=" + code + ", status=" + strconv.Itoa(int(st.Signal)) + "/" + shortSig(st.Signal)
	}
	text := ExitText(st)
	if name := lsbNames[st.Code]; name != "" {
		text += "/" + name
	}
	return text
}

func shortSig(s kernel.Signal) string { return strings.TrimPrefix(s.String(), "SIG") }
