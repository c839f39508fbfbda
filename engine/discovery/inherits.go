package discovery

import "slices"

// YesNo is the answer to a question about a sub-agent: yes, no, or not measured.
type YesNo string

// The values of [YesNo].
const (
	Yes         YesNo = "yes"
	No          YesNo = "no"
	NotMeasured YesNo = "not known"
)

// Inheritance says which parts of the main agent's context a sub-agent gets.
type Inheritance struct {
	Body     string // where the request has the text of the sub-agent's file; a sentence without a final stop
	Parts    []Inherited
	Drops    []string // tools of the main agent that a sub-agent gets only if its file lists them
	Evidence Evidence
	// Main is the size of the agent's own part of the main request. Unlimited and Limited are the
	// sizes of its part of a sub-agent's request, without the text of the sub-agent's file: Limited
	// if the file lists tools, Unlimited if it does not. A zero Weight was not measured.
	Main, Unlimited, Limited Weight
	ToolBytes                map[string]int // the sizes of tools that a file may list, as far as measured
	BuiltIn                  []BuiltIn      // sorted by name
}

// Weight is the size in bytes of the agent's own part of a request: its words, and
// its tool declarations as compact JSON.
type Weight struct{ Own, Tools int }

// BuiltIn is a sub-agent that comes with the agent, as a capture showed it.
type BuiltIn struct {
	Name string
	Body int // size of its own text; other sub-agents have the text of a file instead
	Weight
	Tools                 []string
	Rules, Skills, Agents YesNo
	// Reaches says that a rule file that waits for a path is also loaded when a tool of this
	// sub-agent reaches the path.
	Reaches bool
}

// Has reports whether the sub-agent gets a kind of text that files bring in.
func (b *BuiltIn) Has(what TextKind) YesNo {
	switch what {
	case AtStart:
		return b.Rules
	case SkillList:
		return b.Skills
	case AgentList:
		return b.Agents
	case Below, ForFiles:
		if b.Reaches {
			return Yes
		}
	}
	return NotMeasured
}

// Inherited says whether sub-agents get some kinds of text. Unlimited is the answer for a
// sub-agent that may use all tools, Limited for a sub-agent whose file lists tools.
type Inherited struct {
	What               []TextKind
	Unlimited, Limited YesNo
}

// Has reports whether a sub-agent gets a kind of text. The parameter limited says that the
// sub-agent's file lists the tools that it may use.
func (h *Inheritance) Has(what TextKind, limited bool) YesNo {
	if h == nil {
		return NotMeasured
	}
	for _, p := range h.Parts {
		switch {
		case !slices.Contains(p.What, what):
		case limited:
			return p.Limited
		default:
			return p.Unlimited
		}
	}
	return NotMeasured
}

// Delegate is a sub-agent as its file describes it.
type Delegate struct {
	Name, Path, Description string
	Model                   string   // "" for the main agent's
	Tools                   []string // tools that it may use; nil means all
	Off                     []string // tools that are disabled
	Body                    string
}

// ReadDelegate reads a sub-agent's file: its front matter, and its text as the body.
func ReadDelegate(name, path, text string) Delegate {
	f := ReadFront(text)
	d := Delegate{Name: name, Path: path, Description: f.Text("description"), Model: f.Text("model"), Body: text[f.Body:]}
	if d.Model == "inherit" {
		d.Model = ""
	}
	if switches, is := f.Values["tools"].(map[string]any); is {
		for _, tool := range SortedKeys(switches) {
			if switches[tool] == false {
				d.Off = append(d.Off, tool)
			}
		}
		return d
	}
	d.Tools, _ = f.List("tools")
	off, _ := f.List("disallowedTools")
	d.Off = off
	return d
}
