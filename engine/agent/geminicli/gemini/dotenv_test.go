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

// Given lays values over the environment of a world; the files still come from that world.
func TestGivenValuesAreOverTheEnvironment(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("A", "own").Env("B", "own")
	e := Given(w, "/x/.env", map[string]string{"GEMINI_Z": "1", "A": ""})
	a, setA := e.LookupEnv("A")
	b, _ := e.LookupEnv("B")
	if a != "" || !setA || b != "own" || e.File != "/x/.env" || strings.Join(e.Names, " ") != "A GEMINI_Z" {
		t.Errorf("A %q %v, B %q, %+v", a, setA, b, e)
	}
	if e.Unwrap() != facts.World(w) || e.SameFiles() != facts.World(w) {
		t.Error("not the world below")
	}
}

func TestWhichVariablesOfAFileCount(t *testing.T) {
	t.Parallel()
	const text = "SANDBOX=s\nGEMINI_MODEL=m\nGEMINI_API_KEY=k\nGEMINI_KEYS=x\nOTHER=o\nDEBUG=1\nTAKEN=theirs\n"
	for _, c := range []struct{ about, file, settings, names, changes string }{
		{"of a project", "/p/.env", "", "GEMINI_API_KEY GEMINI_KEYS GEMINI_MODEL OTHER SANDBOX", "GEMINI_KEYS GEMINI_MODEL SANDBOX"},
		{"of a project whose settings exclude others", "/p/.env", `{"advanced":{"excludedEnvVars":["OTHER","SANDBOX"]}}`, "DEBUG GEMINI_API_KEY GEMINI_KEYS GEMINI_MODEL", "GEMINI_KEYS GEMINI_MODEL"},
		{"of the agent", "/p/.gemini/.env", `{"advanced":{"excludedEnvVars":["OTHER"]}}`, "DEBUG GEMINI_API_KEY GEMINI_KEYS GEMINI_MODEL OTHER SANDBOX", "GEMINI_KEYS GEMINI_MODEL SANDBOX"},
		{"of the home, if the local ones are ignored", "/h/.env", `{"advanced":{"ignoreLocalEnv":true}}`, "GEMINI_API_KEY GEMINI_KEYS GEMINI_MODEL OTHER SANDBOX", "GEMINI_KEYS GEMINI_MODEL SANDBOX"},
	} {
		w := facts.NewMemory().Dir("/p/d").File(c.file, text).Env("TAKEN", "mine")
		e := Complete(w, Settings(object(c.settings)), "/h", "/p/d", true)
		if names, changes := strings.Join(e.Names, " "), strings.Join(e.Changes(), " "); e.File != c.file || names != c.names || changes != c.changes {
			t.Errorf("%s: %s\n got %s, %s\nwant %s, %s", c.about, e.File, names, changes, c.names, c.changes)
		}
	}
	w := facts.NewMemory().Dir("/h/p").File("/h/.env", text)
	if e := Complete(w, Settings{"advanced": map[string]any{"ignoreLocalEnv": true}}, "/h", "/h/p", true); e.File != "/h/.env" || len(e.Names) != 6 {
		t.Errorf("on the way up: %+v", e)
	}
	if e := Complete(w.Mode("/h/.env", 0), nil, "/h", "/h/p", true); e.File != "/h/.env" || e.Names != nil {
		t.Errorf("a file that cannot be read: %+v", e)
	}
}

func TestLargeEnvFilesSetNothing(t *testing.T) {
	t.Parallel()
	line := "A=1\n#"
	full := line + strings.Repeat("x", 1<<20-len(line))
	if got := ParseEnv(full); got["A"] != "1" {
		t.Errorf("1 MB: %v", got)
	}
	if got := ParseEnv(full + "x"); got != nil {
		t.Errorf("more than 1 MB: %v", got)
	}
}

func TestQuotesOfEnvFiles(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`A='`: "'", `A="`: `"`, `A=''`: "", `A="a\rb\nc"`: "a\rb\nc", `A='a\rb'`: `a\rb`, "A=`a\\nb`": `a\nb`, `A='a"`: `'a"`, `A="a\"b"`: `a\"b`, `A=a'b'`: "a'b'", `A="half\n`: "\"half\n", "A=\u00a0x\u00a0": "x",
	} {
		if got := ParseEnv(line)["A"]; got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
