package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/prompt"
	"galley/engine/report"
	"galley/engine/secret"
	"galley/engine/session"
	"galley/engine/token"
)

// drifted is the JSON shape of a conversation's drift.
type drifted struct {
	ID      string        `json:"id"`
	Version int           `json:"version"`
	Cwd     string        `json:"cwd"`
	Same    bool          `json:"same"`
	Error   string        `json:"error"` // why the prompts were not compared, or ""
	First   driftPlace    `json:"first"` // where the stored prompt begins to differ, or zeros
	Changed []string      `json:"changed"`
	Diff    string        `json:"diff"`
	Kept    int           `json:"keptBytes"`
	Now     int           `json:"nowBytes"`
	Budgets []driftBudget `json:"budgets"`
	named   bool          // the user named the template
}

type driftPlace struct {
	Offset int `json:"offset"`
	Line   int `json:"line"`
	Column int `json:"column"`
}

// driftBudget is the use of one of a provider's limits by the messages of the stored prompt and by
// those of today's prompt.
type driftBudget struct {
	Provider string `json:"provider"`
	Unit     string `json:"unit"`
	Limit    int    `json:"limit"`
	Kept     int    `json:"kept"`
	Now      int    `json:"now"`
	State    string `json:"state"` // the state of today's prompt: ok, warning or over
}

func newDrift(env Env, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "drift [ID [FILE]]",
		Short: "Compare stored prompts with what would be built now; exit with 1 when one differs",
		Long: `Build the prompt of the conversation ID again, in the conversation's directory, and show how
the stored one differs from it: the first differing byte, what else changed, the budgets, a
diff. If the prompt was frozen from a file, give that FILE too. Without ID, drift prints a line
for each conversation. Nothing is stored.`,
		Args: cobra.MaximumNArgs(2),
		RunE: f.conversing(env, func(ctx context.Context, s *Session, store *session.Store, args []string) error {
			ids := args[:min(len(args), 1)]
			if len(args) == 0 {
				all, err := store.List(ctx)
				if err != nil {
					return err
				}
				for _, c := range all {
					ids = append(ids, c.ID)
				}
			}
			file := args[len(args)-max(len(args)-1, 0):]
			found := []drifted{}
			same := true
			for _, id := range ids {
				d, err := f.drift(ctx, env, store, id, file, len(args) > 0 || s.json)
				if err != nil && (len(args) > 0 || ctx.Err() != nil) {
					return err
				}
				if err != nil {
					d.Error = err.Error()
				}
				same = same && d.Same
				found = append(found, d)
			}
			if len(found) == 0 {
				env.noConversations()
			}
			if err := s.printDrift(env, found, len(args) > 0); err != nil {
				return err
			}
			if !same {
				return problemsFound
			}
			return nil
		}),
	}
}

// drift compares the stored prompt of a conversation with the prompt that would be built now. On
// request it also measures the budgets.
func (f *flags) drift(ctx context.Context, env Env, store *session.Store, id string, file []string, budgets bool) (drifted, error) {
	out := drifted{ID: id, named: len(file) > 0, Changed: []string{}, Budgets: []driftBudget{}}
	kept, err := store.Get(ctx, id)
	if err != nil {
		return out, err
	}
	out.Version, out.Cwd, out.Kept = kept.Version, kept.Cwd, len(kept.Text)
	t, err := f.turn(env, id, kept, true)
	if err != nil {
		return out, err
	}
	var options []engine.Option
	if budgets {
		options = append(options, engine.WithVocabularies())
	}
	now, err := t.build(env, file, options...)(ctx)
	if err != nil {
		return out, err
	}
	d := session.Compare(kept, t.place, now)
	var secrets secret.Values
	secrets.Merge(t.result.Secrets)
	secrets.AddKept(kept.Text)
	out.Same, out.Changed, out.Diff, out.Now = d.Same, d.Changed, secrets.Mask(d.Diff), len(now.Text)
	out.First = driftPlace{d.First.Offset, d.First.Line, d.First.Column}
	if !budgets {
		return out, nil
	}
	o := budget.Options{Provider: now.Provider, Model: now.Model, Overrides: t.Request.Config.Budgets}
	before := gauges(kept.Prompt(), o)
	for i, g := range gauges(now.Prompt(), o) {
		out.Budgets = append(out.Budgets, driftBudget{g.Provider, string(g.Unit), g.Max, before[i].Used, g.Used, string(g.State)})
	}
	return out, nil
}

// gauges measures the messages of a prompt against the limits. The store keeps no tools and no
// sizes of stand-ins, so neither side counts them.
func gauges(p prompt.Prompt, o budget.Options) []budget.Gauge {
	counters := func(provider, model string) token.Counter { return token.Means(provider, model).Counter }
	follow := func(c token.Counter) budget.Document { return token.NewDocument(c) }
	return budget.NewMeter(counters, follow).Measure(p, o).Gauges
}

func (s *Session) printDrift(env Env, found []drifted, whole bool) error {
	if s.json {
		return env.encode(struct {
			Schema        int       `json:"schema"`
			Conversations []drifted `json:"conversations"`
		}{report.Schema, found})
	}
	var b strings.Builder
	for _, d := range found {
		fmt.Fprintf(&b, "%s: %s\n", d.ID, d.sentence())
		if !whole {
			continue
		}
		for _, g := range d.Budgets {
			fmt.Fprintf(&b, "  messages for %s: %d stored, %d now, of %d %s (%s)\n", g.Provider, g.Kept, g.Now, g.Limit, budget.Unit(g.Unit).Words(), g.State)
		}
		b.WriteString(d.Diff)
	}
	return env.print(b.String())
}

// sentence says in one line how the stored prompt and today's differ.
func (d drifted) sentence() string {
	changed := ""
	if len(d.Changed) > 0 {
		changed = "; changed: " + strings.Join(session.Titles(d.Changed), ", ")
	}
	switch {
	case d.Error != "":
		return "cannot be built now: " + report.Safe(d.Error)
	case d.Same:
		return "the same" + changed
	}
	if slices.Contains(d.Changed, "template") && !d.named {
		changed += "; if it was frozen from a FILE, give the file after the ID"
	}
	return fmt.Sprintf("differs from byte %d on (line %d, column %d)%s", d.First.Offset, d.First.Line, d.First.Column, changed)
}
