package tool

import (
	"cmp"
	"slices"
	"strings"

	"galley/engine/diag"
)

// was returns the place in the original schema of a member that may have been moved. at is the
// place of the schema that has the member now, and key is the member's name.
func (r *repair) was(at, key string) string {
	for _, older := range []string{"definitions", "items", "additionalItems", "dependencies"} {
		if r.moved[at+"/"+older] == key {
			return at + "/" + older
		}
	}
	return pointer(at, key)
}

// names changes names of properties that the target does not accept. It also returns a map from
// the old to the new names.
func (r *repair) names(table Value, at string) (Value, map[string]string) {
	rule, known := ruleOf(r.w.to, ruleProperty)
	renamed := map[string]string{}
	if !known {
		return table, renamed
	}
	names := newNamer()
	for _, p := range table.Members {
		names.used[p.Name] = true
	}
	for i, p := range table.Members {
		good := allowedName(p.Name, func(c rune, start bool) bool { return propertyChar(r.w.to, c, start) }, rule.Max)
		switch {
		case good == p.Name:
			continue
		case !rule.Confirmed:
			if !r.kept[p.Name] {
				r.kept[p.Name] = true
				r.w.change(pointer(at, p.Name), Kept, string(r.w.to)+" may refuse the name of this property: "+rule.Says)
			}
			continue
		}
		good = names.unique(good, rule.Max)
		renamed[p.Name] = good
		r.moved[pointer(at, p.Name)] = good
		r.w.change(pointer(at, p.Name), Rewritten, "the property is called "+good+": "+string(r.w.to)+" does not accept the name")
		r.w.change(pointer(at, good), Rewritten, "it was called "+diag.Clip(p.Name))
		table.Members[i].Name = good
	}
	return table, renamed
}

// propertyChar reports whether a property's name may contain a character.
func propertyChar(to Target, c rune, start bool) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
		return true
	case '0' <= c && c <= '9':
		return to != ToGemini || !start
	}
	return (c == '-' || c == '.') && to != ToGemini
}

// follow replaces the old names of properties by the new ones in the lists of a schema that name
// properties.
func (r *repair) follow(v Value, renamed map[string]string, at string) Value {
	list := func(old Value, at string) Value {
		changed := false
		items := slices.Clone(old.Items)
		for i, one := range items {
			if name, is := renamed[one.Text]; is && one.Kind == String {
				items[i], changed = Text(name), true
			}
		}
		if !changed {
			return old
		}
		r.w.change(at, Rewritten, "a property has another name")
		return Value{Kind: Array, Items: items}
	}
	for i, m := range v.Members {
		here := pointer(at, m.Name)
		switch m.Name {
		case "required", "propertyOrdering":
			v.Members[i].Value = list(m.Value, here)
		case "dependentRequired", "dependentSchemas":
			table := Value{Kind: m.Value.Kind}
			changed := false
			for _, d := range m.Value.Members {
				name := cmp.Or(renamed[d.Name], d.Name)
				value := list(d.Value, pointer(here, d.Name))
				changed = changed || name != d.Name || !value.Equal(d.Value)
				table.Members = append(table.Members, Member{name, value})
			}
			if changed {
				r.w.change(here, Rewritten, "a property has another name")
				v.Members[i].Value = table
			}
		}
	}
	return v
}

// references updates every reference to something that was moved.
func (r *repair) references(v Value, at string) Value {
	return walkAt(v, at, func(node Value, at string) Value {
		ref := node.Get("$ref")
		rest, local := strings.CutPrefix(ref.Text, "#/")
		if ref.Kind != String || !local {
			return node
		}
		old, changed := schemaAt, false
		steps := strings.Split(rest, "/")
		for i, step := range steps {
			old += "/" + unescape(step)
			if key, moved := r.moved[old]; moved {
				steps[i], changed = strings.TrimPrefix(pointer("", key), "/"), true
			}
		}
		if !changed {
			return node
		}
		r.w.mild(at+"/$ref", Rewritten, "what it refers to was moved")
		return node.With("$ref", Text("#/"+strings.Join(steps, "/")))
	})
}
