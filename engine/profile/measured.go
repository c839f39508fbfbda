package profile

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"galley/engine/prompt"
)

// Holding returns the sketch with the measured messages and tools that text lists. Each agent has
// such a list in a file:
//
//	system
//		62	Identity	base
//		624	Environment	tells directory	base
//		193	Rule files	part rules
//	tools
//		5270	Agent
//
// A line that is not indented is the role of the next message, or "tools". Each line below it has
// the size of a block in bytes, its title and its other properties, separated by tabs. The files
// are part of the program, so Holding panics at a malformed line.
func (s Sketch) Holding(text string) Sketch {
	tools := false
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		row, below := strings.CutPrefix(line, "\t")
		if tools = tools && below || line == "tools"; line == "tools" {
			continue
		}
		if !below {
			s.Messages = append(s.Messages, SketchMessage{Role: prompt.Role(line)})
			continue
		}
		b, err := readBlock(row)
		if err == nil && !tools && len(s.Messages) == 0 {
			err = errors.New("no role stands before it")
		}
		if err != nil {
			panic(fmt.Sprintf("line %d of a sketch: %v", i+1, err))
		}
		if tools {
			s.Tools = append(s.Tools, SketchTool{Name: b.Title, Bytes: b.Bytes})
			continue
		}
		last := &s.Messages[len(s.Messages)-1]
		last.Blocks = append(last.Blocks, b)
	}
	return s
}

// readBlock reads a line that describes a block.
func readBlock(row string) (b SketchBlock, err error) {
	size, rest, _ := strings.Cut(row, "\t")
	if b.Bytes, err = strconv.Atoi(size); err != nil {
		return SketchBlock{}, err
	}
	title, marks, marked := strings.Cut(rest, "\t")
	b.Title = title
	for marked {
		var mark string
		mark, marks, marked = strings.Cut(marks, "\t")
		word, value, _ := strings.Cut(mark, " ")
		switch word {
		case "base":
			b.Base = true
		case "part":
			b.Part = value
		case "tells":
			b.Tells = prompt.Element(value)
		default:
			return b, fmt.Errorf("%q is neither base, part NAME nor tells ELEMENT", mark)
		}
	}
	return b, nil
}
