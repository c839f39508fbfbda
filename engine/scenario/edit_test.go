package scenario

import (
	"errors"
	"strings"
	"testing"
)

// Setting a value changes only its own bytes.
func TestSetReplacesAValueInPlace(t *testing.T) {
	for name, c := range map[string]struct{ file, text, key, value, want string }{
		"a text":                 {"s.toml", "# mine\nmodel = 'a' # why\nnode = 'b'\n", "model", "'c'", "# mine\nmodel = 'c' # why\nnode = 'b'\n"},
		"a boolean":              {"s.toml", "tracker=true", "tracker", "false", "tracker=false"},
		"a list over lines":      {"s.toml", "directories = [\n  'a', # ]\n  'b]',\n]\nmodel = 'm'\n", "directories", "['c']", "directories = ['c']\nmodel = 'm'\n"},
		"a table in braces":      {"s.toml", "topic = {on = true, title = '}'} # t\n", "topic", "{on = false}", "topic = {on = false} # t\n"},
		"a long text":            {"s.toml", "custom_prompt = \"\"\"\none\n[two]\n\"\"\"\nnode = 'n'\n", "custom_prompt", "'x'", "custom_prompt = 'x'\nnode = 'n'\n"},
		"by an alias":            {"s.toml", "approval_mode = 'plan'\n", "permission_mode", "'yolo'", "approval_mode = 'yolo'\n"},
		"JSON with comments":     {"s.json", "{\n  // why\n  \"directories\": [\"a\", // ]\n  \"b\"],\n  \"model\": \"m\",\n}\n", "directories", `["c"]`, "{\n  // why\n  \"directories\": [\"c\"],\n  \"model\": \"m\",\n}\n"},
		"a JSON text":            {"s.json", `{"model": "m", "node": "n"}`, "model", `"o"`, `{"model": "o", "node": "n"}`},
		"added to nothing":       {"s.toml", "", "model", "'m'", "model = 'm'\n"},
		"added at the end":       {"s.toml", "node = 'n'", "model", "'m'", "node = 'n'\nmodel = 'm'\n"},
		"added before a table":   {"s.toml", "node = 'n'\n\n# skills\n[[skills]]\nname = 's'\n", "model", "'m'", "node = 'n'\n\nmodel = 'm'\n# skills\n[[skills]]\nname = 's'\n"},
		"a list is not a header": {"s.toml", "probes = [\n'[ide]',\n]\nx = '''\n[a]\n'''\n[ide]\nactive_file = 'f'\n", "model", "'m'", "probes = [\n'[ide]',\n]\nx = '''\n[a]\n'''\nmodel = 'm'\n[ide]\nactive_file = 'f'\n"},
		"lines that end in CRLF": {"s.toml", "node = 'n'\r\n[ide]\r\n", "model", "'m'", "node = 'n'\r\nmodel = 'm'\r\n[ide]\r\n"},
	} {
		got, err := Set(c.file, c.text, c.key, c.value)
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n got %q\nwant %q", name, err, got, c.want)
		}
	}
}

// A new value of several lines replaces all lines of the old value. A new table also replaces the
// old table's header.
func TestSetReplacesAMultilineValue(t *testing.T) {
	const tables = "# a\nnode = 'n'\n\n# skills\n[[skills]] # one\nname = 's'\n\n[[skills]]\nname = 't'\n\n# editor\n[ide]\nactive_file = 'f'\n"
	for name, c := range map[string]struct{ file, text, key, value, want string }{
		"a list":                            {"s.toml", "directories = ['a'] # d\nnode = 'n'\n", "directories", "[\n  'b', # b\n  'c',\n]", "directories = [\n  'b', # b\n  'c',\n] # d\nnode = 'n'\n"},
		"a long text":                       {"s.toml", "custom_prompt = 'x'\nnode = 'n'\n", "custom_prompt", "\"\"\"\none\n[two]\n\"\"\"", "custom_prompt = \"\"\"\none\n[two]\n\"\"\"\nnode = 'n'\n"},
		"tables":                            {"s.toml", tables, "skills", "[[skills]]\nname = 'u' # new", "# a\nnode = 'n'\n\n# skills\n[[skills]]\nname = 'u' # new\n\n# editor\n[ide]\nactive_file = 'f'\n"},
		"the last table":                    {"s.toml", tables, "ide", "[ide]\nactive_file = 'g'\n", strings.Replace(tables, "'f'", "'g'", 1)},
		"tables are added":                  {"s.toml", "node = 'n'", "skills", "[[skills]]\nname = 's'", "node = 'n'\n\n[[skills]]\nname = 's'\n"},
		"tables are added after the others": {"s.toml", tables, "history", "[[history]]\nrole = 'user'", tables + "\n[[history]]\nrole = 'user'\n"},
		"tables below":                      {"s.toml", "[[history]]\nrole = 'user'\n[[history.tool_calls]]\nid = 'c'\n", "history", "[[history]]\nrole = 'user'\n", "[[history]]\nrole = 'user'\n"},
		"CRLF":                              {"s.toml", "probes = ['a']\r\nnode = 'n'\r\n", "probes", "[\n'b']", "probes = [\r\n'b']\r\nnode = 'n'\r\n"},
		"JSON":                              {"s.json", `{"probes": ["a"], "node": "n"}`, "probes", "[\n\"b\"\n]", "{\"probes\": [\n\"b\"\n], \"node\": \"n\"}"},
	} {
		got, err := Set(c.file, c.text, c.key, c.value)
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n got %q\nwant %q", name, err, got, c.want)
		}
	}
}

// Set writes a value with the line ends of the file, whatever line ends the given value has.
func TestAValueHasTheLineEndsOfTheFile(t *testing.T) {
	for _, c := range [][3]string{{"node = 'n'\n", "[\r\n'a',\n'b']", "[\n'a',\n'b']"}, {"node = 'n'\r\n", "[\r\n'a',\n'b']", "[\r\n'a',\r\n'b']"}} {
		end := strings.TrimPrefix(c[0], "node = 'n'")
		if got, err := Set("s.toml", c[0], "probes", c[1]); err != nil || got != c[0]+"probes = "+c[2]+end {
			t.Errorf("%q: %q, %v", c[1], got, err)
		}
	}
}

func TestAValueThatDoesNotFitIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ key, value, want string }{
		"an unknown key":               {"modle", "'m'", "did you mean model?"},
		"not of the type":              {"tracker", "'maybe'", "true or false"},
		"not one of the allowed words": {"auth", "'apu'", "api"},
		"invalid TOML":                 {"model", "m", ""},
		"another key":                  {"model", "'m'\ntracker = true", "it also changes tracker"},
		"another value":                {"model", "'m'\nprobes = ['x']", "it also changes probes"},
		"another table":                {"skills", "[[skills]]\nname = 's'\n[ide]\nactive_file = 'f'", "it also changes ide"},
		"tables that end":              {"skills", "[[skills]]\nname = ", ""},
		"nothing":                      {"model", " ", "write the value as in the file"},
		"more than one key":            {"model", "'m', 'n'", ""},
		"a comment at the end":         {"model", "# 'm'", ""},
	} {
		if got, err := Set("s.toml", "node = 'n'\n", c.key, c.value); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// A new value that is wrong is refused even if the old value was wrong too, and the file would have
// no more problems than before. A file that already has a wrong value can still be changed.
func TestAWrongValueInPlaceOfAWrongOneIsRefused(t *testing.T) {
	for _, c := range []struct{ key, value, want string }{
		{"todos", "6", "todos = 6: expected true, false or a list of tasks, found 6"},
		{"model", "m", "model = m: not valid TOML: unexpected character U+006D 'm' at start of value"},
	} {
		if got, err := Set("s.toml", "node = 'n'\ntodos = 5\n", c.key, c.value); got != "" || err == nil || err.Error() != c.want {
			t.Errorf("%s = %s: %q, %v", c.key, c.value, got, err)
		}
	}
	for value, want := range map[string]string{"5": "todos = 5\n", "true": "todos = true\n"} {
		if got, err := Set("s.toml", "todos = 5\n", "todos", value); err != nil || got != want {
			t.Errorf("%s: %q, %v", value, got, err)
		}
	}
}

// The example of a key is its value in the template, without the comment after it.
func TestTheExampleOfAKey(t *testing.T) {
	for key, want := range map[string]string{
		"model": `"claude-sonnet-4-5"`, "custom_prompt": `{file = "prompt.txt"}`, "directories": `["../shared"]`, "mentions": `["src/app.ts", "docs/"]`, "git": "true",
	} {
		if got := Example(key); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}

func TestKeyInSeveralPlacesIsShownToPaste(t *testing.T) {
	for name, c := range map[string]struct{ file, text, key, value, paste string }{
		"a header":              {"s.toml", "[ide]\nactive_file = 'f'\n", "ide", "{active_file = 'g'}", "ide = {active_file = 'g'}"},
		"headers of a list":     {"s.toml", "[[skills]]\nname = 's'\n", "skills", "[]", "skills = []"},
		"a table in braces":     {"s.toml", "ide = {active_file = 'f'}\n", "ide", "[ide]\nactive_file = 'g'", "[ide]\nactive_file = 'g'"},
		"tables apart":          {"s.toml", "[[skills]]\nname = 's'\n[ide]\nactive_file = 'f'\n[[skills]]\nname = 't'\n", "skills", "[[skills]]\nname = 'u'", "[[skills]]\nname = 'u'"},
		"dotted keys":           {"s.toml", "ide.active_file = 'f'\n", "ide", "{}", "ide = {}"},
		"a key that JSON lacks": {"s.json", "{\"node\": \"n\"}", "model", `"m"`, `"model": "m",`},
	} {
		var e *NotInPlaceError
		if got, err := Set(c.file, c.text, c.key, c.value); !errors.As(err, &e) || e.Paste != c.paste {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestRowsShowEachKeyAsItIsWritten(t *testing.T) {
	rows := Rows("s.toml", "permission_mode = 'plan' # so\ndirectories = ['a',\n 'b']\n[ide]\nactive_file = 'f'\n")
	want := map[string]Row{
		"permission_mode": {"permission_mode", "'plan'", true, true, false}, "directories": {"directories", "['a',\n 'b']", true, true, false},
		"ide": {"ide", "[ide]\nactive_file = 'f'", true, true, true}, "model": {"model", "", false, true, false},
	}
	if len(rows) != len(Keys()) {
		t.Errorf("%d rows", len(rows))
	}
	for _, r := range rows {
		if w, ok := want[r.Key]; ok && r != w {
			t.Errorf("got %+v, want %+v", r, w)
		}
	}
}

// For any file, setting a value twice has the same result as setting it once, and the value can be
// read back.
func FuzzSet(f *testing.F) {
	for _, s := range []string{"model = 'm'\n", "[ide]\n", "a = [1,\n2]\n[[skills]]\n", "{\"model\": 1}", "#\n\n#x\n[a]", "x = '''\n[ide]\n'''"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once, err := Set("s.toml", text, "node", "'v1'")
		if err != nil {
			return
		}
		if s, _ := Parse("s.toml", once); s.Node != "v1" {
			t.Fatalf("%q gives %q", once, s.Node)
		}
		if again, err := Set("s.toml", once, "node", "'v1'"); err != nil || again != once {
			t.Errorf("%q, %q, %v", once, again, err)
		}
	})
}

// The example of each key can be set in an empty file.
func TestEveryExampleCanBeSet(t *testing.T) {
	for _, key := range Keys() {
		if example := Example(key); example == "" {
			t.Errorf("%s has no example", key)
		} else if _, err := Set("s.toml", "", key, example); err != nil && !strings.Contains(err.Error(), "no such file") {
			t.Errorf("%s: %v", key, err)
		}
	}
}
