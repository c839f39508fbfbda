package facts

// Derived returns the result of compute, which must ask its questions through the world that it
// gets. During a recording the answers do not change. So compute runs only once, with the
// innermost of the recordings in w; the recordings around it record the same questions. key
// identifies the value; it must contain everything else on which compute depends. The value is
// shared, so the caller must not change it. It is cached unless compute reports that it is
// incomplete (whole is false), or a budget was used up.
func Derived[T any](w World, key string, compute func(w World) (value T, whole bool)) T {
	above, base := recordingsOf(w)
	if base == nil {
		value, _ := compute(w)
		return value
	}
	base.mu.Lock()
	known := base.derived[key]
	base.mu.Unlock()
	if known != nil {
		for _, r := range above {
			r.adopt(known.answers)
		}
		return known.value.(T)
	}
	notes := NewRecording(w)
	value, whole := compute(notes)
	if b := BudgetOf(w); !whole || b != nil && b.Over() != nil {
		return value
	}
	base.mu.Lock()
	defer base.mu.Unlock()
	if base.derived == nil || len(base.derived) >= mostDerived {
		base.derived = map[string]*derived{}
	}
	base.derived[key] = &derived{value, notes.answers}
	return value
}

// derived is a cached value, with the answers from which it was computed.
type derived struct {
	value   any
	answers map[key]*answer
}

// mostDerived is how many values a recording caches.
const mostDerived = 256

// adopt takes over the given answers, except those to questions that r has already answered.
func (r *Recording) adopt(answers map[key]*answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, a := range answers {
		if r.answers[k] == nil {
			r.answers[k] = a
		}
	}
}

// recordingsOf returns the recordings that answer for the files of w: the innermost one as base,
// and those around it as above. base is nil if w has no recording, or if a world around the
// recording may answer differently.
func recordingsOf(w World) (above []*Recording, base *Recording) {
	for {
		switch x := w.(type) {
		case *Recording:
			if base != nil {
				above = append(above, base)
			}
			base, w = x, x.world
		case *metered:
			w = x.World
		case interface{ SameFiles() World }:
			w = x.SameFiles()
		default:
			return above, base
		}
	}
}
