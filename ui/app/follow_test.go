package app

import (
	"strings"
	"testing"
	"time"
)

func TestWalkShowsWhatEachStepLoads(t *testing.T) {
	t.Parallel()
	files := map[string]string{"CLAUDE.md": "root\n", "src/api/CLAUDE.md": "api\n", "src/api/x.ts": "x\n", ".claude/rules/web.md": "---\npaths: web/*.ts\n---\nweb\n"}
	b := setup{w: 160, h: 40, file: "p.md", text: "x\n", files: files, with: func(o *Options) { o.Request.Profile = "claude-code" }}
	tell(t, b, func(s *story) {
		s.press("alt+4").sees("Walk: claude-code", "The walk has no files yet", "the whole request").press("a").types("codex").press("enter").sees("Walk: codex").press("left").press("a").types("claude code").press("enter")
		s.press("p").types("src/api/x.ts").press("enter")
		s.press("p").types("web/new.ts").press("enter")
		s.sees("at launch", "read: ", "src/api/CLAUDE.md", "edit: ", "web/new.ts", "create: ", ".claude/rules/web.md")
		s.press("down").sees("in total").press("down", "enter").sees("FILE", "api")
		s.press("alt+3", "up", "x").settle().misses("read: ").sees("web/new.ts", "create: ")
		s.press("esc").sees("Follow a session", "which rules load as the work")
	})
}

func TestASubAgentIsShownBesideTheMainPrompt(t *testing.T) {
	t.Parallel()
	files := map[string]string{"CLAUDE.md": "root\n", ".claude/agents/looker.md": "---\nname: looker\ndescription: looks\ntools: Read\nmodel: haiku\n---\nLook well.\n"}
	b := setup{w: 160, h: 40, file: "p.md", text: "x\n", files: files, with: func(o *Options) { o.Request.Profile = "claude-code" }}
	tell(t, b, func(s *story) {
		s.press("alt+5").sees("Sub-agents of claude-code", "looker", "looks", "built in")
		s.press("enter").sees("model  haiku", "tools  Read", "whole request", "compared with the main one", "as in the main prompt", "rule files at launch", "CLAUDE.md")
		s.press("down", "down", "enter").sees("looker, its body", "Look well.").press("esc").sees("as in the main prompt").press("backspace").sees("Sub-agents of claude-code")
		s.press("alt+6").sees("What claude-code", "after compaction", "read again and sent").press("down", "home", "enter").sees("The prompt after compaction", "+ user · CLAUDE.md")
		s.press("alt+3", "[", "[", "[", "[").sees("compaction, clear and resume: sent, because")
	})
}

func TestASessionHasABarForEachTurn(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "x\n"}, func(s *story) {
		log := `{"type":"user","cwd":"CWD","version":"2.1.332","sessionId":"s","message":{"role":"user","content":"first"}}
{"type":"assistant","requestId":"1","cwd":"CWD","message":{"id":"m1","model":"opus","content":[{"type":"text","text":"yes"}],"usage":{"input_tokens":100,"cache_read_input_tokens":900,"cache_creation_input_tokens":5000,"output_tokens":50}}}
{"type":"user","cwd":"CWD","message":{"role":"user","content":"second"}}
{"type":"assistant","requestId":"2","cwd":"CWD","message":{"id":"m2","model":"opus","content":[{"type":"text","text":"no"}],"usage":{"input_tokens":2000,"cache_read_input_tokens":0,"output_tokens":50}}}
`
		s.write(t, s.path("../../.claude/projects/x/s.jsonl"), strings.ReplaceAll(log, "CWD", s.cwd))
		s.press("alt+7").sees("1 session", "claude-code", "first").press("enter").sees("Captured requests", "none of this project yet", "--forward URL")
		s.press("esc").sees("1 session").press("down", "enter").sees("the widest is 6050 tokens", "turn 1  first", "█", "turn 2  second", "the cache broke")
		s.press("end", "up", "c").sees("turn 2  second is marked").press("up", "c").sees("turn 2  second → turn 1  first", "2000 tokens in").press("esc")
		s.press("enter").sees("6000 tokens in").press("esc", "esc").sees("1 session")
	})
}

func TestTransferIsWrittenAfterConsentAndUndone(t *testing.T) {
	t.Parallel()
	b := setup{w: 160, h: 50, file: "p.md", text: "x\n", files: map[string]string{"AGENTS.md": "Be brief.\n", "CLAUDE.md": "Be exact.\n"}}
	tell(t, b, func(s *story) {
		s.press("alt+8").sees("Choose the rule file").press("p").types("AGENTS.md").press("enter").sees("Transfer AGENTS.md", "○  claude-code", "CLAUDE.md")
		s.press("enter").sees("Mark an agent first").press("m").sees("●  claude-code").press("enter").sees("nothing is written yet", "what the prompts then contain")
		s.press("enter").sees("+@AGENTS.md").press("esc", "W").sees("No, write nothing").press("enter").holds("CLAUDE.md", "Be exact.\n")
		s.press("W", "y").sees("1 file written").holds("CLAUDE.md", "Be exact.\n@AGENTS.md\n")
		s.press("u").sees("Restored: CLAUDE.md").holds("CLAUDE.md", "Be exact.\n")
	})
}

// The rule file is chosen by letters of its path, also in a directory whose name begins with a
// dot. Space marks an agent. After the copy is written, it is no longer offered, and the footer
// has the key that undoes the transfer.
func TestATransferredCopyCountsAsRead(t *testing.T) {
	t.Parallel()
	files := map[string]string{".cursor/rules/ui.mdc": "---\nglobs: web/**\n---\nUse the grid.\n", "CLAUDE.md": "Be exact.\n"}
	b := setup{w: 80, h: 40, file: "p.md", text: "x\n", files: files, with: func(o *Options) { o.Request.Profile = "claude-code" }}
	tell(t, b, func(s *story) {
		s.press("alt+8", "p").types("mdc").sees(".cursor/rules/ui.mdc").press("enter").sees("Transfer .cursor/rules/ui.mdc", "○  claude-code", "if claude-code is marked too").misses("u undo")
		s.press(" ").sees("●  claude-code").press(" ").sees("○  claude-code").press(" ", "enter").sees("nothing is written yet", "W write", "Enter diff")
		s.press("W", "y").sees("1 file written").pass(time.Minute).sees("u undo").press("u").sees("Restored")
	})
	files[".claude/rules/ui.md"] = "---\npaths: web/**\n---\nUse the grid.\n"
	tell(t, b, func(s *story) {
		s.press("alt+8", "p").types("ui.mdc").press("enter").sees("Transfer .cursor/rules/ui.mdc").press("end").sees("✓  claude-code  reads a copy: .claude/rules/ui.md")
	})
}

// A transfer begins with the file that is being edited, not with the one under the bar of Rules.
// Its marks stay as long as it is the file to transfer.
func TestATransferBeginsWithTheFileBeingEditedNotWithTheRowOfRules(t *testing.T) {
	t.Parallel()
	files := map[string]string{"CLAUDE.md": "Be exact.\n", "AGENTS.md": "Be brief.\n", "sub/AGENTS.md": "Be kind.\n"}
	b := setup{w: 120, h: 40, file: "p.md", text: "x\n", files: files, with: func(o *Options) { o.Request.Profile = "claude-code" }}
	tell(t, b, func(s *story) {
		s.press("alt+R").sees("✗  AGENTS.md", "row 2 of").press("ctrl+n").types("sub/AGENTS.md").press("enter", "alt+8").sees("Transfer sub/AGENTS.md", "○  claude-code").press("m").sees("●  claude-code")
		s.press("alt+1", "alt+8").sees("●  claude-code").press("enter", "W", "y").sees("1 file written; u reverts it")
		s.press("ctrl+n").types("AGENTS.md").press("enter", "alt+8").sees("Transfer AGENTS.md").misses("●")
	})
}

func TestATransferBeginsWithTheRuleFileThatIsOpen(t *testing.T) {
	b := setup{w: 160, h: 50, file: "p.md", text: "x\n", files: map[string]string{"AGENTS.md": "Be brief.\n"}}
	tell(t, b, func(s *story) {
		s.press("ctrl+n").types("AGENTS.md").press("enter").press("alt+8").sees("Transfer AGENTS.md", "○  gemini-cli")
		s.press("alt+U").sees("This tab stays masked")
	})
}

func TestPageIsWrittenToTheChosenPath(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "Be brief.\n", files: map[string]string{"mine.html": "mine\n", "AGENTS.md": "x\n"}}, func(s *story) {
		s.press("alt+E").sees("Write a page to share", "1 of 1").types("mine.html").press("enter").sees("Nothing was written").holds("mine.html", "mine\n")
		s.press("alt+E").types("page.html").press("enter").sees("page.html written")
	})
}

// A file for the walk is found by letters of its path. The last row offers the typed path as a
// file that does not exist.
func TestAFileOfTheWalkIsFoundByLetters(t *testing.T) {
	t.Parallel()
	files := map[string]string{"internal/ui/draw.go": "package ui\n", "docs/one.md": "x\n"}
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "x\n", files: files, with: func(o *Options) { o.Request.Profile = "claude-code" }}, func(s *story) {
		s.press("alt+4", "p").types("ui/drw").sees("internal/ui/draw.go").press("enter").settle().sees("internal/ui/draw.go", "read: ")
		s.press("p").types("ui/new.go").sees("as typed").press("end", "enter").settle().sees("ui/new.go")
	})
}
