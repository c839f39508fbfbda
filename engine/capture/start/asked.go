package start

import "galley/engine/discovery"

// Asked returns how discovery looks at a directory as a capture's run sees it. Without a starter nothing is
// different from what the agent does by itself.
func (s *Starter) Asked(cwd string, mode Mode) discovery.Options {
	o := discovery.Options{Cwd: cwd}
	if s != nil && s.Trusts {
		yes := true
		o.Trusted = &yes
	}
	if s != nil && mode == Headless {
		o.Args = s.Alone
	}
	return o
}
