package codex

import (
	"path"
	"slices"
	"strings"

	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
	parser "galley/engine/settings"
	"galley/engine/source"
)

// codexSettings holds the settings of config.toml about rule files.
type codexSettings struct {
	markers   []string
	fallback  []string
	maxBytes  int
	untrusted string // why the project's files do not count, or ""
	files     []codexLayer
	layers    []codexLayer // the user's and the project's, also those without a file
}

// codexLayer is one config.toml.
type codexLayer struct {
	path, tier string
	dir        string // its directory
	untrusted  bool   // its project is not trusted, so none of its settings count
	values     codexFile
}

// codexFile is the content of one config.toml. A key with a value of the wrong kind must not affect
// the others, so each value is checked separately.
type codexFile map[string]any

// settings reads the layers of settings in this order: the system's, the user's, those of the user's
// profile, those of a trusted project from its root down to the working directory, those of the
// program's arguments, and the administrator's managed_config.toml. Later layers override earlier ones. A project's own files cannot set which
// files mark the project's root.
func (r *codexRun) settings() {
	r.set = codexSettings{markers: []string{".git"}, maxBytes: 32 << 10}
	user := codexFile{}
	layers := []struct{ name, tier string }{{"/etc/codex/config.toml", "system"}, {facts.Join(r.home, "config.toml"), "user"}}
	if profile := r.profile(); profile != "" {
		layers = append(layers, struct{ name, tier string }{facts.Join(r.home, profile+".config.toml"), "user"})
	}
	for _, layer := range layers {
		file := r.file(layer.name, layer.tier)
		for key, value := range file {
			user[key] = value
		}
		r.set.layers = append(r.set.layers, codexLayer{dir: facts.Dir(layer.name), tier: layer.tier, values: file})
	}
	arguments := r.arguments()
	for _, file := range []codexFile{user, arguments} {
		if markers, ok := discovery.Texts(file["project_root_markers"]); ok {
			r.set.markers = markers
		}
	}
	r.Trace.Root, r.Trace.Marker = r.marked(r.Exists)
	if path.Base(r.Trace.Marker) == ".git" {
		r.Trace.VCS = "git"
	}
	r.set.apply(user)
	repository := r.repository()
	level, rule := r.trust(user, r.Trace.Cwd, repository)
	if level == "untrusted" {
		r.set.untrusted, r.Trace.Trust = rule, discovery.TrustBy(`set trust_level = "trusted" where `+rule)
	}
	if r.Options.Trusted != nil && !*r.Options.Trusted {
		r.set.untrusted, r.Trace.Trust = "the scenario says so", discovery.TrustBy(discovery.TrustInScenario)
	}
	top, _ := r.marked(r.working)
	dirs := r.UpTo(r.Trace.Cwd, top)
	slices.Reverse(dirs)
	for _, dir := range dirs {
		own := facts.Join(dir, ".codex")
		name := facts.Join(own, "config.toml")
		if own == r.home {
			continue
		}
		if level, _ := r.trust(user, dir, top, repository); level != "trusted" {
			if r.Exists(name) {
				r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: name, Tier: "project", Found: true, Unused: true, Detail: "it is ignored: the project is not trusted"})
			}
			r.set.layers = append(r.set.layers, codexLayer{dir: own, tier: "project", untrusted: true})
			continue
		}
		file := r.file(name, "project")
		r.set.layers = append(r.set.layers, codexLayer{dir: own, tier: "project", values: file})
		if file["project_root_markers"] != nil {
			r.Note("%s: project_root_markers has an effect only in the user's config.toml", name)
		}
		r.set.apply(file)
	}
	if len(arguments) > 0 {
		r.check("-c", arguments)
		r.set.files = append(r.set.files, codexLayer{tier: "session", values: arguments})
		r.set.apply(arguments)
	}
	r.managed()
	r.requirements()
	r.choices(level)
}

// instructions returns the developer instructions of the last layer that sets them. Codex sends
// this text unchanged, even if it is blank, before the list of skills.
func (r *codexRun) instructions() source.Text {
	for _, layer := range slices.Backward(r.set.files) {
		text, set := layer.values["developer_instructions"].(string)
		if !set {
			continue
		}
		if layer.path == "" {
			return source.Of(text, discovery.NoOrigin)
		}
		data, _ := r.World.ReadFile(layer.path) // it was read before
		file := parser.Parse(layer.path, data)
		origin := discovery.FileOrigin(layer.path, 0, len(data), 1)
		if v := file.Root.Field("developer_instructions"); v != nil {
			origin = discovery.FileOrigin(layer.path, v.Span.Start, v.Span.End, file.Position(v.Span.Start).Line)
		}
		return source.Of(text, origin)
	}
	return source.Text{}
}

// managed applies the administrator's settings, which override all others.
func (r *codexRun) managed() {
	file := r.file("/etc/codex/managed_config.toml", "managed")
	r.set.apply(file)
	if markers, ok := discovery.Texts(file["project_root_markers"]); ok {
		r.set.markers = markers
		r.Trace.Root, r.Trace.Marker = r.marked(r.Exists)
	}
}

// readTOML decodes TOML. Codex ignores a byte order mark before it.
func readTOML(text string, into any) error {
	return bounded.TOML([]byte(strings.TrimPrefix(text, "\ufeff")), into)
}

func (r *codexRun) file(name, tier string) codexFile {
	text, _ := r.SettingText(name, tier) // a missing file sets nothing
	var file codexFile
	if err := readTOML(text, &file); err != nil {
		r.TooMuch(name, err)
		r.refuse(name, discovery.Located(parser.PlaceTOML(err), "it is not TOML: "+parser.Why(err)))
		return nil
	}
	r.check(name, file)
	r.set.files = append(r.set.files, codexLayer{path: name, tier: tier, values: file})
	if _, chosen := file["profile"].(string); chosen && tier != "project" {
		r.refuse(name, `Codex does not start with the setting "profile": remove it, and choose the profile on the command line`)
	}
	return file
}

// refuse records why Codex would not start. A later call does not replace the reason.
func (r *codexRun) refuse(name, message string) {
	if r.Trace.Failure == nil {
		r.Trace.Failure = &discovery.Failure{Name: "ConfigError", Path: name, Message: name + ": " + message}
	}
}

// check refuses a settings file that has a value of the wrong kind, because Codex does not start
// with such a value. Codex accepts unknown keys.
func (r *codexRun) check(name string, file codexFile) {
	for _, key := range []string{"project_root_markers", "project_doc_fallback_filenames"} {
		list, isList := file[key].([]any)
		if file[key] != nil && (!isList || slices.ContainsFunc(list, func(v any) bool { _, ok := v.(string); return !ok })) {
			r.refuse(name, key+" must be a list of strings")
		}
	}
	if value := file["project_doc_max_bytes"]; value != nil {
		if n, ok := value.(int64); !ok || n < 0 {
			r.refuse(name, "project_doc_max_bytes must be a number, 0 or more")
		}
	}
	if value := file["developer_instructions"]; value != nil {
		if _, ok := value.(string); !ok {
			r.refuse(name, "developer_instructions must be a string")
		}
	}
	projects, _ := file["projects"].(map[string]any)
	for _, key := range discovery.SortedKeys(projects) {
		table, _ := projects[key].(map[string]any)
		if level := table["trust_level"]; level != nil && level != "trusted" && level != "untrusted" {
			r.refuse(name, `the trust_level of `+key+` must be "trusted" or "untrusted"`)
		}
	}
}

// apply applies a layer's settings.
func (s *codexSettings) apply(file codexFile) {
	if names, ok := discovery.Texts(file["project_doc_fallback_filenames"]); ok {
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

// marked searches the working directory and then the directories above it for a marker, such as
// ".git". It returns the first directory that has a marker, and the marker's name. A path counts
// as a marker only if the function passed as the argument returns true for it. If no directory has
// a marker, marked returns the working directory and "".
func (r *codexRun) marked(is func(name string) bool) (root, marker string) {
	names := slices.DeleteFunc(slices.Clone(r.Few("project_root_markers", r.set.markers)), func(m string) bool { return m == "" })
	if root, marker, found := facts.NearestFunc(r.Trace.Cwd, is, names...); found {
		return root, marker
	}
	return r.Trace.Cwd, ""
}

// working reports whether a path counts as a marker during the search for settings files. A
// directory ".git" without a file HEAD does not count.
func (r *codexRun) working(name string) bool {
	info, err := r.World.Stat(name)
	return err == nil && (path.Base(name) != ".git" || !info.IsDir() || r.Exists(facts.Join(name, "HEAD")))
}

// repository returns the directory for which trust is recorded: the root of the repository, or, in
// a linked worktree, the root of the main checkout. It returns "" outside of a repository.
func (r *codexRun) repository() string {
	dir, dot, _ := facts.NearestFunc(r.Trace.Cwd, r.working, ".git")
	data, _ := r.World.ReadFile(dot) // empty if .git is a directory
	target, isPointer := strings.CutPrefix(data, "gitdir:")
	if !isPointer {
		return dir
	}
	own := facts.Resolve(dir, strings.TrimSpace(target))
	if !r.Exists(own) {
		return "" // the file points nowhere, as in a worktree whose repository was moved
	}
	common, err := r.World.ReadFile(facts.Join(own, "commondir"))
	if err != nil {
		return dir
	}
	return facts.Dir(facts.Resolve(own, strings.TrimSpace(common)))
}

// trust returns the trust level of the first directory in dirs that has a rule, and that rule.
// Without a rule, both results are "". A rule matches only if it spells the directory as Codex
// does; one that ends with a slash matches nothing.
func (r *codexRun) trust(user codexFile, dirs ...string) (level, rule string) {
	projects, _ := user["projects"].(map[string]any)
	for _, dir := range dirs {
		for _, key := range discovery.SortedKeys(projects) {
			table, _ := projects[key].(map[string]any)
			value, _ := table["trust_level"].(string)
			if value != "" && dir != "" && key == facts.Clean(key) && slices.Contains([]string{dir, r.RealCwd(dir)}, r.RealCwd(key)) {
				return value, `config.toml has trust_level = "` + value + `" for ` + key
			}
		}
	}
	return "", ""
}
