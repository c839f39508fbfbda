package discovery

import (
	"galley/engine/facts"
	"galley/engine/source"
)

// Group is places of one kind, in the order in which an agent looks at them. The first
// group in which something is found wins: all of it is taken.
type Group struct {
	Name  string
	Paths []string
}

// Alone makes a group of each path: the first that is there is taken alone.
func Alone(paths []string) []Group {
	groups := make([]Group, len(paths))
	for i, p := range paths {
		groups[i] = Group{p, []string{p}}
	}
	return groups
}

// FirstRule says how an agent takes the first of several groups of places.
type FirstRule struct {
	Tier string
	// Lists has places listed at which nothing is, while nothing is found (won is "")
	// and after; nil lists none.
	Lists func(won string) bool
	// PassesOver tells that the agent passes over what is there, before anything is found
	// (won is "") or after; nil passes over nothing.
	PassesOver func(c *Candidate, won string) bool
	// Off says by what a place is switched off, "" when it is looked at; nil switches
	// nothing off.
	Off func(c *Candidate) string
	// Shadowed is the reason of those that come after the group that won, and Says
	// follows its name there.
	Shadowed Reason
	Says     string
	// Take loads what is found, and adds it.
	Take func(c *Candidate)
}

// First takes the first group of places at which something is.
func (p *Finder) First(groups []Group, r FirstRule) {
	won := ""
	for _, g := range groups {
		found := false
		for _, full := range g.Paths {
			c := p.At(full, r.Tier)
			off := ""
			if r.Off != nil {
				off = r.Off(c)
			}
			switch {
			case c.Reason == Missing && (r.Lists == nil || !r.Lists(won)):
				continue
			case c.Reason == Missing, c.Reason == DanglingLink, r.PassesOver != nil && r.PassesOver(c, won):
			case off != "":
				c.No(Disabled, off)
			case won != "":
				c.No(r.Shadowed, won+r.Says)
			default:
				found = true
				r.Take(c)
				continue
			}
			p.Add(c)
		}
		if found {
			won = g.Name
		}
	}
}

// FirstName loads the first of some names in a directory: load reports whether the file
// that is there counts as found, and those behind it are shadowed.
func (p *Finder) FirstName(dir, tier string, names []string, load func(c *Candidate) (found bool)) {
	won := ""
	for _, name := range names {
		c := p.At(facts.Join(dir, name), tier)
		switch {
		case c.Reason == Missing:
			continue
		case c.Reason == DanglingLink:
		case won != "":
			c.No(ShadowedByKind, won+" is found first")
		case load(c):
			won = c.Path
		}
		p.Add(c)
	}
}

// UpByKind lists the places of each kind of rule file from a directory up to top: a
// group for each kind.
func (p *Finder) UpByKind(kinds []string, dir, top string) []Group {
	groups := make([]Group, len(kinds))
	for i, kind := range kinds {
		groups[i].Name = kind
		for _, at := range p.UpTo(dir, top) {
			groups[i].Paths = append(groups[i].Paths, facts.Join(at, kind))
		}
	}
	return groups
}

// ServerSetting is an MCP server as a settings file has it.
type ServerSetting struct {
	Name, File string
	Off        bool   // a setting switches it off
	Why        string // which
}

// ListServers adds the MCP servers of an agent. A server of a later settings file takes
// the place of one with its name.
func (p *Finder) ListServers(servers []ServerSetting) {
	last := map[string]string{}
	for _, s := range servers {
		last[s.Name] = s.File
	}
	for _, s := range servers {
		c := p.Thing(Server, s.Name, s.File, "settings")
		switch {
		case last[s.Name] != s.File:
			c.No(ShadowedByName, last[s.Name])
		case s.Off:
			c.No(Disabled, s.Why)
		default:
			c.List(source.Text{}, "its tools are declared")
		}
		p.Add(c)
	}
}
