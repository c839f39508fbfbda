package settings

import (
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"galley/engine/diag"
	"galley/engine/source"
)

// parseTOML builds the tree expression by expression. So everything before a syntax error counts,
// and each value keeps its place in the file.
func (f *File) parseTOML(text string) {
	body := strings.TrimPrefix(text, byteOrderMark)
	t := tomlReader{file: f, shift: len(text) - len(body)}
	t.parser.Reset([]byte(body))
	current := f.Root
	for t.parser.NextExpression() {
		e := t.parser.Expression()
		t.lines++
		switch e.Kind {
		case unstable.KeyValue:
			t.keyValue(current, e, 0)
		case unstable.Table:
			current = t.header(e, false)
		case unstable.ArrayTable:
			current = t.header(e, true)
		}
	}
	if err := t.parser.Error(); err != nil {
		t.syntax(err, len(body))
	}
	t.checkRules(body)
}

type tomlReader struct {
	file   *File
	parser unstable.Parser
	shift  int // offset in the file of the first byte that the parser gets
	lines  int // number of lines with a key or a header
}

// mostChecked is a limit: a file with more lines with keys is not checked with the library. The
// time for this check grows with the square of the number of lines. People write far fewer.
const mostChecked = 4096

func (t *tomlReader) span(r unstable.Range) source.Span {
	start := int(r.Offset) + t.shift
	return source.Span{Start: start, End: start + int(r.Length)}
}

func (t *tomlReader) syntax(err error, end int) {
	at := end
	var pe *unstable.ParserError
	message := Why(err)
	if errors.As(err, &pe) {
		message = Why(errors.New(pe.Message))
		if len(pe.Highlight) > 0 {
			at = int(t.parser.Range(pe.Highlight).Offset)
		}
	}
	t.file.syntax(at+t.shift, "not valid TOML: "+message, "the rest of the file is ignored until this is fixed")
}

// checkRules reports what the TOML library finds to be well formed but not allowed, such as a table
// that is opened twice. Repeated keys were already reported with their place.
func (t *tomlReader) checkRules(body string) {
	if len(t.file.Problems) > 0 || t.lines > mostChecked {
		return
	}
	var sink map[string]any
	err := toml.Unmarshal([]byte(body), &sink)
	var de *toml.DecodeError
	if !errors.As(err, &de) {
		return
	}
	line, column := de.Position()
	at := t.file.lines.Start(line) + max(column-1, 0)
	t.file.problem(diag.BadFile, source.Span{Start: at, End: at},
		"not valid TOML: "+Why(de), "the rest of the file is used")
}

// header opens the table that a line [table] or [[table]] names, and returns it. If it cannot open
// the table, it reports a problem and returns a table whose content is not used.
func (t *tomlReader) header(e *unstable.Node, list bool) *Value {
	keys := t.keys(e)
	lost := &Value{Kind: Table, open: true}
	table := t.descend(t.file.Root, keys[:len(keys)-1])
	if table == nil {
		return lost
	}
	last := keys[len(keys)-1]
	have := table.Field(last.Name)
	fresh := &Value{Kind: Table, Span: last.Span, open: true}
	switch {
	case have == nil && list:
		all := &Value{Kind: List, Span: last.Span, Items: []*Value{fresh}, open: true}
		table.append(Field{last.Name, last.Span, all})
		return fresh
	case have == nil:
		table.append(Field{last.Name, last.Span, fresh})
		return fresh
	case list && have.Kind == List && have.open:
		have.Items = append(have.Items, fresh)
		return fresh
	case !list && have.Kind == Table && have.open:
		return have
	}
	t.file.twice(last)
	return lost
}

// descend follows keys from table and creates missing tables. If one of the keys is not a table, it
// reports a problem and returns nil.
func (t *tomlReader) descend(table *Value, keys []Field) *Value {
	for _, key := range keys {
		next := table.Field(key.Name)
		if next != nil && next.Kind == List && next.open {
			next = next.Items[len(next.Items)-1]
		}
		if next == nil {
			next = &Value{Kind: Table, Span: key.Span, open: true}
			table.append(Field{key.Name, key.Span, next})
		}
		if next.Kind != Table || !next.open {
			t.file.twice(key)
			return nil
		}
		table = next
	}
	return table
}

func (t *tomlReader) keys(e *unstable.Node) []Field {
	var keys []Field
	for it := e.Key(); it.Next(); {
		n := it.Node()
		keys = append(keys, Field{Name: string(n.Data), Span: t.span(n.Raw)})
	}
	return keys
}

func (t *tomlReader) tooDeep(span source.Span) {
	t.file.problem(diag.BadValue, span, "nested more than "+strconv.Itoa(maxDepth)+" deep", "no setting of galley is nested so deep")
}

func (t *tomlReader) keyValue(table *Value, e *unstable.Node, depth int) {
	keys := t.keys(e)
	last := keys[len(keys)-1]
	if len(keys)+depth > maxDepth {
		t.tooDeep(keys[0].Span)
		return
	}
	if table = t.descend(table, keys[:len(keys)-1]); table == nil {
		return
	}
	last.Value = t.value(e.Value(), last.Span, depth+1)
	if last.Value != nil {
		t.file.add(table, last)
	}
}

// value converts a node. near is the place of values that have no place of their own. value
// reports a problem and returns nil if the value is nested too deeply.
func (t *tomlReader) value(n *unstable.Node, near source.Span, depth int) *Value {
	v := &Value{Span: near}
	if n.Raw.Length > 0 {
		v.Span = t.span(n.Raw)
	}
	if depth > maxDepth {
		t.tooDeep(v.Span)
		return nil
	}
	v.Text = string(n.Data)
	switch n.Kind {
	case unstable.String:
		v.Kind = String
	case unstable.Bool:
		v.Kind, v.Bool = Boolean, v.Text == "true"
	case unstable.Integer:
		v.Kind = Integer
		plain := strings.ReplaceAll(v.Text, "_", "")
		i, err := strconv.ParseInt(plain, 0, 64)
		if err != nil {
			t.file.problem(diag.BadValue, v.Span, "the number "+v.Text+" is too large", "")
			return nil
		}
		v.Int, v.Float = i, float64(i)
	case unstable.Float:
		v.Kind = Float
		v.Float, _ = strconv.ParseFloat(strings.ReplaceAll(v.Text, "_", ""), 64)
	case unstable.LocalDate, unstable.LocalTime, unstable.LocalDateTime, unstable.DateTime:
		v.Kind = Time
	case unstable.Array:
		v.Kind, v.Text = List, ""
		for it := n.Children(); it.Next(); {
			if item := t.value(it.Node(), near, depth+1); item != nil {
				v.Items = append(v.Items, item)
			}
		}
	case unstable.InlineTable:
		v.Kind, v.Text = Table, ""
		for it := n.Children(); it.Next(); {
			t.keyValue(v, it.Node(), depth+1)
		}
	}
	return v
}
