package capture

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"galley/engine/capture/match"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/wire"
)

// layouts are the formats in which agents write a day.
var layouts = []string{"2006-01-02", "Mon Jan 02 2006", "Monday, January 2, 2006", "1/2/2006", "January 2, 2006", "Jan 2, 2006"}

// gitValues returns those states of a repository that a request may contain. Each except the bare
// status includes the label before it, because the name of a branch alone could occur anywhere.
// Agents write the states in three ways; the name of a value says which one.
func gitValues(ctx context.Context, w facts.World, dir string) []match.Value {
	ask := func(args ...string) (string, bool) {
		a, err := w.Git(ctx, dir, args...)
		return strings.TrimRight(a.Stdout, "\n"), err == nil && a.Exit == 0
	}
	branch, ok := ask("branch", "--show-current")
	if !ok {
		return nil
	}
	status, ok := ask("status", "--short")
	if !ok {
		return nil
	}
	clean, tree := status, strings.TrimSpace(status)
	if status == "" {
		clean, tree = "(clean)", "Working tree clean"
	}
	all := []match.Value{{Name: "git:branch", Text: "Current branch: " + branch}, {Name: "git:status", Text: "Status:\n" + clean}, {Name: "git:status, bare", Text: tree}}
	if commits, ok := ask("log", "--oneline", "-n", "5"); ok {
		all = append(all, match.Value{Name: "git:commits", Text: "Recent commits:\n" + commits})
	}
	for _, v := range all[:len(all):len(all)] {
		// Add another form of the text: trimmed, and with "git: " before each line.
		if label, text, ok := strings.Cut(v.Text, ":\n"); ok {
			v.Text = label + ":\n" + strings.TrimSpace(text)
			all = append(all, match.Value{Name: v.Name + ", marked", Text: "git: " + strings.ReplaceAll(v.Text, "\n", "\ngit: ")})
		}
	}
	return all
}

// ownFact is the prefix of the names of facts that an agent writes in a form of its own.
const ownFact = "own:"

// ValueName returns the name of a value as galley shows it to people.
func ValueName(name string) string { return strings.TrimPrefix(name, ownFact) }

// statesOf returns the facts that can change while the rule files stay the same: the states of the
// repository, and the agent's own facts.
func statesOf(ctx context.Context, w facts.World, own start.Facts, cwd string) []match.Value {
	var all []match.Value
	if own != nil { // they come first, because the agent's own form takes precedence
		for _, f := range own(ctx, w, cwd) {
			all = append(all, match.Value{Name: ownFact + f.Name, Text: f.Text})
		}
	}
	return append(all, gitValues(ctx, w, cwd)...)
}

// Expected returns the texts that the request was expected to contain, with only their names set.
func (c *Capture) Expected() []match.Expected {
	if c.Attribution == nil {
		return nil
	}
	all := make([]match.Expected, len(c.Attribution.Names))
	for i, name := range c.Attribution.Names {
		all[i].Name = name
	}
	return all
}

// Predict returns the request that the agent would send now; t is its discovery of the present
// files. renewed are the values that have changed; if it is nil, Predict asks the world for them.
func (c *Capture) Predict(ctx context.Context, t *discovery.Trace, w facts.World, own start.Facts, renewed map[string]string) (match.Prediction, []match.Expected, error) {
	r, err := c.Request()
	if err != nil {
		return match.Prediction{}, nil, err
	}
	m := c.Attribution.Map()
	if renewed == nil {
		renewed = c.Renewed(ctx, w, own, r, m)
	}
	var names []string
	if c.Attribution != nil {
		names = c.Attribution.Names
	}
	now := Expect(t)
	next, err := match.Predict(r, m, names, now, renewed)
	for _, change := range c.MentionChanges(t) {
		if name := cmp.Or(change.Path, change.Name); !slices.Contains(next.Changed, name) {
			next.Changed = append(next.Changed, name)
		}
	}
	for _, change := range c.ChoiceChanges(t) {
		if name := cmp.Or(change.Path, change.Name); !slices.Contains(next.Changed, name) {
			next.Changed = append(next.Changed, name)
		}
	}
	return next, now, err
}

// Elsewhere returns the values that the facts of the capture have in another directory. Each key
// consists of the fact's name, a zero byte and the captured text.
func (c *Capture) Elsewhere(ctx context.Context, w facts.World, own start.Facts, cwd string) map[string]string {
	out := map[string]string{}
	if c.Attribution == nil {
		return out
	}
	there := *c
	there.Cwd, there.Project, there.Created = cwd, cwd, w.Now()
	now := append(Values(w, &there), statesOf(ctx, w, own, cwd)...)
	for _, r := range c.Attribution.Words.Runs {
		for _, bit := range r.Words {
			switch was := c.Created.In(w.Zone()); bit.Value {
			case "":
			case "system:date":
				for _, layout := range layouts {
					if was.Format(layout) == bit.Text {
						out[bit.Value+"\x00"+bit.Text] = w.Now().In(w.Zone()).Format(layout)
					}
				}
			case "model":
			default:
				for _, v := range now {
					if v.Name == bit.Value {
						out[bit.Value+"\x00"+bit.Text] = v.Text
					}
				}
			}
		}
	}
	return out
}

// Renewed returns the facts that have changed since the capture, as a map from the captured text of
// each fact to the present one. It asks git only if the request contains states of the repository.
func (c *Capture) Renewed(ctx context.Context, w facts.World, own start.Facts, r *wire.Request, m match.Map) map[string]string {
	out := map[string]string{}
	was, now := c.Created.In(w.Zone()), w.Now().In(w.Zone())
	var states []match.Value
	asked := false
	for _, s := range m.Spans {
		if s.Expected >= 0 || s.Origin.Kind != source.Variable {
			continue
		}
		_, text := r.At(s.Place)
		old := text[s.Start:s.End]
		switch name := s.Origin.Source; {
		case name == "system:date":
			for _, layout := range layouts {
				if was.Format(layout) == old {
					out[old] = now.Format(layout)
				}
			}
		case strings.HasPrefix(name, "git:"), strings.HasPrefix(name, ownFact):
			if !asked {
				states, asked = statesOf(ctx, w, own, c.Cwd), true
			}
			for _, v := range states {
				if v.Name == name {
					out[old] = v.Text
				}
			}
		}
	}
	return out
}
