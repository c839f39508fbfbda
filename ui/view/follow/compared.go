package follow

import (
	"context"
	"fmt"
	"strings"

	"galley/engine"
	"galley/engine/compare"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/ui/dialog"
	"galley/ui/words"
)

// rendered renders a request in a world. It may block.
func (q asking) rendered(ctx context.Context, w facts.World, request engine.Request) (*engine.Result, error) {
	return engine.New(w, engine.WithAgents(q.o.Agents), engine.NamedOnly(), engine.WithVocabularies()).Render(ctx, request)
}

// asCaptured returns a captured request without updating it. It may block.
func (q asking) asCaptured(ctx context.Context, id string) (compare.Side, error) {
	c, err := q.store().Load(id)
	if err != nil {
		return compare.Side{}, err
	}
	request := q.request
	request.Capture, request.AsCaptured = c, true
	r, err := q.rendered(ctx, q.world, request)
	if err != nil {
		return compare.Side{}, err
	}
	return report.SideOf(c.ID, r), nil
}

// blocksCompared returns the level that compares two captured requests by block and tool.
func blocksCompared(a, b string) subject {
	return subject{title: "difference", fixed: true, make: func(v *View) func(context.Context) page {
		q := v.asking("")
		return func(ctx context.Context) page {
			var sides [2]compare.Side
			for i, id := range []string{a, b} {
				side, err := q.asCaptured(ctx, id)
				if err != nil {
					return page{err: err}
				}
				sides[i] = side
			}
			return differencePage(sides[0], sides[1])
		}
	}}
}

// changeMarks has the sign for each way in which a block or a tool changed.
var changeMarks = map[compare.Change]part{
	compare.Added: {fill: "+", look: dialog.Good}, compare.Removed: {fill: "–", look: dialog.Warning},
	compare.Changed: {fill: "~", look: dialog.Info}, compare.Moved: {fill: "→", look: dialog.Info}, compare.Same: {fill: "=", look: dialog.Muted},
}

func differencePage(a, b compare.Side) page {
	a, b, _ = compare.Covered(a, b)
	d := compare.Prompts(a, b)
	p := page{head: append([]string{a.Name + " → " + b.Name}, report.DiffSummary(report.DiffOf(a, b))...)}
	same := 0
	add := func(name string, change compare.Change, bytes [2]int, texts [2]string) {
		mark := changeMarks[change]
		r := row{sign: mark.fill, look: mark.look, name: name, note: string(change), right: fmt.Sprintf("%s → %s", report.Size(bytes[0]), report.Size(bytes[1]))}
		if change == compare.Same || change == compare.Moved {
			r.right = report.Size(bytes[1])
		}
		r.told = fmt.Sprintf("%s: %s, %s", name, change, r.right)
		switch change {
		case compare.Same, compare.Moved:
			r.enter = read(name, texts[1])
		default:
			r.enter = readDiff(name, report.TextDiff(a.Name, b.Name, texts[0], texts[1]))
		}
		p.rows = append(p.rows, r)
	}
	p.rows = append(p.rows, row{heading: "messages, block by block"})
	for _, block := range d.Blocks {
		name := block.Title
		if name == "" || !strings.Contains(block.ID, ":") && name != block.ID {
			name = strings.TrimSpace(block.ID + "  " + block.Title)
		}
		add(name, block.Change, block.Bytes, block.Texts)
	}
	if len(d.Tools) > 0 {
		p.rows = append(p.rows, row{heading: "tools"})
	}
	for _, t := range d.Tools {
		if t.Change == compare.Same {
			same++
			continue
		}
		add(t.Name, t.Change, [2]int{len(t.Texts[0]), len(t.Texts[1])}, t.Texts)
	}
	if same > 0 {
		p.rows = append(p.rows, row{sign: "=", look: dialog.Muted, name: words.Plural(same, "tool"), note: "declared as before", told: words.Plural(same, "tool") + " declared as before"})
	}
	return p
}
