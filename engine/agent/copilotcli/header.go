package copilotcli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"galley/engine/discovery"
	"galley/engine/textutil"
)

// What Copilot CLI 1.0.102 was observed to accept in the front matter of skills and commands.
const (
	maxName        = 64   // characters; a longer one drops the file
	maxDescription = 1024 // characters; a longer one drops the file
)

var (
	allowedName = textutil.LazyRegexp(`^[A-Za-z0-9][A-Za-z0-9._:-]*$`)
	blanks      = textutil.LazyRegexp(`\s+`)
)

// counts reports whether the model is told about a skill or a command, and sets its name. If the
// front matter gives no name, the name is fileName. taken maps each name in use to its file.
func counts(c *discovery.Candidate, f *discovery.Front, fileName string, taken map[string]string) bool {
	name, fault := header(f, fileName)
	c.Name = blanks().ReplaceAllString(strings.TrimSpace(name), "-")
	switch {
	case fault != "":
	case !allowedName().MatchString(c.Name):
		fault = "its name must begin with a letter or a digit, and have only letters from a to z, digits and . _ - :"
	case len(c.Name) > maxName:
		fault = fmt.Sprintf("its name has more than %d characters", maxName)
	}
	if fault != "" {
		c.No(discovery.FrontMatter, fault)
		return false
	}
	if first, twice := taken[c.Name]; twice {
		c.No(discovery.ShadowedByName, first)
		return false
	}
	taken[c.Name] = c.Path // also for a skill that only people may call
	if hidden, _ := f.Flag("disable-model-invocation"); hidden {
		c.No(discovery.PeopleOnly, "disable-model-invocation is set")
		return false
	}
	return true
}

// header returns the name in the front matter. fault is the reason why Copilot CLI drops the whole
// file, or "".
func header(f *discovery.Front, fileName string) (name, fault string) {
	if f.Broken != "" {
		return fileName, f.Broken
	}
	name = fileName
	if v, there := f.Values["name"]; there {
		text, isText := v.(string)
		if name = text; !isText {
			return fileName, "name must be a text"
		}
	}
	for _, key := range []string{"description", "argument-hint"} {
		if v, there := f.Values[key]; there && !isText(v) {
			return name, key + " must be a text: put it in quotes"
		}
	}
	if v, there := f.Values["allowed-tools"]; there && !isText(v) && !areTexts(v) {
		return name, "allowed-tools must be a text or a list of texts"
	}
	for _, key := range []string{"user-invocable", "disable-model-invocation"} {
		if v, there := f.Values[key]; there && !isFlag(v) {
			return name, key + " must be true or false"
		}
	}
	if utf8.RuneCountInString(f.Text("description")) > maxDescription {
		fault = fmt.Sprintf("its description has more than %d characters", maxDescription)
	}
	return name, fault
}

func isText(v any) bool { _, is := v.(string); return is }

func areTexts(v any) bool {
	list, isList := v.([]any)
	return isList && !slices.ContainsFunc(list, func(v any) bool { return !isText(v) })
}

// isFlag reports whether a value is a boolean, or a text that spells one.
func isFlag(v any) bool { return v == true || v == false || v == "true" || v == "false" }

// description returns the description in the front matter, else the first three lines of
// the text that are neither blank nor headings.
func description(f *discovery.Front, rest string) string {
	if v, there := f.Values["description"]; there {
		text, _ := v.(string)
		if !strings.HasSuffix(text, "\n") {
			return text
		}
		// A YAML block at the end of the header keeps the line end, but Copilot CLI reads the
		// header without its last line end.
		values, _ := discovery.ReadYAML(strings.TrimSuffix(strings.TrimSuffix(f.Header, "\n"), "\r"))
		text, _ = values["description"].(string)
		return text
	}
	var lines []string
	for line := range strings.Lines(rest) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			if lines = append(lines, line); len(lines) == 3 {
				break
			}
		}
	}
	text := []rune(strings.Join(lines, " "))
	return string(text[:min(len(text), maxDescription)])
}
