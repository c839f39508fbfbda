//go:build unix

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"

	"galley/engine/document"
)

// The test program is also a workbench for one file. The file manner, beside the project or beside
// the bench's directory, says how it behaves.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && filepath.Base(os.Args[1]) == "p.md" {
		if err := workbench(os.Args[1]); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// workbench edits a file as galley does, in everything that the bench checks.
func workbench(file string) error {
	if _, err := term.MakeRaw(os.Stdin.Fd()); err != nil {
		return err
	}
	root := filepath.Dir(filepath.Dir(file))
	manner, err := os.ReadFile(filepath.Join(root, "manner"))
	if err != nil { // if the command made the directory, the file is beside it
		manner, _ = os.ReadFile(filepath.Join(filepath.Dir(root), "manner"))
	}
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text := string(old)
	kept := document.NewRecovery(filepath.Join(os.Getenv("XDG_STATE_HOME"), "galley"))
	document.ClearLeftovers(time.Now(), filepath.Dir(file), filepath.Join(os.Getenv("XDG_STATE_HOME"), "galley", "unsaved"))
	left, err := kept.Find(file)
	if err != nil {
		return err
	}
	width, height, err := term.GetSize(os.Stdin.Fd())
	if err != nil {
		return err
	}
	fmt.Printf("p.md %d columns, %d rows ", width, height)
	if len(left) > 0 && string(manner) != "forgetful" {
		fmt.Print("earlier session")
	}
	asked := len(left) > 0
	buf := make([]byte, 1024)
	for {
		n, err := os.Stdin.Read(buf)
		if err != nil {
			return nil
		}
		keys := strings.ReplaceAll(string(buf[:n]), "\x1b[1;5F", "")
		for _, r := range keys {
			switch {
			case asked && r == 'r':
				text, asked = left[0].Text, false
			case r == 0x13 && string(manner) != "good":
			case r == 0x13:
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					return err
				}
			default:
				text += string(r)
			}
		}
		if string(manner) == "tearing" {
			// Write another file and rename it, because a kill in the middle of a write would
			// leave an empty file.
			torn := filepath.Join(root, "torn")
			if err := errors.Join(os.WriteFile(torn, []byte(text[len(text)/2:]), 0o600), os.Rename(torn, file)); err != nil {
				return err
			}
		}
		if string(manner) != "forgetful" {
			_ = kept.Write(document.Origin{Path: file}, text, time.Now())
		}
	}
}

func newTestBench(t *testing.T, manner string) *bench {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBench(t.TempDir(), program, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.root, "manner"), []byte(manner), 0o600); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestABenchHasAProjectWithAFile(t *testing.T) {
	b := newTestBench(t, "")
	if text, err := os.ReadFile(b.file); string(text) != "The first line.\n" || b.file != filepath.Join(b.root, "project", "p.md") {
		t.Errorf("%s: %q, %v", b.file, text, err)
	}
	for _, name := range []string{"home", "state", "project"} {
		if info, err := os.Stat(filepath.Join(b.root, name)); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	for range 100 {
		if d := b.upTo(10); d < 0 || d >= 10 {
			t.Fatalf("%d is not below 10", d)
		}
	}
	if _, err := newBench("/dev/null/x", "", b.rand); err == nil {
		t.Error("a bench was made where no directory can be")
	}
	if got := fmt.Sprint(typing, saving, restoring); got != "typing saving restoring" {
		t.Errorf("%q", got)
	}
}

// keep stores an unsaved text of the bench's file as if a workbench on another machine had stored
// it long ago.
func keep(t *testing.T, b *bench, text string) {
	t.Helper()
	dir := filepath.Join(b.state, "galley", "unsaved")
	head := fmt.Sprintf("galley unsaved text 1\n"+`{"path":%q,"when":"2020-01-01T00:00:00Z","size":%d,"program":{"id":"x","host":"elsewhere"}}`, b.file, len(text))
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, "x.unsaved"), []byte(head+"\n"+text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// After a kill, the file must have the old text or a beginning of the typed text. Anything else is
// a fault.
func TestWhatAKillLeavesIsJudged(t *testing.T) {
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file string
		kept string        // the text that the next start will offer
		age  time.Duration // how long ago the text was typed
		want string
	}{
		"all is saved":               {"old typed", "", time.Hour, "0 torn, 0 wrong, 0 too old, 0 bytes lost"},
		"the last letters are lost":  {"old ty", "", 0, "0 torn, 0 wrong, 0 too old, 3 bytes lost"},
		"older letters are lost":     {"old ty", "", 2 * mustSurvive, "0 torn, 0 wrong, 1 too old, 3 bytes lost"},
		"all that was typed is lost": {"old", "", 2 * mustSurvive, "0 torn, 0 wrong, 1 too old, 6 bytes lost"},
		"a file of neither text":     {"ld ty", "", 0, "1 torn, 0 wrong, 0 too old, 0 bytes lost"},
		"a file that is empty":       {"", "", 0, "0 torn, 0 wrong, 1 too old, 9 bytes lost"},
		"more than was typed":        {"old typed!", "", 0, "1 torn, 0 wrong, 0 too old, 0 bytes lost"},
		"all is kept":                {"old", "old typed", time.Hour, "0 torn, 0 wrong, 0 too old, 0 bytes lost"},
		"less is kept":               {"old", "old ty", 0, "0 torn, 0 wrong, 0 too old, 3 bytes lost"},
		"another text is kept":       {"old", "old tied", time.Hour, "0 torn, 1 wrong, 0 too old, 0 bytes lost"},
	} {
		b := newTestBench(t, "")
		if err := os.WriteFile(b.file, []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		if c.kept != "" {
			keep(t, b, c.kept)
		}
		text := newText("old")
		for _, word := range []string{" ", "ty", "ped"} {
			text.add(word)
			text.times[len(text.times)-1].when = time.Now().Add(-c.age)
		}
		var errs strings.Builder
		b.errs = &errs
		if err := b.judge(saving, &session{cmd: ended}, text, "old"); err != nil {
			t.Fatal(err)
		}
		f := b.figures
		if said := strings.Contains(errs.String(), fmt.Sprintf("kills: at a kill while saving: %d bytes of 9 are lost", f.lostBytes)); said != (f.tooOld > 0) {
			t.Errorf("%s: said %q", name, errs.String())
		}
		if got := fmt.Sprintf("%d torn, %d wrong, %d too old, %d bytes lost", f.torn, f.wrong, f.tooOld, f.lostBytes); got != c.want || f.kills != [3]int{0, 1, 0} {
			t.Errorf("%s: %s, want %s; kills %v", name, got, c.want, f.kills)
		}
		if (f.lostAge >= c.age && f.lostAge > 0) != (f.lostBytes > 0) {
			t.Errorf("%s: lost text is %v old", name, f.lostAge)
		}
	}
}

func TestWhenALetterWasTyped(t *testing.T) {
	text := newText("old")
	text.add("ab")
	text.add("c")
	text.times[1].when, text.times[2].when = time.Unix(10, 0), time.Unix(20, 0)
	for offset, want := range map[int]time.Time{0: {}, 2: {}, 3: time.Unix(10, 0), 4: time.Unix(10, 0), 5: time.Unix(20, 0)} {
		if got := text.typedAt(offset); !got.Equal(want) {
			t.Errorf("byte %d was typed at %s, want %s", offset, got, want)
		}
	}
	if text.all != "oldabc" || time.Since(text.typedAt(6)) > time.Minute {
		t.Errorf("%+v", text)
	}
}

// A workbench that keeps what is typed has no fault; one that forgets it, or tears files, is noticed.
func TestRoundsNoticeAWorkbenchThatLosesText(t *testing.T) {
	t.Parallel()
	for manner, c := range map[string]struct {
		modes []mode
		bad   func(f figures) bool
	}{
		"good": {[]mode{typing, restoring}, func(f figures) bool {
			return f.torn+f.wrong+f.tooOld > 0 || f.left != f.offered || f.restored != 1 || f.typed == 0 || f.kills != [3]int{1, 0, 1}
		}},
		"forgetful": {[]mode{typing}, func(f figures) bool { return f.tooOld+f.torn == 0 }},
		"tearing":   {[]mode{saving}, func(f figures) bool { return f.torn == 0 || f.saves == 0 }},
	} {
		t.Run(manner, func(t *testing.T) {
			t.Parallel()
			b := newTestBench(t, manner)
			for _, m := range c.modes {
				if err := b.killOnce(m); err != nil {
					t.Fatal(err)
				}
			}
			if c.bad(b.figures) {
				t.Errorf("%+v", b.figures)
			}
		})
	}
}

// A kill cannot be judged if what is on disk cannot be read.
func TestAKillThatCannotBeJudged(t *testing.T) {
	t.Parallel()
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(b *bench) error{
		"no file": func(b *bench) error { return os.Remove(b.file) },
		"a file in place of a store": func(b *bench) error {
			return errors.Join(os.Mkdir(filepath.Join(b.state, "galley"), 0o700), os.WriteFile(filepath.Join(b.state, "galley", "unsaved"), nil, 0o600))
		},
	} {
		b := newTestBench(t, "good")
		if err := spoil(b); err != nil {
			t.Fatal(err)
		}
		b.galley = "/none" // it is not started
		if err := b.killOnce(typing); err == nil || strings.Contains(err.Error(), "/none") {
			t.Errorf("%s: the kill is made: %v", name, err)
		}
		if err := b.judge(typing, &session{cmd: ended}, newText("The first line.\n"), "The first line.\n"); err == nil || b.figures.kills != [3]int{1, 0, 0} {
			t.Errorf("%s: the kill is judged: %+v, %v", name, b.figures, err)
		}
	}
}

// A workbench that shows nothing is ended, and the message has what it printed.
func TestAWorkbenchThatShowsNothing(t *testing.T) {
	t.Parallel()
	b := newTestBench(t, "good")
	b.galley, b.patience = filepath.Join(b.root, "program"), 100*time.Millisecond
	if err := os.WriteFile(b.galley, []byte("#!/bin/sh\nexec cat\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if s, err := b.start(); s != nil || err == nil || !strings.HasPrefix(err.Error(), "the workbench shows nothing: ") {
		t.Errorf("%v, %v", s, err)
	}
	if got, err := b.leftovers(); got != (counts{}) || err == nil {
		t.Errorf("its leftovers are %v, %v", got, err)
	}
}

func TestTemporaryFilesAreCounted(t *testing.T) {
	t.Parallel()
	b := newTestBench(t, "good")
	at := filepath.Join(b.root, "project", ".p.md.galley-1")
	if err := os.WriteFile(at, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(300 * time.Millisecond)
		_ = os.Remove(at)
	}()
	if got, err := b.leftovers(); err != nil || got != (counts{1, 0}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAWorkbenchHasATerminalAndASaveIsAKey(t *testing.T) {
	t.Parallel()
	b := newTestBench(t, "good")
	s, err := b.start()
	if err != nil {
		t.Fatal(err)
	}
	defer s.end()
	if !s.waitFor("100 columns, 30 rows") {
		t.Errorf("the screen is %q", s.output.String())
	}
	s.send("more")
	b.save(s)
	text := ""
	for late := time.Now().Add(b.patience); text != "The first line.\nmore" && time.Now().Before(late); time.Sleep(5 * time.Millisecond) {
		file, err := os.ReadFile(b.file)
		if err != nil {
			t.Fatal(err)
		}
		text = string(file)
	}
	if text != "The first line.\nmore" || b.figures.saves != 1 {
		t.Errorf("%d saves: %q", b.figures.saves, text)
	}
}
