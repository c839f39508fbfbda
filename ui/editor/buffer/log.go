package buffer

// keep is the number of edits that a Log remembers. It is far larger than the number of edits
// that users make while the engine works on one revision.
const keep = 4096

// Log remembers how recent edits moved the text. Revisions count edits, from 0.
// The zero value is ready.
type Log struct {
	first uint64 // the revision to which shifts[0] was applied
	all   []shift
}

// shift is an edit without its text.
type shift struct{ at, del, ins Offset }

// Add records an edit.
func (l *Log) Add(e Edit) {
	if len(l.all) >= 2*keep {
		n := copy(l.all, l.all[keep:])
		l.all = l.all[:n]
		l.first += keep
	}
	l.all = append(l.all, shift{e.At, Offset(len(e.Deleted)), Offset(len(e.Inserted))})
}

// Reset discards all edits and begins a new revision.
func (l *Log) Reset() {
	l.first += uint64(len(l.all)) + 1
	l.all = l.all[:0]
}

// Revision returns the number of the current text.
func (l *Log) Revision() uint64 { return l.first + uint64(len(l.all)) }

// Since returns the edits since a revision. ok is false if the log no longer has all of them. The
// caller may change the result.
func (l *Log) Since(revision uint64) (t Trail, ok bool) {
	if revision < l.first || revision > l.Revision() {
		return nil, false
	}
	for _, s := range l.all[revision-l.first:] {
		t.add(s)
	}
	return t, true
}

// Trail is the effect of a sequence of edits on offsets. A run of typing is one
// entry, so that mapping stays cheap.
type Trail []shift

// Add records one more edit.
func (t *Trail) Add(e Edit) {
	t.add(shift{e.At, Offset(len(e.Deleted)), Offset(len(e.Inserted))})
}

func (t *Trail) add(s shift) {
	if n := len(*t); n > 0 {
		last := &(*t)[n-1]
		switch {
		case last.del == 0 && s.del == 0 && s.at == last.at+last.ins: // the user continued to type
			last.ins += s.ins
			return
		case last.del == 0 && s.ins == 0 && s.del <= last.ins && s.at == last.at+last.ins-s.del: // the user deleted what was just typed
			last.ins -= s.del
			return
		case s.ins == 0 && last.ins == 0 && s.at == last.at: // the user continued to delete, forwards
			last.del += s.del
			return
		case s.ins == 0 && last.ins == 0 && s.at+s.del == last.at: // the user continued to delete, backwards
			last.at, last.del = s.at, s.del+last.del
			return
		}
	}
	*t = append(*t, s)
}

// Forward maps a span of the older text to the newer text. Text typed inside the span belongs to
// it; text typed at its ends does not. It returns false if nothing of the span remains.
func (t Trail) Forward(from, to Offset) (Offset, Offset, bool) {
	for _, s := range t {
		end := s.at + s.del
		switch {
		case to <= s.at: // the span is before the edit
			continue
		case from >= end: // the span is after the edit
			from += s.ins - s.del
			to += s.ins - s.del
			continue
		case from >= s.at && to <= end: // the whole span is deleted
			return 0, 0, false
		}
		if to >= end {
			to += s.ins - s.del
		} else {
			to = s.at // the end of the span is deleted
		}
		if from > s.at {
			from = s.at + s.ins // the start of the span is deleted
		}
	}
	return from, to, true
}

// Back maps an offset of the newer text to the older text. An offset in inserted text maps to
// the place of the insertion. The place of a deletion maps to the start of the deleted text.
func (t Trail) Back(off Offset) Offset {
	for i := len(t) - 1; i >= 0; i-- {
		s := t[i]
		switch {
		case off <= s.at:
		case off >= s.at+s.ins:
			off += s.del - s.ins
		default:
			off = s.at
		}
	}
	return off
}
