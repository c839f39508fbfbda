package secret

import (
	"reflect"

	"galley/engine/source"
)

// Copy returns a copy of a value for people, with secrets masked. Texts with origins keep their
// length (see [Values.Cover]). Other strings show references in place of secrets (see
// [Values.Mask]). Unexported fields, functions and interfaces stay as they are. If there is
// nothing to mask, Copy returns v itself.
func Copy[T any](values *Values, v T) T {
	if values.Empty() {
		return v
	}
	c := copier{values: values, met: map[any]reflect.Value{}}
	return c.copy(reflect.ValueOf(&v).Elem()).Interface().(T)
}

// Text returns a text of the same length with secrets masked. Its pieces keep their
// origins.
func (v *Values) Text(t source.Text) source.Text {
	whole := t.String()
	covered := v.Cover(whole)
	if covered == whole {
		return t
	}
	var b source.Builder
	at := 0
	for _, p := range t.Pieces() {
		b.Add(covered[at:at+len(p.Text)], p.Origin)
		at += len(p.Text)
	}
	return b.Text()
}

type copier struct {
	values *Values
	met    map[any]reflect.Value // from a pointer to its copy
}

var textType = reflect.TypeFor[source.Text]()

func (c *copier) copy(v reflect.Value) reflect.Value {
	t := v.Type()
	if t == textType {
		return reflect.ValueOf(c.values.Text(v.Interface().(source.Text)))
	}
	switch v.Kind() {
	case reflect.String:
		out := reflect.New(t).Elem()
		out.SetString(c.values.Mask(v.String()))
		return out
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		if done, ok := c.met[v.Interface()]; ok {
			return done
		}
		out := reflect.New(t.Elem())
		c.met[v.Interface()] = out
		out.Elem().Set(c.copy(v.Elem()))
		return out
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		out := reflect.New(t).Elem()
		out.Set(c.copy(v.Elem()))
		return out
	case reflect.Struct:
		out := reflect.New(t).Elem()
		out.Set(v)
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				out.Field(i).Set(c.copy(v.Field(i)))
			}
		}
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(t, v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(c.copy(v.Index(i)))
		}
		return out
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeMap(t)
		for it := v.MapRange(); it.Next(); {
			out.SetMapIndex(c.copy(it.Key()), c.copy(it.Value()))
		}
		return out
	}
	return v
}
