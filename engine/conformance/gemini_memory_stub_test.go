package conformance

import (
	"encoding/json"
	"path"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/profile/gemini"
	"galley/engine/source"
)

func (c geminiCase) memory(t *testing.T, w *facts.Memory) gemini.Memory {
	var m gemini.Memory
	var names []string
	if raw := c.Settings.Context.FileName; raw != nil {
		if json.Unmarshal(raw, &names) != nil {
			names = []string{""}
			json.Unmarshal(raw, &names[0])
		}
	}
	if c.version() == gemini.V061 {
		names = append(names, "GEMINI.md")
	}
	m.Names = names
	block := func(p string) source.Text {
		s, err := w.ReadFile(p)
		if err != nil {
			return source.Text{}
		}
		shown := p
		if c.version() == gemini.V028 {
			shown = "../" + strings.TrimPrefix(p, "/b/")
			if strings.HasPrefix(p, c.cwd()) {
				shown = strings.TrimPrefix(p, c.cwd()+"/")
			}
		}
		return source.Literal("--- Context from: " + shown + " ---\n" + strings.TrimSpace(s) + "\n--- End of Context from: " + shown + " ---")
	}
	g := block(geminiHome + "/.gemini/GEMINI.md")
	p := block(path.Join(c.root(), "GEMINI.md"))
	if c.version() == gemini.V028 {
		m.Whole = source.Join(source.Literal("\n\n"), g, p)
		return m
	}
	m.Global, m.Project = g, p
	m.Private = block(geminiHome + "/.gemini/tmp/root/memory/MEMORY.md")
	for _, e := range c.Settings.Extensions {
		m.Extension = block(c.marks(e.ContextFiles[0]))
	}
	return m
}
