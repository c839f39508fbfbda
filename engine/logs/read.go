package logs

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"galley/engine/textutil"
)

// form reads an agent's log line by line.
type form interface {
	// line reads a line; it returns an error if the line cannot be read.
	line(b *builder, text []byte) error
	// startsTurn reports whether a line begins a turn. It is called for each line, from the end of
	// the log backwards. To be quick, it looks at the beginning of a line before it parses the
	// line.
	startsTurn(text []byte) bool
}

// forms lists the agents whose logs consist of lines, each with its form.
var forms = map[string]func(Session) form{
	"claude-code": func(s Session) form { return &claude{side: s.Parent != ""} },
	"codex":       func(Session) form { return &codex{} },
	"gemini-cli":  func(Session) form { return &gemini{} },
	"qwen-code":   func(Session) form { return &qwen{} },
}

// Read reads a session whose log consists of lines. last is the number of turns to read from the
// end of the log; 0 means all turns.
func Read(ctx context.Context, s Session, r io.ReaderAt, last int) (*Log, error) {
	make, ok := forms[s.Agent]
	if !ok {
		return nil, fmt.Errorf("galley does not read the logs of %s", s.Agent)
	}
	b := newBuilder(s)
	f := make(s)
	if last > 0 {
		from, found, err := tail(ctx, r, s.Size, last, f.startsTurn)
		if err != nil {
			return nil, err
		}
		if from > 0 {
			b.heads = true
			if err := lines(ctx, io.NewSectionReader(r, 0, min(headBytes, from)), 0, false, func(at int64, text []byte) { b.take(f, at, text) }); err != nil {
				return nil, err
			}
			b.cutHead()
			f = make(s) // start again: a turn that began at the beginning of the log does not continue here
		}
		if err := lines(ctx, io.NewSectionReader(r, from, s.Size-from), from, true, func(at int64, text []byte) { b.take(f, at, text) }); err != nil {
			return nil, err
		}
		log := b.done()
		log.Whole = from == 0
		if from > 0 && (found || log.Turns[0].empty()) {
			log.Turns = log.Turns[1:]
		}
		if len(log.Turns) > last {
			log.Turns = log.Turns[len(log.Turns)-last:]
		}
		return log, nil
	}
	if s.Size > MostLog {
		return nil, fmt.Errorf("the log has %d bytes, and galley reads %d at most: ask for its last turns", s.Size, int64(MostLog))
	}
	if err := lines(ctx, io.NewSectionReader(r, 0, s.Size), 0, true, func(at int64, text []byte) { b.take(f, at, text) }); err != nil {
		return nil, err
	}
	log := b.done()
	log.Whole = true
	return log, nil
}

// Peek reads only the beginning and the end of a session, and returns what a list of sessions
// shows.
func Peek(ctx context.Context, s Session, r io.ReaderAt) (Session, error) {
	make, ok := forms[s.Agent]
	if !ok {
		return s, fmt.Errorf("galley does not read the logs of %s", s.Agent)
	}
	const piece = 64 << 10
	b := newBuilder(s)
	f := make(s)
	take := func(at int64, text []byte) { b.take(f, at, text) }
	if err := lines(ctx, io.NewSectionReader(r, 0, min(piece, s.Size)), 0, false, take); err != nil {
		return s, err
	}
	if s.Size > piece {
		from := max(s.Size-piece, piece)
		start, err := lineAfter(r, from, s.Size)
		if err != nil {
			return s, err
		}
		if err := lines(ctx, io.NewSectionReader(r, start, s.Size-start), start, false, take); err != nil {
			return s, err
		}
	}
	return b.done().Session, nil
}

// lines passes every line in a piece of a log, with its offset in the log, to the function each.
// The argument at is the offset of the piece. If end is set, the piece ends where the log ends, and
// an unfinished last line counts too.
func lines(ctx context.Context, r io.Reader, at int64, end bool, each func(at int64, text []byte)) error {
	in := bufio.NewReaderSize(r, 256<<10)
	var long []byte
	skipping := false
	start := at
	for n := 0; ; n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		piece, err := in.ReadSlice('\n')
		at += int64(len(piece))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if len(long)+len(piece) > MostLine {
				skipping, long = true, long[:0]
			}
			if !skipping {
				long = append(long, piece...)
			}
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return err
		}
		last := errors.Is(err, io.EOF)
		text := piece
		if len(long) > 0 {
			long = append(long, piece...)
			text = long
		}
		switch text = bytes.TrimSpace(text); {
		case last && !end: // the line continues after the piece
		case skipping || len(text) > MostLine:
			each(start, nil)
		case len(text) > 0:
			each(start, text)
		}
		if last {
			return nil
		}
		long, skipping, start = long[:0], false, at
	}
}

// lineAfter returns the offset of the first line that begins after the offset from.
func lineAfter(r io.ReaderAt, from, size int64) (int64, error) {
	buffer := make([]byte, 64<<10)
	for at := from; at < size; {
		n, err := r.ReadAt(buffer[:min(int64(len(buffer)), size-at)], at)
		if i := bytes.IndexByte(buffer[:n], '\n'); i >= 0 {
			return at + int64(i) + 1, nil
		}
		if at += int64(n); n == 0 && err != nil {
			return 0, err
		}
	}
	return size, nil
}

// tail returns the offset from which to read a log so that its last turns are complete, or 0 for
// the whole log. last is the number of these turns. The data from there also includes all or part
// of the turn before them, because the first request is compared with the last request of that
// turn. The search goes back at most [tailOfTurn] bytes for each turn. If the turns do not begin
// within this limit, tail returns the offset at the limit, and found is false.
func tail(ctx context.Context, r io.ReaderAt, size int64, last int, begins func([]byte) bool) (at int64, found bool, err error) {
	const step = 256 << 10
	var rest []byte // the end of the line whose beginning is not read yet
	turns := 0
	end := max(size-min(tailOfTurn*int64(last), mostTail), 0) // offset before which it does not look
	buffer := make([]byte, step)
	for at := size; at > 0; {
		if ctx.Err() != nil {
			return 0, false, ctx.Err()
		}
		from := max(at-step, 0)
		n, err := r.ReadAt(buffer[:at-from], from)
		if err != nil && !(errors.Is(err, io.EOF) && int64(n) == at-from) {
			return 0, false, err
		}
		piece := append(bytes.Clone(buffer[:n]), rest...)
		to := len(piece)
		for i := to - 1; i >= 0; i-- {
			if piece[i] != '\n' || i+1 == to && to == len(piece) && at == size {
				continue
			}
			if begins(bytes.TrimSpace(piece[i+1 : to])) {
				switch turns++; {
				case turns > last:
					return from + int64(i) + 1, true, nil
				case turns == last:
					found, end = true, max(from+int64(i)-mostLead, 0)
				}
			}
			to = i
		}
		if rest = piece[:to]; len(rest) > MostLine {
			rest = rest[:0] // a line that is too long does not begin a turn
		}
		if from > 0 && from <= end {
			at, err := lineAfter(r, max(from, end-1), size)
			return at, found, err
		}
		at = from
	}
	return 0, found, nil
}

// hasTextValue reports whether a key with a text value occurs at the beginning of a line. within
// is the number of bytes that are searched.
func hasTextValue(text []byte, within int, key, value string) bool {
	text = text[:min(len(text), within)]
	for {
		i := bytes.Index(text, []byte(`"`+key+`"`))
		if i < 0 {
			return false
		}
		text = bytes.TrimLeft(text[i+len(key)+2:], " \t")
		if rest, ok := bytes.CutPrefix(text, []byte(":")); ok && bytes.HasPrefix(bytes.TrimLeft(rest, " \t"), []byte(`"`+value+`"`)) {
			return true
		}
	}
}

// clip returns at most n bytes of the first line of a text.
func clip(s string, n int) string { return textutil.Shorten(textutil.FirstLine(s), n) }
