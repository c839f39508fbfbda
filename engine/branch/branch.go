// Package branch finds out how a change of files affects each agent's prompt: which rule files,
// skills, commands, agents and servers are added, removed or changed, and by how many tokens. It
// compares two discoveries of each agent, before and after the change.
package branch

import (
	"cmp"
	"slices"

	"galley/engine"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// Counter counts the tokens of a text with the vocabulary of an agent's usual models.
type Counter func(agent, text string) int

// Item is one thing in an agent's prompt that a change affects.
type Item struct {
	Kind string // a [discovery.Kind] in words, or "tool"
	Name string // the agent's name for it; for a rule file, its path
	Path string
	// When says, before and after the change, when a request contains the item: at launch or on
	// demand; "" means never.
	When   [2]discovery.Verdict
	Tokens [2]int // tokens that the item adds to a request at launch or on demand
	Bytes  [2]int
	Texts  [2]string // the text that a request has because of the item
}

// Change says in words how the item changed: "added", "removed", "changed" or, if a request now
// contains it at another time, "now " and that time.
func (i *Item) Change() string {
	switch {
	case i.When[0] == "":
		return "added"
	case i.When[1] == "":
		return "removed"
	case i.When[0] != i.When[1]:
		return "now " + string(i.When[1])
	}
	return "changed"
}

// Agent says how a change affects one agent's prompt.
type Agent struct {
	Before, After *discovery.Trace
	Tokens        [2]int // tokens of everything that files add at launch
	Items         []Item // the items that differ, sorted by kind and path
	// Request is the size in tokens of the whole request, including tools, if a capture shows it;
	// otherwise nil.
	Request *[2]int
}

// Weigh renders an agent's captured request before and after the change. It sets a.Request to the
// two sizes and adds the tool declarations that changed to a.Items.
func (a *Agent) Weigh(past, now facts.World, render func(facts.World) (*engine.Result, error), count Counter) error {
	was, err := render(past)
	if err != nil {
		return err
	}
	is, err := render(now)
	if err != nil {
		return err
	}
	a.requests(was, is, count)
	return nil
}

func (a *Agent) requests(was, is *engine.Result, count Counter) {
	weigh := func(r *engine.Result) int { return r.Tokens.Tokens.Tokens + r.Tools.Tokens.Tokens }
	a.Request = &[2]int{weigh(was), weigh(is)}
	tools := map[string]*[2]string{}
	var names []string
	for side, r := range []*engine.Result{was, is} {
		for _, tool := range r.Prompt.Tools {
			if tools[tool.Name] == nil {
				tools[tool.Name] = &[2]string{}
				names = append(names, tool.Name)
			}
			tools[tool.Name][side] += tool.Declaration.String()
		}
	}
	slices.Sort(names)
	for _, name := range names {
		both := tools[name]
		if both[0] == both[1] {
			continue
		}
		item := Item{Kind: "tool", Name: name}
		for side, text := range both {
			if text != "" {
				item.When[side], item.Bytes[side], item.Tokens[side] = discovery.Listed, len(text), count(a.After.Agent, text)
				item.Texts[side] = text
			}
		}
		a.Items = append(a.Items, item)
	}
}

// Same reports whether the change does not affect the agent's prompt.
func (a *Agent) Same() bool {
	return len(a.Items) == 0 && (a.Request == nil || a.Request[0] == a.Request[1]) && a.Tokens[0] == a.Tokens[1] && (a.Before.Failure == nil) == (a.After.Failure == nil)
}

// Compare compares the discoveries of the same agents in two worlds.
func Compare(before, after facts.World, was, is []*discovery.Trace, count Counter) (out []Agent) {
	texts := [2]texts{{before, map[string]string{}}, {after, map[string]string{}}}
	for i := range is {
		a := Agent{Before: was[i], After: is[i]}
		sides := [2]*discovery.Trace{was[i], is[i]}
		items := map[string]*Item{}
		held := map[string][2]string{}
		var order []string
		for side, t := range sides {
			a.Tokens[side] = count(t.Agent, t.Text.String())
			for j := range t.Candidates {
				c := &t.Candidates[j]
				if c.Verdict != discovery.Loaded && c.Verdict != discovery.Later && c.Verdict != discovery.Listed {
					continue
				}
				key := string(c.Kind) + "\x00" + c.Path + "\x00" + c.Name
				item := items[key]
				if item == nil {
					item = &Item{Kind: c.Kind.String(), Name: c.Name, Path: c.Path}
					if item.Name == "" {
						item.Name = c.Path
					}
					items[key] = item
					order = append(order, key)
				}
				both := held[key]
				both[side] += texts[side].textOf(c) // add: a file may be loaded more than once
				held[key] = both
				item.When[side] = c.Verdict
				item.Bytes[side], item.Texts[side] = len(both[side]), both[side]
				if c.Verdict == discovery.Listed {
					a.Tokens[side] += count(t.Agent, c.Text.String())
				}
			}
		}
		for _, key := range order {
			item := items[key]
			if item.When[0] == item.When[1] && held[key][0] == held[key][1] {
				continue
			}
			for side := range sides {
				if held[key][side] != "" {
					item.Tokens[side] = count(is[i].Agent, held[key][side])
				}
			}
			a.Items = append(a.Items, *item)
		}
		slices.SortStableFunc(a.Items, func(x, y Item) int {
			return cmp.Or(cmp.Compare(kindIndex(x.Kind), kindIndex(y.Kind)), cmp.Compare(x.Path, y.Path), cmp.Compare(x.Name, y.Name))
		})
		out = append(out, a)
	}
	return out
}

// kindIndex returns the position of a kind in lists sorted by kind.
func kindIndex(kind string) int {
	return slices.IndexFunc(discovery.Kinds, func(k discovery.Kind) bool { return k.String() == kind })
}

// texts reads the files of one world and caches their texts.
type texts struct {
	w     facts.World
	known map[string]string
}

// textOf returns the text that a candidate adds to a request. If the trace does not have this text
// for a rule file, because the file loads later, textOf returns the text of the file without the
// agent's frame around it.
func (t *texts) textOf(c *discovery.Candidate) string {
	if c.Text.Len() > 0 || c.Kind != discovery.Rule {
		return c.Text.String()
	}
	text, known := t.known[c.Path]
	if !known {
		text, _ = t.w.ReadFile(c.Path) // the trace reports unreadable files
		t.known[c.Path] = text
	}
	return text
}
