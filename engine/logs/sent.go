package logs

// parts name the messages of a request in their order: some of an earlier request, and
// those behind them. A request of a long session so takes only what is new in it.
type parts struct {
	base *parts
	keep int // of the base's
	tail []string
}

func (p *parts) len() int { return p.keep + len(p.tail) }

// list writes the names out.
func (p *parts) list() []string {
	out := make([]string, p.len())
	end := len(out)
	for ; p != nil; p = p.base {
		// What the part above keeps ends where its own tail begins.
		from := p.keep
		if from < end {
			copy(out[from:end], p.tail)
			end = from
		}
	}
	return out
}

// sent notes what a request of a log without system texts and tools holds.
func (b *builder) sent(r *Request, names []string) {
	if !b.cut {
		r.parts, r.lacks = &parts{tail: names[:len(names):len(names)]}, "the system text and the tools"
	}
}

// Sent puts a request together; nil where the log, or the part of it that was read, does
// not hold all of it.
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
