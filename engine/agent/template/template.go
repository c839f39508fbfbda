// Package template is galley's own and default way to make a prompt: the rendered
// template is the only message, a system message.
//
// Each file that `[file:…]` puts into the template is a block, and so is each run of
// template text between such files, including the other values in it. So a view can
// show the cost of each rule file, and a sentence with a value in it stays one block.
// A block's id is template, file:AGENTS.md or the like; a second block with the same id
// gets #2. The lifetime of a run is that of its most changeable part: literal text is
// static, system:time and git:status change each turn, and any other value lasts for
// the session. A file lasts for the session.
//
// A template that is empty, or renders as empty, sends no message.
package template

import (
	"context"
	"path"
	"strconv"
	"strings"

	"galley/engine/diag"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/variable"
)

// template is galley's own profile: see the package comment.
type template struct{}

func (template) Name() string         { return "template" }
func (template) Version() string      { return "" }
func (template) TemplateAs() []string { return []string{"system"} }

// Separator is a blank line; the prompt has only one message.
func (template) Separator() source.Text { return source.Literal("\n\n") }

func (template) Assemble(_ context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	tools, problems := in.Tools(nil, nil)
	if in.Template.Len() == 0 {
		return prompt.Prompt{Tools: in.Canonical(tools)}, problems
	}
	b := blocks{text: in.TemplateText, whole: in.Template, count: map[string]int{}}
	for i, p := range in.Template.Pieces() {
		b.add(i, p)
	}
	b.close(len(in.Template.Pieces()))
	return prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: b.all}}, Tools: in.Canonical(tools)}, problems
}

// blocks cuts a rendered template into blocks.
type blocks struct {
	text     string // the text of the template
	whole    source.Text
	all      []prompt.Block
	count    map[string]int // how many blocks have each id, without the number after #
	from     int            // index of the piece with which the current run of template text begins
	lifetime prompt.Lifetime
}

func (b *blocks) add(i int, p source.Piece) {
	key := b.key(p.Origin)
	if !strings.HasPrefix(key, "file:") {
		b.lifetime = profile.Shorter(b.lifetime, lifetime(key))
		return
	}
	b.close(i)
	b.from = i + 1
	b.append(key, path.Base(strings.TrimPrefix(key, "file:")), prompt.Memory, prompt.Session, source.Of(p.Text, p.Origin))
}

// close makes a block of the run of template text that ends before the piece with index i.
func (b *blocks) close(i int) {
	if run := b.whole.Pieces()[b.from:i]; len(run) == len(b.whole.Pieces()) {
		b.append("template", "Template", prompt.Identity, b.lifetime, b.whole)
	} else if len(run) > 0 {
		b.append("template", "Template", prompt.Identity, b.lifetime, source.FromPieces(run))
	}
	b.lifetime = ""
}

func (b *blocks) append(id, title string, e prompt.Element, l prompt.Lifetime, t source.Text) {
	b.count[id]++
	if n := b.count[id]; n > 1 {
		id += "#" + strconv.Itoa(n)
	}
	b.all = append(b.all, prompt.Block{ID: id, Title: title, Lifetime: l, From: "the template", Element: e, Text: t})
}

// key returns the key of the tag from which a piece comes, or "" for literal text.
func (b *blocks) key(o source.Origin) string {
	if o.Kind == source.Template || o.Tag.Len() == 0 {
		return ""
	}
	return strings.TrimSpace(b.text[o.Tag.Start+1 : o.Tag.End-1])
}

// lifetime says how often the value of a key changes.
func lifetime(key string) prompt.Lifetime {
	switch {
	case key == "":
		return prompt.Static
	case variable.ChangesEachTurn(key):
		return prompt.Turn
	}
	return prompt.Session
}

// Profiles lists the profiles, the default version first.
var Profiles = []profile.Profile{template{}}
