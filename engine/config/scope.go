package config

import (
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/settings"
)

// Scope says what a project's file may do with a setting. The user's own file may set
// everything.
type Scope uint8

// The scopes.
const (
	Anyone  Scope = iota // a project may set it
	Tighten              // a project may only make it stricter, as Rule.Stricter decides
	Inside               // a project may name paths within it; others only if the user's files.allow is "all"
	Own                  // a project may not set it
)

// Rule says how the user's and the project's file may set one setting.
type Rule struct {
	Key   string // as in the file, tables within tables as "a.b"
	Scope Scope
	Why   string // why a project is restricted, for the message; "" for Anyone
	// Stricter reports, for the scope Tighten, whether a value is at least as strict as the user's.
	// A project may not set a value of which nobody decides that.
	Stricter func(users *shape, v *settings.Value) bool
}

// rules has a row for each setting.
var rules = []Rule{
	{Key: "theme", Scope: Inside, Why: "a theme's file is read"},
	{Key: "background"},
	{Key: "mouse"},
	{Key: "tab"},
	{Key: "width"},
	{Key: "clipboard", Scope: Own, Why: "it decides where copied texts go"},
	{Key: "alt-wait", Scope: Own, Why: "it depends on your terminal and its connection"},
	{Key: "profile"},
	{Key: "model"},
	{Key: "unknown"},
	{Key: "template"},
	{Key: "template.extensions"},
	{Key: "packs", Scope: Inside, Why: "the files of a pack are read"},
	{Key: "budgets"},
	{Key: "check"},
	{Key: "check.budgets"},
	{Key: "check.blocks"},
	{Key: "check.forbid"},
	{Key: "check.tokens"},
	{Key: "check.growth"},
	{Key: "watch"},
	{Key: "watch.ignore", Scope: Own, Why: "it decides which changes are seen"},
	{Key: "files", Scope: Tighten, Stricter: byItsKeys},
	{Key: "files.allow", Scope: Tighten, Why: "it decides which files a template may read", Stricter: func(users *shape, v *settings.Value) bool {
		return v.Kind != settings.String || v.Text != "all" || users.Files.Allow == "all"
	}},
	{Key: "files.cap", Scope: Tighten, Why: "it decides how much is read", Stricter: func(users *shape, v *settings.Value) bool {
		return v.Kind != settings.Integer || v.Int <= users.Files.Cap
	}},
	{Key: "files.follow", Scope: Tighten, Why: "it decides which links are followed", Stricter: func(users *shape, v *settings.Value) bool {
		return !on(v) || users.Files.Follow == nil || *users.Files.Follow
	}},
	{Key: "fetch", Scope: Tighten, Stricter: byItsKeys},
	{Key: "fetch.on", Scope: Tighten, Why: "it lets documents be fetched, as --fetch does once", Stricter: func(users *shape, v *settings.Value) bool { return !on(v) || users.Fetch.On }},
	{Key: "fetch.http", Scope: Tighten, Why: "it lets documents be fetched unencrypted", Stricter: func(users *shape, v *settings.Value) bool { return !on(v) || users.Fetch.HTTP }},
	{Key: "fetch.private", Scope: Tighten, Why: "it lets documents be fetched from private addresses", Stricter: func(users *shape, v *settings.Value) bool { return !on(v) || users.Fetch.Private }},
	{Key: "fetch.hosts", Scope: Own, Why: "it decides from where documents are fetched"},
	{Key: "keys", Scope: Own, Why: "it decides what the keys do"},
}

// ruleOf returns the rule of a key. An unknown setting has no rule; the decoder reports it.
func ruleOf(key string) Rule {
	for _, r := range rules {
		if r.Key == key {
			return r
		}
	}
	return Rule{}
}

// confine removes from a project's file the settings that a project may not set, and reports a
// problem for each. s has the user's settings.
func (s *shape) confine(w facts.World, f *settings.File, project string) {
	c := confiner{s, w, f, project}
	c.table(f.Root, "")
}

type confiner struct {
	users   *shape
	world   facts.World
	file    *settings.File
	project string
}

// table keeps the fields of a table that the project may set.
func (c *confiner) table(v *settings.Value, at string) {
	var kept []settings.Field
	for _, field := range v.Fields {
		key := field.Name
		if at != "" {
			key = at + "." + key
		}
		rule := ruleOf(longForm(key, field.Value))
		switch {
		case rule.Key == "packs":
			c.packs(field.Value)
		case field.Value.Kind == settings.Table && rule.Scope != Own:
			c.table(field.Value, key)
		case !c.allowed(rule, field.Value):
			c.refuse(rule, field)
			continue
		}
		kept = append(kept, field)
	}
	v.Keep(kept)
}

// longForm returns the full key of a setting that is written in its short form: files = "all" sets
// files.allow, and fetch = true sets fetch.on.
func longForm(key string, v *settings.Value) string {
	switch {
	case key == "files" && v.Kind == settings.String:
		return "files.allow"
	case key == "fetch" && v.Kind == settings.Boolean:
		return "fetch.on"
	}
	return key
}

// packs keeps only the packs inside the project.
func (c *confiner) packs(v *settings.Value) {
	rule := ruleOf("packs")
	var kept []settings.Field
	for _, field := range v.Fields {
		if !c.allowed(rule, field.Value) {
			c.refuse(rule, field)
			continue
		}
		kept = append(kept, field)
	}
	v.Keep(kept)
}

// allowed reports whether a project may set a value. It accepts values of the wrong kind, which the
// decoder reports.
func (c *confiner) allowed(rule Rule, v *settings.Value) bool {
	switch rule.Scope {
	case Own:
		return false
	case Inside:
		return v.Kind != settings.String || rule.Key == "theme" && !IsThemeFile(v.Text) || c.inside(v.Text)
	case Tighten:
		return rule.Stricter != nil && rule.Stricter(c.users, v)
	}
	return true
}

// inside reports whether a path in a setting lies within the project, with links resolved, or
// whether the user allows templates to read files elsewhere.
func (c *confiner) inside(name string) bool {
	return c.users.Files.Allow != "project" || facts.Inside(c.world, c.project, settings.Resolve(c.world, facts.Dir(c.file.Name), name))
}

// byItsKeys is the Stricter of a table: each of its keys has a rule of its own.
func byItsKeys(*shape, *settings.Value) bool { return true }

// on reports whether a value is true.
func on(v *settings.Value) bool { return v.Kind == settings.Boolean && v.Bool }

// refuse reports a setting in the wrong file.
func (c *confiner) refuse(rule Rule, field settings.Field) {
	message := "a project's file cannot set " + rule.Key
	hint := "put it into your own config.toml: " + rule.Why
	switch rule.Scope {
	case Tighten:
		message = "a project's file cannot loosen " + rule.Key
	case Inside:
		message = "a project's file cannot name a path outside the project in " + rule.Key
	}
	settings.NewDecoder(c.file, nil).At(diag.WrongFile, field.Span, message, hint)
}
