package copilotcli

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// importDepth is how deeply imports may be nested.
const importDepth = 8

// expander inserts the text of an imported file after its reference.
type expander struct {
	world facts.World
	file  string   // the file whose text is being expanded
	top   string   // imports outside it are refused
	seen  []string // the files that this expansion already contains
}

// expand returns the text of a file in dir with its imports inserted, and the list of the
// references in it.
func (x *expander) expand(text source.Text, dir string, depth int) (source.Text, []discovery.Import) {
	s := text.String()
	code := discovery.MarkdownCode(s)
	var b source.Builder
	var all []discovery.Import
	last := 0
	for _, at := range references(s) {
		if discovery.InSpans(&code, at.Start) {
			continue
		}
		if facts.BudgetOf(x.world).Import(x.file) != nil {
			break
		}
		name := s[at.Start+1 : at.End]
		full := facts.Resolve(dir, name)
		in := discovery.Import{Ref: "@" + name, Path: full, Verdict: discovery.NotLoaded, Offset: at.Start}
		inner, skipped := x.read(&in, dir, name, depth)
		if in.Verdict != discovery.Loaded && !skipped {
			all = append(all, in)
			continue
		}
		b.Append(text.Slice(last, at.End))
		last = at.End
		if skipped {
			b.Add("\n\n<imported_custom_instruction source=\""+full+"\" skipped=\"already-loaded\" />", discovery.NoOrigin)
		} else {
			x.seen = append(x.seen, full)
			inner, in.Imports = x.expand(trimEnd(inner), facts.Dir(full), depth+1)
			b.Add("\n\n<imported_custom_instruction source=\""+full+"\">\n", discovery.NoOrigin)
			b.Append(inner)
			b.Add("\n</imported_custom_instruction>", discovery.NoOrigin)
		}
		all = append(all, in)
	}
	b.Append(text.Slice(last, text.Len()))
	return b.Text(), all
}

// trimEnd removes white space from the end of a text.
func trimEnd(t source.Text) source.Text {
	return t.Slice(0, len(strings.TrimRightFunc(t.String(), source.IsJSSpace)))
}

// read returns the text of the file that a reference names. skipped is set if this expansion
// already contains the file.
func (x *expander) read(in *discovery.Import, dir, name string, depth int) (text source.Text, skipped bool) {
	switch {
	case strings.HasPrefix(name, "~") || facts.Absolute(facts.Dir(in.Path), name):
		in.Reason, in.Detail = discovery.ImportRefused, "only paths relative to the importing file are read"
		return source.Text{}, false
	case !facts.Within(in.Path, x.top):
		in.Reason, in.Detail = discovery.ImportRefused, "it is outside "+x.top
		return source.Text{}, false
	case depth >= importDepth:
		in.Reason, in.Detail = discovery.ImportDepth, "only eight levels are expanded"
		return source.Text{}, false
	}
	var err error
	if strings.Contains(name, "..") {
		// The agent lets the system resolve the path first, so d/../x.md is found only if the
		// directory d exists, even if x.md was imported before.
		_, err = x.world.RealPath(dir + "/" + name)
	}
	if err == nil && slices.Contains(x.seen, in.Path) {
		in.Reason, in.Detail = discovery.AlreadyLoaded, "this file's text already contains it"
		return source.Text{}, true
	}
	data, unread := x.world.ReadFile(in.Path)
	switch err = cmp.Or(unread, err); {
	case err == nil && !utf8.ValidString(data):
		in.Reason, in.Detail = discovery.Unreadable, "it is not UTF-8"
	case err == nil && facts.BudgetOf(x.world).Output(x.file, len(data)) != nil:
		in.Reason = discovery.Unreadable
	case err == nil:
		in.Verdict = discovery.Loaded
		return discovery.AsImport(discovery.FileText(in.Path, data)), false
	default:
		in.Reason = discovery.Missing
		if info, serr := x.world.Stat(in.Path); serr == nil {
			in.Reason, in.Detail = discovery.Unreadable, discovery.Why(err)
			if info.IsDir() {
				in.Reason, in.Detail = discovery.NotRegular, "it is a directory"
			}
		}
	}
	return source.Text{}, false
}

// references finds possible imports: @ and a path with a slash or a dot, after a
// blank, a bracket or a quotation mark. Full stops and closing brackets at the end belong
// to the sentence; brackets inside belong to the path.
func references(s string) (out []source.Span) {
	for at := 0; ; {
		i := strings.IndexByte(s[at:], '@')
		if i < 0 {
			return out
		}
		start := at + i
		end := start + 1
		for end < len(s) && strings.IndexByte(" \t\r\n\"'<>`", s[end]) < 0 {
			end++
		}
		for strings.IndexByte(".,;:!?)]}", s[end-1]) >= 0 {
			end--
		}
		at = end
		if start > 0 && strings.IndexByte(" \t\r\n([{\"'<", s[start-1]) < 0 {
			continue
		}
		if strings.ContainsAny(s[start+1:end], "./") {
			out = append(out, source.Span{Start: start, End: end})
		}
	}
}
