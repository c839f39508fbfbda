package keymap

import (
	"slices"
	"strings"

	"galley/engine/diag"
)

// Entry is an action in the form in which menus show it.
type Entry struct {
	Action Action
	Title  string
	Group  string
	Keys   []string // labels; the first is the one to show
	Also   string   // other words for the action
}

// Section is a heading of the help with its entries.
type Section struct {
	Group   string
	Entries []Entry
}

// Palette returns the actions that the palette lists, each once, in the order of the table.
func (m *Map) Palette() []Entry {
	var out []Entry
	for _, r := range m.rows {
		if r.Hidden || slices.ContainsFunc(out, func(e Entry) bool { return e.Action == r.Action }) {
			continue
		}
		out = append(out, Entry{r.Action, r.Title, r.Group, labels(m.keysOf(r.Action)), r.Also})
	}
	return out
}

// Help returns the sections of the help in their order. For a context it returns only the keys
// that work there. For "" it returns all keys, and for each key that does not work everywhere
// the contexts in which it works.
func (m *Map) Help(c Context) []Section {
	var out []Section
	for _, r := range m.rows {
		if len(r.Keys) == 0 || c != "" && !applies(r, c) {
			continue
		}
		i := slices.IndexFunc(out, func(s Section) bool { return s.Group == r.Group })
		if i < 0 {
			i = len(out)
			out = append(out, Section{Group: r.Group})
		}
		title := r.Title
		if c == "" && !slices.Contains(r.Contexts, Global) {
			title += " (" + places(r.Contexts) + ")"
		}
		out[i].Entries = append(out[i].Entries, Entry{r.Action, title, r.Group, labels(r.Keys), r.Also})
	}
	return out
}

func applies(r Row, c Context) bool {
	return slices.Contains(r.Contexts, c) || slices.Contains(r.Contexts, Global) && c != List && c != Field
}

// places returns the names of contexts as the help shows them.
func places(contexts []Context) string {
	names := map[Context]string{
		Global: "everywhere", Editor: "template", Inspector: "variables", Preview: "preview", List: "lists", Field: "fields",
	}
	var out []string
	for _, c := range contexts {
		out = append(out, names[c])
	}
	return strings.Join(out, ", ")
}

func labels(keys []string) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = Label(k)
	}
	return out
}

// nearest returns the action whose name is most similar to a mistyped name, or "".
func nearest(name string) string {
	names := make([]string, len(table))
	for i, r := range table {
		names[i] = string(r.Action)
	}
	near, _ := diag.Nearest(name, names)
	return near
}
