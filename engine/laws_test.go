package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// These tests check the structure of the module: which package may import which, which may touch
// the disk, the network and processes, and where things are. A change that breaks one is either
// wrong or changes the rule; in that case it also changes this file.

// room is a package of the module, without its tests.
type room struct {
	dir     string // relative to the module's root; "" for the root
	files   map[string]*ast.File
	imports map[string]string // import path -> a file that imports it
}

const module = "galley"

// house parses every package of the module.
func house(t *testing.T) map[string]*room {
	t.Helper()
	rooms := map[string]*room{}
	walk(t, func(name string) {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(name)
		if dir == "." {
			dir = ""
		}
		r := rooms[dir]
		if r == nil {
			r = &room{dir: dir, files: map[string]*ast.File{}, imports: map[string]string{}}
			rooms[dir] = r
		}
		r.files[name] = f
		for _, spec := range f.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			r.imports[p] = name
		}
	})
	if len(rooms) < 20 {
		t.Fatalf("only %d packages were found", len(rooms))
	}
	return rooms
}

// walk calls visit for each file of the module, with its slash-separated path from the root. It
// skips names that begin with a dot, and test data.
func walk(t *testing.T, visit func(name string)) {
	t.Helper()
	err := filepath.WalkDir("..", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel("..", p)
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(base, ".") || base == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		visit(filepath.ToSlash(name))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// within reports whether dir is one of the roots or lies below one.
func within(dir string, roots ...string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return dir == root || strings.HasPrefix(dir, root+"/")
	})
}

// reached returns every package that a package imports, directly or through packages of the module,
// each with the chain of imports.
func reached(rooms map[string]*room, dir string) map[string]string {
	seen := map[string]string{}
	var visit func(dir, way string)
	visit = func(dir, way string) {
		r := rooms[dir]
		if r == nil {
			return
		}
		for p := range r.imports {
			if _, ok := seen[p]; ok {
				continue
			}
			seen[p] = way + " -> " + p
			if inner, ok := strings.CutPrefix(p, module+"/"); ok {
				visit(inner, seen[p])
			}
		}
	}
	visit(dir, dir)
	return seen
}

// drawing lists the modules that draw on, query or read a terminal.
var drawing = []string{
	"github.com/charmbracelet", "github.com/muesli", "github.com/mattn/go-isatty", "github.com/mattn/go-runewidth",
	"github.com/aymanbagabas/go-osc52", "golang.org/x/term", "github.com/creack/pty", "github.com/atotto/clipboard",
}

func TestEngineKnowsNeitherScreenNorTerminal(t *testing.T) {
	rooms := house(t)
	for dir, r := range rooms {
		if !within(dir, "engine") {
			continue
		}
		for p, file := range r.imports {
			if within(p, module+"/ui") || within(p, drawing...) {
				t.Errorf("%s imports %s: the engine must not draw", file, p)
			}
		}
	}
}

func TestPureRoomsKnowNoBubbletea(t *testing.T) {
	rooms := house(t)
	for dir := range rooms {
		if !within(dir, "ui/cell", "ui/layout", "ui/keymap", "ui/editor", "ui/highlight", "ui/style") {
			continue
		}
		for p, way := range reached(rooms, dir) {
			if within(p, "github.com/charmbracelet/bubbletea") {
				t.Errorf("%s: this package must depend only on its arguments", way)
			}
		}
	}
	if _, ok := reached(rooms, "ui/app")["github.com/charmbracelet/bubbletea"]; !ok {
		t.Error("no package is found that imports bubbletea: this test looks in the wrong place")
	}
}

func TestPanesDoNotKnowEachOther(t *testing.T) {
	// shared are packages of ui that serve all panes; owners are packages that own panes.
	shared := []string{"cell", "style", "layout", "keymap", "highlight", "launch", "term", "quiet", "cli", "words", "work", "screen", "dialog", "list", "viewer", "unsaved", "writing"}
	owners := []string{"app", "files", "prompts"}
	// lent are parts of panes that are packages of their own.
	lent := []string{module + "/ui/editor/search", module + "/ui/editor/rows", module + "/ui/view"}

	rooms := house(t)
	pane := func(dir string) string {
		rest, ok := strings.CutPrefix(dir, "ui/")
		if !ok {
			return ""
		}
		name, below, _ := strings.Cut(rest, "/")
		switch {
		case slices.Contains(shared, name), rest == "view":
			return ""
		case name == "view": // each view counts as a pane
			return below
		}
		return name
	}
	for dir, r := range rooms {
		mine := pane(dir)
		for p, file := range r.imports {
			other := pane(strings.TrimPrefix(p, module+"/"))
			if !strings.HasPrefix(p, module+"/") || other == "" || other == mine || slices.Contains(lent, p) {
				continue
			}
			if dir == "ui/dialog" && p == module+"/ui/editor" {
				continue // a question with an answer of several lines has an editor of its own
			}
			if within(dir, "ui/cli") || slices.Contains(owners, mine) { // the commands start the panes, and the owners contain them
				continue
			}
			t.Errorf("%s imports %s: panes and shared packages must not import another pane", file, p)
		}
	}
}

// worldly maps a package to its functions that read or change files, use the network or start a
// process. Functions that only work on values, such as filepath.Join, are not listed.
var worldly = map[string][]string{
	"os": {
		"Open", "OpenFile", "OpenRoot", "OpenInRoot", "ReadFile", "ReadDir", "DirFS", "Stat", "Lstat", "Readlink", "Getenv", "LookupEnv", "Environ", "ExpandEnv", "Getwd",
		"Hostname", "UserHomeDir", "UserConfigDir", "UserCacheDir", "Create", "CreateTemp", "MkdirTemp", "WriteFile", "Mkdir", "MkdirAll",
		"Rename", "Remove", "RemoveAll", "Symlink", "Link", "Chmod", "Chown", "Lchown", "Chtimes", "Truncate", "Setenv", "Unsetenv", "Chdir", "StartProcess", "Executable",
	},
	"os/exec":       {"Command", "CommandContext", "LookPath"},
	"path/filepath": {"Walk", "WalkDir", "Glob", "EvalSymlinks", "Abs"},
	"net":           {"Dial", "DialTimeout", "Listen", "LookupHost", "LookupIP", "LookupAddr"},
	"net/http":      {"Get", "Post", "Head", "NewRequest", "NewRequestWithContext", "ListenAndServe", "DefaultClient"},
}

// owners lists the packages that may use these functions, and what for. All other code gets what
// it needs from a facts.World.
var owners = map[string][]string{
	"engine/facts":              {"os", "os/exec", "path/filepath", "net", "net/http"}, // the world itself; git is the one process that it starts
	"engine/document":           {"os", "path/filepath"},                               // the edited file, and its unsaved text
	"engine/session":            {"os", "path/filepath"},                               // the store of conversations
	"engine/logs/store":         {"os", "path/filepath"},                               // reading the sessions that agents stored
	"engine/pack":               {"os", "path/filepath"},                               // the import of an agent's prose
	"engine/token":              {"os", "net/http"},                                    // verified counts, and counts asked of a provider
	"engine/token/internal/gen": {"os", "os/exec", "path/filepath", "net/http"},        // a generator, not part of the program
	"engine/capture":            {"os", "path/filepath"},                               // the store of captures, and what the user has approved
	"engine/capture/endpoint":   {"net", "net/http"},                                   // the provider that a captured agent talks to
	"engine/service":            {"net", "net/http"},                                   // the HTTP API
	"engine/agent/agenttest":    {"os", "path/filepath"},                               // trees on disk for tests, not part of the program
	"ui/view/viewtest":          {"os", "path/filepath"},                               // recorded pictures for tests, not part of the program
	"engine/conformance":        {"os", "path/filepath"},                               // golden cases for tests, not part of the program
	"ui/cli":                    {"os", "os/exec"},                                     // arguments, environment, streams; the agent that verify runs
	"ui/cli/hostile":            {"os", "os/exec", "path/filepath"},                    // a program that runs galley on hostile input, not part of galley
	"ui/launch":                 {"os", "os/exec", "path/filepath"},                    // installed agents, and their temporary configuration
	"ui/launch/table":           {"os", "os/exec", "path/filepath"},                    // a program that measures predictions with installed agents, not part of galley
	"ui/cli/flood":              {"os", "os/exec", "path/filepath", "net", "net/http"}, // a program that floods the service with requests, not part of galley
	"ui/cli/differential":       {"os", "path/filepath"},                               // a program that compares agents with galley's predictions, not part of galley
	"ui/cli/hostile/kills":      {"os", "os/exec", "path/filepath"},                    // a program that kills the workbench, not part of galley
	"ui/cli/hostile/secrets":    {"os", "os/exec", "path/filepath", "net", "net/http"}, // a program that attacks keys, git and policies, not part of galley
	"ui/writing":                {"os"},                                                // what the user asks galley to write: a transfer's changes, pages
	"ui/term":                   {"os", "os/exec"},                                     // the terminal; external editors and clipboard tools
	"":                          {"os"},
}

func TestTheWorldIsAskedThroughFacts(t *testing.T) {
	used := map[string]bool{}
	for dir, r := range house(t) {
		for name, f := range r.files {
			for local, pkg := range imported(f, worldly) {
				ast.Inspect(f, func(n ast.Node) bool {
					sel, ok := n.(*ast.SelectorExpr)
					if !ok {
						return true
					}
					x, ok := sel.X.(*ast.Ident)
					if !ok || x.Name != local || !slices.Contains(worldly[pkg], sel.Sel.Name) {
						return true
					}
					used[dir] = true
					if !slices.Contains(owners[dir], pkg) {
						t.Errorf("%s uses %s.%s: ask a facts.World, or state here why this package may", name, pkg, sel.Sel.Name)
					}
					return true
				})
			}
		}
	}
	for _, dir := range []string{"engine/facts", "engine/document", "ui/term"} {
		if !used[dir] {
			t.Errorf("%s does not use the world: this test looks in the wrong place", dir)
		}
	}
}

// A hostile file with deep nesting or many alternatives can crash these libraries. Only the listed
// packages may call them, and they check the text first.
var parsers = map[string][]string{
	"github.com/tailscale/hujson":              {"engine/bounded", "engine/settings"},
	"github.com/goccy/go-yaml":                 {"engine/bounded", "engine/agent/continuecli"},                          // it writes YAML, and reads it through bounded
	"github.com/pelletier/go-toml/v2":          {"engine/bounded", "engine/settings", "ui/style", "engine/agent/codex"}, // codex writes TOML
	"github.com/pelletier/go-toml/v2/unstable": {"engine/settings"},
	"github.com/bmatcuk/doublestar/v4":         {"engine/pathmatch", "ui/launch"}, // launch: patterns of galley's own
}

func TestOtherPeoplesFilesAreParsedWithinBounds(t *testing.T) {
	used := map[string]bool{}
	for dir, r := range house(t) {
		for name, f := range r.files {
			for _, spec := range f.Imports {
				p, _ := strconv.Unquote(spec.Path.Value)
				rooms, known := parsers[p]
				if !known || strings.HasSuffix(name, "_test.go") {
					continue
				}
				used[p] = true
				if !slices.Contains(rooms, dir) {
					t.Errorf("%s imports %s: call engine/bounded or engine/pathmatch, which limit it", name, p)
				}
			}
		}
	}
	for p := range parsers {
		if !used[p] {
			t.Errorf("nothing imports %s: this test looks for the wrong library", p)
		}
	}
}

// imported returns, for each of some packages that a file imports, the name that the package has
// in the file.
func imported(f *ast.File, of map[string][]string) map[string]string {
	names := map[string]string{}
	for _, spec := range f.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		if _, ok := of[p]; !ok {
			continue
		}
		local := path.Base(p)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		names[local] = p
	}
	return names
}

// TestWorldPathsAreCutByFactsAlone forbids the functions of package path for paths of a world.
// They know neither drives nor shares, and a loop over path.Dir never ends on a drive.
func TestWorldPathsAreCutByFactsAlone(t *testing.T) {
	functions := map[string][]string{"path": {"Dir", "Join", "Clean", "IsAbs"}}
	used := false
	for dir, r := range house(t) {
		for name, f := range r.files {
			for local := range imported(f, functions) {
				ast.Inspect(f, func(n ast.Node) bool {
					sel, ok := n.(*ast.SelectorExpr)
					if !ok {
						return true
					}
					if x, ok := sel.X.(*ast.Ident); ok && x.Name == local && slices.Contains(functions["path"], sel.Sel.Name) {
						if used = used || dir == "engine/facts"; dir != "engine/facts" {
							t.Errorf("%s uses path.%s: facts.%[2]s knows the roots of Windows too", name, sel.Sel.Name)
						}
					}
					return true
				})
			}
		}
	}
	if !used {
		t.Error("engine/facts does not use package path: this test looks in the wrong place")
	}
}

// Each row is a piece of logic that must exist only once: a pattern that a second copy would
// match, and the file that has the first.
func TestWhatSeveralRoomsNeedStandsOnce(t *testing.T) {
	for _, once := range []struct{ what, copied, in, use string }{
		{"the climb to the root", `for [^{;\n]+; [^{;\n]*; (\w+) = (facts\.|path\.|filepath\.)?Dir\(`, "", "facts.Up"},
		{"JavaScript's white space", `(?i)0x1680|\\u1680`, "engine/source/space.go", "source.IsJSSpace"},
		{"which characters are hidden", `Other_Default_Ignorable_Code_Point`, "engine/hidden/at.go", "hidden.At"},
		{"the plural", `return "1 " ?\+`, "engine/textutil/textutil.go", "textutil.Plural"},
		{"sizes for people", `%\.\d?f ?k?B"`, "engine/report/size.go", "report.Size"},
		{"the common prefix", `< len\(\w+\) && \w+ < len\(\w+\) && \w+\[\w+\] == \w+\[\w+\]`, "", "source.CommonPrefix"},
		{"what stands in a list", `\nfunc (contains|sortedKeys)\([a-z]`, "", "package slices"},
		{"the first line", `\nfunc (firstLine|firstLineOf)\(s string`, "", "textutil.FirstLine"},
	} {
		copied, found := regexp.MustCompile(once.copied), once.in == ""
		walk(t, func(name string) {
			if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return
			}
			text, err := os.ReadFile(filepath.Join("..", name))
			if err != nil {
				t.Fatal(err)
			}
			if !copied.Match(text) {
				return
			}
			if found = found || name == once.in; name != once.in {
				t.Errorf("%s has a copy of %s: use %s", name, once.what, once.use)
			}
		})
		if !found {
			t.Errorf("%s is not in %s: this test looks for the wrong code", once.what, once.in)
		}
	}
}
