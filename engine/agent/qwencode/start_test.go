package qwencode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/qwencode"
	"galley/engine/capture/start"
	"galley/engine/facts"
)

func input(w *facts.Memory) start.Input {
	return start.Input{World: w.Env("HOME", "/h"), Home: "/h", Cwd: "/p", Project: "/p", Scratch: "/s", URL: "http://127.0.0.1:4000", Key: "key", Prompt: "hello"}
}

// For a capture, galley writes a file of system settings. The file redirects the providers of all
// layers and keeps everything else that the administrator's file says.
func TestTheCaptureKeepsTheAdministratorsSettings(t *testing.T) {
	t.Parallel()
	providers := func(kind, id string) string {
		return `"modelProviders":{"` + kind + `":[{"id":"` + id + `","envKey":"` + strings.ToUpper(id) + `_KEY","baseUrl":"https://corp"}]}`
	}
	w := facts.NewMemory().Env("QWEN_CODE_SYSTEM_SETTINGS_PATH", "../e/settings.json").
		File("/e/system-defaults.json", `{`+providers("gemini", "d")+`,"model":{"name":"low"}}`).File("/h/.qwen/settings.json", `{`+providers("openai", "u")+`}`).
		File("/p/.qwen/settings.json", `{`+providers("openai", "p")+`,"model":{"name":"mid"}}`).
		File("/e/settings.json", `{`+providers("anthropic", "s")+`,"model":{"name":"high"},"context":{"fileName":"S.md"},"env":{"CORP_TOKEN":"sec-1"}}`)
	plan, err := qwencode.Start.Headless(input(w))
	if err != nil {
		t.Fatal(err)
	}
	if plan.Env["QWEN_CODE_SYSTEM_SETTINGS_PATH"] != "/s/q-system.json" || plan.Env["QWEN_CODE_SYSTEM_DEFAULTS_PATH"] != "/e/system-defaults.json" || plan.Env["OPENAI_MODEL"] != "high" {
		t.Errorf("the environment is %v", plan.Env)
	}
	for name, want := range map[string]string{"D_KEY": "key", "U_KEY": "", "P_KEY": "key", "S_KEY": "key"} {
		if plan.Env[name] != want {
			t.Errorf("%s is %q, want %q", name, plan.Env[name], want)
		}
	}
	text := ""
	for _, f := range plan.Files {
		if f.Path == "q-system.json" {
			text = f.Text
		}
	}
	for _, want := range []string{`"fileName": "S.md"`, `"id": "d"`, `"id": "p"`, `"id": "s"`, "http://127.0.0.1:4000/v1"} {
		if !strings.Contains(text, want) {
			t.Errorf("the file lacks %s:\n%s", want, text)
		}
	}
	if strings.Contains(text, "sec-1") || strings.Contains(text, "https://corp") || !strings.Contains(strings.Join(plan.Notes, "\n"), "env.CORP_TOKEN is left out") {
		t.Errorf("the notes are %q, the file\n%s", plan.Notes, text)
	}
}

// If no layer has providers, the program reads the administrator's own files. The environment
// names them, so that a .env file of the project cannot name others.
func TestTheCaptureLeavesTheAdministratorsFilesAlone(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/etc/qwen-code/settings.json", `{"model":{"name":"high"},"mcpServers":{"corp":{"command":"srv"}}}`).File("/h/.env", "QWEN_HOME=~/q\n").File("/h/q/trustedFolders.json", "{}")
	in := input(w)
	plan, err := qwencode.Start.Headless(in)
	if err != nil || plan.Env["QWEN_CODE_SYSTEM_SETTINGS_PATH"] != "/etc/qwen-code/settings.json" || plan.Env["QWEN_CODE_SYSTEM_DEFAULTS_PATH"] != "/etc/qwen-code/system-defaults.json" || plan.Env["OPENAI_MODEL"] != "high" {
		t.Errorf("%v, the environment is %v", err, plan.Env)
	}
	copied := ""
	for _, c := range plan.Copies {
		if strings.HasSuffix(c.To, "trustedFolders.json") {
			copied = c.From
		}
	}
	if copied != "/h/q/trustedFolders.json" {
		t.Errorf("the rules of trust are copied from %q", copied)
	}
	runs := qwencode.Start.Runs(in)
	if len(runs) != 1 || runs[0].Name != "corp" || runs[0].Project || runs[0].File != "/etc/qwen-code/settings.json" {
		t.Errorf("it starts %+v", runs)
	}
}

// If the session is in the home, .qwen/settings.json is the user's file and not the project's.
func TestTheCaptureInTheHome(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().Env("QWEN_HOME", "/q").File("/h/.qwen/settings.json", `{"model":{"name":"other"}}`).File("/q/settings.json", `{"model":{"name":"mine"}}`)
	in := input(w)
	in.Cwd, in.Project = "/h", "/h"
	if plan, err := qwencode.Start.Headless(in); err != nil || plan.Env["OPENAI_MODEL"] != "mine" {
		t.Errorf("%v, the environment is %v", err, plan.Env)
	}
}
