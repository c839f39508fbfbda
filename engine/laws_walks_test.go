package engine_test

import (
	"go/ast"
	"testing"
)

// An agent that searches below a directory must use the tree of TreeFor, which limits searches
// outside the project. Otherwise one pattern in somebody's settings could list a whole disk.
func TestAgentsWalkTheTreeThatIsForTheDirectory(t *testing.T) {
	asked := 0
	for dir, r := range house(t) {
		if !within(dir, "engine/agent") {
			continue
		}
		for name, f := range r.files {
			closed := map[ast.Node]bool{} // a call of x.Tree.Close only releases the tree
			ast.Inspect(f, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok || closed[sel] {
					return true
				}
				switch sel.Sel.Name {
				case "Close":
					closed[sel.X] = true
				case "TreeFor":
					asked++
				case "Tree", "Outside":
					if x, ok := sel.X.(*ast.Ident); !ok || x.Name != "glob" {
						t.Errorf("%s uses the field %s: call TreeFor to get the tree of the directory", name, sel.Sel.Name)
					}
				}
				return true
			})
		}
	}
	if asked == 0 {
		t.Error("no agent searches directories: this test looks in the wrong place")
	}
}
