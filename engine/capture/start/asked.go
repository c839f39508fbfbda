package start

import "galley/engine/discovery"

// Asked returns the options with which discovery runs for a capture in a directory. For a nil
// starter only the directory is set.
func (s *Starter) Asked(cwd string, mode Mode) discovery.Options {
	o := discovery.Options{Cwd: cwd}
	if s != nil && s.Trusts {
		yes := true
		o.Trusted = &yes
	}
	if s != nil && mode == Headless {
		o.Args = s.HeadlessArgs
	}
	return o
}
