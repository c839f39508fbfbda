package geminicli

import (
	"path"
	"slices"
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// workspace sets the workspace's directories. The working directory comes first. Links are
// resolved, and each directory is listed once.
func (r *geminiRun) workspace() {
	dirs := []string{r.Trace.Cwd}
	for _, dir := range append(slices.Clone(r.set.include), r.Options.Directories...) {
		dir = facts.Resolve(r.Trace.Cwd, r.expanded(dir))
		if info, err := r.World.Stat(dir); err == nil && info.IsDir() {
			dirs = append(dirs, r.RealCwd(dir))
		} else if r.is.needsDirectories {
			r.refuse(dir, "the workspace needs this directory, which does not exist")
		}
	}
	for _, dir := range r.ideFolders() {
		if info, err := r.World.Stat(dir); err == nil && info.IsDir() {
			dirs = append(dirs, r.RealCwd(dir))
			continue
		}
		r.refuse(dir, "the editor names this directory in GEMINI_CLI_IDE_WORKSPACE_PATH, but it does not exist")
	}
	if plans := r.plans(); plans != "" {
		dirs = append(dirs, r.RealCwd(plans))
	}
	r.dirs = discovery.Unique(dirs)
	r.found.Workspace = r.dirs
	r.Trace.Root = r.Trace.Cwd
	if root, marker, found := Marker(r.World, r.Trace.Cwd, r.set.markers, r.is.directoryMarker); found {
		r.Trace.Root, r.Trace.Marker = root, marker
		if path.Base(marker) == ".git" {
			r.Trace.VCS = "git"
		}
	}
	if r.is.aboveRoot {
		if r.Trace.Root = facts.Dir(r.Trace.Root); r.Trace.Marker == "" {
			r.Trace.Root = facts.Dir(facts.Clean(r.Home))
		}
		if !facts.Within(r.Trace.Cwd, r.Trace.Root) {
			r.Trace.Root = facts.Root(r.Trace.Cwd)
		}
	}
}

// expanded returns a configured directory, with a "~" at its start replaced by the home.
func (r *geminiRun) expanded(dir string) string {
	const windows = "%userprofile%"
	if len(dir) >= len(windows) && strings.EqualFold(dir[:len(windows)], windows) {
		return facts.Slash(r.Home + dir[len(windows):])
	}
	if dir == "~" || strings.HasPrefix(dir, "~/") {
		return r.Home + dir[1:]
	}
	return dir
}

// ideFolders lists the folders, other than the working directory, that an editor reports as open.
// The agent skips an entry of blanks, but keeps blanks around a path.
func (r *geminiRun) ideFolders() (dirs []string) {
	if !r.is.ideFolders {
		return nil
	}
	list, _ := r.World.LookupEnv("GEMINI_CLI_IDE_WORKSPACE_PATH")
	separator := ":"
	if r.World.Platform() == "win32" {
		separator = ";"
	}
	for dir := range strings.SplitSeq(list, separator) {
		name := strings.TrimFunc(dir, source.IsJSSpace)
		if name != "" && r.RealCwd(facts.Resolve(r.Trace.Cwd, facts.Slash(name))) != r.Trace.Cwd {
			dirs = append(dirs, facts.Resolve(r.Trace.Cwd, facts.Slash(dir)))
		}
	}
	return dirs
}

// plans returns the directory for plans that the settings or an extension name, if it exists,
// otherwise "".
func (r *geminiRun) plans() string {
	dir, _ := r.setting("general", "plan", "directory").(string)
	for _, e := range r.exts {
		if dir == "" && e.active && e.plan != "" {
			dir = e.plan
			r.found.Plans = dir
		}
	}
	o := gemini.Options{Cwd: r.Trace.Cwd, PlansDir: dir}
	full := o.PlansIn(r.World)
	info, err := r.World.Stat(full)
	if !r.is.plans || full == "" || r.setting("general", "plan", "enabled") == false || err != nil || !info.IsDir() {
		return ""
	}
	return full
}
