package app

import (
	"slices"

	"galley/engine/diag"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/keymap"
)

// fileUse returns what the agent whose prompt is shown does with the file in the editor pane, in a
// word or two and in a sentence. whole is false if the agent's first request does not contain all
// of the file.
func (o *opened) fileUse() (word, text string, whole bool) {
	s, ok := o.m.prompts.Shown(true)
	switch {
	case !ok || !slices.Equal(s.Request.File, o.m.files.Current().Names()):
		return "", "", true // no prompt has been made for this file yet
	case s.Result.File.Agent == "":
		return "", "No agent's prompt is shown: " + o.m.keys.Hint(keymap.ChooseProfile) + " chooses an agent that reads this file", false
	}
	word, text, whole = report.FileUseText(s.Result.File)
	for _, p := range o.m.prompts.Problems() {
		if (p.Code == diag.CaptureDiffers || p.Code == diag.NearMiss) && slices.Contains(s.Request.File, p.File) {
			text, whole = o.m.short.InText(p.Message+": "+p.Hint), false
		}
	}
	return word + " by " + s.Result.File.Agent, cell.Visible(text), whole
}

// misnamed returns the names, for the screen, of files whose name is almost one that an agent looks
// for.
func (o *opened) misnamed(agent string) (names []string) {
	for _, path := range o.m.prompts.Checkup().MisnamedFor(agent) {
		names = append(names, o.masked(o.m.short.Short(path)))
	}
	return names
}

// fileUseWord returns the word of fileUse for the title of the editor pane. The title lists the
// names of the open files before the word. If the last of these is not the file in the pane,
// fileUseWord puts the name of that file before the word.
func (o *opened) fileUseWord() string {
	word, _, _ := o.fileUse()
	if now, all := o.m.files.Current(), o.m.files.All(); word != "" && now != all[len(all)-1] {
		word = o.tabName(now) + " " + word
	}
	return word
}
