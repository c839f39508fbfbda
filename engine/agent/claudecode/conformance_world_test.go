package claudecode_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galley/engine/conformance"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func (c *claudeCodeCase) world(t *testing.T) (*facts.Memory, string) {
	t.Helper()
	w := facts.NewMemory().Env("HOME", conformance.Home).Dir(conformance.Home).Dir(conformance.Workspace)
	o := conformance.TreeOptions{Marks: claudeMarks}
	home := conformance.Tree{}
	for name, value := range c.Home {
		home[claudeMarks(name)] = value
	}
	c.git(t, w)
	all := []conformance.Rooted{conformance.At(conformance.Workspace, c.Tree), conformance.At(conformance.Home, home), conformance.At(claudeBase, c.Above), conformance.At("/", c.FilesystemRoot), conformance.At("/etc/claude-code", c.ManagedTree)}
	if c.Config != nil {
		w.Env("CLAUDE_CONFIG_DIR", claudeConfig)
		all = append(all, conformance.At(claudeConfig, c.Config))
	}
	conformance.BuildTrees(t, w, o, all...)
	for key, value := range c.Env {
		w.Env(key, claudeMarks(value))
	}
	if c.ManagedPolicyFile != nil {
		w.File("/etc/claude-code/CLAUDE.md", *c.ManagedPolicyFile)
	}
	for name, raw := range c.Settings {
		w.File(claudePath(name), claudeMarks(string(raw)))
	}
	dir := claudePath(c.Cwd)
	if _, err := w.Stat(dir); err != nil {
		w.Dir(dir)
	}
	for name, names := range c.Readdir {
		if full := claudePath(name); existsIn(w, full) {
			w.ReadDirOrder(full, names...)
		}
	}
	return w, dir
}

func existsIn(w *facts.Memory, name string) bool {
	_, err := w.Stat(name)
	return err == nil
}

// git creates the case's repositories in a temporary directory with the git program and copies them
// into w.
func (c *claudeCodeCase) git(t *testing.T, w *facts.Memory) {
	t.Helper()
	if len(c.Git) == 0 {
		return
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	here := func(s string) string { return strings.ReplaceAll(claudeMarks(s), claudeBase+"/", base+"/") }
	for _, g := range c.Git {
		dir := here(g.Dir)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("sh", "-c", here(g.Run))
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+base, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CEILING_DIRECTORIES="+base,
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
			"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", g.Run, err, out)
		}
	}
	err = filepath.WalkDir(base, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := claudeBase + strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(base))
		switch {
		case e.IsDir() && e.Name() == "objects":
			return filepath.SkipDir
		case e.IsDir():
			w.Dir(to)
		case e.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(name)
			if err != nil {
				return err
			}
			w.Link(to, strings.ReplaceAll(target, base, claudeBase))
		default:
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			w.File(to, strings.ReplaceAll(string(data), base, claudeBase))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The servers and hooks of the cases are small programs whose source contains their answers.
var (
	echoed       = regexp.MustCompile(`^echo (.*)$`)
	instructions = regexp.MustCompile(`'instructions':'([^']*)'`)
	toolNamed    = regexp.MustCompile(`'tools':\[\{'name':'([^']*)'`)
)

// answers stands in for the programs that the agent would start.
func (c *claudeCodeCase) answers(t *testing.T, w *facts.Memory, o *discovery.Options) {
	t.Helper()
	o.Printed, o.Servers = map[string]string{}, map[string]discovery.ServerAnswer{}
	all := slices.Collect(maps.Values(c.Settings))
	for _, name := range []string{conformance.Home + "/.claude/settings.json", "/etc/claude-code/managed-settings.json"} {
		if data, err := w.ReadFile(name); err == nil {
			all = append(all, json.RawMessage(data))
		}
	}
	for _, raw := range all {
		var s struct {
			Hooks map[string][]struct{ Hooks []struct{ Command string } }
		}
		_ = json.Unmarshal(raw, &s) // settings of another form have no hooks
		for _, groups := range s.Hooks {
			for _, g := range groups {
				for _, h := range g.Hooks {
					if m := echoed.FindStringSubmatch(h.Command); m != nil {
						o.Printed[h.Command] = m[1] + "\n"
					}
				}
			}
		}
	}
	var files []string
	for name := range c.Tree {
		if path.Base(name) == ".mcp.json" {
			files = append(files, claudePath(name))
		}
	}
	for _, name := range append(files, conformance.Home+"/.claude.json", "/etc/claude-code/managed-mcp.json") {
		data, err := w.ReadFile(name)
		if err != nil {
			continue
		}
		var file struct {
			Servers map[string]struct {
				Command string
				Args    []string
			} `json:"mcpServers"`
		}
		_ = json.Unmarshal([]byte(data), &file) // a file that is not JSON has no servers
		for server, s := range file.Servers {
			for _, arg := range s.Args {
				program, _ := w.ReadFile(arg)
				answer := discovery.ServerAnswer{}
				if m := instructions.FindStringSubmatch(program); m != nil {
					answer.Instructions = m[1]
				}
				for _, m := range toolNamed.FindAllStringSubmatch(program, -1) {
					answer.Tools = append(answer.Tools, m[1])
				}
				o.Servers[server] = answer
			}
		}
	}
}
