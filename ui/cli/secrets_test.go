package cli

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/facts"
)

// madeUpKey is built at run time so that nothing in the repository looks like a key.
func madeUpKey(part string) string {
	return strings.Join([]string{"sk", "ant", "api03"}, "-") + strings.Repeat(part, 6)
}

// secretive is a home, and a world in memory whose environment holds a key.
type secretive struct {
	t     *testing.T
	dir   string
	world *facts.Memory
}

func newSecretive(t *testing.T, key string) secretive {
	dir := filepath.ToSlash(t.TempDir())
	return secretive{t, dir, facts.NewMemory().Env("HOME", dir+"/home").Env("MY_VALUE", key).Dir(dir + "/.git")}
}

// run returns everything that a command prints.
func (s secretive) run(args ...string) string {
	var out strings.Builder
	Run(context.Background(), Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, World: s.world, Dir: s.dir}, args)
	return out.String()
}

// Values that settings take from the environment, or pass to servers that an agent starts, appear
// in no output about the agent's files.
func TestCommandsDoNotShowKeysOfSettings(t *testing.T) {
	key := madeUpKey("aB3x")
	s := newSecretive(t, key)
	servers := `{"m": {"command": "x", "args": ["--key=` + key + `"], "env": {"A": "` + key + `"}},
		"h": {"type": "http", "url": "https://h.example/` + key + `", "headers": {"Authorization": "Bearer ` + key + `"}}}`
	for _, name := range []string{".mcp.json", ".cursor/mcp.json", ".gemini/settings.json", ".qwen/settings.json", ".roo/mcp.json", ".claude/settings.json"} {
		s.world.File(s.dir+"/"+name, `{"mcpServers": `+servers+`}`)
	}
	s.world.File(s.dir+"/.vscode/mcp.json", `{"servers": `+servers+`}`)
	s.world.File(s.dir+"/opencode.json", `{"mcp": {"m": {"type": "local", "command": ["x"], "environment": {"A": "{env:MY_VALUE}"}}}, "instructions": ["/{env:MY_VALUE}/*.md"]}`)
	s.world.File(s.dir+"/crush.json", `{"options": {"context_paths": ["$MY_VALUE", "${MY_VALUE}.md", "$MY_VALUE/r.md"]}, "mcp": `+servers+`}`)
	s.world.File(s.dir+"/"+key+"/r.md", "the rules\n").File(s.dir+"/AGENTS.md", "rules\n").File(s.dir+"/CLAUDE.md", "rules\n")
	for _, line := range []string{
		"scan", "scan --json", "scan --matrix", "scan --matrix --json", "scan --agent crush", "scan --agent opencode", "doctor", "doctor --json",
		"explain AGENTS.md", "explain AGENTS.md --json", "explain .mcp.json", "explain opencode.json", "explain crush.json", "vars", "blocks --profile opencode",
	} {
		said := s.run(strings.Fields(line)...)
		if said == "" || strings.Contains(said, "aB3x") {
			t.Errorf("%s says %s", line, said)
		}
	}
	if said := s.run("scan", "--agent", "crush"); !strings.Contains(said, "MY_VALUE") {
		t.Errorf("the paths of Crush's settings are missing: %s", said)
	}
}

// A stored prompt may contain a key that is not in the environment any more.
func TestDriftShowsNoKeys(t *testing.T) {
	old, now := madeUpKey("aB3x"), madeUpKey("cD4y")
	s := newSecretive(t, old)
	s.world.Env("XDG_STATE_HOME", s.dir+"/state").File(s.dir+"/opencode.json", `{"agent": {"build": {"prompt": "one {env:MY_VALUE} hi"}}}`)
	if text := s.run("freeze", "c", "--profile", "opencode"); !strings.Contains(text, old) {
		t.Fatalf("the sent request lacks the key: %s", text)
	}
	s.world.Env("MY_VALUE", now)
	for _, args := range [][]string{{"drift", "c"}, {"drift", "c", "--json"}, {"drift"}, {"diff", "--profile", "opencode", "--against", "template"}} {
		said := s.run(args...)
		if said == "" || strings.Contains(said, "aB3x") || strings.Contains(said, "cD4y") {
			t.Errorf("%v says %s", args, said)
		}
	}
	if said := s.run("drift", "c"); !strings.Contains(said, "-one [key] hi") || !strings.Contains(said, "+one {env:MY_VALUE} hi") {
		t.Errorf("drift does not show what changed: %s", said)
	}
}
