package app

import (
	"fmt"
	"strings"

	"galley/engine/profile"
	"galley/ui/cell"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/words"
)

// drawFrame draws the borders, the header on the upper one, and the panes' names.
func (p *painter) drawFrame(screen cell.Area) {
	l, st := p.m.screen.Layout(), p.m.screen.Styles()
	l.DrawFrame(screen, st.Border, st.BorderFocused)
	p.drawHeader(screen)
	for _, pane := range layout.Focusable() {
		r := l.Titles[pane]
		if r.Empty() {
			continue
		}
		a := screen.Sub(r.X, r.Y, r.W, 1)
		a.Overlay(0, 0, r.W, 1, st.Band)
		for _, s := range p.titleLine(pane, r.W) {
			a.Put(s.x, 0, s.text, st.Band.Over(s.look))
		}
	}
}

// titleLine returns the words of a pane's title: its name, the tabs, and further words.
func (p *painter) titleLine(pane layout.Pane, width int) []titleWord {
	st := p.m.screen.Styles()
	look := st.Title
	if pane == p.m.screen.Focus() {
		look = st.TitleFocused
	}
	all := []titleWord{{text: " " + p.title(pane) + " ", look: look}}
	text, action := p.aside(pane)
	switch pane {
	case layout.Preview:
		room := width
		if p.m.finding.matchCount(p.m.viewIn(pane)) != "" { // keep room for the number of matches while a search is on
			room -= cell.Width(text) + 3
		}
		all = append(all, p.m.tabs.titles(room, end(all), st)...)
	case layout.Template:
		all = append(all, p.m.opened.titles(width, end(all), st)...)
	}
	if p.m.screen.Zoomed() && pane == p.m.screen.Focus() {
		text, action = strings.TrimPrefix(text+"  zoomed", "  "), keymap.Zoom
	}
	// The text needs a blank before it, except after the active tab of the editor pane, whose
	// colour already separates the two.
	if last := all[len(all)-1]; text != "" && (len(all) == 1 || pane == layout.Preview || last.look != st.TabActive) {
		text = " " + text
	}
	for _, rest := range []string{" by ", ", ", ": "} { // if the text is too wide, cut it at these
		if short, _, ok := strings.Cut(text, rest); ok && end(all)+cell.Width(text)+1 > width {
			text = short
		}
	}
	if x := end(all); text != "" && x+cell.Width(text)+1 <= width {
		all = append(all, titleWord{text: text + " ", look: st.Muted, action: action, x: x})
	}
	return all
}

func (p *painter) title(pane layout.Pane) string {
	switch pane {
	case layout.Template:
		if !p.m.files.Current().IsTemplate() {
			return "FILE"
		}
		return "TEMPLATE"
	case layout.Preview:
		return "PREVIEW"
	default:
		return p.m.viewIn(pane).Title()
	}
}

// aside returns the words that follow a pane's name in its title, and the action of a click on
// them.
func (p *painter) aside(pane layout.Pane) (string, keymap.Action) {
	v := p.m.viewIn(pane)
	if text := p.m.finding.matchCount(v); text != "" {
		return text, keymap.FindNext
	}
	switch pane {
	case layout.Template:
		if index, total, more := p.m.editor().FindCount(); total > 0 { // if nothing matches, the search bar says so
			return matchCount(index, total, more), keymap.FindNext
		}
		if !p.m.files.Current().IsTemplate() {
			return p.m.opened.fileUseWord(), keymap.ChooseProfile
		}
		if now, _ := p.m.prompts.TemplateAs(); now == "none" {
			name, _, _ := strings.Cut(p.m.prompts.Result().Profile, "@")
			return "not sent to " + cell.Visible(name), keymap.CycleTemplateAs
		} else if p.m.prompts.Replaced() != "" {
			return "as " + now + ", replaces the agent's own", keymap.CycleTemplateAs
		} else if now != "" && now != "system" {
			return "as " + now + ": " + profile.Use(now), keymap.CycleTemplateAs
		} else if now != "" {
			return "as " + now, keymap.CycleTemplateAs
		}
	case layout.Preview:
		if p.m.prompts.Stale() {
			return "building the prompt…", ""
		}
		if p.m.prompts.Result() != nil {
			return p.m.prompts.Fitting().Title(), keymap.ToggleFit
		}
	case layout.Variables:
		if filter := p.m.inspector.Filter(); filter != "" {
			return "filter: " + cell.Visible(filter), keymap.Filter
		}
		if now, _ := p.m.prompts.TemplateAs(); now == "none" {
			return "of the template, not sent", keymap.CycleTemplateAs
		}
		return "", keymap.Filter
	}
	return "", ""
}

func matchCount(index, total int, more bool) string {
	switch {
	case total == 0:
		return "no match"
	case index == 0 && more: // the caret is not on a match
		return fmt.Sprintf("%d+ matches", total)
	case index == 0:
		return words.Plural(total, "match")
	case more:
		return fmt.Sprintf("match %d of %d+", index, total)
	default:
		return fmt.Sprintf("match %d of %d", index, total)
	}
}
