package editor

import (
	"strings"
	"testing"
	"time"
)

func TestTypingAndDeleting(t *testing.T) {
	begin(t, 40, 10, "ab|").press(":cd").want("abcd|").press("2*left", ":X").want("abX|cd").
		press("backspace").want("ab|cd").press("delete").want("ab|d").press("left", "delete").want("a|d")
	begin(t, 40, 10, "|a").press("backspace").want("|a")
	begin(t, 40, 10, "a|").press("delete").want("a|")
}

func TestTypingReplacesTheSelection(t *testing.T) {
	begin(t, 40, 10, "one |two three").press("shift+ctrl+right", ":2").want("one 2| three").
		press("undo").want("one ¦two| three").press("redo").want("one 2| three")
}

func TestANewLineTakesTheLineEndOfItsPlace(t *testing.T) {
	begin(t, 40, 10, "a|b\r\nc\n").press("enter").want("a\r\n|b\r\nc\n")
	begin(t, 40, 10, "ab\r\nc|\n").press("enter").want("ab\r\nc\n|\n")
	begin(t, 40, 10, "ab\r\nc|").press("enter").want("ab\r\nc\r\n|")
	begin(t, 40, 10, "a|b\rc").press("enter").want("a\r|b\rc")
	begin(t, 40, 10, "a|").press("enter").want("a\n|")
}

func TestAutoIndentIsAChoice(t *testing.T) {
	s := begin(t, 40, 10, "  a|").press("enter").want("  a\n|")
	s.SetOptions(Options{AutoIndent: true})
	s.press("undo", "enter").want("  a\n  |")
}

func TestDeletingWordsAndLines(t *testing.T) {
	begin(t, 40, 10, "one two|").press("ctrl+backspace").want("one |").press("undo").want("one two|")
	begin(t, 40, 10, "one| two").press("ctrl+delete").want("one|")
	begin(t, 40, 10, "a\nb|b\nc").press("delete-line").want("a\nc|").press("delete-line").want("a|").press("delete-line").want("|")
}

func TestUndoSteps(t *testing.T) {
	s := begin(t, 40, 10, "|")
	s.press(":hello").wait(2*time.Second).press(": world", "enter", ":next")
	s.want("hello world\nnext|").press("undo").want("hello world|").press("undo").want("hello|").press("undo").want("|")
	s.press("undo").want("|").press("redo", "redo", "redo", "redo").want("hello world\nnext|")
}

func TestMovingTheCaretEndsAnUndoStep(t *testing.T) {
	begin(t, 40, 10, "|").press(":ab", "left", "right", ":cd", "undo").want("ab|").press("undo").want("|")
}

func TestCopyTakesTheModelNotTheScreen(t *testing.T) {
	text := "tab\there \x1b[31m and\u200b 한글 a long line that wraps\r\nnext\rlast"
	s := begin(t, 12, 10, text)
	s.screen()
	s.press("all", "copy")
	if s.clip != text {
		t.Errorf("copied %q, want %q", s.clip, text)
	}
	s.press("cut").want("|").press("paste").want(text + "|").press("undo").want("|").press("undo")
	if s.Text() != text {
		t.Errorf("after undo the text is %q", s.Text())
	}
}

func TestAPasteFromOutsideTakesTheLineEndsOfItsPlace(t *testing.T) {
	s := begin(t, 40, 10, "a\r\n|b\r\n")
	s.Paste("1\n2\n")
	s.want("a\r\n1\r\n2\r\n|b\r\n").press("undo").want("a\r\n|b\r\n")
	s.Paste("1\r2\n") // a paste keeps its line ends
	s.want("a\r\n1\r2\n|b\r\n")
}

func TestNothingSelectedCopiesAndCutsNothing(t *testing.T) {
	s := begin(t, 40, 10, "a|b")
	if got := s.Copy() + s.Cut(); got != "" {
		t.Errorf("took %q", got)
	}
	s.want("a|b")
}

func TestIndenting(t *testing.T) {
	begin(t, 40, 10, "a|").press("tab").want("    a|")
	begin(t, 40, 10, "\tx\na|").press("tab").want("\tx\n\ta|")
	s := begin(t, 40, 10, "|a\n\nb\nc")
	s.press("3*shift+down", "tab").want("¦    a\n\n    b\n|c")
	s.press("tab").want("¦        a\n\n        b\n|c").press("shift+tab", "shift+tab").want("¦a\n\nb\n|c")
	begin(t, 40, 10, "  a|").press("shift+tab").want("a|")
	begin(t, 40, 10, "\ta|").press("shift+tab").want("a|")
}

func TestMovingAndDuplicatingLines(t *testing.T) {
	begin(t, 40, 10, "a\nb|\nc").press("move-up").want("b|\na\nc").press("move-up").want("b|\na\nc").
		press("move-down", "move-down").want("a\nc\nb|").press("move-up").want("a\nb|\nc").
		press("undo", "undo", "undo").want("b|\na\nc")
	begin(t, 40, 10, "a\r\nb|").press("move-up").want("b|\r\na")
	begin(t, 40, 10, "a|\r\nb").press("move-down").want("b\r\na|")
	begin(t, 40, 10, "a\nb|b").press("duplicate").want("a\nbb\nb|b").press("undo").want("a\nb|b")
	begin(t, 40, 10, "a|\r\nb").press("duplicate").want("a\r\na|\r\nb")
}

func TestJoiningLines(t *testing.T) {
	begin(t, 40, 10, "one | \r\n  two\nthree").press("join").want("one| two\nthree").press("join").want("one two| three").
		press("join").want("one two| three")
	begin(t, 40, 10, "a|\n\nb").press("join").want("a|\nb")
}

func TestReplacingTheTextKeepsUndoAndCaret(t *testing.T) {
	s := begin(t, 40, 10, "one\ntwo\nthr|ee\n")
	s.Replace("one\nand a half\ntwo\nthree\n")
	s.want("one\nand a half\ntwo\nthr|ee\n").press("undo").want("one\ntwo\nthr|ee\n")
}

func TestUndoToTheSavedTextIsUnmodified(t *testing.T) {
	s := begin(t, 40, 10, "a|")
	check := func(want bool) {
		t.Helper()
		if s.Modified() != want {
			t.Errorf("modified is %v, want %v", s.Modified(), want)
		}
	}
	check(false)
	s.press(":b")
	check(true)
	s.MarkSaved()
	check(false)
	s.press(":c")
	check(true)
	s.press("undo")
	check(false)
	s.press("undo")
	check(true)
}

// Reported: the cursor drifts one cell to the left for every wide character.
func TestCaretColumnIsTheDisplayWidthOfWhatIsBeforeIt(t *testing.T) {
	begin(t, 40, 3, "|").press(":あいう").caretAt(4+6, 0)
	begin(t, 40, 3, "|").press(":한글中文日本語ABC").caretAt(4+17, 0)
}

// Reported: after a paste of mixed text, Backspace deletes a character other than the one before
// the cursor.
func TestBackspaceAfterAMixedPasteDeletesTheLastCharacter(t *testing.T) {
	s := begin(t, 60, 3, "|")
	s.Paste("aaa你好bbbこんにちはccc")
	s.press("backspace").want("aaa你好bbbこんにちはcc|").caretAt(4+3+4+3+10+2, 0)
}

// Reported: Backspace during the composition of a Korean syllable commits the half-formed syllable.
func TestBackspaceInKoreanRemovesOneSyllableAndDoublesNone(t *testing.T) {
	begin(t, 40, 3, "|").press(":마ㄹ", "backspace").want("마|").press("backspace").want("|")
	begin(t, 40, 3, "\u1106\u1161\u1105|").press("backspace").want("\u1106\u1161|").press("backspace").want("|")
}

func TestCaretNeverStandsInsideAnEmoji(t *testing.T) {
	begin(t, 40, 3, "|👨‍👩‍👧x").press("right").want("👨‍👩‍👧|x").caretAt(4+2, 0).press("left", "delete").want("|x")
	s := begin(t, 40, 3, "e|x")
	s.Insert("\u0301") // joins the letter before it
	s.want("e\u0301|x").press("backspace").want("|x")
	s = begin(t, 40, 3, "👨|")
	s.Insert("\u200d")
	s.Insert("👩")
	s.want("👨\u200d👩|")
	s.SetCaret(5)
	s.want("|👨\u200d👩")
}

func TestWordMoves(t *testing.T) {
	s := begin(t, 80, 3, "|one  [if file:a]  漢字かな x\nnext")
	for _, want := range []string{
		"one|  [if file:a]  漢字かな x\nnext", "one  [|if file:a]  漢字かな x\nnext", "one  [if| file:a]  漢字かな x\nnext",
		"one  [if file|:a]  漢字かな x\nnext", "one  [if file:|a]  漢字かな x\nnext", "one  [if file:a|]  漢字かな x\nnext",
		"one  [if file:a]|  漢字かな x\nnext", "one  [if file:a]  漢字|かな x\nnext", "one  [if file:a]  漢字かな| x\nnext",
		"one  [if file:a]  漢字かな x|\nnext", "one  [if file:a]  漢字かな x\n|next",
	} {
		s.press("ctrl+right").want(want)
	}
	for _, want := range []string{
		"one  [if file:a]  漢字かな x|\nnext", "one  [if file:a]  漢字かな |x\nnext", "one  [if file:a]  漢字|かな x\nnext", "one  [if file:a]  |漢字かな x\nnext",
	} {
		s.press("ctrl+left").want(want)
	}
}

func TestHomeAndEndKnowRowsAndIndent(t *testing.T) {
	s := begin(t, 40, 5, "  ind|ented")
	s.press("home").want("  |indented").press("home").want("|  indented").press("home").want("  |indented").press("end").want("  indented|")
	s = begin(t, 24, 5, "the quick| brown fox jumps over")
	s.sees("  1 the quick brown fox", "    jumps over")
	s.press("end").want("the quick brown fox| jumps over").press("end").want("the quick brown fox jumps over|").
		press("home").want("the quick brown fox |jumps over").press("home").want("|the quick brown fox jumps over")
}

func TestUpAndDownKeepTheColumnAcrossRows(t *testing.T) {
	s := begin(t, 24, 8, "the quick br|own fox jumps over\nx\n한글한글한글한글")
	s.press("down").want("the quick brown fox jumps over|\nx\n한글한글한글한글").
		press("down").want("the quick brown fox jumps over\nx|\n한글한글한글한글").
		press("down").want("the quick brown fox jumps over\nx\n한글한글한글|한글").
		press("down").want("the quick brown fox jumps over\nx\n한글한글한글한글|").
		press("3*up").want("the quick br|own fox jumps over\nx\n한글한글한글한글").
		press("up").want("|the quick brown fox jumps over\nx\n한글한글한글한글")
}

func TestSelectingByKeys(t *testing.T) {
	s := begin(t, 40, 5, "one two\nth|ree\nfour")
	s.press("home", "shift+end").want("one two\n¦three|\nfour").press("shift+right").want("one two\n¦three\n|four").
		press("left").want("one two\n|three\nfour").press("all").want("¦one two\nthree\nfour|")
	s.press("shift+ctrl+home").want("|one two\nthree\nfour").press("shift+end").want("¦one two|\nthree\nfour")
}

func TestPagesScrollTheView(t *testing.T) {
	s := begin(t, 30, 10, strings.Repeat("line\n", 100))
	s.press("3*down", "pgdown")
	if _, _, y, _ := s.screen(); s.TopLine() != 10 || y != 3 {
		t.Errorf("top line %d, caret in row %d; want 10 and 3", s.TopLine(), y)
	}
	s.press("pgup")
	if got := s.Position().Line; got != 4 || s.TopLine() != 1 {
		t.Errorf("line %d from line %d, want 4 from 1", got, s.TopLine())
	}
}

func FuzzEverythingCanBeUndone(f *testing.F) {
	f.Add("one two\r\n  three\n[if file:a]x[endif]", []byte("abcdefghijklmnopqrstuvwxyz0123456789"))
	f.Add("한글\t👨‍👩‍👧\xff\r", []byte("zyxwvutsrqponmlkjihgfedcba"))
	names := []string{
		":x", ":한", ":[if ", "enter", "tab", "shift+tab", "backspace", "delete", "ctrl+backspace", "ctrl+delete",
		"cut", "copy", "paste", "all", "duplicate", "move-up", "move-down", "join", "delete-line", "match", "fold",
		"left", "right", "up", "down", "shift+left", "shift+right", "shift+up", "shift+down", "ctrl+left", "ctrl+right", "home", "end",
		"pgup", "pgdown", "shift+home", "shift+end", "ctrl+home", "ctrl+end", "undo", "redo",
	}
	f.Fuzz(func(t *testing.T, text string, script []byte) {
		if len(text) > 4000 || len(script) > 300 {
			return
		}
		s := &story{New(), t, time.Time{}, 14, 6}
		s.SetText(text)
		s.retag()
		for i, b := range script {
			s.press(names[int(b)%len(names)])
			if len(s.Text()) > 1<<16 {
				return
			}
			if i%4 == 0 {
				s.screen()
			}
			if i%7 == 0 {
				s.retag()
			}
			if at := s.Caret(); int(s.buf.At(s.sel.Caret).Offset()) != at {
				t.Fatalf("after %q the caret is inside a cluster, at %d of %q", names[int(b)%len(names)], at, s.Text())
			}
		}
		for s.Redo() {
		}
		end := s.Text()
		for s.Undo() {
			s.screen()
		}
		if s.Text() != text {
			t.Fatalf("undone to %q, want %q", s.Text(), text)
		}
		for s.Redo() {
			s.screen()
		}
		if s.Text() != end {
			t.Fatalf("redone to %q, want %q", s.Text(), end)
		}
	})
}
