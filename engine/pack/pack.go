// Package pack supplies the prose of prompts: the sentences of each block, as entries of an agent's
// family. A profile writes tags, headings, keys and order itself and asks a [Pack] for the words.
//
// galley does not contain agents' own sentences. The package of an agent has [StandIns]: short
// texts in galley's words, whose origin is stand-in, so that views and totals can say how much of a
// prompt is not the agent's. A user who has the real text puts it into a directory,
// DIR/FAMILY/ENTRY.txt, and names that directory; such text has the origin pack, and the prompt is
// then exact.
//
// A family may have a version, "opencode@1.1.34". Each source is searched first for the family with
// its version and then for the family alone. The names prompt/beast and prompt/beast.txt mean the
// same entry.
//
// Entries below prompt/ are whole files of an agent and are not changed. From other entries one
// final line end is removed, because an editor added it.
//
// A text may contain {1}, {2}, … as places for values: see [Pack.Text].
package pack

import (
	"io/fs"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
)

// Entry is one text of a source.
type Entry struct {
	Text string
	Kind source.Kind // Pack for an agent's own words, StandIn for galley's
	// Path says where the text is: the path of a file, or FAMILY/ENTRY for a built-in text.
	Path string
}

// Source supplies entries.
type Source interface {
	// Entry returns the text of an entry; ok is false if the source does not have the entry. It is
	// called for the family with its version and for the family without it. name does not end in
	// .txt.
	Entry(family, name string) (e Entry, ok bool)
}

// Pack finds the text of an entry in its sources, in order, and then among the stand-ins. A nil
// Pack is empty.
type Pack struct {
	sources  []Source
	standIns []*StandIns
}

// Of returns a pack with these sources.
func Of(sources ...Source) *Pack { return &Pack{sources: sources} }

// Before returns p with stand-ins added. A stand-in is used for an entry that the sources of p do
// not have.
func (p *Pack) Before(standIns ...*StandIns) *Pack {
	if p == nil {
		return &Pack{standIns: standIns}
	}
	all := slices.Clone(p.standIns)
	for _, s := range standIns {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return &Pack{p.sources, all}
}

// New returns the pack of a user. dir is a directory that contains families, or "". It overrides
// families, which maps a family to the directory of its entries; that directory may also be a whole
// pack, which has a directory with the name of the family. Files are read through w when they are
// needed.
func New(w facts.World, dir string, families map[string]string) *Pack {
	var sources []Source
	if dir != "" {
		sources = append(sources, directory{w, dir})
	}
	return Of(append(sources, chosen{w, families})...)
}

// Find returns the text of an entry. The second result is false if no source has the entry.
func (p *Pack) Find(family, name string) (Entry, bool) {
	if p == nil {
		return Entry{}, false
	}
	name = strings.TrimSuffix(name, ".txt")
	sources := slices.Clip(p.sources)
	for _, s := range p.standIns {
		sources = append(sources, s)
	}
	for _, s := range sources {
		for _, f := range versions(family) {
			if e, ok := s.Entry(f, name); ok {
				return e, true
			}
		}
	}
	return Entry{}, false
}

// versions returns the name of the family with its version, and the name without it.
func versions(family string) []string {
	if plain, _, ok := strings.Cut(family, "@"); ok {
		return []string{family, plain}
	}
	return []string{family}
}

// Text returns an entry with the values in place of {1}, {2}, …. Each value keeps its own origin;
// see [Value]. A number without a value stays in the text. Values are not searched for further
// numbers. A missing entry is the empty text; the tests of the profiles make sure that entries
// exist.
func (p *Pack) Text(family, name string, values ...source.Text) source.Text {
	e, _ := p.Find(family, name)
	whole := source.Of(e.Text, source.Origin{
		Kind: e.Kind, Source: e.Path, Span: source.Span{End: len(e.Text)}, Line: 1, Tag: source.NoSpan,
	})
	var b source.Builder
	kept := 0
	for at := 0; ; {
		i := strings.IndexByte(e.Text[at:], '{')
		if i < 0 {
			break
		}
		i += at
		at = i + 1
		n, end := number(e.Text, at)
		if end < 0 || n < 1 || n > len(values) {
			continue
		}
		b.Append(whole.Slice(kept, i))
		b.Append(values[n-1])
		at, kept = end, end
	}
	b.Append(whole.Slice(kept, len(e.Text)))
	return b.Text()
}

// number reads digits and a closing brace at i. end is the offset after the brace, or -1 if the
// text does not have that form.
func number(s string, i int) (n, end int) {
	from := i
	for ; i < len(s) && i-from < 3 && '0' <= s[i] && s[i] <= '9'; i++ {
		n = n*10 + int(s[i]-'0')
	}
	if i == from || i == len(s) || s[i] != '}' {
		return n, -1
	}
	return n, i + 1
}

// Value returns a variable's value as a text, for [Pack.Text] and labels.
func Value(key, text string) source.Text {
	return source.Of(text, source.Origin{Kind: source.Variable, Source: key, Span: source.Span{End: len(text)}, Tag: source.NoSpan})
}

// directory is a source that reads DIR/FAMILY/ENTRY.txt.
type directory struct {
	world facts.World
	dir   string
}

func (d directory) Entry(family, name string) (Entry, bool) {
	return read(d.world, facts.Join(d.dir, family, name+".txt"), name)
}

// chosen is the source for the directories that the configuration names. Each of these directories
// belongs to one family.
type chosen struct {
	world    facts.World
	families map[string]string
}

func (c chosen) Entry(family, name string) (Entry, bool) {
	dir, ok := c.families[family]
	if !ok {
		return Entry{}, false
	}
	if e, ok := read(c.world, facts.Join(dir, family, name+".txt"), name); ok {
		return e, true
	}
	return read(c.world, facts.Join(dir, name+".txt"), name)
}

// read reads the file of an entry. An unreadable file counts as missing; [Pack.List] shows the text
// that is used instead.
func read(w facts.World, file, name string) (Entry, bool) {
	if !valid(name) {
		return Entry{}, false
	}
	text, err := w.ReadFile(file)
	if err != nil {
		return Entry{}, false
	}
	return Entry{trimmed(name, text), source.Pack, file}, true
}

// valid reports whether a name stays inside its family's directory.
func valid(name string) bool { return fs.ValidPath(name) && name != "." }

// trimmed removes the last line end of a text that is not a whole file.
func trimmed(name, text string) string {
	if strings.HasPrefix(name, "prompt/") {
		return text
	}
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
}
