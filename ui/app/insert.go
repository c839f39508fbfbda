package app

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/variable"
	"galley/ui/dialog"
)

// openInsert lists the variables of the catalogue and a conditional block. It inserts the chosen
// one at the caret.
func (m *Model) openInsert() {
	items := variables()
	block := dialog.Item{Label: "[if …] … [endif]", Detail: "Text if a variable has a value, around the selection", Value: variable.Variable{}}
	items = slices.Insert(items, len(items)-1, block)
	m.screen.Open(dialog.NewList("Insert a variable", "", items, func(item dialog.Item) tea.Cmd {
		v := item.Value.(variable.Variable)
		if v.Type == "" {
			m.openInsertBlock()
			return nil
		}
		return m.withKey(v, m.editing.insertTag)
	}))
}

// openInsertBlock asks for the variable of a conditional block.
func (m *Model) openInsertBlock() {
	m.screen.Open(dialog.NewList("A block for when this variable has a value", "", variables(), func(item dialog.Item) tea.Cmd {
		return m.withKey(item.Value.(variable.Variable), m.editing.insertBlock)
	}))
}

// variables returns the rows of the catalogue.
func variables() (items []dialog.Item) {
	for _, v := range variable.Catalogue() {
		items = append(items, dialog.Item{Label: v.Type + ":" + v.Name, Detail: v.Description, Value: v})
	}
	return items
}

// withKey calls take with the key of a variable. If the variable stands for the text of a file,
// withKey first asks for the file's path, which is a part of the key.
func (m *Model) withKey(v variable.Variable, take func(key string) tea.Cmd) tea.Cmd {
	if v.Dynamic {
		return m.askPath("Insert the text of a file", "", "", func(p string) tea.Cmd { return take(v.Type + ":" + p) })
	}
	return take(v.Type + ":" + v.Name)
}
