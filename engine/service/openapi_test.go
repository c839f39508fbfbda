package service

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

type object = map[string]any

var api = func() object {
	var doc object
	if err := json.Unmarshal(description, &doc); err != nil {
		panic(err)
	}
	return doc
}()

// at returns the value at a path in a JSON tree, or nil if it is not there.
func at(v any, names ...string) any {
	for _, name := range names {
		o, _ := v.(object)
		v = o[name]
	}
	return v
}

// pathOf returns the path template in openapi.json that a request's path matches.
func pathOf(path string) string {
	path, _, _ = strings.Cut(path, "?")
	for known := range at(api, "paths").(object) {
		a, b := strings.Split(known, "/"), strings.Split(path, "/")
		same := len(a) == len(b)
		for i := 0; same && i < len(a); i++ {
			same = a[i] == b[i] || strings.HasPrefix(a[i], "{")
		}
		if same {
			return known
		}
	}
	return ""
}

// described checks a response against openapi.json.
func described(method, path string, r reply) error {
	if ct := r.header.Get("Content-Type"); ct != "application/json; charset=utf-8" {
		return fmt.Errorf("content type %q", ct)
	}
	failure := at(api, "components", "schemas", "Error")
	known := pathOf(path)
	operation := at(api, "paths", known, strings.ToLower(method))
	if known == "" || operation == nil {
		return check(failure, r.json, "") // a 404 or 405 outside the described operations
	}
	response := at(operation, "responses", fmt.Sprint(r.status))
	if response == nil {
		return fmt.Errorf("the status is not described")
	}
	return check(at(response, "content", "application/json", "schema"), r.json, "")
}

// check validates a value against a schema. It supports the few keywords that openapi.json uses.
func check(schema, v any, where string) error {
	s, ok := schema.(object)
	if !ok {
		return fmt.Errorf("%s: no schema", where)
	}
	for word := range s {
		if !slices.Contains([]string{"$ref", "type", "properties", "required", "additionalProperties", "items", "enum", "minimum", "minLength", "maxLength", "format", "description"}, word) {
			return fmt.Errorf("%s: this test does not support the keyword %q", where, word)
		}
	}
	if ref, ok := s["$ref"].(string); ok {
		return check(at(api, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...), v, where)
	}
	if values, ok := s["enum"].([]any); ok && !slices.Contains(values, v) {
		return fmt.Errorf("%s: %v is not one of %v", where, v, values)
	}
	switch s["type"] {
	case "string":
		_, ok = v.(string)
	case "boolean":
		_, ok = v.(bool)
	case "integer":
		var n float64
		n, ok = v.(float64)
		low, bounded := s["minimum"].(float64)
		ok = ok && n == float64(int(n)) && (!bounded || n >= low)
	case "array":
		var list []any
		if list, ok = v.([]any); ok {
			for i, one := range list {
				if err := check(s["items"], one, fmt.Sprintf("%s[%d]", where, i)); err != nil {
					return err
				}
			}
		}
	case "object":
		var o object
		if o, ok = v.(object); ok {
			return checkObject(s, o, where)
		}
	}
	if !ok {
		return fmt.Errorf("%s: %v is not of type %v", where, v, s["type"])
	}
	return nil
}

func checkObject(s, o object, where string) error {
	properties, _ := s["properties"].(object)
	required, _ := s["required"].([]any)
	for _, name := range required {
		if _, there := o[name.(string)]; !there {
			return fmt.Errorf("%s: %s is missing", where, name)
		}
	}
	for name, one := range o {
		sub, there := properties[name]
		if !there {
			if s["additionalProperties"] == false {
				return fmt.Errorf("%s: %s is not described", where, name)
			}
			continue
		}
		if err := check(sub, one, where+"."+name); err != nil {
			return err
		}
	}
	return nil
}

func TestOpenAPIListsEveryOperation(t *testing.T) {
	var got, want []string
	for path, item := range at(api, "paths").(object) {
		for _, method := range []string{"get", "put", "post", "delete", "patch"} {
			if at(item, method) != nil {
				want = append(want, strings.ToUpper(method)+" "+path)
			}
		}
	}
	for _, r := range table {
		got = append(got, r.method+" "+r.path)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("handled   %q\ndescribed %q", got, want)
	}
}

func TestOpenAPIListsEveryField(t *testing.T) {
	for name, members := range map[string][]string{
		"RenderRequest": renderMembers, "PromptRequest": promptMembers, "CompactRequest": compactMembers,
	} {
		described := slices.Sorted(maps.Keys(at(api, "components", "schemas", name, "properties").(object)))
		if members := slices.Sorted(slices.Values(members)); !slices.Equal(members, described) {
			t.Errorf("%s: read %q, described %q", name, members, described)
		}
	}
	words := slices.Sorted(maps.Values(words))
	var described []string
	for _, w := range at(api, "components", "schemas", "Error", "properties", "error", "enum").([]any) {
		described = append(described, w.(string))
	}
	slices.Sort(described)
	if !slices.Equal(words, described) {
		t.Errorf("errors: %q, described %q", words, described)
	}
}

func TestOpenAPIIsServed(t *testing.T) {
	got := serve(t).want(http.StatusOK, "GET", "/openapi.json", "")
	if got.json["openapi"] != "3.1.0" || got.text != string(description) {
		t.Errorf("got %.100s", got.text)
	}
}
