package settings

import "galley/engine/diag"

// Text is a setting that is a text, or the text of a file: "…" or {file = "…"}.
type Text struct {
	Given bool   // distinguishes an empty text from no text
	Text  string // "" if only the path is known
	File  string // the file that the text was read from; "" if the text is in the settings
}

// Set implements [Setter]. If the file cannot be read, Set reports a problem, and the text counts
// as missing.
func (t *Text) Set(d *Decoder, v *Value) {
	switch v.Kind {
	case Null:
	case String:
		*t = Text{Given: true, Text: v.Text}
	case Table:
		var ref struct {
			File string `set:"file"`
		}
		before := len(d.file.Problems)
		d.Into(v, &ref)
		if len(d.file.Problems) > before {
			return
		}
		if ref.File == "" {
			d.Wrong(v, `a text or {file = "PATH"}`)
			return
		}
		d.readInto(t, v, ref.File)
	default:
		d.Wrong(v, `a text or {file = "PATH"}`)
	}
}

func (d *Decoder) readInto(t *Text, v *Value, path string) {
	if d.read == nil {
		*t = Text{Given: true, File: path}
		return
	}
	text, found, err := d.read(path)
	if err != nil {
		d.Problem(diag.BadFile, v, "the file "+quote(path)+" cannot be read: "+err.Error(),
			"paths are relative to the file that names them")
		return
	}
	*t = Text{Given: true, Text: text, File: found}
}

// File returns the text of the file at path, for settings whose plain string is a path.
func (d *Decoder) File(v *Value, path string) (t Text) {
	d.readInto(&t, v, path)
	return t
}
