package discovery

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
)

func TestFilesBelowAreFoundByAskingTheAgent(t *testing.T) {
	w := kitchen().File("/p/d/s/A.md", "in s").File("/p/d/t/A.md", "in t").File("/p/d/u/A.md", "in u").File("/p/d/u/v/.cook/rules/r.md", "rule").File("/p/d/.cook/rules/own.md", "own").File("/p/d/u/.cook/rules/n.txt", "no").File("/p/d/u/.cook/rules/m.MD", "m").
		File("/p/d/A.md", "own").File("/p/d/c/A.md", "in c").File("/p/d/w/B.md", "no name").File("/p/d/x/A.md", "x").File("/p/d/y/A.md", "y").File("/p/d/y/skill.md", "y")
	looks := RuleNames{Names: []string{"A.md"}, Folders: []Folder{{Dir: ".cook/rules", Ends: []string{".md"}}}, Nested: true}
	asks := 0
	var touched []string
	a := serve("cook", looks, func(_ context.Context, f *Finder) {
		f.Always("/p/d/A.md", "local")
		if asks++; len(f.Options.Touched) == 0 {
			f.Add(f.At("/p/d/x/A.md", "known").Never(Disabled, "off"))
			return
		}
		for i, on := range f.Options.Touched {
			dir := facts.Dir(on)
			touched = append(touched, fmt.Sprint(strings.TrimPrefix(dir, "/p/d/"), " ", f.Options.ActOf(i)))
			touch := Touch{Path: on}
			switch act := f.Options.ActOf(i); {
			case strings.HasSuffix(dir, "/s") && act == ReadAct:
				touch.New = []string{dir + "/A.md"}
				f.Add(f.At(dir+"/A.md", "nested").Later(on + " is reached"))
			case strings.HasSuffix(dir, "/c") && act == CreateAct:
				touch.New = []string{dir + "/A.md"}
				f.Add(f.At(dir+"/A.md", "nested").Later(on + " is made"))
			case strings.HasSuffix(dir, "/t") && act == CreateAct:
				touch.New = []string{dir + "/A.md"}
				f.Add(f.At(dir+"/A.md", "nested").Later("for its own reason"))
			case strings.HasSuffix(dir, "/x") && act == ReadAct:
				f.Add(f.At(dir+"/A.md", "nested").Later(on))
			case strings.HasSuffix(dir, "/y") && act == CreateAct:
				touch.New = []string{dir + "/A.md"}
				f.Add(f.At(dir+"/A.md", "nested").Never(Disabled, "off"))
				f.Add(f.Thing(Skill, "skill", dir+"/skill.md", "nested").Later(on))
			}
			f.Trace.Touched = append(f.Trace.Touched, touch)
		}
	})
	survey := func(a SurveyAgent, o Options) *Trace {
		o.Cwd = "/p/d"
		traces, _, err := Survey(context.Background(), w, []SurveyAgent{a}, o)
		if err != nil {
			t.Fatal(err)
		}
		return traces[0]
	}
	trace := survey(a, Options{})
	same(t, "report", report(trace), `
local: /p/d/A.md at launch, loaded, file 1 with 3 of 3 bytes
known: /p/d/x/A.md never, not loaded, disabled: off
nested: /p/d/s/A.md on demand, on demand: when a file in /p/d/s is read
nested: /p/d/c/A.md on demand, on demand: when a file in /p/d/c is written, not when one is read
nested: /p/d/t/A.md on demand, on demand: for its own reason
below: /p/d/y/A.md on demand, on demand: when a file in /p/d/y is written, not when one is read
below: /p/d/u/.cook/rules/m.MD on demand, on demand: when a file that it applies to is read
below: /p/d/u/v/.cook/rules/r.md on demand, on demand: when a file that it applies to is read
text "own"`)
	same(t, "touched", strings.Join(touched, ", "), "c read, s read, t read, u read, x read, y read, u/v read, c create, s create, t create, u create, x create, y create, u/v create")
	c := trace.Candidates[5]
	if c.Bytes != 1 || c.ModTime.IsZero() || c.RealPath != c.Path || c.Evidence != Executed || c.Shown != c.Path || asks != 2 {
		t.Errorf("%d asks, %+v", asks, c)
	}
	asks = 0
	for name, b := range map[string]SurveyAgent{"not nested": serve("cook", RuleNames{Names: looks.Names}, loading()), "nothing below": {Agent: "cook", Discover: a.Discover, Looks: RuleNames{Names: []string{"Z.md"}, Nested: true}}} {
		if got := survey(b, Options{}); len(got.Candidates) > 2 || asks > 1 {
			t.Errorf("%s: %s", name, report(got))
		}
	}
	asks = 0
	if survey(a, Options{Touched: []string{"/p/d/x"}}); asks != 1 {
		t.Errorf("with a touched file the agent is asked %d times", asks)
	}
	broken := serve("cook", looks, func(_ context.Context, f *Finder) { f.Trace.Failure = &Failure{Message: "no"}; asks++ })
	if asks = 0; len(survey(broken, Options{}).Candidates) != 0 || asks != 1 {
		t.Errorf("an agent that does not start is asked %d times", asks)
	}
}

func TestSurveyStopsAtAnError(t *testing.T) {
	good := serve("cook", RuleNames{Names: []string{"A.md"}, Nested: true}, loading())
	broken := SurveyAgent{Agent: "baker", Discover: func(context.Context, facts.World, Options) (*Trace, error) { return nil, errors.New("broken") }}
	later := SurveyAgent{Agent: "waiter", Looks: good.Looks, Discover: func(ctx context.Context, w facts.World, o Options) (*Trace, error) {
		if len(o.Touched) > 0 {
			return nil, errors.New("broken later")
		}
		return good.Discover(ctx, w, o)
	}}
	greedy := serve("eater", RuleNames{}, func(_ context.Context, f *Finder) {
		f.Budget.Stop(&facts.OverBudget{Place: "/p/x", What: "imports", Limit: 5})
	})
	for want, agents := range map[string][]SurveyAgent{
		"baker: broken": {good, broken}, "waiter: broken later": {later}, "eater: /p/x: over the budget of 5 imports; import fewer files: put an at sign that is not an import in back-ticks": {good, greedy},
	} {
		traces, questions, err := Survey(context.Background(), kitchen().File("/p/d/s/A.md", "x"), agents, Options{Cwd: "/p/d"})
		if err == nil || err.Error() != want || traces != nil || questions != nil {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, _, err := Survey(context.Background(), kitchen(), []SurveyAgent{greedy}, Options{Cwd: "/p/d"}); !errors.Is(err, facts.ErrOverBudget) {
		t.Errorf("the error is not one of the budget: %v", err)
	}
	var versions []string
	for _, v := range []string{"1", ""} {
		a := SurveyAgent{Agent: "cook", Version: v, Discover: func(_ context.Context, w facts.World, o Options) (*Trace, error) {
			versions = append(versions, "v"+o.Version)
			return &Trace{}, nil
		}}
		if traces, questions, err := Survey(context.Background(), kitchen(), []SurveyAgent{a, good}, Options{Version: "9"}); err != nil || len(traces) != 2 || len(questions) == 0 {
			t.Errorf("%d traces, %d questions, %v", len(traces), len(questions), err)
		}
	}
	if got := strings.Join(versions, " "); got != "v1 v" {
		t.Errorf("the versions are %s", got)
	}
}

func TestOnlySomeDirectoriesBelowAreAskedFor(t *testing.T) {
	w := kitchen()
	for i := range BelowShown + 1 {
		w.File(fmt.Sprintf("/p/d/%03d/A.md", i), "x")
	}
	asked := 0
	a := serve("cook", RuleNames{Names: []string{"A.md"}, Nested: true}, func(_ context.Context, f *Finder) { asked += len(f.Options.Touched) })
	if _, _, err := Survey(context.Background(), w, []SurveyAgent{a}, Options{Cwd: "/p/d"}); err != nil || asked != 2*BelowShown {
		t.Errorf("%d touches, %v", asked, err)
	}
}
