package discovery

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"galley/engine/source"
)

// FileText returns a file's content as a text with its origin, without a UTF-8 byte order mark. It
// decodes invalid UTF-8 as browsers and JavaScript do: the longest run of bytes that begins a valid
// code point without completing it becomes one U+FFFD, and so does every other invalid byte.
func FileText(path, data string) source.Text {
	from := 0
	if strings.HasPrefix(data, "\ufeff") {
		from = len("\ufeff")
	}
	return Decode(path, data, from)
}

// BunText is [FileText] as Bun does it: Bun also decodes content that begins with the byte order
// mark of UTF-16LE.
func BunText(path, data string) source.Text {
	if !strings.HasPrefix(data, "\xff\xfe") {
		return FileText(path, data)
	}
	var units []uint16
	for i := 2; i+1 < len(data); i += 2 {
		units = append(units, uint16(data[i])|uint16(data[i+1])<<8)
	}
	return source.Of(string(utf16.Decode(units)), FileOrigin(path, 2, len(data), 1))
}

func FileOrigin(path string, from, to, line int) source.Origin {
	return source.Origin{Kind: source.File, Source: path, Span: source.Span{Start: from, End: to}, Line: line, Tag: source.NoSpan}
}

// GoText returns a file's content as a text with its origin, as Go's JSON encoder would write it:
// each byte that is not valid UTF-8 becomes U+FFFD, and a byte order mark stays.
func GoText(path, data string) source.Text {
	return decode(path, data, 0, func(string) int { return 1 })
}

// Decode is [FileText] for the part of the content that begins at the offset from. It keeps a byte
// order mark.
func Decode(path, data string, from int) source.Text {
	return decode(path, data, from, source.IllFormed)
}

// decode decodes the part of the content that begins at the offset from. The function wrong gets a
// text that begins with invalid UTF-8, and returns how many of its bytes become one U+FFFD.
func decode(path, data string, from int, wrong func(string) int) source.Text {
	if utf8.ValidString(data[from:]) {
		return source.Of(data[from:], FileOrigin(path, from, len(data), 1))
	}
	var b source.Builder
	line, good := 1, from
	flush := func(to int) {
		if to > good {
			b.Add(data[good:to], FileOrigin(path, good, to, line))
			line += strings.Count(data[good:to], "\n")
		}
	}
	for i := from; i < len(data); {
		r, size := utf8.DecodeRuneInString(data[i:])
		if r != utf8.RuneError || size > 1 {
			i += size
			continue
		}
		flush(i)
		size = wrong(data[i:])
		b.Add("\uFFFD", FileOrigin(path, i, i+size, line))
		i += size
		good = i
	}
	flush(len(data))
	return b.Text()
}

var NoOrigin = source.Origin{Kind: source.Structure, Tag: source.NoSpan}

// AsImport returns a file's text, with its origin changed to that of an imported file.
func AsImport(t source.Text) source.Text {
	var b source.Builder
	for _, p := range t.Pieces() {
		p.Origin.Kind = source.Import
		b.Add(p.Text, p.Origin)
	}
	return b.Text()
}
