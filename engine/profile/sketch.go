package profile

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
	"galley/engine/wire"
)

// Sketch describes a prompt that was measured from outside. It has the messages in order, the size
// of each section of the agent's own text, and the places of texts from files. Stand-ins represent
// the agent's text. The zero Sketch is for an agent of which only the rule files in the request
// are known.
type Sketch struct {
	Messages []SketchMessage
	Tools    []SketchTool
	// Form is the API that the agent uses, or "" if not known.
	Form wire.Form
	// Measured is the version of the agent and the kind of session in which the sizes were
	// measured, or "".
	Measured string
	// Model was the agent's default model at the measurement; "" if the agent has none.
	Model string
	// As lists the ways in which the template can be used besides "none". With "system" the
	// template replaces the blocks that have Base set. With "append" it follows the last of these
	// blocks.
	As []string
	// Compaction says how the agent shortens a long conversation; nil if not known.
	Compaction *CompactionRule
	// Note says why nothing can be captured. It is "" if galley can start the agent.
	Note string
}

// SketchMessage is one message of a sketch.
type SketchMessage struct {
	Role   prompt.Role
	Blocks []SketchBlock
}

// SketchBlock is a section of the agent's own text, or the place of a part that discovery finds.
type SketchBlock struct {
	Title string
	Bytes int    // size of the agent's own text; in a part, of the agent's text between files
	Part  string // the name of the part; "" if the block has only the agent's own text
	Base  bool   // a system prompt of the user replaces the block
	// Tells is the element of the agent's own text; "" means the default for the message's role.
	Tells prompt.Element
}

// SketchTool is a tool that the agent declares.
type SketchTool struct {
	Name  string
	Bytes int // size of its declaration as compact JSON
}

// Sketched is the profile of a sketch.
type Sketched struct {
	Sketch
	Agent, Title, Of string // the agent's name, its title, and its version
	Find             discovery.Discoverer
	Looks            discovery.RuleNames
}

// Name implements [Profile].
func (s *Sketched) Name() string { return s.Agent }

// Version implements [Profile].
func (s *Sketched) Version() string { return s.Of }

// TemplateAs implements [Profile]. Only "none" remains if the agent accepts no system prompt of
// the user.
func (s *Sketched) TemplateAs() []string { return append(slices.Clone(s.As), "none") }

// Replaces implements [Replacer].
func (s *Sketched) Replaces(as string) bool { return as == "system" }

// Separator implements [Profile].
func (s *Sketched) Separator() source.Text { return source.Literal("\n\n") }

// WireForm implements [WireFormer].
func (s *Sketched) WireForm() (form wire.Form, always bool) { return s.Form, false }

// Sizes implements [Sizer].
func (s *Sketched) Sizes(prompt.Prompt) (Sizes, string) {
	sizes := Sizes{}
	ids := naming{}
	for _, m := range s.Messages {
		for _, b := range m.Blocks {
			if id := ids.idOf(b); b.Bytes > 0 {
				sizes[id] = b.Bytes
			}
		}
	}
	for _, t := range s.Tools {
		sizes[ToolKey(t.Name)] = t.Bytes
	}
	return sizes, s.Measured
}

// naming gives the blocks of a sketch unique ids.
type naming map[string]int

func (n naming) idOf(b SketchBlock) string {
	id := b.Part
	if id == "" {
		id = strings.Join(strings.FieldsFunc(strings.ToLower(b.Title), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9') }), "-")
	}
	if n[id]++; n[id] > 1 {
		return fmt.Sprintf("%s#%d", id, n[id])
	}
	return id
}

// Assemble implements [Profile].
func (s *Sketched) Assemble(ctx context.Context, in Input) (prompt.Prompt, []diag.Problem) {
	as, problems := in.TemplateAs(s)
	trace := in.Look(ctx, discovery.SurveyAgent{Agent: s.Agent, Version: s.Of, Discover: s.Find, Looks: s.Looks}, discovery.Options{})
	parts := slices.DeleteFunc(slices.Clone(trace.Parts), func(p discovery.Part) bool { return p.OwnOnly })
	a := &sketching{Sketched: s, in: in, ids: naming{}, placed: map[string]bool{}}
	messages := s.Messages
	if len(messages) == 0 {
		messages = []SketchMessage{{Role: prompt.System, Blocks: []SketchBlock{{Title: "System prompt"}, {Part: "rules", Title: "Rule files"}}}}
		parts = []discovery.Part{{Name: "rules", Role: string(prompt.System), Text: trace.Text}}
	}
	var out prompt.Prompt
	for i, m := range messages {
		made := prompt.Message{Role: m.Role, Blocks: a.blocks(m, parts, as)}
		for _, p := range parts {
			if !a.placed[p.Name] && p.Role == string(m.Role) && !slices.ContainsFunc(messages[i+1:], func(o SketchMessage) bool { return o.Role == m.Role }) {
				made.Blocks = append(made.Blocks, a.part(p.Name, p.Name, p.Name, p.Text)...)
			}
		}
		if len(made.Blocks) > 0 {
			out.Messages = append(out.Messages, made)
		}
	}
	out.Model = s.Model
	out.Messages = append(out.Messages, Conversation(in)...)
	tools, trouble := in.Tools(s.tools())
	out.Tools = in.Canonical(tools)
	out.Notes = append(out.Notes, s.notes(trace)...)
	problems = append(problems, trouble...)
	if trace.Failure != nil {
		problems = append(problems, trace.Failure.Problem("fix that first: until then nothing is sent"))
	}
	return out, problems
}

// Reads implements [ScenarioReader].
func (s *Sketched) Reads(Input) ([]string, map[string]string) {
	return []string{"tools", "allowed_tools", "history"}, nil
}

// tools returns the names of the agent's tools, and stand-ins for their declarations.
func (s *Sketched) tools() (names []string, all []tool.Tool) {
	for _, t := range s.Tools {
		names = append(names, t.Name)
	}
	return names, StandInTools(s.Title, names)
}

// StandInTools returns declarations of an agent's tools, in galley's own words.
func StandInTools(agent string, names []string) []tool.Tool {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = fmt.Sprintf(`{"name":%q,"description":"[%s's own words about this tool]","inputSchema":{"type":"object","properties":{}}}`, name, agent)
	}
	return tool.Read("", "["+strings.Join(texts, ",")+"]").Tools
}

// notes returns what the messages do not show.
func (s *Sketched) notes(trace *discovery.Trace) (notes []string) {
	if trace.Failure != nil {
		notes = append(notes, "the agent would not start here: "+trace.Failure.Message)
	}
	if len(s.Messages) == 0 {
		notes = append(notes, "the frame of the rule files, their message, and "+s.Title+"'s own prompt and tools are not known")
	}
	if s.Note != "" {
		notes = append(notes, s.Note)
	}
	return append(notes, trace.Notes...)
}

// sketching is the state of one assembly.
type sketching struct {
	*Sketched
	in     Input
	ids    naming
	placed map[string]bool // the parts that were placed, by name
	sent   bool            // the template was placed
}

// blocks makes the blocks of a message.
func (a *sketching) blocks(m SketchMessage, parts []discovery.Part, as string) (all []prompt.Block) {
	last := -1
	for i, b := range m.Blocks {
		if b.Base {
			last = i
		}
	}
	base := slices.IndexFunc(parts, func(p discovery.Part) bool { return p.Instead && p.Role == string(m.Role) })
	for i, b := range m.Blocks {
		id := a.ids.idOf(b)
		switch {
		case b.Base && base >= 0:
			if p := parts[base]; !a.placed[p.Name] && as != "system" {
				all = append(all, a.part(p.Name, p.Name, p.Name, p.Text)...)
			} else if as == "system" && !a.sent && a.in.Template.Len() > 0 {
				all, a.sent = append(all, a.template("")), true
			}
			a.placed[parts[base].Name] = true
		case b.Part != "":
			if p := slices.IndexFunc(parts, func(p discovery.Part) bool { return p.Name == b.Part }); p >= 0 {
				a.placed[b.Part] = true
				all = append(all, a.part(b.Part, id, b.Title, parts[p].Text)...)
			}
		case b.Base && as == "system":
			if !a.sent && a.in.Template.Len() > 0 {
				all = append(all, a.template(""))
			}
			a.sent = true
		default:
			all = append(all, prompt.Block{ID: id, Title: b.Title, Lifetime: prompt.Static, From: a.Title, Element: cmp.Or(b.Tells, m.Role.Told()), Text: a.textOf(id, b)})
		}
		if i == last && as == "append" && a.in.Template.Len() > 0 {
			all = append(all, a.template("\n\n"))
		}
	}
	return all
}

// template returns the block of the template; before is the text that precedes it.
func (a *sketching) template(before string) prompt.Block {
	return prompt.Block{ID: "template", Title: "Template", Lifetime: prompt.Session, From: "the template", Element: prompt.Identity,
		Before: source.Literal(before), Text: a.in.Template}
}

// textOf returns the agent's own text from the user's pack, or a stand-in.
func (a *sketching) textOf(id string, b SketchBlock) source.Text {
	if text := a.in.Pack.Text(a.Agent+"@"+a.Of, id); text.Len() > 0 {
		return text
	}
	size := "its size is not known"
	if b.Bytes > 0 {
		size = fmt.Sprintf("about %d bytes", b.Bytes)
	}
	text := fmt.Sprintf("[%s's own words: %s, %s]\n", a.Title, strings.Trim(b.Title, "<>"), size)
	return source.Of(text, source.Origin{Kind: source.StandIn, Source: a.Agent + "/" + id, Span: source.Span{End: len(text)}, Tag: source.NoSpan})
}

// named replaces each piece that stands for the agent's own text by a placeholder that people can
// read.
func (a *sketching) named(pieces []source.Piece) []source.Piece {
	all := slices.Clone(pieces)
	for i, p := range all {
		slot, ok := strings.CutPrefix(p.Text, "{{text:")
		if p.Origin.Kind == source.StandIn && ok {
			all[i].Text = fmt.Sprintf("[%s's own words: %s]", a.Title, strings.TrimSuffix(slot, "}}"))
			all[i].Origin.Span.End = len(all[i].Text)
		}
	}
	return all
}

// part divides the text of a part into blocks, one for each file in it. A block includes the frame
// before its file, and the files that are imported within its text; a file that is imported after
// the text of the other has a block of its own. The first block has the part's id, and therefore the
// size that was measured for the part.
func (a *sketching) part(name, id, title string, text source.Text) (all []prompt.Block) {
	pieces := a.named(text.Pieces())
	file, from, frame := "", 0, 0
	cut := func(end int) {
		b := prompt.Block{ID: id, Title: title, Lifetime: prompt.Session, From: a.Title, Element: prompt.ElementOf(name), Text: source.FromPieces(pieces[from:end])}
		if file != "" {
			b.From = file
			b.Title = file[strings.LastIndexByte(file, '/')+1:]
			if len(all) > 0 {
				b.ID = "file:" + file
			}
		}
		all = append(all, b)
	}
	// A file can be loaded by its name and also be imported by another file. So look for the last
	// piece of a file only among the pieces of the same kind.
	type origin struct {
		kind source.Kind
		file string
	}
	var now origin
	last := map[origin]int{}
	for i, p := range pieces {
		last[origin{p.Origin.Kind, p.Origin.Source}] = i
	}
	for i, p := range pieces {
		if p.Origin.Kind != source.File && p.Origin.Kind != source.Import || file != "" && last[now] > i {
			continue
		}
		now = origin{p.Origin.Kind, p.Origin.Source}
		if file != "" && p.Origin.Source != file {
			cut(frame)
			from = frame
		}
		file, frame = p.Origin.Source, i+1
	}
	if len(pieces) > 0 {
		cut(len(pieces))
	}
	return all
}
