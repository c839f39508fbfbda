package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"galley/engine/discovery"
	"galley/engine/source"
	"galley/engine/textutil"
)

// Scan is the JSON shape of `scan` and of `explain`, which adds an answer.
type Scan struct {
	Schema int         `json:"schema"`
	Agents []ScanAgent `json:"agents"`
}

// ScanAgent describes what one agent would load.
type ScanAgent struct {
	Agent      string          `json:"agent"` // NAME@VERSION
	Root       string          `json:"root"`
	Marker     string          `json:"marker"` // what made it the root, or ""
	Cwd        string          `json:"cwd"`
	Loaded     []string        `json:"loaded"` // in the order of the text
	Candidates []ScanCandidate `json:"candidates"`
	Text       string          `json:"text"` // the text of all loaded files, as the prompt has it
	Problems   []Problem       `json:"problems"`
	Answer     *ScanAnswer     `json:"answer,omitempty"` // only from `explain`
}

// ScanCandidate is one place that the agent examines.
type ScanCandidate struct {
	Kind      string `json:"kind"` // rule, skill, command, agent, output style, MCP server, plugin or hook
	Name      string `json:"name"` // the name that the agent gives it; "" for rule files
	Path      string `json:"path"`
	RealPath  string `json:"realPath"`
	Tier      string `json:"tier"`
	LoadType  string `json:"loadType"` // at launch, on demand or never
	Verdict   string `json:"verdict"`  // loaded, on demand, listed, not loaded or not known
	Reason    string `json:"reason"`   // or ""
	Detail    string `json:"detail"`
	Bytes     int64  `json:"bytes"`
	UsedBytes int    `json:"usedBytes"`
	Order     int    `json:"order"` // its position among the loaded files, from 1; 0 if it is not loaded
	ScanMore
}

// ScanOf returns the JSON shape of traces.
func ScanOf(traces []*discovery.Trace) Scan {
	s := Scan{Schema: Schema, Agents: []ScanAgent{}}
	for _, t := range masked(traces) {
		a := ScanAgent{
			Agent: AgentName(t), Root: t.Root, Marker: t.Marker, Cwd: t.Cwd,
			Loaded: append([]string{}, t.Loaded...), Candidates: []ScanCandidate{},
			Text: t.Text.String(), Problems: Problems(t.Problems),
		}
		for _, c := range t.Candidates {
			a.Candidates = append(a.Candidates, ScanCandidate{
				Kind: c.Kind.String(), Name: c.Name, Path: c.Shown, RealPath: c.RealPath, Tier: c.Tier, LoadType: string(c.LoadType), Verdict: string(c.Verdict),
				Reason: string(c.Reason), Detail: c.Detail, Bytes: c.Bytes, UsedBytes: c.Used, Order: c.Order,
				ScanMore: moreOf(c),
			})
		}
		s.Agents = append(s.Agents, a)
	}
	return s
}

// masked returns copies of traces in which secrets are masked.
func masked(traces []*discovery.Trace) []*discovery.Trace {
	out := make([]*discovery.Trace, len(traces))
	for i, t := range traces {
		out[i] = t.Masked()
	}
	return out
}

// AgentName returns the trace's agent as NAME@VERSION.
func AgentName(t *discovery.Trace) string {
	if t.Version == "" {
		return t.Agent
	}
	return t.Agent + "@" + t.Version
}

// ScanText writes, for each agent, the files that it would load in their order, and why it does
// not load the others. Paths below cwd are shown relative to cwd.
func ScanText(w io.Writer, traces []*discovery.Trace) error {
	var b strings.Builder
	for i, t := range masked(traces) {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s  %s\n", AgentName(t), Summary(t))
		if t.Failure != nil {
			fmt.Fprintf(&b, "  the agent would not start: %s\n", t.Failure.Message)
		}
		width := 12
		for _, c := range t.Candidates {
			width = min(max(width, utf8.RuneCountInString(Label(c, t.Cwd))), 56)
		}
		kind := discovery.Rule
		for _, c := range t.ByKind() {
			if c.Kind != kind {
				kind = c.Kind
				fmt.Fprintf(&b, "  %s\n", kind.Heading())
			}
			name := Label(*c, t.Cwd)
			fmt.Fprintf(&b, "  %s %s%s  %s\n", Sign(*c), name, strings.Repeat(" ", max(width-utf8.RuneCountInString(name), 0)), Why(*c)+lessThanMeasured(*c))
			for _, row := range ImportRows(c.Imports) {
				fmt.Fprintf(&b, "     %s%s %s\n", strings.Repeat("  ", row.Depth), row.Import.Ref, WhyImport(row.Import))
			}
		}
		for _, note := range t.Notes {
			fmt.Fprintf(&b, "  note: %s\n", note)
		}
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// Summary describes in a line where an agent's search ends and what it loads.
func Summary(t *discovery.Trace) string {
	root := "no root"
	if t.Root != "" {
		root = "root " + t.Root
	}
	if t.Marker != "" {
		root += " (by " + Nearby(t.Marker, t.Root) + ")"
	}
	loaded := "nothing loaded"
	if n := len(t.Loaded); n > 0 {
		loaded = fmt.Sprintf("%d loaded, %s", n, LoadedSize(t))
	}
	if t.Unstable {
		loaded += ", in an order that is not stable"
	}
	return root + "; " + loaded
}

// LoadedSize says how long the text is that an agent loads. It also says how much of the text is
// not from files but consists of the agent's headings and separators.
func LoadedSize(t *discovery.Trace) string {
	added := 0
	for _, p := range t.Text.Pieces() {
		if p.Origin.Kind != source.File && p.Origin.Kind != source.Import {
			added += len(p.Text)
		}
	}
	size := textutil.Plural(t.Text.Len(), "byte")
	if added > 0 {
		size += fmt.Sprintf(", %d of them added by the agent", added)
	}
	return size
}

// Label returns the words for a candidate: its name, if it has one, and its path. The path is
// relative to cwd if it is below cwd.
func Label(c discovery.Candidate, cwd string) string {
	near := Nearby(c.Shown, cwd)
	if c.Name == "" {
		return near
	}
	return c.Name + " (" + near + ")"
}

// Sign shows a candidate's verdict in two columns: its position among the loaded files, or a mark.
func Sign(c discovery.Candidate) string {
	switch c.Verdict {
	case discovery.Loaded:
		return fmt.Sprintf("%2d", c.Order)
	case discovery.Later:
		return " +"
	case discovery.Listed:
		return " *"
	case discovery.Unknown:
		return " ?"
	default:
		return " -"
	}
}

// Why explains a candidate's verdict, in a sentence without a final stop.
func Why(c discovery.Candidate) string {
	var parts []string
	switch {
	case c.Verdict == discovery.Loaded && int64(c.Used) > c.Bytes && len(c.Imports) > 0:
		parts = append(parts, fmt.Sprintf("loaded, %d bytes, %d with its imports", c.Bytes, c.Used))
	case c.Verdict == discovery.Loaded && int64(c.Used) != c.Bytes:
		parts = append(parts, fmt.Sprintf("loaded, %d of %d bytes", c.Used, c.Bytes))
	case c.Verdict == discovery.Loaded:
		parts = append(parts, fmt.Sprintf("loaded, %d bytes", c.Bytes))
	case c.Verdict == discovery.Later:
		parts = append(parts, "on demand")
	case c.Verdict == discovery.Listed:
		parts = append(parts, "in the request")
	}
	if c.Reason != "" {
		parts = append(parts, c.Reason.Text())
	}
	if c.Detail != "" {
		parts = append(parts, c.Detail)
	}
	for _, r := range c.Remarks {
		remark := r.Reason.Text()
		if r.Reason == discovery.AlreadyLoaded && r.Detail != "" {
			remark = "loaded twice: " + r.Detail
		} else if r.Detail != "" {
			remark += " (" + r.Detail + ")"
		}
		parts = append(parts, strings.TrimSpace(remark))
	}
	if c.Git != "" {
		parts = append(parts, "git: "+c.Git)
	}
	parts = append(parts, hiddenText(c.Hidden)...)
	if c.Tier != "" && c.Tier != "other" {
		parts = append(parts, "["+c.Tier+"]")
	}
	return strings.Join(parts, "; ")
}

// lessThanMeasured says how galley knows the rule behind a candidate's verdict. It returns "" if
// the rule was measured with the running agent.
func lessThanMeasured(c discovery.Candidate) string {
	if c.Evidence == discovery.Executed || c.Evidence == "" || c.Verdict == discovery.Unknown {
		return ""
	}
	return "; " + string(c.Evidence)
}

// Nearby returns p relative to dir if p is below dir, otherwise p.
func Nearby(p, dir string) string {
	return OneLine(discovery.ShortPath(p, dir))
}

// NearbyIn shortens the paths below cwd in a sentence, as [Nearby] does.
func NearbyIn(sentence, cwd string) string { return strings.ReplaceAll(sentence, " "+cwd+"/", " ") }

// unseen says why an agent does not use a file. It also names the loaded file with the same name,
// if there is one.
func unseen(f discovery.FileUse) string {
	text := "does not load this file: " + f.Why
	if f.Instead != "" {
		text += "; it reads " + Nearby(f.Instead, f.Cwd)
	}
	return text
}

// FileUseText says what an agent does with a file: the result word says it in a word or two, and
// text in a sentence without a final stop. whole reports whether the first request contains the
// whole text of the file.
func FileUseText(f discovery.FileUse) (word, text string, whole bool) {
	name := f.Agent
	if f.Version != "" {
		name += "@" + f.Version
	}
	if len(f.Candidates) > 0 && (len(f.Imports) == 0 || f.Candidates[0].Verdict == discovery.Loaded) {
		c := f.Candidates[0]
		switch {
		case c.Verdict == discovery.Loaded && c.Reason == discovery.Cut:
			return "cut", name + " cuts this file: " + Why(c), false
		case c.Verdict == discovery.NotLoaded && (c.Reason == discovery.Empty || c.Reason == discovery.Missing): // a file that was just created
			return "nothing to load", name + ": this file is empty: nothing to load yet", false
		case c.Verdict == discovery.NotLoaded:
			return "not loaded", name + " does not load this file: " + Why(c), false
		case c.Verdict == discovery.Unknown:
			return "not known", name + " may or may not load this file: " + Why(c), false
		}
		return string(c.Verdict), name + ": " + Why(c), c.Verdict == discovery.Loaded
	}
	for _, in := range f.Imports {
		if in.Verdict == discovery.Loaded {
			return "imported", name + " imports this file in " + Nearby(in.By, f.Cwd), true
		}
	}
	if len(f.Imports) > 0 {
		in := f.Imports[0]
		return "not loaded", name + " does not load this file, which " + Nearby(in.By, f.Cwd) + " names: " + WhyImport(in.Import), false
	}
	return "not loaded", name + " " + unseen(f), false
}
