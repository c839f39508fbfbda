package claudecode

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// labels describe a file's owner, by tier.
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

// document is a file as it was read.
type document struct {
	text  source.Text // without front matter and block comments; not trimmed
	front front
	refs  []reference
}

// load reads a candidate's file.
func (r *claudeRun) load(c *discovery.Candidate) (document, bool) {
	if c.Bytes > claudeFileCap {
		c.No(discovery.TooLarge, "Claude Code skips files over 4 MiB")
		return document{}, false
	}
	text, ok := r.Text(c)
	if !ok {
		return document{}, false
	}
	s, before := text.String(), 0
	if strings.HasPrefix(s, "\ufeff") {
		before = len("\ufeff")
		text, s = text.Slice(before, text.Len()), s[before:]
	}
	d := document{front: frontOf(s)}
	before += d.front.body
	text, s = text.Slice(d.front.body, text.Len()), s[d.front.body:]
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

// warnedAt is the length in characters above which Claude Code warns of a file when it
// starts, as its users report; versions before 2.1 warned from 40,000 on.
const warnedAt = 150_000

// enter adds a loaded text and then its imports. If anywhere is set, imports from
// outside the directory need no approval.
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

// headed returns the path in a candidate's heading; a rule reached through a link has
// its real path there.
func headed(c *discovery.Candidate) string {
	if strings.HasSuffix(c.Tier, "rules") && c.RealPath != "" {
		return c.RealPath
	}
	return c.Path
}

// imports loads what a candidate's text refers to; at is the candidate's index. Paths
// in a linked file are relative to the directory of the link's target, as seen with
// 2.1.332.
func (r *claudeRun) imports(at int, c *discovery.Candidate, d document, anywhere bool, depth int) {
	dir := facts.Dir(cmp.Or(c.RealPath, c.Path))
	for _, ref := range d.refs {
		if r.Budget.Import(c.Path) != nil {
			return
		}
		in := discovery.Import{Ref: ref.raw, Path: r.resolve(dir, ref.name), Verdict: discovery.NotLoaded, Offset: ref.at}
		if r.judge(&in, dir, ref, anywhere, depth) {
			r.importFile(c, &in, anywhere, depth+1)
		}
		if in.Reason != "" || in.Verdict == discovery.Loaded {
			r.Trace.Candidates[at].Imports = append(r.Trace.Candidates[at].Imports, in)
		}
	}
}

// importFile loads an imported file as an entry of its own, with its imports.
func (r *claudeRun) importFile(by *discovery.Candidate, in *discovery.Import, anywhere bool, depth int) {
	c := r.At(in.Path, by.Tier)
	c.ByImport = true
	if first, twice := r.real[c.RealPath]; twice {
		in.Reason, in.Detail = discovery.AlreadyLoaded, "as "+first
		return
	}
	if pattern := r.set.excluded(c.Path); pattern != "" {
		in.Reason, in.Detail = discovery.Excluded, "claudeMdExcludes has "+pattern
		r.Add(c.No(in.Reason, in.Detail))
		return
	}
	d, ok := r.load(c)
	if ok && r.Budget.Output(in.Path, d.text.Len()) != nil {
		return
	}
	if !ok {
		in.Reason, in.Detail = c.Reason, c.Detail
		r.Add(c)
		return
	}
	c.Detail = "imported by " + by.Path
	if strings.HasSuffix(c.Tier, "rules") {
		if patterns := d.front.patterns(); len(patterns) > 0 {
			// A rule that another rule imports applies to its own files only.
			in.Verdict, in.Reason, in.Detail = discovery.Later, "", strings.Join(patterns, ", ")
			r.real[c.RealPath] = c.Path
			c.Text, c.Used = d.text, d.text.Len()
			r.ForFile(c, by.Path, patterns, claudeTouch+" that matches", discovery.ClaudeGlobs)
			r.Add(c)
			return
		}
	}
	d.text = discovery.AsImport(d.text)
	r.enter(c, d, anywhere, depth)
	last := r.lastOf(in.Path)
	in.Verdict, in.Reason, in.Detail, in.Imports = last.Verdict, last.Reason, "", last.Imports
	if in.Verdict != discovery.Loaded {
		in.Detail = last.Detail
	}
}

// lastOf finds the last candidate of a path.
func (r *claudeRun) lastOf(full string) discovery.Candidate {
	for _, c := range slices.Backward(r.Trace.Candidates) {
		if c.Path == full {
			return c
		}
	}
	return discovery.Candidate{}
}

// textual are the extensions of files that can be imported; files without an
// extension can be too.
var textual = strings.Fields(".md .txt .text .json .yaml .yml .toml .xml .csv .html .htm .css .scss .sass .less .js .ts .tsx .jsx .mjs .cjs .mts .cts " +
	".py .pyi .pyw .rb .erb .rake .go .rs .java .kt .kts .scala .c .cpp .cc .cxx .h .hpp .hxx .cs .swift .sh .bash .zsh .fish .ps1 .bat .cmd .env .ini " +
	".cfg .conf .config .properties .sql .graphql .gql .proto .vue .svelte .astro .ejs .hbs .pug .jade .php .pl .pm .lua .r .dart .ex .exs .erl .hrl " +
	".clj .cljs .cljc .edn .hs .lhs .elm .ml .mli .f .f90 .f95 .for .cmake .make .makefile .gradle .sbt .rst .adoc .asciidoc .org .tex .latex .lock " +
	".log .diff .patch")

// isTextual reports whether a file of this name can be imported.
func isTextual(name string) bool {
	base := strings.ToLower(path.Base(name))
	ext := path.Ext(base)
	return ext == "" || ext == base || slices.Contains(textual, ext)
}
