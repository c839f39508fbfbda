package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// serveTools is a small MCP server on the standard streams: it has one tool, probe,
// whose description contains its name.
func serveTools(name string) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var in struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Version string `json:"protocolVersion"`
			} `json:"params"`
		}
		if json.Unmarshal(lines.Bytes(), &in) != nil || in.ID == nil {
			continue
		}
		var result any = map[string]any{}
		switch in.Method {
		case "initialize":
			result = map[string]any{"protocolVersion": in.Params.Version, "capabilities": map[string]any{"tools": map[string]any{}}, "serverInfo": map[string]any{"name": name, "version": "1"}}
		case "tools/list":
			result = map[string]any{"tools": []any{map[string]any{"name": "probe", "description": "Asks " + name, "inputSchema": map[string]any{"type": "object", "properties": map[string]any{}}}}}
		case "resources/list":
			result = map[string]any{"resources": []any{}}
		case "prompts/list":
			result = map[string]any{"prompts": []any{}}
		}
		text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": in.ID, "result": result})
		if err != nil {
			return
		}
		fmt.Println(string(text))
	}
}
