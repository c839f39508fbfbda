package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"galley/engine/bounded"
	"galley/engine/diag"
	"galley/engine/tool"
)

// inputSchema is the schema of a tool's input, prepared for checking inputs by draft 2020-12.
//
// The library google/jsonschema-go decides what is valid. It was chosen because it does not slow
// down the start of the program; other libraries compile the metaschema of every draft before main
// runs. But it does not say where in an input a fault is, it does not terminate on a schema that
// refers to itself, and it rejects a whole schema for one bad keyword. So galley first prepares a
// schema for it, does not pass it inputs that would take too long, and finds the place of a fault
// by calling it for each part.
type inputSchema struct {
	root    tool.Value // in the keywords of draft 2020-12, without $schema
	text    string     // root as JSON
	anchors map[string][]string
	parts   map[string]*jsonschema.Resolved // validators, by the JSON pointer of their part of root
	// ignored lists the unknown keywords, sorted and without repetition.
	ignored []string
	// fractions reports whether a multipleOf is a fraction. variant is the schema that the method
	// exact returned last.
	fractions bool
	variant   *inputSchema
}

// newInputSchema prepares a schema. It compiles nothing yet.
func newInputSchema(v tool.Value) *inputSchema {
	s := &inputSchema{anchors: map[string][]string{}, parts: map[string]*jsonschema.Resolved{}}
	v, _ = tool.Sound(v)
	s.root = tool.Walk(flat(v.Without("$schema")), "", s.node)
	slices.Sort(s.ignored)
	s.ignored = slices.Compact(s.ignored)
	s.text = identified(s.root)
	return s
}

// identified returns the JSON of a schema. If the schema is an object, it adds the identifier
// rootID.
func identified(root tool.Value) string {
	if root.Kind == tool.Object {
		root = root.With("$id", tool.Text(rootID))
	}
	return root.JSON()
}

// rootID identifies a schema to references in another schema that wraps it. Nothing is ever loaded
// from that address.
const rootID = "https://galley.invalid/input"

// flat returns a schema without the identifiers of its parts. References that used an identifier
// become JSON pointers.
func flat(v tool.Value) tool.Value {
	places := map[string]string{"": ""} // places of the root and of the subschemas with an identifier
	tool.Walk(v, "", func(node tool.Value, at string) tool.Value {
		if id := node.Get("$id"); id.Kind == tool.String {
			places[id.Text] = at
		}
		return node
	})
	if len(places) == 1 {
		return v
	}
	return tool.Walk(v, "", func(node tool.Value, at string) tool.Value {
		for _, key := range []string{"$ref", "$dynamicRef"} {
			ref := node.Get(key)
			if ref.Kind != tool.String {
				continue
			}
			id, fragment, _ := strings.Cut(ref.Text, "#")
			base, known := places[id]
			if id == "" {
				base = enclosing(places, at)
			}
			if known && (fragment == "" || fragment[0] == '/') {
				node = node.With(key, tool.Text("#"+escaped(base)+fragment))
			} else if known {
				node = node.With(key, tool.Text("#"+fragment))
			}
		}
		return node.Without("$id")
	})
}

// enclosing returns the JSON pointer of the innermost subschema with an identifier that contains a
// part of the schema, or "". The values of places are the JSON pointers of all subschemas with an
// identifier; the parameter at is the JSON pointer of the part.
func enclosing(places map[string]string, at string) (found string) {
	for _, place := range places {
		if len(place) > len(found) && (place == at || strings.HasPrefix(at, place+"/")) {
			found = place
		}
	}
	return found
}

// node checks the keywords of a schema and removes those that the library cannot evaluate.
func (s *inputSchema) node(v tool.Value, at string) tool.Value {
	for _, m := range v.Members {
		if !tool.KnownKeyword(m.Name) && !strings.HasPrefix(m.Name, "x-") {
			s.ignored = append(s.ignored, m.Name)
		}
	}
	for _, key := range []string{"$anchor", "$dynamicAnchor"} {
		if name := v.Get(key); name.Kind == tool.String {
			s.anchors[name.Text] = append(s.anchors[name.Text], at)
		}
	}
	if _, there := fraction(v); there {
		s.fractions = true
	}
	// Do not check a pattern that is valid only in JavaScript.
	if p := v.Get("pattern"); p.Kind == tool.String && !compiles(p.Text) {
		s.ignored = append(s.ignored, "pattern "+diag.Clip(p.Text))
		v = v.Without("pattern")
	}
	if table := v.Get("patternProperties"); table.Kind == tool.Object {
		kept := tool.Value{Kind: tool.Object}
		for _, m := range table.Members {
			if compiles(m.Name) {
				kept.Members = append(kept.Members, m)
			} else {
				s.ignored = append(s.ignored, "pattern "+diag.Clip(m.Name))
			}
		}
		v = v.With("patternProperties", kept)
	}
	return v
}

func compiles(pattern string) bool {
	_, err := regexp.Compile(pattern)
	return err == nil
}

// check returns the faults of an input, each as "at PLACE: …". unchecked says why the input could
// not be checked, or is "". left has the same meaning as in tooMuch.
func (s *inputSchema) check(input tool.Value, left *int) (wrong []string, unchecked string) {
	if why := s.tooMuch(input, left); why != "" {
		return nil, why
	}
	use := s.exact(input, left)
	if use == nil {
		return nil, tooDeep
	}
	e := explanation{schema: use}
	e.explain("", input, goValue(input), "")
	return e.wrong, e.unchecked
}

// judge asks the library whether the part of the schema at a JSON pointer accepts a value. fault
// says why the part does not accept it; broken says why the schema cannot be used.
func (s *inputSchema) judge(at string, v any) (fault, broken error) {
	defer func() {
		if p := recover(); p != nil {
			broken = fmt.Errorf("the library gave up: %v", p)
		}
	}()
	part, known := s.parts[at]
	if !known {
		var err error
		if part, err = s.compile(at); err != nil {
			return nil, err
		}
		s.parts[at] = part
	}
	return part.Validate(v), nil
}

// compile makes a validator for the part at a JSON pointer. The validator contains the whole
// schema, because the part may refer to it.
func (s *inputSchema) compile(at string) (*jsonschema.Resolved, error) {
	var parsed jsonschema.Schema
	text := s.text
	if s.root.Kind == tool.Object {
		ref := tool.Text(rootID + "#" + escaped(at))
		text = `{"$ref":` + ref.JSON() + `,"$defs":{"input":` + s.text + `}}`
	}
	if err := json.Unmarshal([]byte(text), &parsed); err != nil {
		if wrong := bounded.Mismatch(err); wrong != "" {
			err = errors.New(strings.TrimSpace(wrong[strings.LastIndex(wrong, ": ")+1:])) // without the field of the library's type
		}
		return nil, err
	}
	return parsed.Resolve(&jsonschema.ResolveOptions{BaseURI: "https://galley.invalid/check"})
}

// escaped writes a JSON pointer as the fragment of a URL.
func escaped(pointer string) string {
	var b strings.Builder
	for _, c := range []byte(pointer) {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("/~_-.", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// goValue returns a value as encoding/json would decode it, except that whole numbers stay exact.
func goValue(v tool.Value) any {
	switch v.Kind {
	case tool.Bool:
		return v.Text == "true"
	case tool.Number:
		if n, err := strconv.ParseInt(v.Text, 10, 64); err == nil {
			return n
		}
		n, err := strconv.ParseFloat(v.Text, 64)
		if err != nil && n != 0 {
			n = math.Copysign(math.MaxFloat64, n)
		}
		return n
	case tool.String:
		return v.Text
	case tool.Array:
		list := make([]any, len(v.Items))
		for i, one := range v.Items {
			list[i] = goValue(one)
		}
		return list
	case tool.Object:
		table := make(map[string]any, len(v.Members))
		for _, m := range v.Members {
			table[m.Name] = goValue(m.Value)
		}
		return table
	}
	return nil
}
