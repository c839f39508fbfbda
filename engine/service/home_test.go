package service

import (
	"context"
	"net"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/session"
)

// readHome lists the profiles whose agents read settings in the home.
var readHome = map[string]bool{"opencode@1.18.33": true, "opencode@1.1.34": true, "openagentic": true, "gemini-cli@0.61.0": true, "gemini-cli@0.28.2": true,
	"claude-code@2.1.332": true}

// readOther lists the profiles that read only other places of the home, to which the function home
// adds no files.
var readOther = map[string]bool{
	"cline-cli@3.0.65": true, "continue@1.5.47": true, "kilo@7.7.7": true, "pi@0.73.1": true, "crush@37f36e9": true, "codex@0.171.0": true,
	"qwen-code@0.24.4": true, "copilot-cli@1.0.102": true, "cline@21cb8d2": true, "windsurf@docs-2026-11": true, "zed@1.21.0": true,
	"goose@1.41": true, "goose@0086ae6": true, "roo@cb83656": true, "aider@5dc9490": true,
}

// home adds files to the places outside the served directories.
func home(w *facts.Memory) {
	w.File("/home/u/.config/opencode/AGENTS.md", "Own rules.\n").
		File("/home/u/.config/opencode/opencode.json", `{"instructions": ["/home/u/notes.md", "~/.claude/more.md"]}`).
		File("/home/u/.claude/CLAUDE.md", "Own memory.\n").File("/home/u/.claude/more.md", "M0re.\n").File("/home/u/notes.md", "s3cret notes").
		File("/home/u/.gemini/GEMINI.md", "Own context.\n").File("/home/u/.gemini/settings.json", `{"context": {"fileName": ["GEMINI.md", "key"]}}`).
		File("/home/u/.ssh/id", "s3cret").File("/key", "s3cret above").
		File("/p/GEMINI.md", "Project.\n").File("/AGENTS.md", "Above.\n").File("/GEMINI.md", "Above.\n")
}

func TestAProfileThatReadsTheHomeNeedsHome(t *testing.T) {
	r := serve(t)
	home(r.world)
	r.want(200, "POST", "/conversations/old/prompt", `{"profile":"template"}`)
	for _, p := range agent.Known().Profiles() {
		name := profile.FullName(p)
		status := 200
		if readHome[name] || readOther[name] {
			status = 422
		}
		body := `{"profile":` + quoted(name) + `}`
		for _, route := range []string{"/render", "/conversations/" + name + "/prompt", "/conversations/old/compact"} {
			got := r.want(status, "POST", route, body)
			if status == 422 && (got.json["error"] != "unprocessable" || got.json["reason"] != "needs --home" || len(got.json["problems"].([]any)) == 0) {
				t.Errorf("%s %s: %s", name, route, got.text)
			}
			if strings.Contains(got.text, "Own ") || strings.Contains(got.text, "cannot be read") {
				t.Errorf("%s %s: %s", name, route, got.text)
			}
		}
		if status == 422 {
			r.want(404, "GET", "/conversations/"+name, "")
		}
	}
	// A stored prompt is still sent after its compaction was refused.
	r.want(200, "GET", "/conversations/old", "")
}

func TestWithHomeEachProfileIsAsOnTheCommandLine(t *testing.T) {
	r := serve(t, func(o *Options) { o.Home = true })
	home(r.world)
	for _, p := range agent.Known().Profiles() {
		name := profile.FullName(p)
		made, err := engine.New(r.world).Render(context.Background(), engine.Request{
			Cwd: "/p", Profile: name, Template: engine.Template{Text: "own text"},
		})
		if err != nil {
			t.Fatal(err)
		}
		got := r.want(200, "POST", "/render", `{"template":"own text","profile":`+quoted(name)+`}`)
		// Text from a place that belongs to no agent must be left out, whichever file refers to
		// the place.
		want := strings.ReplaceAll(made.Text.String(), "s3cret", "")
		text, _ := got.json["text"].(string)
		if strings.Contains(text, "s3cret") {
			t.Errorf("%s: a file outside was read:\n%s", name, text)
		}
		if !strings.Contains(made.Text.String(), "s3cret") && text != want {
			t.Errorf("%s:\n got %q\nwant %q", name, text, want)
		}
		if readHome[name] && !strings.Contains(text, "Own ") {
			t.Errorf("%s: the home was not read: %q", name, text)
		}
	}
	// A template cannot read files of the home, and a client cannot name them.
	if got := r.call("POST", "/render", `{"template":"[file:~/.claude/CLAUDE.md]"}`); strings.Contains(got.text, "Own ") {
		t.Errorf("got %s", got.text)
	}
	r.want(422, "POST", "/render", `{"template":"[file:/home/u/.claude/CLAUDE.md]"}`)
	for _, file := range []string{"~/.claude/more.md", "/home/u/.claude/more.md", "../home/u/.claude/more.md", "{../home,x}/u/.claude/*"} {
		got := r.want(403, "POST", "/render", `{"profile":"openagentic","scenario":{"instruction_files":[`+quoted(file)+`]}}`)
		if strings.Contains(got.text, "M0re.") {
			t.Errorf("%s: %s", file, got.text)
		}
	}
	r.want(200, "POST", "/render", `{"profile":"openagentic","scenario":{"instruction_files":["sub/*.md", "/p/sub/x.md"]}}`)
}

func TestALinkOfTheProjectLeadsToNoPlaceOfTheHome(t *testing.T) {
	r := serve(t, func(o *Options) { o.Home = true })
	home(r.world)
	r.world.Link("/q/CLAUDE.md", "/home/u/.claude/more.md")
	if got := r.call("POST", "/render", `{"cwd":"/q","profile":"yume-gemini"}`); strings.Contains(got.text, "M0re.") {
		t.Errorf("got %s", got.text)
	}
}

// everywhere is a listener that other machines can reach.
type everywhere struct{ net.Listener }

func (everywhere) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 7117} }

func TestHomeIsOpenedOnALoopbackAddressOrWithAToken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{World: memory(), Roots: []string{"/p"}, Home: true})
	if err := s.Serve(context.Background(), everywhere{l}); err == nil || !strings.Contains(err.Error(), "needs a token") {
		t.Errorf("served: %v", err)
	}
}

// A stored prompt may contain text from the home, if another program stored it or the home was
// allowed at that time.
func TestAKeptPromptOfTheHomeNeedsHomeToo(t *testing.T) {
	r := serve(t)
	home(r.world)
	for _, p := range agent.Known().Profiles() {
		name := profile.FullName(p)
		build := func(context.Context) (session.Draft, error) {
			return session.Draft{Text: "Own rules.", Profile: name}, nil
		}
		if _, _, err := r.service.Store.Prompt(context.Background(), name, session.Location{Cwd: "/p", Host: "box"}, build); err != nil {
			t.Fatal(err)
		}
		status := 200
		if readHome[name] || readOther[name] {
			status = 422
		}
		for range 2 {
			for _, call := range [][2]string{{"GET", ""}, {"POST", "/prompt"}} {
				if got := r.want(status, call[0], "/conversations/"+name+call[1], ""); status == 422 && strings.Contains(got.text, "Own ") {
					t.Errorf("%s was served: %s", name, got.text)
				}
			}
		}
	}
}

// Another version of galley may have built a stored prompt with a profile that this version does
// not know. What that agent reads is unknown, so the prompt may contain text from the home.
func TestAKeptPromptOfAnUnknownProfileNeedsHome(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"later-agent", "claude-code@9.0.0", "codex@0.1.0"} {
		for _, opened := range []bool{false, true} {
			r := serve(t, func(o *Options) { o.Home = opened })
			build := func(context.Context) (session.Draft, error) {
				return session.Draft{Text: "Own rules.", Profile: name}, nil
			}
			if _, _, err := r.service.Store.Prompt(context.Background(), "c", session.Location{Cwd: "/p", Host: "box"}, build); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				for _, call := range [][2]string{{"GET", ""}, {"POST", "/prompt"}} {
					status := 422
					if opened {
						status = 200
					}
					got := r.want(status, call[0], "/conversations/c"+call[1], "")
					if strings.Contains(got.text, "Own rules.") != opened {
						t.Errorf("%s, home %v: %s", name, opened, got.text)
					}
					if !opened && got.json["reason"] != "needs --home" {
						t.Errorf("%s: %s", name, got.text)
					}
				}
			}
		}
	}
}
