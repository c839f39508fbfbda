package main

import (
	"bufio"
	"encoding/json"
	"io"
)

// serveTools is a small MCP server with one tool, probe. The description of the tool contains the
// server's name.
func serveTools(name string, in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var call struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Version string `json:"protocolVersion"`
			} `json:"params"`
		}
		if json.Unmarshal(lines.Bytes(), &call) != nil || call.ID == nil {
			continue
		}
		var result any = map[string]any{}
		switch call.Method {
		case "initialize":
			result = map[string]any{"protocolVersion": call.Params.Version, "capabilities": map[string]any{"tools": map[string]any{}}, "serverInfo": map[string]any{"name": name, "version": "1"}}
		case "tools/list":
			result = map[string]any{"tools": []any{map[string]any{"name": "probe", "description": "Asks " + name, "inputSchema": map[string]any{"type": "object", "properties": map[string]any{}}}}}
		case "resources/list":
			result = map[string]any{"resources": []any{}}
		case "prompts/list":
			result = map[string]any{"prompts": []any{}}
		}
		if json.NewEncoder(out).Encode(map[string]any{"jsonrpc": "2.0", "id": call.ID, "result": result}) != nil {
			return // the agent no longer reads the answers
		}
	}
}
