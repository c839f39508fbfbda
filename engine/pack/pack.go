// Package pack supplies the prose of prompts: the sentences of each block, as entries
// of an agent's family. A profile writes tags, headings, keys and order itself and
// asks a [Pack] for the words.
//
// galley does not ship agents' own sentences. An agent's package has [StandIns]:
// short texts in galley's words, with the origin stand-in, so that views and totals
// can say how much of a prompt is not the agent's. A user who has the real text puts
// it into a directory, DIR/FAMILY/ENTRY.txt, and names that directory; such text has
// the origin pack, and the prompt is then exact.
//
// A family may have a version, "opencode@1.1.34": each source in turn is searched
// first under it and then under the family alone. The names prompt/beast and
// prompt/beast.txt mean the same entry.
//
// Entries below prompt/ are whole files of an agent and are not changed. Other
// entries lose one final line end, which an editor added.
//
// A text may contain values as {1}, {2}, …: see [Pack.Text].
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
	// Path is where the text is: a file's path, or FAMILY/ENTRY for a built-in one.
	Path string
}

// Source supplies entries.
type Source interface {
	// Entry returns the text of an entry; ok is false if the source lacks it. It is
	// called for the family with and without its version; the name has no .txt.
	Entry(family, name string) (e Entry, ok bool)
}

// Pack finds the text of entries in its sources, in order, and then among the
// stand-ins. A nil Pack is empty.
type Pack struct {
	sources  []Source
	standIns []*StandIns
}

// Of returns a pack with these sources.
func Of(sources ...Source) *Pack { return &Pack{sources: sources} }

// Before returns the pack with stand-ins for entries that its sources lack.
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

// New returns a user's pack. The directory dir, which has families ("" for none),
// overrides families, which maps a family to the directory with its entries or, in a
// directory of the family's name, those of a whole pack. Files are read through w on
// demand.
func New(w facts.World, dir string, families map[string]string) *Pack {
	var sources []Source
	if dir != "" {
		sources = append(sources, directory{w, dir})
	}
	if len(families) > 0 {
		sources = append(sources, chosen{w, families})
	}
	return Of(sources...)
}

// Find returns the entry to use; ok is false if none exists.
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

// versions returns the family with and without its version.
func versions(family string) []string {
	if plain, _, ok := strings.Cut(family, "@"); ok {
		return []string{family, plain}
	}
	return []string{family}
}

// Text returns an entry with its {1}, {2}, … replaced by the values, each with its
// own origin; see [Value]. A number without a value stays, and values are not
// searched for further numbers. A missing entry is the empty text; the profiles'
// tests make sure that entries exist.
func (p *Pack) Text(family, name string, values ...source.Text) source.Text {
	e, ok := p.Find(family, name)
	if !ok {
		return source.Text{}
	}
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
	if kept == 0 {
		return whole
	}
	b.Append(whole.Slice(kept, len(e.Text)))
	return b.Text()
}

// number reads digits and a closing brace at i; end is -1 if none exist.
func number(s string, i int) (n, end int) {
	from := i
	for ; i < len(s) && i-from < 3 && '0' <= s[i] && s[i] <= '9'; i++ {
		n = n*10 + int(s[i]-'0')
	}
	if i == from || i == len(s) || s[i] != '}' {
		return 0, -1
	}
	return n, i + 1
}

// Value returns a variable's value as a text, for [Pack.Text] and labels.
func Value(key, text string) source.Text {
	return source.Of(text, source.Origin{Kind: source.Variable, Source: key, Span: source.Span{End: len(text)}, Tag: source.NoSpan})
}

// directory is DIR/FAMILY/ENTRY.txt.
type directory struct {
	world facts.World
	dir   string
}

func (d directory) Entry(family, name string) (Entry, bool) {
	return read(d.world, facts.Join(d.dir, family, name+".txt"), name)
}

// chosen are the directories in the configuration, each for one family.
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

// read reads an entry's file. An unreadable one counts as missing: [Pack.List] shows
// what is used instead.
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
