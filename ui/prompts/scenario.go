package prompts

import (
	"errors"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/scenario"
	"galley/ui/dialog"
	"galley/ui/screen"
	"galley/ui/words"
)

// Scenario says how to read and write the scenario: the values that a session provides in
// addition to the files.
type Scenario struct {
	File string // the scenario's file, or where it would be
	// Load reads the scenario again. It may block. nil means that it is never read again.
	Load   func() (scenario.Scenario, []diag.Problem)
	Others []diag.Problem // the problems of the request that do not come from the scenario
	// Save replaces old, the text of the file, by text. It may block. nil means that the file
	// cannot be written.
	Save func(file, old, text string) error
}

// Session has the methods of [Prompts] about the scenario; see [Scenario].
type Session struct{ *Prompts }

// Session returns the methods for the scenario.
func (p *Prompts) Session() Session { return Session{p} }

// scenarioMsg carries a scenario that was read again.
type scenarioMsg struct {
	scenario scenario.Scenario
	problems []diag.Problem
}

// files returns the files of the request's scenario.
func (p Session) files() []string {
	if p.o.Scenario.File == "" {
		return nil
	}
	return append([]string{p.o.Scenario.File}, p.o.Request.Scenario.Files...)
}

// Changed reads the scenario again if one of its files is among the changed paths.
func (p Session) Changed(paths []string) tea.Cmd {
	files := p.files()
	if !slices.ContainsFunc(paths, func(path string) bool { return slices.Contains(files, path) }) {
		return nil
	}
	return p.Read()
}

// Read reads the scenario again in the background.
func (p Session) Read() tea.Cmd {
	load := p.o.Scenario.Load
	if load == nil {
		return nil
	}
	return func() tea.Msg {
		s, problems := load()
		return scenarioMsg{s, problems}
	}
}

// took applies a scenario that was read again. Later choices of the user, such as the model or
// the use of the template, stay unless the scenario now sets them.
func (p Session) took(msg scenarioMsg) tea.Cmd {
	before := p.o.Request.Scenario
	problems := slices.Concat(p.o.Scenario.Others, msg.problems)
	if reflect.DeepEqual(before, msg.scenario) && reflect.DeepEqual(problems, p.request.Problems) {
		return nil
	}
	as := p.request.Scenario.TemplateAs
	if before.TemplateAs != msg.scenario.TemplateAs {
		as = msg.scenario.TemplateAs
	}
	p.o.Request.Scenario, p.request.Scenario, p.request.Problems = msg.scenario, msg.scenario, problems
	p.request.Scenario.TemplateAs = as
	return p.Render()
}

// rowsMsg carries the keys of the scenario in the form in which its file writes them.
type rowsMsg struct {
	text  string
	err   error
	rows  []engine.KeyUse
	asked screen.Ticket
}

// setMsg is the outcome of setting a value in the scenario's file.
type setMsg struct {
	key, text, value string // text is what the file contained before
	err              error
	asked            screen.Ticket
}

// Edit lists the values of the scenario, and lets the user change one.
func (p Session) Edit() tea.Cmd {
	source := p.o.Scenario
	if source.Save == nil {
		p.screen.Say("No scenario can be stored here")
		return nil
	}
	world, agents, profile, s, asked := p.o.World, p.o.Engine.Agents(), p.request.Profile, p.request.Scenario, p.screen.Ticket()
	return func() tea.Msg {
		text, err := world.ReadFile(source.File)
		if errors.Is(err, fs.ErrNotExist) {
			text, err = "", nil
		}
		return rowsMsg{text, err, engine.ScenarioKeys(agents, profile, s, source.File, text), asked}
	}
}

func (p Session) showRows(msg rowsMsg) tea.Cmd {
	if msg.err != nil {
		p.screen.Warn(words.Reason(msg.err))
		return nil
	}
	var items []dialog.Item
	for _, row := range msg.rows {
		item := dialog.Item{Label: row.Key, Detail: "not set", Value: row}
		if row.Given {
			item.Detail = strings.Join(strings.Fields(row.Value), " ")
		}
		if !row.Read {
			item.Key, item.Detail, item.Faint = "no effect here", item.Detail+" · "+row.Why, true
		}
		items = append(items, item)
	}
	return p.screen.Answer(msg.asked, "scenario", func() tea.Cmd {
		p.screen.Open(dialog.NewList("Scenario: "+p.o.Paths.Short(p.o.Scenario.File), "", items, func(item dialog.Item) tea.Cmd {
			p.askValue(item.Value.(engine.KeyUse), msg.text)
			return nil
		}).Telling())
		return nil
	})
}

// askValue asks for the value of a key in the form in which the file writes it. It uses a field, or
// an area if the value has several lines.
func (p Session) askValue(row engine.KeyUse, text string) {
	value, example := row.Value, scenario.Example(row.Key)
	if !row.Given && strings.Contains(example, "\n") {
		value = example
	}
	p.ask(row.Key, text, value, "such as: "+strings.Join(strings.Fields(example), " "))
}

// ask asks for the value of a key in a file's text. note says which value is expected, or why
// the last value was wrong.
func (p Session) ask(key, text, value, note string) {
	source := p.o.Scenario
	take := func(value string) tea.Cmd {
		asked := p.screen.Ticket()
		return func() tea.Msg {
			changed, err := scenario.Set(source.File, text, key, value)
			if err == nil {
				err = source.Save(source.File, text, changed)
			}
			return setMsg{key, text, value, err, asked}
		}
	}
	area := func(value string) { p.screen.Open(dialog.NewArea(key, note, value, take)) }
	if strings.Contains(value, "\n") {
		area(value)
		return
	}
	p.screen.Open(dialog.NewField(key, note, value, take).More(area))
}

// tookSet reads the scenario again. If setting the value failed, it asks again with the error, or
// shows what the user can insert by hand.
func (p Session) tookSet(msg setMsg) tea.Cmd {
	var paste *scenario.NotInPlaceError
	switch {
	case errors.As(msg.err, &paste):
		return p.screen.Answer(msg.asked, "scenario", func() tea.Cmd {
			lines := []dialog.Line{dialog.Plain(paste.Why + ". Paste this into it:"), nil}
			for line := range strings.SplitSeq(paste.Paste, "\n") {
				lines = append(lines, dialog.Plain(line))
			}
			p.screen.Open(dialog.NewReader("Add this by hand", lines))
			return nil
		})
	case msg.err != nil:
		p.screen.Warn(msg.err.Error())
		return p.screen.Answer(msg.asked, "scenario", func() tea.Cmd {
			p.ask(msg.key, msg.text, msg.value, msg.err.Error())
			return nil
		})
	}
	p.screen.Say("Set " + msg.key + " in " + p.o.Paths.Short(p.o.Scenario.File))
	return p.Read()
}
