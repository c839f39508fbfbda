package opencode

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/profile/profiletest"
)

// The cost of settings grows linearly: four times as many agents, providers, references and rules
// allocate about four times as much memory.
func TestCostOfSettingsIsLinear(t *testing.T) {
	cost := func(n int) uint64 {
		var agents, newer, providers, references []string
		for i := range n {
			agents = append(agents, fmt.Sprintf(`"a%d": {"prompt": "p"}`, i))
			newer = append(newer, fmt.Sprintf(`"n%d": {"system": "p"}`, i))
			providers = append(providers, fmt.Sprintf(`"p%d": {"models": {"m": {"id": "x"}}}`, i))
			references = append(references, fmt.Sprintf(`"r%d": {"path": "./r", "description": "d"}`, i))
		}
		text := fmt.Sprintf(`{"agent": {%s}, "agents": {%s}, "provider": {%s}, "references": {%s}}`,
			strings.Join(agents, ","), strings.Join(newer, ","), strings.Join(providers, ","), strings.Join(references, ","))
		w := profiletest.OpenWorld().File("/p/opencode.json", text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		trace, err := Discover(context.Background(), w, discovery.Options{Version: "1.18.33", Cwd: "/p"})
		runtime.ReadMemStats(&after)
		if err != nil || trace.Failure != nil || len(trace.Defined.Agents) != 2*n || len(trace.Defined.References) != n {
			t.Fatal(err, trace.Failure, len(trace.Defined.Agents), len(trace.Defined.References))
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	cost(50)
	if small, large := cost(200), cost(800); large > 6*small {
		t.Errorf("%d bytes for 200 entries of each kind, %d for 800", small, large)
	}
}
