package launch

import (
	"bytes"
	"io"
)

// queries has the queries that programs send to a terminal when they start, with answers that
// any terminal could give. A program waits if it gets no answer.
var queries = []struct{ ask, answer string }{
	{"\x1b[6n", "\x1b[1;1R"},                          // where the cursor is
	{"\x1b[c", "\x1b[?62;22c"},                        // what the terminal is
	{"\x1b[0c", "\x1b[?62;22c"},                       // the same, in another form
	{"\x1b[>c", "\x1b[>1;10;0c"},                      // the version of the terminal
	{"\x1b[>0c", "\x1b[>1;10;0c"},                     // the same, in another form
	{"\x1b[?u", "\x1b[?0u"},                           // the state of the keyboard protocol
	{"\x1b[5n", "\x1b[0n"},                            // whether the terminal works
	{"\x1b]11;?", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"}, // the background colour
	{"\x1b]10;?", "\x1b]10;rgb:d0d0/d0d0/d0d0\x1b\\"}, // the text colour
}

// answerTerminal copies the output of a program to out and answers its queries.
func answerTerminal(terminal io.ReadWriter, out io.Writer) {
	buffer := make([]byte, 32<<10)
	var rest []byte // the end of the last read, because a query may be split
	for {
		n, err := terminal.Read(buffer)
		out.Write(buffer[:n])
		seen := append(rest, buffer[:n]...)
		for _, q := range queries {
			for i := bytes.Index(seen, []byte(q.ask)); i >= 0; i = bytes.Index(seen, []byte(q.ask)) {
				io.WriteString(terminal, q.answer)
				seen = append(seen[:i:i], seen[i+len(q.ask):]...)
			}
		}
		rest = append([]byte(nil), seen[max(len(seen)-8, 0):]...)
		if err != nil {
			return
		}
	}
}
