package template

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"galley/engine/diag"
	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/prompt"
	"galley/engine/source"
	tmpl "galley/engine/template"
	"galley/engine/variable/variabletest"
)

func assemble(text string, values map[string]*string) prompt.Prompt {
	rendered := tmpl.Render(tmpl.Parse(text), variabletest.Fixed(values), tmpl.Options{})
	p, _ := template{}.Assemble(context.Background(), profile.Input{Template: rendered, TemplateText: text})
	return p
}

func TestFilesAndTextAreSeparateBlocks(t *testing.T) {
	s := func(v string) *string { return &v }
	values := map[string]*string{
		"file:AGENTS.md": s("RULES"), "file:docs/a.md": s("A"), "file:empty.md": s(""),
		"prompt:cwd": s("/p"), "system:time": s("now"),
	}
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"[if file:gone]x[endif]", nil}, // renders to nothing, so no message is made
		{"plain", []string{"template Template static 5"}},
		{"in [prompt:cwd].", []string{"template Template session 6"}},
		{"at [system:time] in [prompt:cwd]", []string{"template Template turn 12"}},
		{"head\n[file:AGENTS.md]\ntail [prompt:cwd]\n[ file:docs/a.md ][file:AGENTS.md]end", []string{
			"template Template static 5", "file:AGENTS.md AGENTS.md session 5", "template#2 Template session 9",
			"file:docs/a.md a.md session 1", "file:AGENTS.md#2 AGENTS.md session 5", "template#3 Template static 3"}},
		{"a[file:empty.md]b", []string{"template Template static 2"}},
	} {
		p := assemble(c.text, values)
		var got []string
		for _, m := range p.Messages {
			if m.Role != prompt.System {
				t.Errorf("%q: role %s", c.text, m.Role)
			}
			for _, b := range m.Blocks {
				got = append(got, fmt.Sprintf("%s %s %s %d", b.ID, b.Title, b.Lifetime, b.Text.Len()))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q:\ngot  %q\nwant %q", c.text, got, c.want)
		}
	}
}

func TestBlocksKeepEveryByte(t *testing.T) {
	text := "a\r\n[file:x][file:x] b [prompt:cwd][nope:x]\n"
	x, cwd := "X\n", "/p"
	values := variabletest.Fixed(map[string]*string{"file:x": &x, "prompt:cwd": &cwd})
	rendered := tmpl.Render(tmpl.Parse(text), values, tmpl.Options{})
	p, _ := template{}.Assemble(context.Background(), profile.Input{Template: rendered, TemplateText: text})
	if got := p.Messages[0].Text(); got.String() != rendered.String() || !slices.Equal(got.Pieces(), rendered.Pieces()) {
		t.Errorf("got %q, want %q", got, rendered)
	}
}

func TestTextWithoutATagIsTheTemplates(t *testing.T) {
	p, _ := template{}.Assemble(context.Background(), profile.Input{Template: source.Literal("plain")})
	if b := p.Messages[0].Blocks; len(b) != 1 || b[0].ID != "template" {
		t.Errorf("%+v", b)
	}
}

func TestToolsAreSentWithAndWithoutATemplate(t *testing.T) {
	for _, text := range []string{"", "Be brief."} {
		in := profiletest.With(t, `tools = ["nowhere", {name = "look", description = "Looks.", parameters = {type = "object"}}]`)
		in.Template, in.TemplateText = source.Literal(text), text
		p, problems := template{}.Assemble(context.Background(), in)
		if got := profiletest.ToolNames(p) + " | " + profiletest.Codes(problems); got != "look | "+string(diag.UndefinedTool) {
			t.Errorf("with the template %q: %s", text, got)
		}
	}
}

func TestWhatTheTemplateProfileIs(t *testing.T) {
	var p template
	reads, _ := p.Reads(profile.Input{})
	if got := fmt.Sprint(profile.FullName(p), p.TemplateAs(), reads); got != "template[system] [tools allowed_tools]" || p.Separator().String() != "\n\n" {
		t.Errorf("%s, separated by %q", got, p.Separator())
	}
}
