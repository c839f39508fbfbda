package agent

import (
	"strings"
	"testing"

	"galley/engine/agent/template"
	"galley/engine/diag"
	"galley/engine/profile"
)

func TestLookup(t *testing.T) {
	all := []profile.Profile{template.Profiles[0], fake{name: "cook", version: "1.18.33"}, fake{name: "cook", version: "1.1.34"}, fake{name: "cook", version: "1.18.4"}}
	for _, c := range []struct{ name, want string }{
		{"", "template"}, {"template", "template"}, {"cook", "cook@1.18.33"}, {"cook@1.1.34", "cook@1.1.34"},
		{"cook@1.18", "cook@1.18.33"}, {"cook@1.1", "cook@1.1.34"}, {"cook@1", "cook@1.18.33"},
	} {
		p, problems := lookup(all, c.name)
		if profile.FullName(p) != c.want || len(problems) > 0 {
			t.Errorf("%q: %s %v", c.name, profile.FullName(p), problems)
		}
	}
	for name, hint := range map[string]string{"tmplate": "did you mean template?", "cook@2.1.34": "galley knows cook 1.18.33, 1.1.34, 1.18.4", "cook@": "galley knows cook 1.18.33, 1.1.34, 1.18.4", "cook@1.18.3": "galley knows cook 1.18.33, 1.1.34, 1.18.4", "cook.1.1.34": "did you mean cook@1.1.34?", "zzz": "known are template, cook@1.18.33, cook@1.1.34, cook@1.18.4"} {
		p, problems := lookup(all, name)
		if p.Name() != "template" || len(problems) != 1 || problems[0].Code != diag.UnknownWord || problems[0].Hint != hint || !strings.Contains(problems[0].Message, name) {
			t.Errorf("%q: %s %+v", name, p.Name(), problems)
		}
	}
}

func TestWhichVersionIsNewer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b          string
		newer, higher bool
	}{
		{"1.10", "1.9", true, true}, {"1.9", "1.10", false, false}, {"2", "1.9.9", true, false}, {"1.0", "1", false, false}, {"1", "1.0", false, false}, {"1.0.1", "1", true, false},
		{"10.2", "9.9", true, true}, {"1.2.3", "1.2.3", false, false}, {"1.2.3", "1.2", true, true}, {"1.2", "1.2.3", false, false}, {"", "", false, false},
	} {
		if newer(c.a, c.b) != c.newer || Higher(c.a, c.b) != c.higher {
			t.Errorf("%s and %s: newer %v, higher %v", c.a, c.b, newer(c.a, c.b), Higher(c.a, c.b))
		}
	}
	for text, want := range map[string]string{"cook 1.2.3 (build 4.5)": "1.2.3", "v10.20": "10.20", "7": "", "": "", "1.2.3.4-rc": "1.2.3.4"} {
		if got := VersionNumber(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

type fake struct {
	profile.Profile
	name, version string
}

func (f fake) Name() string    { return f.name }
func (f fake) Version() string { return f.version }

func TestOldVersionNamesAreAccepted(t *testing.T) {
	for _, name := range []string{"yume", "yume@2025", "yume@seed"} {
		if _, version, err := Known().Lookup(name); version != "2025" || err != nil {
			t.Errorf("%s: %q, %v", name, version, err)
		}
	}
}

func TestEquivalentReleaseIsAccepted(t *testing.T) {
	if _, version, err := Known().Lookup("opencode@1.18.34"); version != "1.18.33" || err != nil {
		t.Errorf("its rule files: %q, %v", version, err)
	}
	if p, problems := Known().Profile("opencode@1.18.34"); p.Version() != "1.18.33" || len(problems) > 0 {
		t.Errorf("its prompt: %q, %v", p.Version(), problems)
	}
}

// The option --profile accepts every version that --agent accepts.
func TestAProfileTakesEveryVersionThatDiscoveryTakes(t *testing.T) {
	for _, a := range Known().All() {
		if len(a.profiles()) == 0 || a.profiles()[0].Name() != a.Name {
			continue // yume's profiles have names of their own
		}
		for _, v := range a.Versions {
			major, rest, _ := strings.Cut(v.Name, ".")
			minor, _, _ := strings.Cut(rest, ".")
			names := append(append([]string{v.Name}, v.Same...), v.Former...)
			if minor != "" {
				names = append(names, major+"."+minor)
			}
			for _, name := range names {
				_, want, err := Known().Lookup(a.Name + "@" + name)
				p, problems := Known().Profile(a.Name + "@" + name)
				if err != nil || len(problems) > 0 || p.Name() != a.Name || p.Version() != want && a.profiles()[0].Version() != "" {
					t.Errorf("%s@%s: the profile %s %+v, the rule files of %q %v", a.Name, name, profile.FullName(p), problems, want, err)
				}
			}
		}
	}
}

// Every registry has the profile "template" exactly once.
func TestTemplateIsAlwaysAProfile(t *testing.T) {
	for name, r := range map[string]*Registry{
		"of no agents": New(), "of one agent": New(Agent{Name: "x", Profiles: Known().Profiles()[3:4]}), "of those that are known": Known(), "nil": nil,
	} {
		n := 0
		for _, p := range r.Profiles() {
			if p.Name() == profile.Default {
				n++
			}
		}
		if n != 1 || r.Profiles()[0].Name() != profile.Default {
			t.Errorf("the registry %s has the template %d times, and %s first", name, n, r.Profiles()[0].Name())
		}
	}
}
