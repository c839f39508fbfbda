package app

import (
	"fmt"

	"galley/ui/cell"
	"galley/ui/layout"
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
