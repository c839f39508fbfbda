package tool

import (
	"fmt"
	"runtime"
	"testing"
)

// The memory for writing a list must be proportional to the list's size, whatever is wrong with
// it.
func TestWriteTakesLinearMemory(t *testing.T) {
	property := func(format string) func(n int) string {
		return func(n int) string { return declared(many(n, func(i int) string { return fmt.Sprintf(format, i, i) })) }
	}
	for name, list := range map[string]func(n int) string{
		"names":     property(`"p[%d]":{"type":"strng%d"}`),
		"required":  property(`"p%d":{"required":true,"title":"%d"}`),
		"items":     property(`"p%d":{"type":"array","title":"%d"}`),
		"dangling":  property(`"p%d":{"$ref":"#/definitions/%d"}`),
		"duplicate": func(n int) string { return `[` + many(n, func(int) string { return `{"name":"n"}` }) + `]` },
		"all of":    func(n int) string { return declared(`"q":{"allOf":[` + branchList(n) + `]}`) },
		"top":       func(n int) string { return `[{"name":"n","input_schema":{"allOf":[` + branchList(n) + `]}}]` },
		"enum": func(n int) string {
			return declared(`"q":{"type":"string","enum":["a",` + many(n, func(i int) string { return fmt.Sprint(i) }) + `]}`)
		},
	} {
		for _, f := range forms {
			allocated := func(n int) uint64 {
				tools := Read("f", list(n)).Tools
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				Write(tools, f.to, f.o)
				runtime.ReadMemStats(&after)
				return after.TotalAlloc - before.TotalAlloc
			}
			if few, more := allocated(300), allocated(1200); more > 7*few+100_000 {
				t.Errorf("%s to %s: %d bytes for 300, %d for 1200", name, f.name, few, more)
			}
		}
	}
}

func branchList(n int) string {
	return many(n, func(i int) string { return fmt.Sprintf(`{"properties":{"p%d":{}},"required":["p%d"]}`, i, i) })
}
