package agent

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/codebolt"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/tool"
)

// kitchen returns a registry of three agents: the cook only has rule files, the baker also has
// profiles, and the sommelier only has a profile and stand-ins.
func kitchen() *Registry {
	nothing := func(context.Context, facts.World, discovery.Options) (*discovery.Trace, error) {
		return &discovery.Trace{}, nil
	}
	return New(
		Agent{Name: "cook", Title: "The Cook", Aliases: []string{"chef"}, Discover: nothing,
			Versions: []discovery.Version{{Name: "2.1.0", Evidence: discovery.ReadSource, Same: []string{"2.1.1"}}, {Name: "1.9", Evidence: discovery.Documented}}},
		Agent{Name: "baker", Title: "Baker", Discover: nothing, Versions: []discovery.Version{{Name: "7", Evidence: discovery.Executed}},
			Profiles: []profile.Profile{fake{name: "baker", version: "7"}, fake{name: "baker", version: "6"}}, Start: &start.Starter{Program: "baker"}, Aliases: []string{"pastrycook"}},
		Agent{Name: "sommelier", Title: "Waiter", Profiles: []profile.Profile{fake{name: "sommelier"}}, StandIns: codebolt.StandIns, Tools: &tool.Names{"edit": "serve"}},
	)
}

func TestAnAgentIsLookedUp(t *testing.T) {
	for name, want := range map[string]string{
		"cook": "cook 2.1.0", "chef": "cook 2.1.0", "CHEF@1.9": "cook 1.9", "the cook@2": "cook 2.1.0", "cook@2.1.1": "cook 2.1.0", "baker": "baker 7",
		"cook@3":     "galley does not know cook 3; it knows 2.1.0, 1.9",
		"chef@3":     "galley does not know cook 3; it knows 2.1.0, 1.9",
		"sommelier":  `galley does not know the agent "sommelier"; it knows cook, baker`,
		"dishwasher": `galley does not know the agent "dishwasher"; it knows cook, baker`,
		"coook@1.9":  `galley does not know the agent "coook"; did you mean cook?`,
		"cheff":      `galley does not know the agent "cheff"; did you mean cook?`,
		"bakr":       `galley does not know the agent "bakr"; did you mean baker?`,
	} {
		a, version, err := kitchen().Lookup(name)
		got := a.Name + " " + version
		if err != nil {
			if got != " " {
				t.Errorf("%s: %q with the error %v", name, got, err)
			}
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, want)
		}
	}
}

// An agent is asked at its default version if galley does not know the version that was asked for.
func TestAnAgentIsAskedAtAFollowedVersion(t *testing.T) {
	for full, want := range map[string]string{"cook@1.9": "cook 1.9", "cook@3": "cook 2.1.0", "cook@": "cook 2.1.0", "baker@7": "baker 7"} {
		name, version, _ := strings.Cut(full, "@")
		if a := kitchen().Ask(name, version); a.Agent+" "+a.Version != want || a.Discover == nil {
			t.Errorf("%s: %s %s", full, a.Agent, a.Version)
		}
	}
	for _, name := range []string{"sommelier", "nobody"} {
		if a := kitchen().Ask(name, "5"); a.Agent != name || a.Version != "5" || a.Discover != nil {
			t.Errorf("%s: %+v", name, a)
		}
	}
	var asked []string
	for _, a := range kitchen().SurveyAgents() {
		asked = append(asked, a.Agent+" "+a.Version)
	}
	if got := strings.Join(asked, ", "); got != "cook , baker " {
		t.Errorf("a survey asks %q", got)
	}
}

func TestTheEvidenceIsThatOfTheVersion(t *testing.T) {
	for full, want := range map[string]discovery.Evidence{
		"cook@2.1.0": discovery.ReadSource, "chef@1.9": discovery.Documented, "baker@7": discovery.Executed,
		"cook@3": discovery.NoEvidence, "cook@": discovery.NoEvidence, "sommelier@": discovery.NoEvidence, "nobody@7": discovery.NoEvidence,
	} {
		name, version, _ := strings.Cut(full, "@")
		if got := kitchen().Evidence(name, version); got != string(want) {
			t.Errorf("%s: %q, want %q", full, got, want)
		}
	}
}

// Neither With nor a caller who changes a returned list changes the registry.
func TestARegistryIsNotChanged(t *testing.T) {
	names := func(r *Registry) (all string) {
		for _, a := range r.All() {
			all += a.Name + " "
		}
		return all
	}
	r := kitchen()
	r.All()[0].Name = "changed"
	r.Profiles()[0] = fake{name: "changed"}
	if got := names(r.With(Agent{Name: "guest"}, Agent{Name: "thief"})); got != "cook baker sommelier guest thief " {
		t.Errorf("with more agents: %q", got)
	}
	if got := names(r); got != "cook baker sommelier " {
		t.Errorf("the registry has %q", got)
	}
	var shown []string
	for _, p := range r.Profiles() {
		shown = append(shown, profile.FullName(p))
	}
	if got := strings.Join(shown, " "); got != "template cook@2.1.0 baker@7 baker@6 sommelier" {
		t.Errorf("the profiles are %q", got)
	}
	if got := r.StandIns(); !slices.Equal(got, []*pack.StandIns{codebolt.StandIns}) {
		t.Errorf("%d sets of stand-ins", len(got))
	}
	var none *Registry
	if got := names(none); got != names(Known()) || len(none.Profiles()) != len(Known().Profiles()) {
		t.Errorf("a nil registry has %q", got)
	}
}

func TestAProfileIsFoundByEveryNameOfItsAgent(t *testing.T) {
	for name, want := range map[string]string{
		"": "template", "chef": "cook@2.1.0", "chef@1.9": "cook@1.9", "The Cook@1": "cook@1.9", "cook@2.1.1": "cook@2.1.0",
		"pastrycook": "baker@7", "pastrycook@7": "baker@7", "baker@6": "baker@6", "sommelier": "sommelier",
		"cheff":       "template, did you mean cook?",
		"pastrycok":   "template, did you mean baker?",
		"dishwasher":  "template, known are template, cook@2.1.0, baker@7, baker@6, sommelier",
		"baker@5":     "template, galley knows baker 7, 6",
		"cook@2.1.99": "template, galley knows cook 2.1.0",
	} {
		p, problems := kitchen().Profile(name)
		got := profile.FullName(p)
		for _, one := range problems {
			got += ", " + one.Hint
		}
		if got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", name, got, want)
		}
	}
	r := kitchen()
	if got := r.ToolNames("sommelier@1").Of("edit"); got != "serve" {
		t.Errorf("the sommelier edits with %q", got)
	}
	if r.ToolNames("baker") != nil || r.ToolNames("nobody") != nil {
		t.Error("an agent without tools, or nobody, has names for tools")
	}
}

func TestWhichAgentsAreKnownAndStarted(t *testing.T) {
	r := kitchen()
	for _, a := range r.All() {
		if got, want := a.Known(), map[string]string{"cook": KnownRules, "baker": KnownModel, "sommelier": KnownModel}[a.Name]; got != want {
			t.Errorf("%s: %s, want %s", a.Name, got, want)
		}
	}
	for name, want := range map[string]string{"baker": "baker", "pastrycook": "baker", "cook": "", "chef": "", "nobody": ""} {
		if a, ok := r.Starts(name); a.Name != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", name, a.Name, ok)
		}
	}
}

// An agent without profiles of its own has a sketch as its profile, if it has a discovery and a
// version.
func TestWhichProfilesAnAgentHas(t *testing.T) {
	cook := kitchen().All()[0]
	for _, c := range []struct {
		change func(a *Agent)
		want   string
	}{
		{func(*Agent) {}, "cook@2.1.0"},
		{func(a *Agent) { a.Versions = a.Versions[1:] }, "cook@1.9"},
		{func(a *Agent) { a.Versions = nil }, ""},
		{func(a *Agent) { a.Discover = nil }, ""},
		{func(a *Agent) { a.Profiles = []profile.Profile{fake{name: "own", version: "3"}} }, "own@3"},
	} {
		a, got := cook, []string{}
		c.change(&a)
		for _, p := range a.profiles() {
			got = append(got, profile.FullName(p))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("got %q, want %s", got, c.want)
		}
	}
	a := cook
	a.Sketch.Note = "a note"
	if s, ok := a.profiles()[0].(*profile.Sketched); !ok || s.Note != "a note" || s.Title != "The Cook" {
		t.Errorf("got %+v", s)
	}
	const note = "The Cook cannot be captured, because galley cannot start it: its rule files are all that is known of its prompt"
	if s, ok := cook.profiles()[0].(*profile.Sketched); !ok || s.Note != note {
		t.Errorf("got %+v", s)
	}
	a.Start, a.Sketch.Note = &start.Starter{}, ""
	if s, ok := a.profiles()[0].(*profile.Sketched); !ok || s.Note != "" {
		t.Errorf("got %+v", s)
	}
}

func TestVersionsAreComparedNumberByNumber(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"1.10", "1.9", true}, {"1.9", "1.10", false}, {"2", "1.99.99", true}, {"1.2.3", "1.2", true}, {"1.2", "1.2.3", false},
		{"1.2.0", "1.2", false}, {"1.2", "1.2", false}, {"", "", false}, {"1", "", true}, {"19", "100", false},
	} {
		if got := newer(c.a, c.b); got != c.want {
			t.Errorf("newer(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

// A program in the project is not the user's, even if the agent runs in a subdirectory of the
// project.
func TestAProgramInTheProjectIsNotNoted(t *testing.T) {
	a := Agent{Name: "cook", Title: "Cook", Start: &start.Starter{Program: "cook", Packages: []string{"cook"}}, Versions: []discovery.Version{{Name: "1.2.0"}}}
	for top, noted := range map[string]bool{"/p": false, "/elsewhere": true} {
		w := facts.NewMemory().Dir("/p/.git").Dir("/p/sub/deep").Env("PATH", top+"/bin").
			File(top+"/lib/cook/package.json", `{"name":"cook","version":"1.3.0"}`).File(top+"/lib/cook/cli.js", "x").Mode(top+"/lib/cook/cli.js", 0o755).Link(top+"/bin/cook", top+"/lib/cook/cli.js")
		traces := []*discovery.Trace{{Agent: "cook"}}
		// The registry also has an agent that galley cannot start, and one without a trace.
		New(Agent{Name: "baker"}, Agent{Name: "sommelier", Start: a.Start, Versions: a.Versions}, a).NoteInstalled(w, "/p/sub/deep", traces)
		want := []string{"Cook 1.3.0 is installed here, which is newer than the releases that galley knows: it may load other files"}
		if !noted {
			want = nil
		}
		if !slices.Equal(traces[0].Notes, want) {
			t.Errorf("in %s: %q", top, traces[0].Notes)
		}
	}
}
