package geminicli

import (
	"slices"
	"strconv"
	"strings"

	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// geminiSettings has the settings that concern context files.
type geminiSettings struct {
	markers        []string
	flat           bool
	include        []string
	loadInclude    bool
	maxDirs        int
	noGitIgnore    bool
	noGeminiIgnore bool
	customIgnore   []string
	files          map[string]map[string]any // the content of each tier's settings file
}

// settings sets the settings that concern context files. It takes them from the discovery's
// options or, if these have none, from the settings files. Only files outside the project decide
// whether the project is trusted, so a project cannot trust itself.
func (r *geminiRun) settings() {
	merged := r.Options.Settings
	if merged == nil {
		merged = r.layers()
	} else {
		r.trust(merged)
	}
	r.merged = merged
	get := r.setting
	r.Trace.Names = r.Few("context.fileName", r.names(get("context", "fileName")))
	s := &r.set
	s.markers = []string{".git"}
	if list, ok := discovery.Texts(get("context", "memoryBoundaryMarkers")); ok && r.is.boundaries {
		s.markers = list
	} else if one, isText := get("context", "memoryBoundaryMarkers").(string); isText && r.is.boundaries {
		s.markers = strings.Split(one, "") // the value is a string, and the agent iterates over its characters
	}
	s.markers = r.Few("context.memoryBoundaryMarkers", s.markers)
	s.flat = get("context", "importFormat") == "flat"
	s.include, _ = discovery.Texts(get("context", "includeDirectories"))
	s.loadInclude = get("context", "loadMemoryFromIncludeDirectories") == true
	s.maxDirs = geminiScanDirs
	if n, ok := get("context", "discoveryMaxDirs").(float64); ok {
		s.maxDirs = int(n)
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

// names returns the names of context files: the configured names, then GEMINI.md. In 0.28
// configured names replace GEMINI.md.
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

// deadKeys reports keys of a settings file that seem to name context files but have no effect.
func (r *geminiRun) deadKeys(file, text string, values map[string]any) {
	for _, key := range discovery.SortedKeys(values) {
		switch {
		case key == "admin":
			r.DeadKey(file, text, key, `the setting "admin" is not read from files`, "the account's administrator sets it")
		case key == "contextFileName":
			r.DeadKey(file, text, key, `the setting "contextFileName" is no longer read`, `it is "context.fileName" now`)
		case key != "context" && strings.EqualFold(key, "context"):
			r.DeadKey(file, text, key, "the setting "+strconv.Quote(key)+" is not read", `it is "context", in lower case`)
		}
	}
	context, _ := values["context"].(map[string]any)
	for _, key := range discovery.SortedKeys(context) {
		if near, ok := diag.Nearest(key, geminiContextKeys); ok && !slices.Contains(geminiContextKeys, key) {
			r.DeadKey(file, text, key, `the setting "context.`+key+`" is not read`, `it is "context.`+near+`"`)
		}
	}
}

// geminiContextKeys are the settings below "context" that at least one version reads.
var geminiContextKeys = []string{"fileName", "importFormat", "discoveryMaxDirs", "memoryBoundaryMarkers", "includeDirectories",
	"includeDirectoryTree", "loadMemoryFromIncludeDirectories", "fileFiltering"}

// refuse records that the agent would not start because of a file. Only the first reason is
// recorded.
func (r *geminiRun) refuse(name, message string) {
	if r.Trace.Failure == nil {
		r.Trace.Failure = &discovery.Failure{Name: "FatalConfigError", Path: name, Message: name + ": " + message}
	}
}
