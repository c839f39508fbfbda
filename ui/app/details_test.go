package app

import "testing"

func TestDetailsOfARowOpenInFull(t *testing.T) {
	t.Parallel()
	files := map[string]string{"AGENTS.md": "Be brief.\n"}
	tell(t, setup{file: "p.md", text: "a\n", files: files, w: 80, h: 14}, func(s *story) {
		s.press("alt+R").settle().press("a").types("gemini").press("enter").settle().press("end")
		s.misses("create the file").press("w").sees("What to do", "create the file", "Esc close").press("esc").misses("create the file")
		s.press("?").sees("read the file, with its hidden text").press("esc")
		s.press("alt+3", "[", "[", "[").settle().press("w").sees("Blocks", "changes:").press("esc")
		s.press("alt+2", "w").sees("system:time:").press("esc")
	})
}

func TestShownTabIsNamedAtAnyWidth(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n", w: 60, h: 20}, func(s *story) {
		s.press("alt+3").sees("Text │ Blocks", "›").press("[").settle().sees("‹").misses("Text │")
		last := s.bench.tabs.all[len(s.bench.tabs.all)-1].Title()
		s.sees(last).click("‹", 1).settle().misses("‹ " + last)
		if got := s.bench.tabs.current().Title(); got == last {
			t.Errorf("a click on the sign shows %s", got)
		}
	})
}
