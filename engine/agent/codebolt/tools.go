package codebolt

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// tools sends the tools of connected servers. Depending on an option, it declares them to the API,
// lists them in a system message before all others, or lists them at the end of the last message
// if that is the user's. The length is limited only where the tools are listed.
type tools struct {
	host *Host
	o    options
}

func (s tools) Modify(_ context.Context, t *Turn) error {
	all := s.allowed(t, append(slices.Clone(s.host.Tools), s.host.Mentioned...))
	if len(all) == 0 {
		return nil
	}
	switch s.o.text("toolsLocation") {
	case "InsidePrompt":
		last := len(t.Messages) - 1
		if last < 0 || t.Messages[last].Role != prompt.User {
			t.warn("the tools are not sent: the last message is not the user's when "+toolsName+" adds them to it",
				"the user's own text comes after all modifiers: put the modifier behind one that adds a user message, or use toolsLocation Tool")
			return nil
		}
		b := block(toolsBlock, "Tools", source.Of("--- Available Tools ---\n", structure).Append(s.list(all)))
		b.Before = source.Of("\n\n", structure)
		t.append(last, toolsName, b)
	case "SystemMessage":
		b := block(toolsBlock, "Tools", source.Of("Available Tools:\n", structure).Append(s.list(all)))
		t.Messages = slices.Insert(t.Messages, 0, message(prompt.System, b))
	default:
		t.Tools, t.ToolChoice = nil, "auto"
		for _, one := range all {
			t.Tools = append(t.Tools, prompt.Tool{Name: one.Named(), Declaration: toolText(one.Named(), declared(one).JSON()),
				From: toolsBlock.from, Changes: []string{"message"}, Documented: toolsBlock.documented})
		}
	}
	return nil
}

// allowed returns the tools that the option allowedTools names, and reports how 5.0.7 treats that
// option.
func (s tools) allowed(t *Turn, all []tool.Tool) []tool.Tool {
	names, _ := s.o.texts("allowedTools")
	if len(names) == 0 {
		return all
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(one tool.Tool) bool { return !slices.Contains(names, one.Named()) })
	if len(kept) == len(all) {
		return all
	}
	counts := strconv.Itoa(len(kept)) + " of " + strconv.Itoa(len(all)) + " tools"
	if s.o.truthy("ignoreAllowedTools") {
		t.warn("allowedTools, which leaves "+counts+", is ignored: all are sent", "Codebolt "+Version+" never stores the option")
		return all
	}
	t.warn("allowedTools leaves "+counts+" here, but Codebolt "+Version+" never stores the option and sends all", "the option ignoreAllowedTools shows what is really sent")
	return kept
}

// declared returns a tool in the form in which the platform passes it on.
func declared(t tool.Tool) tool.Value {
	if t.Native.Kind != tool.Absent {
		return t.Native
	}
	f := tool.Table(append([]tool.Member{{Name: "name", Value: t.Name}, {Name: "description", Value: t.Description}, {Name: "parameters", Value: t.Schema}}, t.Extra...)...)
	return object("type", tool.Text("function")).With("function", f)
}

func (s tools) list(all []tool.Tool) source.Text {
	var b source.Builder
	for i, one := range first(all, s.o.number("maxToolsInMessage", 30)) {
		if i > 0 {
			b.Add("\n\n", structure)
		}
		name := one.Named()
		said := func(label, text string) {
			b.Add("\n   "+label+": ", structure)
			b.Append(toolText(name, text))
		}
		b.Add(strconv.Itoa(i+1)+". **", structure)
		b.Append(toolText(name, name))
		b.Add("**", structure)
		if one.Description.Text != "" && s.o.on("includeToolDescriptions") {
			said("Description", one.Description.Text)
		}
		if truthy(one.Schema) {
			said("Parameters", topKeys(one.Schema))
		}
		if s.o.truthy("giveToolExamples") && i < s.o.number("maxToolExamples", 2) {
			b.Add("\n   Example: ", structure)
			b.Append(toolText(name, name))
			b.Add(example(name), structure)
		}
	}
	return b.Text()
}

// topKeys lists the keys of a schema, as "type, properties, required". The names of
// the parameters are one level further down.
func topKeys(schema tool.Value) string {
	var keys []string
	for _, m := range parsed(schema).Members {
		keys = append(keys, m.Name)
	}
	for i := range schema.Items {
		keys = append(keys, strconv.Itoa(i))
	}
	if schema.Kind != tool.Object && schema.Kind != tool.Array {
		return schema.Text
	}
	return strings.Join(keys, ", ")
}

// example returns a sample call that fits a tool's name.
func example(name string) string {
	name = strings.ToLower(name)
	if strings.Contains(name, "file") {
		for _, e := range [][2]string{
			{"read", `({ filePath: "example.txt" })`},
			{"write", `({ filePath: "output.txt", content: "Hello World" })`},
			{"delete", `({ filePath: "temp.txt" })`},
			{"move", `({ sourcePath: "old.txt", destinationPath: "new.txt" })`},
			{"copy", `({ sourcePath: "source.txt", destinationPath: "copy.txt" })`},
		} {
			if strings.Contains(name, e[0]) {
				return e[1]
			}
		}
	}
	return "({ /* parameters */ })"
}

func toolText(name, text string) source.Text {
	return source.Of(text, source.Origin{Kind: source.Tool, Source: name, Span: source.Span{End: len(text)}, Tag: source.NoSpan})
}
