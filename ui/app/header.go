package app

import (
	"strings"

	"galley/engine"
	"galley/engine/profile"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/files"
	"galley/ui/keymap"
	"galley/ui/words"
)

// titleWord is a word of the top line or the footer. Its action runs when the user presses the
// mouse button on the word; it is "" if a press does nothing.
type titleWord struct {
	text   string
	look   cell.Style
	action keymap.Action
	x      int         // x is the column where the word begins
	tab    string      // the title of the view that a press shows, or ""
	file   *files.File // the file that a press shows, or nil
}

// at returns the word at a column, or an empty titleWord.
func at(all []titleWord, x int) titleWord {
	for _, s := range all {
		if x >= s.x && x < s.x+cell.Width(s.text) {
			return s
		}
	}
	return titleWord{}
}

// end returns the column after the last word.
func end(all []titleWord) int {
	if len(all) == 0 {
		return 0
	}
	last := all[len(all)-1]
	return last.x + cell.Width(last.text)
}

func draw(a cell.Area, all []titleWord) {
	for _, s := range all {
		a.Put(s.x, 0, s.text, s.look)
	}
}

// part is a part of the top line in several forms, the longest first. The last form may be "".
type part struct {
	forms  []string
	look   cell.Style
	action keymap.Action
}

// header returns the words of the top line for a width: the working directory, the edited file and whether it is
// saved, the agent, where its prompt comes from, the model, and the template's role. If the line is
// too long, the least important parts are shortened first.
func (p *painter) header(width int) []titleWord {
	st := p.m.screen.Styles()
	f := p.m.files.Current()
	name, state := f.Title()
	look := st.Header
	if f.Dirty() {
		state, look = state+" ●", st.Dirty
	}
	name = p.m.opened.masked(name)
	agent, rests := p.agentName()
	modelled := part{forms: rests, look: st.Header, action: keymap.ChooseProfile}
	if len(rests) > 1 && !strings.HasPrefix(rests[0], "captured") {
		modelled.look = st.Info
	}
	file := part{[]string{name + state, cell.ShortenStart(name, 24) + state, cell.ShortenStart(lastPart(name), 24) + state, cell.ShortenStart(name, 12) + state}, look, ""}
	parts := []part{
		{shorter(p.m.short.Tilde(p.m.o.Request.Cwd), 24, 12, 0), st.Header, ""},
		file,
		{agent, st.Title, keymap.ChooseProfile},
		modelled,
		p.modelPart(),
		{p.templatePart(), st.Header, keymap.CycleTemplateAs},
	}
	// Shorten the parts until they fit. Each entry of order is the index of a part, which takes
	// its next shorter form.
	order := []int{0, 5, 0, 3, 4, 5, 0, 1, 2, 3, 1, 1, 4}
	form := make([]int, len(parts))
	for _, i := range order {
		if lineWidth(parts, form) <= width {
			break
		}
		form[i] = min(form[i]+1, len(parts[i].forms)-1)
	}
	// If the shortening of a long part has left room, use longer forms of other parts again.
	for _, i := range []int{3, 2, 4, 1, 0, 5} {
		for form[i] > 0 {
			if form[i]--; lineWidth(parts, form) > width {
				form[i]++
				break
			}
		}
	}
	x := 1
	all := []titleWord{{text: " galley ", look: st.HeaderName, action: keymap.Palette, x: x}}
	x += len(" galley ") + 1
	for i, q := range parts {
		text := q.forms[form[i]]
		if text == "" || x+cell.Width(text)+2 > width {
			continue
		}
		all = append(all, titleWord{text: " " + text + " ", look: q.look, action: q.action, x: x})
		x += cell.Width(text) + 3
	}
	return all
}

// lastPart returns the name of a file without its directories.
func lastPart(name string) string { return name[strings.LastIndexAny(name, `/\`)+1:] }

func lineWidth(parts []part, form []int) int {
	n := len(" galley ") + 2
	for i, q := range parts {
		if text := q.forms[form[i]]; text != "" {
			n += cell.Width(text) + 3
		}
	}
	return n
}

// shorter returns the forms of a text: the full text, then the text shortened to each width; a
// width of 0 means "".
func shorter(text string, widths ...int) []string {
	forms := []string{text}
	for _, w := range widths {
		short := ""
		if w > 0 {
			short = cell.ShortenStart(text, w)
		}
		forms = append(forms, short)
	}
	return forms
}

// agentName returns the name of the agent whose prompt is shown and, in rests, texts that say
// where the prompt comes from. Both come in several forms, the longest first.
func (p *painter) agentName() (name, rests []string) {
	r := p.m.prompts.Result()
	full := p.m.prompts.Request().Profile
	if r != nil {
		full = r.Profile
	}
	if full == profile.Default {
		return []string{"no agent: the template alone", "template alone"}, []string{""}
	}
	rests = []string{""}
	if r != nil {
		rests = describeProvenance(r)
	}
	return []string{cell.Visible(full), cell.Visible(strings.SplitN(full, "@", 2)[0])}, rests
}

// describeProvenance says where the prompt comes from, in three forms: a full one, a short one and
// one word.
func describeProvenance(r *engine.Result) []string {
	switch g := r.Provenance; g.Basis {
	case engine.Captured:
		return []string{"captured " + words.Ago(g.Age), "captured " + words.AgoShort(g.Age), "captured"}
	case engine.Predicted:
		changes := "predicted: " + words.Plural(len(g.Changed), "change")
		return []string{changes + " since the capture " + words.Ago(g.Age), changes, "predicted"}
	}
	if w := r.Provenance.Words; len(w) > 0 {
		full := "words from your capture of " + w[0].Made + ", " + cell.Visible(w[0].Version)
		if s := r.Whole.StandIns; s.There() {
			full += "; stand-ins, " + report.StandInSize(s)
		}
		return []string{full, "words kept " + w[0].Made, "modelled"}
	}
	if s := r.Whole.StandIns; s.There() {
		size := report.StandInSize(s)
		short := "stand-ins for " + size
		if s.Real == 0 {
			short = "stand-ins, " + size
		}
		return []string{"stand-ins for the agent's own words, " + size, short, "stand-ins"}
	}
	return []string{"modelled"}
}

// modelPart returns the part of the top line that names the model.
func (p *painter) modelPart() part {
	r := p.m.prompts.Request()
	provider, model := r.Provider, r.Model
	if shown := p.m.prompts.Result(); shown != nil {
		provider, model = shown.Provider, shown.Model
	}
	q := part{[]string{"no model", ""}, p.m.screen.Styles().Warning, keymap.ChooseModel}
	if model != "" {
		q.forms, q.look = []string{strings.TrimPrefix(provider+"/"+model, "/"), model, ""}, p.m.screen.Styles().Header
		for i := range q.forms {
			q.forms[i] = cell.Visible(q.forms[i])
		}
	}
	return q
}

// templatePart returns the forms of the part that says how the prompt uses the template.
func (p *painter) templatePart() []string {
	switch now, _ := p.m.prompts.TemplateAs(); {
	case now == "":
		return []string{""}
	case now == "none":
		return []string{"the template is not sent", "", ""} // may be left out, because the title of the editor pane says this too
	case p.m.prompts.Replaced() != "":
		return []string{"the template replaces its system text", "template as " + now, ""}
	default:
		return []string{"the template is " + profile.Use(now), "template as " + now, ""}
	}
}

// drawHeader draws the top line.
func (p *painter) drawHeader(screen cell.Area) {
	if r := p.m.screen.Layout().Header; !r.Empty() {
		draw(screen.Sub(r.X, r.Y, r.W, 1), p.header(r.W))
	}
}
