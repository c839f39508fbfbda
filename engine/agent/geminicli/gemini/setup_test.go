package gemini

import (
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/source"
)

func TestDateUsesTheUsersTimeZone(t *testing.T) {
	w := facts.NewMemory().Dir("/r").Clock(time.Date(2026, 2, 5, 20, 0, 0, 0, time.UTC))
	for zone, want := range map[*time.Location]string{time.UTC: "Thursday, February 5, 2026", time.FixedZone("", 9*3600): "Friday, February 6, 2026"} {
		o := Options{Version: V061, Cwd: "/r", Zone: zone}
		if got := Setup(t.Context(), w, o, marked).Text().String(); !strings.Contains(got, "Today's date is "+want+" (") {
			t.Errorf("%s: %q", want, got)
		}
	}
}

func TestFurtherFoldersHaveTheirOwnTreesAndNoIgnoreFiles(t *testing.T) {
	w := facts.NewMemory().File("/a/.git/HEAD", "x").File("/a/.gitignore", "*.log\n").File("/a/x.log", "").File("/b/.git/HEAD", "x").File("/b/.gitignore", "*.log\n").File("/b/y.log", "")
	for version, want := range map[Version]string{
		V061: "\n- **Workspace Directories:**\n  - /a\n  - /b\n- **Directory Structure:**\n\nShowing up to 200 items (files + folders). {{tree-truncated 200}}\n\n/a/\n├───.gitignore\n└───.git/...\n" +
			"Showing up to 200 items (files + folders). {{tree-truncated 200}}\n\n/b/\n├───.gitignore\n├───y.log\n└───.git/...\n\n\n</session_context>",
		V028: "\nI'm currently working in the following directories:\n  - /a\n  - /b\n{{tree-intro}}\n\nShowing up to 200 items (files + folders). {{tree-truncated 200}}\n\n/a/\n├───.gitignore\n└───.git/...\n" +
			"Showing up to 200 items (files + folders). {{tree-truncated 200}}\n\n/b/\n├───.gitignore\n├───y.log\n└───.git/...\n\n{{setup-reminder}}\n\n{{setup-close}}",
	} {
		o := Options{Version: version, Cwd: "/a", Directories: []string{"/a", "/b"}}
		if got := Setup(t.Context(), w, o, marked).Text().String(); !strings.HasSuffix(got, want) {
			t.Errorf("%s\n got %q\nwant %q", version, got, want)
		}
	}
}

func TestSetupWithoutTreeAndMemory(t *testing.T) {
	w := facts.NewMemory().Dir("/r")
	o := Options{Version: V061, Cwd: "/r", TempDir: "/t", NoTree: true}
	if got := Setup(t.Context(), w, o, marked).Text().String(); !strings.HasSuffix(got, "directory is: /t\n\n\n\n</session_context>") {
		t.Errorf("got %q", got)
	}
}

func TestMemoryIsOneTextUnlessThereIsAPrivateIndex(t *testing.T) {
	g, p := source.Literal(" g\n"), source.Literal("p")
	for _, c := range []struct {
		memory Memory
		set    Set
		want   string
	}{
		{Memory{Global: g}, Modern, "# Contextual Instructions (GEMINI.md)\n{{memory-intro}}\n\n<loaded_context>\ng\n</loaded_context>"},
		{Memory{Global: g, Names: []string{"A.md", "GEMINI.md"}}, Modern, "# Contextual Instructions (A.md, GEMINI.md)\n{{memory-intro}}\n\n<loaded_context>\ng\n</loaded_context>"},
		{Memory{Global: g, Names: []string{"A.md", "GEMINI.md"}}, Legacy, "# Contextual Instructions (GEMINI.md)\n{{memory-intro}}\n\n<loaded_context>\ng\n</loaded_context>"},
		{Memory{Private: p}, Modern, "---\n\n<loaded_context>\n<user_project_memory>\n--- Private Project Memory Index (private, not committed to repo) ---\np\n--- End Private Project Memory Index ---\n</user_project_memory>\n</loaded_context>"},
		{Memory{Global: source.Literal(" \n"), Project: p, Extension: p}, Modern, ""},
	} {
		if got := c.memory.instruction(c.set, marked).String(); got != c.want {
			t.Errorf("\n got %q\nwant %q", got, c.want)
		}
	}
	if got := (Memory{Names: []string{"A", "B", "C"}}).quoted(); got != "`A`, `B` or `C`" {
		t.Errorf("names %s", got)
	}
}

func TestSettingsAreMergedInOrder(t *testing.T) {
	w := facts.NewMemory().
		File("/h/.gemini/settings.json", `{"model": {"name": "a"}, "general": {"defaultApprovalMode": "auto_edit"}, "tools": {"core": ["glob"], "exclude": ["x"]}} // mine`).
		File("/r/.gemini/settings.json", `{"context": {"includeDirectoryTree": false, "fileFiltering": {"customIgnoreFilePaths": ["my.ignore", 3]}}, "model": {"name": "b"},}`)
	var o Options
	ReadSettings(w, V061, "/h", "/r", `{"tools": {"exclude": ["y"]}}`, true).Apply(&o)
	if o.Model != "b" || o.Mode != AutoEdit || !o.NoTree || !slices.Equal(o.CustomIgnore, []string{"my.ignore"}) ||
		o.CoreTools == nil || !slices.Equal(*o.CoreTools, []string{"glob"}) || !slices.Equal(o.ExcludeTools, []string{"y"}) {
		t.Errorf("got %+v", o)
	}
	said := Options{Model: "c", Mode: Yolo, CoreTools: &[]string{}}
	ReadSettings(w, V061, "/h", "/r", "not json", true).Apply(&said)
	if said.Model != "c" || said.Mode != Yolo || len(*said.CoreTools) > 0 {
		t.Errorf("the user's text is missing: %+v", said)
	}
}

// In the home directory, the user's settings are the project's. They count once, whatever path
// leads there.
func TestSettingsOfTheHomeCountOnce(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/h/.gemini/settings.json", `{"context": {"includeDirectories": ["/a"]}}`).Link("/l", "/h")
	for _, cwd := range []string{"/h", "/l"} {
		context, _ := ReadSettings(w, V061, "/h", cwd, "", true)["context"].(map[string]any)
		if dirs, _ := context["includeDirectories"].([]any); len(dirs) != 1 {
			t.Errorf("%s: %v", cwd, context)
		}
	}
}
