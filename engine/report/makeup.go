package report

import (
	"strings"

	"galley/engine"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

// Share is one kind of content of a request.
type Share struct {
	Kind   string `json:"kind"` // agent, template, rules, skills, environment, messages or tools
	Name   string `json:"name"` // a name for people; it includes the server of tools whose names begin with mcp__
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"` // the tokens of each block, divided among its shares by their bytes
	Basis  string `json:"basis"`  // exact, assumed or estimate
}

// The kinds of shares, in the order in which they are shown.
const (
	ShareAgent       = "agent"
	ShareTemplate    = "template"
	ShareRules       = "rules"
	ShareSkills      = "skills"
	ShareEnvironment = "environment"
	ShareMessages    = "messages"
	ShareTools       = "tools"
)

var shareNames = []struct{ kind, name string }{
	{ShareAgent, "the agent's own text"}, {ShareTemplate, "template"}, {ShareRules, "rule files"}, {ShareSkills, "skills"},
	{ShareEnvironment, "environment"}, {ShareMessages, "rest of the messages"},
}

// Makeup says of what a request consists. It divides the messages by the origin of their bytes,
// and the declarations of tools by server. Stand-ins count with the measured size of the agent's
// own text. Kinds without bytes are left out.
func Makeup(r *engine.Result) []Share {
	byKind := map[string]*Share{}
	for _, n := range shareNames {
		byKind[n.kind] = &Share{Kind: n.kind, Name: n.name}
	}
	for i, size := range r.Blocks {
		m := r.Prompt.Messages[size.Message]
		b := m.Blocks[size.Block]
		bytes := map[string]int{}
		for _, p := range b.Text.Pieces() {
			bytes[shareOf(m.Role, b, p.Origin.Kind)] += len(p.Text)
		}
		upTo := 0 // bytes of the shares so far: rounding this running total makes the shares sum to the block's tokens
		for _, name := range shareNames {
			n := bytes[name.kind]
			if n == 0 {
				continue
			}
			s, basis, all := byKind[name.kind], size.Tokens.Basis, b.Text.Len()
			if n < all {
				basis = token.Estimate
			}
			s.Bytes += n
			s.Tokens += size.Tokens.Tokens*(upTo+n)/all - size.Tokens.Tokens*upTo/all
			s.Basis = weaker(s.Basis, string(basis))
			upTo += n
		}
		if i < len(r.Whole.Blocks) && r.Whole.Blocks[i] != size.Size {
			all, s := r.Whole.Blocks[i], byKind[shareOf(m.Role, b, source.StandIn)]
			s.Bytes += all.Length.Bytes - size.Length.Bytes
			s.Tokens += all.Tokens.Tokens - size.Tokens.Tokens
			s.Basis = weaker(s.Basis, string(token.Estimate))
		}
	}
	out := []Share{}
	for _, n := range shareNames {
		if s := byKind[n.kind]; s.Bytes > 0 {
			out = append(out, *s)
		}
	}
	return append(out, toolShares(r)...)
}

// shareOf returns the kind of a piece of a block.
func shareOf(role prompt.Role, b prompt.Block, k source.Kind) string {
	id := strings.ToLower(b.ID)
	skill := strings.Contains(id, "skill")
	switch {
	case (k == source.File || k == source.Import) && (!skill || b.Element != prompt.Skills):
		return ShareRules
	case skill:
		return ShareSkills
	case role == prompt.Assistant || role == prompt.ToolResult || id == "history":
		return ShareMessages
	case k == source.Template || k == source.Override:
		return ShareTemplate
	case k == source.Variable && b.Lifetime != "" && id == "template":
		return ShareTemplate
	case OfEnvironment(&b) || k == source.Variable:
		return ShareEnvironment
	case role == prompt.User:
		return ShareMessages
	}
	return ShareAgent
}

// OfEnvironment reports whether a block describes the place and the day: the directory, the system,
// git, the date. An agent may send several such blocks; the ids of the later ones end with # and a
// number.
func OfEnvironment(b *prompt.Block) bool {
	switch id, _, _ := strings.Cut(strings.ToLower(b.ID), "#"); id {
	case "environment", "git", "gitstatus", "working-directory", "folder-structure":
		return true
	}
	return false
}

// toolShares groups the declarations by server. Agents name a server's tool mcp__SERVER__TOOL or
// SERVER_TOOL; the second form cannot be told from a plain tool name.
func toolShares(r *engine.Result) (out []Share) {
	all := 0
	at := map[string]int{}
	for _, t := range r.Prompt.Tools {
		name := "tools"
		if rest, ok := strings.CutPrefix(t.Name, "mcp__"); ok {
			if server, _, ok := strings.Cut(rest, "__"); ok {
				name = "tools of " + server
			}
		}
		i, known := at[name]
		if !known {
			i = len(out)
			at[name] = i
			out = append(out, Share{Kind: ShareTools, Name: name, Basis: string(r.Tools.Tokens.Basis)})
		}
		out[i].Bytes += t.Declaration.Len()
		all += t.Declaration.Len()
	}
	whole := r.Tools
	if r.Whole.StandIns.Tools > 0 {
		whole = r.Whole.Tools
	}
	for i := range out {
		out[i].Tokens = whole.Tokens.Tokens * out[i].Bytes / max(all, 1)
		out[i].Bytes += (whole.Length.Bytes - r.Tools.Length.Bytes) * out[i].Bytes / max(all, 1)
		if len(out) > 1 || r.Whole.StandIns.Tools > 0 {
			out[i].Basis = string(token.Estimate)
		}
	}
	return out
}

// weaker returns the less exact of two bases. If one is "", it returns the other one.
func weaker(a, b string) string {
	order := map[string]int{"": 0, string(token.Exact): 1, string(token.Assumed): 2, string(token.Estimate): 3}
	if order[b] > order[a] {
		return b
	}
	return a
}

// Section is the part of a block's text under one Markdown heading.
type Section struct {
	Title string
	Level int         // level of the heading, from 1; 0 for the text before the first heading
	Span  source.Span // the section's place in the block's text, up to the next heading
}

// Sections divides a text at its Markdown headings; lines in code fences are not headings.
func Sections(text string) []Section {
	out := []Section{{Title: "before the first heading"}}
	fence := ""
	for at := 0; at < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := strings.TrimRight(text[at:end], "\r\n")
		trimmed := strings.TrimLeft(line, " ")
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) && strings.Trim(trimmed, fence[:1]+" ") == "" {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
		default:
			if n := level(line); n > 0 {
				out[len(out)-1].Span.End = at
				out = append(out, Section{Title: strings.Trim(strings.TrimRight(line[n:], "# "), " "), Level: n, Span: source.Span{Start: at}})
			}
		}
		at = end
	}
	out[len(out)-1].Span.End = len(text)
	if out[0].Span.Len() == 0 {
		out = out[1:]
	}
	return out
}

// level returns the level of the heading in a line, or 0.
func level(line string) int {
	n := 0
	for n < len(line) && line[n] == '#' {
		n++
	}
	if n == 0 || n > 6 || n == len(line) || line[n] != ' ' {
		return 0
	}
	return n
}
