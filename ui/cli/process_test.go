package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"
)

// build compiles a program of this module and returns its path.
func build(tb testing.TB, dir, pkg string) string {
	tb.Helper()
	program := filepath.Join(dir, filepath.Base(pkg)+".exe")
	cmd := exec.Command("go", "build", "-o", program, pkg)
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("building %s: %v\n%s", pkg, err, out)
	}
	return program
}

// A command writes only its result to a terminal: it does not query colours or the cursor and sets
// no mode. Bubbletea queries the terminal when it is merely imported.
func TestRenderDoesNotQueryTheTerminal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such pseudo terminals")
	}
	dir := t.TempDir()
	cmd := exec.Command(program(), "render", "--cwd", dir)
	cmd.Env = []string{"HOME=" + dir, "TERM=xterm-256color", "COLORTERM=truecolor"}
	tty, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	done := make(chan string)
	go func() {
		out, _ := io.ReadAll(tty) // the error only means that the terminal was closed
		done <- string(out)
	}()
	select {
	case out := <-done:
		if strings.ContainsRune(out, 0x1b) {
			t.Errorf("escape sequences on the terminal: %q", out)
		}
		if !strings.Contains(out, "You are a helpful coding assistant.") {
			t.Errorf("the prompt is missing: %q", out)
		}
	case <-time.After(time.Minute):
		t.Fatal("the command waits for the terminal")
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// Control sequences in a hostile file are escaped on a terminal. Elsewhere the bytes are exact.
func TestHostileFileReachesNoTerminal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such pseudo terminals")
	}
	dir := t.TempDir()
	hostile := "a\x1b]52;c;aGk=\x07b\x1b[2Jc\u202ed\x9be\n"
	file := filepath.Join(dir, "t.md")
	if err := os.WriteFile(file, []byte(hostile), 0o644); err != nil {
		t.Fatal(err)
	}
	piped, err := exec.Command(program(), "render", file).Output()
	if err != nil || string(piped) != hostile {
		t.Errorf("piped: %q, %v", piped, err)
	}
	tty, err := pty.Start(exec.Command(program(), "render", file))
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	out, _ := io.ReadAll(tty)
	if strings.ContainsAny(string(out), "\x1b\x07\u202e") || !utf8.Valid(out) {
		t.Errorf("on the terminal: %q", out)
	}
	if !strings.Contains(string(out), "␛]52;c;aGk=") {
		t.Errorf("the escape character is not shown: %q", out)
	}
}

// Every command pays for what packages initialise on import. A table that only some commands need
// must be built on first use.
func TestPackageInitialisationIsSmall(t *testing.T) {
	const most = 128 << 10 // bytes; bubbletea alone takes 95,000
	dir := t.TempDir()
	cmd := exec.Command(program(), "render", "--cwd", dir)
	cmd.Env = append(os.Environ(), "HOME="+dir, "GODEBUG=inittrace=1")
	var trace strings.Builder
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(trace.String()) {
		var pkg string
		var at, clock float64
		var bytes, allocs int
		if n, _ := fmt.Sscanf(line, "init %s @%f ms, %f ms clock, %d bytes, %d allocs", &pkg, &at, &clock, &bytes, &allocs); n < 5 {
			continue
		}
		seen++
		if bytes > most {
			t.Errorf("%s allocates %d bytes", pkg, bytes)
		}
	}
	if seen < 20 {
		t.Errorf("%d packages in the trace: %s", seen, trace.String())
	}
}

// BenchmarkProcess compares the start of galley with that of a program that imports bubbletea and
// prints a line. It runs them in turn, so that both meet the same conditions, and reports the
// ratio.
func BenchmarkProcess(b *testing.B) {
	dir := b.TempDir()
	ours, peer := build(b, dir, "galley"), build(b, dir, "./testdata/peer")
	run := func(name string, args ...string) time.Duration {
		cmd := exec.Command(name, args...)
		cmd.Env = []string{"HOME=" + dir}
		start := time.Now()
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	var galley, other time.Duration
	for b.Loop() {
		galley += run(ours, "render", "--cwd", dir)
		other += run(peer)
	}
	b.ReportMetric(float64(galley.Microseconds())/float64(b.N), "galley-µs/op")
	b.ReportMetric(float64(other.Microseconds())/float64(b.N), "peer-µs/op")
	b.ReportMetric(float64(galley)/float64(other), "ratio")
}
