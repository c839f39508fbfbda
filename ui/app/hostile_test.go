package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"galley/engine/facts"
	"galley/engine/variable"
	"galley/ui/term"
)

// sequences holds one sequence of each kind that terminals interpret: C0 and C1, CSI, OSC, DCS,
// SOS, PM and APC, each with every terminator, and incomplete ones.
var sequences = strings.Join([]string{
	"\x1b[2J\x1b[H", "\x1b[31mred\x1b[0m", "\x1b[?1049h", "\x1b[?1000h\x1b[?2004l", "\x1b[?25l", "\x1b[6n\x1b[c\x1b[>c\x1b[5n", "\x1b[10;10H",
	"\x1b]0;owned\x07", "\x1b]2;owned\x1b\\", "\x1b]52;c;b3duZWQ=\x07", "\x1b]8;;http://x\x07link\x1b]8;;\x07", "\x1b]11;?\x07", "\x1b]7;file:///\x07", "\x1b]1337;x\x07",
	"\x1bP+q544e\x1b\\", "\x1bP$qm\x1b\\", "\x1bXsos\x1b\\", "\x1b^pm\x1b\\", "\x1b_apc\x1b\\", "\x1bc", "\x1b7\x1b8", "\x1b#8", "\x1b(0lqk\x1b(B", "\x1bN\x1bO", "\x1b=\x1b>",
	"\u009b31mC1\u009b0m", "\u009d0;owned\u009c", "\u0090+q\u009c", "\u0085\u008d\u0098x\u009c",
	"\x9b31m\x9d0;owned\x07\x9c", "\x07\x08\x0b\x0c\x0e\x0f\x05\x00\x7f", "\r\r", "\x1b", "\x1b[", "\x1b]", "\x1b[200~pasted\x1b[201~",
}, " and\n")

// unseen holds invisible characters, and characters whose width differs from what it seems.
var unseen = strings.Join([]string{
	"\u202eright to left\u202c", "\u2066isolate\u2069 \u2067x\u2069 \u200e\u200f\u061c", "zero\u200bwidth\u200c\u200d\u2060joined", "soft\u00adhyphen", "\ufefffirst",
	"tag\U000e0001\U000e0048\U000e0049\U000e007f", "line\u2028and\u2029paragraph", "👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪🇫 ⚠️ ☺️ 1️⃣ 👍🏽 🟢", "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", "a漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字",
	"한글 ᄒ ᄒᆞ가나", "क्षि ก็ น้ำ", "e\u0301\u0301\u0301\u0301 z\u0335\u0321\u0322", "\u0301alone", "ﷺ ﷽ 𒐫", "ａｂｃ ﾊﾝｶｸ", "｡\ufffd\ufffc\U0010ffff\ue000", "العربية עברית mixed 123",
}, "\n")

// shapeless holds lines with every line end and without any, invalid UTF-8, and lines wider than
// any screen.
var shapeless = "\ttab\t\ttabs\t漢\tx\r\ncrlf\r\nlone\rcr\n\xff\xfe\xc3(\xe2\x82 \xf0\x9f\x98 \xed\xa0\x80\x80\n\n\n" +
	strings.Repeat("wide and ", 333) + "\n" + strings.Repeat("漢", 1500) + "\r\n" + strings.Repeat("x", 3000) + "\n" + strings.Repeat("\t", 400) + "\n" +
	strings.Repeat("[if a:b]", 40) + "[note:later\x1b[2J][file:\x1b]0;owned\x07][if file:x]\nopen\nno end"

var hostileTexts = map[string]string{"sequences": sequences, "unseen": unseen, "shapeless": shapeless}

// openings holds the keys that open each dialog and pane, by the pane to which they belong.
var openings = map[string][]string{
	"template": {"alt+1"}, "variables": {"alt+2"}, "preview": {"alt+3"}, "zoomed": {"alt+1", "f7"},
	"palette": {"ctrl+p"}, "help": {"f1"}, "problems": {"f4"}, "find": {"ctrl+f"}, "go to line": {"alt+1", "ctrl+g"},
	"insert": {"ctrl+t"}, "save as": {"alt+S"}, "model": {"alt+l"}, "override": {"alt+2", "e"}, "filter": {"alt+2", "/"}, "quit": {"alt+1", " ", "ctrl+q"},
	"completion": {"alt+1", "["}, "run on": {"alt+1", "alt+w", "end"}, "spaces": {"alt+u"}, "selected": {"alt+1", "ctrl+a"},
}

// sizes returns every second small size, so that each width and each height is among them, and
// twenty larger ones.
func sizes() (all [][2]int) {
	for h := 1; h <= 8; h++ {
		for w := 1 + h%2; w <= 24; w += 2 {
			all = append(all, [2]int{w, h})
		}
	}
	for _, w := range []int{25, 39, 40, 80, 120} {
		for _, h := range []int{5, 10, 24, 40} {
			all = append(all, [2]int{w, h})
		}
	}
	return all
}

func TestEveryFrameFillsTheScreenExactlyAtEverySize(t *testing.T) {
	for name, text := range hostileTexts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tell(t, setup{file: "p.md", text: text, files: map[string]string{"x": text}}, func(s *story) {
				for _, keys := range openings {
					s.resize(120, 40).press(keys...)
					for _, size := range sizes() {
						s.update(sizeOf(size[0], size[1]))
						checkFrame(t, s.bench.View(), size[0], size[1])
					}
					s.resize(120, 40).press("esc", "esc", "esc")
					if s.bench.screen.Zoomed() {
						s.press("f7")
					}
				}
			})
		})
	}
}

func TestHostileTextIsEscaped(t *testing.T) {
	t.Parallel()
	for name, text := range hostileTexts {
		t.Run(name, func(t *testing.T) {
			tell(t, setup{file: "p.md", text: text, w: 200, h: 60}, func(s *story) {
				for _, keys := range openings {
					s.press(keys...).emulated()
					s.press("esc", "esc", "esc")
					if s.bench.screen.Zoomed() {
						s.press("f7")
					}
				}
				for range 12 { // scroll through all of it
					s.press("alt+3", "pgdown").emulated()
					s.press("alt+1", "pgdown").emulated()
				}
				if name == "sequences" {
					s.press("alt+1", "alt+<").sees("␛[2J␛[H", "␛]0;owned␇", "␛]52;c;b3duZWQ=␇", "␛P+q544e␛\\")
				}
			})
		})
	}
}

// hostile returns a name that contains control sequences.
func hostile(name string) string { return name + "\x1b]0;owned\x07\u202e\u009b2J\xff" }

// Users of other tools reported that untrusted text, such as a file's name, a value or a branch,
// changes the terminal's title, clipboard or colours.
func TestHostileNamesValuesAndErrorsAreEscaped(t *testing.T) {
	b := setup{w: 200, h: 60, text: "[file:" + hostile("f") + "] [git:branch] [git:status] [prompt:model] [system:hostname] [prompt:conversation_id] [" + hostile("note") + ":x] [git:" + hostile("x") + "]\n"}
	b.file = hostile("dir") + "/" + hostile("p.md")
	b.files = map[string]string{hostile("f"): hostile("value"), "AGENTS.md": "x"}
	b.world = func(w *facts.Memory, cwd string) {
		w.OnGit(cwd, "rev-parse --abbrev-ref HEAD", facts.GitAnswer{Stdout: hostile("branch") + "\n"})
		w.OnGit(cwd, "status --short", facts.GitAnswer{Stdout: "?? " + hostile("new") + "\n"})
		w.OnGit(cwd, "rev-parse --is-inside-work-tree", facts.GitAnswer{Stdout: "true\n"})
		w.SetHostname(hostile("host"))
	}
	b.with = func(o *Options) {
		o.Request.Provider, o.Request.Model = hostile("provider"), hostile("model")
		o.Request.Scenario.ConversationID = hostile("conversation")
		o.Request.Overrides = []variable.Override{{Key: "prompt:workspace_id", Text: hostile("workspace")}}
	}
	root := filepath.Join(t.TempDir(), hostile("home"))
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Skip("this system does not allow such file names:", err)
	}
	synctest.Test(t, func(t *testing.T) {
		defer time.Sleep(leaving)
		s := newStory(t, root, b)
		s.start().emulated()
		s.sees("p.md␛]0;owned␇", "branch␛", "model␛", "host␛")
		for _, keys := range openings {
			s.press(keys...).emulated()
			s.press("esc", "esc", "esc")
			if s.bench.screen.Zoomed() {
				s.press("f7")
			}
		}
		s.press("alt+1", "ctrl+a", "ctrl+c").emulated()
		for range 12 {
			s.press("alt+2", "e").emulated()
			s.press("esc", "enter").emulated()
			s.press("alt+2", "j")
		}
		s.press("f4", "enter").emulated()
		s.press("ctrl+f").types("x").pastes(hostile("q")).emulated()
		s.press("esc", "f3").emulated()
		for _, news := range []string{"failed", "not saved", "not stored"} {
			s.bench.screen.Warn("Not done: " + hostile(news))
			s.settle().emulated()
		}
		s.send(term.EditedMsg{Err: errors.New(hostile("editor"))}).emulated()
		s.send(term.CopiedMsg{Result: term.Result{Message: hostile("copied")}}).emulated()
		s.write(t, s.o.Document.Path(), hostile("theirs\n"))
		s.types("x").press("ctrl+s").emulated()
		s.press("d").emulated()
		s.press("esc", "esc", "ctrl+q").emulated()
		s.press("esc", "ctrl+t").types("file").press("enter").emulated()
	})
}
