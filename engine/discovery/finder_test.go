package discovery_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// told runs rules as the discovery of an agent in a repository, and prints each candidate with its
// verdict.
func told(t *testing.T, w *facts.Memory, rules func(context.Context, *discovery.Finder)) string {
	t.Helper()
	versions := []discovery.Version{{Name: "1", Evidence: discovery.Executed}}
	find := discovery.By("cook", versions, discovery.Executed, func(ctx context.Context, f *discovery.Finder) (*discovery.Trace, error) {
		rules(ctx, f)
		return f.Done("\n")
	})
	trace, err := find(context.Background(), w.Env("HOME", "/h").Dir("/h").Dir("/p/.git").Dir("/p/d"), discovery.Options{Cwd: "/p/d"})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, c := range trace.Candidates {
		line := strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s", c.Path, c.LoadType, c.Verdict, c.Reason, c.Detail))
		for _, r := range c.Remarks {
			line += fmt.Sprintf("; %s %s", r.Reason, r.Detail)
		}
		lines = append(lines, line)
	}
	return strings.Join(append(lines, trace.Notes...), "\n")
}

func TestFirstExistingNameExcludesOthers(t *testing.T) {
	names := []string{"a.md", "b.md", "c.md", "d.md", "e.md"}
	w := facts.NewMemory().File("/p/d/b.md", " ").File("/p/d/c.md", "C").File("/p/d/d.md", "D").Link("/p/d/e.md", "nowhere")
	got := told(t, w, func(_ context.Context, f *discovery.Finder) {
		f.FirstName("/p/d", "local", names, func(c *discovery.Candidate) bool {
			text, ok := f.Text(c)
			if !ok || strings.TrimSpace(text.String()) == "" {
				c.No(discovery.Empty, "")
				return false
			}
			c.Load(text, text.Len())
			return true
		})
	})
	want := "/p/d/b.md at launch not loaded empty\n/p/d/c.md at launch loaded\n/p/d/d.md at launch not loaded shadowed-by-kind /p/d/c.md comes first\n/p/d/e.md at launch not loaded dangling-link"
	if !strings.HasPrefix(got, want) {
		t.Errorf("told\n%s\nwant\n%s", got, want)
	}
}

func TestMarkdownRulesOfAFolderAreSortedByPath(t *testing.T) {
	w := facts.NewMemory().File("/p/d/r/b.md", "B").File("/p/d/r/a.md", "../AGENTS.md").File("/p/d/AGENTS.md", "A").File("/p/d/r/a.txt", "T").File("/p/d/r/x/c.md", "C")
	got := told(t, w, func(ctx context.Context, f *discovery.Finder) {
		f.MarkdownRules(ctx, "/p/d/r", "whether folders count", func(c *discovery.Candidate, text source.Text) { c.Load(text, text.Len()) })
		if files := f.MarkdownIn("/p/d/r"); fmt.Sprint(files) != "[/p/d/r/a.md /p/d/r/b.md]" {
			t.Errorf("Markdown files %q", files)
		}
	})
	want := `/p/d/r/a.md at launch loaded; link-as-text its text is only "../AGENTS.md", and the file of that path is not loaded through it
/p/d/r/a.txt never not loaded not-looked-for only .md files are rules
/p/d/r/b.md at launch loaded
/p/d/r/x/c.md at launch not known not-known whether folders count`
	if !strings.HasPrefix(got, want) {
		t.Errorf("told\n%s\nwant\n%s", got, want)
	}
}
