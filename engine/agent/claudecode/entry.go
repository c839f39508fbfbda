package claudecode

import (
	"strings"

	"galley/engine/discovery"
	"galley/engine/source"
)

// labels maps each tier to the words by which Claude Code describes a file's owner.
var labels = map[string]string{
	"managed": "organization-managed policy instructions", "user": "user's private global instructions for all projects",
	"local": "user's private project instructions, not checked in", "memory": "user's auto-memory, persists across conversations",
}

func labelOf(tier string) string {
	if l := labels[strings.TrimSuffix(tier, " rules")]; l != "" {
		return l
	}
	return "project instructions, checked into the codebase"
}

// framed puts a file's heading before its text.
func framed(name, tier string, body source.Text) source.Text {
	var b source.Builder
	b.Add("Contents of "+name+" ("+labelOf(tier)+"):\n\n", discovery.NoOrigin)
	b.Append(body)
	return b.Text()
}

// trimmed is JavaScript's trim.
func trimmed(t source.Text) source.Text { return t.TrimFunc(source.IsJSSpace) }

// document is a rule file after reading: its front matter and body are separated.
type document struct {
	text  source.Text // without front matter and block comments; not trimmed
	front front
	refs  []reference
}

// load reads a candidate's file.
func (r *claudeRun) load(c *discovery.Candidate) (document, bool) {
	if c.Bytes > claudeFileCap {
		c.No(discovery.OverLimit, "Claude Code skips files over 4 MiB")
		return document{}, false
	}
	text, ok := r.Text(c)
	if !ok {
		return document{}, false
	}
	s, before := text.String(), 0
	plain := strings.TrimPrefix(s, "\ufeff")
	d := document{front: frontOf(plain)}
	if d.front.body > 0 {
		// A byte order mark is removed only together with front matter. Otherwise it stays, and
		// the first line then begins neither a block of code nor a comment.
		before = len(s) - len(plain) + d.front.body
		text, s = text.Slice(before, text.Len()), s[before:]
	}
	d.text, d.refs = withoutComments(text, s)
	for i := range d.refs {
		d.refs[i].at += before
	}
	return d, true
}

// withoutComments removes block comments from a text and finds its imports.
func withoutComments(text source.Text, s string) (source.Text, []reference) {
	if !strings.Contains(s, "<!--") && !strings.Contains(s, "@") {
		return text, nil
	}
	md := read(s)
	if len(md.comments) > 0 {
		text = discovery.WithoutSpans(text, md.comments)
		if strings.Contains(s, "\r") {
			text = text.Replace("\r\n", source.Literal("\n")).Replace("\r", source.Literal("\n"))
		}
	}
	return text, references(md)
}

// WithoutBlockComments removes HTML comments that are blocks of their own, with the
// line feeds behind them; comments in code, lists and quotations stay.
func WithoutBlockComments(t source.Text) source.Text {
	text, _ := withoutComments(t, t.String())
	return text
}

// warnedAt is a length in Unicode code points: when Claude Code starts, it warns of each rule file
// that is longer. The number comes from users' reports; versions before 2.1 warned above 40,000.
const warnedAt = 150_000

// enter adds a loaded text and then its imports. If anywhere is set, files outside the working
// directory can be imported without approval.
func (r *claudeRun) enter(c *discovery.Candidate, d document, anywhere bool, depth int) {
	r.real[c.RealPath] = c.Path
	body := trimmed(d.text)
	if body.Len() == 0 {
		c.No(discovery.Empty, "")
		if c.Bytes > 0 {
			c.Detail = "nothing is left of it without front matter and comments"
		}
		r.Add(c)
		return
	}
	c.Load(framed(headed(c), c.Tier, body), body.Len())
	if n := source.Measure(body.String()).Runes; n > warnedAt {
		c.Remark(discovery.OverLimit, "it has %d characters, and Claude Code warns of a file of more than %d", n, warnedAt)
	}
	r.Add(c)
	r.imports(len(r.Trace.Candidates)-1, c, d, anywhere, depth)
}

// headed returns the path that a candidate's heading shows. For a rule reached through a link, this
// is the path of the link's target.
func headed(c *discovery.Candidate) string {
	if strings.HasSuffix(c.Tier, "rules") && c.RealPath != "" {
		return c.RealPath
	}
	return c.Path
}
