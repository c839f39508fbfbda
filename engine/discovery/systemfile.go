package discovery

import "galley/engine/source"

// SystemFile loads the file with which the user replaces the agent's own system prompt. If the file
// cannot be read, ok is false.
func (f *Finder) SystemFile(file string) (text source.Text, ok bool) {
	c := f.At(file, "system prompt")
	if c.Reason == Missing {
		f.Add(c)
		return source.Text{}, false
	}
	if text, ok = f.Text(c); ok {
		c.Load(text, text.Len())
	}
	f.Add(c)
	return text, ok
}
