package viewtest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/view"
)

// Step is what a user does with a view.
type Step struct {
	What string
	Msg  tea.Msg
}

// Steps returns a step for each message, named by its type and value.
func Steps(msgs ...tea.Msg) (all []Step) {
	for _, m := range msgs {
		all = append(all, Step{fmt.Sprintf("%T%+v", m, m), m})
	}
	return all
}

// mostWork is the most commands that may follow from one message.
const mostWork = 100

// Send passes a message to a view, and the messages of all commands that follow.
func Send(v view.View, msg tea.Msg) {
	cmd := update(v, msg)
	for n := 0; cmd != nil && n < mostWork; n++ {
		cmd = run(v, cmd)
	}
}

// run runs a command, sends its message to the view, and returns the next command.
func run(v view.View, cmd tea.Cmd) tea.Cmd {
	msg := cmd()
	if list := reflect.ValueOf(msg); list.Kind() == reflect.Slice && list.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range list.Len() { // the message is a batch or a sequence of commands
			for next := list.Index(i).Interface().(tea.Cmd); next != nil; {
				next = run(v, next)
			}
		}
		return nil
	}
	if msg == nil {
		return nil
	}
	return update(v, msg)
}

// update passes a message to a view and returns its command. It panics if the view replaces itself
// by another one.
func update(v view.View, msg tea.Msg) tea.Cmd {
	next, cmd := v.Update(msg)
	if next != v {
		panic(fmt.Sprintf("after %T%+v the view %q is another: %v", msg, msg, v.Title(), next))
	}
	return cmd
}

// Tour adds a picture of a view after each step, with what the view asked of its host.
func (p *Pictures) Tour(host *Host, v view.View, w, h int, steps ...Step) {
	for _, s := range steps {
		Send(v, s.Msg)
		p.View(s.What, v, w, h)
		text, what := v.Selected()
		p.Say("extent %+v, %d bytes %.40q selected as %q", v.Extent(), len(text), text, what)
		p.recordHost(host)
	}
}

// recordHost adds to the picture what the view asked of a host, and clears the host. For a
// dialog it adds only the words, because the tests of package dialog have pictures of the
// frame.
func (p *Pictures) recordHost(host *Host) {
	d := host.Dialog
	host.Dialog = nil
	if *host != (Host{}) {
		p.Say("host%s", setFields(*host))
	}
	if d != nil {
		p.Say("dialog:")
		for _, row := range Draw(90, 24, func(a cell.Area) { d.Draw(a, Styles()) }) {
			if words := strings.Trim(row, " │┃┌┐└┘─"); words != "" {
				p.Say("  %s", words)
			}
		}
	}
	*host = Host{}
}

// setFields returns the fields of a host that have a value. So a new field does not change the
// pictures in which it is empty.
func setFields(h Host) string {
	var b strings.Builder
	all := reflect.ValueOf(h)
	for i := range all.NumField() {
		if f := all.Field(i); !f.IsZero() {
			fmt.Fprintf(&b, " %s:%s", all.Type().Field(i).Name, nonzero(f))
		}
	}
	return b.String()
}

// nonzero returns a value as text. It leaves out the empty fields of a struct.
func nonzero(v reflect.Value) string {
	if v.Kind() != reflect.Struct {
		return fmt.Sprint(v.Interface())
	}
	var fields []string
	for i := range v.NumField() {
		if f := v.Field(i); !f.IsZero() {
			fields = append(fields, v.Type().Field(i).Name+":"+nonzero(f))
		}
	}
	return "{" + strings.Join(fields, " ") + "}"
}

// Everywhere returns the steps of a user who moves through a view in every possible way.
func Everywhere() []Step {
	return Steps(view.Move{Rows: 1}, view.Move{Rows: 3}, view.Move{Rows: -1}, view.Move{Pages: 1}, view.Move{End: 1}, view.Move{Rows: -2}, view.Scroll{Rows: -3}, view.Keep{}, view.Move{End: -1}, view.Return{},
		view.ScrollTo{Share: 0.5}, view.Click{X: 3, Y: 4, Count: 1}, view.Click{X: 3, Y: 4, Count: 2}, view.Click{X: 3, Y: 99, Count: 1}, view.Drag{X: 9, Y: 5}, view.Unselect{}, view.Sideways{Columns: 5}, view.Move{End: -1})
}

// Search adds the matches of a text, and a picture of the last of them.
func (p *Pictures) Search(host *Host, v view.View, w, h int, text string) {
	m, _ := search.Compile(search.Query{Text: text}) // this cannot fail, because the text is not a regular expression
	found := v.Search(m)
	p.Say("%q is found at %v", text, found)
	if len(found) > 0 {
		p.Tour(host, v, w, h, Step{"all matches", view.Found{Matches: found}}, Step{"the last match", view.Reveal{Match: found[len(found)-1]}}, Step{"no match", view.Found{}})
	}
}

// Words adds the title of a view, its keys in the order of their names, and its hints.
func (p *Pictures) Words(v view.View) {
	p.Say("%q, keys %v, hints %v", v.Title(), slices.Sorted(slices.Values(v.Keys())), v.Hints())
}
