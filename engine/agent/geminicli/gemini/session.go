package gemini

import (
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// session returns the path of a directory that belongs to the session, in the project's temporary
// directory. The path contains the session's id, which is not known in advance.
func (o Options) session(temp, name string) source.Text {
	if !o.Program || o.Version == V028 {
		return value(name+"-directory", facts.Join(temp, name))
	}
	return value("temporary-directory", temp+"/").Append(discovery.StandIn("gemini-cli/session-id"), value(name+"-directory", "/"+name))
}

// PlansIn returns the directory for plans that the settings name. It returns "" if no setting names
// a directory, or if the named one lies outside the working directory. The agent then uses the
// session's own directory.
func (o Options) PlansIn(w facts.World) string {
	if o.PlansDir == "" {
		return ""
	}
	dir := facts.Resolve(o.Cwd, o.PlansDir)
	if real, err := w.RealPath(dir); err == nil && !facts.Within(real, o.Cwd) || !facts.Within(dir, o.Cwd) {
		return ""
	}
	return dir
}

// plans returns the directory for plans. full is its path as tools use it. shown is its path as the
// instruction shows it; in 0.61 shown is relative to the working directory.
func (o Options) plans(w facts.World, temp string) (full, shown source.Text) {
	dir := o.PlansIn(w)
	if dir == "" {
		full = o.session(temp, "plans")
		if !o.Program || o.Version == V028 {
			return full, full
		}
		return full, o.session(discovery.RelativePath(o.Cwd, temp), "plans")
	}
	if shown := discovery.RelativePath(o.Cwd, dir); shown != "" {
		return value("plans-directory", dir), value("plans-directory", shown)
	}
	return value("plans-directory", dir), value("plans-directory", ".")
}
