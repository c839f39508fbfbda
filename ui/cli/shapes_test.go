package cli

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

var update = flag.Bool("update", false, "write again what is made from the code")

func TestPageOfJSONShapesIsUpToDate(t *testing.T) {
	if want := shapesMarkdown(); shapesPage != want {
		if !*update {
			t.Fatal("JSON.md is out of date: run go test ./ui/cli -run TestPageOfJSONShapes -update")
		}
		if err := os.WriteFile("JSON.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Every command has its shape on the page or rejects --json. captures export prints a request as the
// agent sent it, pack and sessions list print what a command on the page does, and help is for people.
func TestEveryCommandHasItsShape(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	named := map[string]bool{"help": true, "captures export": true, "pack": true, "sessions list": true}
	for _, s := range shapes {
		for name := range strings.SplitSeq(s.commands, ", ") {
			named[name] = true
		}
	}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
		name := strings.TrimPrefix(cmd.CommandPath(), "galley ")
		if !cmd.Runnable() || name == "galley" || named[name] {
			return
		}
		args := append(strings.Fields(name), "codex", "codex", "--json")
		if fits := cmd.Args; fits != nil && fits(cmd, []string{"codex", "codex"}) != nil {
			args = append(args[:len(args)-2], "--json")
		}
		if out, told := c.must(exitUsage, args...); out != "" || !strings.Contains(told, name+" prints no JSON: leave out --json") {
			t.Errorf("%s: %q %q", name, out, told)
		}
	}
	walk(newRoot(Env{World: c.world}))
	for line, what := range map[string]string{
		"--plain --json":                       "--plain",
		"blocks --html - --json":               "--html",
		"scenario --template --json":           "--template",
		"captures consent --revoke --json":     "--revoke",
		"captures export last --html x --json": "--html",
	} {
		if out, told := c.must(exitUsage, strings.Fields(line)...); out != "" || !strings.Contains(told, what+" prints no JSON: leave out --json") {
			t.Errorf("%s: %q %q", line, out, told)
		}
	}
}

// shapesMarkdown returns the page of JSON shapes.
func shapesMarkdown() string {
	var b strings.Builder
	b.WriteString("# JSON\n\nEach command on this page accepts `--json`; `run`, `forget` and others that print no JSON reject it. A shape has a `schema` number; while that stays the same, members\n" +
		"are only added. Offsets are in bytes, in the text of the message whose number stands beside them. An invalid byte counts as three,\n" +
		"because the JSON has U+FFFD in its place. Lines and columns count from 1, columns in code points. `?` marks a member that may be\n" +
		"missing. `go test ./ui/cli -run TestPageOfJSONShapes -update` generates this page from the code; `galley help json` prints it.\n")
	for _, s := range shapes {
		fmt.Fprintf(&b, "\n## %s\n\n```\n%s\n```\n", s.commands, spell(reflect.TypeOf(s.value), 0, nil))
		if s.notes != "" {
			fmt.Fprintf(&b, "\n%s\n", s.notes)
		}
	}
	return b.String()
}

// spell describes the JSON shape of a type. A recursive reference is written as "…".
func spell(t reflect.Type, depth int, inside []reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for _, outer := range inside {
		if outer == t {
			return "…"
		}
	}
	inside = append(inside[:len(inside):len(inside)], t)
	switch {
	case t == reflect.TypeFor[json.RawMessage](), t.Kind() == reflect.Interface, t.Name() == "raw":
		return "any JSON"
	case t.String() == "time.Time":
		return "time"
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return "[" + spell(t.Elem(), depth, inside) + "]"
	case reflect.Map:
		return "{name: " + spell(t.Elem(), depth, inside) + "}"
	case reflect.Struct:
		var lines []string
		members(t, depth+1, inside, &lines)
		pad := strings.Repeat("  ", depth)
		return "{\n" + strings.Join(lines, "\n") + "\n" + pad + "}"
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true|false"
	}
	return "number"
}

// members appends a line for each field of a struct, including those of embedded structs.
func members(t reflect.Type, depth int, inside []reflect.Type, lines *[]string) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case f.Anonymous && name == "":
			inner := f.Type
			for inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			if inner.Kind() == reflect.Struct {
				members(inner, depth, inside, lines)
			}
			continue
		case name == "":
			name = f.Name
		}
		mark := ""
		if strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero") {
			mark = "?"
		}
		null := ""
		if f.Type.Kind() == reflect.Pointer && mark == "" {
			null = " or null"
		}
		*lines = append(*lines, strings.Repeat("  ", depth)+name+mark+": "+spell(f.Type, depth, inside)+null)
	}
}
