package codebolt

import (
	"slices"
	"strconv"

	"galley/engine/tool"
)

// options are a modifier's options as JavaScript sees them.
type options struct{ tool.Value }

// number is `options.key || otherwise` of JavaScript.
func (o options) number(key string, otherwise int) int {
	if n, ok := o.float(key); ok && n != 0 {
		return int(n)
	}
	return otherwise
}

// float returns the number that a key has, if any.
func (o options) float(key string) (float64, bool) {
	v := o.Get(key)
	if v.Kind != tool.Number {
		return 0, false
	}
	n, err := strconv.ParseFloat(v.Text, 64)
	return n, err == nil
}

// on is `options.key !== false` of JavaScript.
func (o options) on(key string) bool {
	v := o.Get(key)
	return v.Kind != tool.Bool || v.Text != "false"
}

// truthy is `options.key || false` of JavaScript.
func (o options) truthy(key string) bool { return truthy(o.Get(key)) }

// text returns a string, or "" if none is given.
func (o options) text(key string) string {
	if v := o.Get(key); v.Kind == tool.String {
		return v.Text
	}
	return ""
}

// texts returns the strings of a list, if given.
func (o options) texts(key string) (all []string, given bool) {
	v := o.Get(key)
	for _, item := range v.Items {
		if item.Kind == tool.String {
			all = append(all, item.Text)
		}
	}
	return all, v.Kind == tool.Array
}

// truthy reports whether a value is truthy in JavaScript.
func truthy(v tool.Value) bool {
	switch v.Kind {
	case tool.Absent, tool.Null:
		return false
	case tool.Bool:
		return v.Text == "true"
	case tool.String:
		return v.Text != ""
	case tool.Number:
		n, err := strconv.ParseFloat(v.Text, 64)
		return err != nil || n != 0
	}
	return true
}

// first is JavaScript's slice(0, n).
func first[T any](list []T, n int) []T {
	if n < 0 {
		n = max(len(list)+n, 0)
	}
	return list[:min(n, len(list))]
}

// parsed returns a JSON value as JSON.parse stores it: integer keys come first, in
// numeric order, and numbers have JavaScript's spelling.
func parsed(v tool.Value) tool.Value {
	switch v.Kind {
	case tool.Number:
		if n, err := strconv.ParseFloat(v.Text, 64); err == nil {
			v.Text = number(n)
		}
	case tool.Array:
		v.Items = slices.Clone(v.Items)
		for i := range v.Items {
			v.Items[i] = parsed(v.Items[i])
		}
	case tool.Object:
		v.Members = slices.Clone(v.Members)
		for i := range v.Members {
			v.Members[i].Value = parsed(v.Members[i].Value)
		}
		slices.SortStableFunc(v.Members, func(a, b tool.Member) int {
			x, y := index(a.Name), index(b.Name)
			switch {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
	}
	return v
}

// index returns the position of an array index among an object's keys. All other keys have the same
// position after them.
func index(key string) uint64 {
	const behind = 1<<32 - 1
	n, err := strconv.ParseUint(key, 10, 32)
	if err != nil || n >= behind || strconv.FormatUint(n, 10) != key {
		return behind
	}
	return n
}

// number spells a number as JavaScript does.
func number(n float64) string {
	switch a := max(n, -n); {
	case n == 0:
		return "0"
	case a >= 1e-6 && a < 1e21:
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	s := strconv.FormatFloat(n, 'e', -1, 64)
	// e+21 stays, e-07 becomes e-7.
	if i := len(s) - 2; s[i] == '0' && (s[i-1] == '-' || s[i-1] == '+') {
		s = s[:i] + s[i+1:]
	}
	return s
}
