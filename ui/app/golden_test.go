package app

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/x/vt"

	"galley/engine"
	"galley/engine/facts"
)

var update = flag.Bool("update", false, "write the golden screens")

// goldens is the folder with the golden screens.
const goldens = "../../testdata/screens"

// sample is a template with one of everything that is drawn in a style of its own.
const sample = `# Role
You are a **careful** engineer on ` + "`[prompt:model]`" + `.

[if file:AGENTS.md]
[file:AGENTS.md]
[else]
There are no rules here.
[endif]

- [x] Read [the guide](docs/guide.md) before a change
- 日本語の文 and 🚀 emoji, a	tab, a` + "\u202ehidden" + ` turn
- see [note: later], on branch [git:brnch]
[If all pass] stop.
`

var sampleFiles = map[string]string{
	"AGENTS.md": "# Repository guide\n\n```go\nfunc main() { run(\"x\", 1) } // start\n```\n\nBe brief.\n",
}

// picture opens the sample at a fixed path of the world, so that the screens do not depend on where
// the tests run.
func picture(theme string, w, h int) setup {
	const home, cwd = "/home/ada", "/home/ada/src/app"
	return setup{theme: theme, w: w, h: h, with: func(o *Options) {
		world := facts.NewMemory().Env("HOME", home).Env("GEMINI_CLI_TRUST_WORKSPACE", "true").Dir(cwd)
		for name, text := range sampleFiles {
			world.File(cwd+"/"+name, text)
		}
		o.World, o.Engine, o.Request.Cwd = world, engine.New(world), cwd
	}}
}

func TestGoldenScreens(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		for _, theme := range []string{"dark", "light", "mono"} {
			name := fmt.Sprintf("workbench-%dx%d-%s", size[0], size[1], theme)
			t.Run(name, func(t *testing.T) {
				tell(t, picture(theme, size[0], size[1]), func(s *story) {
					s.press("ctrl+a").pastes(sample).press("alt+<", "down", "down", "down", "down").golden(name)
				})
			})
		}
	}
	for name, keys := range map[string][]string{"help": {"f1", "pgdown"}, "palette": {"ctrl+p"}} {
		name := "small-" + name
		t.Run(name, func(t *testing.T) {
			tell(t, picture("dark", 40, 10), func(s *story) { s.press("alt+<").press(keys...).golden(name) })
		})
	}
	for name, keys := range map[string][]string{
		"help":       {"f1"},
		"problems":   {"f4", "down"},
		"insert":     {"ctrl+t"},
		"path":       {"ctrl+t", "f", "i", "l", "e", "enter"},
		"find":       {"ctrl+f", "e", "n"},
		"quit":       {"ctrl+q"},
		"override":   {"alt+2", "e"},
		"filter":     {"alt+2", "/", "s", "y", "s"},
		"completion": {"alt+>", "[", "g"},
		"selection":  {"ctrl+a"},
		"preview":    {"alt+3", "down", "down", "down", "down", "down"},
		"zoom":       {"f7"},
		"run-on":     {"alt+w"},
		"spaces":     {"alt+u"},
	} {
		name := "open-" + name
		t.Run(name, func(t *testing.T) {
			tell(t, picture("dark", 100, 30), func(s *story) {
				s.press("ctrl+a").pastes(sample).press("alt+<").press(keys...).golden(name)
			})
		})
	}
}

// golden compares the screen with the golden screen of a name.
func (s *story) golden(name string) {
	s.t.Helper()
	got := s.portrait()
	path := filepath.Join(goldens, name+".txt")
	if *update {
		if err := os.MkdirAll(goldens, 0o755); err != nil {
			s.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			s.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatalf("%v; -update writes it", err)
	}
	if got != string(want) {
		s.t.Errorf("the screen %s has changed; -update records it.\n%s", name, firstDifference(string(want), got))
	}
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			line := func(s []string) string {
				if i < len(s) {
					return s[i]
				}
				return "(nothing)"
			}
			return fmt.Sprintf("line %d\nwas  %s\nis   %s", i+1, line(a), line(b))
		}
	}
	return ""
}

// portrait prints a screen as text: its rows, then for each row a letter for the style of each
// cell, then the meaning of each letter.
func (s *story) portrait() (text string) {
	s.t.Helper()
	s.onTerminal(func(em *vt.Emulator) { text = s.portraitOf(em) })
	return text
}

func (s *story) portraitOf(em *vt.Emulator) string {
	var b strings.Builder
	for _, row := range rowsOf(em, s.w, s.h) {
		b.WriteString(row + "\n")
	}
	b.WriteString("\n")
	letters := map[string]rune{}
	var legend []string
	for y := range s.h {
		look := ""
		for x := range s.w {
			if c := em.CellAt(x, y); c == nil || c.Width > 0 { // skip the second half of a wide character
				look = lookAt(em, x, y)
			}
			l, ok := letters[look]
			if !ok {
				l = letterFor(len(letters))
				letters[look] = l
				legend = append(legend, fmt.Sprintf("%c %s", l, look))
			}
			b.WriteRune(l)
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n" + strings.Join(legend, "\n") + "\n")
	x, y, visible := s.caret()
	if visible {
		fmt.Fprintf(&b, "caret at %d,%d\n", x, y)
	} else {
		b.WriteString("no caret\n")
	}
	return b.String()
}

// letterFor returns a letter for a style, by the style's rank; the commonest has a dot.
func letterFor(n int) rune {
	const letters = ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	if n < len(letters) {
		return rune(letters[n])
	}
	return 'À' + rune(n-len(letters))
}

// lookAt describes the style of a cell in words.
func lookAt(em *vt.Emulator, x, y int) string {
	c := em.CellAt(x, y)
	if c == nil || c.Style.IsZero() {
		return "plain"
	}
	if words, ok := spelled.Load(c.Style); ok {
		return words.(string)
	}
	sequence := c.Style.String()
	words := spell(strings.Split(strings.TrimSuffix(strings.TrimPrefix(sequence, "\x1b["), "m"), ";"))
	spelled.Store(c.Style, words)
	return words
}

// spelled holds the words of each style that was looked at.
var spelled sync.Map

var attributes = map[string]string{"1": "bold", "2": "faint", "3": "italic", "4": "underline", "7": "reverse", "9": "strike"}

// spell describes the parameters of a style in words: attributes, colour, background.
func spell(parts []string) string {
	var words []string
	for i := 0; i < len(parts); i++ {
		switch p := parts[i]; {
		case (p == "38" || p == "48") && i+4 < len(parts):
			var r, g, b int
			fmt.Sscan(strings.Join(parts[i+2:i+5], " "), &r, &g, &b)
			if p == "48" {
				words = append(words, "over")
			}
			words = append(words, fmt.Sprintf("#%02x%02x%02x", r, g, b))
			i += 4
		case attributes[p] != "":
			words = append(words, attributes[p])
		default:
			words = append(words, p)
		}
	}
	return strings.Join(words, " ")
}
