//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/creack/pty"

	"galley/engine/document"
)

// mode says what the workbench is doing when it is killed.
type mode int

const (
	typing mode = iota
	saving
	restoring
)

var modes = []mode{typing, restoring, typing, saving, restoring, saving}

func (m mode) String() string { return [...]string{"typing", "saving", "restoring"}[m] }

// The size of the pseudo-terminal.
const cols, rows = 100, 30

// The times of a round. Where two are named, the time is random: at least the first, and less than
// the second more.
const (
	drawn                 = 100 * time.Millisecond                          // from the first screen to the first key
	asking                = 300 * time.Millisecond                          // a question takes keys only when it has been on the screen for a moment
	moving                = 50 * time.Millisecond                           // for going to the end of the text
	atLeast, more         = 200 * time.Millisecond, 1200 * time.Millisecond // for typing
	keyAtLeast, keyMore   = 5 * time.Millisecond, 30 * time.Millisecond     // between two words
	afterSave, beforeKill = 40 * time.Millisecond, 30 * time.Millisecond
)

// A word has at most longestWord letters, and on average the text is saved after each savedAfter words.
const longestWord, savedAfter = 4, 25

// figures are the counts and times of a run.
type figures struct {
	kills                   [3]int
	saves, typed            int
	torn, wrong             int
	left, offered, restored int
	lostBytes, tooOld       int
	lostAge                 time.Duration
}

// bench is the directory in which the workbench is started again and again.
type bench struct {
	galley, root, file, state string
	patience                  time.Duration // how long a start may take, and how long a word may take to appear
	rand                      *rand.Rand
	errs                      io.Writer
	figures                   figures
}

func newBench(root, galley string, r *rand.Rand) (*bench, error) {
	b := &bench{galley: galley, root: root, patience: 10 * time.Second, rand: r, errs: io.Discard, file: filepath.Join(root, "project", "p.md"), state: filepath.Join(root, "state")}
	for _, dir := range []string{filepath.Dir(b.file), filepath.Join(root, "home"), b.state} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	return b, os.WriteFile(b.file, []byte("The first line.\n"), 0o644)
}

// upTo returns a random duration below a bound.
func (b *bench) upTo(d time.Duration) time.Duration { return time.Duration(b.rand.Int64N(int64(d))) }

// killOnce starts the workbench, works in it, kills it, and judges what remains.
func (b *bench) killOnce(m mode) error {
	before, err := os.ReadFile(b.file)
	if err != nil {
		return err
	}
	unsaved, found, err := b.unsaved()
	if err != nil {
		return err
	}
	s, err := b.start()
	if err != nil {
		return err
	}
	defer s.end()
	text := newText(string(before))
	if found {
		b.figures.left++
		if s.waitFor("earlier session") {
			b.figures.offered++
			time.Sleep(asking)
			s.send("r")
			b.figures.restored++
			text = newText(unsaved)
		}
	}
	if m == restoring && found {
		time.Sleep(b.upTo(afterSave))
		return b.judge(m, s, text, string(before))
	}
	s.send("\x1b[1;5F") // Ctrl+End goes to the end of the text
	time.Sleep(moving)
	for stop := time.Now().Add(atLeast + b.upTo(more)); time.Now().Before(stop); {
		word := make([]byte, 1+b.rand.IntN(longestWord))
		for i := range word {
			word[i] = "abcdefghijklmnopqrstuvwxyz "[b.rand.IntN(27)]
		}
		s.send(string(word))
		text.add(string(word))
		b.figures.typed += len(word)
		time.Sleep(keyAtLeast + b.upTo(keyMore))
		if b.rand.IntN(savedAfter) == 0 {
			b.save(s)
			time.Sleep(b.upTo(afterSave))
		}
	}
	if m == saving {
		b.save(s)
		time.Sleep(b.upTo(beforeKill))
	}
	return b.judge(m, s, text, string(before))
}

// save presses the key that saves the text.
func (b *bench) save(s *session) {
	s.send("\x13")
	b.figures.saves++
}

// judge kills the workbench and compares the files on disk with the typed text. before
// is the text of the file at the start.
func (b *bench) judge(m mode, s *session, t *text, before string) error {
	at := time.Now()
	s.kill()
	b.figures.kills[m]++
	file, err := os.ReadFile(b.file)
	if err != nil {
		return err
	}
	// A save writes the text as it was when the save's key arrived. That may be any moment of the
	// typing, so every beginning of the typed text is correct.
	if string(file) != before && !strings.HasPrefix(t.all, string(file)) {
		b.figures.torn++
		return nil
	}
	survivor, found, err := b.unsaved()
	if err != nil {
		return err
	}
	if !found {
		survivor = string(file)
	}
	if !strings.HasPrefix(t.all, survivor) {
		b.figures.wrong++
		return nil
	}
	lost := len(t.all) - len(survivor)
	b.figures.lostBytes = max(b.figures.lostBytes, lost)
	age := at.Sub(t.typedAt(len(survivor)))
	b.figures.lostAge = max(b.figures.lostAge, age)
	if age = min(age, time.Hour); age > mustSurvive {
		b.figures.tooOld++
		fmt.Fprintf(b.errs, "kills: at a kill while %v: %d bytes of %d are lost, the oldest typed %v before; kept: %v\n",
			m, lost, len(t.all), age, found)
	}
	return nil
}

// unsaved returns the text that the next start will offer.
func (b *bench) unsaved() (text string, found bool, err error) {
	all, err := document.NewRecovery(b.state + "/galley").Find(b.file)
	if len(all) == 0 {
		return "", false, err
	}
	return all[0].Text, true, err
}

// counts are numbers of temporary files before and after a start of the workbench.
type counts struct{ before, after int }

// leftovers counts the temporary files that the kills have left, and those that remain after one
// more start of the workbench.
func (b *bench) leftovers() (counts, error) {
	count := func() int {
		n := 0
		for _, dir := range []string{filepath.Dir(b.file), b.state + "/galley/unsaved", b.state + "/galley/open"} {
			found, _ := filepath.Glob(dir + "/.*.galley-*")
			n += len(found)
		}
		return n
	}
	before := count()
	s, err := b.start()
	if err != nil {
		return counts{}, err
	}
	defer s.end()
	for late := time.Now().Add(5 * time.Second); count() > 0 && time.Now().Before(late); {
		time.Sleep(20 * time.Millisecond)
	}
	return counts{before, count()}, nil
}

// text is the typed text, with the time of each key.
type text struct {
	all   string
	times []typed
}

type typed struct {
	end  int // the length of the text after this key was typed
	when time.Time
}

func newText(start string) *text {
	return &text{all: start, times: []typed{{len(start), time.Time{}}}}
}

func (t *text) add(s string) {
	t.all += s
	t.times = append(t.times, typed{len(t.all), time.Now()})
}

// typedAt returns the time at which the byte at an offset was typed. The time is zero for a
// byte that was there before the typing.
func (t *text) typedAt(offset int) time.Time {
	for _, one := range t.times {
		if offset < one.end {
			return one.when
		}
	}
	return time.Now()
}

// session is one workbench on a pseudo-terminal.
type session struct {
	cmd      *exec.Cmd
	tty      *os.File
	patience time.Duration

	mu     sync.Mutex
	output bytes.Buffer
}

func (b *bench) start() (*session, error) {
	s := &session{cmd: exec.Command(b.galley, b.file), patience: b.patience}
	s.cmd.Dir = filepath.Dir(b.file)
	s.cmd.Env = []string{
		"TERM=xterm-256color", "HOME=" + filepath.Join(b.root, "home"), "XDG_STATE_HOME=" + b.state, "PATH=" + os.Getenv("PATH"),
	}
	var err error
	if s.tty, err = pty.StartWithSize(s.cmd, &pty.Winsize{Cols: cols, Rows: rows}); err != nil {
		return nil, err
	}
	go func() {
		buf := make([]byte, 64<<10)
		for {
			n, err := s.tty.Read(buf)
			if err != nil {
				return
			}
			s.mu.Lock()
			s.output.Write(buf[:n])
			s.mu.Unlock()
		}
	}()
	if !s.waitFor("p.md") {
		s.end()
		return nil, fmt.Errorf("the workbench shows nothing: %.300q", s.output.String())
	}
	time.Sleep(drawn)
	return s, nil
}

func (s *session) send(keys string) { _, _ = s.tty.WriteString(keys) }

// waitFor waits for a word on the screen, as long as the session's patience lasts.
func (s *session) waitFor(word string) bool {
	for late := time.Now().Add(s.patience); time.Now().Before(late); time.Sleep(5 * time.Millisecond) {
		s.mu.Lock()
		seen := bytes.Contains(s.output.Bytes(), []byte(word))
		s.mu.Unlock()
		if seen {
			return true
		}
	}
	return false
}

// kill ends the workbench at once and waits until it has ended.
func (s *session) kill() {
	if s.cmd.ProcessState == nil {
		_ = s.cmd.Process.Kill() // it fails if the workbench has ended by itself
		_ = s.cmd.Wait()
	}
}

func (s *session) end() {
	s.kill()
	_ = s.tty.Close()
}
