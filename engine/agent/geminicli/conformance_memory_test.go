package geminicli_test

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/geminicli"
	"galley/engine/agent/geminicli/gemini"
	"galley/engine/conformance"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// geminiMemoryCase is a case of kind "memory" or "imports".
type geminiMemoryCase struct {
	Kind                 string
	RootName, RootInHome string
	Tree, Home           conformance.Tree
	Cwd                  string
	Env                  map[string]string
	Settings             map[string]json.RawMessage
	Expect               map[string]json.RawMessage
}

type geminiPlaces struct{ root, home string }

func (p geminiPlaces) marks(s string) string {
	return strings.NewReplacer("$ROOT", p.root, "$HOME", p.home).Replace(s)
}

// judgeGeminiDiscovery judges a case of kind "memory" or "imports". The case's name gives the
// version.
func judgeGeminiDiscovery(t *testing.T, name string, data []byte) {
	t.Helper()
	var c geminiMemoryCase
	conformance.Decode(t, conformance.Claims(t, data), &c)
	version := "0.61.0"
	if strings.HasPrefix(name, "v028-") {
		version = "0.28.2"
	}
	w, p := buildGeminiMemory(t, c)
	if c.Kind == "imports" {
		judgeGeminiImports(t, c, w, p, version)
	} else {
		judgeGeminiMemory(t, c, w, p, version)
	}
}

// kindOf reads only the kind of a case.
func kindOf(t *testing.T, data []byte) string {
	t.Helper()
	var c struct{ Kind string }
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	return c.Kind
}

func buildGeminiMemory(t *testing.T, c geminiMemoryCase) (*facts.Memory, geminiPlaces) {
	t.Helper()
	name := c.RootName
	if name == "" {
		name = "root"
	}
	p := geminiPlaces{"/b/" + name, "/b/home"}
	if c.RootInHome != "" {
		p.root = path.Join(p.home, c.RootInHome)
	}
	w := facts.NewMemory().Env("HOME", p.home).Dir(p.home)
	conformance.BuildTrees(t, w, conformance.TreeOptions{Marks: p.marks}, conformance.At(p.root, c.Tree), conformance.At(p.home, c.Home))
	for key, value := range c.Env {
		w.Env(key, p.marks(value))
	}
	return w.Dir(path.Join(p.root, c.Cwd)), p
}

// expected decodes a field after replacing its markers.
func (p geminiPlaces) expected(t *testing.T, c geminiMemoryCase, key string, to any) bool {
	t.Helper()
	raw, there := c.Expect[key]
	if there {
		conformance.Decode(t, json.RawMessage(p.marks(string(raw))), to)
	}
	return there
}

func judgeGeminiImports(t *testing.T, c geminiMemoryCase, w *facts.Memory, p geminiPlaces, version string) {
	conformance.Fields{"file": conformance.Input, "importFormat": conformance.Input, "boundaryMarkers": conformance.Input}.Allow(t, c.Settings)
	conformance.Fields{"content": conformance.Checked, "importTree": conformance.Checked, "block": conformance.Checked}.Allow(t, c.Expect)
	var file, format string
	var markers []string
	conformance.Member(t, c.Settings, "file", &file)
	conformance.Member(t, c.Settings, "importFormat", &format)
	conformance.Member(t, c.Settings, "boundaryMarkers", &markers)
	file = path.Join(p.root, c.Cwd, file)
	text, imports, err := geminicli.GeminiImports(w, version, file, markers, format == "flat")
	if err != nil {
		t.Fatal(err)
	}
	type node struct {
		Path    string  `json:"path"`
		Imports []*node `json:"imports,omitempty"`
	}
	var loaded func(imports []discovery.Import) []*node
	loaded = func(imports []discovery.Import) (out []*node) {
		for _, in := range imports {
			if in.Verdict == discovery.Loaded {
				out = append(out, &node{in.Path, loaded(in.Imports)})
			}
		}
		return out
	}
	top := &node{"unknown", loaded(imports)}
	if format == "flat" {
		top.Path = path.Dir(file)
	}
	var content, block string
	var tree *node
	if p.expected(t, c, "content", &content) && text.String() != content {
		t.Errorf("content\n got %q\nwant %q", text.String(), content)
	}
	if p.expected(t, c, "importTree", &tree) {
		got, _ := json.Marshal(top)
		want, _ := json.Marshal(tree)
		if string(got) != string(want) {
			t.Errorf("tree\n got %s\nwant %s", got, want)
		}
	}
	if p.expected(t, c, "block", &block) {
		trusted, context := true, map[string]any{"importFormat": format}
		if markers != nil {
			context["memoryBoundaryMarkers"] = markers
		}
		trace := geminiTrace(t, w, version, discovery.Options{Trusted: &trusted, Cwd: path.Dir(file), Settings: map[string]any{"context": context}})
		if got := trace.Find(file); len(got) == 0 || got[0].Text.String() != block {
			t.Errorf("block\n got %v\nwant %q", got, block)
		}
	}
}

func geminiTrace(t *testing.T, w facts.World, version string, o discovery.Options) *discovery.Trace {
	t.Helper()
	agent, known, err := agent.Known().Lookup("gemini-cli@" + version)
	if err != nil {
		t.Fatal(err)
	}
	o.Version = known
	trace, err := agent.Discover(context.Background(), w, o)
	if err != nil || trace.Failure != nil {
		t.Fatal(err, trace.Failure)
	}
	return trace
}

func judgeGeminiMemory(t *testing.T, c geminiMemoryCase, w *facts.Memory, p geminiPlaces, version string) {
	conformance.Fields{"context": conformance.Input, "extensions": conformance.Input, "includeDirectories": conformance.Input, "folderTrust": conformance.Input,
		"trustedFolder": conformance.Input, "access": conformance.Input}.Allow(t, c.Settings)
	conformance.Fields{"contextFilenames": conformance.Checked, "paths": conformance.Checked, "tiers": conformance.Checked, "loadedPaths": conformance.Checked,
		"systemInstructionMemory": conformance.Checked, "sessionMemory": conformance.Checked, "flattened": conformance.Checked, "jit": conformance.Checked,
		"filePaths": conformance.Checked, "fileCount": conformance.Checked, "memoryContent": conformance.Checked, "userMemory": conformance.Checked}.Allow(t, c.Expect)
	settings := map[string]any{}
	if raw, there := c.Settings["context"]; there {
		var v any
		conformance.Decode(t, json.RawMessage(p.marks(string(raw))), &v)
		settings["context"] = v
	}
	o := discovery.Options{Cwd: path.Join(p.root, c.Cwd), Settings: settings, Extensions: []discovery.Extension{}}
	var trust bool // false by default, because the library requires no trust; the program does
	conformance.Member(t, c.Settings, "folderTrust", &trust)
	settings["security"] = map[string]any{"folderTrust": map[string]any{"enabled": trust}}
	conformance.Member(t, c.Settings, "trustedFolder", &o.Trusted)
	conformance.Member(t, c.Settings, "access", &o.Touched)
	conformance.Member(t, c.Settings, "includeDirectories", &o.Directories)
	for i := range o.Directories {
		o.Directories[i] = p.marks(o.Directories[i])
	}
	var extensions []struct {
		Name, Path   string
		ContextFiles []string
		IsActive     *bool
	}
	conformance.Member(t, c.Settings, "extensions", &extensions)
	for _, e := range extensions {
		for i := range e.ContextFiles {
			e.ContextFiles[i] = p.marks(e.ContextFiles[i])
		}
		o.Extensions = append(o.Extensions, discovery.Extension{Name: e.Name, Path: p.marks(e.Path),
			ContextFiles: e.ContextFiles, Active: e.IsActive == nil || *e.IsActive})
	}
	trace := geminiTrace(t, w, version, o)
	judgeGeminiLists(t, c, p, trace)
	judgeGeminiTexts(t, c, p, trace)
	judgeGeminiTouched(t, c, p, trace)
	conformance.JudgeAllExplained(t, w, "gemini-cli@"+version, trace, o)
}

func judgeGeminiLists(t *testing.T, c geminiMemoryCase, p geminiPlaces, trace *discovery.Trace) {
	t.Helper()
	for key, got := range map[string][]string{
		"contextFilenames": trace.Names, "loadedPaths": trace.Loaded, "filePaths": gemini.FoundIn(trace).Files["all"],
	} {
		var want []string
		if p.expected(t, c, key, &want) && !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", key, got, want)
		}
	}
	var count int
	if p.expected(t, c, "fileCount", &count) && count != len(gemini.FoundIn(trace).Files["all"]) {
		t.Errorf("%d files, want %d", len(gemini.FoundIn(trace).Files["all"]), count)
	}
	var paths map[string][]string
	p.expected(t, c, "paths", &paths)
	for key, want := range paths {
		if got := gemini.FoundIn(trace).Files[geminiTier(t, key)]; !slices.Equal(got, want) {
			t.Errorf("paths of %s\n got %q\nwant %q", key, got, want)
		}
	}
}

// tierText returns the text of the tier with a name.
func tierText(f *gemini.Found, tier string) source.Text {
	return map[string]source.Text{"global": f.Global, "extension": f.Extension, "project": f.Project, "private": f.Private}[tier]
}

// geminiTier maps the tiers of the cases to galley's names.
func geminiTier(t *testing.T, key string) string {
	switch key {
	case "userProjectMemory":
		return "private"
	case "global", "extension", "project":
		return key
	}
	t.Fatalf("unknown tier %q", key)
	return ""
}

func judgeGeminiTexts(t *testing.T, c geminiMemoryCase, p geminiPlaces, trace *discovery.Trace) {
	t.Helper()
	var tiers map[string]string
	p.expected(t, c, "tiers", &tiers)
	same := func(what string, got source.Text, want string) {
		t.Helper()
		if got.String() != want {
			t.Errorf("%s\n got %q\nwant %q", what, got, want)
		}
	}
	for key, want := range tiers {
		same(key, tierText(gemini.FoundIn(trace), geminiTier(t, key)), want)
	}
	for key, got := range map[string]source.Text{
		"sessionMemory": gemini.FoundIn(trace).Session, "flattened": trace.Text,
		"memoryContent": gemini.FoundIn(trace).Whole, "userMemory": gemini.FoundIn(trace).Whole,
	} {
		var want string
		if p.expected(t, c, key, &want) {
			same(key, got, want)
		}
	}
	raw, there := c.Expect["systemInstructionMemory"]
	if !there {
		return
	}
	raw = json.RawMessage(p.marks(string(raw)))
	var text string
	if json.Unmarshal(raw, &text) == nil {
		if gemini.FoundIn(trace).Private.Len() > 0 {
			t.Error("a private index exists, but memory is sent by tier")
		}
		same("system instruction", gemini.FoundIn(trace).Global, text)
		return
	}
	var parts struct{ Global, UserProjectMemory string }
	conformance.Decode(t, raw, &parts)
	same("system instruction, global", gemini.FoundIn(trace).Global, parts.Global)
	same("system instruction, private", gemini.FoundIn(trace).Private, parts.UserProjectMemory)
}

func judgeGeminiTouched(t *testing.T, c geminiMemoryCase, p geminiPlaces, trace *discovery.Trace) {
	t.Helper()
	var jit []struct {
		Access, Text, Appended string
		NewPaths               []string
	}
	if !p.expected(t, c, "jit", &jit) {
		return
	}
	if len(jit) != len(trace.Touched) {
		t.Fatalf("%d paths were touched, want %d", len(trace.Touched), len(jit))
	}
	for i, want := range jit {
		got := trace.Touched[i]
		if got.Path != want.Access || !slices.Equal(got.New, want.NewPaths) || got.Text.String() != want.Text ||
			"TOOL OUTPUT"+got.Appended.String() != want.Appended {
			t.Errorf("after touching %s\n got %q %q %q\nwant %q %q %q", want.Access, got.New, got.Text, got.Appended,
				want.NewPaths, want.Text, want.Appended)
		}
	}
}
