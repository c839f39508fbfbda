package template

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/variable"
)

// check renders a template and returns the problems that Check finds.
func check(text string, v Lookuper, o Options) []diag.Problem {
	tree := Parse(text)
	return Check(tree, v, Render(tree, v, o))
}

// lines prints problems, one per line, as "code line:column-line:column".
func lines(problems []diag.Problem) string {
	var b strings.Builder
	for _, p := range problems {
		fmt.Fprintf(&b, "%s %d:%d-%d:%d\n", p.Code, p.Start.Line, p.Start.Column, p.End.Line, p.End.Column)
	}
	return b.String()
}

// applied returns the text after applying a fix.
func applied(text string, f diag.Fix) string {
	return text[:f.Span.Start] + f.Text + text[f.Span.End:]
}

func TestProblems(t *testing.T) {
	have := vars("prompt:cwd=/p", "git:branch=main", "git:status", "file:X=v", "file:none.md", "file:line",
		"file: X.md", "system:date=2026-01-02", "file:gap.md=a\n\n\n\nb", "file:end.md=a\n", "file:cr.md=a\r")
	for _, c := range []struct {
		name, text string
		want       string // the places of the problems
		says       string // part of the message
		hints      string // part of the hint; "" if there may be any
		fixed      string // the text after the first fix; "" if none exists
	}{
		{"unclosed if", "a [if file:X] b", "unclosed-if 1:3-1:14\n",
			"[if file:X] is never closed: the tag stays in the text", "write [endif]", "a [if file:X] b[endif]"},
		{"an unclosed if of an unknown type", "[if fiel:X]", "unknown-type 1:1-1:12\nunclosed-if 1:1-1:12\n", "", "did you mean [if file:X]?", "[if file:X]"},
		{"the else of an unclosed if", "[if file:X]a[ else ]b", "unclosed-if 1:1-1:12\nstray-else 1:13-1:21\n",
			"never closed", "[endif]", "[if file:X]a[ else ]b[endif]"},
		{"stray endif", "é[endif]", "stray-endif 1:2-1:9\n", "[endif] closes nothing", "remove it", "é"},
		{"stray else", "a\r\n[else]", "stray-else 2:1-2:7\n", "[else] has no effect", "remove it", "a\r\n"},
		{"second else", "[if file:X]a[else]b[else]c[endif]", "second-else 1:20-1:26\n",
			"a second [else] in one block", "remove it", "[if file:X]a[else]bc[endif]"},

		{"label", "[Note: keep this] text", "unknown-type 1:1-1:18\n",
			`[Note: keep this] is dropped: unknown variable type "Note"`,
			"the types are system, prompt, git, file. If it is meant as text, write (Note: keep this)", "(Note: keep this) text"},
		{"address", "[http://x.y]", "unknown-type 1:1-1:13\n", `unknown variable type "http"`, "(http://x.y)", "(http://x.y)"},
		{"hours", "[9:00-17:00]", "unknown-type 1:1-1:13\n", `[9:00-17:00] is dropped: unknown variable type "9"`, "(9:00-17:00)", "(9:00-17:00)"},
		{"slice", "s[1:3]", "unknown-type 1:2-1:7\n", "[1:3] is dropped", "write [1 :3]", "s[1 :3]"},
		{"link with a colon", "[Go: docs](https://go.dev)", "unknown-type 1:1-1:11\n", "[Go: docs] is dropped", "write [Go : docs]", "[Go : docs](https://go.dev)"},
		{"link with an address", "[https://go.dev](https://go.dev)", "unknown-type 1:1-1:17\n", "[https://go.dev] is dropped", "write [go.dev]", "[go.dev](https://go.dev)"},
		{"type in capitals", "[PROMPT:cwd]", "unknown-type 1:1-1:13\n", "", "did you mean [prompt:cwd]?", "[prompt:cwd]"},
		{"type misspelt", "[fiel:a.md]", "unknown-type 1:1-1:12\n", "", "did you mean [file:a.md]?", "[file:a.md]"},
		{"glued if", "[iffile:X]", "unknown-type 1:1-1:11\n", "", "did you mean [if file:X]?", "[if file:X]"},
		{"type in a condition", "[if nope:x]a[endif]", "unknown-type 1:1-1:12\n", "[if nope:x] is never true", "the types are", ""},
		{"type in a negated condition", "[if !nope:x]a[endif]", "unknown-type 1:1-1:13\n", "[if !nope:x] is always true", "the types are", ""},
		{"type in a branch not taken", "[if git:status][a:b][endif]", "unknown-type 1:16-1:21\n", "", "", "[if git:status](a:b)[endif]"},

		{"name misspelt", "[git:brnch]", "unknown-name 1:1-1:12\n", `git has no variable "brnch"`,
			"did you mean [git:branch]? git has branch, status", "[git:branch]"},
		{"blank after the colon", "[prompt: cwd]", "unknown-name 1:1-1:14\n", `prompt has no variable " cwd"`, "did you mean [prompt:cwd]?", "[prompt:cwd]"},
		{"name of another type", "[prompt:date]", "unknown-name 1:1-1:14\n", "", "did you mean [system:date]?", "[system:date]"},
		{"a name without a similar one", "[system:shoe_size]", "unknown-name 1:1-1:19\n", "is dropped", "system has time, date, os, hostname", ""},
		{"file without a path", "[file:]", "unknown-name 1:1-1:8\n", "names no path", "[file:AGENTS.md]", ""},

		{"missing", "x [git:status]", "missing 1:3-1:15\n", "[git:status] is dropped", "between [if git:status] and [endif]",
			"x [if git:status][git:status][endif]"},
		{"missing in a branch that requires it to be missing", "[if !file:none.md][file:none.md][endif]", "missing 1:19-1:33\n", "", "", "[if !file:none.md][if file:none.md][file:none.md][endif][endif]"},
		{"missing, meant as text", "see [file:line]", "missing 1:5-1:16\n", "[file:line] is dropped", "if it is meant as text, write (file:line)", "see [if file:line][file:line][endif]"},
		{"missing for a blank", "[file: X.md]", "missing 1:1-1:13\n", "", "did you mean [file:X.md]?", "[file:X.md]"},
		{"missing but guarded", "[if git:status][git:status][endif]", "", "", "", ""},
		{"missing but guarded by the alternative", "[if !git:status]x[else][git:status][endif]", "", "", "", ""},
		{"missing in a branch not taken", "[if file:none.md]a [git:status][endif]", "", "", "", ""},

		{"constant", "[if system:date]a[else]b[endif]", "constant-if 1:1-1:17\n",
			"[if system:date] is always true: system:date has a value in every session", "keep the text before [else]", "a"},
		{"constant, negated", "x[if !prompt:cwd]a[endif]", "constant-if 1:2-1:18\n", "is never true", "remove the block", "x"},
		{"repeats an enclosing one", "[if file:X][if file:X]a[endif][endif]", "constant-if 1:12-1:23\n",
			"is always true: an enclosing [if …] has tested file:X already", "remove [if …] and [endif]", "[if file:X]a[endif]"},
		{"contradicts an enclosing one", "[if !file:X]b[else][if !file:X]a[else]c[endif][endif]", "constant-if 1:20-1:32\n",
			"is never true", "after [else]", "[if !file:X]b[else]c[endif]"},
		{"in the alternative of an enclosing one", "[if file:X]b[else][if file:X]a[endif][endif]", "constant-if 1:19-1:30\n",
			"is never true: an enclosing [if …] has ruled file:X out", "remove the block", ""},
		{"asked again after the block", "[if file:X]a[endif][if file:X]b[endif]", "", "", "", ""},

		{"empty block", "[if file:X] \n[endif]", "empty-branch 1:1-2:8\n", "nothing between [if file:X] and its [endif]", "remove the block", ""},
		{"two empty branches", "[if file:X][else][endif]", "empty-branch 1:1-1:25\n", "", "", ""},
		{"empty branch", "[if file:X][else]b[endif]", "empty-branch 1:1-1:18\n", "its [else]", "negate the condition", "[if !file:X]b[endif]"},
		{"empty alternative", "[if file:X]a[else][endif]", "empty-branch 1:13-1:26\n", "between [else] and its [endif]", "remove the [else]", "[if file:X]a[endif]"},

		{"gap of its own", "a\n\n\n\nb", "blank-run 1:2-5:1\n", "4 line breaks in a row in the output", "they are sent like this", "a\n\nb"},
		{"gap, CR LF", "a\r\n\r\n\r\nb", "blank-run 1:2-4:1\n", "3 line breaks", "", "a\r\n\r\nb"},
		{"gap left by a block", "a\n\n[if file:none.md]\nx\n[endif]\nb", "blank-run 3:1-5:8\n",
			"3 line breaks in a row in the output, left by [if file:none.md] … [endif]", "put the tags on the lines", ""},
		{"gap left by tags", "a\n[if file:X]\n\n\nx[endif]", "blank-run 2:1-2:12\n", "left by [if file:X]", "", ""},
		{"the line ends of a block that stays", "a\n\n[if file:X]\nx\n[else]\ny\n[endif]\n\nb", "", "", "", ""},
		{"line end that a file ends with", "[file:end.md]\n\nb", "", "", "", ""},
		{"gap between a value and the template", "[file:end.md]\n\n\nb", "blank-run 1:1-1:14\n", "left by [file:end.md]", "", ""},
		{"gap that begins between the CR of a file and the LF of the template", "[file:cr.md]\n\n\n\nb", "blank-run 1:1-1:13\n", "4 line breaks in a row in the output, left by [file:cr.md]", "", ""},
		{"line end of CR and LF that a file and the template share", "[file:cr.md]\n\n\nb", "", "", "", ""},
		{"gap within a file", "[file:gap.md]", "", "", "", ""},
		{"no gap", "a\n[if file:none.md]\nx\n[endif]\nb\n\nc", "", "", "", ""},

		{"braces in a tag", "[file:{cwd}]", "missing 1:1-1:13\n", "[file:{cwd}] is dropped", "", ""},
		{"braces in a tag and after it", "[file:X{cwd}.md] {cwd}", "missing 1:1-1:17\nforeign-tag 1:18-1:23\n", "is dropped", "", ""},
		{"a condition without a name", "[if git:]x[endif]", "unknown-name 1:1-1:10\n", "[if git:] is never true", "git has branch, status", ""},
		{"name misspelt in a negated condition", "[if !git:brnch]x[endif]", "unknown-name 1:1-1:16\n", "[if !git:brnch] is always true", "did you mean [if !git:branch]?", "[if !git:branch]x[endif]"},
		{"else with a sign", "[#else]", "near-tag 1:1-1:8\n", "[#else] is not a tag", "did you mean [else]?", "[else]"},
		{"endif with a sign", "[#endif] [/else x]", "near-tag 1:1-1:9\n", "[#endif] is not a tag", "did you mean [endif]?", "[endif] [/else x]"},
		{"a definition of Markdown", "[if x]: ./a\n[if y]: mailto:b", "", "", "", ""},
		{"a colon that defines nothing", "[if x]: then", "near-tag 1:1-1:7\n", "[if x] is not a tag", "write a condition as [if type:name]", ""},
		{"a colon whose definition is far away", "[if x]:              http://x", "near-tag 1:1-1:7\n", "", "", ""},
		{"a bracket that does not end", "[if x][no end", "near-tag 1:1-1:7\n", "[if x] is not a tag", "", ""},
		{"an if that calls and is not closed", "[if(file:X\n", "", "", "", ""},
		{"double braces", "a {{ x.y }} b", "foreign-tag 1:3-1:12\n", "{{ x.y }} is a placeholder of another system", "[type:name]", ""},
		{"braces", "in {cwd}", "foreign-tag 1:4-1:9\n", "{cwd} is a placeholder of another system", "[prompt:cwd]", "in [prompt:cwd]"},
		{"dollar", "${MODEL_NAME}", "foreign-tag 1:1-1:14\n", "plain text", "[prompt:model]", "[prompt:model]"},
		{"environment", "{env:X}", "foreign-tag 1:1-1:8\n", "plain text", "", ""},
		{"file in braces", "{file:a.md}", "foreign-tag 1:1-1:12\n", "", "[file:a.md]", "[file:a.md]"},
		{"braces of code", "f{x} {} { } {\"a\": 1} {a, b} /users/{id} \\textbf{x} {\n} {0} style={{ a: 1 }}", "", "", "", ""},

		{"capital If", "[If all pass]", "near-tag 1:1-1:14\n", "[If all pass] is not a tag and stays in the text", "in lower case", ""},
		{"capitals", "[IF file:X]", "near-tag 1:1-1:12\n", "", "did you mean [if file:X]?", "[if file:X]"},
		{"capital endif", "[if file:X]a[endif][ENDIF]", "near-tag 1:20-1:27\n", "", "did you mean [endif]?", "[if file:X]a[endif][endif]"},
		{"! before the blank", "[if! file:X]", "near-tag 1:1-1:13\n", "", "did you mean [if !file:X]?", "[if !file:X]"},
		{"blank behind !", "[if ! file:X]", "near-tag 1:1-1:14\n", "", "not after it", "[if !file:X]"},
		{"not", "[if not file:X]", "near-tag 1:1-1:16\n", "", "did you mean [if !file:X]?", "[if !file:X]"},
		{"if without a key", "[if all pass]", "near-tag 1:1-1:14\n", "", "write a condition as [if type:name]", ""},
		{"else if", "[else if file:X][elif file:X]", "near-tag 1:1-1:17\nnear-tag 1:17-1:30\n", "", "[else if …] does not exist", ""},
		{"end if", "[end if]", "near-tag 1:1-1:9\n", "", "did you mean [endif]?", "[endif]"},
		{"blank before the colon", "[file :X]", "near-tag 1:1-1:10\n", "", "remove the space before the colon", "[file:X]"},
		{"not closed", "a [git:branch\nb", "near-tag 1:3-1:14\n", "[git:branch is never closed, so it is not a tag and stays in the text", "write [git:branch]", "a [git:branch]\nb"},
		{"not closed before another tag", "[prompt:cwd\n[if file:X]a[endif]", "near-tag 1:1-1:12\n", "[prompt:cwd is never closed", "", "[prompt:cwd]\n[if file:X]a[endif]"},
		{"file not closed", "see [file:X for more", "near-tag 1:5-1:12\n", "[file:X is never closed", "", "see [file:X] for more"},
		{"else not closed", "[if file:X]a[else \nb[endif]", "near-tag 1:13-1:18\n", "[else is never closed", "write [else]", "[if file:X]a[else] \nb[endif]"},
		{"condition not closed", "[if !file:X\n", "near-tag 1:1-1:12\n", "[if !file:X is never closed", "write [if !file:X]", ""},
		{"condition of prose not closed", "stop [if you see it", "near-tag 1:6-1:13\n", "[if you is never closed, so it is not a tag and stays in the text", "write a condition as [if type:name]", ""},
		{"condition of one letter not closed", "a\n[if X\nb", "near-tag 2:1-2:6\n", "[if X is never closed", "write a condition as [if type:name]", ""},
		{"if not closed", "[if\n", "near-tag 1:1-1:4\n", "[if is never closed", "write a condition as [if type:name]", ""},
		{"endif not closed", "[if file:X]a[endif b", "unclosed-if 1:1-1:12\nnear-tag 1:13-1:19\n", "", "", ""},
		{"endif alone not closed", "a[endif b", "near-tag 1:2-1:8\n", "[endif is never closed", "write [endif]", "a[endif] b"},
		{"file without a path not closed", "[file:\n", "near-tag 1:1-1:7\n", "[file: is never closed", "write the path after the colon, and close it: [file:AGENTS.md]", ""},
		{"condition without a path not closed", "[if !file:\n", "near-tag 1:1-1:11\n", "[if !file: is never closed", "[if !file:AGENTS.md]", ""},
		{"unknown name not closed", "[if git:brnch\n", "near-tag 1:1-1:14\n", "[if git:brnch is never closed", "did you mean [if git:branch]? git has branch, status", "[if git:branch]\n"},
		{"name of nothing not closed", "[git:shoe\n", "near-tag 1:1-1:10\n", "[git:shoe is never closed", "git has branch, status", ""},
		{"not closed and no tag", "[x\n[git\n[else we go\n[a:b\n[iffy:x\n[iffy\n[ends\n[", "", "", "", ""},
		{"line end in a key", "[prompt:\ncwd]", "near-tag 1:1-2:5\n", "[prompt: cwd] is not a tag", "a key must be on one line", "[prompt:cwd]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := check(c.text, have, Options{})
			if lines(got) != c.want {
				t.Fatalf("%q\n got %s\nwant %s", c.text, lines(got), c.want)
			}
			if len(got) == 0 {
				return
			}
			p := got[0]
			if !strings.Contains(p.Message, c.says) || !strings.Contains(p.Hint, c.hints) {
				t.Errorf("message %q, hint %q\nwant    %q and  %q", p.Message, p.Hint, c.says, c.hints)
			}
			if c.fixed != "" && (len(p.Fixes) == 0 || applied(c.text, p.Fixes[0]) != c.fixed) {
				t.Errorf("fixes %+v, want %q", p.Fixes, c.fixed)
			}
			for _, f := range p.Fixes {
				after := check(applied(c.text, f), have, Options{})
				if strings.Count(lines(after), string(p.Code)) >= strings.Count(lines(got), string(p.Code)) &&
					!strings.Contains(f.Label, "Change to") {
					t.Errorf("applying %q does not help: %q\n%s", f.Label, applied(c.text, f), lines(after))
				}
			}
		})
	}
}

func TestSeverities(t *testing.T) {
	got := check("[endif][a:b][git:nope][IF x][if system:date]a[endif]", vars("system:date=d"), Options{})
	for _, p := range got {
		if p.Severity != p.Code.Severity() {
			t.Errorf("%s is of severity %v", p.Code, p.Severity)
		}
	}
	kept := check("[a:b] [if c:d]x[endif]", vars(), Options{KeepUnknown: true})
	if len(kept) != 2 || kept[0].Severity != diag.Info || kept[1].Severity != diag.Warning {
		t.Errorf("with unknown types kept: %+v", kept)
	}
	if !strings.Contains(kept[0].Message, "stays in the text") {
		t.Errorf("says %q", kept[0].Message)
	}
}

func TestUnreadableFilesSayWhy(t *testing.T) {
	world := facts.NewMemory().
		File("/p/secret", "x").Mode("/p/secret", 0).
		File("/p/bin", "a\x00b").
		Dir("/p/dir").
		File("/p/large", strings.Repeat("x", 100)).
		SetFileCap(99)
	for _, c := range []struct{ text, want, says string }{
		{"[file:secret]", "unreadable 1:1-1:14\n", "[file:secret] is dropped: you may not read /p/secret"},
		{"[file:bin]", "unreadable 1:1-1:11\n", "/p/bin is binary"},
		{"[file:dir]", "unreadable 1:1-1:11\n", "/p/dir is a directory"},
		{"[file:large]", "unreadable 1:1-1:13\n", "100 bytes, larger than the file cap"},
		{"[if file:bin][file:bin][endif]", "unreadable 1:1-1:14\n", "[if file:bin] counts as missing"},
		{"[if file:none][file:bin][endif]", "", ""},
	} {
		tree := Parse(c.text)
		values := variable.Resolve(context.Background(), world, variable.Context{Cwd: "/p"}, tree.Keys(), nil)
		got := Check(tree, values, Render(tree, values, Options{}))
		if lines(got) != c.want {
			t.Errorf("%s: got %s", c.text, lines(got))
			continue
		}
		if len(got) > 0 && !strings.Contains(got[0].Message, c.says) {
			t.Errorf("%s: says %q", c.text, got[0].Message)
		}
	}
}

func TestProblemsAreLimitedByKindAndSaySo(t *testing.T) {
	got := check("[endif]\n"+strings.Repeat("[a:b]", MaxProblems+7), vars(), Options{})
	if len(got) != MaxProblems+2 {
		t.Fatalf("%d problems", len(got))
	}
	if got[0].Code != diag.StrayEndif {
		t.Errorf("the first problem is %s", got[0].Code)
	}
	last := got[len(got)-1]
	if last.Severity != diag.Warning || last.Start.Line != 2 || last.Start.Column != MaxProblems*5+1 ||
		!strings.Contains(last.Message, "7 more of this kind") {
		t.Errorf("the last: %+v", last)
	}
}

// The number of problems of each kind is limited, whichever check finds them.
func TestEachKindOfProblemIsLimited(t *testing.T) {
	w := facts.NewMemory().File("/p/shut", "x").Mode("/p/shut", 0).File("/p/X", "v")
	for text, code := range map[string]diag.Code{
		"[git:brnch]": diag.UnknownName, "[tool:x]": diag.UnknownName, "[if git:branch == x]y[endif]": diag.UnknownName, "[if x:y]z[endif]": diag.UnknownType, "[x:y]": diag.UnknownType,
		"[if file:X][else]y[endif]": diag.EmptyBranch, "[if file:X]y[else][endif]": diag.EmptyBranch, "[if file:X][endif]": diag.EmptyBranch, "[file:shut]": diag.Unreadable, "[file:none]": diag.Missing,
		"[if system:date]x[endif]": diag.ConstantIf, "[endif]": diag.StrayEndif, "[else]": diag.StrayElse, "[if file:none]x[endif]\n\n\ny": diag.BlankRun, "[endif\n": diag.NearTag, "[file:\n": diag.NearTag, "[If]": diag.NearTag, "{{x}}": diag.ForeignTag,
	} {
		tree := Parse(strings.Repeat(text, MaxProblems+7))
		values := variable.Resolve(context.Background(), w, variable.Context{Cwd: "/p", Tools: true}, tree.Keys(), nil)
		var of []diag.Problem
		for _, p := range Check(tree, values, Render(tree, values, Options{})) {
			if p.Code == code {
				of = append(of, p)
			}
		}
		if len(of) != MaxProblems+1 {
			t.Errorf("%q: %d problems of %s", text, len(of), code)
			continue
		}
		if last := of[MaxProblems]; !strings.Contains(last.Message, "7 more of this kind follow and are not listed") || last.Span.Start < MaxProblems*len(text) {
			t.Errorf("%q: the last is %+v", text, last)
		}
	}
}

// [else if …] makes galley render both branches. It must cause a warning, because --strict ignores
// information.
func TestWhatLooksLikeABranchIsAWarning(t *testing.T) {
	for text, want := range map[string]diag.Severity{
		"[else if file:X]": diag.Warning, "[elseif file:X]": diag.Warning, "[elsif file:X]": diag.Warning, "[elif]": diag.Warning, "[ELIF file:X]": diag.Warning,
		"[else-if file:X]": diag.Warning, "[else_if file:X]": diag.Warning, "[#elif file:X]": diag.Warning, "[else unless file:X]": diag.Warning, "[else file:X]": diag.Warning,
		"[unless file:X]": diag.Warning, "[Unless git:branch]": diag.Warning, "[#unless file:X]": diag.Warning, "[ifnot file:X]": diag.Warning, "[ifdef file:X]": diag.Warning,
		"[when file:X]": diag.Warning, "[end]": diag.Warning, "[end if]": diag.Warning, "[end-if]": diag.Warning, "[/if]": diag.Warning, "[endunless]": diag.Warning,
		"[ENDIF]": diag.Warning, "[Else]": diag.Warning, "[IF file:X]": diag.Warning, "[if not file:X]": diag.Warning, "[if! file:X]": diag.Warning, "[#if file:X]": diag.Warning,
		"[file :X]": diag.Info, "[If all pass]": diag.Info,
	} {
		got := check(text, vars("file:X=x"), Options{})
		if len(got) != 1 || got[0].Code != diag.NearTag || got[0].Severity != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
	for _, text := range []string{"[unless noted]", "[when asked]", "[END]", "[ends]", "[elif.md]", "- [ ]", "[else the usual]"} {
		if got := check(text, vars(), Options{}); len(got) != 0 {
			t.Errorf("%s: %+v", text, got)
		}
	}
	if got := check(strings.Repeat("[file :X]", MaxProblems)+"[elif file:X]", vars(), Options{}); got[len(got)-1].Severity != diag.Warning {
		t.Errorf("an unlisted warning is lost: %+v", got[len(got)-1])
	}
}

// A path that looks like another language names no file, and a guard would not help.
func TestSignsOfOtherLanguagesInPathsAreReported(t *testing.T) {
	for text, says := range map[string]string{
		`file:"A.md"`: "without quotes: [file:name]", "file:A.md|trim": "filters do not exist", "file:A.md#L1-3": "inserted whole", "file:docs/*.md": "patterns do not exist", "file:$HOME/A.md": "environment variables are not replaced",
		"file:A.md": "if it may be missing", "file:a $5.md": "if it may be missing", "file:A.md then": "if it may be missing",
	} {
		if got := check("["+text+"]", vars(), Options{}); len(got) != 1 || got[0].Code != diag.Missing || !strings.Contains(got[0].Hint, says) {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

// galley takes an operator in a condition for a part of the name. The name then has no value, and
// the wrong branch is sent.
func TestOperatorsInConditionsAreReported(t *testing.T) {
	have := vars("file:A.md=a", "file:B.md=b", "file:a && b.md=odd", "git:branch=main")
	for text, says := range map[string]string{
		"file:A.md && file:B.md": "&&", "file:A.md and file:B.md": "and", "file:A.md or B.md": "or", "file:A.md || file:X.md": "||", "file:A.md&&file:B.md": "&&",
		"file:A.md == x": "==", "file:A.md = x": "=", "file:A.md != x": "!=", "file:A.md contains x": "contains", "file:A.md exists": "exists", "file:A.md#L1": "#L", "file:A.md|trim": "|", "file:A.md | trim": "|",
		`file:"A.md"`: "quote", "file:'A.md'": "quote", "file:“A.md”": "quote", "git:branch == main": "==", `system:os == "x"`: "==", "git:branch and git:status": "and",
		"file:A.md, file:B.md": `","`, "file:A.md; file:B.md": ";", "file:A.md & file:B.md": "&", "file:A.md + FILE:B.md": "+", "file:A.md file:B.md": "the second key", "git:branch, git:status": ",",
		"file:A.md then": "then", "file:A.md?": "?", "file:A.md:": ":", "file:A.md ;": ";", "file:*.md": "*", "file:$HOME/A.md": "$", "file:${PWD}/A.md": "$",
		"file: A.md": "the spaces",
	} {
		for _, not := range []string{"", "!"} {
			got := check("[if "+not+text+"]x[endif]", have, Options{})
			if len(got) != 1 || got[0].Code != diag.UnknownName || got[0].Severity != diag.Warning || !strings.Contains(got[0].Message, says) || got[0].Hint == "" {
				t.Errorf("%s%s: %+v", not, text, got)
			}
		}
	}
	for _, name := range []string{"a && b.md", "docs/this and that.md", "Rock or Roll", "C#Lists.md", "a=b.md", "what is new.md", "A.md", "this, that.md", "costs $5.md", "now and then.md", "really?", "a:b", "profile:me", "a & b.md", "x profile:me"} {
		if got := check("[if file:"+name+"]x[endif]", have, Options{}); len(got) != 0 {
			t.Errorf("file:%s: %+v", name, got)
		}
	}
}
