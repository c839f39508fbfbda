package cli

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/facts"
)

// In every command and flag, a missing file or directory is a failure: the message names it, and
// standard output stays empty.
func TestMissingFileIsAFailure(t *testing.T) {
	dir := t.TempDir()
	for _, line := range []string{
		"render nope.md", "check nope.md", "vars nope.md", "blocks nope.md", "budget nope.md", "request nope.md", "tokens nope.md",
		"diff nope.md --against opencode", "diff a.md --against nope.md", "tools nope.md --to openai", "freeze c nope.md",
		"compact nope.md", "compact c nope.md", "show nope.md", "drift nope.md", "serve --token-file nope.md", "check a.md --transcript nope.md",
		"pack import opencode nope.md", "pack import opencode nope.md --entry BUILTIN_SKILL", "captures show nope.md",
		"render a.md --scenario nope.md", "render a.md --pack nope.md", "render a.md --cwd nope.md", "render a.md --capture nope.md",
		"scan --cwd nope.md", "doctor --cwd nope.md", "scan --scenario nope.md", "explain a.md --cwd nope.md", "explain nope.md", "--plain nope.md",
	} {
		for _, json := range []bool{false, true} {
			var out, said strings.Builder
			world := facts.NewMemory().Dir(filepath.ToSlash(dir)).File(filepath.ToSlash(dir)+"/a.md", "hello\n")
			world.Env("HOME", filepath.ToSlash(dir)+"/home")
			env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &said, World: world, Dir: filepath.ToSlash(dir)}
			args := strings.Fields(line)
			if json {
				args = append(args, "--json")
			}
			if args[0] == "compact" && args[1] == "c" { // a stored conversation that exists
				if Run(context.Background(), env, []string{"freeze", "c", "a.md"}) != exitFine {
					t.Fatal(said.String())
				}
				out.Reset()
				said.Reset()
			}
			status := Run(context.Background(), env, args)
			if json && status == exitUsage {
				continue // this command has no JSON
			}
			if status != exitFailed || !strings.Contains(said.String(), "nope.md") || out.Len() > 0 {
				t.Errorf("%v: status %d, output %q, errors %q", args, status, out.String(), said.String())
			}
		}
	}
}
