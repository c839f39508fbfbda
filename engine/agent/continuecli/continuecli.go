// Package continuecli follows Continue's command line program (cn) 1.5.47: measured on the released
// program, headless, and read in its code.
//
// The first message ends with one block of rules, without any path (HOME is $CONTINUE_GLOBAL_DIR or
// ~/.continue):
//
//	the first of AGENTS.md, AGENT.md, CLAUDE.md, CODEX.md that exists in the working
//	directory, unchanged; a blank one hides the others and sends an empty frame
//	the value of --rule: a text, or the file with that path; then the value again,
//	as it was written
//	the rules of config.yaml, whichever files they apply to
//	the .md files of .continue/rules of the working directory, then of HOME/rules: those
//	directly there by code unit, then those of each folder; links are followed
//
// Rule files are sent without front matter and trimmed; one whose front matter is not valid YAML is
// sent whole. A file with globs or regex is sent only with "alwaysApply: true", a file with
// "alwaysApply: false" never, and one with "invokable" becomes a command. A text that config.yaml
// or --rule also has is not sent again, but files with equal texts are all sent. Nothing above or
// below the working directory is read.
package continuecli

import (
	"context"
	"errors"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
	"galley/engine/source"
	"galley/engine/textutil"
)

// Versions lists the releases that galley follows, the default first.
var Versions = []discovery.Version{{Name: "1.5.47", Evidence: discovery.Executed, Date: "2026-11"}}

// names are the names of the agent file.
var names = []string{"AGENTS.md", "AGENT.md", "CLAUDE.md", "CODEX.md"}

// run is one discovery.
type run struct {
	*discovery.Finder
	home   string // Continue's own folder
	config configFile
	rules  []source.Text
	sent   map[string]string // texts of rules from the settings, to where each comes from
}

// Discover looks for the rule files.
var Discover = discovery.By("continue", Versions, discovery.Executed, discover)

func discover(ctx context.Context, f *discovery.Finder) (*discovery.Trace, error) {
	// Every rule file loads at launch; no tool call adds one.
	f.Trace.NameTools("Read", "MultiEdit", "Write", "Write")
	f.Trace.BringsAt(false, discovery.Acts...)
	r := &run{Finder: f, home: f.PathOr("CONTINUE_GLOBAL_DIR", facts.Join(f.Home, ".continue")), sent: map[string]string{}}
	r.readConfig()
	agent := r.agentFile()
	r.addGivenRules()
	r.folder(facts.Join(r.Trace.Cwd, ".continue", "rules"), "project")
	r.folder(facts.Join(r.home, "rules"), "user")
	r.part(agent)
	r.skills()
	r.others()
	r.overlooked(ctx)
	return r.Done("\n\n")
}

// part adds the block of rules to the request.
func (r *run) part(agent source.Text) {
	var b source.Builder
	if agent.Len() != 0 {
		b.Append(source.Literal("\n").Append(agent))
	}
	if len(r.rules) > 0 {
		sep := "\n"
		if agent.Len() != 0 {
			sep = "\n\n"
		}
		b.Append(source.Literal(sep).Append(source.Join(source.Literal("\n\n"), r.rules...)))
	}
	if b.Len() != 0 {
		text := source.Literal("\n\n<context name=\"userRules\">").Append(b.Text(), source.Literal("\n</context>"))
		r.Trace.AddPart(discovery.Part{Name: "rules", Role: "developer", Where: "m0[0]", Text: text, Last: true})
	}
}

// agentFile loads the agent file and returns its text, which may be blank.
func (r *run) agentFile() (text source.Text) {
	r.FirstName(r.Trace.Cwd, "agent file", names, func(c *discovery.Candidate) bool {
		var ok bool
		if text, ok = r.Text(c); ok && strings.TrimSpace(text.String()) == "" {
			c.No(discovery.Empty, "")
		} else if ok {
			c.Load(text, text.Len())
		}
		return true
	})
	return text
}

// configured adds a rule from the settings to the rules of the request and records its source.
func (r *run) configured(text source.Text, from string) {
	r.rules = append(r.rules, text)
	r.sent[text.String()] = from
}

var looksLikeFile = textutil.LazyRegexp(`\.[a-zA-Z]+$`)

// addGivenRules adds the rules of the option --rule and of config.yaml.
func (r *run) addGivenRules() {
	var again []source.Text
	for _, value := range r.Options.Values("--rule") {
		literal := source.Of(value, source.Origin{Kind: source.Variable, Source: "--rule", Span: source.Span{End: len(value)}, Tag: source.NoSpan})
		again = append(again, literal)
		trimmed := strings.TrimSpace(value)
		isFile := strings.HasPrefix(trimmed, ".") || strings.HasPrefix(trimmed, "/") || strings.Contains(trimmed, `\`) || looksLikeFile().MatchString(trimmed)
		if !isFile || strings.ContainsAny(value, "\r\n") {
			r.rules = append(r.rules, literal)
			continue
		}
		c := r.At(facts.Resolve(r.Trace.Cwd, trimmed), "option")
		if text, ok := r.Text(c); ok {
			r.rules = append(r.rules, text)
			if text.Len() == 0 {
				c.No(discovery.Empty, "")
			} else {
				c.Load(text, text.Len())
			}
		}
		r.Add(c)
	}
	for _, text := range again {
		r.configured(text, "--rule")
	}
	for _, text := range r.config.rules {
		r.configured(text, r.config.path)
	}
}

// maxEntries limits galley's search in a rule folder. Continue itself does not limit it.
const maxEntries = 5000

// folder reads a rule folder, level by level.
func (r *run) folder(top, tier string) {
	queue, seen := []string{top}, map[string]bool{}
	looked := 0
	for i := 0; i < len(queue); i++ {
		real, err := r.World.RealPath(queue[i])
		if err != nil || seen[real] {
			continue
		}
		seen[real] = true
		entries, _ := r.World.ReadDir(queue[i])
		for _, e := range discovery.SortedEntries(entries) {
			if looked++; looked > maxEntries {
				r.Note("%s: galley reads only the first %d files and folders", top, maxEntries)
				return
			}
			full := facts.Join(queue[i], e.Name)
			if info, err := r.World.Stat(full); err == nil && info.IsDir() {
				queue = append(queue, full)
				continue
			}
			c := r.At(full, tier)
			switch {
			case !strings.HasSuffix(e.Name, ".md"):
				r.Add(c.Never(discovery.NotLookedFor, "only .md files are rules here"))
			default:
				r.rule(c)
			}
		}
	}
}

// rule loads one rule file, or records why it does not load.
func (r *run) rule(c *discovery.Candidate) {
	defer func() { r.Add(c) }()
	text, ok := r.Text(c)
	if !ok {
		return
	}
	head, body, broken := cut(text)
	if broken != "" {
		c.Remark(discovery.FrontMatter, "it is not valid YAML (%s): the rule is sent with its front matter", broken)
	}
	_, written := head["alwaysApply"]
	switch {
	case truth(head["invokable"]):
		c.No(discovery.PeopleOnly, "invokable makes it a command")
	case head["alwaysApply"] != true && written:
		c.No(discovery.Disabled, "its alwaysApply is not true, and the program does not ask a model")
	case !written && (truth(head["globs"]) || truth(head["regex"])):
		c.No(discovery.OtherFiles, "the program never sends rules that apply to some files only")
	case strings.TrimSpace(body.String()) == "":
		c.No(discovery.Empty, "")
	case r.sent[body.String()] != "":
		c.No(discovery.AlreadyLoaded, "by "+r.sent[body.String()])
	default:
		r.rules = append(r.rules, body)
		c.Load(body, body.Len())
	}
}

// truth reports whether a YAML value is truthy in JavaScript.
func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case uint64: // a whole number in YAML; below zero it is an int64 and thus true
		return v != 0
	case float64: // false for 0 and NaN
		return v < 0 || v > 0
	}
	return true
}

var fence = textutil.LazyRegexp(`(?m)^---[\t\n\v\f\r \x{a0}\x{feff}]*$`)

// cut splits a text as Continue does: the first two lines of "---", wherever they are,
// enclose the front matter, and the text before them is lost. Line ends become line feeds,
// and a body after front matter is trimmed.
func cut(text source.Text) (head map[string]any, body source.Text, broken string) {
	text = text.Replace("\r\n", source.Literal("\n"))
	s := text.String()
	marks := fence().FindAllStringIndex(s, -1)
	if len(marks) < 2 {
		return nil, text, ""
	}
	values, err := discovery.ReadYAML(discovery.TabLinesBlank(s[marks[0][1]:marks[1][0]]))
	if err != nil && !errors.Is(err, discovery.ErrNotMapping) {
		return nil, text, settings.Why(err)
	}
	var b source.Builder
	at := marks[1][1]
	// Further lines of "---" stay in the body, without their trailing blanks.
	for _, m := range marks[2:] {
		b.Append(text.Slice(at, m[0]))
		b.Append(source.Literal("---"))
		at = m[1]
	}
	b.Append(text.Slice(at, text.Len()))
	return values, b.Text().TrimFunc(source.IsJSSpace), ""
}

// overlooked adds files for other agents and files in places where Continue does not
// look.
func (r *run) overlooked(ctx context.Context) {
	r.AboveNever("Continue reads only the rules of the working directory", append([]string{".continue/rules"}, names...)...)
	r.BelowNever(ctx, names...)
	r.NotFor(r.Trace.Cwd, "Continue does not look for such a file", ".continuerules", "CONTINUE.md", ".continue/CONTINUE.md", "GEMINI.md", ".cursorrules", ".github/copilot-instructions.md")
	r.NearMisses(names)
}
