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
