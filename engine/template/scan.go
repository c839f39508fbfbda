package template

import (
	"strings"

	"galley/engine/source"
)

// bracket is what is known about a `]`. All `[` with the same next `]` share one bracket. So
// scanning is linear even if a thousand brackets open before one distant end.
type bracket struct {
	close   int // offset of the `]`
	end     int // offset at which the text before the `]` ends, without trailing white space
	lineEnd int // offset of the last line end before end; -1 without one, -2 if not searched yet
	from    int // offset after the first `[` whose next `]` this is
}

// hasLineEnd reports whether there is a line end at or after from, before end.
func (b *bracket) hasLineEnd(text string, from int) bool {
	if b.lineEnd == -2 {
		b.lineEnd = lastLineEnd(text, b.from, b.end)
	}
	return b.lineEnd >= from
}

// manyTags is the most tags for which memory is reserved, because a text may have many more
// brackets than tags.
const manyTags = 1 << 14

// scan finds the tags and matches the blocks.
func (t *Tree) scan() {
	text := t.Text
	var keys keyTable
	var open []int // indexes of the [if]s that have no [endif] so far
	t.tags = make([]Tag, 0, min(strings.Count(text, "["), manyTags))
	before := 0 // end of the last tag, or of the last text in brackets that is almost a tag
	b := bracket{close: -1}
	for pos := 0; ; {
		i := strings.IndexByte(text[pos:], '[')
		if i < 0 {
			break
		}
		start := pos + i
		if b.close < start {
			j := strings.IndexByte(text[start+1:], ']')
			if j < 0 {
				break
			}
			b = bracket{close: start + 1 + j, lineEnd: -2, from: start + 1}
			b.end = trimEnd(text, b.from, b.close)
		}
		tag, ok := classify(text, start, &b)
		if !ok {
			if isNearTag(text, start, &b, before) {
				before = b.close + 1
				t.near = append(t.near, source.Span{Start: start, End: b.close + 1})
			}
			pos = start + 1
			continue
		}
		if tag.Kind == TagVar || tag.Kind == TagIf {
			tag.key = keys.add(tag.Key)
		}
		open = t.match(tag, open)
		pos = b.close + 1
		before = pos
	}
	for _, i := range open {
		t.tags[i].Literal = true
		if e := t.tags[i].Else; e >= 0 {
			t.tags[e].Literal, t.tags[e].orphan, t.tags[e].Match = true, true, -1
			t.tags[i].Else = -1
		}
	}
	t.keys = keys.list
}

// match appends a tag and finds its block. open is the stack of open blocks; match returns the
// changed stack.
func (t *Tree) match(tag Tag, open []int) []int {
	self := len(t.tags)
	switch tag.Kind {
	case TagIf:
		open = append(open, self)
	case TagElse:
		if len(open) == 0 || t.tags[open[len(open)-1]].Else >= 0 {
			tag.Literal, tag.second = true, len(open) > 0
			break
		}
		tag.Match = open[len(open)-1]
		t.tags[tag.Match].Else = self
	case TagEndif:
		if len(open) == 0 {
			tag.Literal = true
			break
		}
		tag.Match = open[len(open)-1]
		t.tags[tag.Match].Match = self
		open = open[:len(open)-1]
	}
	t.tags = append(t.tags, tag)
	return open
}

// classify returns the tag that the brackets from open to b.close form. The second result is false
// if they form no tag.
func classify(text string, open int, b *bracket) (Tag, bool) {
	start := skipSpace(text, open+1, b.end)
	if start >= b.end {
		return Tag{}, false
	}
	tag := Tag{Span: source.Span{Start: open, End: b.close + 1}, Match: -1, Else: -1, key: -1}
	switch inner := text[start:b.end]; inner {
	case "endif":
		tag.Kind = TagEndif
		return tag, true
	case "else":
		tag.Kind = TagElse
		return tag, true
	}
	key := start
	if after := start + len("if"); after < b.end && text[start:after] == "if" {
		if k := skipSpace(text, after, b.end); k > after {
			tag.Kind, key = TagIf, k
			if k < b.end && text[k] == '!' {
				tag.Negated, key = true, k+1
			}
		}
	}
	colon := skipWord(text, key, b.end)
	if colon == key || colon == b.end || text[colon] != ':' || b.hasLineEnd(text, colon) {
		return Tag{}, false
	}
	tag.KeySpan = source.Span{Start: key, End: b.end}
	tag.Key = text[key:b.end]
	return tag, true
}

// keyTable numbers keys in the order in which they first occur. Most templates have only a few
// keys, and comparing a few keys is faster than hashing.
type keyTable struct {
	list  []string
	index map[string]int32
}

const fewKeys = 8

func (k *keyTable) add(key string) int32 {
	if k.index == nil {
		for i, have := range k.list {
			if have == key {
				return int32(i)
			}
		}
		if len(k.list) == fewKeys {
			k.index = make(map[string]int32, 4*fewKeys)
			for i, have := range k.list {
				k.index[have] = int32(i)
			}
		}
	} else if i, there := k.index[key]; there {
		return i
	}
	if k.index != nil {
		k.index[key] = int32(len(k.list))
	}
	k.list = append(k.list, key)
	return int32(len(k.list)) - 1
}
