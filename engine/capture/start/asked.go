package start

import "galley/engine/discovery"

// Asked returns the options of discovery in a directory for a capture's run. A nil
// starter changes nothing.
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
