package settings

import (
	"strings"

	"github.com/tailscale/hujson"

	"galley/engine/bounded"
	"galley/engine/source"
)

// parseJSON reads JSON with comments and trailing commas.
func (f *File) parseJSON(text string) {
	body := strings.TrimPrefix(text, byteOrderMark)
	shift := len(text) - len(body)
	root, err := bounded.Parse([]byte(body))
	if err != nil {
		f.jsonSyntax(body, shift, err)
		return
	}
	j := jsonReader{f, shift}
	v := j.value(&root)
	if v.Kind != Table {
		f.syntax(v.Span.Start, "expected an object, found "+v.Kind.String(), `put the settings between { and }`)
		return
	}
	f.Root = v
}

// jsonSyntax reports the parser's error at the first invalid byte.
func (f *File) jsonSyntax(body string, shift int, err error) {
	f.syntax(max(bounded.JSONCFault(body), 0)+shift, "not valid JSON: "+Unplaced(err), "the whole file is ignored until this is fixed")
}

type jsonReader struct {
	file  *File
	shift int
}

func (j jsonReader) span(v *hujson.Value) source.Span {
	return source.Span{Start: v.StartOffset + j.shift, End: v.EndOffset + j.shift}
}

func (j jsonReader) value(h *hujson.Value) *Value {
	v := &Value{Span: j.span(h)}
	switch h := h.Value.(type) {
	case *hujson.Object:
		v.Kind = Table
		for i := range h.Members {
			m := &h.Members[i]
			name, _ := m.Name.Value.(hujson.Literal)
			j.file.add(v, Field{name.String(), j.span(&m.Name), j.value(&m.Value)})
		}
	case *hujson.Array:
		v.Kind = List
		for i := range h.Elements {
			v.Items = append(v.Items, j.value(&h.Elements[i]))
		}
	case hujson.Literal:
		j.literal(v, h)
	}
	return v
}

func (j jsonReader) literal(v *Value, l hujson.Literal) {
	switch l.Kind() {
	case '"':
		v.Kind, v.Text = String, l.String()
	case 't', 'f':
		v.Kind, v.Bool = Boolean, l.Bool()
	case '0':
		v.Kind, v.Text, v.Float = Float, string(l), l.Float()
		if !strings.ContainsAny(v.Text, ".eE") {
			v.Kind, v.Int = Integer, l.Int()
		}
	}
}
