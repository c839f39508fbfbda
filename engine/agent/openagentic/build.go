package openagentic

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"galley/engine/diag"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
)

// OpenAgenticBlocks are the blocks of a system prompt by kind, according to the design of
// openagentic-sdk.
type OpenAgenticBlocks struct {
	Header              []prompt.Block // depends on the provider
	Provider            []prompt.Block // the base prompt, or what replaces it
	Environment         []prompt.Block
	CustomRules         []prompt.Block // local and global rule files
	Instructions        []prompt.Block // files that the option names, files that the settings name, URLs
	Claude              []prompt.Block // Claude Code's memory and commands, which the SDK adds and OpenCode lacks
	SDKUserSystemPrompt []prompt.Block // the explicit system prompt

	IsCodexSession    bool
	CodexInstructions source.Text // the field "instructions" of the request in a Codex session

	removed []prompt.Block
}

// BuiltSystemPrompt is the result of the SDK's builder.
type BuiltSystemPrompt struct {
	Blocks         []prompt.Block // the blocks of the text, in its order
	Instructions   *source.Text   // nil outside a Codex session
	IsCodexSession bool
}

// OpenAgenticOrder lists the kinds in OpenCode's order, with the SDK's own kind "claude" before the
// last.
func OpenAgenticOrder() []string {
	return []string{"header", "provider", "environment", "custom_rules", "instructions", "claude", "sdk_user_system_prompt"}
}

// Build joins the blocks, sorted by kind. The parameter order lists kinds; the kinds that it omits
// follow in OpenCode's order, and nil means OpenCode's order for all. Blank blocks are left out, a
// blank line separates the blocks, and the text is trimmed. If strict is set, any order other than
// OpenCode's is an error. An unknown or repeated kind is always an error.
func (b OpenAgenticBlocks) Build(order []string, strict bool) (BuiltSystemPrompt, error) {
	all, full := OpenAgenticOrder(), slices.Clone(order)
	for i, kind := range order {
		if !slices.Contains(all, kind) {
			hint := "known are " + strings.Join(all, ", ")
			if near, ok := diag.Nearest(kind, all); ok {
				hint = "did you mean " + near + "?"
			}
			return BuiltSystemPrompt{}, fmt.Errorf("unknown kind of block %s; %s", kind, hint)
		}
		if slices.Contains(order[:i], kind) {
			return BuiltSystemPrompt{}, fmt.Errorf("the kind of block %s comes twice", kind)
		}
	}
	for _, kind := range all {
		if !slices.Contains(order, kind) {
			full = append(full, kind)
		}
	}
	if strict && !slices.Equal(full, all) {
		return BuiltSystemPrompt{}, fmt.Errorf("the order %s is not OpenCode's, and strict_order does not allow another one", strings.Join(full, ", "))
	}
	f := &profile.Form{}
	for _, kind := range full {
		for _, block := range b.kind(kind) {
			if spaceAtStart(block.Text) < block.Text.Len() {
				f.Add("\n\n", block)
			}
		}
	}
	if n := len(f.Blocks); n > 0 {
		first, last := &f.Blocks[0], &f.Blocks[n-1]
		first.Text = first.Text.Slice(spaceAtStart(first.Text), first.Text.Len())
		last.Text = last.Text.Slice(0, last.Text.Len()-spaceAtEnd(last.Text))
	}
	built := BuiltSystemPrompt{IsCodexSession: b.IsCodexSession, Blocks: f.Blocks}
	if b.IsCodexSession {
		built.Instructions = &b.CodexInstructions
	}
	return built, nil
}

func (b OpenAgenticBlocks) kind(name string) []prompt.Block {
	switch name {
	case "header":
		return b.Header
	case "provider":
		return b.Provider
	case "environment":
		return b.Environment
	case "custom_rules":
		return b.CustomRules
	case "instructions":
		return b.Instructions
	case "claude":
		return b.Claude
	}
	return b.SDKUserSystemPrompt
}

// Messages returns what the SDK's runtime sends: the text as a system message or, in a Codex
// session, as a user message beside the instructions. An empty text makes no message.
func (b BuiltSystemPrompt) Messages() (all []prompt.Message) {
	role := prompt.System
	if b.IsCodexSession {
		role = prompt.User
		own := prompt.Block{ID: "codex-instructions", Title: "Codex instructions", Lifetime: prompt.Static,
			From: "build_system_prompt", Element: prompt.Identity, Text: *b.Instructions}
		all = append(all, prompt.Message{Role: prompt.Instructions, Blocks: []prompt.Block{own}})
	}
	if len(b.Blocks) > 0 {
		all = append(all, prompt.Message{Role: role, Blocks: b.Blocks})
	}
	return all
}

// pythonSpace reports whether Python's strip removes a character.
func pythonSpace(r rune) bool { return unicode.IsSpace(r) || '\x1c' <= r && r <= '\x1f' }

// spaceAtStart returns the number of bytes of leading white space.
func spaceAtStart(t source.Text) (n int) {
	for _, p := range t.Pieces() {
		rest := strings.TrimLeftFunc(p.Text, pythonSpace)
		if n += len(p.Text) - len(rest); rest != "" {
			break
		}
	}
	return n
}

// spaceAtEnd returns the number of bytes of trailing white space.
func spaceAtEnd(t source.Text) (n int) {
	for _, p := range slices.Backward(t.Pieces()) {
		rest := strings.TrimRightFunc(p.Text, pythonSpace)
		if n += len(p.Text) - len(rest); rest != "" {
			break
		}
	}
	return n
}
