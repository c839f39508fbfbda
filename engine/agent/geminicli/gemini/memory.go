package gemini

import (
	"strings"

	"galley/engine/discovery"
	"galley/engine/source"
)

// Memory is the content of the context files, grouped by the part of the request that contains it.
type Memory struct {
	// Names are the names of the context files in the configured order; nil means only GEMINI.md.
	Names []string
	// Global, Extension, Project and Private are the tiers of 0.61. Private is the index of the
	// notes about the project that are not shared.
	Global, Extension, Project, Private source.Text
	// Whole is the whole memory of 0.28, which has no tiers. In 0.61 it is used if Global is empty.
	Whole source.Text
	// InSystem puts all four tiers of 0.61 into the system instruction. The agent does this if the
	// caller of its library passes the memory by tier. If InSystem is not set, Extension and
	// Project go into the setup message.
	InSystem bool
}

// Remember returns the memory that a discovery found.
func Remember(t *discovery.Trace) Memory {
	f := FoundIn(t)
	return Memory{Names: t.Names, Global: f.Global, Extension: f.Extension, Project: f.Project, Private: f.Private, Whole: f.Whole}
}

// Server is a connected MCP server and the instructions that it sends.
type Server struct {
	Name         string
	Instructions source.Text
}

// With returns the memory with the servers' instructions added: in 0.61 after the project's memory,
// in 0.28 at the end of the text.
func (m Memory) With(servers []Server, v Version, prose Prose) Memory {
	where := &m.Project
	if v == V028 {
		where = &m.Whole
	}
	var blocks []source.Text
	if where.Len() > 0 {
		blocks = append(blocks, *where)
	}
	for _, s := range servers {
		if text := s.Instructions; text.Len() > 0 { // unchanged, even if it is white space
			blocks = append(blocks, source.Join(source.Literal("\n"), prose("mcp-intro", value("mcp:"+s.Name, s.Name)),
				source.Literal("---[start of server instructions]---"), text, source.Literal("---[end of server instructions]---")))
		}
	}
	*where = source.Join(source.Literal("\n\n"), blocks...)
	return m
}

func (m Memory) names() []string {
	if len(m.Names) == 0 {
		return []string{"GEMINI.md"}
	}
	return m.Names
}

// quoted returns the names of the context files as part of a sentence: `A`, `B` or `C`.
func (m Memory) quoted() string {
	var b strings.Builder
	names := m.names()
	for i, n := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString("`" + n + "`")
	}
	return b.String()
}

// global returns the global tier or, if that is empty, the memory without tiers.
func (m Memory) global() source.Text {
	if g := trim(m.Global); g.Len() > 0 {
		return g
	}
	return trim(m.Whole)
}

// byTier reports whether the system instruction shows the memory tier by tier. It does so if the
// project has a private index or InSystem is set; otherwise it shows the memory as one text.
func (m Memory) byTier() bool { return m.InSystem || trim(m.Private).Len() > 0 }

// hierarchical reports whether the agent's mandates mention the tiers of memory.
func (m Memory) hierarchical() bool {
	return m.byTier() && (m.global().Len() > 0 || m.InSystem && (trim(m.Extension).Len() > 0 || trim(m.Project).Len() > 0))
}

// instruction returns the part of the memory that 0.61 puts into the system instruction.
func (m Memory) instruction(set Set, prose Prose) source.Text {
	var b source.Builder
	if m.byTier() {
		tiers := []source.Text{
			tagged("global_context", m.global()),
			tagged("user_project_memory", privateIndex(trim(m.Private))),
		}
		if m.InSystem {
			tiers = append(tiers, tagged("extension_context", trim(m.Extension)), tagged("project_context", trim(m.Project)))
		}
		text := tagged("loaded_context", tiers...)
		if text.Len() == 0 {
			return text
		}
		b.Add("---\n\n", structure)
		b.Append(text)
		return b.Text()
	}
	text := m.global()
	if text.Len() == 0 {
		return text
	}
	names := m.names()
	if set == Legacy {
		names = []string{"GEMINI.md"} // the older prompts name this file, whatever names are configured
	}
	b.Add("# Contextual Instructions (", structure)
	b.Append(value("context-files", strings.Join(names, ", ")))
	b.Add(")\n", structure)
	b.Append(prose("memory-intro"))
	b.Add("\n\n", structure)
	b.Append(tagged("loaded_context", text))
	return b.Text()
}

func privateIndex(text source.Text) source.Text {
	if text.Len() == 0 {
		return text
	}
	return source.Join(source.Literal("\n"),
		source.Literal("--- Private Project Memory Index (private, not committed to repo) ---"), text,
		source.Literal("--- End Private Project Memory Index ---"))
}

// session returns the part of the memory that 0.61 puts into the setup message. It begins with a
// line end.
func (m Memory) session() source.Text {
	extension, project := trim(m.Extension), trim(m.Project)
	if m.InSystem || extension.Len() == 0 && project.Len() == 0 {
		return source.Text{}
	}
	return source.Literal("\n").Append(tagged("loaded_context",
		tagged("extension_context", extension), tagged("project_context", project)))
}

// instruction028 returns the memory as 0.28 puts it into the system instruction.
func (m Memory) instruction028() source.Text {
	text := trim(m.Whole)
	if text.Len() == 0 {
		return text
	}
	return source.Literal("---\n\n").Append(text)
}

// tagged puts texts between the lines of a tag. Without texts it returns the empty text.
func tagged(tag string, texts ...source.Text) source.Text {
	var b source.Builder
	for _, t := range texts {
		if t.Len() > 0 {
			b.Append(t)
			b.Add("\n", structure)
		}
	}
	if b.Len() == 0 {
		return source.Text{}
	}
	return source.Literal("<"+tag+">\n").Append(b.Text(), source.Literal("</"+tag+">"))
}

// trim removes white space from both ends of a text, by the rules of JavaScript's trim.
func trim(t source.Text) source.Text { return t.TrimFunc(source.IsJSSpace) }
