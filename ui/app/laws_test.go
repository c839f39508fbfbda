package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// These tests check the rules in the README of ui.

// uiFiles parses the files of ui except the tests. It groups them by the directory of their
// package, relative to ui.
func uiFiles(t *testing.T) (map[string][]*ast.File, *token.FileSet) {
	t.Helper()
	set, dirs := token.NewFileSet(), map[string][]*ast.File{}
	err := filepath.WalkDir("..", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(set, p, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, _ := filepath.Rel("..", filepath.Dir(p))
		dirs[filepath.ToSlash(dir)] = append(dirs[filepath.ToSlash(dir)], f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(dirs) < 20 {
		t.Fatalf("only %d packages were found", len(dirs))
	}
	return dirs, set
}

// functions calls visit for every function of some files.
func functions(files []*ast.File, visit func(f *ast.FuncDecl)) {
	for _, file := range files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				visit(f)
			}
		}
	}
}

// receiver returns the name of a method's receiver type, or "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

func TestNoTypeOwnsEverything(t *testing.T) {
	const most = 60
	dirs, _ := uiFiles(t)
	found := 0
	for dir, files := range dirs {
		count := map[string]int{}
		functions(files, func(f *ast.FuncDecl) { count[dir+"."+receiver(f)]++ })
		for name, n := range count {
			switch {
			case strings.HasSuffix(name, "."), name == "editor.Editor": // functions; and the editor, whose actions are its methods
			case n > most:
				t.Errorf("%s has %d methods, more than %d: split it", name, n, most)
			default:
				found = max(found, n)
			}
		}
	}
	if found < 10 {
		t.Error("hardly any methods were found: this test looks in the wrong place")
	}
}

func TestNoViewShowsItsFields(t *testing.T) {
	dirs, _ := uiFiles(t)
	views := 0
	for dir, files := range dirs {
		for _, file := range files {
			ast.Inspect(file, func(n ast.Node) bool {
				spec, ok := n.(*ast.TypeSpec)
				if !ok || spec.Name.Name != "View" {
					return true
				}
				s, ok := spec.Type.(*ast.StructType)
				if !ok {
					return true
				}
				views++
				for _, field := range s.Fields.List {
					if len(field.Names) == 0 {
						t.Errorf("%s.View embeds a type, whose fields other packages could read", dir)
					}
					for _, name := range field.Names {
						if name.IsExported() {
							t.Errorf("%s.View has the exported field %s: use methods and messages instead", dir, name)
						}
					}
				}
				return true
			})
		}
	}
	if views < 4 {
		t.Errorf("only %d views were found: this test looks in the wrong place", views)
	}
}

// slow lists functions that may wait for a disk, git or the network. Each name has the suffixes of
// expressions on which it is called; nil means any.
var slow = map[string][]string{
	"Stat": nil, "Lstat": nil, "Readlink": nil, "RealPath": nil, "ReadDir": nil, "ReadFile": nil, "ReadHead": nil, "Git": nil, "Fetch": nil,
	"LookupEnv": {"world", "World"}, "Hostname": nil,
	"Load": {"document", "store", "Store", "load"}, "Save": {"store", "Store", "doc"}, "SaveAs": {"store", "Store", "doc"}, "Outside": {"store", "Store", "doc"},
	"Render": {"bench", "Engine"}, "List": {"store", "Sessions"}, "Get": {"store", "Sessions"}, "Survey": nil, "AskGit": nil, "Revision": {"facts"},
	"System": {"v", "verifier"}, "Available": nil, "Others": nil, "Open": {"presence"}, "Follow": nil,
	"Transfer": {"writing"}, "UndoTransfer": nil, "Page": {"writing"},
}

// keyPath reports whether functions of a package run while a key waits.
func keyPath(dir string) bool {
	room, _, _ := strings.Cut(dir, "/")
	return !slices.Contains([]string{"cli", "term", "launch", "quiet", "unsaved", "style", "writing"}, room)
}

// mayBlock reports whether a function's comment says that only commands call it.
func mayBlock(f *ast.FuncDecl) bool {
	doc := strings.Join(strings.Fields(f.Doc.Text()), " ")
	return strings.Contains(doc, "may block")
}

// work reports whether a function literal is a command, which bubbletea runs in the background and
// which returns one tea.Msg.
func work(lit *ast.FuncLit) bool {
	r := lit.Type.Results
	if len(lit.Type.Params.List) > 0 || r == nil || len(r.List) != 1 {
		return false
	}
	sel, ok := r.List[0].Type.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Msg"
}

// derives reports whether a function literal is the work of a [view.Derived], which takes a
// context.
func derives(lit *ast.FuncLit) bool {
	p := lit.Type.Params.List
	if len(p) != 1 {
		return false
	}
	sel, ok := p[0].Type.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Context"
}

// last returns the last name of the expression on which a function is called.
func last(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

func TestNothingOnTheKeyPathWaits(t *testing.T) {
	dirs, set := uiFiles(t)
	allowed := 0
	for dir, files := range dirs {
		if !keyPath(dir) {
			continue
		}
		blocking := map[string]bool{}
		functions(files, func(f *ast.FuncDecl) {
			if mayBlock(f) {
				blocking[f.Name.Name] = true
			}
		})
		check := func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				allowed++
				return false
			case *ast.FuncLit:
				if work(n) || derives(n) {
					allowed++
					return false
				}
			case *ast.SelectorExpr:
				if _, method := n.X.(*ast.ParenExpr); method && blocking[n.Sel.Name] {
					t.Errorf("%s: %s may block on the key path: make it a command", set.Position(n.Pos()), n.Sel.Name)
				}
			case *ast.CallExpr:
				name, on := "", ""
				switch fun := n.Fun.(type) {
				case *ast.SelectorExpr:
					name, on = fun.Sel.Name, last(fun.X)
				case *ast.Ident:
					name = fun.Name
				}
				ends, listed := slow[name]
				if listed && on != "" && (ends == nil || slices.Contains(ends, on)) || blocking[name] {
					t.Errorf("%s: %s.%s may block on the key path: make it a command", set.Position(n.Pos()), on, name)
				}
			}
			return true
		}
		for _, file := range files {
			for _, d := range file.Decls {
				switch d := d.(type) {
				case *ast.GenDecl: // tables of actions have functions too
					ast.Inspect(d, check)
				case *ast.FuncDecl:
					if d.Body != nil && !mayBlock(d) && receiver(d) != "Disk" {
						ast.Inspect(d.Body, check)
					}
				}
			}
		}
	}
	if allowed < 15 {
		t.Errorf("only %d commands were found: this test looks in the wrong place", allowed)
	}
}
