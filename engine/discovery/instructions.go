package discovery

import (
	"context"
	"slices"
	"strings"
)

// instructionsEnd is the ending of the names of GitHub's instruction files.
const instructionsEnd = ".instructions.md"

// Always loads a whole file at launch.
func (p *Finder) Always(full, tier string) *Candidate {
	c := p.At(full, tier)
	if _, twice := p.Taken[full]; twice || c.Reason == Missing {
		return c
	}
	p.Taken[full] = tier
	if text, ok := p.Text(c); ok {
		if strings.TrimSpace(text.String()) == "" {
			c.No(Empty, "")
		} else {
			c.Load(text, text.Len())
		}
	}
	p.Add(c)
	return c
}

// InstructionFiles examines the files of a directory of GitHub's instructions. The function applies
// sets the verdict about each file that can be read.
func (p *Finder) InstructionFiles(ctx context.Context, dir, base, tier string, applies func(p *Finder, c *Candidate, f *Front, base string)) {
	files := p.FilesIn(ctx, dir, false)
	slices.Sort(files)
	for _, full := range files {
		if _, twice := p.Taken[full]; twice {
			continue
		}
		p.Taken[full] = tier
		c := p.At(full, tier)
		if !strings.HasSuffix(full, instructionsEnd) {
			p.Add(c.Never(NotLookedFor, "only *"+instructionsEnd+" files are instructions"))
			continue
		}
		if text, ok := p.Text(c); ok {
			f := ReadFront(text.String())
			c.Oddities(&f)
			c.LoadBody(text, &f)
			applies(p, c, &f, base)
		}
		p.Add(c)
	}
}
