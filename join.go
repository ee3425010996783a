package sandpit

import (
	"fmt"

	"github.com/sandpit-dev/sandpit/netstack"
)

// Join connects boxes to a private network, as those of one compose file are: each reaches every other by its hostname, on
// whatever port the other listens on an address that is not only its own loopback (0.0.0.0 or ::), and trusts its
// certificates. Hostnames must differ. It lasts until one of the two is closed.
func Join(boxes ...*Sandbox) error {
	stacks := make([]*netstack.Stack, len(boxes))
	for i, sb := range boxes {
		stacks[i] = sb.k.Net()
		if err := sb.check(); err != nil {
			return err
		}
	}
	if err := netstack.Join(stacks...); err != nil {
		return fmt.Errorf("sandpit: %w", err)
	}
	return nil
}
