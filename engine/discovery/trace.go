package discovery

import (
	"strings"
	"time"

	"galley/engine/diag"
	"galley/engine/hidden"
	"galley/engine/secret"
	"galley/engine/source"
)

// LoadType says when an agent reads a place, if a file exists there.
type LoadType string

// The load types.
const (
	AtLaunch LoadType = "at launch"
	OnDemand LoadType = "on demand" // when a tool of the agent reaches its directory or one of its files
	Never    LoadType = "never"
)

// Verdict is the outcome for a candidate.
type Verdict string

// The verdicts.
const (
	Loaded    Verdict = "loaded"
	Later     Verdict = "on demand"
	Listed    Verdict = "listed" // not a rule file, but the request mentions it: see [Kind]
	NotLoaded Verdict = "not loaded"
	Unknown   Verdict = "not known"
	ReadAs    Verdict = "read" // not a rule file: settings, or a file that they name; see [Explanation]
)

// Evidence says how galley knows a rule.
type Evidence string

// The kinds of evidence, the strongest first.
const (
	Executed   Evidence = "measured"    // observed by running the named version
	ReadSource Evidence = "source read" // read in the code of the named version
	Documented Evidence = "documented"
	SecondHand Evidence = "second-hand"
	NoEvidence Evidence = "not known"
)

// Remark is a note on a candidate in addition to its verdict, for example that a loaded file is a
// link out of the project, or an identical copy of another.
type Remark struct {
	Reason Reason
	Detail string
}

// Import is one reference from a rule file to another, with the references that the other file
// contains.
type Import struct {
	Ref     string // as it is written in the file
	Path    string // absolute; "" if it names no file
	Verdict Verdict
	Reason  Reason
	Detail  string
	Offset  int // offset of the reference in the importing file, in bytes
	Imports []Import
	// DuplicateOf and Hidden have the same meaning as in [Candidate].
	DuplicateOf string
	Hidden      []hidden.Finding
}

// Candidate is one place that the agent examines, or that people expect it to examine.
type Candidate struct {
	Path     string // absolute, or a URL; for a pattern that matches no file, the pattern
	Shown    string // Path for screens: values that might be secrets are masked
	RealPath string // where links lead; "" if nothing is there
	Kind     Kind   // how the agent treats it
	Name     string // what the agent calls it; "" for rule files
	Tier     string // the part of the agent's search: "local", "global", "instructions"
	LoadType LoadType
	Verdict  Verdict
	Reason   Reason // "" if there is nothing to explain
	Detail   string // details of the reason: one sentence without a final stop; may be empty
	Remarks  []Remark
	Order    int   // its position among the loaded files, from 1; 0 if it is not loaded
	Bytes    int64 // its size on disk, or that of the fetched document
	Used     int   // how many bytes of the file and its imports reach the model
	// Group is equal for candidates whose order the agent leaves to the file system. It is "" if
	// the agent orders them.
	Group       string
	DuplicateOf string // the path of a file with the same text that was loaded before
	// ByImport says that this file is a candidate of its own because another file imports it, so
	// the text of the importing file does not contain it.
	ByImport bool
	// Patterns select the files to which the rule applies. They are as the rule file contains them,
	// and nil if the rule applies to all files.
	Patterns []string
	Imports  []Import
	ModTime  time.Time
	Git      string // "", "ignored", "untracked", "changed": see [AskGit]
	// Hidden is the hidden text in the file's name and content; see [Complete].
	Hidden   []hidden.Finding
	Evidence Evidence
	// Text is what the candidate adds to the prompt, including the agent's frame around the file.
	// It is empty if the candidate adds nothing, or if that text is not known.
	Text source.Text

	refused bool // its path contains a link that is not followed
	// base is the directory to which Patterns are relative. dialect says how the agent matches
	// them; it is nil without patterns.
	base    string
	dialect *Dialect
	dir     string // the rule applies to files below this directory; "" if it is not for a directory
}

// Setting is one settings file or variable that an agent reads, in its order.
type Setting struct {
	Path   string // a path, or the name of a variable
	Tier   string
	Found  bool
	Detail string
	Unused bool // the agent ignores what it says; Detail says why
}

// Failure says why the agent would not start in this directory.
type Failure struct {
	Name      string // the agent's name for the error
	Path      string // the file at fault, or "" if it is a variable
	Variable  string // the variable at fault
	Reference string // the reference at fault, as it is written
	Target    string // what the reference points to
	Issues    []Issue
	Message   string // in galley's words
}

// Problem returns the failure as a problem of its file, so the message need not name the file.
func (f *Failure) Problem(hint string) diag.Problem {
	p := diag.New(diag.AgentRefuses, source.NoSpan, strings.TrimPrefix(f.Message, f.Path+": "), hint)
	p.File = f.Path
	return p
}

// Issue is one fault of a settings file.
type Issue struct {
	Code     string // "invalid_type", "unrecognized_keys"
	Expected string
	Path     []string // keys and indexes
	Keys     []string
}

// Error implements error.
func (f *Failure) Error() string { return f.Message }

// Trace is what galley found out about the rule files that an agent loads in one directory.
type Trace struct {
	Agent, Version string
	Cwd            string // the working directory as the agent sees it
	Root           string // the directory at which its search ends
	Marker         string // the path that made it the root, such as ".git"; "" without one
	VCS            string // "git" or ""
	// Entries are the agent's configured instructions, after merging and substitution; nil if the
	// settings have none.
	Entries    []string
	Settings   []Setting
	Candidates []Candidate
	Loaded     []string // paths and URLs, in the order of the text
	Text       source.Text
	Unstable   bool     // the order of the files depends on the file system
	Notes      []string // sentences without a final stop
	Problems   []diag.Problem
	Failure    *Failure // if not nil, the agent would not start and loads nothing
	// Names are the file names that the agent looks for, if a setting can change them.
	Names []string
	// Trust says how to make the agent trust the folder, without a final stop. It is "" if the
	// folder is trusted, or if trust does not matter for rule files.
	Trust string
	// RuleNames says which rule files the agent looks for. It is the value that was passed to
	// [Survey].
	RuleNames RuleNames
	// Own holds values that the agent's discovery passes to the assembly of the agent's prompt. It
	// is a pointer to a type of the agent's package, or nil.
	Own any
	// Parts are the texts that the found files add to the request, in the request's order. It is
	// nil if the agent's frames are not known.
	Parts []Part
	// Touched lists the texts that each path of Options.Touched loads, in order.
	Touched []Touch
	// Acts says which kinds of tool calls load the files that wait for a path. If a kind has no
	// entry, it is not known.
	Acts map[Act]bool
	// ActTools names the agent's tools for the acts, see [Trace.NameTools].
	ActTools map[Act]string
	// Nested says that files in directories below the working directory load when a tool reaches
	// these directories.
	Nested bool
	// below has the names of the files that the discovery looked for below the working directory,
	// because the agent loads them from there.
	below []string
	// Defined holds what the agent's settings define in addition.
	Defined Defined
	// Choices are the settings that change the agent's own words.
	Choices []Choice
	// Secrets are the values that settings took from the environment and from files;
	// see [Trace.Masked].
	Secrets *secret.Values
}

// Touch is what an agent loads when a tool call reaches a path.
type Touch struct {
	Path     string   // as it stands in Options.Touched
	New      []string // files that this call loads
	Text     source.Text
	Appended source.Text // the text after the tool's result
	Role     string      // of the message that contains Appended: "tool" or "user"; "" if not known
	// Added are further texts in the request that contains the tool's result, if the agent adds
	// several: in order, each with the role of its message.
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

// Part returns the part with this name, or an empty one.
func (t *Trace) Part(name string) Part {
	for _, p := range t.Parts {
		if p.Name == name {
			return p
		}
	}
	return Part{}
}

// Masked returns a copy of the trace for people, with secrets masked everywhere.
func (t *Trace) Masked() *Trace { return secret.Copy(t.Secrets, t) }

// Finish numbers the loaded candidates and joins their texts.
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
