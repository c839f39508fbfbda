package app

import (
	"fmt"
	"strings"

	"galley/engine"
	"galley/ui/cell"
	"galley/ui/layout"
	"galley/ui/words"
)

// drawFrame draws the borders, the header on the upper one, and the panes' names.
func (p *painter) drawFrame(screen cell.Area) {
	l, st := p.m.screen.Layout(), p.m.screen.Styles()
	l.DrawFrame(screen, st.Border, st.BorderFocused)
	p.drawHeader(screen)
	for _, pane := range panes {
		r := l.Titles[pane]
		if r.Empty() {
			continue
		}
		look := st.Title
		if pane == p.m.screen.Focus() {
			look = st.TitleFocused
		}
		a := screen.Sub(r.X, r.Y, r.W, 1)
		x := a.Put(0, 0, " "+p.title(pane)+" ", look)
		if pane == layout.Preview {
			x = p.m.tabs.draw(a, x, st)
		}
		if aside := p.aside(pane); aside != "" && x+cell.Width(aside)+2 <= r.W {
			a.Put(x, 0, aside+" ", st.Muted)
		}
	}
}

func (p *painter) title(pane layout.Pane) string {
	switch pane {
	case layout.Template:
		return "TEMPLATE"
	case layout.Preview:
		return "PREVIEW"
	default:
		return p.m.viewIn(pane).Title()
	}
}

// aside is what a title says besides the pane's name.
func (p *painter) aside(pane layout.Pane) string {
	switch pane {
	case layout.Template:
		if e := p.m.editor(); e.Finding() {
			return found(e.FindCount())
		}
		if now, _ := p.m.prompts.TemplateAs(); now == "none" {
			return "not sent"
		} else if now != "" {
			return "as " + now
		}
	case layout.Preview:
		if p.m.prompts.Stale() {
			return "building the prompt…"
		}
		if r := p.m.prompts.Result(); r != nil && r.Fit != nil {
			return "fitted"
		}
	case layout.Variables:
		return p.m.inspector.Crumb()
	}
	return ""
}

func found(index, total int, more bool) string {
	switch {
	case total == 0:
		return "no match"
	case more:
		return fmt.Sprintf("match %d of %d+", index, total)
	default:
		return fmt.Sprintf("match %d of %d", index, total)
	}
}

// drawHeader puts on the top line the program, the directory, the template's file
// and whether it is saved, and the profile.
func (p *painter) drawHeader(screen cell.Area) {
	r, st := p.m.screen.Layout().Header, p.m.screen.Styles()
	if r.Empty() {
		return
	}
	a := screen.Sub(r.X, r.Y, r.W, 1)
	f := p.m.files.Current()
	name, state := f.Title()
	if f.Dirty() {
		state += " ●"
	}
	long, short := p.profileName()
	parts := []string{p.m.short.Tilde(p.m.o.Request.Cwd), cell.Visible(name), long}
	// The file's name and the profile matter most on a narrow screen.
	room := r.W - len(" galley ") - 3*len(" ─ ") - cell.Width(state)
	if total(parts) > room {
		parts[2] = short
	}
	for _, i := range []int{0, 2, 1} {
		over := total(parts) - room
		if over <= 0 {
			break
		}
		keep := cell.Width(parts[i]) - over
		if keep < 6 {
			parts[i] = ""
			continue
		}
		parts[i] = cell.ShortenStart(parts[i], keep)
	}
	x := a.Put(1, 0, " galley ", st.HeaderName) + 1
	for i, part := range parts {
		if part == "" {
			continue
		}
		look := st.Header
		if i == 1 {
			part += state
			if f.Dirty() {
				look = st.Dirty
			}
		}
		x = a.Put(x, 0, " "+part+" ", look) + 1
	}
}

func total(parts []string) int {
	n := 0
	for _, p := range parts {
		if p != "" {
			n += cell.Width(p) + 3
		}
	}
	return n
}

// profileName is the profile with what its prompt rests on, and, where no gauge
// names it, the model.
func (p *painter) profileName() (long, short string) {
	r := p.m.prompts.Request()
	name, provider, model, basis, brief := r.Profile, r.Provider, r.Model, "", ""
	if shown := p.m.prompts.Result(); shown != nil {
		name, provider, model = shown.Profile, shown.Provider, shown.Model
		basis, brief = ground(shown)
	}
	if !p.m.screen.Layout().Budget.Empty() {
		model = ""
	} else if model = strings.TrimPrefix(provider+"/"+model, "/"); model != "" {
		model = " · " + model
	}
	return cell.Visible(name + basis + model), cell.Visible(name + brief + model)
}

// ground says what the prompt rests on, in full and in a word.
func ground(r *engine.Result) (long, short string) {
	switch g := r.Ground; g.Basis {
	case engine.Captured:
		return " captured " + words.Ago(g.Age), " captured"
	case engine.Predicted:
		return " predicted (" + words.Plural(len(g.Changed), "change") + " since the capture " + words.Ago(g.Age) + ")", " predicted"
	}
	n := 0
	for _, m := range r.Prompt.Messages {
		for _, b := range m.Blocks {
			n += b.StandInBytes()
		}
	}
	if n > 0 {
		return " with stand-ins for the agent's own words (" + words.Plural(n, "byte") + ")", " with stand-ins"
	}
	return "", ""
}
