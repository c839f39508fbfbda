package discovery

import "galley/engine/diag"

// Unread returns a problem for each rule file and each import that the agent would read at launch
// but galley could not read. The prompt lacks their text.
func Unread(t *Trace) []diag.Problem {
	var all []diag.Problem
	add := func(file string, reason Reason, detail string) {
		hint := "change its permissions so that galley can read it, or remove it"
		if reason == FetchRefused || reason == TooLarge {
			hint = reason.Remedy()
		}
		p := problem(diag.Unreadable, "this file is missing from the prompt: "+Sentence(reason.Text(), detail), hint)
		p.File = file
		all = append(all, p)
	}
	var imports func([]Import)
	imports = func(list []Import) {
		for _, i := range list {
			if i.Reason.unread() {
				add(i.Path, i.Reason, i.Detail)
			}
			imports(i.Imports)
		}
	}
	for _, c := range t.Candidates {
		if c.LoadType == AtLaunch && c.Reason.unread() {
			add(c.Shown, c.Reason, c.Detail)
		}
		imports(c.Imports)
	}
	return all
}

// UnreadBytes returns the number of bytes in the rule files that the agent sends but that are too
// large for galley to read.
func UnreadBytes(t *Trace) (n int) {
	for _, c := range t.Candidates {
		if c.LoadType == AtLaunch && c.Reason == TooLarge && c.Detail == readsAll {
			n += int(c.Bytes)
		}
	}
	return n
}

// unread reports whether a reason means that a file exists but could not be read.
func (r Reason) unread() bool {
	return r == FetchRefused || r == Unreadable || r == TooLarge || r == NotRegular || r == LinkRefused
}
