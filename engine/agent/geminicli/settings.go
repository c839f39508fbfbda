package geminicli

import (
	"slices"
	"strconv"
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// geminiSettings is what settings.json says about context files.
type geminiSettings struct {
	markers        []string
	flat           bool
	include        []string
	loadInclude    bool
	maxDirs        int
	noGitIgnore    bool
	noGeminiIgnore bool
	customIgnore   []string
	files          map[string]map[string]any // the content of each tier's file
}

// settings takes the settings given by option, or else reads the layers. Only what
// lies outside the project decides trust, so that a project cannot trust itself.
func (r *geminiRun) settings() {
	merged := r.Options.Settings
	if merged == nil {
		merged = r.layers()
	} else {
		r.trust(merged)
	}
	r.merged = merged
	get := r.setting
	r.Trace.Names = r.names(get("context", "fileName"))
	s := &r.set
	s.markers = []string{".git"}
	if list, ok := discovery.Texts(get("context", "memoryBoundaryMarkers")); ok && r.is.boundaries {
		s.markers = list
	} else if one, isText := get("context", "memoryBoundaryMarkers").(string); isText && r.is.boundaries {
		s.markers = strings.Split(one, "") // the agent iterates over its letters
	}
	s.flat = get("context", "importFormat") == "flat"
	s.include, _ = discovery.Texts(get("context", "includeDirectories"))
	s.loadInclude = get("context", "loadMemoryFromIncludeDirectories") == true
	s.maxDirs = geminiScanDirs
	switch n := get("context", "discoveryMaxDirs").(type) {
	case float64:
		s.maxDirs = int(n)
	case int:
		s.maxDirs = n
	}
	s.noGitIgnore = get("context", "fileFiltering", "respectGitIgnore") == false
	s.noGeminiIgnore = get("context", "fileFiltering", "respectGeminiIgnore") == false
	s.customIgnore, _ = discovery.Texts(get("context", "fileFiltering", "customIgnoreFilePaths"))
	if r.Options.Settings != nil {
		r.deadKeys("", "", merged)
	}
}

// setting returns the value at a path of keys, or nil.
func (r *geminiRun) setting(keys ...string) any {
	var at any = r.merged
	for _, key := range keys {
		m, _ := at.(map[string]any)
		at = m[key]
	}
	return at
}

// names puts the configured names before GEMINI.md; in 0.28 they replace it.
func (r *geminiRun) names(value any) []string {
	list, ok := discovery.Texts(value)
	if one, isText := value.(string); isText {
		list, ok = []string{one}, true
	}
	var names []string
	for _, name := range list {
		if name = strings.TrimFunc(name, source.IsJSSpace); name != "" {
			if r.is.cleanNames {
				name = facts.Clean(name)
			}
			names = append(names, name)
		}
	}
	if r.is.keepsName || !ok || len(names) == 0 {
		names = append(names, "GEMINI.md")
	}
	return discovery.Unique(names)
}

// deadKeys reports settings that seem to name context files but do not.
func (r *geminiRun) deadKeys(file, text string, values map[string]any) {
	for _, key := range discovery.SortedKeys(values) {
		switch {
		case key == "contextFileName":
			r.DeadKey(file, text, key, `the setting "contextFileName" is not read any more`, `it is "context.fileName" now`)
		case key != "context" && strings.EqualFold(key, "context"):
			r.DeadKey(file, text, key, "the setting "+strconv.Quote(key)+" is not read", `it is "context", in small letters`)
		}
	}
	context, _ := values["context"].(map[string]any)
	for _, key := range discovery.SortedKeys(context) {
		if near, ok := diag.Nearest(key, geminiContextKeys); ok && !slices.Contains(geminiContextKeys, key) {
			r.DeadKey(file, text, key, `the setting "context.`+key+`" is not read`, `it is "context.`+near+`"`)
		}
	}
}

// geminiContextKeys are the settings below "context" that either version reads.
var geminiContextKeys = []string{"fileName", "importFormat", "discoveryMaxDirs", "memoryBoundaryMarkers", "includeDirectories",
	"includeDirectoryTree", "loadMemoryFromIncludeDirectories", "fileFiltering"}

// trust decides whether the folder is trusted. It considers the environment, the
// setting (on unless a file says otherwise), the session, and
// ~/.gemini/trustedFolders.json or the file that a variable names, in which the
// longest rule wins. Without a rule the folder is not trusted: the agent asks at its
// start, and until somebody answers, even with -i, sends nothing of the project. 0.28
// trusts every folder if there is nobody to ask.
func (r *geminiRun) trust(outside map[string]any) {
	security, _ := outside["security"].(map[string]any)
	folder, _ := security["folderTrust"].(map[string]any)
	enabled := folder["enabled"]
	env := func(key string) string { v, _ := r.World.LookupEnv(key); return v }
	switch {
	case r.is.trustVariables && env("GEMINI_RESTRICTED_MODE") == "true":
		r.why = "GEMINI_RESTRICTED_MODE"
	case r.is.trustVariables && env("GEMINI_CLI_TRUST_WORKSPACE") == "false":
		r.why = "GEMINI_CLI_TRUST_WORKSPACE"
	case r.is.trustVariables && env("GEMINI_CLI_TRUST_WORKSPACE") == "true", enabled == false:
		r.trusted = true
	case r.is.trustsHeadless && r.headless:
		r.trusted = true
	case r.Options.Trusted != nil:
		r.trusted, r.why = *r.Options.Trusted, "the session says so"
	default:
		var ruled bool
		if r.trusted, ruled, r.why = r.trustedByFile(); !ruled && r.Trace.Failure == nil {
			r.asks = true
			r.why += "; the agent asks at its start whether to trust the folder"
		}
	}
}

// trustedByFile looks the folder up in trustedFolders.json; ruled reports whether a
// rule covers it.
func (r *geminiRun) trustedByFile() (trusted, ruled bool, why string) {
	name := facts.Join(r.Home, ".gemini", "trustedFolders.json")
	if set, _ := r.World.LookupEnv("GEMINI_CLI_TRUSTED_FOLDERS_PATH"); set != "" {
		name = facts.Resolve(r.Trace.Cwd, set)
	}
	data, err := r.World.ReadFile(name)
	if err != nil {
		return false, false, "no rule of " + name + " covers it"
	}
	r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: name, Tier: "trust", Found: true})
	rules, err := gemini.Parse(data)
	if err != nil {
		r.TooMuch(name, err)
		return false, false, r.badTrust(name, discovery.Located(source.NewLines(data).Position(gemini.Fault(data)), "it is not a JSON object of folders with comments"))
	}
	longest, level := "", ""
	for _, rule := range discovery.SortedKeys(rules) {
		value, _ := rules[rule].(string)
		if !slices.Contains([]string{"TRUST_FOLDER", "TRUST_PARENT", "DO_NOT_TRUST"}, value) {
			return false, false, r.badTrust(name, "the rule for "+rule+" must be TRUST_FOLDER, TRUST_PARENT or DO_NOT_TRUST")
		}
		dir := facts.Clean(rule)
		covers := dir
		if value == "TRUST_PARENT" {
			covers = facts.Dir(dir)
		}
		if facts.Within(r.Trace.Cwd, r.RealCwd(covers)) && len(dir) > len(longest) {
			longest, level = dir, value
		}
	}
	if level == "" {
		return false, false, "no rule of " + name + " covers it"
	}
	return level != "DO_NOT_TRUST", true, "the rule for " + longest + " in " + name
}

func (r *geminiRun) badTrust(name, message string) string {
	r.refuse(name, message)
	return message
}

// refuse records that the agent would not start because of a file; the first one is
// kept.
func (r *geminiRun) refuse(name, message string) {
	if r.Trace.Failure == nil {
		r.Trace.Failure = &discovery.Failure{Name: "FatalConfigError", Path: name, Message: name + ": " + message}
	}
}
