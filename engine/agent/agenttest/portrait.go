package agenttest

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
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
var Update = flag.Bool("update", false, "take what the tests find as what they expect")

// Portrait compares an agent with its portrait in testdata/portrait.txt: the facts that galley
// records about the agent, what it finds in one busy project at each version, and how it is started
// there. A portrait has verdicts and reasons, but not their wording. After changing a rule or a
// measured number on purpose, run the test with -update and read the difference.
func Portrait(t testing.TB, name string) {
	t.Helper()
	a, _, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	record(&b, &a)
	for i, v := range a.Versions {
		if a.Discover == nil {
			break
		}
		for j, o := range []discovery.Options{{}, {File: "/h/p/d/src/x.go", Touched: []string{"/h/p/d/src/x.go"}}} {
			if i > 0 && j > 0 {
				break
			}
			o.Version, o.Cwd = v.Name, "/h/p/d"
			trace, err := a.Discover(context.Background(), busy(), o)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "\n== %s, file %q\n", v.Name, o.File)
			writeFindings(&b, trace)
		}
	}
	if a.Start != nil {
		started(&b, a.Start)
	}
	projects(t, &a)
	odd(t, &a)
	golden := filepath.Join("testdata", "portrait.txt")
	if *Update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(lines)) {
		if i >= len(got) || i >= len(lines) || got[i] != lines[i] {
			t.Fatalf("%s is not as in its portrait from line %d on; -update takes it as it is:\n got %q\nwant %q", name, i+1, got[min(i, len(got)):min(i+3, len(got))], lines[min(i, len(lines)):min(i+3, len(lines))])
		}
	}
}

// projects records what an agent finds in three smaller worlds, with its reasons in full: the
// project of [Project] and its subdirectory, the same project on Windows without a repository, and
// an empty home.
func projects(t testing.TB, a *agent.Agent) {
	t.Helper()
	if a.Discover == nil {
		return
	}
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
		trace, err := a.Discover(context.Background(), one.w, one.o)
		if err != nil {
			t.Fatal(err)
		}
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
		trace, err := a.Discover(context.Background(), w, discovery.Options{Version: a.Versions[0].Name, Cwd: "/h/p/d"})
		if err != nil {
			t.Fatal(err)
		}
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

// odd records what an agent makes of [Odd], and how it is started there.
func odd(t testing.TB, a *agent.Agent) {
	t.Helper()
	if a.Discover == nil {
		return
	}
	var b strings.Builder
	trace, err := a.Discover(context.Background(), Odd(), discovery.Options{Version: a.Versions[0].Name, Cwd: "/p", File: "/p/part/x.go", Touched: []string{"/p/part/x.go", "/p/part/deep/y.go"}})
	if err != nil {
		t.Fatal(err)
	}
	told(&b, trace)
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

// record writes what galley records about an agent.
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

// started writes how an agent is started.
func started(b *strings.Builder, s *start.Starter) {
	fmt.Fprintf(b, "\n== started\n%s of %q by %q, worst %s, versions %q, sent %q, leaves %q %q, unordered %v, trusts %v\n",
		s.Program, s.Packages, s.Install, s.Worst, s.Versions, s.Sent, s.Leavings, s.Refs, s.Unordered, s.Trusts)
	for _, in := range []start.Input{
		{World: busy(), Prompt: "the prompt"},
		{World: busy(), Prompt: "the prompt", Model: "one/model", Args: []string{"--flag"}, Version: s.Versions[0]},
		{World: facts.NewMemory().Env("HOME", "/h").Dir("/h/p/d"), Prompt: "the prompt"},
	} {
		in.Home, in.Cwd, in.Project, in.Scratch = "/h", "/h/p/d", "/h/p", "/s"
		planned(b, s, in)
	}
}

// planned writes the plans of one start.
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
	for _, r := range s.Runs(in) {
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

// busy is a world in which most agents find much: files of every name at every
// height, some of them empty, linked, identical, limited to some paths, or invalid.
func busy() *facts.Memory {
	w := facts.NewMemory().Env("HOME", "/h").Dir("/h/p/.git").File("/h/p/.git/HEAD", "ref: refs/heads/main\n").Dir("/h/p/d/src").
		OnGit("/h/p", "rev-list --max-parents=0 --all", facts.GitAnswer{Stdout: "abc\n"}).
		OnGit("/h/p", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/h/p\n"}).
		File("/h/.gemini/trustedFolders.json", `{"/h": "TRUST_FOLDER"}`)
	for _, dir := range []string{"/h", "/h/p", "/h/p/d", "/h/p/d/src", "/h/.claude", "/h/.gemini", "/h/.codex", "/h/.qwen", "/h/.config/opencode", "/h/.config/kilo", "/h/.config/goose", "/h/.config/zed", "/h/.pi/agent"} {
		for _, name := range []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md"} {
			w.File(dir+"/"+name, "In "+dir+" "+name+".\n@./more.md and @../out.md and `@./code.md`, @./more.md/x.md\n")
		}
		w.File(dir+"/more.md", "More, and @./deep.md\n").File(dir+"/deep.md", "Deep.\n")
	}
	for _, name := range []string{"CLAUDE.local.md", "AGENTS.override.md", "AGENT.md", ".cursorrules", ".windsurfrules", ".clinerules", ".goosehints", ".rules", "CONTEXT.md", "CRUSH.md", "WARP.md", ".github/copilot-instructions.md", ".junie/guidelines.md", ".aider.conf.yml", "CONVENTIONS.md"} {
		w.File("/h/p/d/"+name, "read: more.md\n")
	}
	w.File("/h/.aider.conf.yml", "read: [\n").File("/h/p/.aider.conf.yml", "read: CONVENTIONS.md\n")
	w.File("/h/p/CRUSH.md", " \n").Link("/h/p/CLAUDE.local.md", "AGENTS.md").Link("/h/p/.cursorrules", "nowhere").File("/h/p/.roorules", "Roo.\n")
	for _, folder := range []string{".claude/rules", ".cursor/rules", ".windsurf/rules", ".devin/rules", ".amazonq/rules", ".qwen/rules", ".continue/rules", ".kilo/rules", ".kilocode/rules", ".roo/rules", ".cline/rules", ".github/instructions", ".claude/agents", ".claude/commands", ".opencode/agent", ".opencode/command", ".gemini/commands", ".qwen/commands", ".qwen/agents", ".pi/prompts", ".github/prompts", ".github/agents", ".crush/commands", ".codex/prompts"} {
		for _, at := range []string{"/h/p/d/", "/h/p/", "/h/"} {
			dir := at + folder + "/"
			w.File(dir+"a.md", "---\ndescription: what a is for\nname: a\nalwaysApply: true\ntrigger: always_on\napplyTo: '**'\n---\nRule a.\n").
				File(dir+"b.md", "---\ndescription: b\nglobs: src/**\npaths: src/**\napplyTo: src/**\ntrigger: glob\n---\nRule b.\n").
				File(dir+"c.mdc", "---\ndescription: c\nalwaysApply: false\n---\nRule c.\n").
				File(dir+"c.instructions.md", "---\ndescription: c\napplyTo: src/**\n---\nRule c.\n").
				File(dir+"d.md", "---\nbroken: [\n---\nRule d.\n").File(dir+"sub/e.md", "Rule e.\n").File(dir+"f.txt", "Not Markdown.\n").File(dir+"g.md", "").File(dir+"i.md", "---\npaths: *.go\n---\nRule i.\n").
				File(dir+"always.mdc", "---\nalwaysApply: true\n---\nAlways.\n").
				File(dir+"h.md", "---\nname: a\ndescription: the same name\ndisable-model-invocation: true\n---\nRule h.\n")
		}
	}
	for _, folder := range []string{".claude", ".agents", ".codex", ".gemini", ".qwen", ".opencode", ".pi", ".kilo", ".crush", ".cline", ".clinerules", ".github", ".continue", ".copilot", ".roo", ".config/opencode", ".pi/agent"} {
		for _, at := range []string{"/h/p/d/", "/h/p/", "/h/"} {
			if folder == ".clinerules" && at == "/h/p/d/" {
				continue
			}
			dir := at + folder + "/skills/"
			w.File(dir+"one/SKILL.md", "---\nname: one\ndescription: first & best\n---\nBody.\n").File(dir+"two/SKILL.md", "---\nname: two\n---\nBody.\n").
				File(dir+"three/SKILL.md", "---\nname: other\ndescription: d\ndisable-model-invocation: true\n---\nBody.\n").File(dir+"four/SKILL.md", "no front matter\n")
		}
	}
	const servers = `"mcpServers":{"on":{"command":"node","args":["on.js"]},"off":{"command":"x","disabled":true}}`
	const mcp = `"mcp":{"on":{"type":"local","command":["node","on.js"]},"off":{"type":"local","command":["x"],"enabled":false}}`
	const hooks = `"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"./hook.sh"}]}]}`
	for _, at := range []string{"/h", "/h/p", "/h/p/d"} {
		w.File(at+"/.claude/settings.json", `{`+hooks+`,"apiKeyHelper":"get","env":{"ANTHROPIC_AUTH_TOKEN":"t","EDITOR":"vi"},"model":"opus","statusLine":{"command":"line"},"enabledPlugins":{"p":true},"claudeMdExcludes":["**/src/CLAUDE.md"]}`).
			File(at+"/.mcp.json", `{`+servers+`}`).File(at+"/.gemini/settings.json", `{`+servers+`,`+hooks+`,"security":{"auth":{"selectedType":"oauth"}},"model":{"name":"gem"}}`).
			File(at+"/.qwen/settings.json", `{`+servers+`,`+hooks+`,"env":{"K":"v"},"model":{"name":"m"},"modelProviders":{"openai":[{"id":"m","envKey":"CORP_KEY","baseUrl":"https://corp","apiKey":"k"}]}}`).
			File(at+"/.codex/config.toml", "notify = [\"n\"]\nmodel_provider = \"corp\"\nchatgpt_base_url = \"https://x\"\n[model_providers.corp]\nbase_url = \"https://corp\"\nenv_key = \"CORP_KEY\"\n[mcp_servers.on]\ncommand = \"node\"\nargs = [\"on.js\"]\n[mcp_servers.off]\ncommand = \"x\"\nenabled = false\n[projects.\"/h/p\"]\ntrust_level = \"trusted\"\n").
			File(at+"/opencode.json", `{`+mcp+`,"model":"corp/m","plugin":["p"],"instructions":["more.md","none.md"],"provider":{"corp":{"options":{"baseURL":"https://corp","apiKey":"k"}}}}`).
			File(at+"/.config/opencode/opencode.json", `{`+mcp+`,"instructions":["deep.md"]}`).
			File(at+"/.kilo/kilo.json", `{`+mcp+`,"instructions":["more.md"]}`).File(at+"/kilo.json", `{`+mcp+`,"instructions":["deep.md"]}`).
			File(at+"/crush.json", `{`+mcp+`,"options":{"skills_paths":["x"],"disabled_skills":["two"],"context_paths":["more.md"]}}`).
			File(at+"/.continue/config.yaml", "name: n\nversion: 1\nrules:\n  - Be kind.\nmodels:\n  - name: m\n    provider: openai\n    model: m\n    apiKey: k\n    apiBase: https://corp\nmcpServers:\n  - name: on\n    command: node\n")
	}
	w.File("/h/.claude.json", `{"oauthAccount":{"x":"s"},"cachedFeatureFlags":{"f":"on"},`+servers+`,"projects":{"/h/p":{"a":1,`+servers+`}}}`).
		File("/h/.copilot/config.json", `{"model":"m","copilot_tokens":{"h":"s"},"trusted_folders":["/h/p"]}`).File("/h/.copilot/mcp-config.json", `{`+servers+`}`).
		File("/h/.copilot/copilot-instructions.md", "User's.\n").File("/h/.copilot/instructions/i.instructions.md", "User's too.\n").
		File("/h/.cline/data/settings/providers.json", `{"lastUsedProvider":"a","providers":{"a":{"settings":{"model":"m","apiKey":"s"}}}}`).
		File("/h/.cline/data/settings/cline_mcp_settings.json", `{`+servers+`}`).File("/h/p/.clinerules/hooks/pre.sh", "true\n").File("/h/p/.clinerules/a.md", "---\ndisabled: true\n---\nA\n").File("/h/p/.clinerules/b.md", "B\n").
		File("/h/.pi/agent/settings.json", `{"defaultModel":"m","defaultProvider":"p"}`).File("/h/.pi/agent/SYSTEM.md", "S\n").File("/h/.pi/agent/extensions/e.ts", "e").File("/h/p/d/.pi/extensions/f.ts", "f").File("/h/p/d/.pi/APPEND_SYSTEM.md", "A\n").
		File("/h/.gemini/extensions/x/gemini-extension.json", `{"name":"x","version":"1"}`).File("/h/.gemini/extensions/x/GEMINI.md", "X.\n").
		File("/h/.qwen/extensions/x/qwen-extension.json", `{"name":"x","version":"1"}`).File("/h/.qwen/extensions/x/QWEN.md", "X.\n").
		File("/h/.config/crush/crush.json", `{`+mcp+`}`).File("/h/.codeium/windsurf/memories/global_rules.md", "Global.\n").File("/h/Documents/Cline/Rules/r.md", "R.\n").
		File("/h/.config/goose/config.yaml", "GOOSE_MODEL: m\n").File("/h/p/d/out.md", "Out.\n").File("/h/.roo/rules/u.md", "U.\n").File("/h/p/.roomodes", "customModes: []\n")
	return w
}
