package rules

import (
	"strings"

	"galley/ui/keymap"
)

// keyed adds the key of Transfer to a text where the text refers to it.
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
