package gemini

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"galley/engine/facts"
)

// fieldsOf lists the fields of options that are set, except the version.
func fieldsOf(o Options) string {
	v := reflect.ValueOf(o)
	var all []string
	for i := range v.NumField() {
		if f := v.Type().Field(i); !v.Field(i).IsZero() && f.Name != "Version" {
			all = append(all, fmt.Sprintf("%s %v", f.Name, reflect.Indirect(v.Field(i))))
		}
	}
	return strings.Join(all, ", ")
}

func TestWhatSettingsSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ settings, new, old string }{
		{`{}`, "", "NoPlan true"},
		{`{"model":{"name":"m"},"general":{"previewFeatures":true}}`, "Model m", "Model m, NoPlan true"},
		{`{"model":{"name":5},"general":{"previewFeatures":true}}`, "", "Model auto-gemini-3, NoPlan true"},
		{`{"general":{"defaultApprovalMode":"auto-edit"},"tools":{"approvalMode":"plan"}}`, "Mode autoEdit", "Mode plan, NoPlan true"},
		{`{"general":{"defaultApprovalMode":"yolo"},"tools":{"approvalMode":"yolo"}}`, "", "NoPlan true"},
		{`{"general":{"plan":{"enabled":false}},"experimental":{"plan":true}}`, "NoPlan true", ""},
		{`{"general":{"plan":{"enabled":true,"directory":"p"}}}`, "PlansDir p", "NoPlan true, PlansDir p"},
		{`{"general":{"topicUpdateNarration":false}}`, "NoTopics true", "NoPlan true"},
		{`{"general":{"topicUpdateNarration":true},"experimental":{"topicUpdateNarration":false}}`, "", "NoPlan true"},
		{`{"experimental":{"topicUpdateNarration":false,"taskTracker":true}}`, "NoTopics true, Tracker true", "NoPlan true"},
		{`{"general":null}`, "NoTopics true", "NoPlan true"},
		{`{"useWriteTodos":false,"tools":{"shell":{"enableShellOutputEfficiency":false}}}`, "NoTodos true, NoShellEfficiency true", "NoTodos true, NoPlan true, NoShellEfficiency true"},
		{`{"tools":{"allowed":["a",5],"confirmationRequired":["b"],"core":["c"],"exclude":["d"]}}`,
			"CoreTools [c], ExcludeTools [d], Allowed [a], Confirm [b]", "NoPlan true, CoreTools [c], ExcludeTools [d], Allowed [a], Confirm [b]"},
		{`{"tools":{"core":[],"allowed":"a"}}`, "CoreTools []", "NoPlan true, CoreTools []"},
		{`{"mcpServers":{"z":{"trust":true},"n":{"trust":false},"w":5},"mcp":{"allowed":["b"]}}`, "TrustedServers [b z]", "NoPlan true, TrustedServers [b z]"},
		{`{"context":{"includeDirectoryTree":false,"fileFiltering":{"customIgnoreFilePaths":["i"]}}}`, "NoTree true, CustomIgnore [i]", "NoPlan true, NoTree true, CustomIgnore [i]"},
	} {
		for version, want := range map[Version]string{V061: c.new, V028: c.old} {
			o := Options{Version: version}
			ReadSettings(facts.NewMemory(), version, "/h", "/r", c.settings, true).Apply(&o)
			if got := fieldsOf(o); got != want {
				t.Errorf("%s in %s: got %s, want %s", c.settings, version, got, want)
			}
		}
	}
}

// An option that the caller has set stays. A feature that the caller or the settings switch off is
// off.
func TestSettingsDoNotReplaceOptions(t *testing.T) {
	t.Parallel()
	const text = `{"model":{"name":"m"},"general":{"defaultApprovalMode":"plan","plan":{"enabled":true},"topicUpdateNarration":true},"useWriteTodos":true,"experimental":{"taskTracker":false},
		"tools":{"shell":{"enableShellOutputEfficiency":true},"core":["c"],"exclude":["d"]},"mcp":{"allowed":["a"]},"context":{"includeDirectoryTree":true,"fileFiltering":{"customIgnoreFilePaths":["i"]}}}`
	o := Options{Version: V061, Model: "own", Mode: Yolo, NoPlan: true, NoTopics: true, NoTodos: true, Tracker: true, NoShellEfficiency: true, NoTree: true,
		CoreTools: &[]string{"x"}, ExcludeTools: []string{"y"}, CustomIgnore: []string{"z"}, TrustedServers: []string{"s"}}
	ReadSettings(facts.NewMemory(), V061, "/h", "/r", text, true).Apply(&o)
	want := "Model own, Mode yolo, NoTopics true, Tracker true, NoTodos true, NoPlan true, NoShellEfficiency true, CoreTools [x], ExcludeTools [y d], TrustedServers [a s], NoTree true, CustomIgnore [z]"
	if got := fieldsOf(o); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	old := Options{Version: V028, Model: "own"}
	ReadSettings(facts.NewMemory(), V028, "/h", "/r", `{"general":{"previewFeatures":true}}`, true).Apply(&old)
	if old.Model != "own" {
		t.Errorf("the model is %s", old.Model)
	}
}

// Each settings file names its own path as the model, so the resulting model tells which file
// wins.
func TestWhichFilesOfSettingsCount(t *testing.T) {
	t.Parallel()
	named := func(names ...string) *facts.Memory {
		w := facts.NewMemory().Env("NAME", "from the environment")
		for _, name := range names {
			w.File(name, `{"model":{"name":"`+name+`"}}`)
		}
		return w
	}
	const defaults, user, project, system = "/etc/gemini-cli/system-defaults.json", "/h/.gemini/settings.json", "/r/.gemini/settings.json", "/etc/gemini-cli/settings.json"
	for _, c := range []struct {
		about     string
		w         *facts.Memory
		overlay   string
		untrusted bool
		want      string
	}{
		{"none", named(), "", false, ""},
		{"the defaults", named(defaults), "", false, defaults},
		{"the user over the defaults", named(defaults, user), "", false, user},
		{"the project over the user", named(defaults, user, project), "", false, project},
		{"a project that is not trusted", named(user, project), "", true, user},
		{"the administrator over all", named(defaults, user, project, system), "", false, system},
		{"what the session sets over the administrator", named(system), `{"model":{"name":"mine"}} // end`, false, "mine"},
		{"an administrator's file that others may write", named(user, system).Mode(system, 0o666), "", false, user},
		{"defaults that others may write", named(defaults).Mode(defaults, 0o666), "", false, ""},
		{"the user's own file that others may write", named(user).Mode(user, 0o666), "", false, user},
		{"a file without an object", named(user).File(project, `["x"]`), "", false, user},
		{"a variable", named().File(user, `{"model":{"name":"$NAME"}}`), "", false, "from the environment"},
	} {
		if got := ReadSettings(c.w, V061, "/h", "/r", c.overlay, !c.untrusted).Text("model", "name"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.about, got, c.want)
		}
	}
	w := named().File(user, `{"model":{"name":"${NAME:-x}"},"ui":{"hideTips":"true"}}`)
	if s := ReadSettings(w, V028, "/h", "/r", "", true); s.Text("model", "name") != "${NAME:-x}" || s.At("ui", "hideTips") != "true" {
		t.Errorf("the older version has neither defaults nor types: %v", s)
	}
	if s := ReadSettings(w, V061, "/h", "/r", "", true); s.Text("model", "name") != "from the environment" || s.At("ui", "hideTips") != true {
		t.Errorf("0.61 has both: %v", s)
	}
}

// A table in the session's settings is merged with the same table in the files. A list in the
// session's settings replaces the list in the files.
func TestSettingsOfTheSessionAreLaidOver(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/h/.gemini/settings.json", `{"tools":{"exclude":["a"],"core":["b"]},"n":3,"t":5,"u":{"v":1}}`)
	got, _ := json.Marshal(ReadSettings(w, V061, "/h", "/r", `{"tools":{"exclude":["c"]},"t":{"x":1},"u":7}`, true))
	if want := `{"n":3,"t":{"x":1},"tools":{"core":["b"],"exclude":["c"]},"u":7}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s := ReadSettings(w, V061, "/h", "/r", "", true)
	if s.Number("n") != 3 || s.Number("tools") != 0 || s.List("none") != nil || s.At("n", "deeper") != nil {
		t.Errorf("%v", s)
	}
}

// Gemini CLI 0.61 converts texts that stand for booleans and numbers. If any setting of the file
// has a wrong type, it converts none of them, and a text in place of a boolean is true unless it
// is empty.
func TestTextsInThePlaceOfBooleansAndNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ settings, want string }{
		{`{"ui":{"hideTips":"TRUE","hideBanner":"false"}}`, `{"ui":{"hideBanner":false,"hideTips":true}}`},
		{`{"ui":{"hideTips":"yes","hideBanner":"false"}}`, `{"ui":{"hideBanner":true,"hideTips":true}}`},
		{`{"ui":{"hideTips":"","hideBanner":3}}`, `{"ui":{"hideBanner":3,"hideTips":false}}`},
		{`{"context":{"discoveryMaxDirs":" 3 "}}`, `{"context":{"discoveryMaxDirs":3}}`},
		{`{"context":{"discoveryMaxDirs":"x"},"ui":{"hideTips":"false"}}`, `{"context":{"discoveryMaxDirs":"x"},"ui":{"hideTips":true}}`},
		{`{"context":{"discoveryMaxDirs":4},"ui":{"hideTips":"false"}}`, `{"context":{"discoveryMaxDirs":4},"ui":{"hideTips":false}}`},
		{`{"context":{"discoveryMaxDirs":true},"ui":{"hideTips":"false"}}`, `{"context":{"discoveryMaxDirs":true},"ui":{"hideTips":true}}`},
		{`{"context":{"importFormat":"flat"},"ui":{"hideTips":"false"}}`, `{"context":{"importFormat":"flat"},"ui":{"hideTips":false}}`},
		{`{"context":{"importFormat":5},"ui":{"hideTips":"false"}}`, `{"context":{"importFormat":5},"ui":{"hideTips":true}}`},
		{`{"billing":{"overageStrategy":"never"},"ui":{"hideTips":"false"}}`, `{"billing":{"overageStrategy":"never"},"ui":{"hideTips":false}}`},
		{`{"billing":{"overageStrategy":"enum"},"ui":{"hideTips":"false"}}`, `{"billing":{"overageStrategy":"enum"},"ui":{"hideTips":true}}`},
		{`{"billing":{"overageStrategy":5},"ui":{"hideTips":"false"}}`, `{"billing":{"overageStrategy":5},"ui":{"hideTips":true}}`},
		{`{"billing":5,"ui":{"hideTips":"false"}}`, `{"billing":5,"ui":{"hideTips":true}}`},
		{`{"context":{"includeDirectories":["a"]},"ui":{"hideTips":"false"}}`, `{"context":{"includeDirectories":["a"]},"ui":{"hideTips":false}}`},
		{`{"context":{"includeDirectories":["a",5]},"ui":{"hideTips":"false"}}`, `{"context":{"includeDirectories":["a",5]},"ui":{"hideTips":true}}`},
		{`{"context":{"includeDirectories":"a"},"ui":{"hideTips":"false"}}`, `{"context":{"includeDirectories":"a"},"ui":{"hideTips":true}}`},
		{`{"hooks":{"AfterAgent":[5]},"ui":{"hideTips":"false"}}`, `{"hooks":{"AfterAgent":[5]},"ui":{"hideTips":false}}`},
		{`{"hooks":{"AfterAgent":5},"ui":{"hideTips":"false"}}`, `{"hooks":{"AfterAgent":5},"ui":{"hideTips":true}}`},
		{`{"agents":{"overrides":{"x":{"enabled":"false"},"y":{"enabled":"True"},"z":{}}}}`, `{"agents":{"overrides":{"x":{"enabled":false},"y":{"enabled":true},"z":{}}}}`},
		{`{"agents":{"overrides":{"x":{"enabled":"false"},"y":5}}}`, `{"agents":{"overrides":{"x":{"enabled":true},"y":5}}}`},
		{`{"unknown":{"hideTips":"false"}}`, `{"unknown":{"hideTips":"false"}}`},
	} {
		var values map[string]any
		if err := json.Unmarshal([]byte(c.settings), &values); err != nil {
			t.Fatal(err)
		}
		Typed(values)
		if got, _ := json.Marshal(values); string(got) != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.settings, got, c.want)
		}
	}
}

func TestWordsForModes(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"": "/true/", "default": "default/true/Default", "plan": "plan/true/Plan", "auto-edit": "autoEdit/true/Auto-Edit", "auto_edit": "autoEdit/true/Auto-Edit",
		"autoEdit": "autoEdit/true/Auto-Edit", "yolo": "yolo/true/YOLO", "else": "else/false/else",
	} {
		m := ModeOf(word)
		if got := fmt.Sprintf("%s/%v/%s", m, m.Known(), m.name()); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}
