package cli

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"galley/engine/facts"
)

// names are ways to write a model's name, and what every command must make of them.
var names = []struct {
	name, method string
	api          string // "anthropic", "openai" or "gemini"
	gauge        string // the gauge that counts with the model's own vocabulary
	row          string // the entry of the catalogue that gives the window and the price
	window       int
	unknown      bool
}{
	{name: "gpt-4", method: "cl100k_base", api: "openai", gauge: "openai"},
	{name: "openai/gpt-4", method: "cl100k_base", api: "openai", gauge: "openai"},
	{name: "GPT-4", method: "cl100k_base", api: "openai", gauge: "openai"},
	{name: "OpenAI/gpt-4-0613", method: "cl100k_base", api: "openai", gauge: "openai"},
	{name: "gpt-4o", method: "o200k_base", api: "openai", gauge: "openai", row: "openai", window: 128_000},
	{name: "gpt-4o-2024-08-06", method: "o200k_base", api: "openai", gauge: "openai", row: "openai", window: 128_000},
	{name: "azure/gpt-35-turbo", method: "cl100k_base", api: "openai", gauge: "openai"},
	{name: "claude-opus-4-6", method: "claude-v3", api: "anthropic", gauge: "claude", row: "anthropic", window: 200_000},
	{name: "anthropic/claude-opus-4-6", method: "claude-v3", api: "anthropic", gauge: "claude", row: "anthropic", window: 200_000},
	{name: "Claude-Opus-4.6", method: "claude-v3", api: "anthropic", gauge: "claude", row: "anthropic", window: 200_000},
	{name: "claude-opus-4-5-20251101", method: "claude-v3", api: "anthropic", gauge: "claude", row: "anthropic", window: 200_000},
	{name: "claude-opus-5", method: "claude-v4.7", api: "anthropic", gauge: "claude", row: "anthropic", window: 1_000_000},
	{name: "sonnet", method: "claude-v4.7", api: "anthropic", gauge: "claude"},
	{name: "bedrock/us.anthropic.claude-sonnet-4-6", method: "claude-v3", api: "anthropic", gauge: "claude", row: "bedrock", window: 1_000_000},
	{name: "us.anthropic.claude-sonnet-4-6", method: "claude-v3", api: "anthropic", gauge: "claude", row: "bedrock", window: 1_000_000},
	{name: "amazon-bedrock/claude-sonnet-4-6", method: "claude-v3", api: "anthropic", gauge: "claude", row: "bedrock", window: 1_000_000},
	{name: "vertexai/claude-opus-4-6", method: "claude-v3", api: "anthropic", gauge: "claude", row: "vertexai", window: 1_000_000},
	{name: "openrouter/anthropic/claude-opus-4.8", method: "claude-v4.7", api: "openai", gauge: "claude", row: "openrouter", window: 1_000_000},
	{name: "gemini-2.5-pro", method: "gemma3", api: "gemini", gauge: "gemini", row: "gemini", window: 1_048_576},
	{name: "google/gemini-2.5-pro", method: "gemma3", api: "gemini", gauge: "gemini", row: "gemini", window: 1_048_576},
	{name: "gemini-3-pro-preview", method: "gemma3", api: "gemini", gauge: "gemini", row: "gemini", window: 1_048_576},
	{name: "vertex/gemini-2.5-pro", method: "gemma3", api: "gemini", gauge: "gemini", row: "vertexai", window: 1_048_576},
	{name: "deepseek-chat", method: "o200k_base", api: "openai", row: "openrouter", window: 163_840},
	{name: "deepseek-v4-pro", method: "o200k_base", api: "openai", row: "deepseek", window: 1_000_000},
	{name: "claude-sonet-4-5", method: "claude-v3", api: "anthropic", gauge: "claude", unknown: true},
	{name: "openai/my-deployment", method: "o200k_base", api: "openai", unknown: true},
	{name: "no-such-model", method: "o200k_base", api: "anthropic", unknown: true},
	{name: "nobody/knows/it", method: "o200k_base", api: "anthropic", unknown: true},
}

// A model's name means the same in every command and wherever it is written.
func TestModelNamesMeanTheSameInEveryCommand(t *testing.T) {
	for _, n := range names {
		t.Run(n.name, func(t *testing.T) {
			t.Parallel()
			for _, way := range []string{"flag", "config", "scenario"} {
				w := facts.NewMemory().File("/p/t.md", "One rule of the house.\n").File("/p/AGENTS.md", "Another rule.\n").Env("HOME", "/home/u")
				var args []string
				switch way {
				case "flag":
					args = []string{"--model", n.name}
				case "config":
					w.File("/p/.galley/config.toml", "model = '"+n.name+"'\n")
				default:
					w.File("/p/.galley/scenario.toml", "model = '"+n.name+"'\n")
				}
				ask := func(into any, command ...string) {
					t.Helper()
					var out, notes strings.Builder
					env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &notes, World: w, Dir: "/p"}
					if status := Run(context.Background(), env, append(append(command, "--json"), args...)); status != 0 {
						t.Fatalf("%s: %v: status %d: %s", way, command, status, notes.String())
					}
					if err := json.Unmarshal([]byte(out.String()), into); err != nil {
						t.Fatalf("%v: %v", command, err)
					}
				}
				same := func(what, got, want string) {
					t.Helper()
					if got != want {
						t.Errorf("%s, by %s: %s, want %s", what, way, got, want)
					}
				}
				var tokens struct {
					Files []struct {
						Method, Row   string
						ContextWindow int
					}
					Note string
				}
				ask(&tokens, "tokens", "t.md")
				same("tokens", tokens.Files[0].Method, n.method)
				same("the row", tokens.Files[0].Row, n.row)
				if tokens.Files[0].ContextWindow != n.window {
					t.Errorf("the window is %d, want %d", tokens.Files[0].ContextWindow, n.window)
				}
				if unknown := strings.Contains(tokens.Note, "not a model that galley knows"); unknown != n.unknown {
					t.Errorf("tokens says %q", tokens.Note)
				}
				var blocks struct {
					Blocks []struct{ Tokens struct{ Method string } }
				}
				ask(&blocks, "blocks", "t.md")
				same("blocks", blocks.Blocks[0].Tokens.Method, n.method)
				var rendered struct {
					Blocks   []struct{ Tokens struct{ Method string } }
					Budgets  []struct{ Provider, Method string }
					Problems []struct{ Code string }
				}
				ask(&rendered, "render", "t.md")
				same("render", rendered.Blocks[0].Tokens.Method, n.method)
				unknown := false
				for _, p := range rendered.Problems {
					unknown = unknown || p.Code == "unknown-model"
				}
				if unknown != n.unknown {
					t.Errorf("an unknown model is reported: %v, want %v", unknown, n.unknown)
				}
				var budget struct {
					Budgets []struct{ Provider, Method string }
				}
				ask(&budget, "budget", "t.md")
				for _, g := range budget.Budgets {
					usual := map[string]string{"claude": "claude-v4.7", "openai": "o200k_base", "gemini": "utf16"}[g.Provider]
					if g.Provider == n.gauge && g.Provider != "gemini" {
						usual = n.method
					}
					same("the gauge of "+g.Provider, g.Method, usual)
				}
				var request struct{ Provider string }
				ask(&request, "request", "t.md")
				same("request", request.Provider, n.api)
				var matrix struct{ Agents []struct{ Method string } }
				ask(&matrix, "scan", "--matrix", "--agent", "opencode")
				same("scan --matrix", matrix.Agents[0].Method, n.method)
				var problems struct{ Problems []struct{ Code string } }
				ask(&problems, "check", "t.md")
				if has := len(problems.Problems) == 1 && problems.Problems[0].Code == "unknown-model"; has != n.unknown {
					t.Errorf("check: %+v", problems)
				}
			}
		})
	}
}

// If the window or the price comes from another provider, the output names it. Estimates for an
// unknown model are marked.
func TestNumbersOfOtherProvidersAreLabelled(t *testing.T) {
	w := facts.NewMemory().File("/p/t.md", "One rule of the house.\n").Env("HOME", "/home/u")
	for _, c := range []struct{ want, command string }{
		{"of 163840 at openrouter", "tokens t.md --model deepseek-chat"},
		{"at anthropic", "tokens t.md --model nobody/claude-opus-4-6"},
		{"not a model that galley knows", "tokens t.md --model claude-sonet-4-5"},
		{"did you mean claude-sonnet-4-5", "budget t.md --model claude-sonet-4-5"},
		{"not a model that galley knows", "blocks t.md --model nope"},
		{"not a model that galley knows", "scan --matrix --agent codex --model nope"},
	} {
		var out strings.Builder
		env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, World: w, Dir: "/p"}
		if Run(context.Background(), env, strings.Fields(c.command)); !strings.Contains(out.String(), c.want) {
			t.Errorf("%s does not say %q:\n%s", c.command, c.want, out.String())
		}
	}
	var out strings.Builder
	env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: io.Discard, World: w, Dir: "/p"}
	if Run(context.Background(), env, []string{"tokens", "t.md", "--model", "openai/gpt-4"}); strings.Contains(out.String(), "32768") {
		t.Errorf("the window of another provider is shown as the model's:\n%s", out.String())
	}
}
