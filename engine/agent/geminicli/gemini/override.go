package gemini

import (
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/variable"
)

// SwitchedFile reads the value of a variable that is either a switch or a path, and returns the
// file that the value means. If the value switches the feature on, the file is the one with the
// relative path standard in the working directory. If the value switches the feature off, file is
// "". set reports whether the variable has a value.
func SwitchedFile(value, cwd, home, standard string) (file string, set bool) {
	v := strings.TrimFunc(value, source.IsJSSpace)
	switch strings.ToLower(v) {
	case "":
		return "", false
	case "0", "false":
		return "", true
	case "1", "true":
		return facts.Join(cwd, standard), true
	}
	switch {
	case v == "~":
		v = home
	case strings.HasPrefix(v, "~/"):
		v = facts.Join(home, v[2:])
	}
	return facts.Resolve(cwd, v), true
}

func fromEnv(w facts.World, o Options, key string) (file string, set bool) {
	v, _ := w.LookupEnv(key)
	return SwitchedFile(v, o.Cwd, o.Home, ".gemini/system.md")
}

// SystemFile returns the path of the file that GEMINI_SYSTEM_MD means, or "".
func SystemFile(w facts.World, cwd, home string) string {
	file, _ := fromEnv(w, Options{Cwd: cwd, Home: home}, "GEMINI_SYSTEM_MD")
	return file
}

// override returns the text that replaces the sections: the template, or the file that
// GEMINI_SYSTEM_MD names. The agent replaces its own placeholders everywhere in that text.
func (i *Instruction) override(w facts.World, o Options, f filling, list sections) (blocks []prompt.Block, custom bool) {
	var text source.Text
	title := "System prompt file"
	switch file, _ := fromEnv(w, o, "GEMINI_SYSTEM_MD"); {
	case o.Template != nil:
		text, title = *o.Template, "Template"
	case file == "":
		return nil, false
	default:
		data, err := w.ReadFile(file)
		if err != nil {
			i.refuse(file, err, w)
			return nil, true
		}
		decoded, skipped := variable.Decode(data)
		text = source.Of(decoded, source.Origin{
			Kind: source.File, Source: file, Span: source.Span{Start: skipped, End: len(data)}, Line: 1, Tag: source.NoSpan,
		})
	}
	before := text
	text = substitute(text, f, list, i.Tools)
	if o.Template != nil {
		i.reparsed(before)
	}
	return add(nil, "custom", title, trim(text).CollapseBlank(2)), true
}

func (i *Instruction) refuse(file string, err error, w facts.World) {
	i.Refused = "missing system prompt file '" + file + "'"
	if _, there := w.Stat(file); there == nil {
		i.Refused = "cannot read the system prompt file '" + file + "': " + err.Error()
	}
	p := diag.New(diag.AgentRefuses, source.Span{}, "Gemini CLI would not start: "+i.Refused,
		"create the file, or unset GEMINI_SYSTEM_MD; Gemini CLI does not look in the home directory instead")
	p.File = file
	i.Problems = append(i.Problems, p)
}

// reparsed reports placeholders of the agent that an inserted value contains. The agent replaces
// these placeholders too, which the author may not expect.
func (i *Instruction) reparsed(text source.Text) {
	for _, p := range text.Pieces() {
		if p.Origin.Kind == source.Template || !strings.Contains(p.Text, "${") {
			continue
		}
		for _, name := range placeholders(i.Tools) {
			if strings.Contains(p.Text, name) {
				i.Problems = append(i.Problems, diag.New(diag.ForeignTag, p.Origin.Tag,
					"the value of "+p.Origin.Source+" contains "+name+", which Gemini CLI replaces there too", ""))
			}
		}
	}
}

func placeholders(tools []string) []string {
	names := []string{"${AgentSkills}", "${SubAgents}", "${AvailableTools}"}
	for _, t := range tools {
		names = append(names, toolPlaceholder(t))
	}
	return names
}

func toolPlaceholder(tool string) string { return "${" + tool + "_ToolName}" }

// substitute replaces the agent's placeholders, one kind after the other. A text that it inserts
// may contain placeholders of a later kind, and these are replaced too.
func substitute(text source.Text, f filling, list sections, tools []string) source.Text {
	if !strings.Contains(text.String(), "${") {
		return text // most texts have no placeholder, and they may be long
	}
	for _, s := range []struct{ name, id, older, flag string }{
		{"${AgentSkills}", "agentSkills", "", "skills"}, {"${SubAgents}", "subAgents", "agentContexts", "agents"},
	} {
		var with source.Text
		for _, sec := range list {
			if (sec.ID == s.id || sec.ID == s.older) && f.on[s.flag] {
				with = f.fill(sec.layout)
			}
		}
		text = replaceAll(text, s.name, with)
	}
	text = replaceAll(text, "${AvailableTools}", f.availableTools(tools))
	for _, t := range tools {
		text = replaceAll(text, toolPlaceholder(t), toolName(t, t))
	}
	return text
}

func (f filling) availableTools(tools []string) source.Text {
	if len(tools) == 0 {
		return f.prose("no-tools")
	}
	var b source.Builder
	for i, t := range tools {
		if i > 0 {
			b.Add("\n", structure)
		}
		b.Add("- ", structure)
		b.Append(toolName(t, t))
	}
	return b.Text()
}

// mostExpanded is a limit in bytes for a text after its placeholders are replaced.
const mostExpanded = 4 << 20

// replaceAll is JavaScript's replace: in the replacement, $$ is a dollar sign, $& the
// replaced text, $` and $' the text before and after it.
func replaceAll(text source.Text, old string, with source.Text) source.Text {
	if !strings.Contains(with.String(), "$") {
		return text.Replace(old, with)
	}
	s := text.String()
	var b source.Builder
	from := 0
	for {
		if b.Len() > mostExpanded {
			with = source.Text{} // drop the replacement if repeating it makes the text too large
		}
		i := strings.Index(s[from:], old)
		if i < 0 {
			b.Append(text.Slice(from, len(s)))
			return b.Text()
		}
		i += from
		end := i + len(old)
		b.Append(text.Slice(from, i))
		b.Append(expand(with, text.Slice(i, end), text.Slice(0, i), text.Slice(end, len(s))))
		from = end
	}
}

func expand(with, match, before, behind source.Text) source.Text {
	s := with.String()
	var b source.Builder
	kept := 0
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '$' {
			continue
		}
		var part source.Text
		switch s[i+1] {
		case '$':
			part = with.Slice(i, i+1)
		case '&':
			part = match
		case '`':
			part = before
		case '\'':
			part = behind
		default:
			continue
		}
		if b.Len() > mostExpanded {
			break
		}
		b.Append(with.Slice(kept, i))
		b.Append(part)
		i++
		kept = i + 1
	}
	b.Append(with.Slice(kept, len(s)))
	return b.Text()
}
