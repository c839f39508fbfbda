package agenttest

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/tool"
)

// Update is the flag -update: rewrite files of expected results.
var Update = flag.Bool("update", false, "record what the tests find as the results that they expect")

// Portrait compares an agent with its portrait in testdata/portrait.txt: the facts that galley
// records about the agent, what it finds in one busy project at each version, and how it is started
// there. A portrait has verdicts and reasons, but not their wording. After changing a rule or a
// measured number on purpose, run the test with -update and read the difference.
func Portrait(t testing.TB, name string) {
	t.Helper()
	a, _ := known(t, name)
	var b strings.Builder
	record(&b, &a)
	for i, v := range a.Versions {
		for j, o := range []discovery.Options{{}, {File: "/h/p/d/src/x.go", Touched: []string{"/h/p/d/src/x.go"}}} {
			if i > 0 && j > 0 {
				break
			}
			o.Version, o.Cwd = v.Name, "/h/p/d"
			fmt.Fprintf(&b, "\n== %s, file %q\n", v.Name, o.File)
			writeFindings(&b, found(t, &a, busy(), o))
		}
	}
	if a.Start != nil {
		started(&b, a.Start)
	}
	projects(t, &a)
	odd(t, &a)
	Recorded(t, "portrait.txt", b.String())
}

// projects records what an agent finds in smaller worlds, with its reasons in full: in the project
// of [Project] and in its subdirectory, in the same project on Windows without a repository, in
// one with directories in place of rule files, and in an empty home. It also records what the
// agent makes of settings files that it cannot use.
func projects(t testing.TB, a *agent.Agent) {
	t.Helper()
	var b strings.Builder
	var spoiled []string
	for _, one := range []struct {
		what string
		w    *facts.Memory
		o    discovery.Options
	}{
		{"the project", Project(), discovery.Options{Cwd: "/p"}},
		{"its part, while a file is edited", Project(), discovery.Options{Cwd: "/p/part", File: "/p/part/x.go", Touched: []string{"/p/part/x.go", "/p/part/deep/y.ts"}}},
		{"on Windows, without a repository", Project().Remove("/p/.git").SetPlatform("win32"), discovery.Options{Cwd: "/p", RuleFiles: []string{"docs/more.md"}}},
		{"with directories in place of files", Project().Remove("/p/AGENTS.md").Dir("/p/AGENTS.md").Remove("/p/CLAUDE.md").Dir("/p/CLAUDE.md").Remove("/p/GEMINI.md").Link("/p/GEMINI.md", "nowhere").Mode("/h/.claude/CLAUDE.md", 0).Mode("/h/.codex/AGENTS.md", 0).Remove("/p/.cursorrules").File("/p/.cursorrules", "\xff\xfe\x00"), discovery.Options{Cwd: "/p"}},
		{"nothing", Bare().Dir("/w"), discovery.Options{Cwd: "/w"}},
	} {
		one.o.Version = a.Versions[0].Name
		trace := found(t, a, one.w, one.o)
		fmt.Fprintf(&b, "== %s\n", one.what)
		writeFindings(&b, trace)
		for _, c := range trace.Candidates {
			if c.Detail != "" || len(c.Remarks) > 0 {
				fmt.Fprintf(&b, "  %s: %s\n", c.Path, c.Detail)
			}
			for _, r := range c.Remarks {
				fmt.Fprintf(&b, "    %s\n", r.Detail)
			}
		}
		for _, note := range trace.Notes {
			fmt.Fprintf(&b, "  note: %s\n", note)
		}
	}
	for what, spoil := range map[string]func(w *facts.Memory, name string){
		"settings that cannot be read":  func(w *facts.Memory, name string) { w.Mode(name, 0) },
		"settings that are not valid":   func(w *facts.Memory, name string) { w.File(name, "{[: \x00") },
		"settings that are lists":       func(w *facts.Memory, name string) { w.File(name, "[1, 2]") },
		"settings that are directories": func(w *facts.Memory, name string) { w.Remove(name).Dir(name) },
	} {
		w := busy()
		for _, name := range settingsFiles(w) {
			spoil(w, name)
		}
		trace := found(t, a, w, discovery.Options{Version: a.Versions[0].Name, Cwd: "/h/p/d"})
		lines := []string{fmt.Sprintf("== %s: %d bytes, %d loaded, starts %v", what, trace.Text.Len(), len(trace.Loaded), trace.Failure == nil)}
		for _, note := range trace.Notes {
			lines = append(lines, "  note: "+note)
		}
		for _, p := range trace.Problems {
			lines = append(lines, fmt.Sprintf("  problem: %s %s %s", p.Code, p.File, p.Message))
		}
		for _, s := range trace.Settings {
			lines = append(lines, fmt.Sprintf("  settings: %s %s", s.Tier, s.Path))
		}
		spoiled = append(spoiled, strings.Join(lines, "\n")+"\n")
	}
	slices.Sort(spoiled)
	Recorded(t, "projects.txt", b.String()+strings.Join(spoiled, ""))
}

// odd records what an agent finds in the world of [Odd], and how galley starts the agent there.
func odd(t testing.TB, a *agent.Agent) {
	t.Helper()
	var b strings.Builder
	told(&b, found(t, a, Odd(), discovery.Options{Version: a.Versions[0].Name, Cwd: "/p", File: "/p/part/x.go", Touched: []string{"/p/part/x.go", "/p/part/deep/y.go"}}))
	if a.Start != nil {
		in := start.Input{World: Odd(), Home: "/h", Cwd: "/p", Project: "/p", Scratch: "/s", Prompt: "go", Model: "m"}
		planned(&b, a.Start, in)
		in.Prompt = strings.Repeat("long ", 30_000)
		p, err := a.Start.Headless(in)
		fmt.Fprintf(&b, "-- with a long prompt: %d arguments, %d files, %v\n", len(p.Args), len(p.Files), err)
	}
	Recorded(t, "odd.txt", b.String())
}

// settingsFiles lists the files of a world that contain agents' settings.
func settingsFiles(w *facts.Memory) (all []string) {
	for _, dir := range []string{"/h", "/h/p", "/h/p/d", "/h/.config/opencode", "/h/.config/crush", "/h/.config/goose", "/h/.copilot", "/h/.pi/agent", "/h/.cline/data/settings"} {
		for _, name := range []string{".claude/settings.json", ".mcp.json", ".gemini/settings.json", ".qwen/settings.json", ".codex/config.toml", "opencode.json", ".kilo/kilo.json", "kilo.json", "crush.json", ".continue/config.yaml", ".claude.json", ".aider.conf.yml", "config.json", "mcp-config.json",
			"settings.json", "config.yaml", "providers.json", "cline_mcp_settings.json", ".gemini/trustedFolders.json", ".roomodes"} {
			if info, err := w.Stat(facts.Join(dir, name)); err == nil && info.Mode.IsRegular() {
				all = append(all, facts.Join(dir, name))
			}
		}
	}
	return all
}

// record writes the facts about an agent that depend on no project: its versions, the names of its
// rule files, its sketch and its profiles.
func record(b *strings.Builder, a *agent.Agent) {
	fmt.Fprintf(b, "%s, vendor %q, also %q\n", a.Name, a.Vendor, a.Aliases)
	for _, v := range a.Versions {
		fmt.Fprintf(b, "version %s %s %s same %q\n", v.Name, v.Evidence, v.Date, v.Same)
	}
	fmt.Fprintf(b, "looks %q %+v set %v nested %v any case %v\n", a.RuleNames.Names, a.RuleNames.Folders, a.RuleNames.Set, a.RuleNames.Nested, a.RuleNames.AnyCase)
	fmt.Fprintf(b, "sketch %q %q\n", a.Sketch.Form, a.Sketch.As)
	for _, m := range a.Sketch.Messages {
		for _, s := range m.Blocks {
			fmt.Fprintf(b, "  %s %q %d %q %v\n", m.Role, s.Title, s.Bytes, s.Part, s.Base)
		}
	}
	for _, s := range a.Sketch.Tools {
		fmt.Fprintf(b, "  tool %s %d\n", s.Name, s.Bytes)
	}
	for _, at := range discovery.Events {
		for _, what := range discovery.TextKinds {
			if l, known := discovery.SurvivalOf(a.Survives, what, at); known {
				fmt.Fprintf(b, "lasts %v %v %v %v\n", what, at, l.Outcome, l.Evidence)
			}
		}
	}
	fmt.Fprintf(b, "skills in %q, sub-agents in %q, one a directory %v\n", a.RuleNames.Skills, a.RuleNames.Subagents, a.RuleNames.OneADirectory)
	if i := a.Inherits; i != nil {
		for _, what := range discovery.TextKinds {
			fmt.Fprintf(b, "inherits %v %v, limited %v\n", what, i.Has(what, false), i.Has(what, true))
		}
		fmt.Fprintf(b, "drops %q %v\n", i.Drops, i.Evidence)
		fmt.Fprintf(b, "  weighs %+v, without limits %+v\n", i.Main, i.Unlimited)
		for _, one := range i.BuiltIn {
			fmt.Fprintf(b, "  %+v\n", one)
		}
	}
	for _, p := range a.Profiles {
		fmt.Fprintf(b, "profile %s as %q between %q\n", profile.FullName(p), p.TemplateAs(), p.Separator())
		described(b, p)
	}
	if a.Tools != nil {
		for _, n := range tool.CanonicalNames {
			fmt.Fprintf(b, "tool %s is %q\n", n, a.Tools.Of(n))
		}
	}
}

// described writes what a profile says of itself: what the template may replace, the form of its
// requests, the sizes of the agent's own words, and the keys of a scenario that it reads.
func described(b *strings.Builder, p profile.Profile) {
	for _, as := range p.TemplateAs() {
		fmt.Fprintf(b, "  %s replaces %v, makes %v\n", as, profile.Replaces(p, as), profile.Makes(p, as))
	}
	if w, ok := p.(profile.WireFormer); ok {
		form, always := w.WireForm()
		fmt.Fprintf(b, "  sends %s, always %v\n", form, always)
	}
	if z, ok := p.(profile.Sizer); ok {
		sizes, measured := z.Sizes(prompt.Prompt{})
		fmt.Fprintf(b, "  measured %q", measured)
		list(b, "%d", sizes)
	}
	if r, ok := p.(profile.ScenarioReader); ok {
		keys, why := r.Reads(profile.Input{})
		fmt.Fprintf(b, "  reads %q", keys)
		list(b, "%q", why)
	}
}

// list writes the values of a map in the order of their keys, and ends the line.
func list[V any](b *strings.Builder, verb string, values map[string]V) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(b, ", %s "+verb, key, values[key])
	}
	b.WriteString("\n")
}

// writeFindings writes what a discovery found.
func writeFindings(b *strings.Builder, t *discovery.Trace) {
	fmt.Fprintf(b, "root %s by %q %s, %d bytes, names %q, entries %q, nested %v, unstable %v, %d notes, %d problems\n",
		t.Root, t.Marker, t.VCS, t.Text.Len(), t.Names, t.Entries, t.Nested, t.Unstable, len(t.Notes), len(t.Problems))
	if t.Failure != nil {
		b.WriteString("it would not start\n")
	}
	for _, s := range t.Settings {
		fmt.Fprintf(b, "  settings %s %s\n", s.Tier, s.Path)
	}
	for _, c := range t.Candidates {
		fmt.Fprintf(b, "  %s %s%s, %s, %s: %s, %d of %d, order %d, %s, patterns %q, group %q, %s\n",
			c.Kind, c.Path, also(c.Name), c.Tier, c.LoadType, strings.TrimSpace(string(c.Verdict)+" "+string(c.Reason)), c.Used, c.Bytes, c.Order, also(c.DuplicateOf), c.Patterns, c.Group, c.Evidence)
		for _, r := range c.Remarks {
			fmt.Fprintf(b, "    remark %s\n", r.Reason)
		}
		imports(b, c.Imports, "    ")
	}
	for _, p := range t.Parts {
		fmt.Fprintf(b, "  part %s, %s %s, %d bytes\n", p.Name, p.Role, p.Where, p.Text.Len())
	}
	for _, touch := range t.Touched {
		fmt.Fprintf(b, "  at %s: %q, %d bytes, %d behind the answer, %s, %d added\n", touch.Path, touch.New, touch.Text.Len(), touch.Appended.Len(), touch.Role, len(touch.Added))
	}
	for _, act := range discovery.Acts {
		if brings, known := t.Acts[act]; known {
			fmt.Fprintf(b, "  act %s %v%s\n", act, brings, also(t.ActTools[act]))
		}
	}
}

func imports(b *strings.Builder, list []discovery.Import, indent string) {
	for _, in := range list {
		fmt.Fprintf(b, "%s%s %s at %d\n", indent, in.Ref, strings.TrimSpace(string(in.Verdict)+" "+string(in.Reason)), in.Offset)
		imports(b, in.Imports, indent+"  ")
	}
}

func also(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

// started writes how galley starts an agent.
func started(b *strings.Builder, s *start.Starter) {
	fmt.Fprintf(b, "\n== started\n%s of %q by %q, worst %s, versions %q, sent %q, leaves %q %q, unordered %v, trusts %v\n",
		s.Program, s.Packages, s.Install, s.Worst, s.Versions, s.Sent, s.Leavings, s.Refs, s.Unordered, s.Trusts)
	for _, in := range []start.Input{
		{World: busy(), Prompt: "the prompt"},
		{World: busy(), Prompt: "the prompt", Model: "one/model", Args: []string{"--flag"}, Version: strings.Join(s.Versions[:min(len(s.Versions), 1)], "")},
		{World: facts.NewMemory().Env("HOME", "/h").Dir("/h/p/d"), Prompt: "the prompt"},
	} {
		in.Home, in.Cwd, in.Project, in.Scratch = "/h", "/h/p/d", "/h/p", "/s"
		planned(b, s, in)
	}
}

// planned writes the plan of each way to start an agent with one input.
func planned(b *strings.Builder, s *start.Starter, in start.Input) {
	in.URL, in.Key = "http://127.0.0.1:4000", "sk-galley-0123456789abcdef0123"
	for _, mode := range []struct {
		name string
		plan func(start.Input) (start.Plan, error)
	}{{"headless", s.Headless}, {"interactive", s.Interactive}} {
		if mode.plan == nil {
			continue
		}
		p, err := mode.plan(in)
		fmt.Fprintf(b, "-- %s %v\n", mode.name, err)
		plan(b, p)
	}
	var runs []start.Run
	if s.Runs != nil {
		runs = s.Runs(in)
	}
	for _, r := range runs {
		fmt.Fprintf(b, "runs %s %q %q of %s, the project's %v\n", r.Kind, r.Name, r.Command, r.File, r.Project)
	}
	if s.Override != nil {
		with, err := s.Override(in, "/s/prompt.md", "my text")
		fmt.Fprintf(b, "with %q %v %v\n", with.Args, with.Env, err)
	}
}

func plan(b *strings.Builder, p start.Plan) {
	fmt.Fprintf(b, "%s %q\n  env %q unset %q\n  dirs %q stands %q, %d notes\n", p.Form, p.Args, p.Env, p.Unset, p.Dirs, p.Substitutions, len(p.Notes))
	for _, c := range p.Copies {
		fmt.Fprintf(b, "  copy %+v\n", c)
	}
	for _, f := range p.Files {
		fmt.Fprintf(b, "  file %s %q\n", f.Path, f.Text)
	}
}
