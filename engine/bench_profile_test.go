package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/scenario"
	"galley/engine/settings"
)

// manyTools returns a list of n tools in the form of a server's answer, with schemas of some size.
func manyTools(n int) string {
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"tool_%d","description":"Does the %dth thing, and says what came of it.","inputSchema":{"type":"object","properties":{`, i, i)
		for p := range 6 {
			if p > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"argument_%d":{"type":"string","description":"What the %dth thing is done with; a number, a name or a path of the project."}`, p, i)
		}
		b.WriteString(`},"required":["argument_0"]}}`)
	}
	b.WriteString(`]}`)
	return b.String()
}

// repository returns a project with rule files in its parent directories, settings with patterns
// and a tree to search.
func repository() *facts.Memory {
	w := project().File("/p/.git/HEAD", "ref: refs/heads/main\n").
		File("/p/opencode.json", `{"instructions": ["docs/**/*.md", "~/rules/*.md"]}`).
		File("/home/u/.config/opencode/AGENTS.md", "Mine.\n").
		OnGit("/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/p\n"})
	for i := range 200 {
		w.File(fmt.Sprintf("/p/docs/part%d/chapter%d.md", i%20, i), strings.Repeat("A rule of the house.\n", 20))
		w.File(fmt.Sprintf("/p/src/part%d/file%d.go", i%20, i), "package x\n")
	}
	return w
}

// BenchmarkProfileKey measures the work for one key under an agent's profile: it finds rule files,
// declares 117 tools and counts for three providers.
func BenchmarkProfileKey(b *testing.B) {
	for _, profile := range []string{"template", "opencode", "opencode@1.1.34", "openagentic", "gemini-cli", "codebolt", "pilotdeck", "yume-gemini"} {
		for _, size := range []struct {
			name  string
			bytes int
		}{{"60KB", 60 << 10}, {"1MB", 1 << 20}} {
			b.Run(profile+"/"+size.name, func(b *testing.B) {
				text := document(size.bytes, "for i := range xs[1] {}")
				bench := New(repository(), WithVocabularies())
				r := request("")
				r.Profile, r.Provider, r.Model = profile, "anthropic", "claude-sonnet-4-5"
				r.Scenario = scenario.Scenario{Tools: scenario.Tools{Given: true, Text: settings.Text{Given: true, Text: manyTools(117), File: "/p/tools.json"}}}
				middle := len(text) / 2
				key := func(i int) {
					r.Template.Text = text[:middle] + strings.Repeat("x", i%50+1) + text[middle:]
					if _, err := bench.Render(context.Background(), r); err != nil {
						b.Fatal(err)
					}
				}
				key(0) // initialises what is made only once
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for i := 1; b.Loop(); i++ {
					key(i)
				}
			})
		}
	}
}

// BenchmarkKeyInALargeDirectory measures the work for one key under the profile that lists the
// project, in a directory of 30,000 entries.
func BenchmarkKeyInALargeDirectory(b *testing.B) {
	world := repository()
	for i := range 30_000 {
		world.File(fmt.Sprintf("/p/component-%05d.ts", (i*7919)%30_000), "")
	}
	bench := New(world, WithVocabularies())
	r := request("")
	r.Profile, r.Provider, r.Model = "gemini-cli", "google", "gemini-2.5-pro"
	text := document(60<<10, "for i := range xs[1] {}")
	middle := len(text) / 2
	key := func(i int) {
		r.Template.Text = text[:middle] + strings.Repeat("x", i%50+1) + text[middle:]
		if _, err := bench.Render(context.Background(), r); err != nil {
			b.Fatal(err)
		}
	}
	key(0) // the directory is listed once
	b.ReportAllocs()
	for i := 1; b.Loop(); i++ {
		key(i)
	}
}
