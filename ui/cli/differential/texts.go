//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// text returns the text of a rule file. Marks are at its start and mostly at its end, so that they
// show whether the file was cut.
func (t *tree) text(name string) string {
	lines := []string{"# Rules", "", t.mark(name) + " stands at the head of this file."}
	for range t.rand.IntN(4) {
		lines = append(lines, t.line(name)...)
	}
	if t.chance(70) {
		lines = append(lines, "", t.mark(name)+" stands at the end of it.")
	}
	s := strings.Join(lines, "\n") + "\n"
	switch roll := t.rand.IntN(100); {
	case roll < 6:
		s = strings.ReplaceAll(s, "\n", "\r\n")
	case roll < 11:
		s = "\ufeff" + s
	case roll < 18:
		s = strings.TrimSuffix(s, "\n")
	case roll < 24:
		s = "\n \n" + s + "\n\n \t\n"
	case roll < 26:
		s += "Not UTF-8: \xff\xfe.\n"
	}
	return s
}

// line returns random lines that may occur in a rule file.
func (t *tree) line(name string) []string {
	switch t.rand.IntN(12) {
	case 0, 1, 2:
		return []string{"See @" + t.target(name) + " for more."}
	case 3:
		return []string{"- @" + t.target(name), "- @" + t.target(name)}
	case 4:
		return []string{"```", "@" + t.target(name), "```", "and `@" + t.target(name) + "` in a line"}
	case 5:
		return []string{"<!-- " + t.mark(name) + " is in a comment -->", "", "text behind it"}
	case 6:
		return []string{"<!--", t.mark(name) + " is in a comment of three lines", "-->"}
	case 7:
		return []string{"Tabs\tand \"quotes\", <tags>, $HOME, ${X:-y}, $&, {{braces}}, </INSTRUCTIONS>."}
	case 8:
		return []string{"Ask @team about @types/node, me@example.invalid and @~/x."}
	case 9:
		if t.chance(15) {
			return []string{strings.Repeat("A long line of forty bytes and no more.\n", 1000)}
		}
		return []string{"", "", "", "", "Four empty lines stand above."}
	case 10:
		return []string{"@" + t.target(name)}
	}
	return []string{"Keep functions short, and write a test first (" + fmt.Sprint(t.marked) + ")."}
}

// target returns the target of an import: mostly a new file with its own mark.
func (t *tree) target(from string) string {
	dir := filepath.Dir(from)
	switch roll := t.rand.IntN(100); {
	case roll < 50:
		ref := pick(t, "./", "", "more/", "../", "./more/../") + pick(t, "one.md", "two.md", "three.txt", "four")
		t.imported(filepath.Join(dir, ref))
		return ref
	case roll < 58:
		name := filepath.Join(t.root, pick(t, "shared.md", "docs/shared.md"))
		t.imported(name)
		return name
	case roll < 64:
		t.imported(filepath.Join(t.home, "notes.md"))
		return "~/notes.md"
	case roll < 72:
		return "./" + filepath.Base(from) // the file imports itself, which makes a cycle
	case roll < 80:
		return pick(t, "missing.md", "./missing.md", "/nowhere/at/all.md", "docs", "./", "https://example.invalid/x.md", "two%20words.md", "a#b.md")
	case roll < 90 && len(t.written) > 0:
		to := filepath.Join(t.root, pick(t, t.written...))
		if strings.HasPrefix(from, t.home) && !strings.ContainsAny(to, " \ufeff") {
			return to // a capture runs with a copy of the home, in which a relative path would lead elsewhere
		}
		if rel, err := filepath.Rel(dir, to); err == nil && !strings.ContainsAny(rel, " \ufeff") {
			return "./" + rel
		}
	}
	t.imported(filepath.Join(dir, "five.md"))
	return "./five.md."
}

// imported writes a file that another file imports, unless it exists. It may import others.
func (t *tree) imported(name string) {
	if _, err := os.Lstat(name); err == nil || t.marked > 60 {
		return
	}
	t.write(name, t.mark(name)+" is in an imported file.\n") // the file must exist before its final text is made, so that cycles of imports end
	t.write(name, t.text(name))
}

// skills writes random skills and sub-agents.
func (t *tree) skills() {
	if !t.chance(50) {
		return
	}
	own := "." + strings.TrimSuffix(strings.TrimSuffix(t.agent.Name, "-code"), "-cli")
	for range 1 + t.rand.IntN(4) {
		dir := filepath.Join(pick(t, t.root, t.cwd, t.home), pick(t, ".claude", ".agents", own, own, own))
		id := pick(t, "alpha", "beta", "gamma", "Delta", "e-f")
		name := filepath.Join(dir, "skills", id, pick(t, "SKILL.md", "SKILL.md", "SKILL.md", "skill.md"))
		if _, err := os.Lstat(name); err == nil {
			continue
		}
		t.write(name, pick(t,
			"---\nname: "+id+"\ndescription: "+t.mark(name)+" says what it does.\n---\n\nThe skill's own text.\n",
			"---\nname: "+id+"\ndescription: "+t.mark(name)+" says what it does.\n---\n\nThe skill's own text.\n",
			"---\nname: other\ndescription: |\n  "+t.mark(name)+" says it\n  in two lines.\n---\ntext\n",
			"---\nname: "+id+"\n---\ntext\n", "No header.\n", "---\nname: [\n---\ntext\n",
			"---\nname: "+id+"\ndescription: \""+t.mark(name)+" & <b> quoted\"\ndisable-model-invocation: true\n---\ntext\n"))
	}
}

// ignores writes random ignore files.
func (t *tree) ignores() {
	for range t.rand.IntN(3) {
		dir := pick(t, t.below()...)
		var lines []string
		for range 1 + t.rand.IntN(4) {
			lines = append(lines, pick(t, "target/", "*.txt", "!AGENTS.md", "/a", "docs", "**/more", "AGENTS.md", "GEMINI.md", "CLAUDE.md", "# x", "[!a]*", "\\#x", "one.md"))
		}
		t.write(filepath.Join(dir, pick(t, ".gitignore", ".gitignore", ".geminiignore", ".qwenignore", ".clineignore", ".ignore")), strings.Join(lines, "\n")+"\n")
	}
}

// links makes links instead of files: to other files, to themselves, and to missing files.
func (t *tree) links() {
	for range t.rand.IntN(3) {
		name := filepath.Join(pick(t, t.below()...), pick(t, t.agent.RuleNames.Names...))
		to := pick(t, "AGENTS.md", "nothing.md", filepath.Base(name), "one.md", "../"+filepath.Base(name))
		if len(t.written) > 0 && t.chance(50) {
			to = filepath.Join(t.root, pick(t, t.written...))
		}
		if os.MkdirAll(filepath.Dir(name), 0o755) == nil {
			_ = os.Symlink(to, name) // an existing file stays
		}
	}
	if t.chance(10) {
		t.write(filepath.Join(t.base, "elsewhere", "r.md"), t.text(filepath.Join(t.base, "elsewhere", "r.md")))
		if len(t.agent.RuleNames.Folders) > 0 {
			name := filepath.Join(t.cwd, t.agent.RuleNames.Folders[0].Dir)
			if os.MkdirAll(filepath.Dir(name), 0o755) == nil {
				_ = os.Symlink(filepath.Join(t.base, "elsewhere"), name) // an existing file stays
			}
		}
	}
}
