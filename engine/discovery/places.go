package discovery

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
)

// done numbers what is loaded and ends the discovery.
func (p *Finder) done(separator string) (*Trace, error) {
	p.walkNote()
	for i := range p.trace.Candidates {
		if c := &p.trace.Candidates[i]; c.Verdict == NotLoaded || c.Verdict == Unknown {
			c.Text, c.Used = source.Text{}, 0
		}
	}
	p.trace.finish(separator)
	return p.trace, p.ctx.Err()
}

// there reports whether something is at a candidate's path that could be read.
func (c *Candidate) there() bool { return c.Reason != Missing && c.Reason != DanglingLink }

// git makes the nearest directory with a ".git", file or directory, the root.
func (p *Finder) git() (found bool) {
	root, marker, found := facts.Nearest(p.world, p.trace.Cwd, ".git")
	if found {
		p.trace.Root, p.trace.Marker, p.trace.VCS = root, marker, "git"
	}
	return found
}

// chain lists the directories from the root down to the directory.
func (p *Finder) chain() []string {
	dirs := p.upTo(p.trace.Cwd, p.trace.Root)
	slices.Reverse(dirs)
	return dirs
}

// text reads a candidate's file as it is; ok is false, and the candidate says
// why, when that cannot be.
func (p *Finder) text(c *Candidate) (source.Text, bool) {
	if !c.there() {
		return source.Text{}, false
	}
	data, reason, detail := p.bytes(c)
	if reason != "" {
		c.no(reason, detail)
		return source.Text{}, false
	}
	p.asLink(c, data)
	return decode(c.Path, data, 0), true
}

// load marks a candidate as loaded with what it becomes.
func (c *Candidate) load(text source.Text, used int) *Candidate {
	c.Verdict, c.Text, c.Used = Loaded, text, used
	return c
}

// later marks a candidate as one that loads on demand.
func (c *Candidate) later(when string) *Candidate {
	c.LoadType, c.Verdict, c.Reason, c.Detail = OnDemand, Later, "", when
	return c
}

// unknown marks a candidate as one of which the agent's way is not established;
// check says what would tell.
func (c *Candidate) unknown(check string) *Candidate {
	c.Verdict, c.Reason, c.Detail, c.Evidence = Unknown, NotKnown, check, NoEvidence
	return c
}

// never marks a candidate as one that the agent does not come to.
func (c *Candidate) never(reason Reason, detail string) *Candidate {
	c.LoadType = Never
	return c.no(reason, detail)
}

func (c *Candidate) remark(reason Reason, format string, args ...any) {
	c.Remarks = append(c.Remarks, Remark{reason, fmt.Sprintf(format, args...)})
}

// asLink notes a file that holds nothing but a path to another rule file.
func (p *Finder) asLink(c *Candidate, data string) {
	target := strings.TrimSpace(data)
	if target == "" || len(target) > 200 || strings.ContainsAny(target, " \t\r\n@#<>|*") || !strings.HasSuffix(strings.ToLower(target), ".md") {
		return
	}
	if info, err := p.world.Stat(facts.Resolve(facts.Dir(c.Path), target)); err == nil && info.IsRegular() {
		c.remark(LinkAsText, "it reads %q; the other file is not loaded through it", target)
	}
}

// forFile is a rule for some files alone: when says what makes it load, by how
// patterns match a path relative to base.
func (p *Finder) forFile(c *Candidate, base string, patterns []string, when string, by *dialect) {
	c.Patterns, c.base, c.dialect = patterns, base, by
	c.later(when + " " + strings.Join(patterns, ", "))
	if p.o.File == "" {
		return
	}
	rel, inside := relativeTo(p.o.File, base)
	for _, pattern := range patterns {
		if inside && by.match(pattern, rel) {
			c.Detail = fmt.Sprintf("%s covers %s", pattern, rel)
			return
		}
	}
	c.no(OtherFiles, strings.Join(patterns, ", "))
}

// forDir is a rule for what lies in a directory.
func (p *Finder) forDir(c *Candidate, dir, when string) {
	c.later(when)
	switch {
	case p.o.File == "":
	case facts.Within(p.o.File, dir):
		c.Detail = "it is for what lies in " + dir
	default:
		c.no(OtherFiles, "it is for what lies in "+dir)
	}
}

// relativeTo spells a path relative to a directory that encloses it.
func relativeTo(name, dir string) (rel string, inside bool) {
	if !facts.Within(name, dir) || name == dir {
		return "", false
	}
	return strings.TrimPrefix(strings.TrimPrefix(name, dir), "/"), true
}

// belowNever adds the files of these names below the directory, which the agent
// does not come to.
func (p *Finder) belowNever(names ...string) {
	for _, f := range p.below(names...) {
		p.add(p.at(f, "below").never(BelowCwd, ""))
	}
}

// notFor adds files that people keep for other agents and this one passes over.
func (p *Finder) notFor(dir, detail string, names ...string) {
	for _, name := range names {
		full := facts.Join(dir, name)
		if len(p.trace.Find(full)) > 0 {
			continue
		}
		if c := p.at(full, "other"); c.there() {
			p.add(c.never(NotLookedFor, detail))
		}
	}
}

// aboveUnknown adds files of these names above the directory, up to the
// repository's root, where it is not established whether the agent looks.
func (p *Finder) aboveUnknown(check string, names ...string) {
	p.aboveInRepository(names, func(c *Candidate) *Candidate { return c.unknown(check) })
}

// aboveNever adds files of these names above the directory, up to the
// repository's root, where the agent does not look.
func (p *Finder) aboveNever(detail string, names ...string) {
	p.aboveInRepository(names, func(c *Candidate) *Candidate { return c.never(AboveRoot, detail) })
}

// aboveInRepository adds what judge makes of the files of these names above the
// directory, up to the root of the repository that encloses it.
func (p *Finder) aboveInRepository(names []string, judge func(c *Candidate) *Candidate) {
	root, _, found := facts.Nearest(p.world, p.trace.Cwd, ".git")
	if !found || root == p.trace.Cwd {
		return
	}
	for _, dir := range p.upTo(facts.Dir(p.trace.Cwd), root) {
		for _, name := range names {
			if c := p.at(facts.Join(dir, name), "above"); c.there() {
				p.add(judge(c))
			}
		}
	}
}

// exists reports whether a path leads to anything.
func (p *Finder) exists(name string) bool {
	_, err := p.world.Stat(name)
	return err == nil
}

// setting notes a settings file that was read.
func (p *Finder) setting(name, tier, detail string) {
	p.trace.Settings = append(p.trace.Settings, Setting{Path: name, Tier: tier, Found: true, Detail: detail})
}

// settingText reads a settings file; ok is false when there is none to read.
func (p *Finder) settingText(name, tier string) (data string, ok bool) {
	data, err := p.world.ReadFile(name)
	if err != nil {
		if p.exists(name) && !errors.Is(err, facts.ErrNotRegular) {
			p.setting(name, tier, "it cannot be read: "+why(err))
			p.note("%s: it cannot be read: %s", name, why(err))
		}
		return "", false
	}
	p.setting(name, tier, "")
	return strings.TrimPrefix(data, "\ufeff"), true
}
