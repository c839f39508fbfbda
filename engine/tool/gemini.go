package tool

import (
	"slices"
	"strconv"

	"galley/engine/diag"
)

// The subset of JSON schema that Gemini's `parameters` accepts, from its API's
// documentation and from public reports of what it refused:
//
//   - each schema has a type: string, number, integer, boolean, array or object;
//     or anyOf, which then stands alone;
//   - null is not a type but nullable: true;
//   - the keywords are those of [geminiKeys], each only on the types named there;
//   - enum is a list of strings that is not empty;
//   - format is one of [geminiFormats];
//   - an array has items; required names properties that are there; properties,
//     if given, is not empty;
//   - references are not accepted.
var (
	geminiAny  = []string{"type", "title", "description", "nullable", "default", "example"}
	geminiKeys = map[string][]string{
		"string":  {"enum", "format", "minLength", "maxLength", "pattern"},
		"number":  {"format", "minimum", "maximum"},
		"integer": {"format", "minimum", "maximum"},
		"boolean": {},
		"array":   {"items", "minItems", "maxItems"},
		"object":  {"properties", "required", "propertyOrdering", "minProperties", "maxProperties"},
	}
	geminiFormats = map[string][]string{
		"string": {"enum", "date-time"}, "number": {"float", "double"}, "integer": {"int32", "int64"},
	}
)

const (
	// maxInline limits how many references may be written out inside one another.
	maxInline = 32
	// maxNodes limits how many nodes a schema may have after references are written out. Above the
	// limit, a reference is cut off like a reference to itself.
	maxNodes = 4000
)

// lowering reduces a schema to what Gemini accepts.
type lowering struct {
	w     *writer
	root  Value // the schema to which references refer
	nodes int
}

func (l *lowering) node(v Value, at string, inside []string, depth int) Value {
	l.nodes++
	if v.Kind != Object {
		l.w.change(at, Rewritten, "Gemini has no schema for any value: it becomes a string")
		return Table(Member{"type", Text("string")})
	}
	if v.Has("$ref") {
		return l.reference(v, at, inside, depth)
	}
	v = l.combine(v, at)
	v = l.alternatives(v, at)
	if branches := v.Get("anyOf"); branches.Kind == Array && len(branches.Items) > 0 {
		return l.anyOf(v, at, inside, depth)
	}
	typ := v.Get("type")
	if _, known := geminiKeys[typ.Text]; typ.Kind != String || !known {
		typ = Text(inferred(v))
		l.w.change(at+"/type", Defaulted, "each schema needs a type; from its keywords it is "+typ.Text)
		v = v.Before("type", typ)
	}
	return l.keywords(v, typ.Text, at, inside, depth)
}

// reference replaces a $ref by the schema to which it refers. Keywords beside the $ref override
// those of that schema.
func (l *lowering) reference(v Value, at string, inside []string, depth int) Value {
	ref := v.Get("$ref").Text
	target, ok := l.root.resolve(ref)
	siblings := v.Without("$ref")
	var why string
	switch {
	case !ok || target.Kind != Object:
		why = "the reference " + diag.Clip(ref) + " does not resolve: it becomes any string"
	case slices.Contains(inside, ref):
		why = "the reference " + diag.Clip(ref) + " refers to itself: it ends here"
	case len(inside) >= maxInline || l.nodes > maxNodes:
		why = "the references are nested too deep: they end here"
	}
	if why != "" {
		l.w.change(at, Dropped, why)
		end := Table(Member{"type", Text(inferred(target))})
		for _, key := range []string{"title", "description"} {
			if d := siblings.Get(key); d.Kind == String {
				end = end.With(key, d)
			} else if d := target.Get(key); d.Kind == String {
				end = end.With(key, d)
			}
		}
		if end.Get("type").Is("array") {
			end = end.With("items", Table(Member{"type", Text("string")}))
		}
		return end
	}
	l.w.change(at, Inlined, "references are not known: "+diag.Clip(ref)+" is written out")
	for _, m := range siblings.Members {
		target = target.With(m.Name, m.Value)
	}
	return l.node(target, at, append(slices.Clip(inside), ref), depth+1)
}

// combine merges the schemas of allOf.
func (l *lowering) combine(v Value, at string) Value {
	all := v.Get("allOf")
	if all.Kind == Absent {
		return v
	}
	l.w.change(at+"/allOf", Rewritten, "its schemas are merged")
	v = v.Without("allOf")
	var properties []Member
	var required []Value
	for i, part := range all.Items {
		if target, ok := l.root.resolve(part.Get("$ref").Text); ok && part.Has("$ref") && target.Kind == Object {
			part = target
		}
		for _, m := range part.Members {
			old := v.Get(m.Name)
			switch {
			case old.Kind == Absent:
				v = v.With(m.Name, m.Value)
			case m.Name == "properties" && old.Kind == Object:
				properties = append(properties, m.Value.Members...)
			case m.Name == "required" && old.Kind == Array:
				required = append(required, m.Value.Items...)
			case !old.Equal(m.Value):
				l.w.change(pointer(item(at+"/allOf", i), m.Name), Dropped, "another schema of the list has another value")
			}
		}
	}
	if len(properties) > 0 {
		v = v.With("properties", firstOfEach(v.Get("properties"), properties))
	}
	if len(required) > 0 {
		v = v.With("required", List(append(slices.Clone(v.Get("required").Items), required...)...))
	}
	return v
}

// alternatives converts oneOf, a list of types, and const to keywords of Gemini.
func (l *lowering) alternatives(v Value, at string) Value {
	if one := v.Get("oneOf"); one.Kind == Array && !v.Has("anyOf") {
		l.w.change(at+"/oneOf", Rewritten, "oneOf became anyOf")
		l.w.change(at+"/anyOf", Rewritten, "it was oneOf")
		v = v.Without("oneOf").With("anyOf", one)
	}
	if c := v.Get("const"); c.Kind != Absent {
		l.w.change(at+"/const", Rewritten, "a constant is an enum of one value")
		v = v.Without("const")
		if !v.Has("enum") {
			v = v.With("enum", List(c))
			l.w.change(at+"/enum", Rewritten, "it was const")
		}
	}
	if typ := v.Get("type"); typ.Kind == Array {
		v = l.types(v, typ, at)
	}
	if typ := v.Get("type"); typ.Is("null") {
		l.w.change(at+"/type", Rewritten, "null alone is not a type: a nullable string replaces it")
		v = v.With("type", Text("string")).With("nullable", Flag(true))
	}
	return l.nullBranch(v, at)
}

// types converts a list of types to one type that may be null, or to alternatives.
func (l *lowering) types(v, list Value, at string) Value {
	var types []Value
	null := false
	for _, t := range list.Items {
		if t.Is("null") {
			null = true
		} else {
			types = append(types, t)
		}
	}
	l.w.change(at+"/type", Rewritten, "a list of types became one type, nullable, or anyOf")
	if null {
		v = v.With("nullable", Flag(true))
	}
	if len(types) <= 1 {
		if len(types) == 0 {
			types = []Value{Text("string")}
		}
		return v.With("type", types[0])
	}
	var branches []Value
	for _, t := range types {
		// Each branch gets the keywords that belong to its type.
		branch := Table(Member{"type", t})
		for _, m := range v.Members {
			if slices.Contains(geminiKeys[t.Text], m.Name) {
				branch = branch.With(m.Name, m.Value)
			}
		}
		branches = append(branches, branch)
	}
	for _, keys := range geminiKeys {
		v = v.Without(keys...)
	}
	if v.Has("anyOf") {
		l.w.change(at+"/anyOf", Dropped, "there is a list of types beside it")
	}
	return v.Without("type").With("anyOf", List(branches...))
}

// nullBranch replaces an alternative that is null by the keyword nullable.
func (l *lowering) nullBranch(v Value, at string) Value {
	branches := v.Get("anyOf")
	var rest []Value
	for _, b := range branches.Items {
		if !b.Get("type").Is("null") {
			rest = append(rest, b)
		}
	}
	if len(rest) == len(branches.Items) {
		return v
	}
	l.w.change(at+"/anyOf", Rewritten, "the alternative null became nullable")
	v = v.With("nullable", Flag(true))
	if len(rest) == 0 {
		return v.Without("anyOf")
	}
	return v.With("anyOf", List(rest...))
}

// anyOf writes alternatives. Gemini allows no other keywords beside anyOf. So the other keywords
// are copied into each alternative that does not have them.
func (l *lowering) anyOf(v Value, at string, inside []string, depth int) Value {
	beside := v.Without("anyOf")
	branches := v.Get("anyOf").Items
	if len(beside.Members) > 0 {
		l.w.change(at, Rewritten, "anyOf allows no keyword beside it: the others are copied into each alternative")
	}
	var out []Value
	for i, b := range branches {
		if b.Kind == Object {
			for _, m := range beside.Members {
				if !b.Has(m.Name) {
					b = b.With(m.Name, m.Value)
				}
			}
		}
		out = append(out, l.node(b, item(at+"/anyOf", i), inside, depth+1))
	}
	if len(out) == 1 {
		l.w.change(at+"/anyOf", Rewritten, "a single alternative does not need anyOf")
		return out[0]
	}
	if level := flat(out); len(level) != len(out) {
		l.w.change(at+"/anyOf", Rewritten, "alternatives of alternatives are merged into one list")
		out = level
	}
	return Table(Member{"anyOf", List(out...)})
}

// flat merges alternatives inside alternatives into one list.
func flat(branches []Value) []Value {
	var all []Value
	for _, b := range branches {
		if inner := b.Get("anyOf"); inner.Kind == Array {
			all = append(all, inner.Items...)
		} else {
			all = append(all, b)
		}
	}
	return all
}

// inferred returns the type that the keywords of a schema imply.
func inferred(v Value) string {
	if _, known := geminiKeys[v.Get("type").Text]; known && v.Get("type").Kind == String {
		return v.Get("type").Text
	}
	for _, c := range []struct{ key, typ string }{
		{"properties", "object"}, {"additionalProperties", "object"}, {"required", "object"},
		{"items", "array"}, {"minItems", "array"}, {"maxItems", "array"}, {"minimum", "number"}, {"maximum", "number"},
	} {
		if v.Has(c.key) {
			return c.typ
		}
	}
	if e := v.Get("enum"); len(e.Items) > 0 && e.Items[0].Kind == Bool {
		return "boolean"
	} else if len(e.Items) > 0 && e.Items[0].Kind == Number {
		return "number"
	}
	return "string"
}

// keywords keeps the keywords that a type may have, in their order.
func (l *lowering) keywords(v Value, typ, at string, inside []string, depth int) Value {
	out := Value{Kind: Object}
	for _, m := range v.Members {
		here := pointer(at, m.Name)
		if !slices.Contains(geminiAny, m.Name) && !slices.Contains(geminiKeys[typ], m.Name) {
			l.w.change(here, Dropped, "gemini does not take "+m.Name+" on the type "+typ)
			continue
		}
		value := m.Value
		switch m.Name {
		case "enum":
			value = l.enum(value, here)
		case "format":
			if !slices.Contains(geminiFormats[typ], value.Text) || value.Is("enum") && len(v.Get("enum").Items) == 0 {
				l.w.change(here, Dropped, "gemini does not take the format "+diag.Clip(value.JSON()))
				value = Value{}
			}
		case "items":
			if value.Kind == Array { // a tuple, in the form of older drafts
				l.w.change(here, Rewritten, "Gemini has no tuples: each item gets the first one's schema")
				value = append(slices.Clone(value.Items), Flag(true))[0]
			}
			value = l.node(value, here, inside, depth+1)
		case "properties":
			value = l.properties(value, here, inside, depth)
		case "required", "propertyOrdering":
			value = l.names(value, v.Get("properties"), here)
		case "description", "title":
			if value.Kind != String {
				l.w.change(here, Dropped, "it is not a string")
				value = Value{}
			}
		}
		if value.Kind != Absent {
			out.Members = append(out.Members, Member{m.Name, value})
		}
	}
	if typ == "array" && !out.Has("items") {
		l.w.change(at+"/items", Defaulted, "an array needs items: they are strings")
		out = out.With("items", Table(Member{"type", Text("string")}))
	}
	return out
}

// enum keeps the strings of a list; a null among them becomes the keyword nullable.
func (l *lowering) enum(v Value, at string) Value {
	kept := List()
	for i, one := range v.Items {
		if one.Kind == String {
			kept.Items = append(kept.Items, one)
			continue
		}
		l.w.change(at+"/"+strconv.Itoa(i), Dropped, "an enum for gemini contains only strings")
	}
	if len(kept.Items) == 0 {
		l.w.change(at, Dropped, "an enum needs a value")
		return Value{}
	}
	return kept
}

func (l *lowering) properties(v Value, at string, inside []string, depth int) Value {
	if v.Kind != Object || len(v.Members) == 0 {
		l.w.change(at, Dropped, "properties must not be empty")
		return Value{}
	}
	out := Value{Kind: Object}
	for _, p := range v.Members {
		out.Members = append(out.Members, Member{p.Name, l.node(p.Value, pointer(at, p.Name), inside, depth+1)})
	}
	return out
}

// names keeps the entries of a list, such as required, that name existing properties.
func (l *lowering) names(v, properties Value, at string) Value {
	there := make(map[string]bool, len(properties.Members))
	for _, p := range properties.Members {
		there[p.Name] = true
	}
	kept := List()
	for i, name := range v.Items {
		if name.Kind == String && there[name.Text] {
			delete(there, name.Text)
			kept.Items = append(kept.Items, name)
			continue
		}
		l.w.change(item(at, i), Dropped, "no property has that name, or it is named twice")
	}
	if len(kept.Items) == 0 {
		l.w.change(at, Dropped, "it names nothing")
		return Value{}
	}
	return kept
}
