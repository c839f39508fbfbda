// Package copilotcli follows GitHub's Copilot CLI 1.0.102, measured by recording what the program
// sends to a custom provider. What it sends with a GitHub account is not known.
//
// The root is the repository's; without a repository it is the working directory. All texts stand
// in the system message, in this order:
//
//	tagged  each in a <custom_instruction> element: ~/.copilot/copilot-instructions.md;
//	        .github/copilot-instructions.md of the root and of the working directory; AGENTS.md,
//	        CLAUDE.md, GEMINI.md of the root, then those of the working directory; the same four
//	        files of each directory between the two, the nearest to the working directory first
//	bare    with front matter, see rules.go: ~/.copilot/instructions, then for the root and for the working
//	        directory .github/instructions and .claude/rules, then the same of the
//	        directories in COPILOT_CUSTOM_INSTRUCTIONS_DIRS
//	tables  AGENTS.md of these directories, and the instructions and rules for some
//	        files, by name alone
//
// Texts are sent without invisible characters, and in the composed form of Unicode; see [asSent].
// Names are matched without regard to case. A tagged text that is already sent is left out; a blank
// file leaves an empty element. In all tagged files except GEMINI.md, the text of an import is
// inserted after its reference. When a tool reads a file below the working directory, a user
// message adds the instructions for that file and the tagged files of the directories on the way to
// it.
//
// The field Where of a part names the message of the request that has the part: m0 is the first.
package copilotcli

import (
	"context"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "1.0.102", Evidence: discovery.Executed, Date: "2026-11"}}

// The names of the tagged files of a directory: copilotFile, in the folder .github, and then
// agentFiles.
const copilotFile = "copilot-instructions.md"

var agentFiles = []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md"}

type run struct {
	*discovery.Finder
	user   string                   // ~/.copilot
	custom []string                 // from COPILOT_CUSTOM_INSTRUCTIONS_DIRS
	sent   map[string]string        // from a tagged text to the path of the file that it was sent with
	texts  []source.Text            // the request's texts, in its order
	rows   []source.Text            // rows of the table of instructions
	scoped []scoped                 // instructions and rules that apply to some files only
	names  map[string][]facts.Entry // cached listings of directories
}

// scoped is an instruction or rule that applies to some files only.
type scoped struct {
	path, base string
	patterns   []string
	text       source.Text
}

// Discover looks for the rule files.
var Discover = discovery.By("copilot-cli", Versions, discovery.Executed, discover)

func discover(ctx context.Context, p *discovery.Finder) (*discovery.Trace, error) {
	r := &run{Finder: p, sent: map[string]string{}, names: map[string][]facts.Entry{}}
	t := r.Trace
	r.FindGit()
	r.user = facts.Resolve(t.Cwd, r.PathOr("COPILOT_HOME", facts.Join(r.Home, ".copilot")))
	for dir := range strings.SplitSeq(r.EnvOr("COPILOT_CUSTOM_INSTRUCTIONS_DIRS", ""), ",") {
		if dir = strings.TrimSpace(dir); dir != "" {
			r.custom = append(r.custom, facts.Resolve(t.Cwd, dir))
		}
	}
	t.Names = append([]string{copilotFile}, agentFiles...)
	r.tagged()
	tagged := len(r.texts)
	r.bare(ctx)
	nested := r.nested()
	r.below(ctx)
	r.NearMisses(agentFiles)
	if len(nested) > 0 {
		r.texts = append(r.texts, table("nested-table-intro", "Directory", nested))
	}
	if len(r.rows) > 0 {
		r.texts = append(r.texts, table("instructions-table-intro", "Pattern", r.rows))
	}
	if p.Options.Flag(noInstructions) {
		r.drop()
	}
	t.Parts = append(t.Parts, r.skills(ctx))
	if len(r.texts) > 0 {
		text := source.Join(source.Literal("\n\n"), r.texts...)
		if tagged > 0 && len(r.texts) > tagged {
			text = text.Append(source.Literal("\n")) // only if there are both tagged and bare texts
		}
		t.Parts = append(t.Parts, discovery.Part{Name: "rules", Role: "system", Where: "m0", Text: text,
			Before: "\n<system_notifications>", Separate: true})
	}
	r.agents(ctx)
	r.servers()
	if !p.Options.Flag(noInstructions) {
		r.touch(ctx)
	}
	return r.Done("\n\n")
}

// noInstructions is the option that makes Copilot CLI send no rule files.
const noInstructions = "--no-custom-instructions"

// drop marks all candidates as not loaded, because the session has the option noInstructions.
func (r *run) drop() {
	r.texts, r.rows = nil, nil
	for i := range r.Trace.Candidates {
		if c := &r.Trace.Candidates[i]; c.Verdict != discovery.NotLoaded {
			c.No(discovery.Disabled, noInstructions)
		}
	}
}

// ends lists the root and the working directory. If they are the same directory, it lists it once.
func (r *run) ends() []string {
	if r.Trace.Root == r.Trace.Cwd {
		return []string{r.Trace.Cwd}
	}
	return []string{r.Trace.Root, r.Trace.Cwd}
}

// between lists the directories between the working directory and the root, nearest to the working
// directory first.
func (r *run) between() []string {
	chain := r.UpTo(r.Trace.Cwd, r.Trace.Root)
	if len(chain) < 3 {
		return nil
	}
	return chain[1 : len(chain)-1]
}

// find returns the path of the file in dir that has the given name, ignoring case. If several
// files match, it prefers the file with exactly this name, then the first regular file in the
// order of names. others are the remaining matches.
func (r *run) find(dir, name string) (path string, others []string) {
	entries, known := r.names[dir]
	if !known {
		entries, _ = r.World.ReadDir(dir)
		entries = discovery.SortedEntries(entries)
		r.names[dir] = entries
	}
	var all []string
	for _, e := range entries {
		if strings.EqualFold(e.Name, name) {
			all = append(all, facts.Join(dir, e.Name))
		}
	}
	if len(all) < 2 {
		return strings.Join(all, ""), nil
	}
	rank := func(full string) int {
		switch info, err := r.World.Stat(full); {
		case err != nil || !info.IsRegular():
			return 2
		case full != facts.Join(dir, name):
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b string) int { return rank(a) - rank(b) })
	return all[0], all[1:]
}

// tagged loads the files that the request puts into <custom_instruction> elements.
func (r *run) tagged() {
	r.tag(r.user, copilotFile, "user", r.user)
	for _, dir := range r.ends() {
		r.tag(facts.Join(dir, ".github"), copilotFile, "repository", r.Trace.Root)
	}
	for _, dir := range r.ends() {
		r.agentsOf(dir)
	}
	for _, dir := range r.between() {
		r.tag(facts.Join(dir, ".github"), copilotFile, "repository", r.Trace.Root)
		r.agentsOf(dir)
	}
}

func (r *run) agentsOf(dir string) {
	for _, name := range agentFiles {
		r.tag(dir, name, "agents", r.Trace.Root)
	}
}

// tag loads one file into an element <custom_instruction>. The files that it imports must lie
// within top.
func (r *run) tag(dir, name, tier, top string) {
	full, others := r.find(dir, name)
	for _, other := range others {
		r.Add(r.At(other, tier).Never(discovery.ShadowedByName, full+" is read"))
	}
	if full == "" || r.Taken[full] != "" {
		return
	}
	r.Taken[full] = tier
	c := r.At(full, tier)
	text, ok := r.TextWithoutMark(c)
	if !ok {
		r.Add(c)
		return
	}
	blank := strings.TrimSpace(text.String()) == ""
	if name != "GEMINI.md" {
		x := expander{world: r.World, file: full, top: top, seen: []string{full}}
		text, c.Imports = x.expand(text, dir, 0)
	}
	if first, twice := r.sent[text.String()]; twice { // compared after the imports are inserted
		c.Remarks, c.Imports = nil, nil
		r.Add(c.No(discovery.AlreadyLoaded, "the same text is sent once, with "+first))
		return
	}
	r.sent[text.String()] = full
	text = asSent(text)
	framed := source.Literal("<custom_instruction>\n").Append(text, source.Literal("\n</custom_instruction>"))
	r.texts = append(r.texts, framed)
	if c.Load(framed, text.Len()); blank {
		c.No(discovery.Empty, "an empty element is sent in its place")
	}
	r.Add(c)
}

// bare loads the instructions and rules, which the request contains without an element.
func (r *run) bare(ctx context.Context) {
	r.files(ctx, facts.Join(r.user, "instructions"), "", "user", instruction)
	for _, dir := range append(r.ends(), r.custom...) {
		base, tier := dir, "instructions"
		if slices.Contains(r.custom, dir) {
			base, tier = "", "added"
		}
		r.files(ctx, facts.Join(dir, ".github", "instructions"), base, tier, instruction)
		r.files(ctx, facts.Join(dir, ".claude", "rules"), base, tier, rule)
	}
	for _, dir := range r.between() {
		for _, kind := range []judge{instruction, rule} {
			for _, full := range r.ruleFiles(ctx, dir, kind) {
				r.Add(r.At(full, "between").Never(discovery.NotLookedFor, "in the directories between the root and the working directory, only single files are read"))
			}
		}
	}
}

// nested returns the rows of the table for the AGENTS.md of the further directories.
func (r *run) nested() (rows []source.Text) {
	for _, dir := range r.custom {
		full, _ := r.find(dir, "AGENTS.md")
		if full == "" {
			continue
		}
		c := r.At(full, "agents, added")
		if c.Reason != "" {
			r.Add(c)
			continue
		}
		shown := discovery.RelativePath(r.Trace.Root, dir)
		r.Add(c.Later("the request names it in a table; its text is not sent"))
		rows = append(rows, source.Of("| "+shown+"/ | '"+shown+"/AGENTS.md' | Agent instructions for "+shown+"/**/* |", discovery.FileOrigin(full, 0, 0, 1)))
	}
	return rows
}

// table returns a table of files for the request. It begins with a stand-in for the agent's own
// words; slot is the name of that stand-in. first is the title of the table's first column.
func table(slot, first string, rows []source.Text) source.Text {
	head := "\n| " + first + " | File Path | Description |\n| " + strings.Repeat("-", len(first)) + " | --------- | ----------- |\n"
	return discovery.StandIn("copilot-cli/"+slot).Append(source.Literal(head), source.Join(source.Literal("\n"), rows...))
}

// below lists the files that load when a tool reads something below the working directory.
func (r *run) below(ctx context.Context) {
	names := slices.Concat(agentFiles, []string{".github/" + copilotFile})
	for _, full := range r.Below(ctx, names...) {
		dir := facts.Dir(full)
		if strings.HasSuffix(dir, "/.github") {
			dir = facts.Dir(dir)
		}
		c := r.At(full, "below")
		if c.Reason == "" {
			r.ForDir(c, dir, "when a file in "+dir+" is read")
		}
		r.Add(c)
	}
}
