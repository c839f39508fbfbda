package start

import (
	"encoding/json"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/tool"
)

// JSON reads a JSON file of the user, which may contain comments. ok is false if it is missing or
// not valid; the agent is then started without it.
func (in Input) JSON(name string) (v tool.Value, ok bool) {
	text, _ := in.World.ReadFile(name) // "" if it cannot be read, which is not valid JSON
	v, _, err := tool.ParseJSON(text)
	return v, err == nil && v.Kind == tool.Object
}

// WithoutSecrets returns settings without credentials, at the top level and in the object env. From
// env it also removes variables that redirect the agent. helpers names further keys to remove, such
// as those of commands that obtain credentials. left names what was removed.
func WithoutSecrets(v tool.Value, helpers ...string) (out tool.Value, left []string) {
	out = tool.Value{Kind: tool.Object}
	for _, m := range v.Members {
		helper := false
		for _, h := range helpers {
			helper = helper || m.Name == h
		}
		switch {
		case helper, m.Value.Kind == tool.String && isSecret(m.Name):
			left = append(left, m.Name)
		case m.Name == "env" && m.Value.Kind == tool.Object:
			kept := tool.Value{Kind: tool.Object}
			for _, e := range m.Value.Members {
				if isSecret(e.Name) || slices.Contains(elsewhere, e.Name) {
					left = append(left, "env."+e.Name)
					continue
				}
				kept.Members = append(kept.Members, e)
			}
			out.Members = append(out.Members, tool.Member{Name: m.Name, Value: kept})
		default:
			out.Members = append(out.Members, m)
		}
	}
	return out, left
}

// Servers lists the MCP servers in an object of a settings file; project says that the file belongs
// to the project.
func Servers(servers tool.Value, file string, project bool) []Run {
	var runs []Run
	for _, m := range servers.Members {
		command := m.Value.Get("command").Text
		words := m.Value.Get("command").Items // some agents write the command and its arguments as one list
		words = append(words[:len(words):len(words)], m.Value.Get("args").Items...)
		for _, w := range words {
			command = strings.TrimSpace(command + " " + w.Text)
		}
		for _, key := range []string{"url", "httpUrl", "serverUrl"} {
			if command == "" {
				command = m.Value.Get(key).Text
			}
		}
		runs = append(runs, Run{Kind: "MCP server", Name: m.Name, Command: command, File: file, Project: project})
	}
	return runs
}

// Hooks lists the commands in an object of hooks, in the form of Claude Code, Qwen Code and Gemini
// CLI: event, then groups of {matcher, hooks: [{command}]}.
func Hooks(hooks tool.Value, file string, project bool) []Run {
	var runs []Run
	for _, event := range hooks.Members {
		for _, group := range event.Value.Items {
			for _, h := range group.Get("hooks").Items {
				command := h.Get("command").Text
				if command == "" {
					command = h.Get("url").Text
				}
				runs = append(runs, Run{Kind: "hook", Name: event.Name, Command: command, File: file, Project: project})
			}
		}
	}
	return runs
}

// CopyInto returns a [Copy] for each name: it copies the file or directory with this name from one
// directory to the other.
func CopyInto(from, to string, names ...string) []Copy {
	all := make([]Copy, len(names))
	for i, name := range names {
		all[i] = Copy{From: facts.Join(from, name), To: facts.Join(to, name)}
	}
	return all
}

// JSONOf returns a decoded setting as JSON with sorted keys; a nil setting becomes Absent.
func JSONOf(setting any) tool.Value {
	if setting == nil {
		return tool.Value{}
	}
	text, _ := json.Marshal(setting) // cannot fail: the value was decoded from JSON or a similar format
	v, _, _ := tool.ParseJSON(string(text))
	return v
}

// Dirs returns the working directory, and the project's root if that differs.
func (in Input) Dirs() []string {
	if in.Project == "" || in.Project == in.Cwd {
		return []string{in.Cwd}
	}
	return []string{in.Cwd, in.Project}
}
