package gemini

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"galley/engine/facts"
	"galley/engine/tool"
)

// TempDir returns the project's temporary directory: below ~/.gemini/tmp by the
// hash of the working directory in 0.28, by a name made of it in 0.61.
func TempDir(w facts.World, o Options) string {
	if o.TempDir != "" {
		return o.TempDir
	}
	tmp := facts.Join(o.Home, ".gemini/tmp")
	if o.Version == V028 {
		sum := sha256.Sum256([]byte(o.Cwd))
		return facts.Join(tmp, hex.EncodeToString(sum[:]))
	}
	return facts.Join(tmp, projectName(w, o))
}

// projectName is the name that ~/.gemini/projects.json keeps for the directory,
// or the one it would get: with a number when another project has it.
func projectName(w facts.World, o Options) string {
	var taken []string
	if text, err := w.ReadFile(facts.Join(o.Home, ".gemini/projects.json")); err == nil {
		// A registry that is no JSON is one without entries: the agent writes it anew.
		registry, _, _ := tool.ParseJSON(text)
		for _, m := range registry.Get("projects").Members {
			if m.Name == o.Cwd && m.Value.Kind == tool.String && m.Value.Text != "" {
				return m.Value.Text
			}
			taken = append(taken, m.Value.Text)
		}
	}
	slug := Slug(facts.Base(o.Cwd))
	name := slug
	for n := 1; slices.Contains(taken, name); n++ {
		name = slug + "-" + strconv.Itoa(n)
	}
	return name
}

// Slug makes a project's name of a directory's: small letters and digits, a dash
// for every run of anything else, none at the ends.
func Slug(name string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(name) {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			b.WriteRune(r)
			dash = false
			continue
		}
		if !dash {
			b.WriteByte('-')
		}
		dash = true
	}
	if slug := strings.Trim(b.String(), "-"); slug != "" {
		return slug
	}
	return "project"
}
