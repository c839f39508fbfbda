package discovery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/pathmatch"
	"galley/engine/source"
)

// Done numbers the loaded candidates, joins their texts and returns the finished trace. The
// parameter separator is the text between loaded files.
func (p *Finder) Done(separator string) (*Trace, error) {
	p.SearchNote()
	for i := range p.Trace.Candidates {
		if c := &p.Trace.Candidates[i]; c.Verdict == NotLoaded || c.Verdict == Unknown {
			c.Text, c.Used = source.Text{}, 0
		}
	}
	p.Trace.Finish(separator)
	return p.Trace, nil
}

// There reports whether the candidate's path exists, as far as is known.
func (c *Candidate) There() bool { return c.Reason != Missing && c.Reason != DanglingLink }

// FindGit sets the root of the trace to the nearest directory, upward from the working directory,
// that contains ".git". A file or a directory of that name counts.
func (p *Finder) FindGit() (found bool) {
	root, marker, found := facts.Nearest(p.World, p.Trace.Cwd, ".git")
	if found {
		p.Trace.Root, p.Trace.Marker, p.Trace.VCS = root, marker, "git"
	}
	return found
}

// Chain lists the directories from the root down to the working directory.
func (p *Finder) Chain() []string {
	dirs := p.UpTo(p.Trace.Cwd, p.Trace.Root)
	slices.Reverse(dirs)
	return dirs
}

// Text reads a candidate's file, unchanged. If that fails, the second result is false and the
// candidate has the reason.
func (p *Finder) Text(c *Candidate) (source.Text, bool) {
	return p.textBy(c, func(name, data string) source.Text { return Decode(name, data, 0) })
}

// TextWithoutMark is [Finder.Text], but it removes a UTF-8 byte order mark.
func (p *Finder) TextWithoutMark(c *Candidate) (source.Text, bool) { return p.textBy(c, FileText) }

func (p *Finder) textBy(c *Candidate, decode func(name, data string) source.Text) (source.Text, bool) {
	if !c.There() {
		return source.Text{}, false
	}
	data, reason, detail := p.Bytes(c)
	if reason != "" {
		c.No(reason, detail)
		return source.Text{}, false
	}
	p.AsLink(c, data)
	return decode(c.Path, data), true
}

// Load marks a candidate as loaded. text is its text in the prompt; used is the number of bytes of
// the file in that text.
func (c *Candidate) Load(text source.Text, used int) *Candidate {
	c.Verdict, c.Text, c.Used = Loaded, text, used
	return c
}

// Later marks a candidate as loaded on demand.
func (c *Candidate) Later(when string) *Candidate {
	c.LoadType, c.Verdict, c.Reason, c.Detail = OnDemand, Later, "", when
	return c
}

// Unknown marks a candidate for which the agent's behaviour is not known; check says how to find
// out.
func (c *Candidate) Unknown(check string) *Candidate {
	c.Verdict, c.Reason, c.Detail, c.Evidence = Unknown, NotKnown, check, NoEvidence
	return c
}

// Never marks a candidate that the agent does not look at.
func (c *Candidate) Never(reason Reason, detail string) *Candidate {
	c.LoadType = Never
	return c.No(reason, detail)
}

func (c *Candidate) Remark(reason Reason, format string, args ...any) {
	c.Remarks = append(c.Remarks, Remark{reason, fmt.Sprintf(format, args...)})
}

// AsLink adds a remark to a file whose only text is the path of another rule file: it was probably
// meant as a link.
func (p *Finder) AsLink(c *Candidate, data string) { asLink(p.World, c, data) }

func asLink(w facts.World, c *Candidate, data string) {
	if slices.ContainsFunc(c.Remarks, func(r Remark) bool { return r.Reason == LinkAsText }) {
		return
	}
	target := strings.TrimSpace(data)
	if target == "" || len(target) > 200 || strings.ContainsAny(target, " \t\r\n@#<>|*") || !strings.HasSuffix(strings.ToLower(target), ".md") {
		return
	}
	if info, err := w.Stat(facts.Resolve(facts.Dir(c.Path), target)); err == nil && info.IsRegular() {
		c.Remark(LinkAsText, "its text is only %q, and the file of that path is not loaded through it", target)
	}
}

// ForFile sets the verdict about a rule that applies to some files only. The rule is loaded on
// demand, but if Options.File is set and the rule does not apply to that file, the rule counts as
// not loaded. The parameter when is a phrase that says what makes the rule load. The parameter by
// matches the patterns with paths relative to base.
func (p *Finder) ForFile(c *Candidate, base string, patterns []string, when string, by *Dialect) {
	for _, pattern := range patterns {
		if n := pathmatch.Expansions(pattern); n > 1 && !by.takesLiterally(pattern) {
			_ = p.Budget.Charge(c.Path, facts.Amounts{Expansions: int64(n)})
		}
	}
	c.Patterns, c.base, c.dialect = patterns, base, by
	c.Later(when + " " + strings.Join(patterns, ", "))
	if p.Options.File == "" {
		return
	}
	rel, inside := RelativeTo(p.Options.File, base)
	inside = inside && p.Covers(c.Path, by, patterns, rel)
	for _, pattern := range patterns {
		if inside && by.match(pattern, rel) {
			c.Detail = fmt.Sprintf("%s covers %s", pattern, rel)
			return
		}
	}
	c.No(OtherFiles, strings.Join(patterns, ", "))
}

// ForDir sets the verdict about a rule that applies to one directory, as [Finder.ForFile] does for
// a rule with patterns.
func (p *Finder) ForDir(c *Candidate, dir, when string) {
	c.Later(when)
	c.dir, p.Trace.Nested = dir, true
	switch {
	case p.Options.File == "":
	case facts.Within(p.Options.File, dir):
		c.Detail = "it applies to files below " + dir
	default:
		c.No(OtherFiles, "it applies to files below "+dir)
	}
}

// RelativeTo returns a path relative to a directory. If the directory does not contain the path,
// inside is false.
func RelativeTo(name, dir string) (rel string, inside bool) {
	if !facts.Within(name, dir) || name == dir {
		return "", false
	}
	return strings.TrimPrefix(strings.TrimPrefix(name, dir), "/"), true
}

// BelowNever adds the files with these names below the working directory as not loaded. It is for
// an agent that does not look there.
func (p *Finder) BelowNever(ctx context.Context, names ...string) {
	listed := p.Listed()
	for _, f := range p.filesBelow(ctx, names) {
		if !listed[f] { // the agent's own folder may be below the working directory
			p.Add(p.At(f, "below").Never(BelowCwd, ""))
		}
	}
}

// Listed returns the paths of the candidates that were added so far.
func (p *Finder) Listed() map[string]bool {
	paths := make(map[string]bool, len(p.Trace.Candidates))
	for _, c := range p.Trace.Candidates {
		paths[c.Path] = true
	}
	return paths
}

// NotFor adds the files in dir that other agents read and this one does not. They count as not
// loaded, with detail as the explanation.
func (p *Finder) NotFor(dir, detail string, names ...string) {
	for _, name := range names {
		full := facts.Join(dir, name)
		if len(p.Trace.Find(full)) > 0 {
			continue
		}
		if c := p.At(full, "other"); c.There() {
			p.Add(c.Never(NotLookedFor, detail))
		}
	}
}

// AboveUnknown adds the files with these names in the directories above the working directory, up
// to the repository's root. It is for an agent that may look in these directories or not: galley
// does not know.
func (p *Finder) AboveUnknown(check string, names ...string) {
	p.aboveInRepository(names, func(c *Candidate) *Candidate { return c.Unknown(check) })
}

// AboveNever adds the files with these names in the directories above the working directory, up to
// the repository's root. It is for an agent that does not look in these directories.
func (p *Finder) AboveNever(detail string, names ...string) {
	p.aboveInRepository(names, func(c *Candidate) *Candidate { return c.Never(AboveRoot, detail) })
}

// aboveInRepository adds the files with these names above the working directory, up to the root of
// the repository, each as judge returns it.
func (p *Finder) aboveInRepository(names []string, judge func(c *Candidate) *Candidate) {
	root, _, found := facts.Nearest(p.World, p.Trace.Cwd, ".git")
	if !found || root == p.Trace.Cwd {
		return
	}
	for _, dir := range p.UpTo(facts.Dir(p.Trace.Cwd), root) {
		for _, name := range names {
			if c := p.At(facts.Join(dir, name), "above"); c.There() {
				p.Add(judge(c))
			}
		}
	}
}

// Exists reports whether a path exists.
func (p *Finder) Exists(name string) bool {
	_, err := p.World.Stat(name)
	return err == nil
}

// AddSetting records a settings file that was read.
func (p *Finder) AddSetting(name, tier, detail string) {
	p.Trace.Settings = append(p.Trace.Settings, Setting{Path: name, Tier: tier, Found: true, Detail: detail})
}

// SettingText reads a settings file; ok is false if it cannot be read.
func (p *Finder) SettingText(name, tier string) (data string, ok bool) {
	data, err := p.World.ReadFile(name)
	if err != nil {
		if p.Exists(name) && !errors.Is(err, facts.ErrNotRegular) {
			p.AddSetting(name, tier, "it cannot be read: "+Why(err))
			p.Note("%s: it cannot be read: %s", name, Why(err))
		}
		return "", false
	}
	p.AddSetting(name, tier, "")
	return strings.TrimPrefix(data, "\ufeff"), true
}
