// Package pack holds the prose of the profiles: the sentences of each block, as
// entries of a family of agents. A profile writes tags, headings, keys and order
// itself and asks a [Pack] for the words.
//
// galley ships no agent's own sentences. An agent's folder holds [StandIns]: short, our
// own words, with the origin stand-in, so that every view and every sum can say how
// much of a prompt is not the agent's. A user who has the real text puts it into a
// directory, DIR/FAMILY/ENTRY.txt, and names that directory; such text has the
// origin pack, and the prompt is then what the agent sends.
//
// A family may have a version, "opencode@1.1.34": an entry is looked for under it
// first and then under the family alone, each source before the next one. A name
// may end in .txt or not: prompt/beast and prompt/beast.txt are one entry.
//
// Entries below prompt/ are whole files of an agent's and are taken byte for byte.
// Of any other entry's file one line end at the end is dropped: it is the editor's
// and not the sentence's.
//
// A text may ask for values as {1}, {2}, …: see [Pack.Text].
package pack

import (
	"io/fs"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
)

// Entry is one text as a source has it.
type Entry struct {
	Text string
	Kind source.Kind // Pack for an agent's own words, StandIn for ours
	// Path is where the text lives: a file's path, or FAMILY/ENTRY for one that is
	// built in.
	Path string
}

// Source is where entries come from.
type Source interface {
	// Entry returns the text of an entry; ok is false when the source lacks it. The
	// family comes with and without its version, the name without .txt.
	Entry(family, name string) (e Entry, ok bool)
}

// Pack finds the text of entries: in its sources, in order, and at last among the
// stand-ins. The nil Pack is empty.
type Pack struct {
	sources  []Source
	standIns []*StandIns
}

// Of returns a pack of these sources.
func Of(sources ...Source) *Pack { return &Pack{sources: sources} }

// Before returns the pack with stand-ins for the entries that its sources lack.
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

// New returns the pack of a user: the directory dir, which holds families ("" names
// no directory), stands over families, which maps a family to the directory that holds its
// entries or, in a directory of its name, those of the whole pack. Files are read
// through w when an entry is asked for.
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

// Find returns the entry that counts; ok is false when nobody has it.
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

// versions returns the family as it is asked for, and without its version.
func versions(family string) []string {
	if plain, _, ok := strings.Cut(family, "@"); ok {
		return []string{family, plain}
	}
	return []string{family}
}

// Text returns an entry with the values put in where it says {1}, {2}, …, each
// with its own origin; see [Value]. A number without a value stays as it is, and a
// value is never looked through again. An entry that nobody has is the empty text:
// which entries there are is a matter of the profiles, whose tests hold it.
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

// number reads digits and a closing brace at i; end is -1 if none exists.
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

// Value returns a text that is a variable's value, for [Pack.Text] and for labels.
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

// chosen are the directories that the configuration names, each for one family.
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

// read reads an entry's file. One that is there and cannot be read counts as not
// there: [Pack.List] shows what stands in its place.
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

// trimmed drops the last line end of a text that is not a whole file.
func trimmed(name, text string) string {
	if strings.HasPrefix(name, "prompt/") {
		return text
	}
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
}
