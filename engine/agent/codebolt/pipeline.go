package codebolt

import (
	"context"
	"slices"
	"strings"

	"galley/engine/diag"
	"galley/engine/prompt"
	"galley/engine/source"
)

// Modifier is one step of the pipeline. It may keep state from one request to the
// next.
type Modifier interface {
	// Name is the modifier's full name: "EnvironmentContextModifier".
	Name() string
	step
}

// step is what a modifier does.
type step interface {
	// Modify adds to the turn. If it fails, the turn stays as it was.
	Modify(ctx context.Context, t *Turn) error
}

// named is a step with the name of its modifier.
type named struct {
	step
	name string
}

// Name implements [Modifier].
func (n named) Name() string { return n.name }

// Turn is the prompt of one request while it is built.
type Turn struct {
	Request    Request
	Messages   []prompt.Message
	Tools      []prompt.Tool
	ToolChoice string
	removed    []prompt.Block // blocks that one modifier added and a later one removed
	problems   []diag.Problem
}

// Pipeline builds the prompts of a conversation, one request after the other.
type Pipeline struct {
	Host      *Host
	Base      *source.Text // the base prompt; nil for no base prompt; an empty one is sent
	Modifiers []Modifier   // in the order in which they run
}

// Process builds the prompt of a request. It reports as a problem everything that a modifier loses
// or leaves out.
func (p *Pipeline) Process(ctx context.Context, r Request) (prompt.Prompt, []diag.Problem) {
	t := &Turn{Request: r}
	for _, m := range p.Modifiers {
		if ctx.Err() != nil {
			break
		}
		// A modifier gets copies of the lists; it never changes the blocks
		// themselves.
		draft := *t
		draft.Messages, draft.Tools = slices.Clone(t.Messages), slices.Clone(t.Tools)
		if err := m.Modify(ctx, &draft); err != nil {
			t.warn(m.Name()+" fails and adds nothing: "+err.Error(), "the agent ignores the error and continues with the next modifier")
			continue
		}
		t = &draft
	}
	p.close(t)
	return prompt.Prompt{Messages: t.Messages, Tools: t.Tools, ToolChoice: t.ToolChoice, Removed: t.removed}, t.problems
}

// close adds the texts that do not come from a modifier: an acknowledgement, a reminder if the
// list of tasks is empty, the user's message and the base prompt.
func (p *Pipeline) close(t *Turn) {
	prose := p.Host.Prose
	if n := len(t.Messages); n == 0 || t.Messages[n-1].Role != prompt.System {
		b := block(ackBlock, "Acknowledgement", prose("ack"))
		b.Lifetime = prompt.Static
		t.add(message(prompt.Assistant, b))
	}
	if p.Host.Todos == 0 {
		text := source.Join(source.Of("\n", structure), source.Of("<system-reminder>", structure), prose("todo-reminder"), source.Of("</system-reminder>", structure))
		t.add(message(prompt.User, block(todosBlock, "Todo reminder", text)))
	}
	if t.Request.Text != nil {
		t.add(message(prompt.User, block(requestBlock, "Request", trim(*t.Request.Text))))
	}
	if p.Base == nil {
		return
	}
	if at := t.system(); at >= 0 {
		t.warn("the base prompt is not sent: "+makers(t.Messages[at].Blocks)+" made a system message", "give the text to CoreSystemPromptModifier")
		return
	}
	b := block(baseBlock, "Base prompt", *p.Base)
	b.Lifetime = prompt.Static
	t.Messages = slices.Insert(t.Messages, 0, message(prompt.System, b))
}

func (t *Turn) add(m ...prompt.Message) { t.Messages = append(t.Messages, m...) }

// system returns the index of the first system message, or -1.
func (t *Turn) system() int {
	return slices.IndexFunc(t.Messages, func(m prompt.Message) bool { return m.Role == prompt.System })
}

// append adds blocks to the end of a message as the agent does with template strings: if the
// content is a list of parts, each part becomes the text "[object Object]".
func (t *Turn) append(at int, by string, blocks ...prompt.Block) {
	m := t.Messages[at]
	if m.Parts != nil {
		t.lost(by, "turns the parts of a message into the words [object Object]", "put "+by+" before "+mentionName, m.Blocks)
		text := strings.TrimSuffix(strings.Repeat("[object Object],", len(m.Parts)), ",")
		m.Blocks, m.Parts = []prompt.Block{block(objectsBlock, "Parts as text", source.Of(text, structure))}, nil
	}
	m.Blocks = append(slices.Clip(m.Blocks), blocks...)
	t.Messages[at] = m
}

// warn reports that a text is not sent, or not as intended.
func (t *Turn) warn(text, hint string) {
	p := diag.New(diag.NotSent, source.Span{}, text, hint)
	p.Severity = diag.Warning
	t.problems = append(t.problems, p)
}

// note reports something that the agent never sends.
func (t *Turn) note(text, hint string) {
	t.problems = append(t.problems, diag.New(diag.NotSent, source.Span{}, text, hint))
}

// lost reports that a modifier removed blocks. how says what the modifier did to them, and hint how
// to avoid that.
func (t *Turn) lost(modifier, how, hint string, blocks []prompt.Block) {
	if len(blocks) > 0 {
		t.removed = append(t.removed, blocks...)
		t.warn(modifier+" "+how+": what "+makers(blocks)+" added is lost", hint)
	}
}

// makers names the modifiers that made the blocks, each once, in order.
func makers(blocks []prompt.Block) string {
	var all []string
	for _, b := range blocks {
		if maker := b.Maker(); !slices.Contains(all, maker) {
			all = append(all, maker)
		}
	}
	return strings.Join(all, " and ")
}
