package tool

import (
	"slices"
	"strconv"

	"galley/engine/diag"
)

// values repairs enum and const in a schema.
func (r *repair) values(v Value, at string) Value {
	here := at + "/enum"
	switch list := v.Get("enum"); list.Kind {
	case Absent:
	case Array:
		v = r.enum(v, list, at)
	case Object, Null:
		r.w.change(here, Dropped, "an enum is a list of values")
		v = v.Without("enum")
	default:
		r.w.change(here, Rewritten, "an enum is a list of values")
		v = v.With("enum", List(list))
	}
	if c := v.Get("const"); r.modern && c.Kind != Absent && v.Has("type") && !fits(c, v.Get("type")) {
		r.w.change(at+"/type", Rewritten, "the constant is of another type")
		v = v.With("type", Text(kindName(c)))
	}
	return v
}

// enum keeps each value that the type allows, once. If the type allows none of the values, the
// type is wrong, and all values are kept.
func (r *repair) enum(v, list Value, at string) Value {
	here := at + "/enum"
	if len(list.Items) == 0 {
		r.w.change(here, Dropped, "an enum needs a value")
		return v.Without("enum")
	}
	typ := v.Get("type")
	typed := r.modern && typ.Kind != Absent
	if typed && !slices.ContainsFunc(list.Items, func(one Value) bool { return fits(one, typ) }) {
		var types []Value
		for _, one := range list.Items {
			if name := Text(kindName(one)); !slices.ContainsFunc(types, name.Equal) {
				types = append(types, name)
			}
		}
		typ = List(types...)
		if len(types) == 1 {
			typ = types[0]
		}
		r.w.change(at+"/type", Rewritten, "the values of the enum are of another type")
		v = v.With("type", typ)
	}
	seen := map[string]bool{}
	var values []Value
	for i, one := range list.Items {
		text := one.JSON()
		switch {
		case seen[text]:
			r.w.change(item(here, i), Dropped, "an enum has each value once")
		case typed && !fits(one, typ):
			r.w.change(item(here, i), Dropped, "the type does not take "+diag.Clip(text))
		default:
			seen[text] = true
			values = append(values, one)
		}
	}
	if len(values) != len(list.Items) {
		v = v.With("enum", List(values...))
	}
	return v
}

// fits reports whether a value is of the type typ, or of one of the types in the list typ.
func fits(v, typ Value) bool {
	if typ.Kind == Array {
		return slices.ContainsFunc(typ.Items, func(one Value) bool { return fits(v, one) })
	}
	name := kindName(v)
	return typ.Is(name) || name == "integer" && typ.Is("number")
}

// kindName returns the type of a value as JSON Schema names it.
func kindName(v Value) string {
	switch v.Kind {
	case Bool:
		return "boolean"
	case Number:
		if f, err := strconv.ParseFloat(v.Text, 64); err == nil && f == float64(int64(f)) {
			return "integer"
		}
		return "number"
	case String:
		return "string"
	case Array:
		return "array"
	case Object:
		return "object"
	}
	return "null"
}
