package codex

import (
	"fmt"
	"path"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// Limits of a skill's front matter, in characters.
const (
	maxSkillName        = 64   // a longer one is dropped
	maxSkillDescription = 1024 // a longer one is cut
)

// skillHeader is a skill's front matter.
type skillHeader struct {
	description string
	bytes       int    // size of the file
	fault       string // why the skill is dropped, or ""
}

// readSkill reads a skill's front matter and name as Codex 0.171.0 was seen to do:
// invalid YAML is read again with quotes around values that hold a colon; blanks and
// line ends become one blank; without a name the directory's name is used.
func readSkill(c *discovery.Candidate, text string) (h skillHeader) {
	f := discovery.ReadFront(text)
	c.Oddities(&f)
	h.bytes = f.Body
	c.Name = path.Base(facts.Dir(c.Path))
	if strings.HasPrefix(text, "\ufeff") {
		h.fault = "a byte order mark stands before its header"
		return h
	}
	if f.Broken != "" {
		if f = discovery.ReadFront(quoted(text[:f.Body])); f.Broken != "" {
			h.fault = "its header is not valid YAML: " + f.Broken
			return h
		}
	}
	h.description = oneLine(scalar(f.Values["description"]))
	if name := oneLine(scalar(f.Values["name"])); name != "" {
		c.Name = name
	}
	switch {
	case h.description == "":
		h.fault = "it needs a description"
	case len([]rune(c.Name)) > maxSkillName:
		h.fault = fmt.Sprintf("its name has more than %d characters", maxSkillName)
	}
	if all := []rune(h.description); len(all) > maxSkillDescription {
		h.description = string(all[:maxSkillDescription-len("...")]) + "..."
	}
	return h
}

// quoted quotes the front matter's values that hold a colon.
func quoted(header string) string {
	var b strings.Builder
	for line := range strings.Lines(header) {
		key, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), ": ")
		if value = strings.TrimSpace(value); !ok || !strings.Contains(value, ": ") || strings.ContainsAny(value[:1], `"'[{|>`) || key != strings.TrimSpace(key) {
			b.WriteString(line)
			continue
		}
		b.WriteString(key + ": '" + strings.ReplaceAll(value, "'", "''") + "'\n")
	}
	return b.String()
}

// scalar returns a value as text, or "" for lists and mappings.
func scalar(v any) string {
	switch v.(type) {
	case nil, []any, map[string]any:
		return ""
	}
	return fmt.Sprint(v)
}

// oneLine replaces each run of blanks and line ends by one blank, as the list does.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
