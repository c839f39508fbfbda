package app

import (
	"galley/engine/diag"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/style"
)

// sign is a row of the legend: a sign on the screen and its meaning.
type sign struct {
	glyph string
	look  dialog.Look
	means string
}

// origins has the colours of the bars beside the preview's text, with what each colour means.
var origins = []struct {
	kind  source.Kind
	means string
}{
	{source.Template, "your template's own text"},
	{source.Variable, "the value of a variable"},
	{source.Override, "a value that you set by hand"},
	{source.File, "the text of a file"},
	{source.Import, "the text of a file that another file imports"},
	{source.Pack, "the agent's own words, from your copy of them"},
	{source.Captured, "the agent's own words, from a captured request"},
	{source.StandIn, "galley's words where the agent's own are not known"},
	{source.Tool, "the declaration of a tool"},
	{source.Structure, "headings and separators that the agent adds"},
}

// legend returns the rows that explain every sign and colour on the screen.
func legend(st *style.Styles) []dialog.Line {
	var lines []dialog.Line
	group := func(title string, signs ...sign) {
		if lines != nil {
			lines = append(lines, nil)
		}
		lines = append(lines, dialog.Text(title, dialog.Accent))
		for _, s := range signs {
			lines = append(lines, dialog.Line{{Text: "  " + cell.Pad(s.glyph, 13), Look: s.look}, {Text: s.means, Look: dialog.Base}})
		}
	}
	var bars []sign
	for _, o := range origins {
		glyph, look := st.Origin(o.kind)
		bars = append(bars, sign{glyph, func(*style.Styles) cell.Style { return look }, o.means})
	}
	group("The top line",
		sign{"captured", dialog.Base, "the request that the installed agent sent"},
		sign{"predicted", dialog.Base, "that request, with your files as they are now"},
		sign{"modelled", dialog.Base, "assembled by galley from what is known of the agent"},
		sign{"stand-ins", dialog.Base, "galley's words, because the agent's own are not known"},
		sign{"template as", dialog.Base, "what your template is sent as; click to change it"},
		sign{"replaces", dialog.Base, "the template is sent instead of the agent's own system text"},
		sign{"●", dialog.Warning, "the text has changes that are not saved"})
	group("The bar beside the prompt: where its text comes from", bars...)
	group("Variables",
		sign{"✓", dialog.Good, "it has a value"},
		sign{"○", dialog.Muted, "the template does not use it"},
		sign{"–", dialog.Warning, "it has no value here"},
		sign{"✗", dialog.Error, "no such variable"},
		sign{"!", dialog.Error, "its file cannot be read"},
		sign{"●", dialog.Info, "you set its value by hand"},
		sign{"l4 ×2", dialog.Muted, "used in line 4 of the template, in two places altogether"},
		sign{"dynamic", dialog.Muted, "you choose the name: a path"})
	group("Rules",
		sign{"1 2 3", dialog.Good, "loaded at launch, in this order"},
		sign{"+  ○", dialog.Info, "loaded when the work reaches its place"},
		sign{"*", dialog.Info, "named in the request, not sent as a whole"},
		sign{"✗", dialog.Warning, "exists, but is not loaded"},
		sign{"–", dialog.Muted, "does not exist"},
		sign{"?", dialog.Warning, "not known; the reason says how to find out"},
		sign{"·", dialog.Muted, "the agent does not look for it"},
		sign{"!3 hidden", dialog.Error, "characters that people cannot see"},
		sign{"= same text", dialog.Warning, "the same text was loaded before"},
		sign{"~untracked", dialog.Info, "git's state of the file"})
	group("Blocks, and what remains after compaction",
		sign{"+", dialog.Good, "still sent after compaction"},
		sign{"–  -", dialog.Warning, "removed; only the summary may mention it"},
		sign{"?", dialog.Muted, "not known: it has not been measured"})
	group("Numbers",
		sign{"82", dialog.Base, "exact"},
		sign{"≈82", dialog.Base, "an estimate"},
		sign{"~82", dialog.Base, "counted with the vocabulary of the most similar model"})
	group("Problems",
		sign{style.SeveritySign(diag.Error), dialog.Error, "an error"},
		sign{style.SeveritySign(diag.Warning), dialog.Warning, "a warning"},
		sign{style.SeveritySign(diag.Info), dialog.Info, "a note"})
	return lines
}

// openLegend explains the signs and colours.
func (m *Model) openLegend() {
	m.screen.Open(dialog.NewReader("What the signs and colours mean", legend(m.screen.Styles())).Hanging())
}
