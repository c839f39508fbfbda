package transfer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
)

// key describes a list in the settings of a project. If the list contains the name or path of a
// file, the agent reads this file as a rule file.
type key struct {
	files []string // the first of these that exists is changed; if all are missing, the last is created
	keys  []string // the path of keys that leads to the list
	names bool     // the list contains names of files, not paths
	own   bool     // the list replaces the agent's own names, so the first own name must be added with the new name
}

// settingsKeys maps each agent whose settings can name further rule files to the list in its
// settings.
var settingsKeys = map[string]key{
	"gemini-cli": {files: []string{".gemini/settings.json"}, keys: []string{"context", "fileName"}, own: true},
	"qwen-code":  {files: []string{".qwen/settings.json"}, keys: []string{"context", "fileName"}, own: true},
	"opencode":   {files: []string{"opencode.jsonc", "opencode.json"}, keys: []string{"instructions"}},
	"kilo":       {files: []string{"kilo.jsonc", "kilo.json"}, keys: []string{"instructions"}},
	"codex":      {files: []string{".codex/config.toml"}, keys: []string{"project_doc_fallback_filenames"}, names: true},
	"aider":      {files: []string{".aider.conf.yml"}, keys: []string{"read"}},
}

// setting adds the file to a list in an agent's settings. It keeps everything else, including
// comments. If that is impossible, a note says what to write by hand.
func (p *planner) setting(agent string) (Change, bool) {
	k, ok := settingsKeys[agent]
	name := p.rel(facts.Join(p.o.Options.Cwd, "x"))
	if !ok || k.names && strings.Contains(name, "/") {
		return Change{}, false
	}
	c := Change{Kind: Setting, Path: facts.Join(p.o.Options.Cwd, k.files[len(k.files)-1]), Made: true}
	for _, file := range k.files {
		if full := facts.Join(p.o.Options.Cwd, file); c.Made && p.exists(full) {
			c.Path, c.Made = full, false
		}
	}
	if p.changes(c.Path) {
		return Change{}, false
	}
	if !c.Made {
		text, err := p.disk.ReadFile(c.Path)
		if err != nil {
			p.taken(c.Path)
			return Change{}, false
		}
		c.Before = text
	}
	var first []string
	if k.own {
		if asked, ok := p.surveyOf(agent); ok && len(asked.Looks.Names) > 0 {
			first = asked.Looks.Names[:1]
		}
		c.Lost = []string{"the agent then also loads files of this name from other directories where it looks"}
	}
	if k.names {
		c.Lost = []string{"the agent then also loads files of this name from other directories of the project that have no AGENTS.md"}
	}
	after, err := k.add(c.Path, c.Before, first, name)
	if err != nil {
		p.block("%s stays as it is, because %s: add %q to its list %s by hand", p.shown(c.Path), why(err), name, strings.Join(k.keys, "."))
		return Change{}, false
	}
	c.After = after
	return c, after != c.Before
}

func why(err error) string {
	if errors.Is(err, bounded.ErrOtherShape) {
		return "it is written in a form that galley does not change"
	}
	return "it cannot be read: " + settings.Why(err)
}

// add returns the text of a settings file with name added to the list. If the list is missing, it
// adds the texts in first before name.
func (k *key) add(file, text string, first []string, name string) (string, error) {
	switch {
	case strings.HasSuffix(file, ".toml"):
		var has map[string]any
		if err := bounded.TOML([]byte(text), &has); err != nil {
			return "", err
		}
		if has[k.keys[0]] != nil {
			return "", bounded.ErrOtherShape
		}
		return fmt.Sprintf("%s = [%q]\n%s", k.keys[0], name, text), nil // the key must come before the first table
	case strings.HasSuffix(file, ".yml"):
		has, err := discovery.ReadYAML(text)
		if err != nil {
			return "", err
		}
		if has[k.keys[0]] != nil || strings.HasPrefix(strings.TrimSpace(text), "{") || slices.Contains(strings.Fields(text), "...") {
			return "", bounded.ErrOtherShape
		}
		return withLine(text, k.keys[0]+":\n  - "+item(name)), nil
	case strings.TrimSpace(text) == "":
		text = "{}\n"
	}
	return bounded.AddTexts(text, k.keys, first, []string{name})
}

// item writes a path as an item of a YAML list, in quotes if necessary.
func item(name string) string {
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == "" && name[0] != '-' {
		return name
	}
	return fmt.Sprintf("%q", name)
}
