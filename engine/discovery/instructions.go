package discovery

import (
	"slices"
	"strings"
)

// instructionsEnd is what names of GitHub's instruction files end with.
const instructionsEnd = ".instructions.md"

// always loads a file at launch, whole.
func (p *Finder) always(full, tier string) *Candidate {
	c := p.at(full, tier)
	if _, twice := p.taken[full]; twice || c.Reason == Missing {
		return c
	}
	p.taken[full] = tier
	if text, ok := p.text(c); ok {
		if strings.TrimSpace(text.String()) == "" {
			c.no(Empty, "")
		} else {
			c.load(text, text.Len())
		}
	}
	p.add(c)
	return c
}

// instructionFiles looks at the files of a directory of instructions; applies
// decides about each that can be read.
func (p *Finder) instructionFiles(dir, base, tier string, applies func(p *Finder, c *Candidate, f *front, base string)) {
	files := p.filesIn(dir, false)
	slices.Sort(files)
	for _, full := range files {
		if _, twice := p.taken[full]; twice {
			continue
		}
		p.taken[full] = tier
		c := p.at(full, tier)
		if !strings.HasSuffix(full, instructionsEnd) {
			p.add(c.never(NotLookedFor, "only *"+instructionsEnd+" files count"))
			continue
		}
		if text, ok := p.text(c); ok {
			f := frontMatter(text.String())
			c.oddities(&f)
			c.loadBody(text, &f)
			applies(p, c, &f, base)
		}
		p.add(c)
	}
}
