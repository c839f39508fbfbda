package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// codexSettings is what config.toml says about rule files.
type codexSettings struct {
	markers   []string
	fallback  []string
	maxBytes  int
	untrusted string // why the project's files do not count; "" when they do
}

// codexFile is one config.toml, as far as it matters here. A key of the wrong
// kind must not spoil the others, so values are looked at one by one.
type codexFile map[string]any

// settings reads the layers, the later over the earlier: the system's, the
// user's, and, of a trusted project, those from the root down to the directory.
// The project's own cannot say what makes a root.
func (r *codexRun) settings() {
	r.set = codexSettings{markers: []string{".git"}, maxBytes: 32 << 10}
	user := codexFile{}
	for _, layer := range []struct{ name, tier string }{{"/etc/codex/config.toml", "system"}, {path.Join(r.home, "config.toml"), "user"}} {
		for key, value := range r.file(layer.name, layer.tier) {
			user[key] = value
		}
	}
	if markers, ok := texts(user["project_root_markers"]); ok {
		r.set.markers = markers
	}
	r.findRoot()
	r.set.apply(user)
	trust, rule := r.trust(user)
	if trust == "untrusted" {
		r.set.untrusted = rule
	}
	if r.o.Trusted != nil && !*r.o.Trusted {
		r.set.untrusted = "the session says so"
	}
	for _, dir := range r.chain() {
		name := path.Join(dir, ".codex", "config.toml")
		if name == path.Join(r.home, "config.toml") || !r.exists(name) {
			continue
		}
		if trust != "trusted" {
			r.setting(name, "project", "it does not count: the project is not trusted")
			continue
		}
		file := r.file(name, "project")
		if file["project_root_markers"] != nil {
			r.note("%s: project_root_markers counts in the user's config.toml only", name)
		}
		r.set.apply(file)
	}
}

func (r *codexRun) file(name, tier string) codexFile {
	text, ok := r.settingText(name, tier)
	if !ok {
		return nil
	}
	var file codexFile
	if err := toml.Unmarshal([]byte(text), &file); err != nil {
		r.note("%s: it is no TOML, and Codex does not start with it: %s", name, firstLine(err.Error()))
		return nil
	}
	return file
}

// apply takes over what a layer says.
func (s *codexSettings) apply(file codexFile) {
	if names, ok := texts(file["project_doc_fallback_filenames"]); ok {
		s.fallback = nil
		for _, name := range names {
			if name = strings.TrimSpace(name); name != "" && !strings.ContainsAny(name, `/\`) {
				s.fallback = append(s.fallback, name)
			}
		}
	}
	if n, ok := file["project_doc_max_bytes"].(int64); ok && n >= 0 {
		s.maxBytes = int(min(n, 1<<30))
	}
}

// findRoot climbs to the nearest directory with a marker.
func (r *codexRun) findRoot() {
	for _, dir := range r.upTo(r.trace.Cwd, "/") {
		for _, marker := range r.set.markers {
			if name := path.Join(dir, marker); marker != "" && r.exists(name) {
				r.trace.Root, r.trace.Marker = dir, name
				if marker == ".git" {
					r.trace.VCS = "git"
				}
				return
			}
		}
	}
}

// trust gives the project's trust level and the rule that says it; both are ""
// without a rule.
func (r *codexRun) trust(user codexFile) (level, rule string) {
	projects, _ := user["projects"].(map[string]any)
	dirs := []string{r.trace.Cwd, r.trace.Root}
	for _, dir := range r.upTo(r.trace.Cwd, "/") {
		if r.exists(path.Join(dir, ".git")) {
			dirs = append(dirs, dir)
			break
		}
	}
	for _, dir := range dirs {
		for _, key := range sortedKeys(projects) {
			table, _ := projects[key].(map[string]any)
			value, _ := table["trust_level"].(string)
			if value != "" && slices.Contains([]string{dir, r.realCwd(dir)}, r.realCwd(key)) {
				return value, `config.toml has trust_level = "` + value + `" for ` + key
			}
		}
	}
	return "", ""
}
