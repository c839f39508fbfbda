//go:build unix

package main

import (
	"fmt"
	"strings"
)

// ruleFiles are the names of rule files in which agents read imports or headers.
var ruleFiles = []string{"CLAUDE.md", "GEMINI.md", "QWEN.md", "AGENTS.md", ".goosehints", ".clinerules", ".cursorrules", ".github/copilot-instructions.md", "CRUSH.md"}

// rules returns inputs that are rule files: with imports, Markdown and headers.
func rules() (list []input) {
	scan := []string{"scan"}
	for _, name := range ruleFiles {
		for what, text := range map[string]string{
			"at signs": "@a ", "imports that are not there": "@./n.md\n", "imports of itself": "@" + name + " ", "quoted paths": "@\"a ", "escaped blanks": `@a\ `,
			"back-ticks": "`", "runs of back-ticks": "`` ` ", "comments": "<!--", "links": "[a](b", "quotations": "> ", "lists": "- ", "tags": "<div>", "parents": "@../",
		} {
			list = append(list, input{name: "imports " + name + " of " + what, files: file(name, times(text, half)), args: scan})
		}
		list = append(list, input{name: "imports " + name + " of one file", files: func(p *project, n int) {
			p.write("c.md", strings.Repeat("some words\n", 1<<20/11))
			p.write(name, strings.Repeat("@./c.md\n", n*750))
		}, args: scan})
	}
	sortByName(list)
	list = append(list,
		input{name: "imports of one file, gemini-cli", files: func(p *project, n int) {
			p.write("c.md", strings.Repeat("some words\n", 1<<20/11))
			p.write("GEMINI.md", strings.Repeat("@./c.md\n", n*500))
		}, args: []string{"render", "--profile", "gemini-cli"}, exit: "3"},
		input{name: "imports of one file, claude-code, workbench", files: func(p *project, n int) {
			p.write(".galley/config.toml", `profile = "gemini-cli"`)
			p.write("c.md", strings.Repeat("some words\n", 1<<20/11))
			p.write("GEMINI.md", strings.Repeat("@./c.md\n", n*500))
		}, screen: true, exit: "0"},
		input{name: "imports that multiply", files: func(p *project, n int) {
			for i := range 8 {
				var b strings.Builder
				for j := range 10 * n {
					fmt.Fprintf(&b, "@./%d.md\n", (i+j+1)%8)
				}
				p.write(fmt.Sprintf("%d.md", i), b.String())
			}
			for _, name := range ruleFiles {
				p.write(name, "@./0.md\n")
			}
		}, args: scan, exit: "3"},
	)
	for what, text := range map[string]func(n int) string{
		"brackets": times("[", 60_000), "braces": times("{a: ", 60_000), "keys": keys(60_000), "anchors": times("&a ", 60_000), "dashes": times("- ", 60_000),
		"items": times("[x], ", 60_000), "aliases": nestedAnchors, "quotes": times("'", 60_000), "documents": times("\n---\na: 1\n...", 60_000), "tags": times("!a ", 60_000),
	} {
		for _, name := range []string{".cursor/rules/a.mdc", ".claude/rules/a.md", ".github/instructions/a.instructions.md"} {
			list = append(list, input{name: "front matter " + name + " of " + what,
				files: func(p *project, n int) { p.write(name, "---\na: "+text(n)+"\n---\ntext\n") }, args: scan})
		}
	}
	sortByName(list)
	list = append(list,
		input{name: "front matter of 120 files of keys", files: several(30, func(i int) (string, string) {
			return fmt.Sprintf(".cursor/rules/%d.mdc", i), "---\n" + keys(4000)(4) + "---\ntext\n"
		}), args: scan},
		input{name: "rule files, many", files: several(500, func(i int) (string, string) {
			return fmt.Sprintf(".cursor/rules/%d.mdc", i), "---\nglobs: '**/*.go'\n---\ntext\n"
		}), args: scan},
		input{name: "a .git file that names itself", files: func(p *project, n int) { p.write(".git", "gitdir: "+times("../", half)(n)) }, args: scan},
		input{name: "a .gitignore of stars", files: file(".gitignore", times("**/a*b*c*\n", half)), args: scan},
		input{name: "a .geminiignore of stars", files: file(".geminiignore", times("**/a*b*c*\n", half)), args: []string{"render", "--profile", "gemini-cli"}},
	)
	return list
}

// keys returns a function that makes lines of YAML, each with one key. The lines together have
// n quarters of the given number of bytes.
func keys(bytes int) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n*bytes/4; i++ {
			fmt.Fprintf(&b, "k%d: 1\n", i)
		}
		return b.String()
	}
}

// nestedAnchors returns YAML in which each anchor repeats the anchor before it many times.
func nestedAnchors(n int) string {
	var b strings.Builder
	b.WriteString("&a0 [x]\n")
	for i := range 5 * n {
		fmt.Fprintf(&b, "a%d: &a%d [%s*a%d]\n", i, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), i)
	}
	return b.String()
}
