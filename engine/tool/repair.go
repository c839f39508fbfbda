package tool

import (
	"slices"
	"strings"

	"galley/engine/diag"
)

// draft2020 is the identifier of the draft that providers require.
const draft2020 = "https://json-schema.org/draft/2020-12/schema"

// repair makes a schema valid. It converts forms of older drafts and of OpenAPI to draft 2020-12,
// and repairs or drops what no draft accepts. Each change is listed with its place in the original
// schema.
type repair struct {
	w       *writer
	root    Value           // the original schema
	modern  bool            // convert older forms to draft 2020-12
	strict  bool            // a reference must point into the schema
	anchors map[string]bool // the names of anchors, which references may use
	// moved maps the old place of each moved definition to the definition's new key.
	moved map[string]string
	old   bool // an older form was found
	kept  map[string]bool
}

const schemaAt = "/input_schema"

// repaired returns a valid schema. For Gemini's parameters it repairs only values that are not
// schemas, and lowering converts the rest.
func (w *writer) repaired(v Value) Value {
	if v.Kind != Object {
		return v
	}
	lowered := w.to == ToGemini && !w.o.JSONSchema
	modern := !lowered
	if w.to == ToMCP && v.Has("$schema") && !v.Get("$schema").Is(draft2020) {
		modern = false // the target accepts another draft if $schema names it
	}
	return w.repair(v, modern, !lowered && w.to != ToMCP)
}

// Sound returns a schema in draft 2020-12, for code that validates with that draft, and the changes
// that were needed for forms of older drafts and for values that are not schemas.
func Sound(v Value) (Value, []Change) {
	if v.Kind != Object {
		if v.Kind != Bool {
			v = Table()
		}
		return v, nil
	}
	w := &writer{to: ToMCP, names: newNamer()}
	v = w.repair(v, true, true)
	return v, w.out.Changes
}

func (w *writer) repair(v Value, modern, strict bool) Value {
	r := &repair{w: w, root: v, modern: modern, strict: strict, anchors: map[string]bool{}, moved: map[string]string{}, kept: map[string]bool{}}
	walk(v, func(node Value) Value {
		for _, key := range []string{"$id", "id", "$anchor", "$dynamicAnchor"} {
			if name := node.Get(key); name.Kind == String {
				r.anchors[strings.TrimPrefix(name.Text, "#")] = true
			}
		}
		return node
	})
	v = r.node(v, schemaAt)
	if len(r.moved) > 0 {
		v = r.references(v, schemaAt)
	}
	if draft := v.Get("$schema"); r.modern && r.old && draft.Kind == String && !draft.Is(draft2020) {
		w.mild(schemaAt+"/$schema", Rewritten, "forms of an older draft are converted to draft 2020-12")
		v = v.With("$schema", Text(draft2020))
	}
	return v
}

// node repairs one schema and those in it.
func (r *repair) node(v Value, at string) Value {
	switch typ := typeNames[strings.ToLower(v.Text)]; {
	case v.Kind == Bool:
		return v
	case v.Kind == String && typ != "" && typ != "any":
		r.w.change(at, Rewritten, "the name of a type is not a schema")
		return Table(Member{"type", Text(typ)})
	case v.Kind != Object:
		r.w.change(at, Rewritten, diag.Clip(v.JSON())+" is not a schema; an empty schema takes its place, which accepts any value")
		return Table()
	}
	v = r.types(v, at)
	if r.modern {
		v = r.older(v, at)
	}
	return through(v, at, r.shapes, r.liftRequired, r.required, r.values, r.reference, r.children, r.items)
}

// through passes a schema through the steps of the repair in order.
func through(v Value, at string, steps ...func(Value, string) Value) Value {
	for _, step := range steps {
		v = step(v, at)
	}
	return v
}

// typeNames maps names that people give to types, in lower case, to the types of JSON schema.
// "any" means no type.
var typeNames = map[string]string{
	"string": "string", "number": "number", "integer": "integer", "boolean": "boolean", "array": "array", "object": "object", "null": "null",
	"str": "string", "text": "string", "char": "string", "date": "string", "datetime": "string", "date-time": "string", "uuid": "string",
	"int": "integer", "int32": "integer", "int64": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number",
	"num": "number", "bool": "boolean", "list": "array", "tuple": "array", "dict": "object", "map": "object", "record": "object",
	"none": "null", "nil": "null", "any": "any", "mixed": "any", "unknown": "any",
}

// types repairs the names of types in a schema.
func (r *repair) types(v Value, at string) Value {
	given := v.Get("type")
	here := at + "/type"
	switch given.Kind {
	case Absent:
		return v
	case String:
		typ := typeNames[strings.ToLower(given.Text)]
		switch typ {
		case "", "any":
			r.w.change(here, Dropped, diag.Clip(given.JSON())+" is not a type of JSON Schema: any value is accepted")
			return v.Without("type")
		case given.Text:
			return v
		}
		r.w.change(here, Rewritten, diag.Clip(given.JSON())+" is not a type of JSON Schema: it is read as "+typ)
		return v.With("type", Text(typ))
	case Array:
		var all []Value
		for _, one := range given.Items {
			typ := typeNames[strings.ToLower(one.Text)]
			if one.Kind == Null {
				typ = "null"
			}
			if (one.Kind == String || one.Kind == Null) && typ != "" && typ != "any" && !slices.ContainsFunc(all, Text(typ).Equal) {
				all = append(all, Text(typ))
			}
		}
		switch {
		case slices.EqualFunc(all, given.Items, Value.Equal) && len(all) > 0:
			return v
		case len(all) == 0:
			r.w.change(here, Dropped, "the list has no type of JSON Schema: any value is accepted")
			return v.Without("type")
		}
		r.w.change(here, Rewritten, "values that are not types of JSON Schema, and repeated ones, are removed from the list")
		return v.With("type", List(all...))
	}
	r.w.change(here, Dropped, "a type is a word or a list of words: any value is accepted")
	return v.Without("type")
}

// liftRequired moves the keyword "required" from a property into the list of the object that has
// the property. Draft 3 and many people write the keyword in the property.
func (r *repair) liftRequired(v Value, at string) Value {
	properties := v.Get("properties")
	var lifted []Value
	members := slices.Clone(properties.Members)
	for i, p := range members {
		flag := p.Value.Get("required")
		if p.Value.Kind != Object || flag.Kind != Bool {
			continue
		}
		r.w.change(pointer(at+"/properties", p.Name)+"/required", Dropped, "required belongs to the object, as a list, not to the property")
		members[i].Value = p.Value.Without("required")
		if flag.Text == "true" {
			lifted = append(lifted, Text(p.Name))
		}
	}
	if !slices.EqualFunc(members, properties.Members, func(a, b Member) bool { return len(a.Value.Members) == len(b.Value.Members) }) {
		v = v.With("properties", Value{Kind: Object, Members: members})
	}
	if list := v.Get("required"); len(lifted) > 0 && (list.Kind == Array || list.Kind == Absent) {
		named := nameSet(list.Items)
		list = List(slices.Clone(list.Items)...)
		for _, name := range lifted {
			if !named[name.Text] {
				list.Items = append(list.Items, name)
			}
		}
		r.w.change(at+"/required", Rewritten, "a property said that it is required")
		v = v.With("required", list)
	}
	return v
}

func nameSet(items []Value) map[string]bool {
	set := make(map[string]bool, len(items))
	for _, one := range items {
		if one.Kind == String {
			set[one.Text] = true
		}
	}
	return set
}

// required converts the value of the keyword "required" into a list of names, each once.
func (r *repair) required(v Value, at string) Value {
	list := v.Get("required")
	here := at + "/required"
	switch list.Kind {
	case Absent:
		return v
	case String:
		r.w.change(here, Rewritten, "required is a list")
		return r.required(v.With("required", List(list)), at)
	case Array:
	default:
		r.w.change(here, Dropped, "required is a list of names")
		return v.Without("required")
	}
	seen := map[string]bool{}
	var names []Value
	for i, one := range list.Items {
		if one.Kind != String || seen[one.Text] {
			r.w.change(item(here, i), Dropped, "required names each property once")
			continue
		}
		seen[one.Text] = true
		names = append(names, one)
	}
	if len(names) != len(list.Items) {
		v = v.With("required", List(names...))
	}
	r.missing(v, seen, here)
	return v
}

// missing reports required names that are not properties. Draft 2020-12 allows them, but a model
// can hardly know what to pass.
func (r *repair) missing(v Value, required map[string]bool, at string) {
	properties := v.Get("properties")
	if r.w.to == ToGemini && !r.modern || properties.Kind != Object || slices.ContainsFunc([]string{"$ref", "allOf", "anyOf", "oneOf", "patternProperties"}, v.Has) {
		return
	}
	for _, p := range properties.Members {
		delete(required, p.Name)
	}
	if len(required) == 0 {
		return
	}
	names := make([]string, 0, len(required))
	for name := range required {
		names = append(names, name)
	}
	r.w.change(at, Kept, "no property is called "+diag.Clip(slices.Min(names))+", and it is required")
}

// reference drops a reference that cannot be resolved within the schema, because a provider does
// not load other files.
func (r *repair) reference(v Value, at string) Value {
	ref := v.Get("$ref")
	if !r.strict || ref.Kind == Absent {
		return v
	}
	path, name, fragment := strings.Cut(ref.Text, "#")
	_, found := r.root.resolve(ref.Text)
	switch {
	case found, fragment && path == "" && r.anchors[name], path != "" && r.anchors[path]:
		return v
	}
	r.w.change(at+"/$ref", Dropped, "the reference "+diag.Clip(ref.Text)+" does not resolve in this schema: any value is accepted")
	return v.Without("$ref")
}

// items adds the keyword items to an array if the target requires it.
func (r *repair) items(v Value, at string) Value {
	typ := v.Get("type")
	if r.w.to != ToOpenAI || v.Has("items") || !typ.Is("array") && !slices.ContainsFunc(typ.Items, func(t Value) bool { return t.Is("array") }) {
		return v
	}
	why := "an array needs items: any values are accepted"
	if v.Has("prefixItems") {
		why = "an array needs items beside prefixItems: any values are accepted after them"
	}
	r.w.change(at+"/items", Defaulted, why)
	return v.With("items", Table())
}

// children repairs the schemas inside a schema, and the names of its properties.
func (r *repair) children(v Value, at string) Value {
	out := Value{Kind: Object, Members: make([]Member, 0, len(v.Members))}
	renamed := map[string]string{}
	for _, m := range v.Members {
		here := r.was(at, m.Name)
		switch {
		case holdsTable[m.Name] && m.Value.Kind == Object:
			table := Value{Kind: Object, Members: make([]Member, 0, len(m.Value.Members))}
			for _, p := range m.Value.Members {
				table.Members = append(table.Members, Member{p.Name, r.node(p.Value, pointer(here, p.Name))})
			}
			if m.Name == "properties" {
				table, renamed = r.names(table, here)
			}
			m.Value = table
		case holdsList[m.Name] && m.Value.Kind == Array:
			list := Value{Kind: Array, Items: make([]Value, 0, len(m.Value.Items))}
			for i, one := range m.Value.Items {
				list.Items = append(list.Items, r.node(one, item(here, i)))
			}
			m.Value = list
		case holdsOne[m.Name]:
			m.Value = r.node(m.Value, here)
		}
		out.Members = append(out.Members, m)
	}
	if len(renamed) > 0 {
		out = r.follow(out, renamed, at)
	}
	return out
}
