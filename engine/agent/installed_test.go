package agent

import (
	"strings"
	"testing"

	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestNewerReleaseIsNoted(t *testing.T) {
	a := Agent{Name: "cook", Title: "Cook", Start: &start.Starter{Program: "cook", Packages: []string{"cook"}}, Versions: []discovery.Version{{Name: "1.18.3", Same: []string{"1.18.4"}}, {Name: "1.2"}}}
	for version, newer := range map[string]bool{"1.18.3": false, "1.18.4": false, "1.18.5": true, "1.9": false, "2.0.0": true, "1.18.3.1": true, "": false, "main": false} {
		if got := a.NewerThanFollowed(version); got != newer {
			t.Errorf("%q: %v", version, got)
		}
		w := facts.NewMemory().Env("PATH", "/bin").Dir("/p/.git").
			File("/lib/cook/package.json", `{"name":"cook","version":"`+version+`"}`).File("/lib/cook/cli.js", "x").Mode("/lib/cook/cli.js", 0o755).Link("/bin/cook", "/lib/cook/cli.js")
		traces := []*discovery.Trace{{Agent: "other"}, {Agent: "cook"}}
		New(a).NoteInstalled(w, "/p", traces)
		if got := strings.Join(traces[1].Notes, ""); strings.Contains(got, "Cook "+version+" is installed here") != newer || len(traces[0].Notes) > 0 {
			t.Errorf("%q: %q, %q", version, got, traces[0].Notes)
		}
	}
}

// NoteInstalled adds no note about a program in the project, even if the session is in a
// subdirectory, and none about a program whose agent has no trace.
func TestWhichProgramsAreNotNoted(t *testing.T) {
	t.Parallel()
	a := Agent{Name: "cook", Title: "Cook", Start: &start.Starter{Program: "cook", Packages: []string{"cook"}}, Versions: []discovery.Version{{Name: "1.0"}}}
	for _, c := range []struct {
		lib, agent string
		noted      bool
	}{{"/lib", "cook", true}, {"/p/lib", "cook", false}, {"/lib", "other", false}} {
		w := facts.NewMemory().Env("PATH", "/bin:"+c.lib+"/bin").Dir("/p/.git").Dir("/p/d").
			File(c.lib+"/cook/package.json", `{"name":"cook","version":"2.0"}`).File(c.lib+"/cook/cli.js", "x").Mode(c.lib+"/cook/cli.js", 0o755).Link(c.lib+"/bin/cook", c.lib+"/cook/cli.js")
		traces := []*discovery.Trace{{Agent: c.agent}}
		New(Agent{Name: "cook-without-program"}, a).NoteInstalled(w, "/p/d", traces)
		if got := len(traces[0].Notes) > 0; got != c.noted {
			t.Errorf("%s, %s: %q", c.lib, c.agent, traces[0].Notes)
		}
	}
}

func TestMisspelledProfileNameIsSuggested(t *testing.T) {
	for name, want := range map[string]string{"clade-code": "claude-code", "cursr": "cursor", "gemni-cli": "gemini-cli", "opencod@1.18.33": "opencode", "claud": "claude-code"} {
		if _, problems := Known().Profile(name); len(problems) != 1 || problems[0].Hint != "did you mean "+want+"?" {
			t.Errorf("%s: %+v", name, problems)
		}
	}
}
