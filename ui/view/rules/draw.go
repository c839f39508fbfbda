package rules

import (
	"fmt"
	"path"
	"strings"

	"galley/engine/discovery"
	"galley/engine/hidden"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/style"
	"galley/ui/view"
)

// headRows are the agent's line and the summary's; footRows the sentence about
// the row under the bar.
const (
	headRows = 2
	footRows = 4
)

// Draw implements [view.View].
func (v *View) Draw(a cell.Area, f view.Frame) (x, y int, visible bool) {
	st, t := f.Styles, v.trace()
	if t == nil {
		a.Put(1, 0, "Asking what each agent would load from here…", st.Muted)
		return 0, 0, false
	}
	body, foot := a.H-headRows, 0
	if body >= footRows+4 {
		foot = footRows
		body -= foot
	}
	draw := func(a cell.Area, y, i int) { v.drawRow(a, y, t, v.rows[i], st) }
	if v.matrix {
		draw = v.drawMatrix(a, t, st)
	} else {
		v.drawHead(a, t, st)
	}
	x, y, visible = v.list.Draw(a.Sub(0, headRows, a.W, body), st, f.Focused, draw)
	if foot > 0 {
		v.drawFoot(a.Sub(0, a.H-foot, a.W, foot), t, st)
	}
	return x, y + headRows, visible
}

func (v *View) drawHead(a cell.Area, t *discovery.Trace, st *style.Styles) {
	at := a.Put(1, 0, report.AgentName(t), st.Accent)
	if len(v.traces) > 1 {
		a.Put(at+2, 0, fmt.Sprintf("agent %d of %d: ←/→", v.agent+1, len(v.traces)), st.Muted)
	}
	text, look := report.Summary(t), st.Muted
	if t.Failure != nil {
		text, look = "the agent would not start: "+t.Failure.Message, st.Error
	}
	a.Put(1, 1, cell.Shorten(cell.Visible(text), a.W-2), look)
}

// nameAt is the column of names; references stand under their file, two columns
// further in for each level.
const nameAt = 5

func (v *View) drawRow(a cell.Area, y int, t *discovery.Trace, r row, st *style.Styles) {
	if r.candidate == nil {
		a.Put(1, y, cell.Shorten(" i "+cell.Visible(r.note), a.W-2), st.Info)
		return
	}
	half := max(a.W*2/5, 12)
	x := nameAt + half + 2
	var parts []part
	if r.reference != nil {
		in := r.reference.Import
		indent := min(2+2*r.reference.Depth, half/2)
		look := st.Muted
		if in.Verdict == discovery.Loaded {
			look = st.Base
		}
		a.Put(nameAt+indent, y, cell.Shorten("└ "+cell.Visible(in.Ref), half-indent), look)
		parts = append(marks(in.Hidden, in.DuplicateOf, "", st), part{importShort(in), st.Muted})
	} else {
		c := *r.candidate
		sign, look := mark(c, st)
		a.Put(1, y, sign, look)
		a.Put(nameAt, y, cell.ShortenStart(cell.Visible(report.Label(c, t.Cwd)), half), nameLook(c, st))
		duplicate := c.DuplicateOf
		if c.Verdict == discovery.NotLoaded {
			duplicate = "" // its reason says so
		}
		parts = append(marks(c.Hidden, duplicate, c.Git, st), part{short(c), st.Muted})
	}
	for _, q := range parts {
		if x >= a.W-1 {
			return
		}
		x = a.Put(x, y, cell.Shorten(cell.Visible(q.text), a.W-x-1), q.look) + 1
	}
}

type part struct {
	text string
	look cell.Style
}

// marks are the signs of what a reader must not overlook: hidden text with its
// count, a text that was there before, a file that is not what was committed.
func marks(found []hidden.Finding, duplicateOf, git string, st *style.Styles) (out []part) {
	count, worst := 0, hidden.Low
	for _, f := range found {
		if f.Level > hidden.Low {
			count += f.Count
			worst = max(worst, f.Level)
		}
	}
	switch {
	case worst == hidden.High:
		out = append(out, part{fmt.Sprintf("!%d hidden", count), st.Error})
	case count > 0:
		out = append(out, part{fmt.Sprintf("!%d hidden", count), st.Warning})
	}
	if duplicateOf != "" {
		out = append(out, part{"=again", st.Warning})
	}
	switch git {
	case "":
	case "ignored":
		out = append(out, part{"~ignored", st.Muted})
	default:
		out = append(out, part{"~" + git, st.Info})
	}
	return out
}

func importShort(in discovery.Import) string {
	switch {
	case in.Verdict == discovery.Loaded:
		return "imported"
	case in.Detail != "" && in.Reason == discovery.Missing:
		return in.Reason.Text()
	default:
		return strings.TrimSuffix(in.Reason.Text()+": "+in.Detail, ": ")
	}
}

// short says in a few words what became of a candidate.
func short(c discovery.Candidate) string {
	size := ""
	if c.Bytes > 0 {
		size = fmt.Sprintf("%d B", c.Bytes)
		switch {
		case c.Verdict != discovery.Loaded || int64(c.Used) == c.Bytes:
		case int64(c.Used) > c.Bytes && len(c.Imports) > 0:
			size += fmt.Sprintf(", %d with imports", c.Used)
		default:
			size = fmt.Sprintf("%d of %d B", c.Used, c.Bytes)
		}
	}
	switch {
	case c.Verdict == discovery.Loaded && c.Reason == discovery.Cut:
		return size + ", cut at byte " + fmt.Sprint(c.Used)
	case c.Verdict == discovery.Loaded && c.Reason != "":
		return strings.TrimPrefix(size+", "+c.Reason.Text(), ", ")
	case c.Verdict == discovery.Loaded && len(c.Remarks) > 0 && c.Remarks[0].Reason != "":
		return strings.TrimPrefix(size+", "+c.Remarks[0].Reason.Text(), ", ")
	case c.Verdict == discovery.Loaded:
		return strings.TrimPrefix(size+", "+c.Tier, ", ")
	case c.Reason != "":
		return c.Reason.Text()
	default:
		return string(c.Verdict)
	}
}

func mark(c discovery.Candidate, st *style.Styles) (string, cell.Style) {
	switch c.Verdict {
	case discovery.Loaded:
		return fmt.Sprintf("%2d", c.Order), st.Good
	case discovery.Later:
		return " +", st.Info
	case discovery.Listed:
		return " *", st.Info
	case discovery.Unknown:
		return " ?", st.Warning
	}
	switch c.Reason {
	case discovery.Missing, discovery.NoMatch:
		return " –", st.Muted
	default:
		return " ✗", st.Warning
	}
}

func nameLook(c discovery.Candidate, st *style.Styles) cell.Style {
	if c.Verdict == discovery.Loaded || c.Verdict == discovery.Later || c.Verdict == discovery.Listed {
		return st.Base
	}
	return st.Muted
}

// drawFoot says about the row under the bar all there is to say.
func (v *View) drawFoot(a cell.Area, t *discovery.Trace, st *style.Styles) {
	a.HLine(0, 0, a.W, st.Border)
	i, ok := v.list.Bar()
	if !ok {
		return
	}
	text := ""
	if v.matrix {
		text = v.cellSentence(t, &v.table.Rows[i])
	} else {
		text = v.sentence(t, v.rows[i])
	}
	for y, row := range cell.WrapText(text, a.W-2, 0) {
		a.Put(1, y+1, row, st.Base)
	}
}

func (v *View) sentence(t *discovery.Trace, r row) string {
	switch {
	case r.candidate == nil:
		return r.note
	case r.reference != nil:
		in := r.reference.Import
		text := in.Ref + ": " + report.WhyImport(in)
		if in.Path != "" {
			text += "; " + report.Nearby(in.Path, t.Cwd)
		}
		return text
	}
	c := *r.candidate
	text := path.Base(c.Shown) + ": " + report.Why(c)
	if c.RealPath != "" && c.RealPath != c.Path {
		text += "; leads to " + report.Nearby(c.RealPath, t.Cwd)
	}
	if !c.ModTime.IsZero() {
		text += "; changed " + c.ModTime.Local().Format("2006-01-02 15:04")
	}
	if c.Evidence != "" {
		text += "; " + string(c.Evidence)
		if t.Version != "" && c.Evidence == discovery.Executed {
			text += " on " + t.Version
		}
	}
	return text
}
