package rules

import (
	"strings"

	"galley/ui/keymap"
)

// keyed names the key of Transfer where a reason refers to it.
func keyed(text string, hint func(keymap.Action) string) string {
	if key := hint(keymap.Transfer); key != "" {
		return strings.ReplaceAll(text, "Transfer in the workbench", key+" here")
	}
	return text
}

// transferring says which key has other agents read the file under the bar too.
func transferring(hint func(keymap.Action) string) string {
	if key := hint(keymap.Transfer); key != "" {
		return " " + key + " has other agents read it too."
	}
	return ""
}
