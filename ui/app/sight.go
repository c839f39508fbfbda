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

// ruleFiles says which of the user's files are in the prompt, which are loaded later, and which are
// missing.
type ruleFiles struct {
	in       []string // in has the files in the prompt, with their sizes, in the prompt's order
	names    []string // names has the same files without their sizes
	imported int      // imported is the number of imported files that the agent does not also look for by itself
	skills   int      // skills is the number of skills that the prompt lists
	later    int
	missing  []string // missing has the files that are named, imported or looked for, but do not exist
	misnamed []string // misnamed has the files whose names differ slightly from a name that agents look for
	unread   []string // unread has the files that the agent never reads
}

// ruleFiles returns the files of the shown prompt. Without an agent, these are the files that the
// template names.
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
			if !c.ByImport { // the imports of an imported file are counted with the file that imports it
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

// ofTemplate adds the files that the template inserts, but not those that it only names in a
// condition.
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

// importLookup has what the method imports looks up for each import of a trace. The lookups are
// maps by path, because a trace may have thousands of imports.
type importLookup struct {
	short func(path string) string
	own   map[string]bool // own has the paths of the candidates, and their real paths
	seen  map[string]bool // seen has the missing paths that are already listed
}

// imports counts the imported files that the agent does not also look for by itself, and adds
// the files that do not exist to the missing ones.
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

// special returns 1 for a path that few projects have, otherwise 0: a path in a directory of
// settings, or of one person's rules beside the shared ones.
func special(path string) int {
	for _, mark := range []string{"/.", ".local.", ".override."} {
		if strings.Contains("/"+path, mark) {
			return 1
		}
	}
	return 0
}

// filesLine returns the longest line about the user's files that fits into a width. It first leaves
// out sizes, then names; the names that it leaves out are counted.
func (p *painter) filesLine(r *engine.Result, width int) string {
	kept, unread, misnamed := &p.m.sight, p.m.prompts.Checkup().Unread(), p.m.prompts.Checkup().Misnamed()
	if kept.result != r || !slices.Equal(kept.unread, unread) || !slices.Equal(kept.misnamed, misnamed) {
		*kept = sight{r, unread, misnamed, p.ruleFiles(r, misnamed, unread)}
	}
	return kept.files.fit(width)
}

// sight caches the files of a result for the next frames.
type sight struct {
	result           *engine.Result
	unread, misnamed []string
	files            ruleFiles
}

// named says how many names of each kind of file the line contains; the line only counts the
// other files. If counts is set, the line also says how many skills and files loaded on demand
// there are.
type named struct {
	in, missing, misnamed, unread int
	counts                        bool
}

// shorterLines has the forms of the line, the longest first.
var shorterLines = []named{
	{4, 4, 4, 4, true}, {4, 4, 4, 1, true}, {4, 1, 1, 1, true}, {4, 1, 1, 0, true}, {4, 1, 0, 0, true}, {3, 1, 0, 0, true},
	{2, 1, 0, 0, true}, {2, 1, 0, 0, false}, {1, 1, 0, 0, true}, {1, 1, 0, 0, false}, {1, 0, 0, 0, true}, {1, 0, 0, 0, false},
}

// fit returns the longest form of the line that fits into a width.
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

// text returns the line with at most the numbers of names that n has for each kind of file.
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
	parts := []string{"Your files sent: none"}
	if len(f.in) > 0 {
		parts[0] = "Your files sent: " + list(f.in, n.in)
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

// firstFile is the rule file that galley opens when an agent's prompt does not contain the built-in
// template: the template then has no effect on the prompt, but the rule file has.
type firstFile struct {
	whose string      // whose is the agent for which galley last looked for a file
	shown *files.File // shown is the file that galley opened, or nil
}

// openFirst opens the first rule file of the project that a newly chosen agent loads. It does not
// move the focus, and it does not replace a file that the user opened.
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
			return nil // the user has opened another file in the meantime
		}
		o.first.shown = f
		o.m.files.Put(f)
		o.m.editor().CloseCompletion()
		o.m.setTitle()
		return tea.Batch(o.m.prompts.Render(), o.findNamesakes())
	}))
}
