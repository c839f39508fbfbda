package engine

import (
	"slices"
	"unicode/utf8"

	"galley/engine/diag"
	"galley/engine/hidden"
	"galley/engine/source"
	"galley/engine/template"
	"galley/engine/variable"
)

// scanned is the hidden text found in one text: the template, whose name is "", or a variable's
// value.
type scanned struct {
	name   string
	text   string
	looked *hidden.Scanned
}

// mostScanned is the most texts whose findings are cached: a template, its values and some earlier
// texts.
const mostScanned = 64

// scan returns the hidden text in a text and caches the result. If a text with the same name was
// scanned before, it scans only the part that has changed.
func (w *Workbench) scan(name, text string) []hidden.Finding {
	var before *hidden.Scanned
	w.mu.Lock()
	for i, s := range w.scans {
		// This comparison is free if both are the same string.
		if s.text == text {
			toFront(w.scans, i)
			w.mu.Unlock()
			return s.looked.Findings()
		}
		if before == nil && s.name == name {
			before = s.looked
		}
	}
	w.mu.Unlock()
	s := scanned{name, text, before.Next(text)}
	w.mu.Lock()
	defer w.mu.Unlock()
	of := 0 // of counts the entries with this name: the present text, and the one before it for an undo
	w.scans = slices.DeleteFunc(slices.Insert(w.scans, 0, s), func(o scanned) bool {
		if o.name == name {
			of++
		}
		return o.name == name && of > 2
	})
	w.scans = w.scans[:min(len(w.scans), mostScanned)]
	return s.looked.Findings()
}

// hiddenProblems reports hidden text in the template and in the files that it inserts. It leaves
// out kinds that are mostly harmless: hard blanks and comments.
func (w *Workbench) hiddenProblems(tree *template.Tree, values []variable.Value) (out []diag.Problem) {
	for _, f := range w.scan("", tree.Text) {
		if isReported(f) {
			_, size := utf8.DecodeRuneInString(tree.Text[f.Offset:])
			out = append(out, hiddenProblem(f, source.Span{Start: f.Offset, End: f.Offset + size}, f.String()))
		}
	}
	for _, v := range values {
		if v.Type != "file" || v.State != variable.Present {
			continue
		}
		for _, f := range w.scan(v.Key, v.Text) {
			if isReported(f) {
				out = append(out, hiddenProblem(f, firstUse(tree, v.Key), v.Name+" holds "+f.String()))
			}
		}
	}
	if len(out) > 0 {
		diag.Locate(out, source.NewLines(tree.Text))
	}
	return out
}

// isReported reports whether a finding is a problem: anything that views show as a mark, or
// that is above the lowest level.
func isReported(f hidden.Finding) bool { return f.Hidden || f.Level > hidden.Low }

func hiddenProblem(f hidden.Finding, span source.Span, message string) diag.Problem {
	p := diag.New(diag.HiddenText, span, message, "models read it but people cannot see it: open the file in galley, which marks it")
	if f.Level == hidden.Low {
		p.Severity = diag.Info
	}
	return p
}

// firstUse returns the span of the first tag that inserts a key's value, otherwise that of the
// first condition on the key.
func firstUse(tree *template.Tree, key string) source.Span {
	first := source.NoSpan
	for _, u := range tree.Uses() {
		if u.Key != key {
			continue
		}
		if !u.Condition {
			return u.Span
		}
		if first == source.NoSpan {
			first = u.Span
		}
	}
	return first
}
