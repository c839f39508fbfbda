package discovery

import (
	"context"
	"slices"
	"strings"

	"galley/engine/facts"
)

// SkillFile is the name of the file that makes a directory a skill.
const SkillFile = "SKILL.md"

// SkillFiles lists the SKILL.md files below dir, sorted by path. The parameter depth is the largest
// number of directories between dir and such a file. A skill's own directory is not searched for
// further skills.
func (p *Finder) SkillFiles(ctx context.Context, dir string, depth int) (out []string) {
	if !p.Exists(dir) {
		return nil
	}
	for _, full := range p.FilesIn(ctx, dir, true) {
		rel, inside := RelativeTo(full, dir)
		inner := slices.ContainsFunc(out, func(have string) bool { return facts.Within(full, facts.Dir(have)) })
		if base := facts.Join(facts.Dir(full), SkillFile); inside && full == base && !inner && rel != SkillFile && strings.Count(rel, "/") <= depth {
			out = append(out, full)
		}
	}
	return out
}

// Described reads a Markdown file whose front matter names a skill, a command or an
// agent. The candidate's name is that name, or ""; rest is the text below the front
// matter. If the file cannot be read, ok is false and the candidate says why.
func (p *Finder) Described(kind Kind, full, tier string) (c *Candidate, f Front, rest string, ok bool) {
	c = p.Thing(kind, "", full, tier)
	text, ok := p.Text(c)
	if !ok {
		return c, f, "", false
	}
	s := text.String()
	f = ReadFront(s)
	c.Oddities(&f)
	c.Name = f.Text("name")
	return c, f, s[f.Body:], true
}
