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

// headRows is the number of rows above the files: one for the agent and one for the summary. If
// the agent would not start, further rows give the reason.
const headRows = 2

// leastFiles is the number of rows that stay free for the list of files, however long the texts
// above and below the list are.
const leastFiles = 4

// Draw implements [view.View].
func (v *View) Draw(a cell.Area, f view.Frame) (x, y int, visible bool) {
	st, t := f.Styles, v.trace()
	v.at.agents = rect{}
	if t == nil {
		a.Put(1, 0, "Asking what each agent would load from here…", st.Muted)
		return
	}
	left := 0
	if a.W >= agentsLeast && !v.matrix {
		left = agentsWidth
		v.at.agents = rect{0, 1, agentsWidth, a.H}
		v.drawAgents(a, st)
		a.VLine(agentsWidth, 0, a.H, st.Border)
		left++
	}
	right := a.Sub(left, 0, a.W-left, a.H)
	head := v.drawHead(right, t, left == 0, st)
	draw := func(a cell.Area, y, i int) { v.drawRow(a, y, t, v.rows[i], st) }
	if v.matrix {
		head = v.headHeight(a.H)
		draw = v.drawMatrix(a, t, head, st)
	}
	foot := v.footHeight(right.W, a.H-head, t)
	v.at.files = rect{left, head, right.W, max(a.H-head-foot, 0)}
	x, y, visible = v.list.Draw(v.at.files.of(a), st, f.Focused, draw)
	if i, ok := v.list.Bar(); ok && v.matrix && foot == 0 && a.H > headRows {
		// If the whole reason does not fit, the second row shows its beginning, and the first row
		// the meaning of the signs.
		line := a.Sub(0, 1, a.W, 1)
		line.Fill(st.Base)
		line.Put(1, 0, cell.Shorten(cell.Visible(v.describeRow(i, t)), a.W-2), st.Base)
		v.drawSigns(a, 0, t, st)
	}
	if foot > 0 {
		v.drawFoot(a.Sub(left, a.H-foot, right.W, foot), st)
	}
	return x + left, y + head, visible
}

// footHeight returns the number of rows of the foot. It is the height of the longest reason, as
// far as there is room, so that the list does not move when the bar does. It is at least the
// height of the description of the row under the bar.
func (v *View) footHeight(width, room int, t *discovery.Trace) int {
	room -= leastFiles
	if room < 2 || width < 12 {
		return 0
	}
	if v.at.needed == 0 || v.at.width != width {
		v.at.needed, v.at.width = 2, width
		for i := range min(v.length(), mostMeasured) {
			v.at.needed = max(v.at.needed, len(cell.WrapText(v.describeRow(i, t), width-2, 0)))
		}
	}
	now := 0
	if i, ok := v.list.Bar(); ok {
		now = len(cell.WrapText(v.describeRow(i, t), width-2, 0))
	}
	return min(max(min(v.at.needed, room/2), now)+1, room)
}

// mostMeasured is the largest number of reasons whose heights are measured to find the longest
// one.
const mostMeasured = 60

// describeRow returns the full description of a row.
func (v *View) describeRow(i int, t *discovery.Trace) string {
	if v.matrix {
		return v.cellSentence(t, &v.table.Rows[i])
	}
	return v.sentence(t, v.rows[i])
}

// Details implements [view.Detailer].
func (v *View) Details() string {
	if i, ok := v.list.Bar(); ok {
		return v.describeRow(i, v.trace())
	}
	return ""
}

// nameAt is the column at which names begin. A reference is below its file, two columns further to
// the right for each level.
const nameAt = 5

func (v *View) drawRow(a cell.Area, y int, t *discovery.Trace, r row, st *style.Styles) {
	switch {
	case r.heading != "":
		x := a.Put(1, y, r.heading, st.Title)
		a.HLine(x+1, y, max(a.W-x-2, 0), st.Border)
		return
	case r.elsewhere != nil:
		a.Put(1, y, " ·", st.Faint)
		a.Put(nameAt, y, cell.ShortenStart(cell.Visible(report.Nearby(r.elsewhere.Shown(), t.Cwd)), a.W-nameAt-1), st.Muted)
		return
	case r.candidate == nil:
		a.Put(1, y, cell.Shorten(" i "+cell.Visible(r.note), a.W-2), st.Info)
		return
	}
	half := max(min((a.W-nameAt)*3/5, v.at.names), 12)
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
		label := cell.Visible(report.Label(c, t.Cwd))
		duplicate := c.DuplicateOf
		if c.Verdict == discovery.NotLoaded {
			duplicate = "" // the reason says so already
		}
		parts = append(marks(c.Hidden, duplicate, c.Git, st), part{short(c), st.Muted})
		if groupOf(r.candidate) == absent && c.Detail == "" {
			parts, half = nil, a.W-nameAt-1 // the heading says it already
		}
		if c.Name != "" {
			label = cell.Shorten(label, half)
		}
		a.Put(nameAt, y, cell.ShortenStart(label, half), nameLook(c, st))
	}
	for _, q := range parts {
		x = a.Put(x, y, cell.Shorten(cell.Visible(q.text), a.W-x-1), q.look) + 1
	}
}

type part struct {
	text string
	look cell.Style
}

// marks returns the warning signs of a row: hidden text with its count, a text that occurs twice,
// and a file that differs from the commit.
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
		out = append(out, part{"= same text", st.Warning})
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

// short returns a few words about a candidate. They begin with the candidate's kind unless the
// candidate is a rule file.
func short(c discovery.Candidate) string {
	if c.Kind != discovery.Rule {
		return strings.TrimSuffix(string(c.Kind)+", "+verdictText(c), ", ")
	}
	return verdictText(c)
}

func verdictText(c discovery.Candidate) string {
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
		return fmt.Sprintf("cut at byte %d of %d", c.Used, c.Bytes)
	case c.Verdict == discovery.Loaded && c.Reason != "":
		return strings.TrimPrefix(size+", "+c.Reason.Text(), ", ")
	case c.Verdict == discovery.Loaded && len(c.Remarks) > 0 && c.Remarks[0].Reason == discovery.AlreadyLoaded:
		return strings.TrimPrefix(size+", loaded twice", ", ")
	case c.Verdict == discovery.Loaded && len(c.Remarks) > 0 && c.Remarks[0].Reason != "":
		return strings.TrimPrefix(size+", "+c.Remarks[0].Reason.Text(), ", ")
	case c.Verdict == discovery.Loaded:
		return strings.TrimPrefix(size+", "+c.Tier, ", ")
	case (c.Reason == discovery.WrongCase || c.Reason == discovery.NearMiss) && c.Detail != "":
		return c.Detail // it names the right name, which matters most in a narrow row
	case c.Reason != "":
		return c.Reason.Text()
	case c.Verdict == discovery.Listed:
		return c.Tier
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

// drawFoot draws the full description of the row under the bar.
func (v *View) drawFoot(a cell.Area, st *style.Styles) {
	a.HLine(0, 0, a.W, st.Border)
	rows := cell.WrapText(v.Details(), a.W-2, 0)
	for y, row := range rows {
		if y+2 == a.H && y+1 < len(rows) {
			row = cell.Shorten(strings.Join(rows[y:], ""), a.W-2)
		}
		a.Put(1, y+1, row, st.Base)
	}
}

// sentence returns the full description of a row: the verdict and the reason, the evidence, and
// what to do. The path follows at the end unless the row's name is already the path.
func (v *View) sentence(t *discovery.Trace, r row) string {
	switch {
	case r.elsewhere != nil:
		return v.elsewhereSentence(t, r.elsewhere)
	case r.candidate == nil:
		return r.note
	case r.reference != nil:
		in := r.reference.Import
		text := in.Ref + ": " + report.WhyImport(in)
		if remedy := in.Reason.Remedy(); remedy != "" && in.Verdict == discovery.NotLoaded {
			text += ". What to do: " + remedy
		}
		if in.Path != "" {
			text += "; " + report.Nearby(in.Path, t.Cwd)
		}
		return text
	}
	c := *r.candidate
	name := nameIn(t, c.Shown)
	if c.Name != "" {
		name = c.Name
	}
	text := name + ": " + report.NearbyIn(report.Why(c), t.Cwd)
	if c.RealPath != "" && c.RealPath != c.Path {
		text += "; leads to " + report.Nearby(c.RealPath, t.Cwd)
	}
	if !c.ModTime.IsZero() {
		text += "; changed " + c.ModTime.Local().Format("2006-01-02 15:04")
	}
	if c.Evidence != "" {
		text += "; " + t.EvidenceText(&c)
	}
	if remedy := t.Remedy(&c); remedy != "" && (c.Verdict == discovery.NotLoaded || c.Reason == discovery.Cut) {
		text += ". What to do: " + report.NearbyIn(remedy, t.Cwd)
	}
	return keyed(text, v.o.Hint) + "." + pathBehind(name, v.host.Short(c.Shown))
}

// pathBehind returns the path at the end of a sentence about a file, or "" if the sentence begins
// with the path.
func pathBehind(name, shown string) string {
	if shown == name {
		return ""
	}
	return " " + shown
}

// nameIn returns a file's name for a sentence: its path relative to the working directory, or only
// its last part if it is elsewhere.
func nameIn(t *discovery.Trace, shown string) string {
	if rel, inside := discovery.RelativeTo(shown, t.Cwd); inside {
		return rel
	}
	return path.Base(shown)
}

// elsewhereSentence says why the agent does not use a file, what to do about it, and which agents
// use it.
func (v *View) elsewhereSentence(t *discovery.Trace, r *discovery.Row) string {
	a := discovery.ExplainRow(t, r)
	name := nameIn(t, r.Shown())
	text := name + " in " + t.Agent + ": " + report.NearbyIn(a.Why, t.Cwd)
	if a.Remedy != "" {
		text += ". What to do: " + report.NearbyIn(a.Remedy, t.Cwd)
	}
	return keyed(text, v.o.Hint) + "." + v.users(r) + transferring(v.o.Hint) + pathBehind(name, v.host.Short(r.Shown()))
}
