package agent_test

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/vscode"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// deadPatterns returns only doctor's problems about patterns that match nothing.
func deadPatterns(t *testing.T, w facts.World, cwd string, names ...string) []string {
	t.Helper()
	return slices.DeleteFunc(examined(t, w, cwd, names...), func(s string) bool {
		return !strings.HasPrefix(s, string(diag.DeadPattern)+" ")
	})
}

func TestDoctorFindsPatternsWithoutFiles(t *testing.T) {
	const (
		instructions = "/p/.github/instructions/a.instructions.md"
		mdc          = "/p/.cursor/rules/a.mdc"
		clineRule    = "/p/.clinerules/a.md"
		claudeRule   = "/p/.claude/rules/a.md"
	)
	head := func(lines string) string { return "---\n" + lines + "\n---\nDo so.\n" }
	src := func(w *facts.Memory) { w.File("/p/src/deep/a.ts", "x") }
	for _, tt := range []struct {
		name, agents, file, text string
		build                    func(w *facts.Memory)
		want                     string // "" for no problem
	}{
		{"a pattern with a file", "vscode", instructions, head(`applyTo: "src/**/*.ts"`), src, ""},
		{"a pattern without a file", "vscode", instructions, head(`applyTo: "lib/**"`), src, instructions + ":2:1 no file of the project matches applyTo: lib/**"},
		{"the place is that of the key", "vscode", instructions, head("description: for lib/**\napplyTo: 'lib/**'"), src, instructions + ":3:1 no file of the project matches applyTo"},
		{"one of several patterns", "vscode", instructions, head(`applyTo: "lib/**,src/**"`), src, ""},
		{"none of several patterns", "vscode", instructions, head(`applyTo: "lib/**, web/{a,b}/*.ts"`), src, instructions + ":2:1 no file of the project matches applyTo: lib/**, web/{a,b}/*.ts"},
		{"braces", "vscode", instructions, head(`applyTo: "**/*.{js,ts}"`), src, ""},
		{"braces without a match", "vscode", instructions, head(`applyTo: "**/*.{js,jsx}"`), src, instructions + ":2:1 no file of the project matches applyTo"},
		{"many", "vscode", instructions, head(`applyTo: "a,b,c,d,e"`), src, instructions + ":2:1 no file of the project matches applyTo: a, b, c and 2 more"},
		{"unknown whether it matches at any depth", "vscode", instructions, head(`applyTo: "*.ts"`), src, ""},
		{"no match at any depth", "vscode", instructions, head(`applyTo: "*.rs"`), src, instructions + ":2:1 no file of the project matches applyTo"},
		{"unknown what a leading slash means", "vscode", instructions, head(`applyTo: "/src/**"`), src, ""},
		{"without a slash, at any depth", "claude-code", claudeRule, head("paths:\n  - \"*.ts\""), src, ""},
		{"with a leading slash, only at the root", "claude-code", claudeRule, head("paths:\n  - \"/*.ts\""), src, claudeRule + ":2:1 no file of the project matches paths: /*.ts"},
		{"globs", "cursor", mdc, head("globs: lib/**\nalwaysApply: false"), src, mdc + ":2:1 no file of the project matches globs"},
		{"globs that are not used", "cursor", mdc, head("globs: lib/**\nalwaysApply: true"), src, ""},
		{"a folder's own rules", "cursor", "/p/web/.cursor/rules/a.mdc", head("globs: src/**"), func(w *facts.Memory) { w.File("/p/src/a", "x") },
			"/p/web/.cursor/rules/a.mdc:2:1 no file of the project matches globs"},
		{"a list", "cline", clineRule, head("paths:\n  - lib/**\n  - web/**"), src, clineRule + ":2:1 no file of the project matches paths: lib/**, web/**"},
		{"a rule that loads always", "cline", clineRule, head("paths: lib/**"), src, ""},
		{"a negated pattern", "cline", clineRule, head("paths:\n  - \"!src/**\""), src, ""},
		{"an extended glob", "cline", clineRule, head("paths:\n  - \"src/**/*.@(ts|js)\""), src, ""},
		{"one report for many agents", "cursor cline opencode", mdc, head("globs: [lib/**]\npaths: [lib/**]"), src, mdc + ":3:1 no file of the project matches paths: lib/** (cursor, cline)"},
		{"matches for one agent, not for another", "vscode claude-code", claudeRule, head(`paths: ["/*.ts"]`), src, claudeRule + ":2:1 no file of the project matches paths: /*.ts (claude-code)"},
		{"a user's own rule", "claude-code", "/h/.claude/rules/a.md", head("paths: [lib/**]"), src, ""},
		{"in a directory that is not searched", "vscode", instructions, head(`applyTo: "node_modules/x/**"`), func(w *facts.Memory) { w.File("/p/node_modules/x/a.ts", "x") }, ""},
		{"only in directories that are not searched", "vscode", instructions, head(`applyTo: "**/*.ts"`), func(w *facts.Memory) { w.File("/p/node_modules/x/a.ts", "x") },
			instructions + ":2:1 no file of the project matches applyTo"},
		{"below a link", "vscode", instructions, head(`applyTo: "lib/**/*.ts"`), func(w *facts.Memory) { w.Dir("/x").Link("/p/lib", "/x") }, ""},
		{"beside a link", "vscode", instructions, head(`applyTo: "web/**/*.ts"`), func(w *facts.Memory) { w.Dir("/x").Link("/p/lib", "/x") },
			instructions + ":2:1 no file of the project matches applyTo"},
		{"in a directory that cannot be listed", "vscode", instructions, head(`applyTo: "**/*.rs"`),
			func(w *facts.Memory) { w.Dir("/p/shut").Throw("/p/shut", fs.ErrPermission) }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := agenttest.Repository().File(tt.file, tt.text)
			tt.build(w)
			found := deadPatterns(t, w, "/p", strings.Fields(tt.agents)...)
			if tt.want == "" && len(found) == 0 {
				return
			}
			if len(found) != 1 || tt.want == "" || !strings.HasPrefix(found[0], "dead-pattern "+tt.want) {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(found, "\n"), tt.want)
			}
		})
	}
}

func TestNoPatternIsCalledDeadAfterATruncatedSearch(t *testing.T) {
	w := agenttest.Repository().File("/p/.github/instructions/a.instructions.md", "---\napplyTo: lib/**\n---\nA")
	asked := []discovery.SurveyAgent{{Agent: "vscode", Discover: vscode.Discover}}
	dead := func(ctx context.Context) bool {
		traces, _, err := discovery.Survey(context.Background(), w, asked, discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(discovery.Doctor(ctx, w, traces), func(p diag.Problem) bool { return p.Code == diag.DeadPattern })
	}
	if !dead(context.Background()) {
		t.Fatal("after a complete search no pattern is reported as dead")
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if dead(over) {
		t.Error("reported as dead after a search that timed out")
	}
	for i := range discovery.BelowDirs {
		w.Dir(fmt.Sprintf("/p/many/%d", i))
	}
	if dead(context.Background()) {
		t.Error("reported as dead after a search of too many directories")
	}
}

func TestRuleAboveTheSessionCoversOtherDirectories(t *testing.T) {
	w := agenttest.Repository().File("/p/.windsurf/rules/a.md", "---\ntrigger: glob\nglobs: api/**\n---\nA").File("/p/api/x.go", "x").Dir("/p/web")
	if found := deadPatterns(t, w, "/p/web", "windsurf"); len(found) != 0 {
		t.Errorf("found %q", found)
	}
}
