package discovery

import (
	"strings"
	"time"

	"galley/engine/diag"
	"galley/engine/hidden"
	"galley/engine/secret"
	"galley/engine/source"
)

// LoadType says when an agent reads a place, if something is there.
type LoadType string

// The load types.
const (
	AtLaunch LoadType = "at launch"
	OnDemand LoadType = "on demand" // when work reaches the place it belongs to
	Never    LoadType = "never"
)

// Verdict is what became of a candidate.
type Verdict string

// The verdicts.
const (
	Loaded    Verdict = "loaded"
	Later     Verdict = "on demand"
	Listed    Verdict = "listed" // no rule file, and in the request: see [Kind]
	NotLoaded Verdict = "not loaded"
	Unknown   Verdict = "not known"
	ReadAs    Verdict = "read" // no rule file: settings, or what they name; see [Answer]
)

// Evidence says how a rule is known.
type Evidence string

// The kinds of evidence, the strongest first.
const (
	Executed   Evidence = "measured"    // seen by running the named version
	ReadSource Evidence = "source read" // read in the code of the named version
	Documented Evidence = "documented"
	SecondHand Evidence = "second-hand"
	NoEvidence Evidence = "not known"
)

// Remark is something to say about a candidate beside its verdict: that a
// loaded file is a link out of the project, or an identical copy.
type Remark struct {
	Reason Reason
	Detail string
}

// Import is one reference from a rule file to another, with those inside it.
type Import struct {
	Ref     string // as written
	Path    string // absolute; "" when it names no file
	Verdict Verdict
	Reason  Reason
	Detail  string
	Offset  int // of the reference in the importing file, in bytes
	Imports []Import
	// DuplicateOf and Hidden are as those of a Candidate.
	DuplicateOf string
	Hidden      []hidden.Finding
}

// Candidate is one place that an agent looks at, or that people expect it to.
type Candidate struct {
	Path     string // absolute, or a URL; for a pattern without a match the pattern
	Shown    string // Path for screens: values that might be secrets are masked
	RealPath string // where links lead; "" when nothing is there
	Kind     Kind   // what it is to the agent
	Name     string // what the agent calls it; "" for rule files
	Tier     string // the agent's own part of its search: "local", "global", "instructions"
	LoadType LoadType
	Verdict  Verdict
	Reason   Reason // "" when there is nothing to explain
	Detail   string // which, by what, how: one sentence without its stop; may be empty
	Remarks  []Remark
	Order    int   // place among the loaded, from 1; 0 otherwise
	Bytes    int64 // size on disk, or of the document
	Used     int   // bytes of it that reach the model
	// Group ties together candidates among which the agent has no order of its
	// own: they come as the file system lists them. "" when the order is the
	// agent's.
	Group       string
	DuplicateOf string // the path with the same text, loaded before
	// ByImport is set where an imported file is loaded as one of its own, which the
	// import that brought it in does not repeat.
	ByImport bool
	// Patterns are those of the files that the rule is for, as written; nil when
	// it is for all.
	Patterns []string
	Imports  []Import
	ModTime  time.Time
	Git      string // "", "ignored", "untracked", "changed": see [AskGit]
	// Hidden is what its name and its text hide from people; see [Complete].
	Hidden   []hidden.Finding
	Evidence Evidence
	// Text is what the candidate becomes, as the agent frames it; empty when it
	// is not loaded.
	Text source.Text

	refused bool // a link on the way to it is not followed
	// base is the directory that Patterns are relative to, dialect how the agent
	// matches them; nil without patterns.
	base    string
	dialect *Dialect
	dir     string // what it is for lies in this directory; "" where it is for no directory
}

// Setting is one settings file, or one variable, that an agent takes into
// account, in its order.
type Setting struct {
	Path   string // or the variable's name
	Tier   string
	Found  bool
	Detail string
}

// Failure is why an agent would not start here at all.
type Failure struct {
	Name      string // the agent's own name for it
	Path      string // the file at fault; "" when it is a variable
	Variable  string // the variable at fault
	Reference string // the reference at fault, as written
	Target    string // what the reference leads to
	Issues    []Issue
	Message   string // in our words
}

// Problem is the failure as a problem of its file, which the message then need not name.
func (f *Failure) Problem(hint string) diag.Problem {
	p := diag.New(diag.AgentRefuses, source.NoSpan, strings.TrimPrefix(f.Message, f.Path+": "), hint)
	p.File = f.Path
	return p
}

// Issue is one thing that a settings file gets wrong.
type Issue struct {
	Code     string // "invalid_type", "unrecognized_keys"
	Expected string
	Path     []string // of keys and indexes
	Keys     []string
}

// Error implements error.
func (f *Failure) Error() string { return f.Message }

// Trace is what an agent would do about rule files in one directory.
type Trace struct {
	Agent, Version string
	Cwd            string // as the agent sees it
	Root           string // where its search ends
	Marker         string // what made it the root: a path; "" when nothing did
	VCS            string // "git" or ""
	// Entries are the agent's configured instructions after merging and
	// substitution; nil when none are configured.
	Entries    []string
	Settings   []Setting
	Candidates []Candidate
	Loaded     []string // paths and URLs, in the order of the text
	Text       source.Text
	Unstable   bool     // the agent's own order depends on the file system
	Notes      []string // sentences without their stop
	Problems   []diag.Problem
	Failure    *Failure // not nil: the agent would not start, and nothing is loaded
	// Names are the file names looked for, where a setting can change them.
	Names []string
	// Looks is what the agent looks for at all, as [Survey] was told.
	Looks Looks
	// Own is what the agent's discovery hands to its own assembly beside this: a pointer
	// to a type of the agent's folder, nil where there is nothing more.
	Own any
	// Parts are the texts that the request holds because of all this, in the order of
	// the request; nil where the agent's frames are not known.
	Parts []Part
	// Touched is what each of Options.Touched brings in, in turn.
	Touched []Touch
	// Acts says of kinds of tool calls whether they bring in what waits for a path; of
	// one that is not in it that is not known.
	Acts map[Act]bool
	// Nested is set where files of directories below the session's come in as work
	// reaches these.
	Nested bool
	// Defined is what the agent's settings say beside that.
	Defined Defined
	// Secrets are the values that the settings took from the environment and from
	// files; see [Trace.Masked].
	Secrets *secret.Values
}

// Touch is what an agent loads when a tool reaches a path.
type Touch struct {
	Path     string   // as given
	New      []string // files loaded by it
	Text     source.Text
	Appended source.Text // what is put behind the tool's answer
	Role     string      // of the message that holds Appended, where that is known: "tool", "user"
	// Added are the further texts of the request that holds the tool's answer, where
	// the agent adds several: in order, each with the role of its message.
	Added []Part
}

// Find returns the candidates with this path.
func (t *Trace) Find(path string) []Candidate {
	var out []Candidate
	for _, c := range t.Candidates {
		if c.Path == path || c.RealPath == path {
			out = append(out, c)
		}
	}
	return out
}

// Part returns the part with this name; an empty one where the trace lacks it.
func (t *Trace) Part(name string) Part {
	for _, p := range t.Parts {
		if p.Name == name {
			return p
		}
	}
	return Part{}
}

// Masked returns the trace for people: values that might be secret are masked in
// everything it says.
func (t *Trace) Masked() *Trace { return secret.Copy(t.Secrets, t) }

// Finish numbers the loaded candidates and lists them.
func (t *Trace) Finish(separator string) {
	var texts []source.Text
	for i := range t.Candidates {
		c := &t.Candidates[i]
		if c.Shown == "" {
			c.Shown = c.Path
		}
		c.Order = 0
		if c.Verdict != Loaded {
			continue
		}
		t.Loaded = append(t.Loaded, c.Path)
		c.Order = len(t.Loaded)
		texts = append(texts, c.Text)
		t.Unstable = t.Unstable || c.Group != "" && i > 0 && t.Candidates[i-1].Group == c.Group
	}
	t.Text = source.Join(source.Literal(separator), texts...)
}
