package engine

import (
	"fmt"
	"path"
	"strings"

	"galley/engine/diag"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/template"
	"galley/engine/variable"
)

// The least numbers of bytes worth reporting: of text that is sent twice, and of text that no cache
// can keep because it follows text that changes in every request.
const (
	leastTwice   = 256
	leastUncache = 4 << 10
)

// waste reports avoidable costs of a prompt: texts of files that occur twice, and a changing text
// that keeps a provider from caching what follows.
func waste(made prompt.Prompt, tree *template.Tree) []diag.Problem {
	out := append(sentTwice(made), cacheBreaks(made, tree.Text)...)
	if len(out) == 0 {
		return nil
	}
	diag.Locate(out, source.NewLines(tree.Text))
	for i := range out {
		if out[i].Span == source.NoSpan {
			out[i].Span, out[i].Start, out[i].End = source.Span{}, source.Position{}, source.Position{}
		}
	}
	return out
}

// occurrence is a file's text in a prompt: its place, and the tag that inserted it.
type occurrence struct {
	source, block string
	text          string
	tag           source.Span
}

// files lists the texts of files in a prompt, in order. A file that its own imports cut into
// several pieces is listed once, with its largest piece.
func files(made prompt.Prompt) []occurrence {
	var all []occurrence
	for _, m := range made.Messages {
		for _, b := range m.Blocks {
			first := len(all)
			for _, p := range b.Text.Pieces() {
				if k := p.Origin.Kind; k != source.File && k != source.Import {
					continue
				}
				h := occurrence{p.Origin.Source, b.Title, strings.TrimSpace(p.Text), p.Origin.Tag}
				if n := len(all); n > first && all[n-1].source == h.source && all[n-1].tag == h.tag {
					if len(h.text) > len(all[n-1].text) {
						all[n-1] = h
					}
					continue
				}
				all = append(all, h)
			}
		}
	}
	return all
}

// sentTwice reports files whose text occurs more than once in the prompt. The place of the problem
// is the template's tag that inserts it, if any.
func sentTwice(made prompt.Prompt) (out []diag.Problem) {
	before := map[string]occurrence{} // before has the occurrences so far, by their text
	told := map[string]bool{}
	for _, h := range files(made) {
		first, again := before[h.text]
		if !again {
			before[h.text] = h
			continue
		}
		if len(h.text) < leastTwice || told[h.text] {
			continue
		}
		told[h.text] = true
		tag := h.tag
		if tag == source.NoSpan {
			tag = first.tag
		}
		out = append(out, diag.New(diag.LoadedTwice, tag,
			fmt.Sprintf("the prompt contains the same %d bytes twice: %s in %q and %s in %q", len(h.text), path.Base(first.source), first.block, path.Base(h.source), h.block),
			"remove the tag from the template, or stop the agent from loading the file"))
	}
	return out
}

// cacheBreaks reports the first text that changes in every request, if the template
// puts it before much text that does not: a provider's cache keeps only what comes
// before it.
func cacheBreaks(made prompt.Prompt, text string) []diag.Problem {
	tag, found, behind := source.NoSpan, false, 0
	for _, m := range made.Messages {
		if m.Role != prompt.System && m.Role != prompt.Instructions && m.Role != prompt.Developer {
			continue
		}
		for _, b := range m.Blocks {
			for _, p := range b.Text.Pieces() {
				switch changes := b.Lifetime == prompt.Turn && eachTurn(p.Origin, text); {
				case changes && !found:
					tag, found = p.Origin.Tag, true
				case !changes && found && (b.Lifetime != prompt.Turn || p.Origin.Tag != source.NoSpan):
					behind += len(p.Text)
				}
			}
		}
	}
	if !found || behind < leastUncache {
		return nil
	}
	return []diag.Problem{diag.New(diag.CacheBreak, tag,
		fmt.Sprintf("this changes in every request and comes before %d bytes that do not: a prompt cache keeps none of them", behind),
		"move it to the end of the template")}
}

// eachTurn reports whether an origin is a variable of the template whose value changes in every
// request.
func eachTurn(o source.Origin, text string) bool {
	if o.Kind != source.Variable || o.Tag.Len() < 2 || o.Tag.End > len(text) {
		return false
	}
	return variable.ChangesEachTurn(strings.TrimSpace(text[o.Tag.Start+1 : o.Tag.End-1]))
}
