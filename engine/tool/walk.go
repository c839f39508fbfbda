package tool

import "slices"

// The keywords of JSON schema whose values are schemas: a single schema, a list of schemas, or a
// table of schemas.
var (
	holdsOne = map[string]bool{
		"items": true, "additionalItems": true, "contains": true, "additionalProperties": true, "propertyNames": true,
		"unevaluatedItems": true, "unevaluatedProperties": true, "not": true, "if": true, "then": true, "else": true,
	}
	holdsList  = map[string]bool{"anyOf": true, "oneOf": true, "allOf": true, "prefixItems": true, "items": true}
	holdsTable = map[string]bool{
		"properties": true, "patternProperties": true, "$defs": true, "definitions": true, "dependentSchemas": true,
	}
)

// Walk returns v with change applied to v and to each schema in it. It visits inner schemas first.
// at is the JSON pointer of v.
func Walk(v Value, at string, change func(v Value, at string) Value) Value {
	return walkAt(v, at, change)
}

// walkAt does the same as walk, for a change function that needs the JSON pointer of each schema.
func walkAt(v Value, at string, change func(v Value, at string) Value) Value {
	if v.Kind != Object {
		return v
	}
	out := Value{Kind: Object, Members: make([]Member, len(v.Members))}
	for i, m := range v.Members {
		here := pointer(at, m.Name)
		switch {
		case m.Value.Kind == Object && holdsTable[m.Name]:
			inner := Value{Kind: Object, Members: make([]Member, len(m.Value.Members))}
			for j, p := range m.Value.Members {
				inner.Members[j] = Member{p.Name, walkAt(p.Value, pointer(here, p.Name), change)}
			}
			m.Value = inner
		case m.Value.Kind == Array && holdsList[m.Name]:
			inner := Value{Kind: Array, Items: make([]Value, len(m.Value.Items))}
			for j, one := range m.Value.Items {
				inner.Items[j] = walkAt(one, item(here, j), change)
			}
			m.Value = inner
		case holdsOne[m.Name]:
			m.Value = walkAt(m.Value, here, change)
		}
		out.Members[i] = m
	}
	return change(out, at)
}

// walk returns v with change applied to v and to each schema in it. It visits inner schemas first.
// A property whose name is a keyword does not count as the keyword.
func walk(v Value, change func(Value) Value) Value {
	return walkAt(v, "", func(node Value, _ string) Value { return change(node) })
}

// firstOfEach adds members to a table. Among members with the same name, it keeps the first.
func firstOfEach(table Value, more []Member) Value {
	out := Value{Kind: Object, Members: slices.Clone(table.Members)}
	known := make(map[string]bool, len(out.Members)+len(more))
	for _, m := range out.Members {
		known[m.Name] = true
	}
	for _, m := range more {
		if !known[m.Name] {
			known[m.Name] = true
			out.Members = append(out.Members, m)
		}
	}
	return out
}
