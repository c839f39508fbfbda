package app

import (
	"fmt"

	"galley/engine/report"
	"galley/engine/tool"
	"galley/ui/cell"
	"galley/ui/highlight"
	"galley/ui/preview"
)

// requestView is the tab of the request's JSON, for one provider's API at a time.
type requestView struct {
	derived
	choice int  // of report.Wires
	chosen bool // by the user; else it is the one that the prompt is most likely sent to
}

func newRequestView(o cell.Options) requestView {
	return requestView{derived: derived{pane: preview.NewText(o, highlight.JSON, nil)}}
}

func (v *requestView) next(step int) {
	n := len(report.Wires())
	v.choice, v.chosen = (v.choice+step+n)%n, true
}

// makeRequest returns what makes the tab's text of the result that is shown.
func (w *Workbench) makeRequest() func(derivedMsg) derivedMsg {
	r, to := w.result, report.Wires()[w.requestView.choice]
	return func(msg derivedMsg) derivedMsg {
		sent := report.RequestOf(r, to)
		title := to.String()
		if sent.Model != "" {
			title += " · " + sent.Model
		}
		msg.head = []string{title}
		msg.notes = append(msg.notes, sent.Notes...)
		for _, c := range sent.Changes {
			msg.notes = append(msg.notes, report.ChangeText(c))
		}
		switch n := len(sent.Changes); {
		case sent.Body.Kind == tool.Absent:
			msg.head = append(msg.head, sent.Notes...)
		case n > 0:
			msg.head = append(msg.head, fmt.Sprintf("%s to the tools' declarations; Enter lists them", plural(n, "change")))
		case len(sent.Notes) > 1:
			msg.head = append(msg.head, plural(len(sent.Notes), "note")+"; Enter lists them")
		case len(sent.Notes) == 1:
			msg.head = append(msg.head, sent.Notes[0])
		}
		if sent.Body.Kind != tool.Absent {
			msg.text = sent.Body.Indented()
		}
		return msg
	}
}

// suggestWire chooses the API until the user has chosen one.
func (w *Workbench) suggestWire() {
	if w.requestView.chosen || w.result == nil {
		return
	}
	want := report.WireOf(w.result)
	for i, to := range report.Wires() {
		if to == want {
			w.requestView.choice = i
		}
	}
}
