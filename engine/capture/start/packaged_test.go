package start

import (
	"strings"
	"testing"

	"galley/engine/facts"
)

// The package of a program is the nearest directory, at most eight levels up, whose package.json
// has one of the names, or such a name with a suffix.
func TestVersionComesFromTheEnclosingPackage(t *testing.T) {
	packages := []string{"@x/agent"}
	deep := func(n int) string { return "/r" + strings.Repeat("/d", n) + "/agent" }
	for _, c := range []struct {
		name, program string
		files         map[string]string
		want          string
	}{
		{"none", "/r/agent", nil, " "},
		{"beside it", "/r/agent", map[string]string{"/r/package.json": `{"name":"@x/agent","version":"1"}`}, "@x/agent 1"},
		{"with a platform suffix", "/r/agent", map[string]string{"/r/package.json": `{"name":"@x/agent-linux-x64","version":"2"}`}, "@x/agent-linux-x64 2"},
		{"a longer name", "/r/agent", map[string]string{"/r/package.json": `{"name":"@x/agents","version":"2"}`}, " "},
		{"another package below", "/r/d/agent", map[string]string{"/r/d/package.json": `{"name":"y"}`, "/r/package.json": `{"name":"@x/agent","version":"1"}`}, "@x/agent 1"},
		{"a broken package below", "/r/d/agent", map[string]string{"/r/d/package.json": `{`, "/r/package.json": `{"name":"@x/agent","version":"1"}`}, "@x/agent 1"},
		{"the nearest of two", "/r/d/agent", map[string]string{"/r/d/package.json": `{"name":"@x/agent","version":"2"}`, "/r/package.json": `{"name":"@x/agent","version":"1"}`}, "@x/agent 2"},
		{"seven up", deep(7), map[string]string{"/r/package.json": `{"name":"@x/agent","version":"1"}`}, "@x/agent 1"},
		{"eight up", deep(8), map[string]string{"/r/package.json": `{"name":"@x/agent","version":"1"}`}, " "},
	} {
		w := facts.NewMemory().File(c.program, "")
		for name, text := range c.files {
			w.File(name, text)
		}
		name, version := packaged(w, c.program, packages)
		if got := name + " " + version; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
