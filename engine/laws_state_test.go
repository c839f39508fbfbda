package engine_test

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// A package for tests imports testing. No package of the product may import such a package.
func TestTheProductKnowsNoPackageForTests(t *testing.T) {
	rooms := house(t)
	helpers := 0
	for dir, r := range rooms {
		if _, helper := r.imports["testing"]; helper {
			helpers++
			continue
		}
		for imported, file := range r.imports {
			if other := rooms[strings.TrimPrefix(imported, module+"/")]; other != nil && other.imports["testing"] != "" {
				t.Errorf("%s: %s is for tests, but %s is not", file, imported, dir)
			}
		}
	}
	if helpers == 0 {
		t.Error("no package for tests was found")
	}
}

// A library's error type gives the place of a mistake. The text of the error is for people and may
// change with any release, so no place may be parsed from it.
func TestNoPlaceIsReadFromTheTextOfAnError(t *testing.T) {
	// The first file parses git's version, the second one what the user typed.
	scans := []string{"engine/facts/live_git.go", "ui/app/menus.go"}
	looks := []string{"Index", "LastIndex", "Contains", "Split", "Fields", "HasPrefix", "HasSuffix"}
	for _, r := range house(t) {
		for name, f := range r.files {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				in, of := called(call)
				if in == "fmt" && strings.HasPrefix(of, "Sscan") && !slices.Contains(scans, name) {
					t.Errorf("%s: fmt.%s parses text: read the place from the error's type, or add the file with its reason", name, of)
				}
				if in == "strings" && slices.ContainsFunc(call.Args, saysError) && slices.ContainsFunc(looks, func(l string) bool { return strings.HasPrefix(of, l) }) {
					t.Errorf("%s: strings.%s looks into the text of an error", name, of)
				}
				return true
			})
		}
	}
}

// called returns the package and the name of a call such as strings.Index.
func called(call *ast.CallExpr) (in, of string) {
	if s, ok := call.Fun.(*ast.SelectorExpr); ok {
		if x, ok := s.X.(*ast.Ident); ok {
			return x.Name, s.Sel.Name
		}
	}
	return "", ""
}

// saysError reports whether an expression is the text of an error.
func saysError(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	_, of := called(call)
	return of == "Error"
}

// changing lists the package-level variables that change after initialisation, each with its
// reason. All other state belongs to a value, mostly to engine.Workbench, so that two workbenches
// are independent of each other.
var changing = map[string]string{
	"engine/collate pool":    "collators cost much to make and no two goroutines may use one",
	"engine/pathmatch known": "compiled expressions, at most 64: the same patterns are asked of many thousand paths",
	"engine/tool memory":     "lists as they were read, at most 1,000 and 16 MiB: profiles, requests and checks read the same ones at every key",
	"ui/cell wcwidth":        "how the terminal counts, said once before the first frame",
	"ui/launch keeps":        "whether this program can be a keeper, said first of all in main",
}

func TestOnlyTheseVariablesOfAPackageChange(t *testing.T) {
	found := map[string]bool{}
	for dir, r := range house(t) {
		vars := map[string]bool{}
		for _, f := range r.files {
			for _, d := range f.Decls {
				if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
					for _, s := range g.Specs {
						for _, n := range s.(*ast.ValueSpec).Names {
							vars[n.Name] = n.Name != "_"
						}
					}
				}
			}
		}
		for name, f := range r.files {
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Body == nil || fn.Recv == nil && fn.Name.Name == "init" {
					continue
				}
				own := declared(fn)
				for _, v := range changed(fn.Body) {
					if !vars[v] || own[v] {
						continue
					}
					found[dir+" "+v] = true
					if changing[dir+" "+v] == "" {
						t.Errorf("%s: %s changes %s, which belongs to the process: make it a field of its owner", name, fn.Name.Name, v)
					}
				}
			}
		}
	}
	for v := range changing {
		if !found[v] {
			t.Errorf("%s does not change any more: remove it from the list", v)
		}
	}
}

// changed lists the variables that a body assigns, increments, locks, stores into or clears.
func changed(body ast.Node) (names []string) {
	note := func(e ast.Expr) {
		for {
			switch x := e.(type) {
			case *ast.Ident:
				names = append(names, x.Name)
				return
			case *ast.SelectorExpr:
				e = x.X
			case *ast.IndexExpr:
				e = x.X
			case *ast.StarExpr:
				e = x.X
			default:
				return
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if n.Tok != token.DEFINE {
					note(l)
				}
			}
		case *ast.IncDecStmt:
			note(n.X)
		case *ast.CallExpr:
			switch f := n.Fun.(type) {
			case *ast.SelectorExpr:
				if slices.Contains([]string{"Store", "LoadOrStore", "Swap", "CompareAndSwap", "Put"}, f.Sel.Name) {
					note(f.X)
				}
			case *ast.Ident:
				if (f.Name == "delete" || f.Name == "clear") && len(n.Args) > 0 {
					note(n.Args[0])
				}
			}
		}
		return true
	})
	return names
}

// declared returns the names that a function declares itself.
func declared(fn *ast.FuncDecl) map[string]bool {
	own := map[string]bool{}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, id := range n.Names {
				own[id.Name] = true
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && n.Tok == token.DEFINE {
					own[id.Name] = true
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				own[id.Name] = true
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
					own[id.Name] = true
				}
			}
		}
		return true
	})
	return own
}
