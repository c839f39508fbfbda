package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// laidOut lists the agents whose scans are recorded, at every version.
var laidOut = []string{"opencode@1.1.34", "opencode@1.18.33", "gemini-cli@0.28", "gemini-cli@0.61", "yume", "openagentic", "pilotdeck"}

// layout is a realistic file tree and the directories to scan from.
type layout struct {
	world *facts.Memory
	cwds  []string
}

// readLayout builds a tree at /r. A name "A -> B" makes a link; a line "cwd DIR" at the start names
// a directory to scan from, in addition to the root.
func readLayout(t *testing.T, file string) layout {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	w := facts.NewMemory().Env("HOME", "/home/u").Dir("/home/u").Dir("/r/.git").
		File("/home/u/.gemini/trustedFolders.json", `{"/r": "TRUST_FOLDER"}`).
		OnGit("/r", "rev-list --max-parents=0 --all", facts.GitAnswer{Stdout: "abc\n"}).
		OnGit("/r", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/r\n"})
	l := layout{w, []string{"/r"}}
	for _, line := range strings.Split(string(a.Comment), "\n") {
		if dir, ok := strings.CutPrefix(line, "cwd "); ok {
			l.cwds = append(l.cwds, path.Join("/r", dir))
		}
	}
	for _, f := range a.Files {
		if name, target, link := strings.Cut(f.Name, " -> "); link {
			w.Link(path.Join("/r", name), target)
		} else {
			w.File(path.Join("/r", f.Name), string(f.Data))
		}
	}
	for _, dir := range l.cwds {
		w.Dir(dir)
	}
	return l
}

// told prints a trace: which files are loaded, and why the others are not. It leaves out missing
// files.
func told(t *discovery.Trace) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s@%s root %s, %d bytes\n", t.Agent, t.Version, t.Root, t.Text.Len())
	for _, c := range t.Candidates {
		if c.Reason == discovery.Missing {
			continue
		}
		sign := string(c.Verdict)
		if c.Verdict == discovery.Loaded {
			sign = fmt.Sprintf("%d", c.Order)
		}
		fmt.Fprintf(&b, "  %s %s", sign, c.Path)
		if c.RealPath != "" && c.RealPath != c.Path {
			fmt.Fprintf(&b, " = %s", c.RealPath)
		}
		if c.Reason != "" {
			fmt.Fprintf(&b, ": %s", discovery.Sentence(string(c.Reason), c.Detail))
		}
		for _, r := range c.Remarks {
			if r.Reason != "" {
				fmt.Fprintf(&b, "; %s", discovery.Sentence(string(r.Reason), r.Detail))
			}
		}
		b.WriteByte('\n')
		tellImports(&b, c.Imports, "    ")
	}
	for _, n := range t.Notes {
		fmt.Fprintf(&b, "  note: %s\n", n)
	}
	return b.String()
}

func tellImports(b *strings.Builder, list []discovery.Import, indent string) {
	for _, in := range list {
		fmt.Fprintf(b, "%s%s %s\n", indent, in.Ref, strings.TrimSpace(string(in.Verdict)+" "+string(in.Reason)))
		tellImports(b, in.Imports, indent+"  ")
	}
}

func TestScansOfLayouts(t *testing.T) {
	const dir = "../../testdata/layouts"
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) < 10 {
		t.Fatal(err, len(files))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			l := readLayout(t, file)
			var b strings.Builder
			for _, cwd := range l.cwds {
				fmt.Fprintf(&b, "== in %s\n", cwd)
				for _, agent := range laidOut {
					trace := surveyed(t, l.world, agent, cwd, discovery.Options{})
					checkTrace(t, trace)
					b.WriteString(told(trace))
				}
			}
			golden := filepath.Join(dir, name+".scan")
			if *agenttest.Update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got := b.String(); got != string(want) {
				t.Errorf("the scan of %s has changed; -update records it:\n%s", name, got)
			}
		})
	}
}

// Every agent's scan must end on trees that people have published, whatever they contain.
func TestRealLayoutsAreScannedToTheEnd(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/layouts/*.json")
	if len(files) == 0 {
		t.Skip("the real layouts are missing")
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".meta.json") {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			w, cwds := realLayout(t, file)
			for _, cwd := range cwds {
				var asked []discovery.SurveyAgent
				for _, a := range agent.Known().Discoverers() {
					for _, v := range versionsOf(a) {
						asked = append(asked, a.Asked(v))
					}
				}
				traces, _, err := discovery.Survey(context.Background(), w, asked, discovery.Options{Cwd: cwd})
				if err != nil {
					t.Fatal(err)
				}
				for _, trace := range traces {
					checkTrace(t, trace)
				}
				discovery.Doctor(context.Background(), w, traces)
			}
		})
	}
}

// realLayout builds a published tree at /r. It also returns the root and up to four directories
// with rule files.
func realLayout(t *testing.T, file string) (*facts.Memory, []string) {
	t.Helper()
	var contents map[string]*string
	var meta struct{ Symlinks map[string]string }
	for name, into := range map[string]any{file: &contents, strings.TrimSuffix(file, ".json") + ".meta.json": &meta} {
		data, err := os.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(data, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	w := facts.NewMemory().Env("HOME", "/home/u").Dir("/home/u").Dir("/r/.git").
		File("/home/u/.gemini/trustedFolders.json", `{"/r": "TRUST_FOLDER"}`).
		OnGit("/r", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/r\n"})
	cwds := []string{"/r"}
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		if _, link := meta.Symlinks[name]; link {
			continue
		}
		text := ""
		if contents[name] != nil {
			text = *contents[name]
		}
		w.File(path.Join("/r", name), text)
		if path.Base(name) == "AGENTS.md" && strings.Contains(name, "/") && len(cwds) < 5 {
			cwds = append(cwds, path.Join("/r", path.Dir(name)))
		}
	}
	for name, target := range meta.Symlinks {
		w.Link(path.Join("/r", name), target)
	}
	return w, cwds
}
