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

// form is how an agent's log is read, line by line.
type form interface {
	// line takes a line in; what it cannot read it says.
	line(b *builder, text []byte) error
	// begins reports whether a line begins a turn. It is asked of each line from the end,
	// so it looks at the beginning of the line before it parses.
	begins(text []byte) bool
}

// forms are the agents whose logs are lines.
var forms = map[string]func() form{
	"claude-code": func() form { return &claude{} },
	"codex":       func() form { return &codex{} },
	"gemini-cli":  func() form { return &gemini{} },
	"qwen-code":   func() form { return &qwen{} },
}

// Read reads the last turns of a session whose log is lines; all of them with last 0.
func Read(ctx context.Context, s Session, r io.ReaderAt, last int) (*Log, error) {
	make, ok := forms[s.Agent]
	if !ok {
		return nil, fmt.Errorf("galley does not read the logs of %s", s.Agent)
	}
	b := newBuilder(s)
	f := make()
	if last > 0 {
		from, err := tail(ctx, r, s.Size, last, f.begins)
		if err != nil {
			return nil, err
		}
		if from > 0 {
			b.heads = true
			if err := lines(ctx, io.NewSectionReader(r, 0, min(headBytes, from)), 0, false, func(at int64, text []byte) { b.take(f, at, text) }); err != nil {
				return nil, err
			}
			b.cutHead()
		}
		if err := lines(ctx, io.NewSectionReader(r, from, s.Size-from), from, true, func(at int64, text []byte) { b.take(f, at, text) }); err != nil {
			return nil, err
		}
		log := b.done()
		log.Whole = from == 0
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

// Peek reads what a list shows of a session: its beginning and its end.
func Peek(ctx context.Context, s Session, r io.ReaderAt) (Session, error) {
	make, ok := forms[s.Agent]
	if !ok {
		return s, fmt.Errorf("galley does not read the logs of %s", s.Agent)
	}
	const piece = 64 << 10
	b := newBuilder(s)
	f := make()
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

// lines gives the lines of a piece of a log. at is where the piece begins. One that is not
// ended is given only where the piece ends with the log.
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
		case last && !end: // it goes on behind the piece
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

// lineAfter returns where the first line after an offset begins.
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

// tail finds from the end of a log where its last turns begin: 0 when that is its
// beginning. Where no turn begins in [mostTail] bytes, that many are read.
func tail(ctx context.Context, r io.ReaderAt, size int64, last int, begins func([]byte) bool) (int64, error) {
	const step = 256 << 10
	var rest []byte // of the line whose beginning is not read yet
	found := 0
	buffer := make([]byte, step)
	for at := size; at > 0; {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		from := max(at-step, 0)
		n, err := r.ReadAt(buffer[:at-from], from)
		if err != nil && !(errors.Is(err, io.EOF) && int64(n) == at-from) {
			return 0, err
		}
		piece := append(bytes.Clone(buffer[:n]), rest...)
		end := len(piece)
		for i := end - 1; i >= 0; i-- {
			if piece[i] != '\n' || i+1 == end && end == len(piece) && at == size {
				continue
			}
			if begins(bytes.TrimSpace(piece[i+1 : end])) {
				if found++; found == last {
					return from + int64(i) + 1, nil
				}
			}
			end = i
		}
		rest = piece[:end]
		if from == 0 {
			return 0, nil
		}
		if len(rest) > MostLine {
			rest = rest[:0] // no turn begins with such a line
		}
		if size-from > mostTail {
			return lineAfter(r, from, size)
		}
		at = from
	}
	return 0, nil
}

// clip returns at most n bytes of the first line of a text.
func clip(s string, n int) string { return textutil.Shorten(textutil.FirstLine(s), n) }
