package discovery

import (
	"fmt"
	"strings"
	"testing"
)

// cookNames has the names and folders that a made-up agent looks for.
var cookNames = RuleNames{
	Names:     []string{"RECIPE.md", ".cook/recipe.md", "RECIPE.local.md"},
	Folders:   []Folder{{Dir: ".cook/rules", Ends: []string{".md", ".mdc"}}, {Dir: ".other/rules/", Ends: []string{".instructions.md"}, Borrowed: true}, {Dir: ".cook/any"}},
	Skills:    []string{".cook/skills", ".agents/skills"},
	Subagents: []string{".cook/agents"},
	Commands:  []Folder{{Dir: ".cook/commands", Ends: []string{".toml"}}, {Dir: ".cook/prompts", Ends: []string{".md", ".prompt.md"}}},
}

func TestPathThatIsAlmostOneThatTheAgentLooksFor(t *testing.T) {
	trace := &Trace{Cwd: "/p", RuleNames: cookNames, Candidates: []Candidate{
		{Path: "/p/.cook/rules/BIG.MD", Reason: NotLookedFor}, {Path: "/p/.cook/rules/other.MD", Reason: Empty}, {Path: "/p/.cook/skills/used.md", Verdict: Later}, {Path: "/p/.cook/skills/unused.md", Verdict: NotLoaded},
		{Path: "/p/.cok/agents/used.md", Verdict: Listed}, {Path: "/p/.cook/agents/used.txt", Verdict: Listed}, {Path: "/p/.cok/skills/used/SKILL.md", Verdict: Listed}, {Path: "/p/.cook/prompts/used.txt", Verdict: Listed}, {Path: "/p/.cok/prompts/used.txt", Verdict: Listed},
	}}
	for _, tt := range []struct{ rel, want string }{
		// Rule directories.
		{".cook/rules/a.md", ""},
		{".cook/rules/a.txt", "only .md and .mdc files are rules in .cook/rules -> .cook/rules/a.md folder"},
		{".cook/rules/sub/a.instructions.txt", "only .md and .mdc files are rules in .cook/rules -> .cook/rules/sub/a.md folder"},
		{".cook/rules/README.txt", ""},
		{".cook/rules/.hidden", ""},
		{".cook/rules/BIG.MD", "only .md and .mdc files, in lower case, are rules in .cook/rules -> .cook/rules/BIG.md folder"},
		{".cook/rules/other.MD", ""},
		{".other/rules/a.txt", ""},
		{".cook/any/a.txt", ""},
		{".cok/rules/a.mdc", "the agent looks for .cook/rules, not .cok/rules -> .cook/rules/a.mdc folder"},
		{".cok/rules/sub/a.txt", "the agent looks for .cook/rules, not .cok/rules -> .cook/rules/sub/a.md folder"},
		{".cook/rule/A.MD", "the agent looks for .cook/rules, not .cook/rule -> .cook/rules/A.MD folder"},
		{".cok/any/a.txt", "the agent looks for .cook/any, not .cok/any -> .cook/any/a.txt folder"},
		{".othr/rules/a.md", "the agent looks for .other/rules, not .othr/rules -> .other/rules/a.instructions.md folder"},
		{".cok/rules", ""},
		{".cok/rulez", ""},
		{".bake/rules/a.md", ""},
		// Skills.
		{"SKILL.md", ""},
		{"skill.md", "a skill is a directory that contains a SKILL.md, in a directory of skills -> .agents/skills/NAME/SKILL.md folder mild"},
		{"Skills.MD", "a skill is a directory that contains a SKILL.md, in a directory of skills -> .agents/skills/NAME/SKILL.md folder mild"},
		{"skill.txt", ""},
		{"skilled.md", ""},
		{".cook/skills/a/SKILL.md", ""},
		{".cook/skills/a/skill.md", "the agent looks for SKILL.md -> .cook/skills/a/SKILL.md folder"},
		{".cook/skills/a/Skills.txt", "the agent looks for SKILL.md -> .cook/skills/a/SKILL.md folder"},
		{".cook/skills/a/b/skill.md", ""},
		{".cook/skills/a/other.md", ""},
		{".cook/skills/a.md", "a skill is a directory that contains a SKILL.md -> .cook/skills/a/SKILL.md folder"},
		{".cook/skills/unused.md", "a skill is a directory that contains a SKILL.md -> .cook/skills/unused/SKILL.md folder"},
		{".cook/skills/used.md", ""},
		{".cook/skills/a.txt", ""},
		{".cook/skills/README.md", ""},
		{".cok/skills/a/SKILL.md", "the agent looks for .cook/skills, not .cok/skills -> .cook/skills/a/SKILL.md folder"},
		{".cok/skills/used/SKILL.md", ""},
		{".cok/skills/a/skill.md", ""},
		// Sub-agents.
		{".cook/agents/a.md", ""},
		{".cook/agents/a.txt", "only .md files are sub-agents in .cook/agents -> .cook/agents/a.md folder"},
		{".cook/agents/sub/a.x.txt", "only .md files are sub-agents in .cook/agents -> .cook/agents/sub/a.x.md folder"},
		{".cook/agents/used.txt", ""},
		{".cook/agents/LICENSE", ""},
		{".cook/agent/a.md", "the agent looks for .cook/agents, not .cook/agent -> .cook/agents/a.md folder"},
		{".cook/agent/a.txt", ""},
		{".cook/agent/README.md", ""},
		{".cok/agents/used.md", ""},
		// Commands.
		{".cook/commands/a.toml", ""},
		{".cook/commands/a.md", "only .toml files are commands in .cook/commands, with the text in the key prompt -> .cook/commands/a.toml folder"},
		{".cook/commands/sub/A.MDC", "only .toml files are commands in .cook/commands, with the text in the key prompt -> .cook/commands/sub/A.toml folder"},
		{".cook/commands/a.sh", ""},
		{".cook/commands/README.md", ""},
		{".cook/prompts/a.markdown", "only .md and .prompt.md files are commands in .cook/prompts -> .cook/prompts/a.md folder"},
		{".cook/prompts/a.prompt.md", ""},
		{".cook/prompts/used.txt", ""},
		{".cook/command/a.toml", "the agent looks for .cook/commands, not .cook/command -> .cook/commands/a.toml folder"},
		{".cook/command/sub/a.txt", "the agent looks for .cook/commands, not .cook/command -> .cook/commands/sub/a.toml folder"},
		{".cook/command/a.sh", ""},
		{".cook/command/CHANGELOG.md", ""},
		{".cok/prompts/used.txt", ""},
		// Names.
		{"RECIPE.md", ""},
		{"sub/RECIPE.md", ""},
		{"recipe.md", "the agent looks for RECIPE.md -> RECIPE.md"},
		{"sub/RECIPES.md", "the agent looks for RECIPE.md -> sub/RECIPE.md"},
		{"RECIPE-local.md", "the agent looks for RECIPE.local.md -> RECIPE.local.md"},
		{"CLAUDE.md", ""},
		{".cok/recipe.md", "the agent looks for .cook/recipe.md -> .cook/recipe.md folder"},
		{".cook/recipes.md", "the agent looks for .cook/recipe.md -> .cook/recipe.md"},
		{".cook/recipe.local.md", "the agent looks for RECIPE.local.md -> .cook/RECIPE.local.md"},
		{"else.md", ""},
	} {
		m, ok := trace.nearMiss(tt.rel)
		got := ""
		if ok {
			got = m.why + " -> " + m.meant
			if m.folder {
				got += " folder"
			}
			if m.mild {
				got += " mild"
			}
		}
		if got != tt.want || !ok && m != (suggestion{}) {
			t.Errorf("%s: %q, want %q", tt.rel, got, tt.want)
		}
	}
}

func TestNearMissesOfOtherAgents(t *testing.T) {
	for _, tt := range []struct {
		names     RuleNames
		rel, want string
	}{
		{RuleNames{Names: []string{"RECIPE.md"}}, "RECIPE.local.md", "its name marks it as private, and the agent reads only RECIPE.md, which is shared -> "},
		{RuleNames{Names: []string{"RECIPE.md"}, AnyCase: true}, "recipe.MD", ""},
		{RuleNames{Names: []string{"RECIPE.md"}, AnyCase: true}, "recip.md", "the agent looks for RECIPE.md -> RECIPE.md"},
		{RuleNames{Names: []string{".cook/recipe.md"}, AnyCase: true}, ".cook/RECIPE.md", ""},
		{RuleNames{Names: []string{".cook/recipe.md"}, AnyCase: true}, ".cok/Recipe.md", "the agent looks for .cook/recipe.md -> .cook/recipe.md"},
		{RuleNames{Names: []string{".cook/recipe.md"}, AnyCase: true}, ".Cook/recipe.md", "the agent looks for .cook/recipe.md -> .cook/recipe.md"},
		{RuleNames{Names: []string{".cook/recipe.md"}}, "recipe.md", "the agent looks for .cook/recipe.md -> .cook/recipe.md"},
		{RuleNames{Names: []string{".cook/recipe.md"}}, "a/b/recipes.md", "the agent looks for .cook/recipe.md -> .cook/recipe.md"},
		{RuleNames{Names: []string{".cook/recipe.md"}}, "a/b/else.md", ""},
		{RuleNames{Skills: []string{".cook/skills"}, Names: []string{"X.md"}}, "skill.md", "a skill is a directory that contains a SKILL.md, in a directory of skills -> .cook/skills/NAME/SKILL.md"},
		{RuleNames{Skills: []string{".cook/skills", ".cok/skills"}, Names: []string{"X.md"}}, ".cok/skills/a/SKILL.md", ""},
		{RuleNames{Subagents: []string{".cook/agents"}, SubagentEnd: ".agent.md", Names: []string{"X.md"}}, ".cook/agents/a.md", "only .agent.md files are sub-agents in .cook/agents -> .cook/agents/a.agent.md"},
		{RuleNames{Folders: []Folder{{Dir: ".cook/rules"}, {Dir: ".cok/rules"}}}, ".cok/rules/a.md", ""},
		{RuleNames{Names: []string{"X.md"}}, "skill.md", ""},
	} {
		m, ok := (&Trace{Cwd: "/p", RuleNames: tt.names}).nearMiss(tt.rel)
		got := ""
		if ok {
			got = m.why + " -> " + m.meant
		}
		if got != tt.want {
			t.Errorf("%s for %+v: %q, want %q", tt.rel, tt.names, got, tt.want)
		}
	}
}

func TestNamesThatAnAgentReads(t *testing.T) {
	met := []Candidate{{Path: "/p/A.md", Shown: "/p/A.md"}, {Path: "/p/d/A.md", Shown: "/p/d/A.md"}, {Shown: "/p/s", Kind: Skill}, {Shown: "/p/N.md", LoadType: Never}, {Shown: "/p/*.md"}, {Shown: "/p/?.md"}, {Shown: "/p/{a}.md"}, {Shown: "/p/B.md"}}
	many := RuleNames{Names: strings.Fields("a b c d e f g h")}
	for _, tt := range []struct {
		trace        *Trace
		names, reads string
	}{
		{&Trace{}, "[]", ""},
		{&Trace{Candidates: met}, "[A.md B.md]", "A.md and B.md"},
		{&Trace{Candidates: met, RuleNames: RuleNames{Remedy: "x"}}, "[]", ""},
		{&Trace{Candidates: met, RuleNames: RuleNames{Folders: []Folder{{Dir: "r/"}}}}, "[]", "r/"},
		{&Trace{Candidates: met, RuleNames: RuleNames{Names: []string{"X.md"}}}, "[X.md]", "X.md"},
		{&Trace{Names: []string{"S.md"}, RuleNames: RuleNames{Names: []string{"X.md"}}}, "[X.md]", "X.md"},
		{&Trace{Names: []string{"S.md", "S.md"}, RuleNames: RuleNames{Names: []string{"X.md", "d/X.md", "S.md"}, Set: true}}, "[S.md d/X.md]", "S.md and d/X.md"},
		{&Trace{RuleNames: RuleNames{Names: []string{"X.md"}, Set: true}}, "[X.md]", "X.md"},
		{&Trace{RuleNames: RuleNames{Names: []string{"X.md", "r/*.md"}, Folders: []Folder{{Dir: "r", Ends: []string{".md", ".mdc"}}}}}, "[X.md r/*.md]", "X.md, r/*.md and r/*.mdc"},
		{&Trace{RuleNames: many}, "[a b c d e f g h]", "a, b, c, d, e, f, g and h"},
		{&Trace{RuleNames: RuleNames{Names: append(strings.Fields("i"), many.Names...)}}, "[i a b c d e f g h]", "i, a, b, c, d, e, f and 2 more"},
	} {
		if got := fmt.Sprint(tt.trace.names()); got != tt.names {
			t.Errorf("the names are %s, want %s", got, tt.names)
		}
		if got := tt.trace.Reads(); got != tt.reads {
			t.Errorf("the agent reads %q, want %q", got, tt.reads)
		}
	}
}

func TestNamesThatAreAlmostAnother(t *testing.T) {
	for _, tt := range []struct {
		name, of   string
		dir, words bool
	}{
		{".cook", ".cook", false, false}, {".Cook", ".cook", true, false}, {".cok", ".cook", true, true}, {".cookk", ".cook", true, true}, {".cxxk", ".cook", false, false}, {".cock", ".cook", true, true},
		{"abc", "abd", false, false}, {"abcd", "abd", true, false}, {"ab", "abd", true, false}, {"abcd", "abce", true, true}, {"abcde", "abce", true, true}, {"acbd", "abcd", true, true},
		{"contributing.md", "CONTRIBUTE.md", false, false}, {"cntrbuting.md", "CONTRIBUTING.md", false, true}, {"cntrbtng.md", "CONTRIBUTING.md", false, false}, {"abcdefghix", "abcdefghij", true, true}, {"abcdefgxyj", "abcdefghij", false, true}, {"abcdefxyi", "abcdefghi", false, false},
		{"content", "context", true, false}, {"contxt", "context", true, true}, {"queen", "qween", true, false},
	} {
		if got := nearDir(tt.name, tt.of); got != tt.dir {
			t.Errorf("directory %s for %s: %v", tt.name, tt.of, got)
		}
		if got := nearWord(tt.name, tt.of); got != tt.words {
			t.Errorf("name %s for %s: %v", tt.name, tt.of, got)
		}
	}
	for _, tt := range []struct {
		rel, name string
		want      bool
	}{
		{".cok/recipe.md", ".cook/recipe.md", true}, {".cok/recipes.md", ".cook/recipe.md", true}, {".cook/recipe.md", ".cook/recipe.md", false}, {"recipe.md", ".cook/recipe.md", false}, {".cok/recipe.md", "recipe.md", false},
		{"a/.cok/recipe.md", ".cook/recipe.md", false}, {".bake/recipe.md", ".cook/recipe.md", false}, {".cook/else.md", ".cook/recipe.md", false}, {".cook/recipe.local.md", ".cook/recipe.md", false}, {".cook/recipe-local.md", ".cook/recipe.local.md", true},
		{"a/cok/r.md", "a/cook/r.md", true}, {"b/cook/r.md", "a/cook/r.md", false}, {"x.md", "y.md", false},
	} {
		if got := nearPath(tt.rel, tt.name); got != tt.want {
			t.Errorf("path %s for %s: %v", tt.rel, tt.name, got)
		}
	}
}

func TestSpellingsOfARuleFile(t *testing.T) {
	for _, tt := range []struct {
		name, kind string
		want       Reason
	}{
		{"AGENTS.MD", "AGENTS.md", WrongCase}, {"AGENTS", "AGENTS.md", NearMiss}, {"agents", "AGENTS.md", ""}, {"recipes1", "RECIPES1.md", NearMiss}, {"recipes", "RECIPES.md", ""}, {"recipe1", "RECIPE1.md", ""}, {"Recipe", "RECIPE.md", NearMiss},
		{".agents", "AGENTS.md", NearMiss}, {".agents.md", "AGENTS.md", NearMiss}, {"agents.markdown", "AGENTS.md", NearMiss}, {"agents.mdx", "AGENTS.md", NearMiss}, {"agents.md.txt", "AGENTS.md", NearMiss}, {"agents.mdc", "AGENTS.md", NearMiss}, {"agents.go", "AGENTS.md", ""},
		{"cookrules", ".cookrules", NearMiss}, {"COOKRULES", ".cookrules", NearMiss}, {"rules", ".rules", ""}, {"rulesx", ".rulesx", NearMiss}, {"x.local.md", "X.md", NearMiss}, {"x_local.md", "X.md", NearMiss}, {"x-local", "X.md", ""}, {"recipe-local", "RECIPE.md", NearMiss}, {"x.locals.md", "X.md", ""},
		{"RECIPE-local.md", "RECIPE.local.md", NearMiss}, {"RECIPE_local.md", "RECIPE.local.md", NearMiss}, {"RECIPE+local.md", "RECIPE.local.md", NearMiss}, {"RECIPElocal.md", "RECIPE.local.md", NearMiss}, {"RECIPE-loc.md", "RECIPE.local.md", ""},
		{"recips.md", "RECIPE.md", NearMiss}, {"recipx.txt", "RECIPE.md", ""}, {".recipx.md", "RECIPE.md", ""}, {"recipx.md", ".recipe.md", ""}, {".recipx.md", ".recipe.md", NearMiss}, {"recipess.md", "RECIPES.md", NearMiss}, {"recip", "RECIPE", NearMiss}, {"recip.x", "RECIPE", ""},
	} {
		if got := nearName(tt.name, tt.kind); got != tt.want {
			t.Errorf("%s for %s: %q, want %q", tt.name, tt.kind, got, tt.want)
		}
	}
	for name, want := range map[string]bool{
		"X.local.md": true, "x.LOCAL.md": true, "x-local.md": true, ".x_local": true, "x.md": false, "local.md": false, ".x.local": true, "xlocal.md": false, "x.md.local": false, "x-locals.md": false, ".local.md": false, "x.localx": true,
	} {
		if got := private(name); got != want {
			t.Errorf("%s is private: %v", name, got)
		}
	}
	for _, tt := range []struct {
		name  string
		kinds []string
		want  string
	}{
		{"x.md", []string{"Y.md", "X.txt", "X.md"}, "wrong-case the agent looks for X.md"}, {"X.md", []string{"x.md", "X.MD"}, "wrong-case the agent looks for x.md"}, {"xx.txt", []string{"XX.md", "XX.mdc"}, "near-miss the agent looks for XX.md"},
		{"x.local.md", []string{"X.md", "X.markdown", "Z.md"}, "near-miss its name marks it as private, and the agent reads only X.md, which is shared"}, {"x-local.md", []string{"X.md", "X.local.md"}, "near-miss the agent looks for X.local.md"}, {"a.md", []string{"B.md"}, " "},
	} {
		reason, detail := NearName(tt.name, tt.kinds)
		if got := string(reason) + " " + detail; got != tt.want {
			t.Errorf("%s for %s: %q, want %q", tt.name, tt.kinds, got, tt.want)
		}
	}
}

func TestPlacesOfNames(t *testing.T) {
	for _, tt := range []struct{ cwd, root, file, place string }{
		{"/p/d", "/p", "/p/d/x", "x true"}, {"/p/d", "/p", "/p/e/x", "e/x true"}, {"/p/d", "/p", "/x", " false"}, {"/p/d", "", "/p/x", " false"}, {"/p/d", "/", "/p/x", " false"}, {"/p/d/e", "/p", "/p/d/x", "x true"}, {"/p", "/p", "/p", " false"},
	} {
		rel, ok := (&Trace{Cwd: tt.cwd, Root: tt.root}).relativeToSearch(tt.file)
		if got := fmt.Sprint(rel, " ", ok); got != tt.place {
			t.Errorf("%+v: %s", tt, got)
		}
	}
	for name, want := range map[string]string{"a.instructions.md": ".instructions.md", "a.md": ".md", "a": "", "a.instructions": ".instructions", "a.b.md": ".md", "instructions.md": ".md"} {
		if got := ending(name); got != want {
			t.Errorf("the ending of %s is %q", name, got)
		}
	}
	for _, tt := range []struct {
		name, end, stem string
		ok              bool
	}{{"a.MD", ".md", "a", true}, {".md", ".md", "", true}, {"md", ".md", "md", false}, {"a.mx", ".md", "a.mx", false}} {
		if stem, ok := cutFold(tt.name, tt.end); stem != tt.stem || ok != tt.ok {
			t.Errorf("%s without %s: %q, %v", tt.name, tt.end, stem, ok)
		}
	}
}
