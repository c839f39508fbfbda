package rules

import (
	"strings"

	"galley/ui/keymap"
)

// keyed replaces, in a text about the action Transfer, the name of the action by its key.
func keyed(text string, hint func(keymap.Action) string) string {
	if key := hint(keymap.Transfer); key != "" {
		return strings.ReplaceAll(text, "Transfer in the workbench", key+" here")
	}
	return text
}

// transferring says with which key the user makes other agents read the file under the bar too.
func transferring(hint func(keymap.Action) string) string {
	if key := hint(keymap.Transfer); key != "" {
		return " " + key + " makes other agents read it too."
	}
	return ""
}
