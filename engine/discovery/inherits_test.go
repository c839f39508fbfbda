package discovery

import (
	"fmt"
	"testing"
)

func TestParseSubAgent(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a list of tools and a model", "---\nname: a\ndescription: helps\ntools: Read, Grep\nmodel: haiku\n---\nDo so.\n", `helps|haiku|[Read Grep]|[]|Do so.`},
		{"neither tools nor a model", "---\nname: a\n---\nDo so.\n", `||[]|[]|Do so.`},
		{"the main agent's model", "---\nmodel: inherit\n---\nDo so.\n", `||[]|[]|Do so.`},
		{"tools switched off", "---\ntools:\n  bash: false\n  read: true\n---\nDo so.\n", `||[]|[bash]|Do so.`},
		{"tools removed", "---\ndisallowedTools: Bash\n---\nDo so.\n", `||[]|[Bash]|Do so.`},
		{"without front matter", "Do so.\n", `||[]|[]|Do so.`},
	} {
		d := ReadDelegate("a", "/p/a.md", tt.text)
		if got := fmt.Sprintf("%s|%s|%v|%v|%s", d.Description, d.Model, d.Tools, d.Off, d.Body[:len("Do so.")]); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestUnrecordedFactsAreUnknown(t *testing.T) {
	var none *Inheritance
	if none.Has(AtStart, false) != NotMeasured {
		t.Error("an agent without a record was found")
	}
	h := &Inheritance{Parts: []Inherited{{[]TextKind{AtStart, Below}, Yes, No}}}
	if h.Has(AtStart, false) != Yes || h.Has(AtStart, true) != No || h.Has(Below, true) != No || h.Has(SkillList, true) != NotMeasured {
		t.Error("a record was parsed incorrectly")
	}
	all := []Survival{{What: []TextKind{AtStart, Below}, At: Resume, Outcome: Kept, Evidence: Executed}}
	for _, what := range all[0].What {
		if l, known := SurvivalOf(all, what, Resume); !known || l.Outcome != Kept {
			t.Errorf("%s: a recorded fact was not found", what)
		}
	}
	if l, known := SurvivalOf(all, AtStart, Clear); known || l.Evidence != NoEvidence {
		t.Error("an unrecorded fact was found")
	}
}

// That a built-in sub-agent loads rules which wait for files is known only if it was measured.
func TestWhatABuiltInLoadsWithFiles(t *testing.T) {
	seen, other := BuiltIn{Rules: No, Reaches: true}, BuiltIn{Rules: Yes}
	for _, what := range []TextKind{Below, ForFiles} {
		if seen.Has(what) != Yes || other.Has(what) != NotMeasured {
			t.Errorf("%s: %s and %s", what, seen.Has(what), other.Has(what))
		}
	}
	if seen.Has(AtStart) != No || other.Has(AtStart) != Yes {
		t.Error("rule files at launch are another question")
	}
}
