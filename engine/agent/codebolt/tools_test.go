package codebolt

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/tool"
)

const someTools = `[{"type": "function", "function": {"name": "fs--readFile", "description": "Reads", "parameters": {"type": "object", "properties": {}, "7": 1}}},
	{"type": "function", "function": {"name": "fs--moveFile", "description": "", "parameters": null}},
	{"type": "function", "function": {"name": "git", "parameters": {}}}]`

func TestToolsAsText(t *testing.T) {
	h := host(project())
	h.Tools = tool.Read("", someTools).Tools
	for options, want := range map[string]string{
		`{"toolsLocation": "SystemMessage"}`: "system: Available Tools:\n1. **fs--readFile**\n   Description: Reads\n   Parameters: 7, type, properties\n\n2. **fs--moveFile**\n\n3. **git**\n   Parameters: ",
		`{"toolsLocation": "SystemMessage", "includeToolDescriptions": false, "maxToolsInMessage": 2, "giveToolExamples": true}`: "system: Available Tools:\n" +
			"1. **fs--readFile**\n   Parameters: 7, type, properties\n   Example: fs--readFile({ filePath: \"example.txt\" })\n\n" +
			"2. **fs--moveFile**\n   Example: fs--moveFile({ sourcePath: \"old.txt\", destinationPath: \"new.txt\" })",
	} {
		if got, _ := process(t, h, Request{}, toolsName+" "+options); got[0] != want {
			t.Errorf("got  %q\nwant %q", got[0], want)
		}
	}
}

func TestListsInTextEndAt30Tools(t *testing.T) {
	h := host(project())
	for i := range 33 {
		h.Tools = append(h.Tools, tool.Tool{Name: tool.Text(fmt.Sprint("t", i)), Dialect: tool.Claude})
	}
	got, _ := process(t, h, Request{}, toolsName+` {"toolsLocation": "SystemMessage"}`)
	if !strings.HasSuffix(got[0], "\n30. **t29**") {
		t.Errorf("got %q", got[0])
	}
	p, _ := (&Pipeline{Host: h, Modifiers: build(t, h, toolsName)}).Process(context.Background(), Request{})
	if len(p.Tools) != 33 {
		t.Errorf("%d tools", len(p.Tools))
	}
}

func TestAllowedToolsAsDocumentedAndAsMeasured(t *testing.T) {
	h := host(project())
	h.Tools = tool.Read("", someTools).Tools
	for _, c := range []struct {
		options  string
		tools    int
		problems int
	}{
		{`{"allowedTools": ["git"]}`, 1, 1},
		{`{"allowedTools": ["git"], "ignoreAllowedTools": true}`, 3, 1},
		{`{"allowedTools": []}`, 3, 0},
		{`{"allowedTools": ["git", "fs--readFile", "fs--moveFile"]}`, 3, 0},
	} {
		p, problems := (&Pipeline{Host: h, Modifiers: build(t, h, toolsName+" "+c.options)}).Process(context.Background(), Request{})
		if len(p.Tools) != c.tools || len(problems) != c.problems {
			t.Errorf("%s: %d tools, %v", c.options, len(p.Tools), problems)
		}
	}
}
