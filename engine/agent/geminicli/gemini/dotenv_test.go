package gemini

import (
	"strings"
	"testing"

	"galley/engine/facts"
)

func TestTheFirstEnvFileCompletesTheEnvironment(t *testing.T) {
	files := func(names ...string) *facts.Memory {
		w := facts.NewMemory().Dir("/h/p/d").Env("TAKEN", "mine")
		for _, name := range names {
			w.File(name, "GEMINI_SYSTEM_MD="+name+"\nTAKEN=theirs\nDEBUG=1\nGEMINI_API_KEY=k\n")
		}
		return w
	}
	for _, c := range []struct {
		about   string
		w       *facts.Memory
		s       Settings
		want    string
		trusted bool
	}{
		{"the agent's directory first", files("/h/p/d/.env", "/h/p/d/.gemini/.env"), nil, "/h/p/d/.gemini/.env", true},
		{"upward", files("/h/p/.env", "/.env"), nil, "/h/p/.env", true},
		{"the home last", files("/x/.gemini/.env"), nil, "/x/.gemini/.env", true},
		{"the home's own .env", files("/x/.env"), nil, "/x/.env", true},
		{"ignored below the home", files("/h/p/d/.env", "/x/.env"), Settings{"advanced": map[string]any{"ignoreLocalEnv": true}}, "/x/.env", true},
		{"ignored in an untrusted folder", files("/h/p/d/.env"), nil, "", false},
		{"without a file", files(), nil, "", true},
	} {
		e := Complete(c.w, c.s, "/x", "/h/p/d", c.trusted)
		got, _ := e.LookupEnv("GEMINI_SYSTEM_MD")
		taken, _ := e.LookupEnv("TAKEN")
		_, debug := e.LookupEnv("DEBUG")
		changes := strings.Join(e.Changes(), " ")
		if got != c.want || taken != "mine" || debug != strings.Contains(c.want, ".gemini/") || (changes == "GEMINI_SYSTEM_MD") != (c.want != "") {
			t.Errorf("%s: %q from %q, TAKEN %q, DEBUG %v, changes %q", c.about, got, e.File, taken, debug, changes)
		}
	}
}

func TestEnvFilesAreReadAsDotenvDoes(t *testing.T) {
	got := ParseEnv("\r\nA=1\r\nexport B = two words # said\nC: colon\nD=\"a\\nb # no\"\nE='x\\n' # c\nF=`q`\nG=\nA=last\n# H=1\n I.x-y=ok\nJ='open\nK=1")
	for name, want := range map[string]string{
		"A": "last", "B": "two words", "C": "colon", "D": "a\nb # no", "E": `x\n`, "F": "q", "G": "", "I.x-y": "ok", "J": "'open", "K": "1",
	} {
		if value, ok := got[name]; !ok || value != want {
			t.Errorf("%s: %q, want %q", name, value, want)
		}
	}
	if _, ok := got["H"]; ok {
		t.Error("a comment sets H")
	}
}
