//go:build unix

package launch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"galley/engine/capture/start"
)

func TestTheAgentsEnvironmentHoldsNoSecret(t *testing.T) {
	t.Parallel()
	tr := try(t, "prints")
	tr.KeepEnv = []string{"GITHUB_TOKEN"}
	r, err := Capture(context.Background(), tr.Options)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(tr.out)
	if err != nil {
		t.Fatal(err)
	}
	env := string(got)
	if strings.Contains(env, "sk-secret-of-the-user") || strings.Contains(env, "http://corp:1") {
		t.Errorf("the agent's environment is %s", env)
	}
	for _, want := range []string{"GITHUB_TOKEN=ghp-secret", "EDITOR=vi", "PWD=" + tr.Cwd, "NO_PROXY=127.0.0.1,localhost,::1", "HTTPS_PROXY=http://127.0.0.1:"} {
		if !strings.Contains(env, want) {
			t.Errorf("the agent's environment lacks %s", want)
		}
	}
	for _, secret := range []string{"sk-secret-of-the-user", "ghp-secret"} {
		if strings.Contains(strings.Join(r.Capture.Notes, " ")+string(r.Capture.Body), secret) {
			t.Errorf("the capture contains %s", secret)
		}
	}
}

func TestImportsOfTheUsersRulesAreCopied(t *testing.T) {
	t.Parallel()
	tr := try(t, "prints")
	tr.Agent = "gemini-cli"
	at := func(name string) string { return filepath.Join(tr.Home, ".gemini", name) }
	write(t, at("GEMINI.md"), "Rules of the home. @more/one.md @lost.md\n")
	write(t, at("more/one.md"), "An imported rule. @./two.md\n")
	write(t, at("more/two.md"), "A rule that this one imports.\n")
	p := start.Plan{
		Copies:        []start.Copy{{From: at("GEMINI.md"), To: "g/.gemini/GEMINI.md"}},
		Substitutions: []start.Substitution{{From: "/scratch/g/.gemini", To: filepath.Join(tr.Home, ".gemini")}},
	}
	got, _ := imported(context.Background(), tr.Options, "", p, &scratch{dir: "/scratch", home: "/scratch"})
	want := []start.Copy{{From: at("more/one.md"), To: "g/.gemini/more/one.md"}, {From: at("more/two.md"), To: "g/.gemini/more/two.md"}}
	if !slices.Equal(got, want) {
		t.Errorf("copies %v, not %v", got, want)
	}
	// A rule file of the home that the plan does not copy is copied too.
	p.Copies = nil
	got, _ = imported(context.Background(), tr.Options, "", p, &scratch{dir: "/scratch", home: "/scratch"})
	if want := append([]start.Copy{{From: at("GEMINI.md"), To: "g/.gemini/GEMINI.md"}}, want...); !slices.Equal(got, want) {
		t.Errorf("copies %v, not %v", got, want)
	}
}

func TestImportOutsideTheCopyIsReported(t *testing.T) {
	t.Parallel()
	tr := try(t, "prints")
	tr.Agent = "claude-code"
	near, outside := filepath.Join(tr.Home, "near.md"), filepath.Join(filepath.Dir(tr.Home), "above.md")
	write(t, near, "A rule of the home.\n")
	write(t, outside, "A rule above the home.\n")
	folder := filepath.Join(tr.Home, ".claude")
	write(t, filepath.Join(folder, "CLAUDE.md"), "Rules of the home. @../near.md @../../above.md\n")
	p := start.Plan{
		Copies:        []start.Copy{{From: filepath.Join(folder, "CLAUDE.md"), To: "cfg/CLAUDE.md"}},
		Substitutions: []start.Substitution{{From: "/scratch/1/cfg", To: folder}},
	}
	copies, missed := imported(context.Background(), tr.Options, "", p, &scratch{dir: "/scratch", home: "/scratch/1"})
	if len(copies) != 2 || copies[1] != (start.Copy{From: outside, To: "../above.md"}) || len(missed) > 0 {
		t.Errorf("with a directory above the copies: copies %v, missed %v", copies, missed)
	}
	p.Substitutions[0].From = "/scratch/cfg"
	copies, missed = imported(context.Background(), tr.Options, "", p, &scratch{dir: "/scratch", home: "/scratch"})
	if !slices.Equal(copies, []start.Copy{{From: near, To: "near.md"}}) || !slices.Equal(missed, []string{outside}) {
		t.Errorf("copies %v, missed %v, not %s", copies, missed, outside)
	}
	ours := filepath.Join(tr.Project, "ours.md")
	write(t, ours, "A rule of the project.\n")
	rel, _ := filepath.Rel(folder, ours)
	write(t, filepath.Join(folder, "CLAUDE.md"), "Rules of the home. @"+filepath.ToSlash(rel)+"\n")
	if _, missed := imported(context.Background(), tr.Options, "", p, &scratch{dir: "/scratch", home: "/scratch/1"}); !slices.Equal(missed, []string{ours}) {
		t.Errorf("missed %v, not the project's %s", missed, ours)
	}
	write(t, filepath.Join(folder, "CLAUDE.md"), "Rules of the home. @"+ours+"\n")
	if _, missed := imported(context.Background(), tr.Options, "", p, &scratch{dir: "/scratch", home: "/scratch/1"}); len(missed) > 0 {
		t.Errorf("an absolute path missed %v", missed)
	}
	if said := missing(missed); !strings.Contains(said, outside) || !strings.Contains(said, "--real-home") {
		t.Errorf("the note is %q", said)
	}
}

func TestRealHomeLeavesTheConfigurationInItsPlace(t *testing.T) {
	t.Parallel()
	tr := try(t, "prints")
	tr.RealHome = true
	r, err := Capture(context.Background(), tr.Options)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(tr.out)
	if strings.Contains(string(got), "FAKE_HOME=") || !strings.Contains(string(got), "FAKE_URL=") || len(r.Capture.Substitutions) != 0 {
		t.Errorf("%s\n%v", got, r.Capture.Substitutions)
	}
	if !slices.ContainsFunc(r.Capture.Notes, func(n string) bool { return strings.Contains(n, "your own configuration") }) {
		t.Errorf("notes %q", r.Capture.Notes)
	}
}

func TestAnAgentThatNeedsTheCopySaysSoWithRealHome(t *testing.T) {
	t.Parallel()
	for _, real := range []bool{true, false} {
		tr := try(t, "dies")
		tr.RealHome = real
		plan := tr.Starter.Headless
		tr.Starter.Headless = func(in start.Input) (start.Plan, error) {
			p, err := plan(in)
			p.Env["FAKE_HOME"] = p.Substitutions[0].From
			p.Files = []start.File{{Path: "h/models.json", Text: in.URL}, {Path: "elsewhere.json", Text: in.URL}}
			return p, err
		}
		_, err := Capture(context.Background(), tr.Options)
		if err == nil || strings.Contains(err.Error(), "galley cannot write the settings that point the agent to it (models.json)") != real {
			t.Errorf("real home %v: %v", real, err)
		}
	}
}
