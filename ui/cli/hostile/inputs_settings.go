//go:build unix

package main

import (
	"fmt"
	"slices"
	"strings"
)

func sortByName(list []input) {
	slices.SortStableFunc(list, func(a, b input) int { return strings.Compare(a.name, b.name) })
}

// settings returns inputs that are settings files (those of agents and of galley), tools, and
// transcripts.
func settings() (list []input) {
	for _, name := range []string{"opencode.json", ".gemini/settings.json", ".claude/settings.json", ".qwen/settings.json", "crush.json", ".vscode/settings.json", ".roo/mcp.json", "~/.gemini/trustedFolders.json"} {
		for what, of := range map[string]func(n int) string{
			"brackets":         func(n int) string { return `{"a":` + times("[", 2<<20)(n) },
			"objects":          times(`{"a":`, half),
			"closed brackets":  func(n int) string { return `{"a":` + times("[", half/2)(n) + times("]", half/2)(n) + "}" },
			"small values":     func(n int) string { return `{"instructions":[` + times("1,", half)(n) + `1]}` },
			"small texts":      func(n int) string { return `{"instructions":[` + times(`"a",`, half)(n) + `"a"]}` },
			"keys":             func(n int) string { return "{" + jsonKeys(half, n) + `"z":1}` },
			"comments":         func(n int) string { return times("/**/", half)(n) + "{}" },
			"escapes":          func(n int) string { return `{"instructions":["` + times(`\u0041`, half)(n) + `"]}` },
			"variables":        func(n int) string { return `{"instructions":["` + times(`{env:BIG}`, half)(n) + `"]}` },
			"a file named":     func(n int) string { return `{"instructions":["` + times(`{file:b}`, half)(n) + `"]}` },
			"braces":           func(n int) string { return `{"instructions":["` + times(`{a,b}`, half)(n) + `"]}` },
			"stars":            func(n int) string { return `{"instructions":["` + times(`**/`, half)(n) + `x"]}` },
			"many patterns":    func(n int) string { return `{"instructions":[` + times(`"**/*a*b*.md",`, half)(n) + `"a"]}` },
			"a file of itself": func(n int) string { return `{"instructions":["` + times("{file:"+name+"}", half)(n) + `"]}` },
		} {
			list = append(list, input{name: "settings " + name + " of " + what, env: []string{"BIG=" + strings.Repeat("x", 100_000)},
				files: func(p *project, n int) { p.write("b", "$`$'"); p.write(name, of(n)) }, args: []string{"scan"}})
		}
	}
	toml := map[string]func(n int) string{
		"brackets": func(n int) string { return "a = " + times("[", 1<<20)(n) }, "tables": func(n int) string { return "a = " + times("{a = ", half)(n) },
		"dotted keys": times("a.", half), "headers": func(n int) string { return "[" + times("a.", half)(n) + "a]" },
		"keys":            func(n int) string { return strings.ReplaceAll(keys(half)(n), ": ", " = ") },
		"tables of lists": times("[[a]]\n", half), "quotes": times("'", half), "values": func(n int) string { return "a = [" + times("1,", half)(n) + "1]" },
	}
	for _, name := range []string{".codex/config.toml", "~/.codex/config.toml", ".galley/config.toml", ".galley/scenario.toml", "~/config/galley/config.toml"} {
		for what, of := range toml {
			list = append(list, input{name: "settings " + name + " of " + what, files: file(name, of), args: []string{"scan"}})
		}
	}
	for what, of := range map[string]func(n int) string{
		"brackets": times("[", half), "objects": times(`{"a":`, half), "schemas": func(n int) string {
			return `[{"name":"a","input_schema":` + strings.Repeat(`{"type":"object","properties":{"a":`, n*3000) + `{}` + strings.Repeat("}}", n*3000) + "}]"
		}, "references": func(n int) string {
			return `[{"name":"a","input_schema":{"$defs":{"a":{"anyOf":[` + times(`{"$ref":"#/$defs/a"},`, half)(n) + `{}]}},"$ref":"#/$defs/a"}}]`
		}, "references that multiply": func(n int) string {
			var b strings.Builder
			for i := range 10 * n {
				fmt.Fprintf(&b, `"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
			}
			return `[{"name":"a","input_schema":{"$defs":{` + b.String() + fmt.Sprintf(`"d%d":{"type":"string"}},"$ref":"#/$defs/d0"}}]`, 10*n)
		}, "tools": func(n int) string { return "[" + times(`{"name":"a"},`, half)(n) + `{"name":"a"}]` },
		"properties": func(n int) string {
			return `[{"name":"a","input_schema":{"type":"object","properties":{` + jsonKeys(half, n) + `"z":{}}}}]`
		},
	} {
		for _, to := range []string{"claude", "openai", "gemini", "mcp"} {
			list = append(list, input{name: "tools of " + what + ", " + to, files: file("t.json", of), args: []string{"tools", "--to", to, "t.json"}})
		}
	}
	sortByName(list)
	return append(list,
		input{name: "settings of a file cap without sense", files: file(".galley/config.toml", func(int) string { return "files = { cap = 9223372036854775807 }" }), args: []string{"render"}, exit: "0"},
		input{name: "settings of one file named often", files: func(p *project, n int) {
			p.write("b", strings.Repeat("x", 100_000))
			p.write(".galley/scenario.toml", strings.Repeat("[[history]]\nrole = \"user\"\ntext = {file = \"b\"}\n", n*2000))
		}, args: []string{"render"}},
		input{name: "settings of the service", args: []string{"serve", "--addr", "127.0.0.1:0"},
			files: file(".gemini/settings.json", func(n int) string { return `{"a":` + times("[", 2<<20)(n) }),
			post:  func(int) string { return "/render\n" + `{"profile":"gemini-cli"}` }},
		input{name: "settings of the workbench", screen: true, exit: "0", files: func(p *project, n int) {
			p.write(".galley/config.toml", `profile = "opencode"`)
			p.write("opencode.json", `{"a":`+times("[", 2<<20)(n))
		}},
	)
}

func jsonKeys(bytes, n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n*bytes/4; i++ {
		fmt.Fprintf(&b, `"k%d":1,`, i)
	}
	return b.String()
}

// patterns returns inputs with glob patterns.
func patterns() (list []input) {
	for what, of := range map[string]func(n int) string{
		"braces in a row":  func(n int) string { return strings.Repeat("{a,aa,aaa}", 4*n) + "c" },
		"many braces":      times("{a,b}", 40_000),
		"braces in braces": func(n int) string { return strings.Repeat("{a,", 500*n) + "b" + strings.Repeat("}", 500*n) },
		"stars":            func(n int) string { return strings.Repeat("*a", 500*n) + "b" },
		"double stars":     func(n int) string { return strings.Repeat("**/", 500*n) + "b" },
		"extended globs":   func(n int) string { return strings.Repeat("+(a|", 100*n) + "b" + strings.Repeat(")", 100*n) },
		"ranges":           func(int) string { return "{1..1000000000}" },
		"ranges in a row":  func(n int) string { return strings.Repeat("{1..9}", 3*n) },
		"classes":          times("[a-z]", 40_000),
	} {
		names := func(p *project) {
			for i := range 20 {
				p.write(strings.Repeat("a", 100+i)+"/"+strings.Repeat("a", 200+i)+".md", "x")
			}
		}
		list = append(list,
			input{name: "patterns opencode of " + what, files: func(p *project, n int) {
				names(p)
				p.write("opencode.json", `{"instructions":["`+of(n)+`","**/`+of(n)+`"]}`)
			}, args: []string{"scan"}},
			input{name: "patterns opencode outside a repository of " + what, noGit: true, files: func(p *project, n int) {
				names(p)
				p.write("opencode.json", `{"instructions":["`+of(n)+`","**/`+of(n)+`","/**/`+of(n)+`"]}`)
			}, args: []string{"scan"}},
			input{name: "patterns cursor of " + what, files: func(p *project, n int) {
				names(p)
				p.write(".cursor/rules/a.mdc", "---\nglobs: '"+of(n)+"'\n---\nx")
				p.write(".claude/rules/a.md", "---\npaths: '"+of(n)+"'\n---\nx")
			}, args: []string{"doctor"}},
			input{name: "patterns claude of " + what, files: func(p *project, n int) {
				names(p)
				p.write("CLAUDE.md", "x")
				p.write("~/.claude/settings.json", `{"claudeMdExcludes":["`+of(n)+`"]}`)
			}, args: []string{"scan", "--file", strings.Repeat("a", 100) + "/x"}},
			input{name: "patterns watch of " + what, files: func(p *project, n int) {
				names(p)
				p.write("~/config/galley/config.toml", "[watch]\nignore = ['**/"+of(n)+"']")
				p.write(".galley/system-prompt.md", "[git:branch][file:a]")
			}, screen: true, exit: "0"},
		)
	}
	sortByName(list)
	return list
}
