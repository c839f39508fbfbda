package cli

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write what is made from the code anew")

func TestThePageOfShapesIsAsTheCodeHasIt(t *testing.T) {
	if want := shapesMarkdown(); shapesPage != want {
		if !*update {
			t.Fatal("JSON.md is not as the code has it: run go test ./ui/cli -run TestThePageOfShapes -update")
		}
		if err := os.WriteFile("JSON.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
