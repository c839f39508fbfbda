package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// files are the names of an agent's rule files: main is in any directory, and global in the home.
type files struct{ main, global string }

var rules = map[string]files{
	"claude-code": {"CLAUDE.md", ".claude/CLAUDE.md"},
	"codex":       {"AGENTS.md", ".codex/AGENTS.md"},
	"opencode":    {"AGENTS.md", ".config/opencode/AGENTS.md"},
	"gemini-cli":  {"GEMINI.md", ".gemini/GEMINI.md"},
	"qwen-code":   {"QWEN.md", ".qwen/QWEN.md"},
	"copilot-cli": {"AGENTS.md", ".copilot/copilot-instructions.md"},
	"cline-cli":   {"AGENTS.md", "Documents/Cline/Rules/all.md"},
	"kilo":        {"AGENTS.md", ".config/kilo/AGENTS.md"},
	"continue":    {"AGENTS.md", ".continue/rules/all.md"},
	"pi":          {"AGENTS.md", ".pi/agent/AGENTS.md"},
	"crush":       {"AGENTS.md", ".config/crush/CRUSH.md"},
}

// tree is a project in which edits are made.
type tree struct {
	base, home, root, cwd string
	rules                 files
	n                     int // the number of edits so far, so that each edit adds new text
}

// newTree makes a project in which an agent works. Its root is the repository.
func newTree(dir, agent, name string) (*tree, error) {
	t := &tree{base: dir, home: filepath.Join(dir, "home"), root: filepath.Join(dir, "project"), rules: rules[agent]}
	t.cwd = t.root
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(t.home, 0o700), os.MkdirAll(t.root, 0o700)); err != nil {
		return nil, err
	}
	var more error
	text := "# Rules of the project\n\nKeep functions short. Write tests first.\n"
	switch name {
	case "plain":
	case "several":
		t.cwd = filepath.Join(t.root, "part")
		more = errors.Join(t.write(filepath.Join(t.home, t.rules.global), "# Everywhere\n\nAnswer in short sentences.\n"),
			t.write(filepath.Join(t.cwd, t.rules.main), "# Rules of the part\n\n> Keep functions short. Write tests first.\n\nUse the local logger.\n"))
	case "odd":
		text = "\r\n# Règles «du» projet\r\n\r\nTabs\there, \"quotes\", \\backslashes\\ and <tags>.\r\n<!-- a comment\nof two lines -->\r\nThe last line has no end"
	default:
		return nil, fmt.Errorf("unknown tree %q; there are plain, several and odd", name)
	}
	if err := errors.Join(more, t.write(t.main(), text), t.write(filepath.Join(t.cwd, "main.go"), "package main\n")); err != nil {
		return nil, err
	}
	return t, t.git([]string{"init", "-q", "-b", "main"}, []string{"add", "-A"}, []string{"commit", "-q", "-m", "Start"})
}

func (t *tree) main() string { return filepath.Join(t.root, t.rules.main) }

func (t *tree) write(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o600)
}

func (t *tree) edit(name string, change func(text string) string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	t.n++
	return t.write(name, change(string(text)))
}

func (t *tree) git(commands ...[]string) error {
	for _, args := range commands {
		cmd := exec.Command("git", append([]string{"-c", "user.name=galley", "-c", "user.email=galley@example.invalid"}, args...)...)
		cmd.Dir = t.root
		cmd.Env = append(os.Environ(), "HOME="+t.home, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
	}
	return nil
}

// kinds are the kinds of edit, in the order in which they are made.
var kinds = []struct {
	name string
	edit func(*tree) error
}{
	{"change", func(t *tree) error {
		return t.edit(t.main(), func(s string) string {
			return strings.Replace(s, "\n", fmt.Sprintf("\nNever push on Fridays (%d).\n", t.n), 2)
		})
	}},
	{"trim-sensitive change", func(t *tree) error {
		return t.edit(t.main(), func(s string) string { return "\n \n" + s + "\n\n  \n" })
	}},
	{"comment", func(t *tree) error {
		return t.edit(t.main(), func(s string) string { return s + "\n<!-- for people only -->\nA line behind a comment.\n" })
	}},
	{"import", func(t *tree) error {
		if err := t.write(filepath.Join(t.root, "extra.md"), "An imported sentence.\n"); err != nil {
			return err
		}
		return t.edit(t.main(), func(s string) string { return s + "\n@./extra.md\n" })
	}},
	{"add", func(t *tree) error {
		return t.write(t.added(), "# Added\n\nA file that was not there.\n")
	}},
	{"remove", func(t *tree) error { return os.Remove(t.added()) }},
	{"nested", func(t *tree) error {
		return t.write(filepath.Join(t.cwd, "inner", t.rules.main), "# Inner\n\nRules of a directory below.\n")
	}},
	{"global", func(t *tree) error {
		name := filepath.Join(t.home, t.rules.global)
		if _, err := os.Stat(name); err != nil {
			return t.write(name, "# Everywhere\n\nA global rule.\n")
		}
		return t.edit(name, func(s string) string { return s + "One more global rule.\n" })
	}},
	{"branch and date", func(t *tree) error { return t.git([]string{"checkout", "-q", "-b", "topic"}) }},
	{"rename", func(t *tree) error { return os.Rename(t.main(), filepath.Join(t.root, "old-rules.md")) }},
}

// added returns the rule file that the edits add and remove. It is beside the main file. Some
// agents always load it, and others only if the main file does not exist.
func (t *tree) added() string {
	if t.rules.main == "CLAUDE.md" {
		return filepath.Join(t.root, "CLAUDE.local.md")
	}
	return filepath.Join(t.root, "CLAUDE.md")
}
