package tool

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Bare returns a tool without optional keywords in its schema: title, default, examples, format,
// and an additionalProperties that is true. Properties with these names stay.
func Bare(t Tool) Tool {
	t.Schema = walk(t.Schema, func(node Value) Value {
		node = node.Without("title", "default", "examples", "example", "format")
		if a := node.Get("additionalProperties"); a.Kind == Bool && a.Text == "true" {
			node = node.Without("additionalProperties")
		}
		return node
	})
	return t
}

// Terse returns a tool whose descriptions, including those in its schema, end after
// their first sentence.
func Terse(t Tool) Tool { return described(t, firstSentence) }

// Plain returns a tool without samples. It removes the keyword examples. From descriptions it
// removes fenced code and the text after "e.g.".
func Plain(t Tool) Tool {
	t.Schema = walk(t.Schema, func(node Value) Value { return node.Without("examples", "example") })
	return described(t, withoutSamples)
}

// described changes every description of a tool. A description that becomes empty is removed.
func described(t Tool, change func(string) string) Tool {
	apply := func(v Value) Value {
		if v.Kind != String {
			return v
		}
		return Text(change(v.Text))
	}
	t.Description = apply(t.Description)
	t.Schema = walk(t.Schema, func(node Value) Value {
		d := node.Get("description")
		if d.Kind != String {
			return node
		}
		if short := apply(d); short.Text != "" {
			return node.With("description", short)
		}
		return node.Without("description")
	})
	return t
}

// abbreviations end with a full stop that does not end a sentence.
var abbreviations = []string{"e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "incl.", "max.", "min.", "no."}

// firstSentence returns a text up to the end of its first sentence (a full stop
// before white space) or first paragraph.
func firstSentence(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.Index(s, "\n\n"); i >= 0 {
		s = s[:i]
	}
	for i := 0; i < len(s); i++ {
		stop := s[i] == '.' || s[i] == '!' || s[i] == '?'
		if !stop || i+1 < len(s) && s[i+1] != ' ' && s[i+1] != '\n' && s[i+1] != '\t' && s[i+1] != '\r' {
			continue
		}
		head := s[:i+1]
		word := strings.ToLower(head[strings.LastIndexAny(head, " \n\t(")+1:])
		if s[i] == '.' && slices.Contains(abbreviations, word) && i+1 < len(s) {
			continue
		}
		return head
	}
	return strings.TrimRight(s, " \n\r\t")
}

// samples matches samples in a description: fenced text, text in parentheses that begins with
// e.g., and the text from an e.g. to the end of its sentence.
var samples = sync.OnceValue(func() (s struct{ fence, bracketed, trailing *regexp.Regexp }) {
	s.fence = regexp.MustCompile("(?s)[ \t]*```.*?(```|$)[ \t]*\n?")
	s.bracketed = regexp.MustCompile(`(?i)[ \t]*\((?:e\.g\.?|for example|example:)[^()]*(?:\([^()]*\)[^()]*)*\)`)
	s.trailing = regexp.MustCompile(`(?i)[ \t]*[,;:–—-]?[ \t]*(?:\be\.g\.?|\bfor example\b|\bexamples?:)[,:]?[ \t][^\n]*?(\.[ \t]|\.$|\n|$)`)
	return s
})

// withoutSamples removes the samples of a description.
func withoutSamples(s string) string {
	find := samples()
	s = find.fence.ReplaceAllString(s, "")
	s = find.bracketed.ReplaceAllString(s, "")
	s = find.trailing.ReplaceAllString(s, "$1")
	return strings.TrimSpace(s)
}
