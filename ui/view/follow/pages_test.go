package follow

import (
	"strings"
	"testing"
	"time"

	"galley/engine/agent/agenttest"
	"galley/engine/capture"
	"galley/engine/compare"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/logs"
	"galley/engine/prompt"
	"galley/engine/report"
	"galley/engine/source"
	"galley/engine/transfer"
	"galley/engine/wire"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/view/viewtest"
)

// tells adds a whole page to the pictures: its head, its rows with the description of each at the
// foot, and what Enter does on each row.
func (b *bench) tells(p *viewtest.Pictures, title string, of page) {
	looks := []struct {
		name string
		look dialog.Look
	}{{"good", dialog.Good}, {"warning", dialog.Warning}, {"error", dialog.Error}, {"info", dialog.Info}, {"muted", dialog.Muted}}
	st := viewtest.Styles()
	look := func(l dialog.Look) string {
		if l == nil {
			return ""
		}
		for _, one := range looks {
			if one.look(st) == l(st) {
				return " " + one.name
			}
		}
		return " other"
	}
	p.Say("=== %s: %q ends %v, text %q %v, %v", title, of.head, of.ends, of.text, of.diff, of.err)
	for i, r := range of.rows {
		if r.heading != "" {
			p.Say("%d == %s", i, r.heading)
			continue
		}
		p.Say("%d %d%s%s | %s | %s | %s", i, r.indent, r.sign, look(r.look), r.name, r.note, r.right)
		for _, part := range r.bar {
			p.Say("   bar %s%s %d of %d", part.fill, look(part.look), part.size, r.whole)
		}
		p.Say("   told %q path %q agent %q", r.told, r.path, r.agent)
		if r.side != nil {
			p.Say("   side %q of %q, %q", r.side.name, r.side.of, r.side.capture)
		}
		if r.enter == nil {
			continue
		}
		b.host.Opened, b.host.Said = "", ""
		b.at, b.stack["test"] = "test", []*level{b.newLevel(still(title, of))}
		b.run(r.enter(b.View))
		p.Say("   enter opens %q, says %q", b.host.Opened, b.host.Said)
		if len(b.stack["test"]) > 1 {
			l := b.level()
			if !l.subject.polls { // a polled page looks for new requests again and again
				b.run(b.make())
			}
			p.Say("   shows %q, diff %v: %q, %d rows, %q", l.subject.title, l.page.diff, l.page.head, len(l.page.rows), l.page.text)
		}
	}
	for _, size := range [][2]int{{90, len(of.rows) + 8}, {44, 14}} {
		l := b.newLevel(still(title, of))
		l.page = of
		l.list.SetRows(len(of.rows), 0)
		b.at, b.stack["test"] = "test", []*level{l}
		p.View(title, b.View, size[0], size[1])
	}
}

// The pages are made of reports that have everything that a page can show.
func TestPagesTellAllOfTheirReports(t *testing.T) {
	w := agenttest.Repository()
	b := open(t, w)
	var p viewtest.Pictures
	at := time.Date(2025, 3, 4, 5, 6, 7, 0, time.Local)

	request := [2]int{1200, 1500}
	items := []report.BranchItem{
		{Kind: "rule", Name: "AGENTS.md", Path: "AGENTS.md", Change: "added", When: [2]string{"", "loaded"}, Tokens: [2]int{0, 30}, Bytes: [2]int{0, 99}},
		{Kind: "skill", Name: "s", Path: "s/SKILL.md", Change: "removed", When: [2]string{"listed", ""}, Tokens: [2]int{12, 0}},
		{Kind: "tool", Name: "t", Change: "changed", When: [2]string{"on demand", "on demand"}, Tokens: [2]int{5, 7}},
	}
	agents := []report.BranchAgent{
		{Agent: "a@1", Tokens: [2]int{100, 118}, Request: &request, Basis: "exact", Limit: 110, Growth: 5, Failure: [2]string{"was broken", "is broken"}, Items: items},
		{Agent: "b@2", Tokens: [2]int{9, 3}, Basis: "estimate", Limit: -1, Growth: -1, Items: items[:1]},
		{Agent: "c@3", Same: true}, {Agent: "d@4", Same: true},
	}
	shape := &report.Branch{Against: "main", Commit: "0123456789abcdef", Base: true, Agents: agents, Problems: []report.Problem{
		{Severity: diag.Error.String(), Message: "too much", Hint: "less"}, {Severity: diag.Warning.String(), Message: "much", Hint: "a little less"}}}
	b.tells(&p, "a branch", branchPage(shape, "/p"))
	b.tells(&p, "a branch of which nothing can be opened", branchPage(&report.Branch{Against: "x", Agents: agents[1:2]}, ""))

	rules := []report.SessionRule{
		{Path: "/p/AGENTS.md", Bytes: 90, Tokens: 20, Source: "log"}, {Path: "/q/R.md", Source: "replayed", Why: "by its directory", Ground: "from git"},
		{Path: "/p/src/AGENTS.md", Bytes: 9, Tokens: 2, Changed: true, Source: "log", By: &report.SessionCall{Tool: "read", Path: "/p/src/x"}},
	}
	usage := func(in, cached, out int) *report.SessionUsage {
		return &report.SessionUsage{Input: in, CacheRead: cached, Output: out}
	}
	session := report.SessionLog{
		SessionLine: report.SessionLine{Agent: "a", ID: "id", Path: "/l.jsonl", Bytes: 4000, Cwd: "/p", Version: "1.2", Model: "m", Prompt: "first", Updated: "2025-03-04T05:06:07Z"},
		Launch:      report.SessionLaunch{Known: true, Rules: rules[:2], Skills: []string{"s"}, System: 40},
		Turns: []report.SessionTurn{
			{Number: 0, At: "05:06", Prompt: "a prompt that is much too long for its row"},
			{Number: 3, At: "05:07", Prompt: "short\nwith lines", Compacted: true, Rules: rules[2:], Requests: []report.SessionRequest{
				{Usage: usage(100, 60, 5), Calls: []report.SessionCall{{Tool: "read"}, {Tool: "edit"}}, Galley: &report.SessionCount{Tokens: 99, Basis: "exact"}},
				{Usage: usage(2000, 0, 50), Galley: &report.SessionCount{Tokens: 1990, Basis: "estimate", Lacks: "its tools"}, Broke: &report.SessionBreak{Lost: 60, Why: "the tools changed", Where: "after message 2"}},
				{Usage: nil}, {Usage: usage(1500, 1400, 10), Broke: &report.SessionBreak{Lost: 6, Why: "time passed"}, Galley: &report.SessionCount{Tokens: 3, Basis: "exact", Lacks: "the rest"}},
			}},
			{Number: 4, At: "05:08", Prompt: "no usage", Requests: []report.SessionRequest{{Calls: []report.SessionCall{{Tool: "x"}}}}},
		},
		Damages: 2, Notes: []string{"a note"},
	}
	log := &logs.Log{Session: logs.Session{Path: "/l.jsonl", ID: "id"}, Turns: make([]logs.Turn, 3)}
	b.tells(&p, "a session", sessionPage(log, session))
	session.Launch, session.Turns, session.Damages, session.Notes = report.SessionLaunch{}, nil, 0, nil
	b.tells(&p, "a session of which little is known", sessionPage(&logs.Log{}, session))
	session.Launch.Replayed = true
	b.tells(&p, "a session that was replayed", sessionPage(&logs.Log{}, session))
	b.tells(&p, "a list of sessions", page{rows: []row{
		sessionRow(session.SessionLine, logs.Session{Path: "/l.jsonl", ID: "id", Updated: at}), sessionRow(report.SessionLine{Agent: "b"}, logs.Session{Updated: at.Add(time.Hour)}),
	}})

	walked := report.Walk{Cwd: "/p", Steps: []report.WalkStep{{Act: "edit", Path: "/p/src/x.ts"}, {Act: "read", Path: "/q/y"}}, Agents: []report.WalkAgent{{
		Agent: "a@1", Evidence: "measured", AtLaunch: 2, Tokens: 40, Basis: "exact", Request: &report.WalkRequest{Tokens: 900, Basis: "exact", Ground: "captured"},
		Calls: []report.WalkCall{{Act: "edit", Tool: "Edit", Brings: "yes"}, {Act: "read", Tool: "", Brings: "not known"}},
		Steps: []report.WalkArrivals{{Tokens: 66, Added: []report.WalkArrival{
			{Path: "/p/src/CLAUDE.md", Why: "because of /p/src/x.ts", Tokens: 20, Known: true, Framed: true}, {Path: "/p/a.md", Why: "a pattern", Tokens: 6, Known: false}, {Path: "/p/b.md", Why: "again", Known: true, Latest: true}}}, {Tokens: 66}},
		May:    []report.WalkMay{{Path: "/p/m.md", When: "when /p/docs is named"}},
		Missed: []report.WalkMissed{{Path: "/p/r.md", Pattern: "*.ts", File: "/p/src/x.ts", Why: "it has no directory", Mended: "**/*.ts"}},
		Passed: []report.WalkPassed{{Path: "/p/n.md", Verdict: "not loaded", Reason: string(discovery.NotLookedFor), Detail: "a detail"}},
	}}}
	b.tells(&p, "a walk", walkPage(walked))
	bare := report.Walk{Cwd: "/p", Agents: []report.WalkAgent{{Agent: "a@1", Evidence: "read", Basis: "estimate", AtLaunch: 1}}}
	b.tells(&p, "a walk without steps", walkPage(bare))
	bare.Agents[0].Failure = "it is broken"
	b.tells(&p, "a walk of one that does not start", walkPage(bare))

	moved := report.Transfer{File: "R.md", Already: []string{"r"}, Changes: []report.TransferChange{
		{Kind: "import", Path: "A.md", For: []string{"a", "b"}, Diff: "-x\n+y\n", Lost: []string{"l1", "l2"}, Others: []string{"o", "q"}}, {Kind: "link", Path: "L.md", For: []string{"c"}, Made: true, Link: "R.md"},
	}, Copies: []report.TransferCopy{{Agent: "r", Path: "C.md"}}, Without: []report.TransferNone{{Agent: "n", Why: "it reads none"}}, Agents: agents[1:2]}
	traces := []*discovery.Trace{{Agent: "a"}, {Agent: "b"}, {Agent: "c"}, {Agent: "n"}, {Agent: "r"}}
	b.tells(&p, "a transfer", transferPage(&transfer.Plan{Before: traces}, moved, "c"))
	b.tells(&p, "a transfer to nobody", transferPage(&transfer.Plan{}, report.Transfer{File: "R.md"}, ""))
	b.tells(&p, "a plan", planPage(&transfer.Plan{}, moved, []string{"a", "c"}))
	b.tells(&p, "a plan without changes", planPage(&transfer.Plan{}, report.Transfer{File: "R.md"}, nil))

	helper := report.Delegate{Agent: "claude-code@1", Name: "helper", Path: "/p/.claude/agents/h.md", Description: "helps", Verdict: "listed", Tools: []string{"Read"}, Body: "You help.", Bytes: 9, Tokens: 3, Basis: "exact",
		Where: "in the system prompt", Evidence: "measured", Parts: []report.DelegatePart{
			{What: "rule files", Inherited: "yes", Files: []string{"/p/CLAUDE.md", "/q/R.md"}, Count: 2, Tokens: 50}, {What: "skills", Inherited: "no", Count: 1, Tokens: 5}, {What: "memory", Inherited: "not known"}, {What: "more", Inherited: "no", Count: 3},
		}, Whole: &report.DelegateWhole{Tokens: 800, Body: 3, Files: 50, Own: 700, Tools: 47, Main: 1000, Lacks: []string{"memory"}}}
	sent := capture.Capture{ID: "claude-code-1", Main: "claude-code-0", Agent: "claude-code", Subagent: "helper", Created: at, Sizes: wire.Sizes{System: 1500, Messages: 600, Tools: 300}}
	for _, one := range []struct {
		title string
		d     report.Delegate
		c     capture.Capture
	}{
		{"a sub-agent", helper, sent}, {"one that can be captured", report.Delegate{Agent: "claude-code@1", Name: "n", Capturable: true, Basis: "exact"}, capture.Capture{}},
		{"one that is not listed", report.Delegate{Agent: "claude-code@1", Name: "u", Path: "/p/u.md", Verdict: "not loaded", Reason: "no description", Basis: "estimate", Tokens: 4}, capture.Capture{}},
	} {
		b.tells(&p, one.title, page{rows: []row{delegateRow(one.d, "/p", one.c)}})
		b.tells(&p, one.title+", its parts", page{rows: append(delegateSent(one.d, one.c), delegateParts(one.d, "/p")...)})
	}

	store := capture.Store{Dir: t.TempDir()}
	sent.Notes = []string{"a note", "the provider counted 77 in, 5 out"}
	b.tells(&p, "captures", page{rows: []row{captureRow(sent, 3000, store, at.Add(90*time.Minute)), captureRow(capture.Capture{ID: "x-1", Agent: "x", Created: at}, 3000, store, at)}})

	var outcomes []report.SurviveEvent
	for i, e := range discovery.Events {
		outcomes = append(outcomes, report.SurviveEvent{At: string(e), Outcome: string([]discovery.Outcome{discovery.SentAgain, discovery.Gone, discovery.Lost, discovery.Kept, discovery.Repeated}[i%5]), Note: []string{"a note", ""}[i%2], Evidence: "measured"})
	}
	b.tells(&p, "what survives", survivePage(report.Survive{Cwd: "/p", Agents: []report.SurviveAgent{{Agent: "a@1", Rows: []report.SurviveRow{{What: "rules", Files: []string{"/p/R.md", "/h/R.md"}, Outcomes: outcomes}, {What: "skills", Outcomes: outcomes}}}}}))

	block := func(id, title, text string) prompt.Block {
		return prompt.Block{ID: id, Title: title, Text: source.Literal(text)}
	}
	tool := func(name, text string) prompt.Tool {
		return prompt.Tool{Name: name, Declaration: source.Literal(`{"description":"` + text + `"}`)}
	}
	before := compare.Side{Name: "one", Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{block("intro", "Intro", "same\n"), block("rules", "rules", "old rules\n"), block("gone", "", "gone\n")}}}, Tools: []prompt.Tool{tool("read", "reads"), tool("edit", "edits"), tool("old", "x")}}
	after := compare.Side{Name: "two", Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{block("intro", "Intro", "same\n"), block("rules", "rules", "new rules\n"), block("file:/p/a", "a", "added\n")}}}, Tools: []prompt.Tool{tool("read", "reads"), tool("edit", "edits more"), tool("new", "y")}}
	b.tells(&p, "a difference", differencePage(before, after))
	b.tells(&p, "a difference without tools", differencePage(compare.Side{Name: "one"}, compare.Side{Name: "two"}))
	p.Compare(t, "pages.txt")
}

func TestNamesAndBarsAreShortenedToTheirWidth(t *testing.T) {
	for _, c := range []struct {
		name  string
		width int
		want  string
	}{
		{"plain name", 20, "plain name"}, {"plain name", 7, "plain …"}, {"/a/b/c.go", 20, "/a/b/c.go"}, {"/a/b/c.go", 6, "…/c.go"}, {"read /a/b/c.go", 12, "read …b/c.go"},
		{"read /a/b/c.go", 10, "read …c.go"}, {"read /a/b/c.go", 9, "…b/c.go"}, {"a/b c/d.go", 8, "…c/d.go"},
	} {
		if got := shortName(c.name, c.width); got != c.want && len([]rune(got)) > c.width {
			t.Errorf("%q in %d: %q, want %q", c.name, c.width, got, c.want)
		}
	}
	for text, want := range map[string]string{"": "", " \n": "", "a\n\n b \nc": "a; b; c"} {
		if got := flat(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	if clip(strings.Repeat("é", 24)) != strings.Repeat("é", 24) || clip(strings.Repeat("é", 25)) != strings.Repeat("é", 23)+"…" {
		t.Error("a prompt is clipped at another length")
	}
	var p viewtest.Pictures
	for _, sizes := range [][3]int{{0, 0, 0}, {1, 0, 0}, {1, 1, 1}, {500, 300, 200}, {999, 1, 0}, {0, 1000, 0}, {600, 600, 600}} {
		for _, w := range []int{1, 2, 7, 20} {
			r := row{whole: 1000, bar: []part{{sizes[0], "a", dialog.Info}, {sizes[1], "b", dialog.Good}, {sizes[2], "c", dialog.Muted}}}
			p.Add("a bar", w+4, 1, func(a cell.Area) { p.Say("%v in %d", sizes, w); r.drawBar(a, 2, 0, w, viewtest.Styles()) })
		}
	}
	empty := row{bar: []part{{3, "a", dialog.Info}}}
	p.Add("a bar of nothing", 9, 1, func(a cell.Area) { empty.drawBar(a, 0, 0, 8, viewtest.Styles()) })
	p.Compare(t, "bars.txt")
}
