package words

import (
	"strings"
	"testing"
	"time"
)

func TestPathsAreShortenedFromTheDirectoryAndTheHome(t *testing.T) {
	for _, c := range []struct {
		p                  Paths
		path, short, tilde string
	}{
		{Paths{"/h/p", "/h"}, "/h/p/a/b", "a/b", "~/p/a/b"},
		{Paths{"/h/p", "/h"}, "/h/p", "~/p", "~/p"},
		{Paths{"/h/p", "/h"}, "/h/px", "~/px", "~/px"},
		{Paths{"/h/p", "/h"}, "/h", "~", "~"},
		{Paths{"/h/p", "/h"}, "/hx", "/hx", "/hx"},
		{Paths{"/p", ""}, "/x", "/x", "/x"},
		{Paths{"/p", "/"}, "/x", "/x", "/x"},
		{Paths{"/p", "/"}, "/", "/", "/"},
	} {
		if got := c.p.Short(c.path); got != c.short {
			t.Errorf("%+v: %s is short %s, want %s", c.p, c.path, got, c.short)
		}
		if got := c.p.Tilde(c.path); got != c.tilde {
			t.Errorf("%+v: %s is %s, want %s", c.p, c.path, got, c.tilde)
		}
	}
}

func TestPathsInATextAreShortened(t *testing.T) {
	p := Paths{"/h/p", "/h"}
	for text, want := range map[string]string{
		"patterns count from /h/p; or remove it": "patterns count from this directory; or remove it",
		"it lies in /h/p.":                       "it lies in this directory.",
		"/h/p":                                   "this directory",
		"as /h/p/a.md and /h/p/b/c.md":           "as a.md and b/c.md",
		"(/h/p/.x/*.md)":                         "(.x/*.md)",
		"/h/px and /h/q, /h":                     "~/px and ~/q, ~",
		"/x/h/p/a and /hx":                       "/x/h/p/a and /hx",
		"/h/p.md":                                "~/p.md",
		"nothing":                                "nothing",
	} {
		if got := p.InText(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if got := (Paths{"/", ""}).InText("in /a of /"); got != "in /a of /" {
		t.Errorf("without directories: %q", got)
	}
}

func TestTimeInItsLargestUnit(t *testing.T) {
	const minute, hour = time.Minute, time.Hour
	for d, want := range map[time.Duration]string{0: "just now", minute: "1 min ago", 59 * minute: "59 min ago", hour: "1 h ago", 47 * hour: "47 h ago", 72 * hour: "3 d ago"} {
		if got := AgoShort(d); got != want {
			t.Errorf("%v in short: %s, want %s", d, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		0: "just now", minute - 1: "just now", minute: "1 minute ago", hour - 1: "59 minutes ago", hour: "1 hour ago", 2 * hour: "2 hours ago",
		48*hour - 1: "47 hours ago", 48 * hour: "2 days ago", 72 * hour: "3 days ago",
	} {
		if got := Ago(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

func TestASwitchHasTwoTexts(t *testing.T) {
	if OnOff("on", "off", true) != "on" || OnOff("on", "off", false) != "off" {
		t.Error("the texts are swapped")
	}
}

func TestPathsEndAtBytesThatTheyCannotHold(t *testing.T) {
	var held []byte
	for b := range 256 {
		if inPath(byte(b)) != (b >= 0x80 || strings.IndexByte("*+-./0123456789@ABCDEFGHIJKLMNOPQRSTUVWXYZ[_abcdefghijklmnopqrstuvwxyz{~", byte(b)) >= 0) {
			held = append(held, byte(b))
		}
	}
	if len(held) > 0 {
		t.Errorf("bytes of paths or not: %q", held)
	}
	for text, want := range map[string]string{
		"/d": "HERE", "/d/": "/d/", "/d/ x": "/d/ x", "/d/x": "BELOW/x", "/d.": "HERE.", "/d. x": "HERE. x", "/d.x": "/d.x", "/d/.": "BELOW/.", "a/d": "a/d", "(/d)": "(HERE)", "/d /d": "HERE HERE", "/dd": "/dd", "/d\u00e9": "/d\u00e9",
	} {
		if got := replacePath(text, "/d", "HERE", "BELOW/"); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
