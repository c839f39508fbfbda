package discovery

import (
	"fmt"
	"strings"

	"galley/engine/bounded"
	"galley/engine/settings"
	"galley/engine/source"
	"galley/engine/textutil"
)

// The functions in this file work on texts, patterns and settings for several agents.

// NormalLines replaces every line end by one line feed.
func NormalLines(t source.Text) source.Text {
	s := t.String()
	if strings.HasPrefix(s, "\ufeff") {
		t = t.Slice(len("\ufeff"), t.Len())
	}
	if strings.Contains(s, "\r") {
		t = t.Replace("\r\n", source.Literal("\n")).Replace("\r", source.Literal("\n"))
	}
	return t
}

var comment = textutil.LazyRegexp(`(?s)<!--.*?-->`)

// WithoutComments removes HTML comments. Removing one may join its surroundings to another comment,
// so WithoutComments repeats this. At the end it removes every "<!--" that remains.
func WithoutComments(t source.Text) source.Text {
	for range 8 {
		var spans []source.Span
		for _, m := range comment().FindAllStringIndex(t.String(), -1) {
			spans = append(spans, source.Span{Start: m[0], End: m[1]})
		}
		if spans == nil {
			break
		}
		t = WithoutSpans(t, spans)
	}
	return t.Replace("<!--", source.Text{})
}

// LoadHead loads the beginning of a text as the candidate's text. The parameter lines is the
// largest number of lines, and most the largest number of bytes; if most is 0, the bytes are not
// limited.
func (p *Finder) LoadHead(c *Candidate, text source.Text, lines, most int) {
	s, end := text.String(), 0
	for range lines {
		i := strings.IndexByte(s[end:], '\n')
		if i < 0 {
			end = len(s)
			break
		}
		end += i + 1
	}
	if most > 0 && end > most {
		end = most
	}
	c.Load(text.CutBytes(end), end)
	if end < len(s) {
		c.Reason = Cut
		c.Detail = fmt.Sprintf("it uses the first %d lines", lines)
		if most > 0 {
			c.Detail += fmt.Sprintf(", and at most %d bytes", most)
		}
	}
}

// JSONC reads a settings file of JSON with comments. It returns nil if the file does
// not exist, and adds a note if the file cannot be read.
func (p *Finder) JSONC(name, tier string) (values map[string]any) {
	text, ok := p.SettingText(name, tier)
	if !ok || strings.TrimSpace(text) == "" {
		return nil
	}
	if err := bounded.UnmarshalJSONC(text, &values); err != nil {
		p.TooMuch(name, err)
		p.BadFile(name, text, "it is not JSON with comments: "+settings.Unplaced(err), max(bounded.JSONCFault(text), 0))
	}
	return values
}

// ForGlobs is [Finder.ForFile] for agents whose documentation mentions globs but does not say
// whether a glob without a slash matches in subdirectories.
func (p *Finder) ForGlobs(c *Candidate, base string, patterns []string, when string) {
	p.ForFile(c, base, patterns, when, docDialect)
	if c.Reason != OtherFiles {
		return
	}
	rel, inside := RelativeTo(p.Options.File, base)
	for _, pattern := range patterns {
		if inside && !strings.Contains(pattern, "/") && matchesGlob("**/"+pattern, rel) {
			c.Unknown(fmt.Sprintf("the documentation does not say whether %s, which has no slash, covers files in subdirectories; **/%s does", pattern, pattern))
			return
		}
	}
}

// LoadBody loads a rule file without its front matter.
func (c *Candidate) LoadBody(text source.Text, f *Front) *Candidate {
	body := text.Slice(f.Body, text.Len())
	return c.Load(body, body.Len())
}
