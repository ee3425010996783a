package system

import (
	"context"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/kernel/service"
)

const serviceUsage = "Usage: service < option > | --status-all | [ service_name [ command | --full-restart ] ]\n"

// serviceCommand is service(8): it hands a unit and a verb to systemctl.
func serviceCommand(ctx context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	if len(args) == 0 {
		cmd.Raw(p, serviceUsage)
		return 1
	}
	out := cmd.NewWriter(p)
	switch args[0] {
	case "--help", "-h":
		out.WriteString(serviceUsage)
		return out.Finish(0)
	case "--version":
		out.WriteString("service ver. 1.65.2\n")
		return out.Finish(0)
	case "--status-all":
		m := service.Of(p.Kernel())
		for _, name := range m.UnitFiles() {
			if st := m.Status(name); st.Type != "" {
				mark := "-"
				if st.Active == "active" {
					mark = "+"
				}
				out.Printf(" [ %s ]  %s\n", mark, name[:len(name)-len(".service")])
			}
		}
		return out.Finish(0)
	}
	verbs := []string{"start"}
	switch {
	case len(args) < 2:
		cmd.Raw(p, serviceUsage)
		return 1
	case args[1] == "--full-restart":
		verbs = []string{"stop", "start"}
	default:
		verbs[0] = args[1]
	}
	status := 0
	for _, verb := range verbs {
		p.SetArgs([]string{"systemctl", verb, service.MangleName(args[0])})
		status = systemctl(ctx, p)
	}
	return status
}
