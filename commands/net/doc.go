// Package net holds the commands that use the network or show it: curl, wget, nc, ping, host, dig, nslookup, ss,
// netstat, ip and ifconfig.
//
// The network is the box's own (package netstack): loopback, the box's names, and what the host lets through. All
// connections are made with Process.Dial and end with their process; no command here starts a goroutine that outlives
// it. curl and wget write their requests themselves, because the order and case of header lines are part of what
// they do, and read responses with net/http. The texts and statuses are those of curl 7.88, wget 1.21, OpenBSD
// netcat, iputils, BIND's utilities, iproute2 and net-tools.
//
// curl's and wget's progress meters are left out: nobody watches them here.
package net
