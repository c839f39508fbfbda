// Package buffer holds the text that the editor edits, byte for byte.
//
// Nothing is normalised: every line keeps its own line end (LF, CR LF or a lone CR;
// U+2028 and its like are ordinary characters), and tabs, control characters and
// invalid bytes stay unchanged. [Buffer.Text] returns exactly the original text,
// changed only by edits. The number and the length of lines are not limited.
//
// There are two kinds of positions, each with its own type. Cells on the screen belong to a layout
// and do not occur here.
//
//   - [Offset] counts bytes of the document, and may fall anywhere;
//   - [Place] is a boundary between grapheme clusters, the only thing a caret may
//     rest on; only a Buffer makes one.
//
// [History] is the log of edits, grouped as people undo them; [Log] remembers how
// recent edits moved text, so that spans computed for an older revision can be
// drawn in today's text.
package buffer

// Offset is a position in the document, in bytes from 0.
type Offset int
