package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// usedInside holds exported names that only their own package uses, each with the reason why it
// stays exported.
var usedInside = map[string]string{
	"engine/settings.Setter":      "the interface that types of other packages fulfil; the decoder looks for it",
	"engine/facts.ErrGitSettings": "one of the errors that a world's answers are told apart by",
	"engine/facts.ErrOldGit":      "one of the errors that a world's answers are told apart by",
	"engine/facts.ErrUnavailable": "one of the errors that a world's answers are told apart by",
}

// unusedOutside is the number of further exported names that only their own package uses. It may
// only fall.
const unusedOutside = 67

// usedByTests holds packages and types whose names only tests use, each with the reason.
var usedByTests = map[string]string{
	"engine/conformance":                    "the format of the golden cases and what their runners share",
	"engine/agent/agenttest":                "the tests of all agents",
	"engine/profile/profiletest":            "the tests of all profiles",
	"engine/variable/variabletest":          "values for tests of templates",
	"ui/view/viewtest":                      "the tests of all views",
	"engine/facts.Memory":                   "the world of most tests. The tests of package facts itself need it and could not import it from a package of its own",
	"engine/facts.NewMemory":                "see Memory",
	"engine/agent/geminicli/gemini.Compose": "the conformance cases give 0.28's composition its options one by one; System takes them from a world",
}

// TestExportedNamesAreUsedOutside finds exported names that the product uses only in their own
// package. Such a name becomes unexported or is removed. A type counts as used if an exported
// declaration of its package mentions it, a constant if its type or another constant of its group
// is used. Methods are looked up by their name, whatever their type.
func TestExportedNamesAreUsedOutside(t *testing.T) {
	inside, tests := idleNames(t)
	for name := range usedInside {
		if !slices.Contains(inside, name) && !slices.Contains(tests, name) {
			t.Errorf("%s is used outside now, or does not exist: remove it from usedInside", name)
		}
	}
	inside = slices.DeleteFunc(inside, func(name string) bool { return usedInside[name] != "" })
	if len(inside) > unusedOutside {
		t.Errorf("%d exported names are used only in their own package, %d are allowed; unexport the new one, or give its reason in usedInside:\n%s", len(inside), unusedOutside, strings.Join(inside, "\n"))
	}
}

// idleNames lists the exported names that no other package uses, and those that only the tests of
// other packages use.
func idleNames(t *testing.T) (inside, tests []string) {
	rooms := house(t)
	product, all := users{}, users{}
	for _, r := range rooms {
		for _, f := range r.files {
			product.file(r.dir, f)
			all.file(r.dir, f)
		}
	}
	walk(t, func(name string) {
		if !strings.HasSuffix(name, "_test.go") {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(name)
		if strings.HasSuffix(f.Name.Name, "_test") {
			dir += " from outside"
		}
		all.file(dir, f)
	})
	for _, dir := range slices.Sorted(maps.Keys(rooms)) {
		if dir == "" || usedByTests[dir] != "" {
			continue
		}
		for _, group := range rooms[dir].exported() {
			in := func(u users) bool {
				return slices.ContainsFunc(group, func(name string) bool { return u.outside(dir, name) })
			}
			for _, name := range group {
				typ, _, _ := strings.Cut(name, ".")
				switch full := dir + "." + name; {
				case in(product) || usedByTests[dir+"."+typ] != "" || !ast.IsExported(typ):
				case in(all):
					tests = append(tests, full)
				default:
					inside = append(inside, full)
				}
			}
		}
	}
	return inside, tests
}

// users maps a name to the packages that use it. "dir.Name" is used by packages that write the
// package's name before it, and ".Name" by packages that select it from a value.
type users map[string]map[string]bool

func (u users) note(name, by string) {
	if u[name] == nil {
		u[name] = map[string]bool{}
	}
	u[name][by] = true
}

// outside reports whether a package other than dir uses its name.
func (u users) outside(dir, name string) bool {
	_, method, is := strings.Cut(name, ".")
	if !is {
		return len(u[dir+"."+name]) > 0
	}
	by := u["."+method]
	return len(by) > 1 || len(by) == 1 && !by[dir] || slices.Contains(calledByLibraries, method)
}

// calledByLibraries are the methods that the standard library and bubbletea call on values.
var calledByLibraries = strings.Fields(`String Error Unwrap Is As Len Less Swap Read Write Close MarshalJSON UnmarshalJSON
	MarshalText UnmarshalText Scan Value ServeHTTP Init Update View`)

// file adds the names that a file of package dir uses. Names in exported declarations of the file
// and methods that an interface requires count as used, too.
func (u users) file(dir string, f *ast.File) {
	from := map[string]string{}
	for _, spec := range f.Imports {
		in, own := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module+"/")
		if !own {
			continue
		}
		name := path.Base(in)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		from[name] = in
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && from[id.Name] != "" {
				u.note(from[id.Name]+"."+n.Sel.Name, dir)
			} else {
				u.note("."+n.Sel.Name, dir)
			}
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				for _, id := range m.Names {
					u.note("."+id.Name, "an interface")
				}
			}
		}
		return true
	})
	for _, d := range f.Decls {
		for _, n := range shown(d) {
			ast.Inspect(n, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id.IsExported() {
					u.note(dir+"."+id.Name, dir)
				}
				return true
			})
		}
	}
}

// shown lists those parts of an exported declaration that can mention other names: the signature
// of a function, the type of a variable, the fields of a type.
func shown(d ast.Decl) (all []ast.Node) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() {
			all = append(all, d.Type)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() {
					all = append(all, s.Type)
				}
			case *ast.ValueSpec:
				if s.Type != nil && d.Tok == token.VAR && s.Names[0].IsExported() {
					all = append(all, s.Type)
				}
				for _, v := range s.Values {
					if lit, ok := v.(*ast.CompositeLit); ok && lit.Type != nil && s.Names[0].IsExported() {
						all = append(all, lit.Type)
					}
				}
			}
		}
	}
	return all
}

// exported lists the exported top-level names of a package, a method as Type.Method. All constants
// of one group are in one list.
func (r *room) exported() (all [][]string) {
	for _, file := range slices.Sorted(maps.Keys(r.files)) {
		for _, d := range r.files[file].Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() {
					all = append(all, []string{method(d)})
				}
			case *ast.GenDecl:
				var group []string
				typ := ""
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						if s.Name.IsExported() {
							all = append(all, []string{s.Name.Name})
						}
					case *ast.ValueSpec:
						if id, ok := s.Type.(*ast.Ident); ok && d.Tok == token.CONST && len(group) == 0 {
							typ = id.Name
						}
						for _, id := range s.Names {
							if id.IsExported() {
								group = append(group, id.Name)
							}
						}
					}
				}
				if d.Tok == token.CONST {
					if ast.IsExported(typ) && len(group) > 0 {
						group = append(group, typ)
					}
					all = append(all, group)
					continue
				}
				for _, name := range group {
					all = append(all, []string{name})
				}
			}
		}
	}
	return all
}

// method returns the name of a function, after that of its receiver if it has one.
func method(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	typ := d.Recv.List[0].Type
	for {
		switch x := typ.(type) {
		case *ast.StarExpr:
			typ = x.X
		case *ast.IndexExpr:
			typ = x.X
		case *ast.IndexListExpr:
			typ = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}
