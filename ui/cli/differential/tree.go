//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"

	"galley/engine/agent"
	"galley/engine/discovery"
)

// tree is a random project and a home, with the places of its marks.
type tree struct {
	base, home, root, cwd string
	agent                 agent.Agent
	rand                  *rand.Rand
	dirs                  []string          // directories of the project, relative to the root
	places                map[string]string // the file of each mark
	texts                 []string          // the texts written so far, for files that are copies
	written               []string          // files of the project, relative to the root
	marked                int
	err                   error // the first error in writing a file
}

// plant makes the tree with number n. The same seed and number always make the same tree.
func plant(dir string, a agent.Agent, seed uint64, n int, things bool) (*tree, error) {
	t := &tree{base: dir, home: filepath.Join(dir, "home"), root: filepath.Join(dir, "work", "project"), agent: a, places: map[string]string{}}
	t.rand = rand.New(rand.NewPCG(seed, uint64(n)))
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	t.mkdir(t.home)
	t.mkdir(t.root)
	t.layout()
	t.rules()
	t.globals()
	t.skills()
	t.ignores()
	t.settings()
	t.links()
	if things {
		t.things()
	}
	return t, t.err
}

// chance returns true in n of 100 cases.
func (t *tree) chance(n int) bool { return t.rand.IntN(100) < n }

func pick[T any](t *tree, from ...T) T { return from[t.rand.IntN(len(from))] }

// layout makes the directories of the project and, mostly, a repository.
func (t *tree) layout() {
	t.dirs = []string{"."}
	for _, d := range []string{"a", "a/b", "a/b/c", "docs", "src", "packages/x y", "größe", "node_modules/m", "target", "b[1]"} {
		if t.chance(45) {
			t.dirs = append(t.dirs, d)
			t.mkdir(filepath.Join(t.root, d))
			name := filepath.Join(t.root, d, pick(t, "main.go", "index.ts", "read me.txt", "😀.txt"))
			t.write(name, t.mark(name)+" stands in a file that is not a rule file.\n")
		}
	}
	t.cwd = t.root
	if t.chance(45) {
		t.cwd = filepath.Join(t.root, pick(t, t.dirs...))
	}
	git := t.root
	switch {
	case t.chance(12):
		return // without .git, the project is not a repository
	case t.chance(10):
		git = filepath.Dir(t.root)
	case t.chance(8) && t.cwd != t.root:
		git = t.cwd
	}
	t.write(filepath.Join(git, ".git", "HEAD"), "ref: refs/heads/main\n")
	t.write(filepath.Join(git, ".git", "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n")
	t.mkdir(filepath.Join(git, ".git", "objects"))
	t.mkdir(filepath.Join(git, ".git", "refs", "heads"))
}

// rules writes rule files: those for which the agent looks, those of other agents, and files with
// almost correct names.
func (t *tree) rules() {
	places := append([]string{t.root, t.cwd, t.root, t.cwd, filepath.Dir(t.root)}, t.below()...)
	for range 2 + t.rand.IntN(6) {
		dir := pick(t, places...)
		switch roll := t.rand.IntN(100); {
		case roll < 55:
			t.rule(dir, pick(t, t.agent.RuleNames.Names...))
		case roll < 72:
			t.rule(dir, pick(t, names...))
		case roll < 80:
			t.rule(dir, near(t, pick(t, t.agent.RuleNames.Names...)))
		default:
			t.folder(dir)
		}
	}
}

// below returns the absolute paths of the project's directories.
func (t *tree) below() (all []string) {
	for _, d := range t.dirs {
		all = append(all, filepath.Join(t.root, d))
	}
	return all
}

// names are the names of rule files of all agents.
var names = []string{
	"AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md", "CRUSH.md", "AGENT.md", "CODEX.md", "CONTEXT.md", "AGENTS.override.md", "AGENTS.local.md", "CLAUDE.local.md",
	".cursorrules", ".windsurfrules", ".goosehints", ".clinerules", ".rules", ".github/copilot-instructions.md", ".claude/CLAUDE.md", ".agents/AGENTS.md", ".junie/guidelines.md",
}

// near returns a name that is almost the given one.
func near(t *tree, name string) string {
	dir, base := path.Split(name)
	ext := path.Ext(base)
	stem := strings.TrimSuffix(base, ext)
	return dir + pick(t, strings.ToLower(base), stem+strings.ToUpper(ext), stem+".txt", base+".bak", strings.TrimSuffix(stem, "S")+ext, stem+"s"+ext, " "+base, stem, strings.ToUpper(base[:1])+strings.ToLower(base[1:]))
}

// folder writes a random rule into a directory of rules.
func (t *tree) folder(dir string) {
	all := append([]discovery.Folder{{Dir: ".claude/rules", Ends: []string{".md"}}, {Dir: ".cursor/rules", Ends: []string{".mdc"}}, {Dir: ".github/instructions", Ends: []string{".instructions.md"}}}, t.agent.RuleNames.Folders...)
	f := pick(t, append(all, t.agent.RuleNames.Folders...)...)
	end := pick(t, append([]string{".md", ".txt", ".MD"}, f.Ends...)...)
	below := pick(t, "", "", "", "more/", "more/deep/")
	name := filepath.Join(dir, f.Dir, below+pick(t, "a", "style", "B", "10-x", "2-y", "ü", "z z")+end)
	t.write(name, pick(t, fronts...)+t.text(name))
}

// fronts are headers of rules.
var fronts = []string{
	"", "", "", "---\ndescription: Rules\n---\n", "---\nalwaysApply: true\n---\n", "---\nalwaysApply: false\n---\n", "---\npaths:\n  - \"src/**\"\n---\n", "---\npaths: '**'\n---\n",
	"---\nglobs: \"*.go\"\nalwaysApply: false\n---\n", "---\nglobs: \"**/*\"\n---\n", "---\napplyTo: '**'\n---\n", "---\napplyTo: 'src/**'\n---\n", "---\npaths: [\n---\n", "---\nname: same\n---\n", "---\n",
	"---\npaths: []\n---\n", "---\ndisabled: true\n---\n", "---\nexcludeAgent: coding-agent\n---\n",
}

// rule writes a rule file, or sometimes a link or a directory in its place.
func (t *tree) rule(dir, name string) {
	full := filepath.Join(dir, name)
	if _, err := os.Lstat(full); err == nil {
		return
	}
	switch roll := t.rand.IntN(100); {
	case roll < 3:
		t.mkdir(full)
	case roll < 8:
		t.write(full, pick(t, "", " \n", "\ufeff", "\n\n"))
	case roll < 14 && len(t.texts) > 0:
		text := pick(t, t.texts...)
		t.write(full, text)
		for _, m := range marksIn(text) {
			t.places[m] += ", or its copy " + t.short(full)
		}
	default:
		t.write(full, t.text(full))
	}
}

// globals writes rule files into the home.
func (t *tree) globals() {
	dirs := append([]string{".agents", "."}, homes[t.agent.Name]...)
	for range t.rand.IntN(4) {
		dir := filepath.Join(t.home, pick(t, append(dirs, homes[t.agent.Name]...)...))
		switch {
		case t.chance(70):
			t.rule(dir, path.Base(pick(t, append(t.agent.RuleNames.Names, globalNames[t.agent.Name]...)...)))
		case t.chance(50):
			t.folder(t.home)
		default:
			name := filepath.Join(dir, "rules", pick(t, "g.md", "h.txt"))
			t.write(name, pick(t, fronts...)+t.text(name))
		}
	}
}

// homes are the directories of the home in which each agent looks.
var homes = map[string][]string{
	"claude-code": {".claude"}, "codex": {".codex"}, "opencode": {".config/opencode", ".claude", ".opencode"}, "gemini-cli": {".gemini"}, "qwen-code": {".qwen"}, "copilot-cli": {".copilot"},
	"cline-cli": {".cline", "Documents/Cline/Rules", ".agents"}, "kilo": {".config/kilo", ".kilo", ".kilocode"}, "continue": {".continue"}, "pi": {".pi/agent"}, "crush": {".config/crush"},
}

// globalNames are the names of rule files that an agent reads only in its directory of the home.
var globalNames = map[string][]string{"copilot-cli": {"copilot-instructions.md"}, "pi": {"SYSTEM.md", "APPEND_SYSTEM.md"}}

func (t *tree) mkdir(name string) { t.met(os.MkdirAll(name, 0o755)) }

// write writes a file. It does nothing if the file's directory is itself a file.
func (t *tree) write(name, text string) {
	if rel, err := filepath.Rel(t.base, name); err != nil || strings.HasPrefix(rel, "..") {
		return // nothing is written outside of the tree, so such an import has no target
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return
	}
	if info, err := os.Lstat(name); err == nil && info.IsDir() {
		return
	}
	t.met(os.WriteFile(name, []byte(text), 0o644))
	t.texts = append(t.texts, text)
	if rel, err := filepath.Rel(t.root, name); err == nil && !strings.HasPrefix(rel, "..") && !strings.HasPrefix(rel, ".git/") {
		t.written = append(t.written, rel)
	}
}

func (t *tree) met(err error) {
	if t.err == nil {
		t.err = err
	}
}

// mark returns a new mark for a file.
func (t *tree) mark(name string) string {
	id := fmt.Sprintf("K%03da", t.marked)
	t.marked++
	t.places[id] = t.short(name)
	return "Mark " + id
}
