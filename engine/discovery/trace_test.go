package discovery

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
)

func TestWhichTextOfAFileIsBrought(t *testing.T) {
	by := &Dialect{}
	for _, tt := range []struct {
		c    Candidate
		want TextKind
	}{
		{Candidate{Verdict: Loaded}, AtStart}, {Candidate{Verdict: Later, dialect: by, dir: "/p"}, ForFiles}, {Candidate{Verdict: Later, dir: "/p"}, Below}, {Candidate{Verdict: Later, Tier: "nested"}, Below}, {Candidate{Verdict: Later, Tier: "below"}, Below},
		{Candidate{Verdict: Later}, ""}, {Candidate{Kind: Skill, Verdict: Listed}, SkillList}, {Candidate{Kind: Subagent, Verdict: Listed}, AgentList}, {Candidate{Kind: Skill, Verdict: Loaded}, ""}, {Candidate{Kind: Subagent, Verdict: NotLoaded}, ""},
		{Candidate{Kind: Command, Verdict: Listed}, ""}, {Candidate{Kind: Skill, Verdict: Later, dir: "/p", dialect: by}, ""}, {Candidate{Verdict: NotLoaded, dir: "/p", dialect: by}, ""}, {Candidate{Verdict: NotLoaded, Tier: "below"}, ""},
	} {
		if got := tt.c.BroughtBy(); got != tt.want {
			t.Errorf("%+v: %q", tt.c, got)
		}
	}
	for _, o := range []Outcome{SentAgain, Repeated, Kept, Gone, Lost} {
		if o.Leaves() != (o == Gone || o == Lost) {
			t.Errorf("%s leaves: %v", o, o.Leaves())
		}
	}
	b := BuiltIn{Rules: Yes, Skills: No, Agents: NotMeasured}
	for what, want := range map[TextKind]YesNo{AtStart: Yes, SkillList: No, AgentList: NotMeasured, MemoryText: NotMeasured} {
		if got := b.Has(what); got != want {
			t.Errorf("%s: %s", what, got)
		}
	}
	if b.Skills, b.Agents = Yes, Yes; b.Has(SkillList) != Yes || b.Has(AgentList) != Yes {
		t.Error("a built-in sub-agent lacks what it has")
	}
}

func TestCandidatesByPathAndKind(t *testing.T) {
	trace := &Trace{Candidates: []Candidate{{Path: "/b", RealPath: "/a"}, {Path: "/a", Kind: Hook}, {Path: "/c", Kind: Skill}, {Path: "/a", RealPath: "/d"}, {Path: "/e", Kind: Skill}}}
	if got := len(trace.Find("/a")); got != 3 {
		t.Errorf("%d candidates are /a", got)
	}
	for path, want := range map[string]string{"/d": "/a", "/c": "/c", "/none": ""} {
		got := ""
		for _, c := range trace.Find(path) {
			got += c.Path
		}
		if got != want {
			t.Errorf("%s: found %s", path, got)
		}
	}
	var kinds, skills []string
	for _, c := range trace.ByKind() {
		kinds = append(kinds, c.Path)
	}
	for _, c := range trace.OfKind(Skill) {
		skills = append(skills, c.Path)
	}
	if got := fmt.Sprint(kinds, skills); got != "[/b /a /c /e /a] [/c /e]" {
		t.Errorf("by kind they are %s", got)
	}
	if Rule.String() != "rule" || Skill.Heading() != "skills" {
		t.Error("a kind has another word")
	}
	f := Failure{Path: "/p/s.json", Message: "/p/s.json: it is broken"}
	if p := f.Problem("mend it"); p.Message != "it is broken" || p.File != "/p/s.json" || p.Hint != "mend it" || p.Code != "agent-refuses" || p.Span != source.NoSpan || f.Error() != "/p/s.json: it is broken" {
		t.Errorf("the problem is %+v", p)
	}
}

func TestOrderThatTheFileSystemDecidesIsUnstable(t *testing.T) {
	for _, tt := range []struct {
		groups string
		want   bool
	}{{"a,a", true}, {"a,b", false}, {",", false}, {"a", false}, {"b,a,a", true}, {"a,a,", true}, {",a,b", false}, {"a,-a", false}} {
		trace := &Trace{}
		for g := range strings.SplitSeq(tt.groups, ",") {
			c := Candidate{Path: "/x", Verdict: Loaded, Group: strings.TrimPrefix(g, "-"), Text: source.Literal("x"), Order: 7}
			if strings.HasPrefix(g, "-") {
				c.Verdict = NotLoaded
			}
			trace.Candidates = append(trace.Candidates, c)
		}
		trace.Candidates[0].Shown = "/shown"
		trace.Finish("+")
		if trace.Unstable != tt.want {
			t.Errorf("groups %s: unstable %v", tt.groups, trace.Unstable)
		}
		for i, c := range trace.Candidates {
			if want := map[bool]int{true: i + 1}[c.Verdict == Loaded]; c.Order != want || c.Shown != map[bool]string{true: "/shown", false: "/x"}[i == 0] {
				t.Errorf("candidate %d has the order %d and is shown as %s", i, c.Order, c.Shown)
			}
		}
		if tt.groups == "a,a," && trace.Text.String() != "x+x+x" {
			t.Errorf("the text is %q", trace.Text.String())
		}
	}
}
