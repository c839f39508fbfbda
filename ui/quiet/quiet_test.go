//go:build !windows

package quiet_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/creack/pty"

	_ "galley/ui/quiet"
)

// helperVar makes this test binary print a line and exit. With "plain" it is a program that imports
// bubbletea; with "asking" it also queries the terminal as bubbletea would without this package.
const helperVar = "GALLEY_QUIET_HELPER"

func TestMain(m *testing.M) {
	switch os.Getenv(helperVar) {
	case "asking":
		lipgloss.NewRenderer(os.Stdout).HasDarkBackground()
		fallthrough
	case "plain":
		fmt.Printf("done %T\n", tea.Quit())
		return
	}
	os.Exit(m.Run())
}

// onATerminal starts the helper on a pseudo terminal that never answers. It returns the start of
// the output, up to the first control character or the end of the printed line.
func onATerminal(t *testing.T, helper string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	for _, v := range os.Environ() {
		// If one of these is set, lipgloss does not query the terminal.
		if name, _, _ := strings.Cut(v, "="); name != "CI" && name != "TMUX" && name != "STY" {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "TERM=xterm-256color", helperVar+"="+helper)
	end, err := pty.Start(cmd)
	if err != nil {
		t.Skipf("this system has no pseudo terminals: %v", err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		end.Close()
	}()
	var out strings.Builder
	buf := make([]byte, 1024)
	for !strings.Contains(out.String(), "done") && !strings.Contains(out.String(), "\x1b") {
		n, err := end.Read(buf)
		out.Write(buf[:n])
		if err != nil && err != io.EOF {
			break
		}
	}
	return out.String()
}

func TestImportingBubbleteaDoesNotQueryTheTerminal(t *testing.T) {
	if got := onATerminal(t, "plain"); got != "done tea.QuitMsg\r\n" {
		t.Errorf("a program that draws nothing wrote %q", got)
	}
}

// This test makes sure that the test above would notice a query.
func TestQueryWouldBeNoticed(t *testing.T) {
	if got := onATerminal(t, "asking"); !strings.HasPrefix(got, "\x1b") {
		t.Errorf("a program that queries the terminal wrote %q", got)
	}
}
