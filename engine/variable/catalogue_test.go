package variable

import (
	"context"
	"strings"
	"testing"
)

func TestCatalogueIsThePublishedOne(t *testing.T) {
	var keys []string
	for _, v := range Catalogue() {
		keys = append(keys, v.Key())
		if v.Description == "" || v.Dynamic != (v.Key() == "file:<path>") {
			t.Errorf("%+v", v)
		}
	}
	want := "system:time system:date system:os system:hostname prompt:cwd prompt:model " +
		"prompt:conversation_id prompt:workspace_id git:branch git:status file:<path>"
	if got := strings.Join(keys, " "); got != want {
		t.Errorf("got %s", got)
	}
	if got := strings.Join(Types(), " "); got != "system prompt git file" {
		t.Errorf("types %s", got)
	}
	Catalogue()[0].Type = "changed"
	if Catalogue()[0].Type != "system" {
		t.Error("a caller can change the catalogue")
	}
}

func TestNearestSuggestions(t *testing.T) {
	for key, want := range map[string]string{
		"git:brnch":             "git:branch",
		"git:barnch":            "git:branch",
		"git:stat":              "git:status",
		"git:Status":            "git:status",
		"Prompt: CWD":           "prompt:cwd",
		"promt:cwd":             "prompt:cwd",
		"promp:modle":           "prompt:model",
		"prompt:conversationId": "prompt:conversation_id",
		"prompt:date":           "system:date",
		"sys:time":              "system:time",
		"os:hostname":           "system:hostname",
		"flie:a.md":             "file:a.md",
		"File: a.md":            "file:a.md",
		"file: a.md":            "file:a.md",
		// These keys are similar to no known key.
		"git:branch": "", "file:a.md": "", "note:later": "", "9:00-17:00": "", "http://x": "", "Go: docs": "",
		"system:shoe_size": "", "file:": "", ":": "", "x": "", "git:": "",
	} {
		if got, ok := Nearest(key); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v; want %q", key, got, ok, want)
		}
	}
	if got, ok := Nearest("prompt:" + strings.Repeat("x", 1<<20)); ok {
		t.Errorf("for a very long name %q is suggested", got)
	}
}

func TestOverridesAreReadFromTheCommandLine(t *testing.T) {
	for s, want := range map[string]Override{
		"git:branch=main": {Key: "git:branch", Text: "main"},
		"file:a.md=":      {Key: "file:a.md"},
		"note:x=a=b\n":    {Key: "note:x", Text: "a=b\n"},
		"prompt: cwd=x":   {Key: "prompt: cwd", Text: "x"},
	} {
		if got, err := ParseOverride(s); err != nil || got != want {
			t.Errorf("%q: %+v, %v", s, got, err)
		}
	}
	for s, says := range map[string]string{
		"git:branch": "write type:name=value", "branch=main": "write type:name", "=x": "write type:name",
		":x=y": "before the colon", "a-b:c=d": "before the colon", "file:a]b=c": "] or a line end", "a:\n=c": "] or a line end",
	} {
		if got, err := ParseOverride(s); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %+v, %v; want an error with %q", s, got, err, says)
		}
	}
}

func TestUnresolvedValues(t *testing.T) {
	text := "x"
	values := Resolve(context.Background(), nil, Context{}, []string{"git:branch", "note:y"},
		[]Override{{Key: "git:branch", Text: text}, {Key: "note:y", Text: text}})
	for key, want := range map[string]State{
		"git:branch": Present, "file:a": Missing, "note:y": Present, "note:z": Unknown,
		"git:status": Missing, "git:nope": Unknown, "note:x": Unknown, "file:": Unknown,
	} {
		if got := values.Lookup(key); got.State != want || got.Key != key {
			t.Errorf("%s: %+v, want %s", key, got, want)
		}
	}
	var none *Values
	if v := none.Lookup("git:branch"); v.State != Missing {
		t.Errorf("without any values: %+v", v)
	}
}
