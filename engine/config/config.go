// Package config holds the settings that people keep: for the workbench (theme,
// keys, tab width) and for the engine (profile, packs, budgets, policies).
//
// They are TOML, from two files: the user's, config.toml in [UserDir], and over
// it the project's, .galley/config.toml. A key of the project's replaces the
// user's; lists are replaced as a whole; the tables packs, keys and budgets are
// merged entry by entry. Whoever opens a project did not write its file, so the
// project may set only what [Rules] lets it: it tightens policies and loosens none.
// A key that does not exist, a value that cannot be and a setting in the wrong file
// are problems with their place, and leave what was set before. Flags of the
// command line, which the caller applies, stand over both.
package config

import (
	"errors"
	"fmt"
	"io/fs"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/pathmatch"
	"galley/engine/settings"
)

// ProjectPath is where a project keeps its configuration, relative to the
// current directory.
const ProjectPath = ".galley/config.toml"

// Settings are all settings.
type Settings struct {
	Config
	Screen
	Places Places `set:"-"`
}

// Config are the settings that a prompt depends on. [Default] gives the values that
// hold when no file says otherwise; a nil pointer means that nobody said anything.
type Config struct {
	Profile    string    `set:"profile"`                   // "" is template
	Model      string    `set:"model"`                     // [PROVIDER/]MODEL
	Unknown    string    `set:"unknown" among:"drop|keep"` // what becomes of a tag of unknown type
	Files      string    `set:"-"`                         // "all" or "project": which files a template may name
	FileCap    int64     `set:"-"`                         // most bytes read from one file
	Follow     *bool     `set:"-"`                         // links; nil: as the agent follows them
	Fetch      bool      `set:"-"`                         // URLs in instructions
	FetchRules Fetch     `set:"-"`                         // which of them, where Fetch is set
	Template   Templates `set:"template"`

	Packs   map[string]string `set:"packs"`           // family → directory, absolute
	Budgets map[string]int    `set:"budgets" min:"1"` // provider → limit in the provider's unit
	Check   Check             `set:"check"`
}

// Screen are the settings of the workbench, which no prompt depends on.
type Screen struct {
	Theme      string `set:"theme"`                             // "" lets the terminal decide
	Background string `set:"background" among:"theme|terminal"` // whose background is painted
	Mouse      *bool  `set:"mouse"`
	Tab        int    `set:"tab" min:"1" max:"16"`                          // columns to the next tab stop
	Width      string `set:"width" among:"grapheme|wcwidth"`                // how the terminal counts columns
	Clipboard  string `set:"clipboard" among:"auto|osc52|native|file|none"` // how texts are copied; "" is auto
	AltWait    int    `set:"alt-wait" min:"10" max:"1000"`                  // ms that the key of an Alt chord may come after its Esc; 0: as the line is

	Keys  map[string][]string `set:"-"` // action → keys; an empty list unbinds
	Watch Watch               `set:"watch"`
}

// Templates are settings of the template language.
type Templates struct {
	// Extensions names the variable types beyond the standard ones: "tool".
	Extensions []string `set:"extensions"`
}

// Check is what the command check asks for.
type Check struct {
	Budgets []string `set:"budgets"` // providers whose limit must hold
	Blocks  []string `set:"blocks"`  // ids of blocks that must be there
	Forbid  []string `set:"forbid"`  // problem codes that fail the check
	// Tokens and Growth are limits of agents, by name or "all": the most that files may
	// bring into the prompt at launch, and the most that a branch may add to that.
	Tokens map[string]int `set:"tokens" min:"1"`
	Growth map[string]int `set:"growth" min:"0"`
}

// Watch says what a changed file must not wake the workbench for.
type Watch struct {
	// Ignore holds doublestar patterns, relative to the current directory.
	Ignore []string `set:"ignore"`
}

// Default returns the settings that a prompt depends on of somebody who has no
// files.
func Default() Config {
	return Config{Unknown: "drop", Files: "all", FileCap: facts.DefaultFileCap}
}

// DefaultScreen returns the settings of the workbench of somebody who has no files.
func DefaultScreen() Screen {
	return Screen{
		Background: "theme", Tab: 4, Width: "grapheme",
		Watch: Watch{Ignore: []string{"**/.git/**", "**/node_modules/**"}},
	}
}

// shape is the file as written, where it differs from Settings.
type shape struct {
	Settings
	Files policy             `set:"files"`
	Fetch Fetch              `set:"fetch"`
	Keys  map[string]binding `set:"keys"`
}

// policy is files = "project", or a table [files] that says more.
type policy struct {
	Allow  string `set:"allow" among:"all|project"`
	Cap    int64  `set:"cap" min:"1" max:"67108864"` // no more than a budget reads in all
	Follow *bool  `set:"follow"`
}

// Set implements [settings.Setter].
func (p *policy) Set(d *settings.Decoder, v *settings.Value) {
	if v.Kind == settings.String {
		allow := settings.Field{Name: "allow", Span: v.Span, Value: v}
		v = &settings.Value{Kind: settings.Table, Span: v.Span, Fields: []settings.Field{allow}}
	}
	type plain policy
	d.Into(v, (*plain)(p))
}

// binding is one key or a list of them; false and "" mean none.
type binding []string

// Set implements [settings.Setter].
func (b *binding) Set(d *settings.Decoder, v *settings.Value) {
	switch {
	case v.Kind == settings.Boolean && !v.Bool, v.Kind == settings.String && v.Text == "":
		*b = binding{}
	case v.Kind == settings.String:
		*b = binding{v.Text}
	case v.Kind == settings.List:
		var keys []string
		d.Into(v, &keys)
		*b = keys
	default:
		d.Wrong(v, "a key, a list of keys, or false")
	}
}

// Load reads both files; either may be missing.
func Load(w facts.World, cwd string) (Settings, []diag.Problem) {
	w = facts.Bounded(w)
	s := shape{Settings: Settings{Default(), DefaultScreen(), Places{}}}
	s.Files = policy{Allow: s.Config.Files, Cap: s.FileCap}
	var problems []diag.Problem
	problems = append(problems, s.lay(w, UserPath(w), "")...)
	problems = append(problems, s.lay(w, facts.Join(cwd, ProjectPath), cwd)...)
	diag.Sort(problems)
	return s.config(), problems
}

// lay puts one file over what is there; project is the directory of a project's
// file, and "" for the user's.
func (s *shape) lay(w facts.World, file, project string) []diag.Problem {
	if file == "" {
		return nil
	}
	text, err := w.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return settings.Unreadable(file, err).Problems
	}
	before := s.Packs
	f := settings.Parse(file, text)
	if project != "" {
		s.confine(w, f, project)
	}
	s.Places.note(f)
	problems := settings.Decode(f, s)
	problems = append(problems, s.checkPatterns(f)...)
	s.Packs = resolved(w, facts.Dir(file), before, s.Packs)
	return problems
}

// resolved makes the paths of packs that this file named absolute.
func resolved(w facts.World, dir string, before, packs map[string]string) map[string]string {
	out := map[string]string{}
	for family, p := range packs {
		if old, ok := before[family]; !ok || old != p {
			p = settings.Resolve(w, dir, p)
		}
		out[family] = p
	}
	return out
}

// checkPatterns drops ignore patterns that no matcher understands.
func (s *shape) checkPatterns(f *settings.File) []diag.Problem {
	watch := f.Root.Field("watch")
	if watch == nil {
		return nil
	}
	list := watch.Field("ignore")
	if list == nil {
		return nil
	}
	known := len(f.Problems)
	var good []string
	for _, v := range list.Items {
		switch {
		case v.Kind != settings.String:
		case pathmatch.Expansions(v.Text) > pathmatch.MaxExpansions:
			settings.NewDecoder(f, nil).Problem(diag.BadValue, v,
				fmt.Sprintf("the braces of this pattern stand for more than %d others, so it is ignored", pathmatch.MaxExpansions), "write it with fewer braces")
		case len(v.Text) > pathmatch.MaxLength:
			settings.NewDecoder(f, nil).Problem(diag.BadValue, v,
				fmt.Sprintf("this pattern is longer than %d bytes, so it is ignored", pathmatch.MaxLength), "write a shorter one")
		case pathmatch.Valid(v.Text):
			good = append(good, v.Text)
		default:
			settings.NewDecoder(f, nil).Wrong(v, `a pattern such as "**/dist/**"`)
		}
	}
	s.Watch.Ignore = good
	return f.Problems[known:]
}

// config returns the settings as the program wants them.
func (s *shape) config() Settings {
	c := s.Settings
	c.Files, c.FileCap, c.Follow = s.Files.Allow, s.Files.Cap, s.Files.Follow
	c.Fetch, c.FetchRules = s.Fetch.On, s.Fetch
	c.Keys = map[string][]string{}
	for action, keys := range s.Keys {
		c.Keys[action] = keys
	}
	return c
}
