package report

import (
	"fmt"
	"slices"
	"strings"

	"galley/engine"
	"galley/engine/compare"
	"galley/engine/discovery"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
)

// DiffAgents compares the contents of two agents' prompts. A comparison by lines says little about
// them, because most of their texts are the agents' own.
type DiffAgents struct {
	// FilesInBoth, FilesOnlyA and FilesOnlyB are the user's files in the prompts.
	FilesInBoth []string `json:"filesInBoth"`
	FilesOnlyA  []string `json:"filesOnlyA"`
	FilesOnlyB  []string `json:"filesOnlyB"`
	// SameText lists pairs of a file of A and a file of B that have the same text under two names,
	// such as a link and its target. The other lists do not contain these files.
	SameText [][2]string `json:"sameText"`
	// RolesA and RolesB are the roles of the messages, in their order.
	RolesA []string `json:"rolesA"`
	RolesB []string `json:"rolesB"`
	// ToolsInBoth, ToolsOnlyA and ToolsOnlyB are the names of the declared tools.
	ToolsInBoth []string `json:"toolsInBoth"`
	ToolsOnlyA  []string `json:"toolsOnlyA"`
	ToolsOnlyB  []string `json:"toolsOnlyB"`
}

// AgentsDiffOf compares the prompts of two agents. It names files below cwd by paths relative to
// cwd. In the text for people, one line stands for adjacent stand-ins.
func AgentsDiffOf(a, b compare.Side, cwd string, notes ...string) Diff {
	a, b, _ = compare.Covered(a, b)
	d := DiffOf(a, b, notes...)
	d.brief = DiffOf(brief(a), brief(b)).Diff
	g := &DiffAgents{RolesA: roles(a), RolesB: roles(b)}
	g.FilesInBoth, g.FilesOnlyA, g.FilesOnlyB = split(filesOf(a, cwd), filesOf(b, cwd))
	g.pair(textsOf(a, cwd), textsOf(b, cwd))
	g.ToolsInBoth, g.ToolsOnlyA, g.ToolsOnlyB = split(toolsOf(a), toolsOf(b))
	d.Agents = g
	return d
}

// pair moves files that have the same text under two names to SameText.
func (g *DiffAgents) pair(a, b map[string]string) {
	g.SameText = [][2]string{}
	g.FilesOnlyA = slices.DeleteFunc(g.FilesOnlyA, func(name string) bool {
		i := slices.IndexFunc(g.FilesOnlyB, func(other string) bool { return a[name] != "" && a[name] == b[other] })
		if i < 0 {
			return false
		}
		g.SameText = append(g.SameText, [2]string{name, g.FilesOnlyB[i]})
		g.FilesOnlyB = slices.Delete(g.FilesOnlyB, i, i+1)
		return true
	})
}

// textsOf returns the text of each file in a prompt, without the white space around it.
func textsOf(s compare.Side, cwd string) map[string]string {
	all := map[string]string{}
	for _, m := range s.Messages {
		for _, b := range m.Blocks {
			for _, p := range b.Text.Pieces() {
				if o := p.Origin; (o.Kind == source.File || o.Kind == source.Import) && o.Source != "" {
					all[discovery.ShortPath(o.Source, cwd)] += p.Text
				}
			}
		}
	}
	for name, text := range all {
		all[name] = strings.TrimSpace(text)
	}
	return all
}

// TwoAgents reports whether two prompts belong to different agents. A prompt made only from the
// template belongs to no agent.
func TwoAgents(a, b *engine.Result) bool {
	x, _, _ := strings.Cut(a.Profile, "@")
	y, _, _ := strings.Cut(b.Profile, "@")
	return x != y && x != profile.Default && y != profile.Default
}

// split divides two lists into the names that are in both and the names that are in only one of
// them. It keeps their order.
func split(a, b []string) (both, onlyA, onlyB []string) {
	both, onlyA, onlyB = []string{}, []string{}, []string{}
	inA, inB := setOf(a), setOf(b)
	for _, name := range a {
		if inB[name] {
			both = append(both, name)
		} else {
			onlyA = append(onlyA, name)
		}
	}
	for _, name := range b {
		if !inA[name] {
			onlyB = append(onlyB, name)
		}
	}
	return both, onlyA, onlyB
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

func roles(s compare.Side) []string {
	all := []string{}
	for _, m := range s.Messages {
		all = append(all, string(m.Role))
	}
	return all
}

func toolsOf(s compare.Side) (names []string) {
	for _, t := range s.Tools {
		names = append(names, t.Name)
	}
	return names
}

// filesOf returns the files whose text a prompt contains, in the prompt's order.
func filesOf(s compare.Side, cwd string) []string {
	files := prompt.Files(s.Messages)
	for i := range files {
		files[i] = discovery.ShortPath(files[i], cwd)
	}
	return files
}

// brief returns a prompt in which one line stands for each run of stand-ins.
func brief(s compare.Side) compare.Side {
	messages := make([]prompt.Message, len(s.Messages))
	for i, m := range s.Messages {
		var run standInRun
		var blocks []prompt.Block
		open := false // whether the text so far lacks a line end at its end
		for _, b := range m.Blocks {
			var texts []source.Text
			for _, p := range b.Text.Pieces() {
				if p.Origin.Kind == source.StandIn {
					run.add(b.Title, len(p.Text))
					continue
				}
				if strings.TrimSpace(p.Text) == "" && run.bytes > 0 {
					continue // a separator between two stand-ins
				}
				texts = append(texts, run.end(open), source.Of(p.Text, p.Origin))
				open = !strings.HasSuffix(p.Text, "\n")
			}
			b.Text = source.Join(source.Literal(""), texts...)
			blocks = append(blocks, b)
		}
		m.Blocks = append(blocks, prompt.Block{Text: run.end(open)})
		messages[i] = m
	}
	s.Messages = messages
	return s
}

// standInRun is a run of adjacent stand-ins, which may belong to several blocks.
type standInRun struct {
	titles []string
	bytes  int
}

func (r *standInRun) add(title string, bytes int) {
	if !slices.Contains(r.titles, title) {
		r.titles = append(r.titles, title)
	}
	r.bytes += bytes
}

// end returns the line for the run, and empties the run. open says that the text before the run
// does not end with a line end.
func (r *standInRun) end(open bool) source.Text {
	if r.bytes == 0 {
		return source.Text{}
	}
	named := strings.Join(r.titles[:min(len(r.titles), 3)], ", ")
	if more := len(r.titles) - 3; more > 0 {
		named += fmt.Sprintf(" and %d more", more)
	}
	*r = standInRun{}
	line := ""
	if open {
		line = "\n"
	}
	return source.Literal(line + "[stand-in for the agent's own words: " + named + "]\n")
}

// Text returns the unified diff for people.
func (d Diff) Text() string {
	if d.Agents != nil {
		return d.brief
	}
	return d.Diff
}

// agentsSummary says in lines what the two prompts contain, beginning with the user's files.
func agentsSummary(d Diff) (lines []string) {
	g := d.Agents
	put := func(what string, names []string) {
		if len(names) > 0 {
			lines = append(lines, what+": "+strings.Join(names, ", "))
		}
	}
	put("your files in both", g.FilesInBoth)
	for _, both := range g.SameText {
		put("your files in both, under two names with the same text", []string{both[0] + " in " + d.A + ", " + both[1] + " in " + d.B})
	}
	put("your files only in "+d.A, g.FilesOnlyA)
	put("your files only in "+d.B, g.FilesOnlyB)
	if lines == nil {
		lines = []string{"your files: in neither of them"}
	}
	put("messages of "+d.A, repeated(g.RolesA))
	put("messages of "+d.B, repeated(g.RolesB))
	put("tools in both", g.ToolsInBoth)
	put("tools only in "+d.A, g.ToolsOnlyA)
	put("tools only in "+d.B, g.ToolsOnlyB)
	return lines
}

// repeated joins equal neighbours and counts them: "developer ×4, user".
func repeated(names []string) (all []string) {
	for i := 0; i < len(names); {
		n := 1
		for i+n < len(names) && names[i+n] == names[i] {
			n++
		}
		name := names[i]
		if n > 1 {
			name = fmt.Sprintf("%s ×%d", name, n)
		}
		all = append(all, name)
		i += n
	}
	return all
}
