package dialog

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/cell"
)

// newField returns a field for one line of text. It accepts pasted text from the terminal and does
// not start a program to read the clipboard.
func newField(text string) textinput.Model {
	f := textinput.New()
	f.Prompt = ""
	f.KeyMap.Paste.SetEnabled(false)
	f.SetValue(text)
	f.Focus()
	return f
}

// typed passes a key to a field. It handles moves and deletions itself, by grapheme clusters.
// The field of bubbles works by code points, and panics when the user deletes the word at the
// last character.
func typed(f textinput.Model, msg tea.KeyMsg) (textinput.Model, tea.Cmd) {
	text, at := []rune(f.Value()), f.Position()
	switch {
	case key.Matches(msg, f.KeyMap.CharacterBackward):
		f.SetCursor(before(text, at))
	case key.Matches(msg, f.KeyMap.CharacterForward):
		f.SetCursor(after(text, at))
	case key.Matches(msg, f.KeyMap.DeleteCharacterBackward):
		f = without(f, before(text, at), at)
	case key.Matches(msg, f.KeyMap.DeleteCharacterForward):
		f = without(f, at, after(text, at))
	case key.Matches(msg, f.KeyMap.DeleteWordForward):
		f = without(f, at, wordEnd(text, at))
	case msg.Alt && msg.Type == tea.KeyRunes && !key.Matches(msg, f.KeyMap.WordBackward, f.KeyMap.WordForward):
		// This is the key of an action that has no effect here. Its letter is not text.
	default:
		return f.Update(msg)
	}
	return f, nil
}

// pasted returns the field with text inserted at its caret.
func pasted(f textinput.Model, text string) textinput.Model {
	f, _ = f.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
	return f
}

func without(f textinput.Model, from, to int) textinput.Model {
	f.SetValue(string(slices.Delete([]rune(f.Value()), from, to)))
	f.SetCursor(from)
	return f
}

// edges returns the indexes, in runes, at which grapheme clusters begin, and the length of text.
func edges(text []rune) []int {
	all, at := []int{}, 0
	s := string(text)
	for _, c := range cell.Cells(nil, s, 0, 0, cell.Options{}) {
		all = append(all, at)
		at += utf8.RuneCountInString(s[c.Start:c.End])
	}
	return append(all, at)
}

func before(text []rune, at int) int {
	all := edges(text)
	i, _ := slices.BinarySearch(all, at)
	return all[max(i-1, 0)]
}

func after(text []rune, at int) int {
	all := edges(text)
	i, there := slices.BinarySearch(all, at)
	if there {
		i++
	}
	return all[min(i, len(all)-1)]
}

func wordEnd(text []rune, at int) int {
	for at < len(text) && unicode.IsSpace(text[at]) {
		at++
	}
	for at < len(text) && !unicode.IsSpace(text[at]) {
		at++
	}
	return at
}

// drawField draws the end of a field's text, as much as fits, and returns the column of the
// caret.
func drawField(a cell.Area, f textinput.Model, look cell.Style) int {
	runes := []rune(f.Value())
	before := cell.Visible(string(runes[:f.Position()]))
	after := cell.Visible(string(runes[f.Position():]))
	if cell.Width(before) >= a.W {
		before = cell.ShortenStart(before, max(a.W-1, 0))
	}
	x := a.Put(0, 0, before, look)
	a.Put(x, 0, after, look)
	return x
}
