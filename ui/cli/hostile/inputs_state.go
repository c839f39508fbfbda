//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// states returns inputs with damaged files: files that galley stored, that others recorded, and
// git's own.
func states() (list []input) {
	for what, of := range map[string]func(n int) string{
		"brackets":  times("[", half),
		"lines":     times("{}\n", half),
		"nested":    func(n int) string { return strings.Repeat(`{"a":`, n*20_000) + "1" + strings.Repeat("}", n*20_000) },
		"calls":     times(`{"type":"tool_use","name":"a","input":{}}`+"\n", half),
		"many keys": func(n int) string { return "{" + jsonKeys(half, n) + `"z":1}` },
		"entries":   func(n int) string { return `{"log":{"entries":[` + times(`{},`, half)(n) + `{}]}}` },
		"messages": func(n int) string {
			return `{"model":"m","messages":[` + times(`{"role":"user","content":"a"},`, half)(n) + `{}]}`
		},
		"blocks": func(n int) string {
			return `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":[` + times(`{"type":"text","text":"a"},`, half)(n) + `{}]}]}`
		},
		"requests": times(`{"model":"m","messages":[{"role":"user","content":"a"}]}`+"\n", half),
	} {
		list = append(list,
			input{name: "state transcript of " + what, files: file("t.jsonl", of), args: []string{"check", "--transcript", "t.jsonl"}},
			input{name: "state record of " + what, files: file("r.json", of), args: []string{"capture", "--read", "r.json"}, exit: "0 1 3"},
			input{name: "state saved render of " + what, files: file("old.json", of), args: []string{"diff", "--against", "old.json"}},
			input{name: "state consents of " + what, files: file("~/state/galley/consents.json", of), args: []string{"captures", "consent"}},
			input{name: "state capture of " + what, files: file("~/state/galley/captures/a.capture", of), args: []string{"captures"}},
			input{name: "state scenario of " + what, files: file("s.json", of), args: []string{"render", "--scenario", "s.json"}},
			input{name: "state theme of " + what, files: file("x.toml", of), args: []string{"--theme", "x.toml"}, screen: true, exit: "0 1 3"},
			input{name: "state git HEAD of " + what, files: func(p *project, n int) { p.write(".git/HEAD", "ref: refs/heads/"+of(n)) }, args: []string{"scan"}},
			input{name: "state git refs of " + what, files: func(p *project, n int) {
				p.write(".git/packed-refs", of(n))
				p.repository()
				p.write(".galley/system-prompt.md", "[git:branch][git:commit]")
			}, args: []string{"render"}},
			input{name: "state git config of " + what, files: func(p *project, n int) {
				p.write(".git/config", "[core]\n\ta = "+of(n))
				p.repository()
				p.write(".galley/system-prompt.md", "[git:branch][git:commit]")
			}, args: []string{"scan"}},
			input{name: "state unsaved text of " + what, screen: true, exit: "0", files: func(p *project, n int) {
				for i := range 8 {
					p.write(fmt.Sprintf("~/state/galley/unsaved/%d.unsaved", i), of(n))
				}
			}},
		)
	}
	for what, of := range map[string]func(n int) string{
		"any of": func(n int) string { return `{"anyOf":[` + times(`{"required":["b"]},`, half/4)(n) + `{}]}` },
		"properties": func(n int) string {
			return `{"type":"object","properties":{` + strings.ReplaceAll(jsonKeys(half/8, n), ":1", ":{}") + `"z":{}}}`
		},
		"a pattern": func(n int) string { return `{"properties":{"a":{"pattern":"` + times(`(a*)*`, half/4)(n) + `b"}}}` },
		"itself": func(n int) string {
			return `{"$defs":{"d":{"anyOf":[` + times(`{"$ref":"#/$defs/d"},`, 20_000)(n) + `{"type":"null"}]}},"$ref":"#/$defs/d"}`
		},
	} {
		list = append(list, input{name: "state calls checked with a schema of " + what, files: func(p *project, n int) {
			p.write("s.json", `{"tools":[{"name":"t","description":"d","input_schema":`+of(n)+`}]}`)
			p.write("t.jsonl", strings.Repeat(`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"t","input":{"a":"`+strings.Repeat("a", 200)+`"}}]}}`+"\n", 250*n))
		}, args: []string{"check", "--scenario", "s.json", "--transcript", "t.jsonl"}})
	}
	sortByName(list)
	return append(list,
		input{name: "state record of 60 MB", files: hole("r.json", 15<<20), args: []string{"capture", "--read", "r.json"}, exit: "3"},
		input{name: "state consents of 400 MB", files: hole("~/state/galley/consents.json", 100<<20),
			args: []string{"captures", "consent"}},
		input{name: "state captures, many cut", files: several(500, func(i int) (string, string) {
			return fmt.Sprintf("~/state/galley/captures/%d.capture", i), `{"schema":1,` + strings.Repeat(" ", 1000)
		}), args: []string{"captures"}},
		input{name: "state a PATH of many entries", files: func(p *project, n int) {}, env: []string{"PATH=" + strings.Repeat("/:", 60_000)},
			args: []string{"capture", "claude-code"}},
		input{name: "state pack of many entries", files: several(1000, func(i int) (string, string) { return fmt.Sprintf("pack/gemini-cli/%d.txt", i), "x" }), args: []string{"render", "--profile", "gemini-cli", "--pack", "pack"}},
	)
}

// hole returns a function that writes one large file in which every byte is zero. The file is
// sparse, because the memory of this program would count for the program that it starts.
func hole(name string, bytes int64) func(p *project, n int) {
	return func(p *project, n int) {
		p.write(name, "")
		full := filepath.Join(p.dir, name)
		if rest, ok := strings.CutPrefix(name, "~/"); ok {
			full = filepath.Join(p.home, rest)
		}
		must(os.Truncate(full, int64(n)*bytes))
	}
}
