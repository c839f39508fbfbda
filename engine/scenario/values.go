package scenario

import (
	"strconv"

	"galley/engine/settings"
)

// Word is a setting whose value is a word or a boolean.
type Word string

// Set implements [settings.Setter]. Booleans become "true" and "false".
func (w *Word) Set(d *settings.Decoder, v *settings.Value) {
	switch v.Kind {
	case settings.Null:
	case settings.String:
		*w = Word(v.Text)
	case settings.Boolean:
		*w = Word(strconv.FormatBool(v.Bool))
	default:
		d.Wrong(v, "a word, or true or false")
	}
}

// JSON is a setting that galley passes on unchanged. It is JSON on one line, with the keys in
// their original order, or "".
type JSON string

// Set implements [settings.Setter].
func (j *JSON) Set(_ *settings.Decoder, v *settings.Value) { *j = JSON(v.JSON()) }

// Tools are tool declarations: a file in any dialect, or a list.
type Tools struct {
	Given bool          // an empty list differs from no list
	Text  settings.Text // the text of the file
	List  []Tool
}

// Tool is an entry of a list of tools: a name alone, or a declaration.
type Tool struct {
	Name        string
	Declaration JSON // "" for only a name
}

// Set implements [settings.Setter].
func (t *Tools) Set(d *settings.Decoder, v *settings.Value) {
	switch v.Kind {
	case settings.Null:
	case settings.String:
		text := d.File(v, v.Text)
		*t = Tools{Given: text.Given, Text: text}
	case settings.Table:
		var text settings.Text
		text.Set(d, v)
		*t = Tools{Given: text.Given, Text: text}
	case settings.List:
		*t = Tools{Given: true}
		for _, item := range v.Items {
			if tool, ok := oneTool(d, item); ok {
				t.List = append(t.List, tool)
			}
		}
	default:
		d.Wrong(v, `a file's path or a list of tools`)
	}
}

func oneTool(d *settings.Decoder, v *settings.Value) (Tool, bool) {
	switch v.Kind {
	case settings.String:
		return Tool{Name: v.Text}, true
	case settings.Table:
		tool := Tool{Declaration: JSON(v.JSON())}
		inner := v
		if f := v.Field("function"); f != nil && f.Kind == settings.Table {
			inner = f // in OpenAI's dialect the declaration is inside "function"
		}
		if name := inner.Field("name"); name != nil && name.Kind == settings.String {
			tool.Name = name.Text
		}
		return tool, true
	}
	d.Wrong(v, "a tool's name or declaration")
	return Tool{}, false
}

// ToolNames are names for tools in a prompt that is made for another agent. They are the tool
// names that an agent uses. Names for single tools override them.
type ToolNames struct {
	Of    string // the agent whose tool names are used; "" means the profile's default
	Names []ToolName
}

// ToolName is the name of one tool.
type ToolName struct{ Tool, Name string }

// Set implements [settings.Setter]: an agent's name, or a table of tools.
func (n *ToolNames) Set(d *settings.Decoder, v *settings.Value) {
	switch v.Kind {
	case settings.Null:
	case settings.String:
		*n = ToolNames{Of: v.Text}
	case settings.Table:
		for _, f := range v.Fields {
			if f.Value.Kind != settings.String || f.Value.Text == "" {
				d.Wrong(f.Value, "a tool's name")
				continue
			}
			n.Names = append(n.Names, ToolName{f.Name, f.Value.Text})
		}
	default:
		d.Wrong(v, "the name of an agent, or a table of tools and their names")
	}
}

// Todos says whether the agent keeps a list of tasks, and what the list contains.
type Todos struct {
	On    *bool // nil if not set
	Items []Todo
}

// Todo is one task.
type Todo struct {
	Text   string `set:"text,content"`
	Status string `set:"status"` // in the agent's own words
}

// Set implements [settings.Setter]: true, false, or a list of texts and tables.
func (t *Todos) Set(d *settings.Decoder, v *settings.Value) {
	switch v.Kind {
	case settings.Null:
	case settings.Boolean:
		t.On = &v.Bool
	case settings.List:
		on := true
		*t = Todos{On: &on}
		for _, item := range v.Items {
			todo := Todo{Text: item.Text}
			switch item.Kind {
			case settings.String:
			case settings.Table:
				d.Into(item, &todo)
			default:
				d.Wrong(item, "a task: a text or {text, status}")
				continue
			}
			t.Items = append(t.Items, todo)
		}
	default:
		d.Wrong(v, "true, false or a list of tasks")
	}
}

// Topic says whether the agent keeps a topic of the conversation, and what the topic is.
type Topic struct {
	On      *bool  `set:"on"`
	Title   string `set:"title"`
	Summary string `set:"summary"`
}

// Set implements [settings.Setter]: true, false, a title, or {title, summary}.
func (t *Topic) Set(d *settings.Decoder, v *settings.Value) {
	on := true
	switch v.Kind {
	case settings.Null:
	case settings.Boolean:
		t.On = &v.Bool
	case settings.String:
		*t = Topic{On: &on, Title: v.Text}
	case settings.Table:
		type plain Topic // a type without this method, so that decoding does not call it again
		topic := plain{On: &on}
		d.Into(v, &topic)
		*t = Topic(topic)
	default:
		d.Wrong(v, "true, false, a title or {title, summary}")
	}
}

// Memory is what the agent remembers: one text, or one text for each kind of memory.
type Memory struct {
	Whole   settings.Text // set if the memory is given as one text
	User    settings.Text `set:"user,global"`
	Project settings.Text `set:"project"`
}

// Set implements [settings.Setter].
func (m *Memory) Set(d *settings.Decoder, v *settings.Value) {
	if v.Kind == settings.Table && v.Field("file") == nil {
		var sorts struct {
			User    settings.Text `set:"user,global"`
			Project settings.Text `set:"project"`
		}
		d.Into(v, &sorts)
		*m = Memory{User: sorts.User, Project: sorts.Project}
		return
	}
	m.Whole.Set(d, v)
}

// Modifier is one step of a pipeline, with its options.
type Modifier struct {
	Name    string `set:"name"`
	Options JSON   `set:"options"`
}

// Set implements [settings.Setter]: a name, or {name, options}.
func (m *Modifier) Set(d *settings.Decoder, v *settings.Value) {
	if v.Kind == settings.String {
		*m = Modifier{Name: v.Text}
		return
	}
	type plain Modifier
	d.Table(v, (*plain)(m), "a modifier's name or {name, options}")
}
