// Picture makes the README's picture of the workbench: it runs the program on the
// sample project in a terminal emulator, presses a few keys, and writes the screen
// as an SVG. Run it again when the screen has changed.
//
//	go run ./.readme/picture
package main

import (
	"fmt"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

const (
	width, height = 120, 36
	output        = ".readme/workbench.svg"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := os.MkdirTemp("", "galley-picture")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "galley")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("building: %w\n%s", err, out)
	}
	app := filepath.Join(dir, "src", "harbour")
	if err := os.CopyFS(app, os.DirFS("testdata/samples/app")); err != nil {
		return err
	}
	s, err := start(program, dir, app)
	if err != nil {
		return err
	}
	defer s.cmd.Process.Kill()
	if err := s.until("VARIABLES", "tide tables", "gemini"); err != nil {
		return err
	}
	for range 5 {
		s.press("\x1b[B") // down to the tag that inserts the rules
	}
	time.Sleep(600 * time.Millisecond) // the vocabularies load after the first frame
	svg := s.picture()
	return os.WriteFile(output, []byte(svg), 0o644)
}

// screen is a program running in an emulator.
type screen struct {
	cmd *exec.Cmd
	tty *os.File
	mu  sync.Mutex
	emu *vt.Emulator
}

func start(program, home, app string) (*screen, error) {
	cmd := exec.Command(program, "--set", "prompt:cwd=/home/ada/src/harbour", "--now", "2026-05-04T09:30:00Z", "--theme", "dark")
	cmd.Dir = app
	cmd.Env = []string{"HOME=" + home, "TERM=xterm-256color", "COLORTERM=truecolor", "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: width, Rows: height})
	if err != nil {
		return nil, err
	}
	s := &screen{cmd: cmd, tty: tty, emu: vt.NewEmulator(width, height)}
	go func() {
		// Send the emulator's answers to the program's queries back to the program.
		buf := make([]byte, 256)
		for {
			n, err := s.emu.Read(buf)
			if err != nil {
				return
			}
			tty.Write(buf[:n])
		}
	}()
	go func() {
		buf := make([]byte, 32<<10)
		for {
			n, err := tty.Read(buf)
			if err != nil {
				return
			}
			s.mu.Lock()
			s.emu.Write(buf[:n])
			s.mu.Unlock()
		}
	}()
	return s, nil
}

func (s *screen) press(keys string) {
	s.tty.WriteString(keys)
	time.Sleep(80 * time.Millisecond)
}

// until waits for all of the texts to be on the screen.
func (s *screen) until(texts ...string) error {
	for range 100 {
		time.Sleep(100 * time.Millisecond)
		s.mu.Lock()
		shown := s.emu.String()
		s.mu.Unlock()
		missing := ""
		for _, t := range texts {
			if !strings.Contains(shown, t) {
				missing = t
			}
		}
		if missing == "" {
			return nil
		}
	}
	return fmt.Errorf("the screen never showed what was waited for")
}

// The size of a cell in the picture, in pixels.
const cellW, cellH, margin = 8.4, 18.0, 10.0

func (s *screen) picture() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	w, h := width*cellW+2*margin, height*cellH+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">`+"\n", w, h)
	ground := "#1e1e2e"
	if c := s.emu.CellAt(1, 1); c != nil && c.Style.Bg != nil {
		ground = hex(c.Style.Bg)
	}
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", ground)
	for y := range height {
		s.line(&b, y, ground)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// line writes a row: runs of one look, each pinned to its columns.
func (s *screen) line(b *strings.Builder, y int, ground string) {
	top := margin + float64(y)*cellH
	for x := 0; x < width; {
		c := s.emu.CellAt(x, y)
		if c == nil || c.Width == 0 {
			x++
			continue
		}
		end, text := x, ""
		for end < width {
			d := s.emu.CellAt(end, y)
			if d == nil || d.Width == 0 || d.Style != c.Style {
				break
			}
			text += d.Content
			end += d.Width
		}
		left, wide := margin+float64(x)*cellW, float64(end-x)*cellW
		fg, bg := hex(c.Style.Fg), hex(c.Style.Bg)
		if c.Style.Attrs&(1<<5) != 0 { // the bit for reverse video
			fg, bg = bg, fg
		}
		if bg != "" && bg != ground {
			fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, left, top, wide, cellH, bg)
		}
		if strings.TrimSpace(text) != "" {
			attrs := ""
			if c.Style.Attrs&1 != 0 {
				attrs += ` font-weight="bold"`
			}
			if c.Style.Underline != 0 {
				attrs += ` text-decoration="underline"`
			}
			fmt.Fprintf(b, `<text x="%.1f" y="%.1f" textLength="%.1f" lengthAdjust="spacingAndGlyphs" fill="%s" xml:space="preserve"%s>%s</text>`,
				left, top+13.5, wide, fg, attrs, escape(text))
		}
		b.WriteByte('\n')
		x = end
	}
}

func hex(c color.Color) string {
	if c == nil {
		return ""
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
