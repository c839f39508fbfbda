package agent_test

import (
	"context"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// The matrix has a row for each path. If an agent loads a file under another path or as an import,
// the row of the file says that the agent loads it.
func TestAFileLoadedUnderAnotherPathIsSaidToBeLoaded(t *testing.T) {
	repository := func() *facts.Memory { return agenttest.Repository() }
	imported := repository().File("/p/GEMINI.md", "@AGENTS.md\n").File("/p/AGENTS.md", "Be brief.\n")
	chain := repository().File("/p/.agents/AGENTS.md", "Be brief.\n").Link("/p/AGENTS.md", ".agents/AGENTS.md").Link("/p/CLAUDE.md", "AGENTS.md")
	apart := repository().File("/p/GEMINI.md", "Be short.\n").File("/p/AGENTS.md", "Be brief.\n")
	behind := repository().File("/p/.agents/AGENTS.md", "Be brief.\n").Link("/p/AGENTS.md", ".agents/AGENTS.md").File("/p/GEMINI.md", "@.agents/AGENTS.md\n")
	for _, tt := range []struct {
		world       *facts.Memory
		agent, file string
		verdict     discovery.Verdict
		why         string
	}{
		{imported, "gemini-cli", "/p/AGENTS.md", discovery.Loaded, "imported by GEMINI.md"},
		{behind, "gemini-cli", "/p/AGENTS.md", discovery.Loaded, "imported by GEMINI.md"},
		{chain, "claude-code", "/p/.agents/AGENTS.md", discovery.Loaded, "loaded as CLAUDE.md, which is a link to it"},
		{chain, "claude-code", "/p/AGENTS.md", discovery.Loaded, "loaded as CLAUDE.md, which is the same file"},
		{apart, "gemini-cli", "/p/AGENTS.md", discovery.NotLoaded, "the agent reads GEMINI.md"},
	} {
		a, version, err := agent.Known().Lookup(tt.agent)
		if err != nil {
			t.Fatal(err)
		}
		traces, _, err := discovery.Survey(context.Background(), tt.world, []discovery.SurveyAgent{a.Asked(version)}, discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		row := discovery.Row{Path: tt.file, Cells: make([]discovery.Cell, 1)}
		if real, err := tt.world.RealPath(tt.file); err == nil && real != tt.file {
			row.RealPath = real
		}
		if got := discovery.ExplainRow(traces[0], &row); got.Verdict != tt.verdict || got.Why != tt.why || (got.Remedy == "") != (tt.verdict == discovery.Loaded) {
			t.Errorf("%s, %s: %s, %q, remedy %q; want %s, %q", tt.agent, tt.file, got.Verdict, got.Why, got.Remedy, tt.verdict, tt.why)
		}
	}
}

// Explain and the matrix say that an agent reads a file that it imports, even if the agent does
// not look for files there.
func TestAnImportedFileIsSaidToBeLoadedWhereTheAgentDoesNotLook(t *testing.T) {
	below := agenttest.Repository().File("/p/QWEN.md", "@./three.txt\n").File("/p/three.txt", "@./a/AGENTS.md\n").File("/p/a/AGENTS.md", "Be brief.\n")
	behind := agenttest.Repository().File("/p/QWEN.md", "@./x.md\n").File("/p/x.md", "Be brief.\n").File("/p/b/main.go", "").Link("/p/b/AGENTS.md", "../x.md")
	apart := agenttest.Repository().File("/p/QWEN.md", "Text.\n").File("/p/a/AGENTS.md", "Be brief.\n")
	for _, tt := range []struct {
		world *facts.Memory
		file  string
		want  discovery.Verdict
		why   string
	}{
		{below, "/p/a/AGENTS.md", discovery.Loaded, "imported by QWEN.md"},
		{behind, "/p/b/AGENTS.md", discovery.Loaded, "imported by QWEN.md"},
		{apart, "/p/a/AGENTS.md", discovery.NotLoaded, ""},
	} {
		a, version, err := agent.Known().Lookup("qwen-code")
		if err != nil {
			t.Fatal(err)
		}
		asked := []discovery.SurveyAgent{a.Asked(version)}
		answers, err := discovery.Explain(context.Background(), tt.world, asked, discovery.Options{Cwd: "/p"}, tt.file)
		if err != nil {
			t.Fatal(err)
		}
		if got := answers[0]; got.Verdict != tt.want || got.Why != tt.why || (got.Remedy == "") != (tt.want == discovery.Loaded) {
			t.Errorf("%s: %s, %q, remedy %q", tt.file, got.Verdict, got.Why, got.Remedy)
		}
		traces, _, err := discovery.Survey(context.Background(), tt.world, asked, discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range discovery.NewMatrix(traces).Rows {
			if cell := row.Cells[0]; row.Path == tt.file && (cell.Verdict != tt.want || cell.By != tt.why || (cell.Reason() == "") != (tt.why != "")) {
				t.Errorf("the matrix has for %s: %s %s, by %q", tt.file, cell.Verdict, cell.Reason(), cell.By)
			}
		}
	}
}

// A file that an agent loads under another path has the matrix's sign of a loaded file.
func TestTheMatrixMarksFilesThatALinkOrAnImportBrings(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "Be brief.\n").Link("/p/CLAUDE.md", "AGENTS.md").File("/p/GEMINI.md", "@AGENTS.md\n")
	var asked []discovery.SurveyAgent
	for _, name := range []string{"claude-code", "gemini-cli", "codex"} {
		a, version, err := agent.Known().Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		asked = append(asked, a.Asked(version))
	}
	traces, _, err := discovery.Survey(context.Background(), w, asked, discovery.Options{Cwd: "/p"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"/p/AGENTS.md": {"loaded as CLAUDE.md, which is a link to it", "imported by GEMINI.md", ""},
		"/p/CLAUDE.md": {"", "imported by GEMINI.md", "loaded as AGENTS.md, which is the same file"},
	}
	found := 0
	for _, row := range discovery.NewMatrix(traces).Rows {
		for i, by := range want[row.Path] {
			found++
			if cell := row.Cells[i]; cell.Verdict != discovery.Loaded || cell.By != by {
				t.Errorf("%s, %s: %s, by %q, want %q", row.Path, traces[i].Agent, cell.Verdict, cell.By, by)
			}
		}
	}
	if found != 6 {
		t.Errorf("%d cells were compared, want 6", found)
	}
}
