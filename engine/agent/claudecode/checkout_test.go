package claudecode_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/claudecode"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// linked makes a repository at /p, a linked worktree of it at /w, a worktree of the bare
// repository /b.git at /bw, a submodule at /p/sub, and /plain without a repository.
func linked() *facts.Memory {
	return agenttest.Bare().File("/x.md", "An approved import.").
		Dir("/p/.git").File("/p/CLAUDE.md", "@/x.md").File("/p/part/a.go", "").
		File("/w/.git", "gitdir: /p/.git/worktrees/w\n").File("/p/.git/worktrees/w/commondir", "../..\n").File("/w/CLAUDE.md", "@/x.md").File("/w/part/a.go", "").
		File("/bw/.git", "gitdir: /b.git/worktrees/bw\n").File("/b.git/worktrees/bw/commondir", "../..\n").File("/bw/CLAUDE.md", "@/x.md").
		File("/p/sub/.git", "gitdir: ../.git/modules/sub\n").File("/p/.git/modules/sub/HEAD", "ref: refs/heads/main\n").File("/p/sub/CLAUDE.md", "@/x.md").
		File("/plain/CLAUDE.md", "@/x.md")
}

// Claude Code keeps approvals, servers and memory under the main checkout's path.
func TestProjectStateIsKeptUnderTheMainCheckout(t *testing.T) {
	t.Parallel()
	for cwd, key := range map[string]string{"/p": "/p", "/p/part": "/p", "/w": "/p", "/w/part": "/p", "/bw": "/b.git", "/p/sub": "/p/sub", "/plain": "/plain"} {
		for _, under := range []string{"/p", "/p/part", "/w", "/w/part", "/bw", "/b.git", "/", "/p/sub", "/plain"} {
			w := linked().File("/h/.claude/projects/"+strings.NewReplacer("/", "-", ".", "-").Replace(under)+"/memory/MEMORY.md", "What I noted.").
				File("/h/.claude.json", `{"projects":{"`+under+`":{"hasClaudeMdExternalIncludesApproved":true,"mcpServers":{"s":{"command":"true"}}}}}`)
			trace := agenttest.Discover(t, w, "claude-code", cwd, discovery.Options{})
			got := map[string]bool{
				"import": strings.Contains(trace.Text.String(), "An approved import."),
				"memory": strings.Contains(trace.Text.String(), "What I noted."),
				"server": slices.ContainsFunc(trace.Candidates, func(c discovery.Candidate) bool { return c.Kind == discovery.Server && c.Name == "s" }),
			}
			in := start.Input{World: w, Home: "/h", Cwd: cwd, Project: cwd, Scratch: "/s", URL: "http://127.0.0.1:1", Key: "sk-galley-0123456789abcdef0123"}
			plan, err := claudecode.Start.Headless(in)
			if err != nil {
				t.Fatal(err)
			}
			got["copy"] = slices.ContainsFunc(plan.Files, func(f start.File) bool { return strings.Contains(f.Text, "hasClaudeMdExternalIncludesApproved") })
			got["run"] = slices.ContainsFunc(claudecode.Start.Runs(in), func(r start.Run) bool { return r.Name == "s" })
			for what, seen := range got {
				if seen != (under == key) {
					t.Errorf("in %s, state under %s: %s %v", cwd, under, what, seen)
				}
			}
		}
	}
}

// In an interactive capture nobody can answer Claude Code's question about imports from outside
// the directory. The plan therefore records that the question was already shown.
func TestInteractiveCaptureAsksNothingAboutImports(t *testing.T) {
	t.Parallel()
	in := start.Input{World: linked(), Home: "/h", Cwd: "/w/part", Project: "/w", Scratch: "/s", URL: "http://127.0.0.1:1", Key: "sk-galley-0123456789abcdef0123"}
	plan, err := claudecode.Start.Interactive(in)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(plan.Files, func(f start.File) bool { return f.Path == "cfg/.claude.json" })
	if i < 0 || !strings.Contains(strings.Join(strings.Fields(plan.Files[i].Text), ""), `"projects":{"/p":{"hasTrustDialogAccepted":true,"hasClaudeMdExternalIncludesWarningShown":true}}`) {
		t.Errorf("%+v", plan.Files)
	}
}
