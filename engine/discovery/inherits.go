package discovery

// Known answers a question that may not have been measured.
type Known string

// The answers.
const (
	Yes         Known = "yes"
	No          Known = "no"
	NotMeasured Known = "not known"
)

// Inheritance says what a sub-agent is sent of what the main agent has.
type Inheritance struct {
	Body     string // where the text of its file stands; a sentence without its stop
	Parts    []Inherited
	Drops    []string // tools of the main agent that it does not have, unless its file lists them
	Evidence Evidence
	// Main is the agent's own part of the main request; Unlimited and Limited are that of a
	// sub-agent's beside its body. The zero Weight was not measured.
	Main, Unlimited, Limited Weight
	ToolBytes                map[string]int // of the tools that a file may list, as far as they were measured
	BuiltIn                  []BuiltIn      // in the order of their names
}

// Weight is the agent's own part of a request, in bytes: its own words, and the
// declarations of its tools as compact JSON.
type Weight struct{ Own, Tools int }

// BuiltIn is a sub-agent that the agent brings with it, as its request was captured.
type BuiltIn struct {
	Name string
	Body int // bytes of its own text in the place of a body
	Weight
	Tools                 []string
	Rules, Skills, Agents Known
}

// Has says whether it is sent a kind of what files bring in.
func (b *BuiltIn) Has(what Brought) Known {
	switch what {
	case AtStart:
		return b.Rules
	case SkillList:
		return b.Skills
	case AgentList:
		return b.Agents
	}
	return NotMeasured
}

// Inherited says whether a sub-agent has one kind of what files bring in: one that may use
// all tools, and one whose file lists some.
type Inherited struct {
	What               Brought
	Unlimited, Limited Known
}

// Has says whether a sub-agent has it.
func (h *Inheritance) Has(what Brought, limited bool) Known {
	if h == nil {
		return NotMeasured
	}
	for _, p := range h.Parts {
		if p.What == what && limited {
			return p.Limited
		}
		if p.What == what {
			return p.Unlimited
		}
	}
	return NotMeasured
}

// Delegate is a sub-agent as its file describes it.
type Delegate struct {
	Name, Path, Description string
	Model                   string   // "" for the main agent's
	Tools                   []string // those that it may use; nil for all
	Off                     []string // those that are switched off
	Body                    string
}

// ReadDelegate reads a sub-agent's file: its header, and its text as the body.
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
