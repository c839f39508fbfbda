package agenttest

import (
	"os"
	"path/filepath"
	"testing"

	"galley/engine/discovery"
)

func TestEveryCandidateOfAPathIsReported(t *testing.T) {
	trace := &discovery.Trace{Candidates: []discovery.Candidate{
		{Path: "/a", Verdict: discovery.Loaded}, {Path: "/b", Verdict: discovery.NotLoaded, Reason: discovery.Empty}, {Path: "/a", Verdict: discovery.NotLoaded, Reason: discovery.Missing},
	}}
	for path, want := range map[string]string{"/a": "loaded, not loaded missing", "/b": "not loaded empty", "/c": ""} {
		if got := ReasonOf(trace, path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestRepositoryIsTrustedByAgents(t *testing.T) {
	w := Repository()
	File("/p/AGENTS.md", "a")(w)
	Hold(t, "codex", "/p/d", []RuleTest{{Name: "a file above", Build: File("/p/AGENTS.md", "a"), Path: "/p/AGENTS.md", Want: "loaded"}})
	if text, err := w.ReadFile("/p/AGENTS.md"); text != "a" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	Say(t, w, "codex", "/p", discovery.Options{}, "/p/AGENTS.md: loaded", "/p/AGENTS.md: 1 of 1 bytes")
}

func TestWriteTree(t *testing.T) {
	dir := t.TempDir()
	WriteTree(t, dir, map[string]string{"a/b/c.md": "c", "d.md": "d"})
	for name, want := range map[string]string{"a/b/c.md": "c", "d.md": "d"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// A name may have a version, and an agent without one is the newest.
func TestANameMayHaveAVersion(t *testing.T) {
	for name, want := range map[string]string{"gemini-cli@0.28.2": "0.28.2", "gemini-cli@0.28": "0.28.2", "codex": "0.171.0"} {
		trace := Discover(t, Repository(), name, "/p", discovery.Options{})
		if trace.Version != want || trace.Cwd != "/p" {
			t.Errorf("%s: version %q in %q, want %q", name, trace.Version, trace.Cwd, want)
		}
	}
}
