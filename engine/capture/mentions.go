package capture

import "galley/engine/discovery"

// Mention is something that the agent mentions in a text that galley does not predict, such as a
// sub-agent in a tool's description.
type Mention struct {
	Kind discovery.Kind `json:"kind"`
	Name string         `json:"name"`
	Path string         `json:"path"` // the file that defines it
}

// mentions lists the things that, according to a discovery, the agent mentions in texts that
// galley does not predict. where has the place of each. The list is never nil.
func mentions(t *discovery.Trace) (all []Mention, where []string) {
	all = []Mention{}
	if t == nil {
		return all, nil
	}
	for _, c := range t.Candidates {
		if c.Verdict == discovery.Listed && c.Text.Len() == 0 {
			all, where = append(all, Mention{c.Kind, c.Name, c.Path}), append(where, c.Detail)
		}
	}
	return all, where
}

// MentionChange is a [Mention] that is new or gone since a capture. The captured request then
// differs from the next one in a text that galley does not predict.
type MentionChange struct {
	Mention
	Gone  bool
	Where string // where the agent mentions it, if it is new
}

// MentionChanges returns what the agent began or ceased to mention since the capture. It returns
// nil for a capture made by an older release of galley, which did not record mentions.
func (c *Capture) MentionChanges(t *discovery.Trace) (all []MentionChange) {
	if c.Attribution == nil || c.Attribution.Mentions == nil {
		return nil
	}
	now, where := mentions(t)
	was, is := setOf(c.Attribution.Mentions), setOf(now)
	for i, m := range now {
		if !was[m] {
			all = append(all, MentionChange{Mention: m, Where: where[i]})
		}
	}
	for _, m := range c.Attribution.Mentions {
		if !is[m] {
			all = append(all, MentionChange{Mention: m, Gone: true})
		}
	}
	return all
}

func setOf(all []Mention) map[Mention]bool {
	set := map[Mention]bool{}
	for _, m := range all {
		set[m] = true
	}
	return set
}
