package discovery

import (
	"galley/engine/facts"
	"galley/engine/source"
)

// Group is a list of places of one kind, in the order in which an agent looks at them. Of several
// groups, the first that contains a file wins, and the agent takes all files of that group.
type Group struct {
	Name  string
	Paths []string
}

// Alone makes a group of each path, so that only the first existing one is taken.
func Alone(paths []string) []Group {
	groups := make([]Group, len(paths))
	for i, p := range paths {
		groups[i] = Group{p, []string{p}}
	}
	return groups
}

// FirstRule says how an agent chooses the first of several groups.
type FirstRule struct {
	Tier string
	// Lists reports whether places without a file are listed. won is the path of the winning group,
	// or "" before a group has won. If Lists is nil, they are not listed.
	Lists func(won string) bool
	// PassesOver reports whether the agent ignores an existing file; won is the path of the
	// winning group, or "". If PassesOver is nil, it ignores no file.
	PassesOver func(c *Candidate, won string) bool
	// Off returns the setting that disables a place, or "". If Off is nil, no place is disabled.
	Off func(c *Candidate) string
	// Shadowed is the reason for the files after the winning group. Their detail is the path in
	// that group, followed by Says.
	Shadowed Reason
	Says     string
	// Take loads a found file and adds it.
	Take func(c *Candidate)
}

// First chooses among the groups as r says: it takes the files of the first group that has any, and
// adds the candidates of all groups to the trace.
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

// FirstName looks in a directory for files with these names, in their order. It passes each
// existing file to load, until load reports that a file counts as found. The files with later names
// count as shadowed by that file.
func (p *Finder) FirstName(dir, tier string, names []string, load func(c *Candidate) (found bool)) {
	won := ""
	for _, name := range names {
		c := p.At(facts.Join(dir, name), tier)
		switch {
		case c.Reason == Missing:
			continue
		case c.Reason == DanglingLink:
		case won != "":
			c.No(ShadowedByKind, won+" comes first")
		case load(c):
			won = c.Path
		}
		p.Add(c)
	}
}

// UpByKind returns one group for each kind of rule file. It contains the paths of this kind in the
// directories from dir up to top.
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

// ServerSetting is an MCP server as a settings file defines it.
type ServerSetting struct {
	Name, File string
	Off        bool   // a setting disables it
	Why        string // the setting that disables it
}

// ListServers adds the MCP servers of an agent. A server in a later settings file replaces an
// earlier one of the same name.
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
