package template_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"galley/engine/agent/agenttest"
	"galley/engine/facts"
	"galley/engine/template"
	"galley/engine/variable"
)

// templates are small templates; ⏎ stands for a line feed, ¶ for CR LF, and ◁ for a CR.
var templates = strings.Split(`plain text
[file:A.md] and [prompt:cwd] and [system:date]
[if file:A.md]yes[else]no[endif]
[if !file:A.md]yes[else]no[endif]
[if file:none.md]yes[else]no[endif]
[if file:none.md]yes[endif]
[If file:A.md]yes[Else]no[EndIf]
[if file:A.md][if prompt:cwd]both[else]one[endif][else]none[endif]
[if file:A.md]a[else]b[else]c[endif]
[if file:A.md]⏎a⏎[else]⏎b⏎[endif]⏎
[if  !  file:A.md ]x[ endif ]
[if file:A.md
[if file:A.md]⏎
a⏎[if file:A.md]¶
[else]
[endif] [endif]
[if]x[endif]
[if !]x[endif]
[if fille:A.md]x[endif]
[fille:A.md]
[file: A.md]
[file :A.md]
[FILE:A.md]
[File:A.md] [Prompt: CWD] [prompt:cdw] [prompt:] [file:]
[git:brnch] [git:nothing] [tool:shell] [tool:x]
[iffile:A.md]x[endif]
[if:file:A.md]x[endif]
[foo:bar] [9:00-17:00] [http://x]
[shut:x] [file:shut.md] [if file:shut.md]x[endif] [file:dir]
[if file:shut.md]x[else]y[endif]
[if file:A.md and file:B.md]x[endif]
[if file:A.md && file:B.md]x[endif]
[if file:A.md or prompt:cwd]x[endif]
[if file:A.md || prompt:cwd]x[endif]
[if file:A.md == x]x[endif]
[if file:A.md != x]x[endif]
[if file:A.md | upper]x[endif]
[if not file:A.md]x[endif]
[if file:"A.md"]x[endif]
[if file:'A.md']x[endif]
[if prompt:cwd = /p]x[endif]
[if file:rock and roll.md]x[endif]
[if file:A.md > 3]x[endif]
[if defined file:A.md]x[endif]
[if file:A.md][endif]
[if file:A.md] ⏎[else][endif]
[if file:A.md][else]x[endif]
[if !file:A.md][else]x[endif]
[if file:A.md]x[else][endif]
[if file:A.md][file:none.md][else]x[endif]
a⏎⏎⏎⏎b
[file:none.md]⏎⏎[file:none.md]⏎⏎⏎a
a⏎[file:none.md]⏎[if file:none.md]x[endif]⏎[if !file:A.md]y[endif]⏎[file:none.md]⏎[prompt:none]⏎b
a¶¶¶¶b
a◁◁◁◁b
[file:gap.md]
[file:end.md]⏎⏎⏎b
a⏎⏎⏎[file:start.md]
{{name}} {name} ${name} <%= name %> {% if x %} {{#if x}}y{{/if}} {{ file.A.md }} %name% $NAME
{{file:A.md}} {file:A.md} ${prompt.cwd} {{prompt_cwd}} {not closed
{"json": {"a": 1}} {x y} {} {{}} {{{x}}}
`+"{"+strings.Repeat("x", 90)+"}"+`
[endif file:A.md] [elif file:A.md] [else if file:A.md] [elseif file:A.md] [end] [end if] [/if] [#if file:A.md] [fi]
[unless file:A.md]x[endunless] [when file:A.md] [ifdef file:A.md] [else file:A.md]
[if(file:A.md)] [if!file:A.md]x[endif]
[if file:A.md⏎x] [file:A.md⏎]
[if](x) [if][x] [else]: http://x [if]: http://x
[x](y) [x][y] [x]: http://y - [x] done
[endif](x) [endif][else] [endif][ref]
`+"`[if x]` ```⏎[endfi]⏎``` [endfi]"+`
[file:A.md [file:B.md]
[endif⏎[else⏎[else x⏎[if file:A.md⏎[if !git:branch x⏎[file:A.md⏎[x⏎[if
[if file:none.md]a[if file:A.md]b[endif]c[endif]d
[if file:A.md]a[if file:none.md]b[else]c[endif]d[else]e[if file:A.md]f[endif]g[endif]
[file:A.md][file:A.md][if file:A.md][file:A.md][endif]
\[file:A.md] \\[file:A.md] [[file:A.md]] [if [file:A.md]]
`+strings.Repeat("[file:none.md]⏎", 30)+`
`+strings.Repeat("[endfi] [foo:x] {{x}} [endif] [if file:none.md][endif] ", 25)+`
[if file:A.md]`+strings.Repeat("x", 70)+`[if file:`+strings.Repeat("y", 70)+`.md]
é[file:nöne.md]ü[endif]ß`, "\n")

// The result of each template: the text with the origins of its pieces, the meaning of each tag,
// and each problem with its fixes.
func TestTemplatesAreAsRecorded(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("HOME", "/h").Dir("/p/dir").File("/p/A.md", "text of A").File("/p/B.md", "B\n").File("/p/gap.md", "a\n\n\n\nb").File("/p/end.md", "a\n").File("/p/start.md", "\n\na").
		File("/p/shut.md", "x").Mode("/p/shut.md", 0).Clock(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)).OnGit("/p", "rev-parse --abbrev-ref HEAD", facts.GitAnswer{Stdout: "main\n"})
	var b strings.Builder
	for _, keep := range []bool{false, true} {
		for _, text := range templates {
			text = strings.NewReplacer("⏎", "\n", "¶", "\r\n", "◁", "\r").Replace(text)
			tree := template.Parse(text)
			values := variable.Resolve(context.Background(), w, variable.Context{Cwd: "/p", Home: "/h"}, tree.Keys(), nil)
			out := template.Render(tree, values, template.Options{Path: "/t.md", KeepUnknown: keep})
			problems := template.Check(tree, values, out)
			if keep {
				if plain := template.Render(tree, values, template.Options{Path: "/t.md"}); plain.String() == out.String() {
					continue
				}
				b.WriteString("unknown types stay: ")
			}
			fmt.Fprintf(&b, "== %.300q\n", text)
			for _, p := range out.Pieces() {
				fmt.Fprintf(&b, "  %.100q %s %s %v line %d by %v\n", p.Text, p.Origin.Kind, p.Origin.Source, p.Origin.Span, p.Origin.Line, p.Origin.Tag)
			}
			for _, u := range tree.Uses() {
				fmt.Fprintf(&b, "  use %+v\n", u)
			}
			for _, p := range problems {
				fmt.Fprintf(&b, "  %d:%d-%d:%d %s %s: %s (%s)\n", p.Start.Line, p.Start.Column, p.End.Line, p.End.Column, p.Severity, p.Code, p.Message, p.Hint)
				for _, f := range p.Fixes {
					fmt.Fprintf(&b, "    %s: %v %q\n", f.Label, f.Span, f.Text)
				}
			}
		}
	}
	agenttest.Recorded(t, "templates.txt", b.String())
	tree := template.Parse(strings.Repeat("[file:A.md]", 100))
	values := variable.Resolve(context.Background(), w, variable.Context{Cwd: "/p"}, tree.Keys(), nil)
	for most, want := range map[int]int{0: 900, 8: 9, 9: 18, 899: 900} {
		if got := template.Render(tree, values, template.Options{Most: most}).Len(); got != want {
			t.Errorf("at most %d: %d bytes, want %d", most, got, want)
		}
	}
}
