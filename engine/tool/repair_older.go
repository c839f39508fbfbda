package tool

import (
	"strconv"
	"strings"

	"galley/engine/diag"
)

// older converts the forms of drafts 3 to 7 and of OpenAPI to draft 2020-12.
func (r *repair) older(v Value, at string) Value {
	return through(v, at, r.bounds, r.tuple, r.definitions, r.dependencies, r.identifier, r.nullable)
}

// bounds converts a boolean exclusiveMinimum or exclusiveMaximum of draft 4 to a number.
func (r *repair) bounds(v Value, at string) Value {
	for _, pair := range [][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}} {
		flag, bound := v.Get(pair[0]), v.Get(pair[1])
		if flag.Kind != Bool {
			continue
		}
		r.old = true
		if flag.Text == "false" || bound.Kind != Number {
			r.w.change(at+"/"+pair[0], Dropped, "since draft 6 "+pair[0]+" is a number")
			v = v.Without(pair[0])
			continue
		}
		r.w.change(at+"/"+pair[0], Rewritten, "since draft 6 "+pair[0]+" is a number")
		r.w.change(at+"/"+pair[1], Dropped, "it is what "+pair[0]+" says")
		v = v.With(pair[0], bound).Without(pair[1])
	}
	return v
}

// tuple converts lists of items. Up to draft 2019-09 such a list was a tuple, and additionalItems
// described the items after it.
func (r *repair) tuple(v Value, at string) Value {
	items, more := v.Get("items"), v.Get("additionalItems")
	if items.Kind != Array {
		if more.Kind != Absent {
			r.old = true
			r.w.mild(at+"/additionalItems", Dropped, "it has no effect if items is one schema")
			v = v.Without("additionalItems")
		}
		return v
	}
	r.old = true
	if v.Has("prefixItems") {
		r.w.change(at+"/items", Dropped, "prefixItems beside it has the schemas of a tuple since draft 2020-12")
	} else {
		r.w.change(at+"/items", Rewritten, "a tuple is prefixItems since draft 2020-12")
	}
	v = v.Without("items", "additionalItems")
	if len(items.Items) > 0 && !v.Has("prefixItems") {
		r.w.change(at+"/prefixItems", Rewritten, "it was items")
		r.moved[at+"/items"] = "prefixItems"
		v = v.With("prefixItems", items)
	}
	if more.Kind != Absent {
		r.w.change(at+"/additionalItems", Rewritten, "it is items since draft 2020-12")
		r.moved[at+"/additionalItems"] = "items"
		v = v.With("items", more)
	}
	return v
}

// oldTable returns the table under a key that only older drafts have. It also records that the
// schema has an older form.
func (r *repair) oldTable(v Value, key string) (table Value, found bool) {
	table = v.Get(key)
	found = table.Kind == Object
	r.old = r.old || found
	return table, found
}

// definitions converts definitions to $defs, their name since draft 2019-09.
func (r *repair) definitions(v Value, at string) Value {
	old, found := r.oldTable(v, "definitions")
	if !found {
		return v
	}
	there := v.Get("$defs")
	if there.Kind == Object {
		for _, d := range old.Members {
			if there.Has(d.Name) {
				return v // a reference uses "definitions" in another sense, so keep the older key, which still works
			}
		}
		r.w.mild(at+"/definitions", Rewritten, "definitions are $defs since draft 2019-09")
		r.w.mild(at+"/$defs", Rewritten, "definitions are merged into it")
		r.moved[at+"/definitions"] = "$defs"
		merged := Value{Kind: Object, Members: append(append([]Member{}, there.Members...), old.Members...)}
		return v.Without("definitions").With("$defs", merged)
	}
	r.w.mild(at+"/definitions", Rewritten, "definitions are $defs since draft 2019-09")
	r.w.mild(at+"/$defs", Rewritten, "it was definitions")
	r.moved[at+"/definitions"] = "$defs"
	out := Value{Kind: Object}
	for _, m := range v.Members {
		switch m.Name {
		case "$defs": // "$defs" contains something other than definitions
		case "definitions":
			out.Members = append(out.Members, Member{"$defs", old})
		default:
			out.Members = append(out.Members, m)
		}
	}
	return out
}

// dependencies converts dependencies to dependentRequired and dependentSchemas, their
// names since draft 2019-09.
func (r *repair) dependencies(v Value, at string) Value {
	old, found := r.oldTable(v, "dependencies")
	if !found {
		return v
	}
	r.w.mild(at+"/dependencies", Rewritten, "dependencies are dependentRequired and dependentSchemas since draft 2019-09")
	names, schemas := v.Get("dependentRequired"), v.Get("dependentSchemas")
	for _, d := range old.Members {
		switch d.Value.Kind {
		case Array:
			names = Value{Kind: Object, Members: append(names.Members[:len(names.Members):len(names.Members)], d)}
		case String:
			names = Value{Kind: Object, Members: append(names.Members[:len(names.Members):len(names.Members)], Member{d.Name, List(d.Value)})}
		default:
			schemas = Value{Kind: Object, Members: append(schemas.Members[:len(schemas.Members):len(schemas.Members)], d)}
		}
	}
	v = v.Without("dependencies")
	for _, one := range []Member{{"dependentRequired", names}, {"dependentSchemas", schemas}} {
		if one.Value.Kind == Object {
			r.w.mild(at+"/"+one.Name, Rewritten, "from dependencies")
			v = v.With(one.Name, one.Value)
		}
	}
	if schemas.Kind == Object {
		r.moved[at+"/dependencies"] = "dependentSchemas"
	}
	return v
}

// identifier converts id to $id (since draft 6), and its fragment to $anchor (since
// draft 2019-09).
func (r *repair) identifier(v Value, at string) Value {
	if id := v.Get("id"); id.Kind == String {
		r.old = true
		if at == schemaAt && !v.Has("$id") && !strings.Contains(id.Text, "#") {
			r.w.mild(at+"/id", Rewritten, "id is $id since draft 6")
			r.w.mild(at+"/$id", Rewritten, "it was id")
			v = v.Without("id").With("$id", id)
		} else {
			r.w.mild(at+"/id", Dropped, "id means nothing since draft 6")
			v = v.Without("id")
		}
	}
	if id := v.Get("$id"); id.Kind == String {
		base, fragment, has := strings.Cut(id.Text, "#")
		if !has || fragment == "" {
			return v
		}
		r.old = true
		r.w.mild(at+"/$id", Dropped, "a fragment is $anchor since draft 2019-09")
		v = v.Without("$id")
		if base == "" && !v.Has("$anchor") && plainName(fragment) {
			r.w.change(at+"/$anchor", Rewritten, "from $id")
			v = v.With("$anchor", Text(fragment))
		}
	}
	return v
}

// plainName reports whether a text can be the name of an anchor.
func plainName(s string) bool {
	return allowedName(s, func(c rune, start bool) bool {
		return propertyChar(ToClaude, c, start) && (!start || !('0' <= c && c <= '9') && c != '-' && c != '.')
	}, len(s)) == s
}

// nullable converts OpenAPI's keyword nullable to a null type.
func (r *repair) nullable(v Value, at string) Value {
	flag := v.Get("nullable")
	if flag.Kind == Absent {
		return v
	}
	r.old = true
	here := at + "/nullable"
	typ := v.Get("type")
	switch null := Text("null"); {
	case flag.Kind != Bool || flag.Text == "false":
		r.w.change(here, Dropped, "JSON Schema has no nullable")
	case typ.Kind == String && !typ.Is("null"):
		r.w.change(here, Rewritten, "JSON Schema has no nullable: null is one of the types")
		r.w.change(at+"/type", Rewritten, "it was nullable")
		v = v.With("type", List(typ, null))
	case typ.Kind == Array && !fits(Value{Kind: Null}, typ):
		r.w.change(here, Rewritten, "JSON Schema has no nullable: null is one of the types")
		r.w.change(at+"/type", Rewritten, "it was nullable")
		v = v.With("type", List(append(typ.Items[:len(typ.Items):len(typ.Items)], null)...))
	case typ.Kind == Absent && v.Get("anyOf").Kind == Array:
		r.w.change(here, Rewritten, "JSON Schema has no nullable: null is one of the alternatives")
		r.w.change(at+"/anyOf", Rewritten, "it was nullable")
		branches := v.Get("anyOf").Items
		v = v.With("anyOf", List(append(branches[:len(branches):len(branches)], Table(Member{"type", null}))...))
	case typ.Kind == Absent && v.Has("$ref"):
		r.w.change(at, Rewritten, "JSON Schema has no nullable: null is an alternative")
		return Table(Member{"anyOf", List(v.Without("nullable"), Table(Member{"type", null}))})
	default:
		r.w.change(here, Dropped, "JSON Schema has no nullable, and without a type null is accepted anyway")
	}
	return v.Without("nullable")
}

// shape says which form the value of a keyword must have.
type shape struct {
	words string
	is    func(Value) bool
}

var (
	text   = shape{"a text", func(v Value) bool { return v.Kind == String }}
	number = shape{"a number", func(v Value) bool { return v.Kind == Number }}
	above0 = shape{"a number above 0", func(v Value) bool {
		f, err := strconv.ParseFloat(v.Text, 64)
		return v.Kind == Number && err == nil && f > 0
	}}
	count   = shape{"a whole number that is not negative", func(v Value) bool { return kindName(v) == "integer" && !strings.HasPrefix(v.Text, "-") }}
	flag    = shape{"true or false", func(v Value) bool { return v.Kind == Bool }}
	table   = shape{"an object", func(v Value) bool { return v.Kind == Object }}
	several = shape{"a list that is not empty", func(v Value) bool { return v.Kind == Array && len(v.Items) > 0 }}
	schema  = shape{"a schema", func(v Value) bool { return v.Kind != Null }}
)

// keywordShapes maps keywords to the shapes of their values. It has the keywords of draft 2020-12
// and the older keywords that this draft still allows.
var keywordShapes = map[string]shape{
	"$ref": text, "$dynamicRef": text, "$id": text, "$anchor": text, "$dynamicAnchor": text, "$schema": text, "$comment": text,
	"title": text, "description": text, "format": text, "pattern": text, "contentEncoding": text, "contentMediaType": text,
	"minimum": number, "maximum": number, "exclusiveMinimum": number, "exclusiveMaximum": number, "multipleOf": above0,
	"minLength": count, "maxLength": count, "minItems": count, "maxItems": count, "minProperties": count, "maxProperties": count,
	"minContains": count, "maxContains": count,
	"nullable": flag, "uniqueItems": flag, "readOnly": flag, "writeOnly": flag, "deprecated": flag,
	"properties": table, "patternProperties": table, "$defs": table, "definitions": table, "dependentSchemas": table, "dependentRequired": table,
	"dependencies": table, "$vocabulary": table,
	"allOf": several, "anyOf": several, "oneOf": several, "prefixItems": several,
	"items": schema, "additionalItems": schema, "contains": schema, "additionalProperties": schema, "propertyNames": schema, "not": schema,
	"if": schema, "then": schema, "else": schema, "unevaluatedItems": schema, "unevaluatedProperties": schema, "contentSchema": schema,
}

// KnownKeyword reports whether a word is a keyword of draft 2020-12, or an older one
// that [Sound] converts.
func KnownKeyword(name string) bool {
	if _, known := keywordShapes[name]; known {
		return true
	}
	switch name {
	case "type", "enum", "const", "required", "default", "examples", "example", "id", "nullable":
		return true
	}
	return false
}

// shapes repairs or drops keywords whose values do not have the right shape.
func (r *repair) shapes(v Value, at string) Value {
	out := Value{Kind: Object, Members: make([]Member, 0, len(v.Members))}
	for _, m := range v.Members {
		here := pointer(at, m.Name)
		want, known := keywordShapes[m.Name]
		switch {
		case !known && m.Name == "examples" && m.Value.Kind != Array:
			r.w.change(here, Rewritten, "examples are a list")
			m.Value = List(m.Value)
		case !known || want.is(m.Value) || !r.modern && m.Value.Kind == Bool && strings.HasPrefix(m.Name, "exclusive"):
		case m.Name == "description" && m.Value.Kind != Null:
			r.w.change(here, Rewritten, "a description is a text")
			m.Value = Text(m.Value.JSON())
		case m.Value.Kind == String && (want.is(Value{Kind: Number, Text: m.Value.Text})) && isNumber(m.Value.Text):
			r.w.change(here, Rewritten, m.Name+" has to be "+want.words)
			m.Value = Value{Kind: Number, Text: m.Value.Text}
		default:
			r.w.change(here, Dropped, m.Name+" has to be "+want.words+", and is "+diag.Clip(m.Value.JSON()))
			continue
		}
		if m.Name == "dependentRequired" {
			m.Value = r.dependentRequired(m.Value, here)
		}
		if m.Name == "patternProperties" && r.w.to == ToClaude {
			r.w.change(here, Kept, "claude may refuse patternProperties: one report says so")
		}
		out.Members = append(out.Members, m)
	}
	return out
}

// isNumber reports whether a text is a number as JSON writes it.
func isNumber(s string) bool {
	v, _, err := ParseJSON(s)
	return err == nil && v.Kind == Number && v.Text == s
}

// dependentRequired keeps lists of names.
func (r *repair) dependentRequired(v Value, at string) Value {
	out := Value{Kind: Object}
	for _, m := range v.Members {
		seen := map[string]bool{}
		good := m.Value.Kind == Array
		for _, one := range m.Value.Items {
			good = good && one.Kind == String && !seen[one.Text]
			seen[one.Text] = true
		}
		if !good {
			r.w.change(pointer(at, m.Name), Dropped, "it has to be a list of names")
			continue
		}
		out.Members = append(out.Members, m)
	}
	return out
}
