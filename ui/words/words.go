// Package words writes numbers and paths in words for the screen and the output. Every pane and
// command uses it, so that a size or a plural reads the same everywhere.
package words

import (
	"strings"
	"time"

	"galley/engine/facts"
	"galley/engine/textutil"
)

// Plural returns a number and the noun in the right form: "1 byte", "2 bytes", "3 matches".
var Plural = textutil.Plural

// List returns things as a part of a sentence: "a", "a and b", "a, b and c".
func List(things []string) string {
	if n := len(things); n > 1 {
		return strings.Join(things[:n-1], ", ") + " and " + things[n-1]
	}
	return strings.Join(things, "")
}

// Paths shortens paths for the screen. Cwd and Home are absolute. A Home of "" or "/" has no
// effect.
type Paths struct{ Cwd, Home string }

// Short returns a path relative to the working directory. If the path is not in this directory,
// Short returns the same as [Paths.Tilde].
func (p Paths) Short(path string) string {
	if rest, ok := strings.CutPrefix(path, p.Cwd+"/"); ok {
		return rest
	}
	return p.Tilde(path)
}

// Tilde returns a path with "~" in place of the home directory.
func (p Paths) Tilde(path string) string {
	if p.Home == "" || p.Home == "/" {
		return path
	}
	if path == p.Home {
		return "~"
	}
	if rest, ok := strings.CutPrefix(path, p.Home+"/"); ok {
		return "~/" + rest
	}
	return path
}

// InText shortens the paths in a text as [Paths.Short] does. It replaces the working directory
// itself by "this directory".
func (p Paths) InText(text string) string {
	if p.Cwd != "" && p.Cwd != "/" {
		text = replacePath(text, p.Cwd, "this directory", "")
	}
	if p.Home != "" && p.Home != "/" {
		text = replacePath(text, p.Home, "~", "~/")
	}
	return text
}

// replacePath replaces a directory in a text. Where a path in the directory follows, the string
// before replaces the directory and the slash after it. Elsewhere the string alone replaces the
// directory.
func replacePath(text, dir, alone, before string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, dir)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		rest := text[i+len(dir):]
		start := i == 0 || !inPath(text[i-1])
		b.WriteString(text[:i])
		switch {
		case start && strings.HasPrefix(rest, "/") && len(rest) > 1 && inPath(rest[1]):
			b.WriteString(before)
			rest = rest[1:]
		case start && (rest == "" || !inPath(rest[0]) || rest[0] == '.' && (len(rest) == 1 || !inPath(rest[1]))):
			b.WriteString(alone)
		default:
			b.WriteString(dir)
		}
		text = rest
	}
}

// inPath reports whether a byte may belong to a path in a text.
func inPath(b byte) bool {
	return b >= 0x80 || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || strings.IndexByte("/._-~@+*{[", b) >= 0
}

// Full returns the absolute path of a name that the user typed: relative to the working directory,
// or after a tilde to the home directory.
func (p Paths) Full(name string) string {
	if name == "~" || strings.HasPrefix(name, "~/") {
		name = p.Home + name[1:]
	}
	return facts.Resolve(p.Cwd, facts.Slash(name))
}

// OnOff returns its first argument if set is true, otherwise its second.
func OnOff(on, off string, set bool) string {
	if set {
		return on
	}
	return off
}

// Ago returns how long ago something was, in the largest unit that fits: "2 hours ago".
func Ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return Plural(int(d/time.Minute), "minute") + " ago"
	case d < 48*time.Hour:
		return Plural(int(d/time.Hour), "hour") + " ago"
	}
	return Plural(int(d/(24*time.Hour)), "day") + " ago"
}

// AgoShort is [Ago] with short units: "6 min ago", "4 h ago", "3 d ago".
func AgoShort(d time.Duration) string {
	for _, unit := range [][2]string{{"minute", "min"}, {"hour", "h"}, {"day", "d"}} {
		if before, after, ok := strings.Cut(Ago(d), " "+unit[0]); ok {
			return before + " " + unit[1] + strings.TrimPrefix(after, "s")
		}
	}
	return Ago(d)
}
