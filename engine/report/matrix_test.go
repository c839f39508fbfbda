package report

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/token"
)

// sideBySide runs the discovery of several agents in a repository with files for them.
func sideBySide(t *testing.T, o discovery.Options, names ...string) discovery.Matrix {
	t.Helper()
	w := facts.NewMemory().Env("HOME", "/h").Dir("/h").Dir("/p/.git").
		File("/p/AGENTS.md", "agents\n").Link("/p/CLAUDE.md", "AGENTS.md").File("/p/web/AGENTS.md", "web\n").
		File("/p/.cursor/rules/ts.mdc", "---\nglobs: web/**\n---\nts\n").File("/p/.windsurf/rules/a.md", "no trigger\n")
	var asked []discovery.SurveyAgent
	for _, name := range names {
		a, version, err := agent.Known().Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		asked = append(asked, a.Asked(version))
	}
	o.Cwd = "/p"
	traces, _, err := discovery.Survey(context.Background(), w, asked, o)
	if err != nil {
		t.Fatal(err)
	}
	return discovery.NewMatrix(traces)
}

func letters(_, text string) token.Count {
	return token.Count{Tokens: len(text), Basis: token.Exact, Method: "letters"}
}

func TestMatrixSaysWhichAgentReadsWhichFile(t *testing.T) {
	m := sideBySide(t, discovery.Options{}, "codex", "crush", "claude-code", "cursor", "windsurf")
	var b bytes.Buffer
	if err := MatrixText(&b, m, "", letters); err != nil {
		t.Fatal(err)
	}
	want := `/p

before your first message
  A codex@0.171.0          1 files        7 bytes        7 tokens
  B crush@37f36e9          3 files      159 bytes      159 tokens  in an order that is not stable
  C claude-code@2.1.332    1 files       83 bytes       83 tokens
  D cursor@docs-2026-11    1 files        7 bytes        7 tokens
  E windsurf@docs-2026-11  1 files        7 bytes        7 tokens

                      A B C D E   ● at launch  ○ on demand  ? not known  · not loaded
.cursor/rules/ts.mdc  · ● · ○ ·
.windsurf/rules/a.md  · · · · ?
AGENTS.md             ● ● ● ● ●
CLAUDE.md             ● ● ● ● ●   -> AGENTS.md
web/AGENTS.md         · · · ○ ○

differences
  A codex@0.171.0: none
  B crush@37f36e9: loads twice: CLAUDE.md (7 bytes, as AGENTS.md)
  C claude-code@2.1.332: none
  D cursor@docs-2026-11: none
  E windsurf@docs-2026-11: none
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestMatrixForAFileThatIsEdited(t *testing.T) {
	for file, want := range map[string]string{"/p/web/x.ts": "on demand", "/p/x.go": "not loaded"} {
		var b strings.Builder
		if err := MatrixText(&b, sideBySide(t, discovery.Options{File: file}, "cursor"), file, letters); err != nil || !strings.HasPrefix(b.String(), "/p\nwhile "+strings.TrimPrefix(file, "/p/")+" is edited\n\nbefore your first message\n") {
			t.Errorf("%v\n%s", err, b.String())
		}
		m := MatrixOf(sideBySide(t, discovery.Options{File: file}, "cursor"), file, letters)
		for _, row := range m.Rows {
			if strings.HasSuffix(row.Path, "ts.mdc") && row.Cells[0].Verdict != want {
				t.Errorf("while %s is edited the rule is %q, want %q", file, row.Cells[0].Verdict, want)
			}
		}
	}
}

func TestMatrixCellsSayHowTheRuleIsKnown(t *testing.T) {
	m := MatrixOf(sideBySide(t, discovery.Options{}, "codex", "goose", "claude-code", "windsurf"), "", letters)
	var got []string
	for _, row := range m.Rows {
		if row.Path == "/p/AGENTS.md" {
			for _, c := range row.Cells {
				got = append(got, c.Evidence)
			}
		}
	}
	if all := strings.Join(got, ", "); all != "measured on 0.171.0, read in the source code of 1.41, measured on 2.1.332, documented" {
		t.Error(all)
	}
	if m.Agents == nil || m.Rows == nil || m.Schema != Schema {
		t.Errorf("%+v", m)
	}
}
