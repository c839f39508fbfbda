package discovery

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/source"
)

func TestSearchBelowListsWhatLooksLikeRules(t *testing.T) {
	w := facts.NewMemory().File("/p/.rules", "x").File("/p/a.MD", "x").File("/p/b.mdc", "x").File("/p/c.markdown", "x").File("/p/d.txt", "x").File("/p/.git/x.md", "x").File("/p/node_modules/x.md", "x").
		File("/p/z/y/.dot/e.md", "x").File("/p/a/f.md", "x").Link("/p/linked", "/out").File("/out/x.md", "x").Link("/p/lost", "/nowhere").Link("/p/to.md", "a.MD").Dir("/p/shut").Mode("/p/shut", 0)
	for all, want := range map[bool]string{
		false: "[/p/.rules /p/a.MD /p/b.mdc /p/c.markdown /p/to.md /p/a/f.md /p/z/y/.dot/e.md] [/p/z/y/.dot] true [] [/p/shut]",
		true: "[/p/.rules /p/a.MD /p/b.mdc /p/c.markdown /p/to.md /p/a/f.md /p/z/y/.dot/e.md] [/p/z/y/.dot] true " +
			"[/p/.rules /p/a.MD /p/b.mdc /p/c.markdown /p/d.txt /p/linked /p/lost /p/to.md /p/a/f.md /p/z/y/.dot/e.md] [/p/linked /p/shut]",
	} {
		s := &searches{all: all}
		found := s.in(context.Background(), w, "/p")
		same(t, fmt.Sprint(all), fmt.Sprintf("%s %s %v%s %s %s", found.files, found.Dirs, found.skipped, found.cut, found.every, found.blind), want)
		if s.in(context.Background(), w, "/p") != found || s.in(context.Background(), w, "/p/a") == found {
			t.Error("each directory is not searched once")
		}
	}
	if found := new(searches).in(context.Background(), w, "/p/a"); found.skipped || len(found.files) != 1 {
		t.Errorf("below /p/a: %+v", found)
	}
}

func TestSearchThatIsCancelledSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if found := new(searches).in(ctx, facts.NewMemory().File("/p/a.md", "x"), "/p"); found.cut != "the search below /p took too long and was stopped" || found.files != nil {
		t.Errorf("%+v", found)
	}
}

// listing is a world in which every directory has the same entries. After a number of calls of
// ReadDir, which most limits, directories are empty.
type listing struct {
	facts.World
	entries []facts.Entry
	most    int
	asked   *int
}

func (w listing) ReadDir(string) ([]facts.Entry, error) {
	if *w.asked++; *w.asked >= w.most {
		return nil, nil
	}
	return w.entries, nil
}

func TestSearchEndsAfterManyNames(t *testing.T) {
	for n, want := range map[int]string{250_000: "", 250_001: "the search below /p was stopped after 500,000 names"} {
		entries := slices.Repeat([]facts.Entry{{Name: ".git", Type: fs.ModeDir}}, n) // directories called .git are not entered, so they cost little
		entries[0].Name, entries[1].Name = "a", "b"
		asked, listed := 0, 5
		if want != "" {
			listed = 2
		}
		if found := new(searches).in(context.Background(), listing{facts.NewMemory(), entries, 3, &asked}, "/p"); found.cut != want || asked != listed {
			t.Errorf("%d names in each of two directories: %q after %d directories", n, found.cut, asked)
		}
	}
}

func TestOnlyTheFirstDirectoriesAreListedThroughTheRecording(t *testing.T) {
	raw, watched := 0, 0
	sub := []facts.Entry{{Name: "d", Type: fs.ModeDir}}
	w := &searches{raw: listing{facts.NewMemory(), sub, 5, &raw}}
	w.in(context.Background(), listing{facts.NewMemory(), sub, BelowDirs, &watched}, "/p")
	if watched != BelowWatched || raw != 5 {
		t.Errorf("%d directories are watched, and %d more listed", watched, raw)
	}
}

func TestFilesOfANameBelow(t *testing.T) {
	w := kitchen().File("/p/d/A.md", "x").File("/p/d/s/A.md", "x").File("/p/d/s/xA.md", "x").File("/p/d/s/.a/A.md", "x").File("/p/d/B.md", "x").File("/p/d/t/B.md", "x")
	cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
		if got := fmt.Sprint(f.Below(ctx, "A.md", ".a/A.md", "B.md")); got != "[/p/d/s/A.md /p/d/t/B.md /p/d/s/.a/A.md /p/d/s/.a/A.md]" {
			t.Errorf("below are %s", got)
		}
	})
	for n, want := range map[int]string{BelowShown: "", BelowShown + 1: "201 files of these names are below /p/d; the first 200 are listed"} {
		w := kitchen()
		for i := range n {
			w.File(fmt.Sprintf("/p/d/%03d/A.md", i), "x")
		}
		trace := cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
			if files := f.Below(ctx, "A.md"); len(files) != BelowShown || files[199] != "/p/d/199/A.md" {
				t.Errorf("%d files are listed", len(files))
			}
		})
		same(t, fmt.Sprint(n), strings.Join(trace.Notes, "\n"), want)
	}
}

func TestSearchThatIsCutIsNotedOnce(t *testing.T) {
	for n, want := range map[int]string{BelowDirs - 1: "", BelowDirs: "the search below /p/d was stopped after 20,000 directories"} {
		asked := 0
		w := listing{facts.NewMemory().Dir("/p/d"), slices.Repeat([]facts.Entry{{Name: "d", Type: fs.ModeDir}}, n), 2, &asked}
		trace := cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
			if first, second := f.LookBelow(ctx), f.LookBelow(ctx); first != second {
				t.Error("the directory is searched twice")
			}
		})
		if same(t, fmt.Sprint(n), strings.Join(trace.Notes, "\n"), want); asked != BelowDirs {
			t.Errorf("%d of %d directories are listed", asked, n+1)
		}
	}
}

func TestFilesOfARuleDirectory(t *testing.T) {
	w := kitchen().File("/r/b.md", "x").File("/r/a/c.md", "x").Link("/r/l.md", "b.md").Link("/r/lost.md", "no").Link("/r/dir", "/out").Link("/r/loop", ".").File("/out/o.md", "x").Link("/out/back", "/r/a").
		Special("/r/pipe", fs.ModeNamedPipe).ReadDirOrder("/r", "lost.md", "dir", "b.md")
	cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
		for name, tt := range map[string]struct {
			files []string
			want  string
		}{
			"without links": {f.FilesIn(ctx, "/r", false), "[/r/a/c.md /r/b.md /r/l.md /r/lost.md /r/pipe]"},
			"with links":    {f.FilesIn(ctx, "/r", true), "[/r/a/c.md /r/b.md /r/dir/o.md /r/l.md /r/lost.md /r/pipe]"},
			"as listed":     {f.FilesAsListed(ctx, "/r"), "[/r/lost.md /r/dir/back/c.md /r/dir/o.md /r/b.md /r/l.md /r/pipe]"},
			"none":          {f.FilesIn(ctx, "/none", true), "[]"},
		} {
			same(t, name, fmt.Sprint(tt.files), tt.want)
		}
		if got := fmt.Sprint(f.MarkdownIn("/r")); got != "[/r/b.md /r/l.md /r/lost.md]" {
			t.Errorf("Markdown files are %s", got)
		}
		done, cancel := context.WithCancel(ctx)
		cancel()
		if got := f.FilesIn(done, "/r", true); got != nil {
			t.Errorf("after the end: %s", got)
		}
	})
}

func TestRuleDirectoryIsReadToABound(t *testing.T) {
	w := kitchen().File("/r"+strings.Repeat("/s", 20)+"/a.md", "x").File("/r"+strings.Repeat("/s", 21)+"/b.md", "x")
	cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
		if got := f.FilesIn(ctx, "/r", true); len(got) != 1 || !strings.HasSuffix(got[0], "/a.md") {
			t.Errorf("of directories 20 and 21 deep: %s", got)
		}
	})
	for n, want := range map[int]string{5_000: "", 5_001: "/r: galley reads only the first 5000 files"} {
		asked := 0
		trace := cook(t, listing{kitchen().Dir("/r"), slices.Repeat([]facts.Entry{{Name: "f"}}, n), 2, &asked}, Options{}, func(ctx context.Context, f *Finder) {
			if got := len(f.FilesIn(ctx, "/r", true)); got != 5_000 {
				t.Errorf("%d files of %d", got, n)
			}
		})
		same(t, fmt.Sprint(n), strings.Join(trace.Notes, "\n"), want)
	}
}

func TestRulesOfADirectory(t *testing.T) {
	w := kitchen().File("/p/r/b.md", "B").File("/p/r/sub/c.md", "C").File("/p/r/a.txt", "A").File("/p/r/z.md", "Z").Mode("/p/r/z.md", 0)
	trace := cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
		f.MarkdownRules(ctx, "/p/r", "whether it counts", func(c *Candidate, text source.Text) { c.Load(text, 1) })
	})
	same(t, "report", report(trace), `
rules: /p/r/a.txt never, not loaded, not-looked-for: only .md files are rules
rules: /p/r/b.md at launch, loaded, file 1 with 1 of 1 bytes
rules: /p/r/sub/c.md at launch, not known, not-known: whether it counts
rules: /p/r/z.md at launch, not loaded, unreadable: permission denied
text "B"`)
}

func TestSkillsOfADirectory(t *testing.T) {
	w := kitchen().File("/s/SKILL.md", "x").File("/s/one/SKILL.md", "x").File("/s/one/inner/SKILL.md", "x").File("/s/two/deep/SKILL.md", "x").File("/s/two/deep/er/SKILL.md", "x").File("/s/three/a/b/SKILL.md", "x").File("/s/four/skill.md", "x").Link("/s/five", "/out").File("/out/SKILL.md", "x")
	cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
		for depth, want := range map[int]string{1: "[/s/five/SKILL.md /s/one/SKILL.md]", 2: "[/s/five/SKILL.md /s/one/SKILL.md /s/two/deep/SKILL.md]", 3: "[/s/five/SKILL.md /s/one/SKILL.md /s/three/a/b/SKILL.md /s/two/deep/SKILL.md]"} {
			same(t, fmt.Sprint(depth), fmt.Sprint(f.SkillFiles(ctx, "/s", depth)), want)
		}
		if got := f.SkillFiles(ctx, "/none", 1); got != nil {
			t.Errorf("of no directory: %s", got)
		}
	})
}

func TestDescribedFiles(t *testing.T) {
	w := kitchen().File("/p/a.md", "\n---\nname: x\n---\nA").File("/p/b.md", "---\nname: b\nglobs: *.go\n---\nBody\n")
	trace := cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
		for name, want := range map[string]string{"a": "true \n---\nname: x\n---\nA", "b": "true Body\n", "none": "false "} {
			c, _, rest, ok := f.Described(Skill, "/p/"+name+".md", "project")
			if got := fmt.Sprint(ok, " ", rest); got != want {
				t.Errorf("%s: %q", name, got)
			}
			f.Add(c)
		}
		slices.SortFunc(f.Trace.Candidates, func(a, b Candidate) int { return strings.Compare(a.Path, b.Path) })
	})
	same(t, "report", report(trace), `
project: /p/a.md at launch, not loaded, skill ""; front-matter: white space comes before the first ---, so it does not begin front matter
project: /p/b.md at launch, not loaded, skill "b"; front-matter: globs begins with a bare *, which means an alias in YAML: put the value in quotes
project: /p/none.md at launch, not loaded, skill "", missing`)
}

func TestInstructionFilesAndWholeFiles(t *testing.T) {
	w := kitchen().File("/p/i/b.instructions.md", "---\napplyTo: x\n---\nB").File("/p/i/a.md", "A").File("/p/i/sub/c.instructions.md", "\ufeff---\n---\nC").File("/p/i/z.instructions.md", "Z").Mode("/p/i/z.instructions.md", 0).
		File("/p/blank.md", " \n").File("/p/all.md", "All").File("/p/shut.md", "x").Mode("/p/shut.md", 0)
	trace := cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
		for range 2 {
			for _, name := range []string{"all", "blank", "shut", "none"} {
				c := f.Always("/p/"+name+".md", "local")
				if c.Path != "/p/"+name+".md" {
					t.Errorf("%s: %+v", name, c)
				}
			}
			f.InstructionFiles(ctx, "/p/i", "/p", "some", func(_ *Finder, c *Candidate, front *Front, base string) { c.Later(base + " " + front.Text("applyTo")) })
		}
		if fmt.Sprint(f.Taken) != "map[/p/all.md:local /p/blank.md:local /p/i/a.md:some /p/i/b.instructions.md:some /p/i/sub/c.instructions.md:some /p/i/z.instructions.md:some /p/shut.md:local]" {
			t.Errorf("taken are %v", f.Taken)
		}
	})
	same(t, "report", report(trace), `
local: /p/all.md at launch, loaded, file 1 with 3 of 3 bytes
local: /p/blank.md at launch, not loaded, empty
local: /p/shut.md at launch, not loaded, unreadable: permission denied
some: /p/i/a.md never, not loaded, not-looked-for: only *.instructions.md files are instructions
some: /p/i/b.instructions.md on demand, on demand, file 0 with 1 of 20 bytes: /p x
some: /p/i/sub/c.instructions.md on demand, on demand, file 0 with 1 of 12 bytes: /p ; front-matter: a byte order mark comes before the first ---
some: /p/i/z.instructions.md at launch, not loaded, unreadable: permission denied
text "All"`)
}

func TestFileThatReplacesTheSystemPrompt(t *testing.T) {
	w := kitchen().File("/p/s.md", "S").File("/p/shut.md", "S").Mode("/p/shut.md", 0)
	trace := cook(t, w, Options{}, func(ctx context.Context, f *Finder) {
		for _, name := range []string{"s", "none", "shut"} {
			if text, ok := f.SystemFile("/p/" + name + ".md"); ok != (name == "s") || text.String() != map[bool]string{true: "S"}[ok] {
				t.Errorf("%s: %q, %v", name, text.String(), ok)
			}
		}
	})
	same(t, "report", report(trace), `
system prompt: /p/s.md at launch, loaded, file 1 with 1 of 1 bytes
system prompt: /p/none.md at launch, not loaded, missing
system prompt: /p/shut.md at launch, not loaded, unreadable: permission denied
text "S"`)
}
