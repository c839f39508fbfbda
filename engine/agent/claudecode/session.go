package claudecode

import (
	"encoding/json"
	"strings"

	"galley/engine/bounded"
	"galley/engine/discovery"
)

// session holds what the program's arguments decide.
type session struct {
	directories []string
	sources     []string // the sources of settings that are read; nil means all
	settings    map[string]any
	nothing     string // why no rule file is read, or ""
	bare        bool   // no skills, agents, hooks or output style
	noSkills    bool
	denied      []string // rules about tools
}

// sessionOf parses the program's arguments. It ignores arguments that do not affect the request.
func sessionOf(p *discovery.Finder) session {
	var s session
	args := p.Options.Args
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		var values []string
		if joined {
			values = []string{value}
		}
		take := func(most int) {
			for !joined && len(values) < most && i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") {
				i++
				values = append(values, args[i])
			}
		}
		switch name {
		case "--bare":
			s.bare, s.noSkills, s.nothing = true, true, "the session is started with --bare"
		case "--disable-slash-commands":
			s.noSkills = true
		case "--add-dir":
			take(len(args))
			s.directories = append(s.directories, values...)
		case "--setting-sources":
			if take(1); len(values) == 1 {
				s.sources = append([]string{}, strings.FieldsFunc(values[0], func(c rune) bool { return c == ',' || c == ' ' })...)
			}
		case "--disallowedTools", "--disallowed-tools":
			take(len(args))
			for _, v := range values {
				s.denied = append(s.denied, listedRules(v)...)
			}
		case "--settings":
			if take(1); len(values) == 1 {
				s.settings = sessionSettings(p, values[0])
			}
		}
	}
	return s
}

// listedRules splits a list of rules about tools at commas and blanks outside of parentheses.
func listedRules(list string) []string {
	inside := false
	return strings.FieldsFunc(list, func(c rune) bool {
		switch c {
		case '(':
			inside = true
		case ')':
			inside = false
		}
		return !inside && (c == ',' || c == ' ')
	})
}

// sessionSettings reads the settings in an argument: JSON, or a file name.
func sessionSettings(p *discovery.Finder, value string) (values map[string]any) {
	if !strings.HasPrefix(strings.TrimSpace(value), "{") {
		return plainJSON(p, value, "session").values
	}
	if bounded.JSONDepth(value) == nil && json.Unmarshal([]byte(value), &values) != nil {
		p.Note("--settings: it is not valid JSON")
	}
	return values
}
