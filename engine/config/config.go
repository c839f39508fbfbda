// Package config holds the settings that people keep: for the workbench (theme,
// keys, tab width) and for the engine (profile, packs, budgets, policies).
//
// They are in two TOML files: the user's, config.toml in [UserDir], and the
// project's, .galley/config.toml, which overrides it. Lists are replaced as a whole;
// the tables packs, keys and budgets are merged entry by entry. Users did not write a
// project's file, so a project may set only what the rules in scope.go allow: it can tighten
// policies but not loosen them. Unknown keys, invalid values and settings in the
// wrong file are problems with a place and have no effect. The caller applies
// command-line flags, which override both files.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

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

// Config are the settings that a prompt depends on. [Default] returns their defaults;
// a nil pointer means that the setting is not set.
type Config struct {
	Profile    string    `set:"profile"`                   // "" for template
	Model      string    `set:"model"`                     // [PROVIDER/]MODEL, the model for which prompts are made
	Unknown    string    `set:"unknown" among:"drop|keep"` // what happens to a tag of unknown type
	Files      string    `set:"-"`                         // "all" or "project": which files a template may name
	FileCap    int64     `set:"-"`                         // most bytes read from one file
	Follow     *bool     `set:"-"`                         // whether to follow links; nil means as the agent does
	Fetch      bool      `set:"-"`                         // fetch the URLs in instructions
	FetchRules Fetch     `set:"-"`                         // what Fetch may load
	Template   Templates `set:"template"`

	Packs   map[string]string `set:"packs"`           // from a family to its directory, absolute
	Budgets map[string]int    `set:"budgets" min:"1"` // from a provider to its limit, in the provider's own unit
	Check   Check             `set:"check"`
}

// Screen are the settings of the workbench. No prompt depends on them.
type Screen struct {
	Theme      string `set:"theme"`                             // "" lets the terminal decide
	Background string `set:"background" among:"theme|terminal"` // whether the theme's or the terminal's background is painted
	Mouse      *bool  `set:"mouse"`
	Tab        int    `set:"tab" min:"1" max:"16"`                          // columns between tab stops
	Width      string `set:"width" among:"grapheme|wcwidth"`                // how the terminal counts the columns of a character
	Clipboard  string `set:"clipboard" among:"auto|osc52|native|file|none"` // how texts are copied; "" is auto
	AltWait    int    `set:"alt-wait" min:"10" max:"1000"`                  // within how many milliseconds the key of an Alt chord must follow its Esc; 0 lets galley choose

	Keys  map[string][]string `set:"-"` // from an action to its keys; an empty list unbinds it
	Watch Watch               `set:"watch"`
}

// Templates are settings of the template language.
type Templates struct {
	// Extensions names the variable types beyond the standard ones: "tool".
	Extensions []string `set:"extensions"`
}

// Check holds the requirements of the command check.
type Check struct {
	Budgets []string `set:"budgets"` // providers whose limits must be kept
	Blocks  []string `set:"blocks"`  // ids of blocks that the prompt must contain
	Forbid  []string `set:"forbid"`  // codes of problems that fail the check
	// Tokens and Growth are limits for agents, by the agent's name or "all": the most tokens that
	// files may add to the prompt at launch, and the most by which a branch may increase that
	// number.
	Tokens map[string]int `set:"tokens" min:"1"`
	Growth map[string]int `set:"growth" min:"0"`
}

// Watch says which changed files the workbench ignores.
type Watch struct {
	// Ignore holds doublestar patterns, relative to the working directory.
	Ignore []string `set:"ignore"`
}

// Default returns the default settings that a prompt depends on.
func Default() Config {
	return Config{Unknown: "drop", Files: "all", FileCap: facts.DefaultFileCap}
}

// DefaultScreen returns the default settings of the workbench.
func DefaultScreen() Screen {
	return Screen{
		Background: "theme", Tab: 4, Width: "grapheme",
		Watch: Watch{Ignore: []string{"**/.git/**", "**/node_modules/**"}},
	}
}

// shape has the settings in the form in which the file has them, where that differs from Settings.
type shape struct {
	Settings
	Files policy             `set:"files"`
	Fetch Fetch              `set:"fetch"`
	Keys  map[string]binding `set:"keys"`
}

// policy is the value of files: either "project", or a table with more keys.
type policy struct {
	Allow  string `set:"allow" among:"all|project"`
	Cap    int64  `set:"cap" min:"1" max:"67108864"` // most bytes read from one file
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

// binding is one key or a list of keys; false and "" mean no key.
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
	s := shape{Settings: Settings{Default(), DefaultScreen(), Places{}}}
	s.Files = policy{Allow: s.Config.Files, Cap: s.FileCap}
	var problems []diag.Problem
	problems = append(problems, s.lay(w, UserPath(w), "")...)
	problems = append(problems, s.lay(w, facts.Join(cwd, ProjectPath), cwd)...)
	diag.Sort(problems)
	return s.config(), problems
}

// lay applies one file over the present settings. project is the directory of a project's file, or
// "" for the user's file. If the home is not known, file is "", and nothing is applied.
func (s *shape) lay(w facts.World, file, project string) []diag.Problem {
	text, err := w.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return settings.Unreadable(file, err).Problems
	}
	before, theme := s.Packs, s.Theme
	f := settings.Parse(file, text)
	if project != "" {
		s.confine(w, f, project)
	}
	s.Places.note(f)
	problems := settings.Decode(f, s)
	problems = append(problems, s.checkPatterns(f)...)
	s.Packs = resolved(w, facts.Dir(file), before, s.Packs)
	if s.Theme != theme && IsThemeFile(s.Theme) {
		s.Theme = settings.Resolve(w, facts.Dir(file), s.Theme)
	}
	return problems
}

// IsThemeFile reports whether the name of a theme is the path of a file.
func IsThemeFile(theme string) bool { return strings.HasSuffix(theme, ".toml") }

// resolved makes the paths of packs absolute, if the present file has set them. before has the
// packs of the earlier file.
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

// checkPatterns drops invalid ignore patterns.
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
				fmt.Sprintf("the braces of this pattern expand to more than %d patterns, so it is ignored", pathmatch.MaxExpansions), "use fewer braces")
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

// config returns the settings in the program's form.
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
