package report

import (
	"cmp"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/logs"
	"galley/engine/logs/replay"
)

// replayed adds the results of a replay to the rule files that a log names: the call that loaded
// each file, and where its text comes from. Then it appends the files that only the replay found.
// had lists the rule files of the whole log by absolute path.
func (c *sessionCounter) replayed(cwd string, told []logs.Rule, found []replay.Rule, had map[string]bool) []SessionRule {
	out := c.rules(told)
	used := make([]bool, len(found))
	for i := range out {
		out[i].Source, out[i].By = "log", callOf(told[i].By)
		j := slices.IndexFunc(found, func(r replay.Rule) bool { return r.Path == inLog(cwd, out[i].Path) })
		if j < 0 {
			continue
		}
		used[j] = true
		r := &found[j]
		out[i].By, out[i].Why, out[i].Ground = cmp.Or(out[i].By, callOf(r.Call)), r.Why, string(r.Ground)
		if out[i].Bytes == 0 {
			n, _ := c.text(r.Text)
			out[i].Bytes, out[i].Tokens = len(r.Text), n.Tokens
		}
	}
	for j, r := range found {
		if used[j] || had[r.Path] {
			continue
		}
		n, _ := c.text(r.Text)
		out = append(out, SessionRule{Path: r.Path, Bytes: len(r.Text), Tokens: n.Tokens, Source: "replayed", By: callOf(r.Call), Why: r.Why, Ground: string(r.Ground)})
	}
	return out
}

func callOf(call logs.Call) *SessionCall {
	if call.Tool == "" {
		return nil
	}
	made := sessionCall(call)
	return &made
}

// inLog returns the absolute path of a rule file that a log names.
func inLog(cwd, name string) string {
	if base, dir, ok := strings.Cut(name, " of "); ok && facts.IsAbs(dir) {
		return facts.Join(dir, base)
	}
	return facts.Resolve(cwd, facts.Slash(name))
}

// hadOf returns the rule files that a log names, by absolute path.
func hadOf(l *logs.Log) map[string]bool {
	had := map[string]bool{}
	for _, r := range l.Launch.Rules {
		had[inLog(l.Cwd, r.Path)] = true
	}
	for _, t := range l.Turns {
		for _, r := range t.Rules {
			had[inLog(l.Cwd, r.Path)] = true
		}
	}
	return had
}

// Came says how the rule file was loaded, and how galley knows: "by Read of src/x.ts, its text
// unchanged on disk since".
func (r *SessionRule) Came(cwd string) string {
	var parts []string
	if r.Changed {
		parts = append(parts, "again, because its text had changed")
	}
	if r.By != nil {
		by := "by " + r.By.Tool
		if r.By.Path != "" {
			by += " of " + Nearby(r.By.Path, cwd)
		}
		parts = append(parts, by)
	}
	if r.Source == "replayed" {
		parts = append(parts, "not in the log: by the agent's rules", "its text "+cmp.Or(r.Ground, "as it is now"))
	}
	return strings.Join(parts, ", ")
}
