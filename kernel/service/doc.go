// Package service runs the services of a box as systemd does on Linux: units are files, systemctl and journalctl (in
// commands/system) ask the [Manager], and what a unit runs are processes, children of pid 1, in a cgroup of their own.
//
// Units are read from /etc/systemd/system, /run/systemd/system, /usr/local/lib/systemd/system and
// /usr/lib/systemd/system, with drop-ins (NAME.d/*.conf), templates (name@.service) and masks (a link to /dev/null). A
// unit is enabled by a link in a .wants or .requires directory of a target; [Boot] starts what default.target
// (multi-user.target here) wants. A regular file in a .wants directory enables too, empty or not: that is how lifo marks
// an enabled service in its snapshots.
//
// Known are services (simple, exec, oneshot, forking, idle; notify and dbus count as started when they run) and targets.
// Sockets, timers, paths, mounts and slices are not, and a start of one is refused; nor are resource control, sandboxing
// directives and sd_notify: such keys are accepted and do nothing. The rules are those of systemd.unit(5), systemd.service(5), systemd.exec(5) and
// systemd.kill(5), the words of the log those of systemd 252.
//
// The journal is kept in memory, the oldest entries going first. What a service prints also goes to /var/log/NAME.log.
package service
