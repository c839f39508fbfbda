package term

import (
	"context"
	"encoding/base64"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// desk is a machine with a clipboard. It records what was done.
type desk struct {
	env   map[string]string
	tools []string
	fail  bool
	os    string
	holds string // the output of a paste tool

	ran   []string // the command of the last tool
	stdin string
	sent  string // what was sent to the terminal
}

func (d *desk) clipboard() *Clipboard {
	return &Clipboard{
		Env: func(name string) string { return d.env[name] },
		Look: func(program string) (string, error) {
			if slices.Contains(d.tools, program) {
				return "/bin/" + program, nil
			}
			return "", errors.New("not there")
		},
		Exec: func(_ context.Context, args []string, stdin []byte) ([]byte, error) {
			d.ran, d.stdin = args, string(stdin)
			if d.fail {
				return nil, errors.New("exit status 1")
			}
			return []byte(d.holds), nil
		},
		Terminal: func(s string) error { d.sent += s; return nil },
		OS:       d.os,
	}
}

func TestCopyReportsOnlyKnownSuccess(t *testing.T) {
	wayland := map[string]string{"WAYLAND_DISPLAY": "wayland-0"}
	x11 := map[string]string{"DISPLAY": ":0"}
	ssh := map[string]string{"SSH_CONNECTION": "1 2 3 4", "WAYLAND_DISPLAY": "wayland-0"}
	for _, c := range []struct {
		name   string
		desk   desk
		method string
		want   string // how the message begins
		by     string
	}{
		{"Wayland", desk{os: "linux", env: wayland, tools: []string{"wl-copy", "xclip"}}, "", "copied with wl-copy", "wl-copy"},
		{"X11", desk{os: "linux", env: x11, tools: []string{"xsel"}}, "auto", "copied with xsel", "xsel"},
		{"macOS", desk{os: "darwin", tools: []string{"pbcopy"}}, "", "copied with pbcopy", "pbcopy"},
		{"Windows", desk{os: "windows", tools: []string{"powershell.exe"}}, "", "copied with powershell.exe", "powershell.exe"},
		{"no tool", desk{os: "linux", env: x11}, "", "sent to the terminal (OSC 52), which does not report whether it copied it", "osc52"},
		{"over SSH the tool would fill the wrong clipboard", desk{os: "linux", env: ssh, tools: []string{"wl-copy"}}, "", "sent to the terminal", "osc52"},
		{"over SSH with a forwarded display", desk{os: "linux", env: map[string]string{"SSH_TTY": "x", "DISPLAY": "localhost:10"}, tools: []string{"xclip"}}, "", "copied with xclip", "xclip"},
		{"a tool that fails", desk{os: "linux", env: x11, tools: []string{"xclip"}, fail: true}, "", "sent to the terminal (OSC 52), which does not report whether it copied it (xclip failed: exit status 1)", "osc52"},
		{"only a tool, and none", desk{os: "linux", env: x11}, "native", "not copied: no clipboard tool is installed (xclip or xsel)", ""},
		{"only a tool, and no session", desk{os: "linux"}, "native", "not copied: no graphical session", ""},
		{"only a tool, over SSH", desk{os: "linux", env: ssh, tools: []string{"wl-copy"}}, "native", "not copied: no tool here reaches the clipboard at the other end", ""},
		{"switched off", desk{os: "linux", env: x11, tools: []string{"xclip"}}, "none", "not copied: clipboard = \"none\"", ""},
		{"tmux", desk{os: "linux", env: map[string]string{"TMUX": "x"}}, "", "sent to the terminal (OSC 52), which does not report whether it copied it; tmux needs", "osc52"},
	} {
		clip := c.desk.clipboard()
		clip.Method = c.method
		r := clip.Copy("text")
		if !strings.HasPrefix(r.Message, c.want) || r.Method != c.by || r.OK != (c.by != "") {
			t.Errorf("%s: %+v", c.name, r)
		}
		if c.by == "" && (c.desk.ran != nil || c.desk.sent != "") {
			t.Errorf("%s: the message does not match what it did: %q %q", c.name, c.desk.ran, c.desk.sent)
		}
	}
}

func TestCopyIsByteTrue(t *testing.T) {
	const text = "é한🙂\r\n\t\x1b[31m"
	x := desk{os: "linux", env: map[string]string{"DISPLAY": ":0"}, tools: []string{"xclip"}}
	x.clipboard().Copy(text)
	if x.stdin != text {
		t.Errorf("xclip got %q", x.stdin)
	}
	w := desk{os: "windows", tools: []string{"powershell.exe"}}
	w.clipboard().Copy(text)
	if b, err := base64.StdEncoding.DecodeString(w.stdin); err != nil || string(b) != text {
		t.Errorf("PowerShell got %q", w.stdin)
	}
	wsl := desk{os: "linux", env: map[string]string{"WSL_DISTRO_NAME": "x"}, tools: []string{"clip.exe"}}
	wsl.clipboard().Copy("é🙂")
	if wsl.stdin != "\xe9\x00\x3d\xd8\x42\xde" {
		t.Errorf("clip.exe received %q", wsl.stdin)
	}
	b64 := base64.StdEncoding.EncodeToString([]byte(text))
	for name, c := range map[string]struct {
		env  map[string]string
		want string
	}{
		"plain":  {nil, "\x1b]52;c;" + b64 + "\x07"},
		"tmux":   {map[string]string{"TMUX": "x", "TERM": "screen"}, "\x1b]52;c;" + b64 + "\x07\x1bPtmux;\x1b\x1b]52;c;" + b64 + "\x07\x1b\\"},
		"screen": {map[string]string{"STY": "x"}, "\x1bP\x1b]52;c;" + b64 + "\x07\x1b\\"},
	} {
		d := desk{os: "linux", env: c.env}
		d.clipboard().Copy(text)
		if d.sent != c.want {
			t.Errorf("%s: %q, want %q", name, d.sent, c.want)
		}
	}
}

func TestCopyTooLargeForTheTerminal(t *testing.T) {
	d := desk{os: "linux"}
	clip := d.clipboard()
	r := clip.Copy(strings.Repeat("x", maxOSC52))
	if r.OK || d.sent != "" || r.Message != "not copied: too much for the terminal's clipboard, 100 kB of at most 75 kB (OSC 52)" {
		t.Errorf("%+v, sent %d bytes", r, len(d.sent))
	}
	clip.File = filepath.Join(t.TempDir(), "state", "clipboard.txt")
	text := strings.Repeat("y", maxOSC52)
	r = clip.Copy(text)
	got, err := os.ReadFile(clip.File)
	if !r.OK || !strings.HasPrefix(r.Message, "written to "+clip.File) || err != nil || string(got) != text {
		t.Errorf("%+v, %v", r, err)
	}
	if info, err := os.Stat(clip.File); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read it: %v", info.Mode())
	}
	clip.Method = ClipboardFile
	if m, err := clip.Paste(); err != nil || m.Text != text {
		t.Errorf("pasting it: %v", err)
	}
}

func TestPasteFromATool(t *testing.T) {
	x := desk{os: "linux", env: map[string]string{"DISPLAY": ":0"}, tools: []string{"xclip"}, holds: "a\r\nb\x1b"}
	if m, err := x.clipboard().Paste(); err != nil || m.Text != "a\nb" || m.Controls != 1 || m.Source != "xclip" {
		t.Errorf("%+v, %v", m, err)
	}
	w := desk{os: "windows", tools: []string{"powershell.exe"}, holds: base64.StdEncoding.EncodeToString([]byte("é\r\n")) + "\r\n"}
	if m, err := w.clipboard().Paste(); err != nil || m.Text != "é\n" {
		t.Errorf("%+v, %v", m, err)
	}
	x.fail = true
	if _, err := x.clipboard().Paste(); err == nil || !strings.Contains(err.Error(), "not pasted: xclip failed") {
		t.Errorf("%v", err)
	}
	none := desk{os: "linux"}
	if _, err := none.clipboard().Paste(); err == nil || !strings.Contains(err.Error(), "the terminal's own paste always works") {
		t.Errorf("%v", err)
	}
}

func TestBackgroundToolIsNotAwaited(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if _, err := runTool(ctx, []string{sh, "-c", "cat >/dev/null; sleep 5 & exit 0"}, []byte("text")); err != nil {
		t.Error(err)
	}
	out, err := runTool(ctx, []string{sh, "-c", "echo out; sleep 5 & exit 0"}, nil)
	if err != nil || string(out) != "out\n" {
		t.Errorf("%q, %v", out, err)
	}
	if _, err := runTool(ctx, []string{sh, "-c", "exit 3"}, nil); err == nil {
		t.Error("a failure was reported as success")
	}
}
