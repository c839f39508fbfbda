package term

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
)

// The methods of the clipboard, as the configuration names them.
const (
	ClipboardAuto   = "auto"   // a tool if one reaches the user's clipboard, otherwise the terminal, otherwise a file
	ClipboardOSC52  = "osc52"  // a sequence to the terminal
	ClipboardNative = "native" // a tool of the system
	ClipboardFile   = "file"   // a file
	ClipboardNone   = "none"   // the clipboard is not used
)

// maxOSC52 is the most bytes of base64 that are sent to a terminal. Many terminals silently drop a
// longer sequence.
const maxOSC52 = 75_000

// clipboardWait is the longest time that a tool may take.
const clipboardWait = 3 * time.Second

// Result is the outcome of a copy. It says only what is certain: that a tool accepted the text,
// that the text was sent to the terminal or written to a file, or why the copy failed.
type Result struct {
	OK      bool
	Method  string // the means used, such as "wl-copy", "osc52" or "file"; "" if the copy failed
	Message string
}

// Clipboard copies and pastes. Its fields must be set before use and not changed afterwards.
type Clipboard struct {
	Method string // one of the methods; "" is auto
	File   string // where the method file writes; "" turns the method off

	// Terminal sends a sequence to the terminal. It is nil without a terminal.
	Terminal func(sequence string) error

	// The environment and the tools; nil fields mean the real ones.
	Env  func(string) string
	Look func(program string) (path string, err error)
	Exec func(ctx context.Context, args []string, stdin []byte) (stdout []byte, err error)
	OS   string // as runtime.GOOS
}

func (c *Clipboard) env(name string) string {
	if c.Env != nil {
		return c.Env(name)
	}
	return os.Getenv(name)
}

func (c *Clipboard) has(program string) bool {
	look := c.Look
	if look == nil {
		look = exec.LookPath
	}
	_, err := look(program)
	return err == nil
}

func (c *Clipboard) exec(args []string, stdin []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), clipboardWait)
	defer cancel()
	run := c.Exec
	if run == nil {
		run = runTool
	}
	out, err := run(ctx, args, stdin)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("no answer in %d s", int(clipboardWait.Seconds()))
	}
	return out, err
}

// runTool runs a clipboard tool. A tool that serves the clipboard continues in the background with
// standard output open. So runTool collects output only from tools that print, and only until the
// tool itself ends.
func runTool(ctx context.Context, args []string, stdin []byte) ([]byte, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.WaitDelay = 200 * time.Millisecond
	var out bytes.Buffer
	if stdin != nil {
		cmd.Stdin = bytes.NewReader(stdin)
	} else {
		cmd.Stdout = &out
	}
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	return out.Bytes(), err
}

// Copy puts text on the clipboard. It waits for the tool that it uses, so it must be called in
// a command.
func (c *Clipboard) Copy(text string) Result {
	switch c.Method {
	case ClipboardNone:
		return Result{Message: `not copied: clipboard = "none" in the configuration`}
	case ClipboardOSC52:
		return c.toTerminal(text)
	case ClipboardNative:
		return c.toTool(text)
	case ClipboardFile:
		return c.toFile(text)
	}
	var failed []string
	for _, try := range c.order() {
		r := try(text)
		if r.OK {
			if len(failed) > 0 {
				r.Message += " (" + strings.Join(failed, "; ") + ")"
			}
			return r
		}
		failed = append(failed, strings.TrimPrefix(r.Message, "not copied: "))
	}
	return Result{Message: "not copied: " + strings.Join(failed, "; ")}
}

// order returns the methods that "auto" tries, in order. A tool is the most reliable method, but
// over SSH it would fill the clipboard of the wrong machine.
func (c *Clipboard) order() []func(string) Result {
	var o []func(string) Result
	if len(c.tools()) > 0 {
		o = append(o, c.toTool)
	}
	if c.Terminal != nil {
		o = append(o, c.toTerminal)
	}
	if c.File != "" {
		o = append(o, c.toFile)
	}
	if len(o) == 0 {
		o = append(o, c.toTool)
	}
	return o
}

func (c *Clipboard) toTool(text string) Result {
	tools := c.tools()
	if len(tools) == 0 {
		return Result{Message: "not copied: " + c.noTool()}
	}
	t := tools[0]
	if _, err := c.exec(t.copy, t.encode(text)); err != nil {
		return Result{Message: fmt.Sprintf("not copied: %s failed: %v", t.name, err)}
	}
	return Result{OK: true, Method: t.name, Message: "copied with " + t.name}
}

func (c *Clipboard) toTerminal(text string) Result {
	if c.Terminal == nil {
		return Result{Message: "not copied: no terminal to send it to"}
	}
	if n := base64.StdEncoding.EncodedLen(len(text)); n > maxOSC52 {
		return Result{Message: fmt.Sprintf(
			"not copied: too much for the terminal's clipboard, %d kB of at most %d kB (OSC 52)", (n+999)/1000, maxOSC52/1000)}
	}
	seq := osc52.New(text)
	note := ""
	switch {
	case c.env("TMUX") != "":
		// If set-clipboard is on, tmux accepts the plain form; if allow-passthrough is on, it
		// passes on the wrapped form. A program inside tmux cannot find out which is on.
		if err := c.Terminal(seq.String()); err != nil {
			return Result{Message: "not copied: " + err.Error()}
		}
		seq = seq.Tmux()
		note = "; tmux needs set-clipboard or allow-passthrough on"
	case c.env("STY") != "" || strings.HasPrefix(c.env("TERM"), "screen"):
		seq = seq.Screen()
	}
	if err := c.Terminal(seq.String()); err != nil {
		return Result{Message: "not copied: " + err.Error()}
	}
	return Result{OK: true, Method: ClipboardOSC52,
		Message: "sent to the terminal (OSC 52), which does not report whether it copied it" + note}
}

func (c *Clipboard) toFile(text string) Result {
	if c.File == "" {
		return Result{Message: "not copied: the configuration names no file to copy to"}
	}
	err := os.MkdirAll(filepath.Dir(c.File), 0o700)
	if err == nil {
		err = replaceFile(c.File, text)
	}
	if err != nil {
		return Result{Message: "not copied: " + err.Error()}
	}
	return Result{OK: true, Method: ClipboardFile, Message: "written to " + c.File}
}

// replaceFile replaces the file at path by a private file. It does not follow a link at path, which
// another user may have made.
func replaceFile(path, text string) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".clipboard-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// Paste returns the content of the clipboard from the first available tool. Like Copy it may take
// some time.
func (c *Clipboard) Paste() (PasteMsg, error) {
	if c.Method == ClipboardNone {
		return PasteMsg{}, errors.New(`not pasted: clipboard = "none" in the configuration`)
	}
	if c.Method == ClipboardFile {
		text, err := os.ReadFile(c.File)
		if err != nil {
			return PasteMsg{}, fmt.Errorf("not pasted: %w", err)
		}
		m := clean(text)
		m.Source = c.File
		return m, nil
	}
	tools := slices.DeleteFunc(c.tools(), func(t tool) bool { return t.paste == nil })
	if len(tools) == 0 {
		return PasteMsg{}, errors.New("not pasted: " + c.noTool() + "; the terminal's own paste always works")
	}
	t := tools[0]
	out, err := c.exec(t.paste, nil)
	if err == nil && t.base64 {
		out, err = base64.StdEncoding.DecodeString(strings.TrimSpace(string(out)))
	}
	if err != nil {
		return PasteMsg{}, fmt.Errorf("not pasted: %s failed: %w", t.paste[0], err)
	}
	m := clean(out)
	m.Source = t.paste[0]
	return m, nil
}

func (c *Clipboard) goos() string {
	if c.OS != "" {
		return c.OS
	}
	return runtime.GOOS
}
