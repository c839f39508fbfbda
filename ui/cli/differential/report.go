//go:build unix

package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"galley/engine/textutil"
)

// group holds the results of one version of an agent with one seed.
type group struct {
	agent, version, followed string
	seed                     uint64
	things                   bool
	count                    map[string]int // numbers of trees by outcome
	loaded                   int
	differ, silent           []row
}

// groups groups rows by agent, version and seed.
func groups(rows []row) []*group {
	type id struct {
		agent, version string
		seed           uint64
		things         bool
	}
	found := map[id]*group{}
	for _, r := range rows {
		of := id{r.Agent, r.Version, r.Seed, r.Things}
		g := found[of]
		if g == nil {
			g = &group{agent: r.Agent, version: r.Version, seed: r.Seed, things: r.Things, count: map[string]int{}}
			found[of] = g
		}
		g.followed = cmp.Or(g.followed, r.Followed)
		g.count[r.Outcome]++
		g.loaded += r.Loaded
		switch r.Outcome {
		case differs:
			g.differ = append(g.differ, r)
		case unusable:
			g.silent = append(g.silent, r)
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.agent, b.agent), cmp.Compare(a.version, b.version), cmp.Compare(a.seed, b.seed), cmp.Compare(a.contents(), b.contents()))
	})
}

// contents says what the trees contain besides rule files, skills, settings and links.
func (g *group) contents() string {
	if g.things {
		return ", with sub-agents and commands"
	}
	return ""
}

func (g *group) trees() (n int) {
	for _, of := range g.count {
		n += of
	}
	return n
}

// preface is the text at the start of the page.
const preface = `# Agents and galley on random trees

` + "`go run ./ui/cli/differential`" + ` makes random projects and homes, starts the installed agent in each, and compares its
request with what galley says that it loads: the text of each rule file byte for byte, which files, their order, and
what ` + "`galley explain`" + ` says of each. ` + "`-report`" + ` makes this page from the results; it is not written by hand.

A tree is not measured if the agent twice sent nothing within its time, or needed a network that it cannot reach here. Such a
tree counts neither for nor against galley. A tree counts as not known if the only differences are in files of which galley
says that it does not know what the agent does with them.

| agent | version | followed as | seed | trees | same | does not start, as galley says | not known | differ | not measured | files loaded in a tree |
|---|---|---|---|---|---|---|---|---|---|---|
`

// page returns the results of rows as Markdown.
func page(rows []row) string {
	var b strings.Builder
	b.WriteString(preface)
	all := groups(rows)
	for _, g := range all {
		fmt.Fprintf(&b, "| %s | %s | %s | %d%s | %d | %d | %d | %d | %d | %d | %.1f |\n", g.agent, cmp.Or(g.version, "not known"), cmp.Or(g.followed, "not known"), g.seed, g.contents(),
			g.trees(), g.count[same], g.count[refused], g.count[unknown], g.count[differs], g.count[unusable], float64(g.loaded)/float64(g.trees()))
	}
	b.WriteString("\n## Trees that differ\n\n")
	none := true
	for _, g := range all {
		for _, r := range g.differ {
			none = false
			fmt.Fprintf(&b, "- %s %s, seed %d, tree %d\n", r.Agent, r.Version, r.Seed, r.Tree)
			for _, d := range r.Differences {
				fmt.Fprintf(&b, "  - %s\n", plain(d))
			}
			if len(r.Notes) == 0 {
				b.WriteString("  - galley tells the user nothing of this tree\n")
			}
			for _, note := range r.Notes {
				fmt.Fprintf(&b, "  - galley tells the user: %s\n", plain(note))
			}
		}
	}
	if none {
		b.WriteString("None.\n")
	}
	return b.String()
}

// directories matches the directories of an absolute path. They are removed, because they describe
// the machine on which the program ran.
var directories = textutil.LazyRegexp(`(^|[\s("'])(?:file://)?/(?:[^\s/]+/)+`)

// plain returns a text on one line, without Markdown syntax and without the directories of absolute
// paths.
func plain(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	s = directories().ReplaceAllString(s, "$1…/")
	return strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "<", "&lt;", "|", "\\|", "[", "\\[").Replace(s)
}

// report writes the page with the results of some state files to a file.
func report(name string, states []string) error {
	var rows []row
	for _, state := range states {
		if _, err := os.Stat(state); err != nil {
			return err
		}
		have, err := read(state)
		if err != nil {
			return err
		}
		rows = slices.AppendSeq(rows, maps.Values(have))
	}
	if len(rows) == 0 {
		return fmt.Errorf("%s: it has no results", strings.Join(states, ", "))
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Version, b.Version), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Tree, b.Tree))
	})
	return os.WriteFile(name, []byte(page(rows)), 0o644)
}
