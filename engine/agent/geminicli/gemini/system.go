package gemini

import (
	"strings"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/ignore"
	"galley/engine/prompt"
	"galley/engine/source"
)

// Instruction is the system instruction, with notes about it.
type Instruction struct {
	Blocks []prompt.Block
	Model  string // the model that answers
	Set    Set    // the set of texts; "" for 0.28, which has only one
	Tools  []string
	// Replaced lists the sections that a file or template replaces.
	Replaced []prompt.Block
	// Refused is the reason why the agent would not start, for example a missing file in
	// GEMINI_SYSTEM_MD. The instruction then has no blocks.
	Refused string
	// Writes is the file to which GEMINI_WRITE_SYSTEM_MD makes the agent write the system
	// instruction, including the memory, or "". galley never writes this file.
	Writes   string
	Problems []diag.Problem
}

// System makes the system instruction.
func System(w facts.World, o Options, prose Prose) Instruction {
	out := Instruction{Model: resolveModel(o.model(), o.NoPreview), Tools: Tools(o)}
	list := v028
	if o.Version == V061 {
		out.Set, list = SetOf(out.Model), modern
		if out.Set == Legacy {
			list = legacy
		}
	}
	temp := TempDir(w, o)
	_, plans := o.plans(w, temp)
	f := o.filling(prose, out.Model, out.Tools, ignore.InRepository(w, o.Cwd), o.sandbox(w), temp, plans)

	blocks, custom := out.override(w, o, f, list)
	if out.Refused != "" {
		return out
	}
	made := list.compose(f, func(s section) bool { return (s.when == "" || f.on[s.when]) && enabled(w, s.Key) })
	if custom {
		out.Replaced = made
	} else {
		blocks = made
	}
	blocks = trimEdges(blocks)
	if o.Version == V061 {
		blocks = add(blocks, "userMemory", "Memory", o.Memory.instruction(out.Set, prose).CollapseBlank(2))
		if !o.NoTopics {
			blocks = add(blocks, "activeTopic", "Active topic", topicLine(o.Topic))
		}
	} else {
		blocks = finish028(blocks, f, o.Memory)
	}
	out.Blocks = blocks
	if file, _ := fromEnv(w, o, "GEMINI_WRITE_SYSTEM_MD"); file != "" {
		out.Writes = file
		out.Problems = append(out.Problems, diag.New(diag.AgentWrites, source.Span{},
			"GEMINI_WRITE_SYSTEM_MD makes the agent write this text, memory included, to "+file+"; galley does not",
			"if you use that file as GEMINI_SYSTEM_MD, the memory is sent twice"))
	}
	return out
}

// finish028 appends what 0.28 puts after the sections: the memory, then the plan.
func finish028(blocks []prompt.Block, f filling, memory Memory) []prompt.Block {
	blocks = add(blocks, "userMemory", "Memory", memory.instruction028().CollapseBlank(2))
	if f.on["plan"] {
		blocks = add(blocks, v028Planning.ID, v028Planning.Title, f.fill(v028Planning.layout))
	}
	return blocks
}

// trimEdges removes white space at the start of the first block and at the end of the last one.
func trimEdges(blocks []prompt.Block) []prompt.Block {
	for len(blocks) > 0 {
		b := &blocks[0]
		b.Before = source.Text{}
		if b.Text = trimLeft(b.Text); b.Text.Len() > 0 {
			break
		}
		blocks = blocks[1:]
	}
	for len(blocks) > 0 {
		b := &blocks[len(blocks)-1]
		if b.Text = trimRight(b.Text); b.Text.Len() > 0 {
			break
		}
		blocks = blocks[:len(blocks)-1]
	}
	return blocks
}

func trimLeft(t source.Text) source.Text {
	s := t.String()
	return t.Slice(len(s)-len(strings.TrimLeftFunc(s, source.IsJSSpace)), len(s))
}

func trimRight(t source.Text) source.Text {
	return t.Slice(0, len(strings.TrimRightFunc(t.String(), source.IsJSSpace)))
}

// enabled reports whether a section is enabled. The environment can disable single sections.
func enabled(w facts.World, key string) bool {
	if key == "" {
		return true
	}
	v, _ := w.LookupEnv("GEMINI_PROMPT_" + key)
	v = strings.ToLower(strings.TrimFunc(v, source.IsJSSpace))
	return v != "0" && v != "false"
}
