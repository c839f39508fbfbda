package tool

// The keywords of JSON schema that hold schemas: one, a list, or a table of them.
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

// walk returns a schema in which each schema is what change makes of it, the inner
// ones first. A property that is called as a keyword is no keyword.
func walk(v Value, change func(Value) Value) Value {
	if v.Kind != Object {
		return v
	}
	out := Value{Kind: Object, Members: make([]Member, len(v.Members))}
	for i, m := range v.Members {
		switch {
		case m.Value.Kind == Object && holdsTable[m.Name]:
			inner := Value{Kind: Object}
			for _, p := range m.Value.Members {
				inner.Members = append(inner.Members, Member{p.Name, walk(p.Value, change)})
			}
			m.Value = inner
		case m.Value.Kind == Array && holdsList[m.Name]:
			inner := Value{Kind: Array}
			for _, one := range m.Value.Items {
				inner.Items = append(inner.Items, walk(one, change))
			}
			m.Value = inner
		case holdsOne[m.Name]:
			m.Value = walk(m.Value, change)
		}
		out.Members[i] = m
	}
	return change(out)
}
