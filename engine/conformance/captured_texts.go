package conformance

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// RunCaptured runs the cases of a folder for the agent called name. Discovery must find exactly
// the files and the texts of the request that the case has. flags lists the arguments that the
// agent's discovery knows; cases with other arguments are skipped. prepare adds the program's own
// files to the world.
func RunCaptured(t *testing.T, folder, name string, flags []string, prepare func(w *facts.Memory, c CapturedCase)) {
	t.Helper()
	Each(t, folder, func(t *testing.T, c CapturedCase) { judgeRun(t, name, flags, prepare, c) })
}

// judgeRun runs discovery on one case and compares the result with it.
func judgeRun(t testing.TB, name string, flags []string, prepare func(w *facts.Memory, c CapturedCase), c CapturedCase) {
	t.Helper()
	for _, arg := range c.Args {
		if flag, _, _ := strings.Cut(arg, "="); strings.HasPrefix(arg, "-") && !slices.Contains(flags, flag) {
			t.Skipf("the profile of %s does not know the argument %s", name, flag)
		}
	}
	w, cwd := capturedWorld(t, c)
	if prepare != nil {
		prepare(w, c)
	}
	o := discovery.Options{Cwd: cwd}
	if c.Tool != nil {
		o.Touched = touchedPaths(t, c.Tool)
	}
	for _, arg := range c.Args {
		o.Args = append(o.Args, CapturedMarks(arg))
	}
	judgeRequest(t, Trace(t, w, name, o), c)
}

// judgeRequest compares everything that a case claims with a trace.
func judgeRequest(t testing.TB, trace *discovery.Trace, c CapturedCase) {
	t.Helper()
	judgeLoaded(t, trace, c)
	var listed []string
	for _, one := range trace.Candidates {
		if one.Verdict == discovery.Listed {
			listed = append(listed, one.Path)
		}
	}
	want := absolute(c.Expect.Listed)
	slices.Sort(listed) // the case groups the files by folder; judgeTexts checks their order
	slices.Sort(want)
	EqualLists(t, "listed", listed, want)
	for _, n := range c.Expect.NotLoaded {
		full := Path(n.Path)
		for _, one := range trace.Candidates {
			if one.Path == full && (one.Verdict == discovery.Loaded || one.Verdict == discovery.Listed || one.Verdict != discovery.Later && one.Reason == "") {
				t.Errorf("%s: %s %q; it is not to be loaded: %s", full, one.Verdict, one.Reason, n.Reason)
			}
		}
	}
	judgeTexts(t, userParts(trace), c.Expect.Blocks)
	if c.Expect.AfterTool == nil {
		return
	}
	var now []string
	var added []discovery.Part
	for _, touch := range trace.Touched {
		now = append(now, touch.New...)
		if touch.Appended.Len() > 0 {
			added = append(added, discovery.Part{Role: touch.Role, Text: touch.Appended})
		}
	}
	EqualLists(t, "loaded after the tool", now, absolute(c.Expect.AfterTool.Loaded))
	judgeTexts(t, added, c.Expect.AfterTool.Blocks)
}

// userParts returns the parts with text of the user. Some agents always send a list with an entry
// of their own, and a part without text of the user is left out.
func userParts(trace *discovery.Trace) (out []discovery.Part) {
	for _, p := range trace.Parts {
		text := p.Text.String()
		if slices.ContainsFunc(trace.Candidates, func(one discovery.Candidate) bool {
			return one.Text.Len() > 0 && strings.Contains(text, one.Text.String())
		}) || !onlyFrame(p.Text) || p.Name == "rules" {
			out = append(out, p)
		}
	}
	return out
}

// judgeTexts joins the parts that belong to one text of the request, and compares the result with
// the case's block for that text.
func judgeTexts(t testing.TB, parts []discovery.Part, want []capturedBlock) {
	t.Helper()
	type text struct {
		where, role, text string
		frame             bool // all files in it are blank
	}
	var got []text
	for _, p := range parts {
		i := slices.IndexFunc(got, func(g text) bool { return g.where == p.Where && g.role == p.Role })
		if i < 0 {
			i = len(got)
			got = append(got, text{p.Where, p.Role, "", true})
		}
		got[i].text += slotted(p.Text)
		got[i].frame = got[i].frame && onlyFrame(p.Text)
	}
	for i := range got {
		got[i].text = withoutBlankLines(got[i].text)
	}
	// The cases were made by a search for the texts of files, which can miss a frame that contains
	// only blank files. Such a frame is compared only if the case has blocks.
	got = slices.DeleteFunc(got, func(g text) bool { return g.text == "" || g.frame && len(want) == 0 })
	if len(got) != len(want) {
		t.Errorf("%d texts of the request hold something, want %d: %+v", len(got), len(want), got)
		return
	}
	for i, b := range want {
		g := got[i]
		if g.role != b.Role {
			t.Errorf("%s has the role %q, want %q", b.Where, g.role, b.Role)
		}
		if b.Elements {
			g.text = skillElements(g.text)
		}
		if b.Text != nil {
			if text := withoutBlankLines(CapturedMarks(*b.Text)); g.text != text {
				t.Errorf("%s\n got %q\nwant %q", b.Where, g.text, text)
			}
			continue
		}
		// The checksum of the case is that of the text with marks in place of paths.
		marked := strings.ReplaceAll(strings.ReplaceAll(g.text, Workspace, "$ROOT"), Home, "$HOME")
		sum := sha256.Sum256([]byte(marked))
		if b.Bytes == nil || len(marked) != *b.Bytes || hex.EncodeToString(sum[:]) != b.SHA256 || !strings.HasPrefix(marked, b.Head) || !strings.HasSuffix(marked, b.Tail) {
			t.Errorf("%s has %d bytes with the sum %x, want the sum %s", b.Where, len(marked), sum, b.SHA256)
		}
	}
}

// onlyFrame reports whether a text contains nothing of a file but blanks.
func onlyFrame(t source.Text) bool {
	for _, p := range t.Pieces() {
		if p.Origin.Kind != source.Structure && p.Origin.Kind != source.StandIn && strings.TrimSpace(p.Text) != "" {
			return false
		}
	}
	return true
}

// slotted returns a text with the mark {{text:NAME}} in place of each stand-in, as the cases have
// it.
func slotted(t source.Text) string {
	var b strings.Builder
	for _, p := range t.Pieces() {
		if p.Origin.Kind == source.StandIn {
			b.WriteString("{{text:" + p.Origin.Source + "}}")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// withoutBlankLines removes the lines at both ends of a text that are empty or consist of blanks.
func withoutBlankLines(s string) string {
	lines := strings.Split(s, "\n")
	blank := func(line string) bool { return strings.TrimSpace(line) == "" }
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines, "\n")
}
