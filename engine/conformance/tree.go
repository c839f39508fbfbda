package conformance

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"galley/engine/facts"
)

// Tree is a tree of files in the form of the cases: it maps each path to a description of what is
// there. See entry for the forms of a description.
type Tree map[string]json.RawMessage

// Replacer replaces the path marks of a case ($ROOT, $HOME, …) in a text.
type Replacer func(string) string

// TreeOptions tells how the cases of several systems differ in the form of their trees.
type TreeOptions struct {
	// Marks replaces the marks in the targets of links and in {"subst": …}; nil replaces none.
	// Marks in the paths of the tree are not replaced.
	Marks Replacer
	// MarksInText replaces the marks in the contents of files as well.
	MarksInText bool
}

// entry describes what is at a path of the tree.
type entry struct {
	dir    bool
	link   string // target, or "" if it is not a link
	text   string
	mode   fs.FileMode
	moded  bool // mode is set
	within bool // the path is below a link of the same tree
}

// Build makes the tree below root in a world. It sets the modes last, because a file or directory
// that cannot be opened would prevent the rest.
func (t Tree) Build(w *facts.Memory, root string, o TreeOptions) error {
	entries := make(map[string]*entry, len(t))
	names := slices.Sorted(maps.Keys(t))
	for _, name := range names {
		e, err := o.entry(name, t[name])
		if err != nil {
			return fmt.Errorf("tree: %q: %w", name, err)
		}
		entries[name] = e
	}
	for _, name := range names {
		for up := range facts.Up(facts.Dir(name)) {
			if e := entries[up]; e != nil && e.link != "" {
				entries[name].within = true
			}
		}
	}
	w.Dir(root)
	for stage := range 3 {
		for _, name := range names {
			if e := entries[name]; e.stage() == stage {
				e.put(w, facts.Join(root, name))
			}
		}
	}
	for _, name := range names {
		if e := entries[name]; e.moded {
			w.Mode(facts.Join(root, name), e.mode)
		}
	}
	return nil
}

// stage returns in which of three passes an entry is made. Links are made after what they lead to,
// and entries below a link are made last.
func (e *entry) stage() int {
	switch {
	case e.link != "":
		return 1
	case e.within:
		return 2
	}
	return 0
}

// Text returns the content of the file at a path of the tree; ok is false if the path has none.
func (t Tree) Text(name string) (text string, ok bool) {
	e, err := TreeOptions{}.entry(name, t[name])
	if err != nil {
		return "", false
	}
	return e.text, true
}

// Rooted is a tree, and the directory in which it is built.
type Rooted struct {
	Dir   string
	Files Tree
}

// At returns a tree that is to be built in dir.
func At(dir string, files Tree) Rooted { return Rooted{dir, files} }

// BuildTrees makes trees in a world, one after the other; they may share a directory.
func BuildTrees(t testing.TB, w *facts.Memory, o TreeOptions, all ...Rooted) {
	t.Helper()
	for _, r := range all {
		if err := r.Files.Build(w, r.Dir, o); err != nil {
			t.Fatal(err)
		}
	}
}

func (e *entry) put(w *facts.Memory, full string) {
	switch {
	case e.dir:
		w.Dir(full)
	case e.link != "":
		w.Link(full, e.link)
	default:
		w.File(full, e.text)
	}
}

// object has a field for each key that an entry may have.
type object struct {
	Type, Target, Symlink, Subst, Mode *string
	Base64, Hex, Text                  *string
	Dir                                *bool
	Repeat                             json.RawMessage
	Prefix, Suffix                     string
}

// entry reads one value of a tree.
func (o TreeOptions) entry(name string, raw json.RawMessage) (*entry, error) {
	if strings.HasSuffix(name, "/") || string(raw) == "null" {
		if string(raw) != "null" {
			return nil, fmt.Errorf("a directory cannot have the content %s", raw)
		}
		return &entry{dir: true}, nil
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		if o.MarksInText {
			text = o.replace(text)
		}
		return &entry{text: text}, nil
	}
	var v object
	if err := Strict(raw, &v); err != nil {
		return nil, err
	}
	e := &entry{}
	if err := o.fill(e, v); err != nil {
		return nil, err
	}
	if v.Mode != nil {
		mode, err := strconv.ParseUint(*v.Mode, 8, 32)
		if err != nil {
			return nil, err
		}
		e.mode, e.moded = fs.FileMode(mode), true
	}
	return e, nil
}

func (o TreeOptions) fill(e *entry, v object) (err error) {
	typ := ""
	if v.Type != nil {
		typ = *v.Type
	}
	switch {
	case v.Symlink != nil:
		e.link = o.replace(*v.Symlink)
	case typ == "symlink" && v.Target != nil:
		e.link = o.replace(*v.Target)
	case typ == "dir", v.Dir != nil && *v.Dir:
		e.dir = true
	case v.Subst != nil:
		e.text = o.replace(*v.Subst)
	case v.Text != nil:
		e.text = *v.Text
	case v.Base64 != nil:
		var data []byte
		data, err = base64.StdEncoding.DecodeString(*v.Base64)
		e.text = string(data)
	case v.Hex != nil:
		var data []byte
		data, err = hex.DecodeString(*v.Hex)
		e.text = string(data)
	case v.Repeat != nil:
		e.text, err = repeat(v)
	default:
		err = fmt.Errorf("an object that says nothing of its content")
	}
	return err
}

// repeat reads a content that repeats a text: {"repeat": {"text", "times"}} or {"repeat": [text,
// times]}. The second form may also have a prefix and a suffix.
func repeat(v object) (string, error) {
	var named struct {
		Text  string
		Times int
	}
	if Strict(v.Repeat, &named) == nil {
		return v.Prefix + strings.Repeat(named.Text, named.Times) + v.Suffix, nil
	}
	var pair []json.RawMessage
	if err := json.Unmarshal(v.Repeat, &pair); err != nil {
		return "", err
	}
	if len(pair) != 2 {
		return "", fmt.Errorf("repeat: want a text and a number, not %s", v.Repeat)
	}
	if err := json.Unmarshal(pair[0], &named.Text); err != nil {
		return "", err
	}
	if err := json.Unmarshal(pair[1], &named.Times); err != nil {
		return "", err
	}
	return v.Prefix + strings.Repeat(named.Text, named.Times) + v.Suffix, nil
}

func (o TreeOptions) replace(s string) string {
	if o.Marks == nil {
		return s
	}
	return o.Marks(s)
}
