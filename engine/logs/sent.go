package logs

// parts names the messages of a request in order: the first ones of an earlier
// request, and those after them. So a request of a long session stores only what is
// new in it.
type parts struct {
	base *parts
	keep int // how many entries of base stay
	tail []string
}

func (p *parts) len() int { return p.keep + len(p.tail) }

// list returns all names.
func (p *parts) list() []string {
	out := make([]string, p.len())
	end := len(out)
	for ; p != nil; p = p.base {
		// The part that above keeps ends where its own tail begins.
		from := p.keep
		if from < end {
			copy(out[from:end], p.tail)
			end = from
		}
	}
	return out
}

// sent records the messages of a request, in a log without system texts and tools.
func (b *builder) sent(r *Request, names []string) {
	if !b.cut {
		r.parts, r.lacks = &parts{tail: names[:len(names):len(names)]}, "the system text and the tools"
	}
}

// Sent assembles a request; nil if the log, or the part of it that was read, lacks
// some of it.
func (l *Log) Sent(r *Request) *Sent {
	if r.parts == nil {
		return nil
	}
	shape := l.forms[r.shape]
	if shape == nil {
		if r.lacks == "" {
			return nil
		}
		shape = &Sent{}
	}
	sent := &Sent{System: shape.System, Tools: shape.Tools, Lacks: r.lacks}
	for _, name := range r.parts.list() {
		m, ok := l.texts[name]
		if !ok {
			return nil
		}
		sent.Messages = append(sent.Messages, m)
	}
	return sent
}
