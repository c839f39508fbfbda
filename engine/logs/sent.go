package logs

// parts lists the names of a request's messages in order: the messages shared with an earlier
// request (base), followed by the new ones (tail). In this way each request of a long session
// stores only its new messages.
type parts struct {
	base *parts
	keep int // how many of base's messages, from the first, belong to this request
	tail []string
}

func (p *parts) len() int { return p.keep + len(p.tail) }

// list returns all names.
func (p *parts) list() []string {
	out := make([]string, p.len())
	end := len(out)
	for ; p != nil; p = p.base {
		// Only those messages in tail that come before end belong to the request.
		from := p.keep
		if from < end {
			copy(out[from:end], p.tail)
			end = from
		}
	}
	return out
}

// sent records the messages of a request, for a log without system texts and tools.
func (b *builder) sent(r *Request, names []string) {
	if !b.cut {
		r.parts, r.lacks = &parts{tail: names[:len(names):len(names)]}, "the system text and the tools"
	}
}

// Sent assembles a request. Its Lacks names the parts that the agent's logs never contain. Sent
// returns nil if another part is missing from the log or was not read.
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
