package publicip

import (
	"net/netip"
	"testing"
)

func TestKind(t *testing.T) {
	for in, special := range map[string]bool{
		"8.8.8.8": false, "93.184.216.34": false, "2606:4700::1111": false, "2001:4860:4860::8888": false, "172.32.0.1": false, "100.128.0.1": false, "11.0.0.1": false,
		"0.0.0.0": true, "0.1.2.3": true, "10.1.2.3": true, "100.64.0.1": true, "100.100.100.200": true, "127.0.0.1": true, "127.255.0.1": true, "168.63.129.16": true,
		"169.254.169.254": true, "172.16.0.1": true, "172.31.255.255": true, "192.0.0.1": true, "192.168.0.1": true, "198.18.0.1": true, "198.19.255.255": true,
		"224.0.0.1": true, "239.1.1.1": true, "240.0.0.1": true, "255.255.255.255": true, "192.0.2.1": true, "203.0.113.1": true,
		"::": true, "::1": true, "::127.0.0.1": true, "::ffff:127.0.0.1": true, "::ffff:8.8.8.8": false, "64:ff9b::8.8.8.8": false, "64:ff9b::127.0.0.1": true,
		"64:ff9b::a9fe:a9fe": true, "64:ff9b:1::1": true, "2002:7f00:1::": true, "2002:a9fe:a9fe::1": true, "2002:808:808::1": false, "2001::1": true, "2001:db8::1": true,
		"fc00::1": true, "fd00:ec2::254": true, "fe80::1": true, "fe80::1%eth0": true, "fec0::1": true, "ff02::1": true, "100::1": true,
	} {
		if got := Kind(netip.MustParseAddr(in)); (got != "") != special {
			t.Errorf("%s: %q", in, got)
		}
	}
	if Kind(netip.Addr{}) == "" {
		t.Error("no address is a public one")
	}
}
