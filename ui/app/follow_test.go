package app

import (
	"testing"
)

func TestAWalkShowsWhatComesInAtEachStep(t *testing.T) {
	files := map[string]string{"CLAUDE.md": "root\n", "src/api/CLAUDE.md": "api\n", "src/api/x.ts": "x\n", ".claude/rules/web.md": "---\npaths: web/*.ts\n---\nweb\n"}
	tell(t, setup{w: 160, h: 40, file: "p.md", text: "x\n", files: files}, func(s *story) {
		s.press("alt+4").settle().sees("The walk has no file yet").press("a").types("claude code").press("enter")
		s.press("p").types("src/api/x.ts").press("enter")
		s.press("p").types("web/new.ts").press("enter")
		s.sees("at launch", "read src/api/x.ts", "src/api/CLAUDE.md", "edit src/api/x.ts", "create web/new.ts", ".claude/rules/web.md")
		s.press("down", "down", "enter").sees("FILE", "api")
		s.press("alt+3", "up", "x").settle().misses("read src/api/x.ts").sees("create web/new.ts")
		s.press("esc").sees("Follow a session", "which rules come in")
	})
}
