package start

import (
	"slices"

	"galley/engine/discovery"
)

// Asked returns the options with which discovery runs for a capture in a directory. For a nil
// starter only the directory and the user's own arguments are set.
func (s *Starter) Asked(cwd string, mode Mode, args []string) discovery.Options {
	o := discovery.Options{Cwd: cwd}
	if s != nil && s.Trusts {
		yes := true
		o.Trusted = &yes
	}
	if s != nil && mode == Headless {
		o.Args = slices.Clone(s.HeadlessArgs)
	}
	o.Args = append(o.Args, args...)
	return o
}
