package service

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// command is one line of ExecStart= and its like.
type command struct {
	path   string
	argv   []string
	ignore bool // "-": a failure does not count
	plain  bool // ":": no environment in the arguments
}

// text is the command line as status shows it.
func (c command) text() string { return strings.Join(c.argv, " ") }

type envFile struct {
	path     string
	optional bool
}

type condition struct {
	kind, arg  string
	not, alone bool // alone: one "|" condition of several must hold
}

// forever is a time-out that never comes.
const forever = time.Duration(math.MaxInt64)

// config is what the files of a unit say.
type config struct {
	description string
	docs        []string
	deps        map[string][]string // Requires, Wants, After and the like
	conditions  []condition
	refuse      bool // RefuseManualStart

	kind          string // Type=
	remain        bool
	exec          map[string][]command // by key: ExecStart and the like
	restart       string
	restartDelay  time.Duration
	startTimeout  time.Duration // TimeoutStartSec
	stopTimeout   time.Duration
	runtimeMax    time.Duration
	limitInterval time.Duration // StartLimitIntervalSec
	limitBurst    int
	pidFile       string
	success       []string // SuccessExitStatus
	prevent       []string // RestartPreventExitStatus
	force         []string // RestartForceExitStatus

	env        []string
	envFiles   []envFile
	unset      []string
	dir        string
	dirMissing bool // "-": it may be missing
	user       string
	group      string
	groups     []string
	umask      uint32
	stdin      string
	stdout     string
	stderr     string
	identifier string
	ignorePipe bool
	dirs       map[string][]string // RuntimeDirectory and the like
	dirMode    map[string]uint32
	limits     map[kernel.Resource]int64

	killMode   string
	killSignal kernel.Signal
	sendKill   bool
	sendHUP    bool

	wantedBy, requiredBy, alias, also []string
	defaultInstance                   string
}

func newConfig() *config {
	return &config{
		deps: map[string][]string{}, exec: map[string][]command{}, dirs: map[string][]string{}, dirMode: map[string]uint32{},
		limits: map[kernel.Resource]int64{},
		kind:   "", restart: "no", restartDelay: 100 * time.Millisecond, startTimeout: 0, stopTimeout: 90 * time.Second,
		runtimeMax: forever, limitInterval: 10 * time.Second, limitBurst: 5, umask: 0o022, stdin: "null", stdout: "journal",
		stderr: "inherit", ignorePipe: true, killMode: "control-group", killSignal: kernel.SIGTERM, sendKill: true,
	}
}

// The keys whose values are lists of units.
var dependencyKeys = map[string]string{
	"Requires": "Requires", "Requisite": "Requisite", "Wants": "Wants", "BindsTo": "BindsTo", "PartOf": "PartOf",
	"Upholds": "Wants", "Conflicts": "Conflicts", "Before": "Before", "After": "After", "OnFailure": "OnFailure",
	"OnSuccess": "OnSuccess", "PropagatesStopTo": "PropagatesStopTo",
}

var execKeys = map[string]bool{
	"ExecStartPre": true, "ExecStart": true, "ExecStartPost": true, "ExecReload": true, "ExecStop": true,
	"ExecStopPost": true, "ExecCondition": true,
}

var limitKeys = map[string]kernel.Resource{
	"LimitNOFILE": kernel.RlimitOpenFiles, "LimitNPROC": kernel.RlimitProcesses, "LimitFSIZE": kernel.RlimitFileSize,
}

// acceptedKeys are keys that a box has no use for: resource control, sandboxing, terminals. Listed so that a misspelt key is
// still told.
var acceptedKeys = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for key := range strings.FieldsSeq(`Documentation SourcePath StopWhenUnneeded RefuseManualStop AllowIsolate
DefaultDependencies CollectMode FailureAction SuccessAction FailureActionExitStatus SuccessActionExitStatus JobTimeoutSec JobTimeoutAction
StartLimitAction RequiresMountsFor OnFailureJobMode IgnoreOnIsolate ReloadPropagatedFrom PropagatesReloadTo JoinsNamespaceOf
RebootArgument SurviveFinalKillSignal StopPropagatedFrom WatchdogSec TimeoutAbortSec NotifyAccess Sockets BusName
FileDescriptorStoreMax GuessMainPID RootDirectoryStartOnly NonBlocking USBFunctionDescriptors OOMPolicy ExitType OpenFile Slice Delegate
TTYPath TTYReset TTYVHangup SyslogFacility SyslogLevel SyslogLevelPrefix LogLevelMax LogExtraFields LogRateLimitIntervalSec
LogRateLimitBurst LogNamespace Nice OOMScoreAdjust IOSchedulingClass IOSchedulingPriority CPUSchedulingPolicy CPUSchedulingPriority
CPUSchedulingResetOnFork CPUAffinity NUMAPolicy TimerSlackNSec CapabilityBoundingSet AmbientCapabilities SecureBits NoNewPrivileges
DynamicUser PAMName RootDirectory RootImage MountAPIVFS ProtectProc ProcSubset BindPaths BindReadOnlyPaths PrivateTmp PrivateDevices
PrivateNetwork PrivateUsers PrivateMounts PrivateIPC ProtectHome ProtectSystem ProtectClock ProtectHostname ProtectKernelTunables
ProtectKernelModules ProtectKernelLogs ProtectControlGroups ReadWritePaths ReadOnlyPaths InaccessiblePaths ExecPaths NoExecPaths
TemporaryFileSystem RestrictAddressFamilies RestrictNamespaces RestrictRealtime RestrictSUIDSGID RemoveIPC LockPersonality
MemoryDenyWriteExecute SystemCallFilter SystemCallErrorNumber SystemCallArchitectures SystemCallLog Personality KeyringMode
UtmpIdentifier UtmpMode SELinuxContext AppArmorProfile SmackProcessLabel LoadCredential SetCredential PassEnvironment
StandardInputText StandardInputData RuntimeDirectoryPreserve LimitCPU LimitDATA LimitSTACK LimitCORE LimitRSS LimitAS LimitMEMLOCK
LimitLOCKS LimitSIGPENDING LimitMSGQUEUE LimitNICE LimitRTPRIO LimitRTTIME CPUAccounting CPUWeight CPUShares CPUQuota MemoryAccounting
MemoryMin MemoryLow MemoryHigh MemoryMax MemorySwapMax MemoryLimit TasksAccounting TasksMax IOAccounting IOWeight BlockIOAccounting
BlockIOWeight IPAccounting IPAddressAllow IPAddressDeny DeviceAllow DevicePolicy FinalKillSignal RestartKillSignal WatchdogSignal
CoredumpFilter PermissionsStartOnly SysVStartPriority ReloadSignal RestartSteps RestartMaxDelaySec`) {
		m[key] = true
	}
	return m
})

// set takes in one setting. An empty value empties a list.
func (m *Manager) set(c *config, n unitName, s setting, known func() map[string]bool, warn func(string)) {
	bad := func(format string, args ...any) {
		warn(fmt.Sprintf("%s:%d: ", s.file, s.line) + fmt.Sprintf(format, args...))
	}
	value := s.value
	words := func(list []string) []string {
		if value == "" {
			return nil
		}
		w, err := splitWords(value)
		if err != nil {
			bad("Invalid syntax, ignoring: %s", value)
			return list
		}
		for i := range w {
			w[i] = m.specifiers(n, w[i])
		}
		return append(list, w...)
	}
	number := func(v *time.Duration) {
		if d, ok := ParseSpan(value); ok {
			*v = d
		} else {
			bad("Failed to parse %s= value, ignoring: %s", s.key, value)
		}
	}
	boolean := func(v *bool) {
		if b, ok := parseBool(value); ok {
			*v = b
		} else {
			bad("Failed to parse boolean value, ignoring: %s", value)
		}
	}
	oneOf := func(v *string, what string, values string) {
		for w := range strings.FieldsSeq(values) {
			if w == value {
				*v = value
				return
			}
		}
		bad("Failed to parse %s, ignoring: %s", what, value)
	}
	switch {
	case s.section == "Unit" && dependencyKeys[s.key] != "":
		key := dependencyKeys[s.key]
		c.deps[key] = words(c.deps[key])
		return
	case s.section == "Unit" && (strings.HasPrefix(s.key, "Condition") || strings.HasPrefix(s.key, "Assert")):
		if value == "" {
			c.conditions = nil
			return
		}
		cond := condition{kind: s.key}
		if value, cond.alone = strings.CutPrefix(value, "|"); cond.alone {
			value = strings.TrimSpace(value)
		}
		value, cond.not = strings.CutPrefix(value, "!")
		cond.arg = m.specifiers(n, strings.TrimSpace(value))
		c.conditions = append(c.conditions, cond)
		return
	case s.section == "Service" && execKeys[s.key]:
		if value == "" {
			c.exec[s.key] = nil
			return
		}
		list, err := m.parseCommand(n, value)
		if err != "" {
			bad("%s", err)
			return
		}
		c.exec[s.key] = append(c.exec[s.key], list...)
		return
	case s.section == "Service" && strings.HasSuffix(s.key, "Directory") && directoryBases[s.key] != "":
		c.dirs[s.key] = words(c.dirs[s.key])
		return
	case s.section == "Service" && strings.HasSuffix(s.key, "DirectoryMode"):
		if v, err := strconv.ParseUint(value, 8, 12); err == nil {
			c.dirMode[strings.TrimSuffix(s.key, "Mode")] = uint32(v)
		}
		return
	case s.section == "Service" && strings.HasPrefix(s.key, "Limit"):
		if r, ok := limitKeys[s.key]; ok {
			soft, _, _ := strings.Cut(value, ":")
			if soft == "infinity" {
				c.limits[r] = -1
			} else if v, err := strconv.ParseInt(soft, 10, 64); err == nil && v >= 0 {
				c.limits[r] = v
			}
			return
		}
	}
	switch s.section + "." + s.key {
	case "Unit.Description":
		c.description = m.specifiers(n, value)
	case "Unit.Documentation":
		c.docs = words(c.docs)
	case "Unit.RefuseManualStart":
		boolean(&c.refuse)
	case "Unit.StartLimitIntervalSec", "Unit.StartLimitInterval", "Service.StartLimitInterval", "Service.StartLimitIntervalSec":
		number(&c.limitInterval)
	case "Unit.StartLimitBurst", "Service.StartLimitBurst":
		if v, err := strconv.ParseUint(value, 10, 31); err == nil {
			c.limitBurst = int(v)
		}
	case "Service.Type":
		oneOf(&c.kind, "service type", "simple exec forking oneshot dbus notify notify-reload idle")
	case "Service.RemainAfterExit":
		boolean(&c.remain)
	case "Service.Restart":
		oneOf(&c.restart, "service restart specifier", "no always on-success on-failure on-abnormal on-abort on-watchdog")
	case "Service.RestartSec":
		number(&c.restartDelay)
	case "Service.TimeoutStartSec":
		number(&c.startTimeout)
	case "Service.TimeoutStopSec":
		number(&c.stopTimeout)
	case "Service.TimeoutSec":
		number(&c.startTimeout)
		number(&c.stopTimeout)
	case "Service.RuntimeMaxSec":
		number(&c.runtimeMax)
	case "Service.PIDFile":
		c.pidFile = m.specifiers(n, value)
		if c.pidFile != "" && c.pidFile[0] != '/' {
			c.pidFile = "/run/" + c.pidFile
		}
	case "Service.SuccessExitStatus":
		c.success = words(c.success)
	case "Service.RestartPreventExitStatus":
		c.prevent = words(c.prevent)
	case "Service.RestartForceExitStatus":
		c.force = words(c.force)
	case "Service.Environment":
		list := words(nil)
		if value == "" {
			c.env = nil
		}
		for _, kv := range list {
			if name, _, ok := strings.Cut(kv, "="); ok && validEnvName(name) {
				c.env = setEnv(c.env, kv)
			} else {
				bad("Invalid environment assignment, ignoring: %s", kv)
			}
		}
	case "Service.EnvironmentFile":
		if value == "" {
			c.envFiles = nil
			return
		}
		file, optional := strings.CutPrefix(value, "-")
		c.envFiles = append(c.envFiles, envFile{m.specifiers(n, file), optional})
	case "Service.UnsetEnvironment":
		c.unset = words(c.unset)
	case "Service.WorkingDirectory":
		c.dir, c.dirMissing = strings.CutPrefix(m.specifiers(n, value), "-")
	case "Service.User":
		if c.user = m.specifiers(n, value); c.user == "nobody" {
			bad("Special user nobody configured, this is not safe!")
		}
	case "Service.Group":
		c.group = m.specifiers(n, value)
	case "Service.SupplementaryGroups":
		c.groups = words(c.groups)
	case "Service.UMask":
		if v, err := strconv.ParseUint(value, 8, 9); err == nil {
			c.umask = uint32(v)
		}
	case "Service.StandardInput":
		c.stdin = m.specifiers(n, value)
	case "Service.StandardOutput":
		c.stdout = m.specifiers(n, value)
	case "Service.StandardError":
		c.stderr = m.specifiers(n, value)
	case "Service.SyslogIdentifier":
		c.identifier = m.specifiers(n, value)
	case "Service.IgnoreSIGPIPE":
		boolean(&c.ignorePipe)
	case "Service.KillMode":
		oneOf(&c.killMode, "kill mode", "control-group mixed process none")
	case "Service.KillSignal":
		if sig, ok := kernel.ParseSignal(value); ok {
			c.killSignal = sig
		} else {
			bad("Failed to parse signal, ignoring: %s", value)
		}
	case "Service.SendSIGKILL":
		boolean(&c.sendKill)
	case "Service.SendSIGHUP":
		boolean(&c.sendHUP)
	case "Install.WantedBy":
		c.wantedBy = words(c.wantedBy)
	case "Install.RequiredBy":
		c.requiredBy = words(c.requiredBy)
	case "Install.Alias":
		c.alias = words(c.alias)
	case "Install.Also":
		c.also = words(c.also)
	case "Install.DefaultInstance":
		c.defaultInstance = m.specifiers(n, value)
	default:
		switch s.section {
		case "Unit", "Service":
			if !known()[s.key] && !strings.HasPrefix(s.key, "X-") {
				bad("Unknown key '%s' in section [%s], ignoring.", s.key, s.section)
			}
		}
	}
}

// parseCommand reads the value of ExecStart= and its like: prefixes, the program, its arguments, and further commands after
// a word ";".
func (m *Manager) parseCommand(n unitName, value string) (list []command, problem string) {
	words, err := splitWords(value)
	if err != nil {
		return nil, "Unbalanced quoting, ignoring: " + value
	}
	rest := value
	for len(words) > 0 {
		var c command
		first := words[0]
		at := false
	prefixes:
		for first != "" {
			switch first[0] {
			case '-':
				c.ignore = true
			case ':':
				c.plain = true
			case '@':
				at = true
			case '+', '!':
			default:
				break prefixes
			}
			first = first[1:]
		}
		c.path = m.specifiers(n, first)
		if c.path == "" {
			return nil, "Empty path in command line, ignoring: " + value
		}
		if strings.Contains(c.path, "/") && c.path[0] != '/' {
			return nil, "Neither a valid executable name nor an absolute path: " + c.path
		}
		args := words[1:]
		words = nil
		for i, w := range args {
			if w == ";" && !strings.Contains(rest, `';'`) && !strings.Contains(rest, `";"`) {
				args, words = args[:i], args[i+1:]
				break
			}
		}
		if at {
			if len(args) == 0 {
				return nil, "Path is not absolute, ignoring: " + value
			}
			c.argv, args = []string{m.specifiers(n, args[0])}, args[1:]
		} else {
			c.argv = []string{c.path}
		}
		for _, a := range args {
			if a == `\;` {
				a = ";"
			}
			c.argv = append(c.argv, m.specifiers(n, a))
		}
		list = append(list, c)
	}
	return list, ""
}

func parseBool(s string) (value, ok bool) {
	switch strings.ToLower(s) {
	case "1", "yes", "y", "true", "t", "on":
		return true, true
	case "0", "no", "n", "false", "f", "off":
		return false, true
	}
	return false, false
}

var spanUnits = map[string]time.Duration{
	"": time.Second, "s": time.Second, "sec": time.Second, "second": time.Second, "seconds": time.Second,
	"ms": time.Millisecond, "msec": time.Millisecond, "us": time.Microsecond, "usec": time.Microsecond, "µs": time.Microsecond,
	"m": time.Minute, "min": time.Minute, "minute": time.Minute, "minutes": time.Minute,
	"h": time.Hour, "hr": time.Hour, "hour": time.Hour, "hours": time.Hour,
	"d": 24 * time.Hour, "day": 24 * time.Hour, "days": 24 * time.Hour,
	"w": 7 * 24 * time.Hour, "week": 7 * 24 * time.Hour, "weeks": 7 * 24 * time.Hour,
}

// ParseSpan reads a time span of systemd.time(7): "5", "1min 30s", "500ms", "infinity".
func ParseSpan(s string) (time.Duration, bool) {
	if s = strings.TrimSpace(s); s == "infinity" {
		return forever, true
	}
	if s == "" {
		return 0, false
	}
	total := 0.0
	for s != "" {
		i := 0
		for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '.') {
			i++
		}
		v, err := strconv.ParseFloat(s[:i], 64)
		if err != nil {
			return 0, false
		}
		s = strings.TrimLeft(s[i:], " ")
		for i = 0; i < len(s) && s[i] != ' ' && (s[i] < '0' || s[i] > '9'); i++ {
		}
		unit, ok := spanUnits[s[:i]]
		if !ok {
			return 0, false
		}
		total += v * float64(unit)
		s = strings.TrimLeft(s[i:], " ")
	}
	if total >= float64(forever) {
		return forever, true
	}
	return time.Duration(total), true
}

func validEnvName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9') {
			return false
		}
	}
	return s != ""
}

// setEnv replaces or adds an assignment.
func setEnv(env []string, kv string) []string {
	name, _, _ := strings.Cut(kv, "=")
	for i := range env {
		if strings.HasPrefix(env[i], name+"=") {
			env[i] = kv
			return env
		}
	}
	return append(env, kv)
}

// parseEnvFile reads EnvironmentFile=: assignments a line, comments, quotes, a backslash at the end of a line.
func parseEnvFile(text string) []string {
	var env []string
	joined := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		bare := strings.TrimSpace(line)
		if joined == "" && (bare == "" || bare[0] == '#' || bare[0] == ';') {
			continue
		}
		if strings.HasSuffix(line, "\\") {
			joined += strings.TrimSuffix(line, "\\")
			continue
		}
		name, value, ok := strings.Cut(strings.TrimSpace(joined+line), "=")
		joined = ""
		name = strings.TrimSpace(name)
		if !ok || !validEnvName(name) {
			continue
		}
		env = setEnv(env, name+"="+unquoteEnv(strings.TrimSpace(value)))
	}
	return env
}

// unquoteEnv removes the quotes of an environment file: inside ” nothing is special, inside "" a backslash quotes
// " \ ` and $.
func unquoteEnv(s string) string {
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote == '\'' && c == '\'', quote == '"' && c == '"':
			quote = 0
		case quote == '\'':
			b.WriteByte(c)
		case c == '\\' && i+1 < len(s):
			i++
			if quote == '"' && strings.IndexByte("\"\\`$", s[i]) < 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(s[i])
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
