package tool

import (
	"fmt"
	"slices"
	"strings"

	"galley/engine/diag"
)

// schema returns a tool's schema in the form for the target.
func (w *writer) schema(v Value) Value {
	const at = schemaAt
	v = w.root(w.repaired(v), at)
	if w.to != ToGemini {
		return v
	}
	w.depth(v, at)
	if w.o.JSONSchema {
		return v
	}
	l := lowering{w: w, root: v}
	v = l.node(v, at, nil, 0)
	if len(v.Get("properties").Members) == 0 {
		// Gemini refuses an object without properties. A function without arguments has no
		// parameters there.
		w.change(at, Dropped, "a function without arguments has no parameters in gemini")
		return Value{}
	}
	return v
}

// root makes the schema at the top level an object that lists its properties, as every target
// requires.
func (w *writer) root(v Value, at string) Value {
	empty := Table(Member{"type", Text("object")}, Member{"properties", Table()})
	switch {
	case v.Kind == Absent:
		w.change(at, Defaulted, "the schema is missing: the tool is assumed to take no arguments")
		return empty
	case v.Kind != Object:
		w.change(at, Defaulted, "the schema is not an object: the tool is assumed to take no arguments")
		return empty
	}
	v = w.rootReference(v, at)
	v = w.rootBranches(v, at)
	switch typ := v.Get("type"); {
	case typ.Kind == Absent, typ.Kind == Null:
		w.change(at+"/type", Defaulted, "the arguments of a tool are an object")
		v = v.Without("type").Before("type", Text("object"))
	case typ.Kind == Array && slices.ContainsFunc(typ.Items, isObject):
		w.change(at+"/type", Rewritten, "the arguments of a tool are an object")
		v = v.With("type", Text("object"))
	case !typ.Is("object"):
		w.change(at, Defaulted, "the schema is of the type "+diag.Clip(typ.JSON())+", not an object: the tool is assumed to take no arguments")
		return empty
	}
	if v.Get("properties").Kind != Object {
		tell := w.mild
		if w.to == ToOpenAI {
			tell = w.change
		}
		tell(at+"/properties", Defaulted, "some targets refuse an object without properties: an empty object is added")
		v = v.With("properties", Table())
	}
	return v
}

// depth reports a schema that is nested deeper than the target may accept.
func (w *writer) depth(v Value, at string) {
	r, known := ruleOf(w.to, ruleDepth)
	if !known {
		return
	}
	deepest := ""
	levels := 0
	walkAt(v, at, func(node Value, at string) Value {
		if n := strings.Count(at, "/"); n > levels {
			levels, deepest = n, at
		}
		return node
	})
	// Two steps of a pointer lead into most nested schemas (properties/name, anyOf/0), but only one
	// step leads into that of items. So this number may be too small.
	if levels = levels / 2; levels > r.Max {
		w.change(deepest, Kept, fmt.Sprintf("schemas are nested %d deep, and %s refuses what is too deep", levels, w.to))
	}
}

func isObject(v Value) bool { return v.Is("object") }

// rootReference replaces a reference at the top level by the schema to which it refers. No target
// accepts a reference at the top level.
func (w *writer) rootReference(v Value, at string) Value {
	for range maxInline {
		ref := v.Get("$ref")
		if ref.Kind == Absent {
			return v
		}
		target, ok := v.resolve(ref.Text)
		v = v.Without("$ref")
		if !ok || ref.Kind != String || ref.Text == "#" || target.Kind != Object {
			w.change(at+"/$ref", Dropped, "it refers to nothing in this schema")
			return v
		}
		w.change(at+"/$ref", Inlined, "a reference is not allowed at the top")
		for _, m := range target.Members {
			if !v.Has(m.Name) {
				v = v.With(m.Name, m.Value)
				w.change(pointer(at, m.Name), Inlined, "from "+ref.Text)
			}
		}
	}
	w.change(at+"/$ref", Dropped, "it refers to itself")
	return v.Without("$ref")
}

// rootBranches removes alternatives from the top level, where targets do not allow them. It keeps
// the properties that the alternatives list, but does not require any of these properties.
func (w *writer) rootBranches(v Value, at string) Value {
	if w.to == ToMCP {
		return v // MCP is a protocol and not a model: it accepts any schema of an object
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		branches := v.Get(key)
		if branches.Kind == Absent {
			continue
		}
		w.change(pointer(at, key), Dropped, "not allowed at the top: what its branches list is kept as properties")
		collected := w.branches(v, at)
		for _, b := range branches.Items {
			if target, ok := v.resolve(b.Get("$ref").Text); ok && b.Has("$ref") {
				b = target
			}
			collected.merge(b, key == "allOf")
		}
		v = collected.into(v.Without(key))
	}
	for _, key := range []string{"enum", "const", "not"} {
		if w.to != ToClaude && v.Has(key) {
			w.change(pointer(at, key), Dropped, "not allowed at the top")
			v = v.Without(key)
		}
	}
	return v
}

// branches collects the properties that the alternatives at the top level list.
type branches struct {
	w          *writer
	at         string
	properties Value
	required   Value
	names      map[string]bool // the properties' names
	wanted     map[string]bool // the required names
}

func (w *writer) branches(v Value, at string) *branches {
	b := &branches{w: w, at: at, properties: v.Get("properties"), required: v.Get("required"), names: map[string]bool{}}
	b.properties.Members, b.required.Items = slices.Clone(b.properties.Members), slices.Clone(b.required.Items)
	for _, m := range b.properties.Members {
		b.names[m.Name] = true
	}
	b.wanted = nameSet(b.required.Items)
	return b
}

// merge adds a branch's properties and, if require is set, its required names.
func (b *branches) merge(branch Value, require bool) {
	for _, m := range branch.Get("properties").Members {
		if b.names[m.Name] {
			continue
		}
		if b.properties.Kind == Absent {
			b.properties.Kind = Object
			b.w.change(b.at+"/properties", Rewritten, "from a branch at the top")
		}
		b.names[m.Name] = true
		b.properties.Members = append(b.properties.Members, m)
		b.w.change(pointer(b.at+"/properties", m.Name), Rewritten, "from a branch at the top")
	}
	if !require {
		return
	}
	for _, name := range branch.Get("required").Items {
		if name.Kind == String && !b.wanted[name.Text] {
			b.wanted[name.Text] = true
			b.required.Kind = Array
			b.required.Items = append(b.required.Items, name)
			b.w.change(b.at+"/required", Rewritten, "from a branch at the top")
		}
	}
}

// into returns the schema with the collected properties added to it.
func (b *branches) into(v Value) Value {
	if len(b.properties.Members) > 0 {
		v = v.With("properties", b.properties)
	}
	if len(b.required.Items) > 0 {
		v = v.With("required", b.required)
	}
	return v
}
