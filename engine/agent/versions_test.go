package agent_test

import (
	"galley/engine/agent"
)

// versionsOf lists the names of an agent's versions.
func versionsOf(a agent.Agent) (names []string) {
	for _, v := range a.Versions {
		names = append(names, v.Name)
	}
	return names
}
