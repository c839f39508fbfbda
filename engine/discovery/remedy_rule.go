package discovery

import (
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/textutil"
)

// PatternFolders are the folders of rules in which the header of a rule can name the files to which
// the rule applies.
var PatternFolders = []string{".claude/rules", ".cursor/rules", ".windsurf/rules", ".devin/rules", ".github/instructions", ".clinerules", ".qwen/rules", ".continue/rules"}

// PatternFolderOf returns the one of [PatternFolders] that contains a file, or "".
func PatternFolderOf(file string) string {
	for _, dir := range PatternFolders {
		if strings.Contains(file, "/"+dir+"/") {
			return dir
		}
	}
	return ""
}

// RulePatterns returns the patterns in a rule's header that limit it to some files.
// always says that the header makes it apply to all files.
func RulePatterns(f *Front) (patterns []string, always bool) {
	if on, _ := f.Flag("alwaysApply"); on || f.Text("trigger") == "always_on" {
		return nil, true
	}
	for _, key := range []string{"paths", "globs", "applyTo"} {
		if list, _ := f.List(key); len(list) > 0 {
			patterns = list
		}
	}
	if slices.Equal(patterns, []string{"**"}) {
		return nil, true
	}
	return patterns, false
}

// limited reports whether the explained file is a rule that applies to some files only.
func (x *explainer) limited() bool {
	if x.w == nil || PatternFolderOf(x.file) == "" {
		return x.patterns
	}
	text, err := x.w.ReadFile(x.file)
	if err != nil {
		return x.patterns
	}
	f := ReadFront(text)
	patterns, _ := RulePatterns(&f)
	return len(patterns) > 0
}

// asRule returns the advice to write the explained file again as one of the agent's own rules with
// patterns. It returns "" if the file is not a rule with patterns, or if the agent has no folder
// for such rules.
func (x *explainer) asRule() string {
	t := x.trace
	i := slices.IndexFunc(t.RuleNames.Folders, func(f Folder) bool { return !f.Borrowed && slices.Contains(PatternFolders, f.Dir) })
	if i < 0 || !x.limited() {
		return ""
	}
	name, end := path.Base(x.file), ".md"
	if ends := t.RuleNames.Folders[i].Ends; len(ends) > 0 {
		end = ends[0]
	}
	name = t.RuleNames.Folders[i].Dir + "/" + strings.TrimSuffix(name, ending(name)) + end
	return "make " + name + " with the same patterns (" + textutil.Command("galley", "transfer", t.Mask(ShortPath(x.file, t.Cwd)), "--to", t.Agent) + ", or Transfer in the workbench)"
}

// ownForm returns advice about a rule whose header the agent does not read, because the folder
// belongs to another agent. It is "" if the folder is the agent's own.
func (t *Trace) ownForm(file string) string {
	own, borrowed := "", false
	for _, f := range t.RuleNames.Folders {
		if strings.Contains(file, "/"+f.Dir+"/") {
			borrowed = f.Borrowed
		}
		if own == "" && !f.Borrowed {
			own = f.Dir
		}
	}
	if !borrowed || own == "" {
		return ""
	}
	return "write the rule into " + own + " too, with a header that this agent reads"
}

// before returns the loaded file that the agent uses instead of a candidate, as far as galley can
// tell: preferably one in the candidate's directory or below it, otherwise one in a directory
// above, otherwise any other. It returns nil if no file is loaded.
func (x *explainer) before(c *Candidate) (best *Candidate) {
	near := func(l *Candidate) int {
		switch {
		case facts.Within(l.Path, facts.Dir(c.Path)):
			return 0
		case facts.Within(c.Path, facts.Dir(l.Path)):
			return 1
		}
		return 2
	}
	for i := range x.trace.Candidates {
		l := &x.trace.Candidates[i]
		if l.Verdict != Loaded || l.Kind != c.Kind || l.ByImport || l.Tier != c.Tier && c.Reason == ShadowedGlobal {
			continue
		}
		if best == nil || near(l) < near(best) {
			best = l
		}
	}
	return best
}
