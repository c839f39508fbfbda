package app

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/report"
	"galley/ui/cell"
	"galley/ui/files"
)

// ruleFiles says which of the user's files are in the prompt, which come in later, and
// which are missing.
type ruleFiles struct {
	in      []string // with their sizes, in the order of the prompt
	names   []string // the same without their sizes
	later   int
	missing []string // looked for first, and not there
	unread  []string // there, and the agent never reads them
}

// ruleFiles returns the files of the shown prompt. Without an agent they are those of
// the template.
func (p *painter) ruleFiles(r *engine.Result) (all ruleFiles) {
	short := func(path string) string { return cell.Visible(r.Secrets.Mask(p.m.short.Short(path))) }
	if strings.HasPrefix(r.Profile, profile.Default) && r.Trace == nil {
		for _, v := range r.Values {
			name, isFile := strings.CutPrefix(v.Key, "file:")
			switch {
			case !isFile || len(v.Uses) == 0:
			case v.Exists():
				all.in, all.names = append(all.in, short(name)+" "+report.Size(len(v.Text))), append(all.names, short(name))
			default:
				all.missing = append(all.missing, short(name))
			}
		}
		return all
	}
	if r.Trace == nil {
		return all
	}
	byTool := r.ByTool()
	tools := map[string]bool{}
	for _, f := range byTool {
		tools[f.Path] = true
	}
	for i := range r.Trace.Candidates {
		switch c := &r.Trace.Candidates[i]; {
		case c.Kind != discovery.Rule || tools[c.Path]:
		case c.Verdict == discovery.Loaded:
			all.in, all.names = append(all.in, short(c.Path)+" "+report.Size(c.Used)), append(all.names, short(c.Path))
		case c.Verdict == discovery.Later:
			all.later++
		}
	}
	for _, f := range byTool {
		all.in, all.names = append(all.in, short(f.Path)+" "+report.Size(f.Bytes)+" by a tool"), append(all.names, short(f.Path)+" by a tool")
	}
	if missing := r.Missing(); len(missing) > 0 && len(all.in) == 0 {
		all.missing = []string{short(missing[0].Path)}
	}
	for _, path := range p.m.prompts.Checkup().Unread() {
		all.unread = append(all.unread, short(path))
	}
	return all
}

// filesLine returns the words of the line about the user's files, the longest that fits
// into a width. Sizes are left out before names; the names that do not fit are counted.
func (p *painter) filesLine(r *engine.Result, width int) string {
	kept, unread := &p.m.sight, p.m.prompts.Checkup().Unread()
	if kept.result != r || !slices.Equal(kept.unread, unread) {
		*kept = sight{r, unread, p.ruleFiles(r)}
	}
	return kept.files.fit(width)
}

// sight keeps the files of a result for the next frames.
type sight struct {
	result *engine.Result
	unread []string
	files  ruleFiles
}

// fit is the words of the line in a width.
func (f ruleFiles) fit(width int) string {
	if text := f.text(4, 4); cell.Width(text) <= width {
		return text
	}
	f.in = f.names
	for _, names := range [][2]int{{4, 4}, {4, 1}, {3, 1}, {2, 1}, {1, 1}, {1, 0}} {
		if text := f.text(names[0], names[1]); cell.Width(text) <= width {
			return text
		}
	}
	return cell.Shorten(f.text(0, 0), width)
}

// text spells the files, with the names of at most so many that are in the prompt, and
// that are not.
func (f ruleFiles) text(in, not int) string {
	list := func(all []string, names int) string {
		if names == 0 {
			return fmt.Sprint(len(all))
		}
		if over := len(all) - names; over > 0 {
			return fmt.Sprintf("%s +%d", strings.Join(all[:names], ", "), over)
		}
		return strings.Join(all, ", ")
	}
	parts := []string{"Your files in it: none"}
	if len(f.in) > 0 {
		parts[0] = "Your files in it: " + list(f.in, in)
	}
	if f.later > 0 {
		parts = append(parts, fmt.Sprintf("on demand: %d", f.later))
	}
	if len(f.missing) > 0 {
		parts = append(parts, "not there: "+list(f.missing, max(in, 1)))
	}
	if len(f.unread) > 0 {
		parts = append(parts, "not read: "+list(f.unread, not))
	}
	return strings.Join(parts, "   ")
}

// firstFile is the rule file that opens by itself when an agent's prompt leaves the
// built-in template out: the template has nothing to do with that prompt, the rule file
// changes it.
type firstFile struct {
	whose string      // the agent for which one was looked for
	shown *files.File // the file that was opened by itself, or nil
}

// openFirst opens the first rule file of the project that a newly chosen agent loads, and
// leaves the focus where it is. A file that the user opened stays.
func (o *opened) openFirst(r *engine.Result) tea.Cmd {
	whose, _, _ := strings.Cut(r.Profile, "@")
	if !o.m.o.OpenFirst || o.first.whose == whose {
		return nil
	}
	o.first.whose = whose
	now, auto := o.m.files.Current(), o.first.shown
	alone := r.Profile == profile.Default
	if !now.IsTemplate() && (now != auto || now.Dirty() && !alone) {
		return nil
	}
	path := ""
	if as, _ := o.m.prompts.TemplateAs(); as == "none" && o.m.isBuiltIn() && r.Trace != nil {
		i := slices.IndexFunc(r.Trace.Candidates, func(c discovery.Candidate) bool {
			return c.Kind == discovery.Rule && c.Verdict == discovery.Loaded && facts.Within(c.Path, r.Trace.Cwd)
		})
		if i >= 0 {
			path = r.Trace.Candidates[i].Path
		}
	}
	if auto != nil && slices.Contains(auto.Names(), path) {
		return nil
	}
	var closed tea.Cmd
	switch {
	case auto == nil:
	case !auto.Dirty():
		o.first.shown = nil
		closed = o.m.files.Drop(auto)
	case path == "" && alone: // the unsaved file stays open beside the template
		o.first.shown = nil
		o.m.files.Put(o.m.files.Template())
		o.m.editor().CloseCompletion()
		o.m.setTitle()
		closed = o.m.prompts.Render()
	}
	if path == "" {
		return closed
	}
	return tea.Batch(closed, o.m.files.OpenBeside(path, func(f *files.File) tea.Cmd {
		if !o.m.files.Current().IsTemplate() || !o.m.isBuiltIn() || f.IsTemplate() {
			return nil // the user went on meanwhile
		}
		o.first.shown = f
		o.m.files.Put(f)
		o.m.editor().CloseCompletion()
		o.m.setTitle()
		return tea.Batch(o.m.prompts.Render(), o.findNamesakes())
	}))
}
