package app

import "testing"

func TestOfAnAgentsVersionsTheDefaultOneIsFoundFirst(t *testing.T) {
	tell(t, setup{file: "p.md", text: "hello\n", w: 120, h: 40}, func(s *story) {
		s.press("alt+p").types("gemini").press("enter").sees("gemini-cli@0.61.0").misses("gemini-cli@0.28")
		s.press("alt+p").types("opencode").press("enter").sees("opencode@1.18.33")
	})
}
