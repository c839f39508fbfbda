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
	in       []string // with their sizes, in the order of the prompt
	names    []string // the same without their sizes
	imported int      // files whose texts stand within those
	skills   int      // listed in the prompt
	later    int
	missing  []string // named by the files or the template, or looked for first, and not there
	misnamed []string // there, with almost a name that agents look for
	unread   []string // there, and the agent never reads them
}

// ruleFiles returns the files of the shown prompt. Without an agent they are those of
// the template.
func (p *painter) ruleFiles(r *engine.Result, misnamed, unread []string) (all ruleFiles) {
	short := func(path string) string { return cell.Visible(r.Secrets.Mask(p.m.short.Short(path))) }
	for _, path := range misnamed {
		all.misnamed = append(all.misnamed, short(path))
	}
	if r.Trace == nil {
		if strings.HasPrefix(r.Profile, profile.Default) {
			all.ofTemplate(r, short)
		}
		return all
	}
	lookup := importLookup{short: short, own: map[string]bool{}, seen: map[string]bool{}}
	for i := range r.Trace.Candidates {
		lookup.own[r.Trace.Candidates[i].Path] = true
		lookup.own[r.Trace.Candidates[i].RealPath] = true
	}
	byTool := r.ByTool()
	tools := map[string]bool{}
	for _, f := range byTool {
		tools[f.Path] = true
	}
	for i := range r.Trace.Candidates {
		switch c := &r.Trace.Candidates[i]; {
		case c.Kind == discovery.Skill && (c.Verdict == discovery.Listed || c.Verdict == discovery.Loaded):
			all.skills++
		case c.Kind != discovery.Rule || tools[c.Path]:
		case c.Verdict == discovery.Loaded:
			all.in, all.names = append(all.in, short(c.Path)+" "+report.Size(c.Used)), append(all.names, short(c.Path))
			if !c.ByImport { // the file that imports it has its imports too
				all.imports(c.Imports, lookup)
			}
		case c.Verdict == discovery.Later:
			all.later++
		}
	}
	for _, f := range byTool {
		all.in, all.names = append(all.in, short(f.Path)+" "+report.Size(f.Bytes)+" by a tool"), append(all.names, short(f.Path)+" by a tool")
	}
	if missing := r.Missing(); len(missing) > 0 && len(all.in) == 0 {
		slices.SortStableFunc(missing, func(a, b discovery.Candidate) int { return special(short(a.Path)) - special(short(b.Path)) })
		all.missing = append(all.missing, short(missing[0].Path))
	}
	told := map[string]bool{}
	for _, path := range misnamed {
		told[path] = true
	}
	for _, path := range unread {
		if !told[path] {
			all.unread = append(all.unread, short(path))
		}
	}
	return all
}

// ofTemplate adds the files that the template inserts. It does not add those that it
// only asks for in a condition.
func (f *ruleFiles) ofTemplate(r *engine.Result, short func(string) string) {
	inserted := map[string]bool{}
	for _, use := range r.Tree.Uses() {
		if !use.Condition {
			inserted[use.Key] = true
		}
	}
	for _, v := range r.Values {
		name, isFile := strings.CutPrefix(v.Key, "file:")
		switch {
		case !isFile || !inserted[v.Key]:
		case v.Exists():
			f.in, f.names = append(f.in, short(name)+" "+report.Size(len(v.Text))), append(f.names, short(name))
		default:
			f.missing = append(f.missing, short(name))
		}
	}
}

// importLookup is what the imports of a trace are looked up in: there may be thousands.
type importLookup struct {
	short func(path string) string
	own   map[string]bool // paths of candidates, and where links lead
	seen  map[string]bool // paths that are missing
}

// imports counts the imported files without candidates of their own, and adds those
// that do not exist.
func (f *ruleFiles) imports(list []discovery.Import, in importLookup) {
	for _, one := range list {
		switch {
		case one.Verdict == discovery.Loaded:
			if !in.own[one.Path] {
				f.imported++
			}
			f.imports(one.Imports, in)
		case one.Reason == discovery.Missing && one.Path != "" && !in.seen[one.Path]:
			in.seen[one.Path] = true
			f.missing = append(f.missing, in.short(one.Path))
		}
	}
}

// special is 1 for a path that few projects have: in a directory of settings, or of one
// person's rules beside the shared ones.
func special(path string) int {
	for _, mark := range []string{"/.", ".local.", ".override."} {
		if strings.Contains("/"+path, mark) {
			return 1
		}
	}
	return 0
}

// filesLine returns the words of the line about the user's files, the longest that fits
// into a width. Sizes are left out before names; the names that do not fit are counted.
func (p *painter) filesLine(r *engine.Result, width int) string {
	kept, unread, misnamed := &p.m.sight, p.m.prompts.Checkup().Unread(), p.m.prompts.Checkup().Misnamed()
	if kept.result != r || !slices.Equal(kept.unread, unread) || !slices.Equal(kept.misnamed, misnamed) {
		*kept = sight{r, unread, misnamed, p.ruleFiles(r, misnamed, unread)}
	}
	return kept.files.fit(width)
}

// sight keeps the files of a result for the next frames.
type sight struct {
	result           *engine.Result
	unread, misnamed []string
	files            ruleFiles
}

// named says how many names of each kind of file the line has; the others are counted.
// counts adds the kinds that are only counted.
type named struct {
	in, missing, misnamed, unread int
	counts                        bool
}

// shorterLines are the forms of the line, the longest first.
var shorterLines = []named{
	{4, 4, 4, 4, true}, {4, 4, 4, 1, true}, {4, 1, 1, 1, true}, {4, 1, 1, 0, true}, {4, 1, 0, 0, true}, {3, 1, 0, 0, true},
	{2, 1, 0, 0, true}, {2, 1, 0, 0, false}, {1, 1, 0, 0, true}, {1, 1, 0, 0, false}, {1, 0, 0, 0, true}, {1, 0, 0, 0, false},
}

// fit is the words of the line in a width.
func (f ruleFiles) fit(width int) string {
	if text := f.text(shorterLines[0]); cell.Width(text) <= width {
		return text
	}
	f.in = f.names
	for _, n := range shorterLines {
		if text := f.text(n); cell.Width(text) <= width {
			return text
		}
	}
	return cell.Shorten(f.text(named{}), width)
}

// text spells the files with at most so many names of each kind.
func (f ruleFiles) text(n named) string {
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
		parts[0] = "Your files in it: " + list(f.in, n.in)
	}
	if f.imported > 0 {
		parts[0] += fmt.Sprintf(", %d imported", f.imported)
	}
	if len(f.missing) > 0 {
		parts = append(parts, "not there: "+list(f.missing, n.missing))
	}
	if len(f.misnamed) > 0 {
		parts = append(parts, "misnamed: "+list(f.misnamed, n.misnamed))
	}
	if f.later > 0 && n.counts {
		parts = append(parts, fmt.Sprintf("on demand: %d", f.later))
	}
	if f.skills > 0 && n.counts {
		parts = append(parts, fmt.Sprintf("skills: %d", f.skills))
	}
	if len(f.unread) > 0 {
		parts = append(parts, "not read: "+list(f.unread, n.unread))
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
