package session

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"galley/engine"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/template"
)

// projectTemplate is the path of a project's own template, relative to the working
// directory.
const projectTemplate = ".galley/system-prompt.md"

// byteOrderMark may be at the start of a file. It is part of the file but not of the template.
const byteOrderMark = "\ufeff"

// Global is the template for projects without a template of their own. It is a file. People edit
// it in galley or elsewhere, and the service writes it.
type Global struct {
	path  string
	sleep func(time.Duration)
	mu    sync.RWMutex
}

// NewGlobal returns the global template stored in the file at path. The file need not exist. path
// is "" if the place of the file is not known.
func NewGlobal(path string) *Global { return &Global{path: path, sleep: time.Sleep} }

// Path returns the file's path.
func (g *Global) Path() string { return g.path }

// Text returns the template. If none is stored, it returns the built-in default and stored is
// false. An empty template is valid and means no system prompt.
func (g *Global) Text() (text string, stored bool, err error) {
	if g.path == "" {
		return template.Default, false, nil
	}
	g.mu.RLock()
	defer g.mu.RUnlock()
	d, err := document.Load(g.path)
	switch {
	case err != nil:
		return "", false, fmt.Errorf("the global template cannot be read: %w", err)
	case !d.Info().Exists:
		return template.Default, false, nil
	}
	return d.Text(), true, nil
}

// Set stores a template. A concurrent reader gets either the old text or the new one, never a
// mixture.
func (g *Global) Set(text string) error {
	if g.path == "" {
		return errors.New("no directory for the global template: set HOME or XDG_CONFIG_HOME")
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	err := g.save(text)
	for try := range 20 {
		if err == nil || errors.Is(err, document.ErrReadOnly) || errors.Is(err, fs.ErrPermission) {
			break
		}
		// Probably another program is saving at this moment. The last save wins, so it is enough to
		// try again later.
		g.sleep(time.Duration(try) * time.Millisecond)
		err = g.save(text)
	}
	if err != nil {
		return fmt.Errorf("the global template cannot be stored: %w", err)
	}
	return nil
}

func (g *Global) save(text string) error {
	d, err := document.Load(g.path)
	if err != nil {
		return err
	}
	// A byte order mark at the start of the text would be taken for the file's mark, so write the
	// file's mark before it.
	d.SetBOM(d.Info().BOM || strings.HasPrefix(text, byteOrderMark))
	_, err = d.Save(text, document.SaveOptions{Force: true})
	return err
}

// Find returns the template of a project: its own, otherwise the global template, otherwise the
// built-in default.
func (g *Global) Find(w facts.World, cwd string) (engine.Template, error) {
	own := facts.Join(cwd, projectTemplate)
	text, err := w.ReadFile(own)
	if err == nil {
		return engine.Template{Path: own, Text: strings.TrimPrefix(text, byteOrderMark)}, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return engine.Template{}, fmt.Errorf("the project's template cannot be read: %w", err)
	}
	text, stored, err := g.Text()
	if err != nil {
		return engine.Template{}, err
	}
	if !stored {
		return engine.Template{Text: text, BuiltIn: true}, nil
	}
	return engine.Template{Path: g.path, Text: text}, nil
}
