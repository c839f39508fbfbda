package match

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/source"
)

// big returns a request of 1 MB with fifty rule files, and the texts that are expected in it.
func big(b *testing.B) Input {
	b.Helper()
	var in Input
	var text strings.Builder
	for i := range 50 {
		name := fmt.Sprintf("/p/rules/%d.md", i)
		rule := fmt.Sprintf("# Rules %d\n\n%s", i, strings.Repeat(fmt.Sprintf("Rule %d of the project: keep functions short.\n", i), 40))
		text.WriteString(strings.Repeat(fmt.Sprintf("Words of the agent, part %d of its prompt, which nobody else says.\n", i), 280))
		framed := framed(name, rule)
		text.WriteString(framed.String())
		in.Expected = append(in.Expected, Expected{Name: name, Text: framed})
		in.Files = append(in.Files, File{Path: name, Text: rule, Loaded: true}, File{Path: name + ".off", Text: "Another text.\n" + strings.Repeat("Not loaded here.\n", 40)})
	}
	in.Values = []Value{{Name: "system:cwd", Text: "/p/rules"}, {Name: "system:date", Text: "2026-01-02"}, {Name: "home", Text: "/home/u"}}
	in.Request = request(b, []string{text.String()}, "go")
	return in
}

// BenchmarkPredictOneMegabyte measures predicting a request of 1 MB after one file has changed.
func BenchmarkPredictOneMegabyte(b *testing.B) {
	in := big(b)
	m := Match(in)
	names := make([]string, len(in.Expected))
	now := make([]Expected, len(in.Expected))
	for i, e := range in.Expected {
		names[i], now[i] = e.Name, e
	}
	now[7].Text = now[7].Text.Append(source.Literal("One more.\n"))
	for b.Loop() {
		if _, err := Predict(in.Request, m, names, now, nil); err != nil {
			b.Fatal(err)
		}
	}
}
