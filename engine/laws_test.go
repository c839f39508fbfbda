package engine_test

import (
	"bytes"
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

// These tests hold the laws by which the house is built: who may know whom,
// who may touch the world, and where things are. A change that breaks one is
// either wrong or changes the law, and then it changes this file too.

// room is one package of the module, without its tests.
type room struct {
	dir     string // from the module's root, "" for the root
	files   map[string]*ast.File
	imports map[string]string // import path -> a file that has it
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

// walk visits the files of the module, named with slashes from its root. What
// begins with a dot and what is test data are not part of the house.
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

// within tells whether dir is one of the roots or lies below one.
func within(dir string, roots ...string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return dir == root || strings.HasPrefix(dir, root+"/")
	})
}

// reached is every package that a room imports, directly or through packages
// of the module, with the way there.
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

// drawing are the modules that draw, ask or read a terminal.
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
				t.Errorf("%s imports %s: the engine never draws", file, p)
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
				t.Errorf("%s: this room is a function of its arguments", way)
			}
		}
	}
	if _, ok := reached(rooms, "ui/app")["github.com/charmbracelet/bubbletea"]; !ok {
		t.Error("not even the workbench is found to import bubbletea: this test looks at the wrong place")
	}
}

func TestPanesDoNotKnowEachOther(t *testing.T) {
	// Rooms of ui that serve all panes, and the owners that know some of them.
	shared := []string{"cell", "style", "layout", "keymap", "highlight", "launch", "term", "quiet", "cli", "words", "work", "screen", "dialog", "list", "viewer", "unsaved", "writing"}
	owners := []string{"app", "files", "prompts"}
	// Parts of a pane that are a library of their own.
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
		case name == "view": // each view is a pane
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
				continue // a text of several lines is asked for with an editor of its own
			}
			if within(dir, "ui/cli") || slices.Contains(owners, mine) { // what starts them, and those that own them
				continue
			}
			t.Errorf("%s imports %s: panes and shared rooms know no other pane", file, p)
		}
	}
}

// worldly are the functions that read the world, write it, or start a process.
// What only looks at a value (os.ErrNotExist, filepath.Join) is free.
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

// owners are the rooms that may use them, and what for. Everything else that a
// result is made of is asked of a facts.World.
var owners = map[string][]string{
	"engine/facts":              {"os", "os/exec", "path/filepath", "net", "net/http"}, // the world itself; git is its one process
	"engine/document":           {"os", "path/filepath"},                               // the file that is edited, and its recovery
	"engine/session":            {"os", "path/filepath"},                               // the store of conversations
	"engine/logs/store":         {"os", "path/filepath"},                               // the sessions that agents kept, to read them
	"engine/pack":               {"os", "path/filepath"},                               // the import of an agent's prose
	"engine/token":              {"os", "net/http"},                                    // verified counts, and the count asked of a provider
	"engine/token/internal/gen": {"os", "os/exec", "path/filepath", "net/http"},        // a generator, no part of the program
	"engine/capture":            {"os", "path/filepath"},                               // the store of captures, and the user's consents
	"engine/capture/endpoint":   {"net", "net/http"},                                   // the provider that a captured agent talks to
	"engine/service":            {"net", "net/http"},                                   // the HTTP face
	"engine/agent/agenttest":    {"os", "path/filepath"},                               // trees on disk for tests, no part of the program
	"engine/conformance":        {"os", "path/filepath"},                               // golden cases for tests, no part of the program
	"ui/cli":                    {"os", "os/exec"},                                     // arguments, environment, streams; the agent that verify asks
	"ui/cli/hostile":            {"os", "os/exec", "path/filepath"},                    // a program that runs the built one on hostile input, no part of it
	"ui/launch":                 {"os", "os/exec", "path/filepath"},                    // installed agents, and the scratch configuration they get
	"ui/launch/table":           {"os", "os/exec", "path/filepath"},                    // a program that measures predictions with installed agents, no part of galley
	"ui/cli/flood":              {"os", "os/exec", "path/filepath", "net", "net/http"}, // a program that floods the built service, no part of galley
	"ui/cli/differential":       {"os", "path/filepath"},                               // a program that compares what agents do with what galley says, no part of galley
	"ui/cli/hostile/kills":      {"os", "os/exec", "path/filepath"},                    // a program that kills the built workbench, no part of galley
	"ui/cli/hostile/secrets":    {"os", "os/exec", "path/filepath", "net", "net/http"}, // a program that attacks keys, git and policies with the built one, no part of galley
	"ui/writing":                {"os"},                                                // what the user asks to have written: a transfer's changes, pages
	"ui/term":                   {"os", "os/exec"},                                     // the terminal; the editor and the clipboard's tools
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
						t.Errorf("%s uses %s.%s: ask a facts.World, or state here why this room may", name, pkg, sel.Sel.Name)
					}
					return true
				})
			}
		}
	}
	for _, dir := range []string{"engine/facts", "engine/document", "ui/term"} {
		if !used[dir] {
			t.Errorf("%s is not found to touch the world: this test looks at the wrong place", dir)
		}
	}
}

// parsers are libraries that a hostile file can bring down by its depth or its
// alternatives, and the rooms that may call them: those that look at the text first.
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
					t.Errorf("%s imports %s: call engine/bounded or engine/pathmatch, which bound it", name, p)
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

// imported gives the names under which a file knows some packages.
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

// TestWorldPathsAreCutByFactsAlone: package path knows neither drives nor shares,
// and a loop over path.Dir never ends on a drive.
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
		t.Error("engine/facts itself is not found to use package path: this test looks at the wrong place")
	}
}

// Each row is a piece of logic that stands once, how a second copy of it would look, and
// where it stands.
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
				t.Errorf("%s has a copy of %s: take %s", name, once.what, once.use)
			}
		})
		if !found {
			t.Errorf("%s is not found in %s: this test looks for something else", once.what, once.in)
		}
	}
}

// A package has one comment, of two sentences at least: what it is for, and how it goes about
// it, or why it is galley's own work and not a library's.
func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	sentence := regexp.MustCompile(`[\p{L}\p{N}\]\)"\x60]\.(\s|$)`)
	for dir, r := range house(t) {
		var said []string
		for _, f := range r.files {
			if f.Doc != nil {
				said = append(said, f.Doc.Text())
			}
		}
		switch {
		case len(said) != 1:
			t.Errorf("package %q has %d comments that say what it is for", dir, len(said))
		case len(sentence.FindAllString(said[0], -1)) < 2:
			t.Errorf("the comment of package %q has fewer than two sentences: %s", dir, said[0])
		}
	}
}

func TestTopLevelHoldsWhatTheCardNames(t *testing.T) {
	card := []string{"go.mod", "go.sum", "main.go", "ui", "engine", "themes", "testdata", "README.md"}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		// A binary or profile built in place is ignored by git, and here.
		if strings.HasPrefix(name, ".") || name == module || name == module+".exe" || strings.HasSuffix(name, ".test") || strings.HasSuffix(name, ".prof") {
			continue
		}
		if !slices.Contains(card, name) {
			t.Errorf("%s is not on the card", name)
		}
	}
}

func TestNoFileIsTooLongToRead(t *testing.T) {
	const most = 500
	walk(t, func(name string) {
		if !strings.HasSuffix(name, ".go") {
			return
		}
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n > most {
			t.Errorf("%s has %d lines: a file has one job, and at most %d", name, n, most)
		}
	})
}
