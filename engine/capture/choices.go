package capture

import (
	"cmp"
	"slices"

	"galley/engine/discovery"
)

// ChoiceChanges returns the settings that changed since the capture and that change the agent's own
// words, sorted by name: each with its present file, or the former one if it is no longer set. It
// returns nil for a capture made by an older release of galley, which did not record choices.
func (c *Capture) ChoiceChanges(t *discovery.Trace) (all []discovery.Choice) {
	if c.Attribution == nil || c.Attribution.Choices == nil {
		return nil
	}
	was, is := sums(c.Attribution.Choices), sums(t.Choices)
	for name, now := range is {
		if was[name].Sum != now.Sum {
			all = append(all, now)
		}
	}
	for name, then := range was {
		if _, still := is[name]; !still {
			all = append(all, then)
		}
	}
	slices.SortFunc(all, func(a, b discovery.Choice) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// sums returns the choices by their names.
func sums(all []discovery.Choice) map[string]discovery.Choice {
	by := map[string]discovery.Choice{}
	for _, c := range all {
		by[c.Name] = c
	}
	return by
}
