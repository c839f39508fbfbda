package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"galley/engine/logs"
	"galley/engine/secret"
	"galley/engine/textutil"
)

// SessionDiff is the JSON shape of `sessions diff`: what two sessions or two turns contained. The
// two values of a pair are those of the first and of the second.
type SessionDiff struct {
	Schema  int                `json:"schema"`
	IDs     [2]string          `json:"ids"`
	Agent   [2]string          `json:"agent"`
	Version [2]string          `json:"version"`
	Model   [2]string          `json:"model"`
	Known   [2]bool            `json:"known"`  // whether each log says which rule files were sent at launch
	Things  []SessionThing     `json:"things"` // only those that differ
	System  string             `json:"system"` // same, changed or not known
	Usage   [2]SessionUsageSum `json:"usage"`
}

// SessionThing is a rule file, a skill, an agent or a tool that differs.
type SessionThing struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Change string `json:"change"` // added, removed or changed
	Bytes  [2]int `json:"bytes"`  // 0 if the log does not contain the text
}

// SessionUsageSum is the sum of the usage of all requests.
type SessionUsageSum struct {
	Turns    int `json:"turns"`
	Requests int `json:"requests"`
	Breaks   int `json:"breaks"`
	SessionUsage
}

// SessionDiffOf compares two logs.
func SessionDiffOf(a, b *logs.Log) SessionDiff {
	out := SessionDiff{Schema: Schema, IDs: [2]string{a.ID, b.ID}, Agent: [2]string{a.Agent, b.Agent}, Version: [2]string{a.Version, b.Version},
		Model: [2]string{a.Model, b.Model}, Known: [2]bool{a.Launch.Tells, b.Launch.Tells}, Things: []SessionThing{}, System: "not known",
		Usage: [2]SessionUsageSum{usageSum(a), usageSum(b)}}
	if len(a.Launch.System) > 0 && len(b.Launch.System) > 0 {
		out.System = "same"
		if !slices.Equal(a.Launch.System, b.Launch.System) {
			out.System = "changed"
		}
	}
	was, is := thingsOf(a), thingsOf(b)
	for _, key := range unionKeys(was, is) {
		old, had := was[key]
		text, has := is[key]
		if had && has && old == text {
			continue
		}
		kind, name, _ := strings.Cut(key, "\x00")
		thing := SessionThing{kind, name, "changed", [2]int{len(old), len(text)}}
		if !had {
			thing.Change = "added"
		} else if !has {
			thing.Change = "removed"
		}
		out.Things = append(out.Things, thing)
	}
	return out
}

// thingsOf returns the texts of a log's rule files, skills, agents and tools, by kind and name.
func thingsOf(l *logs.Log) map[string]string {
	out := map[string]string{}
	for _, r := range l.Launch.Rules {
		out["rule\x00"+r.Path] = r.Text
	}
	for _, t := range l.Turns {
		for _, r := range t.Rules {
			out["rule\x00"+r.Path] = r.Text
		}
	}
	for _, name := range l.Launch.Skills {
		out["skill\x00"+name] = ""
	}
	for _, name := range l.Launch.Agents {
		out["agent\x00"+name] = ""
	}
	for _, t := range l.Launch.Tools {
		out["tool\x00"+t.Name] = t.JSON
	}
	return out
}

func unionKeys(a, b map[string]string) (keys []string) {
	for key := range a {
		keys = append(keys, key)
	}
	for key := range b {
		if _, both := a[key]; !both {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

func usageSum(l *logs.Log) (sum SessionUsageSum) {
	for _, t := range l.Turns {
		sum.Turns++
		for _, r := range t.Requests {
			sum.Requests++
			sum.Input += r.Usage.Input
			sum.CacheRead += r.Usage.CacheRead
			sum.CacheWrite += r.Usage.CacheWrite
			sum.Output += r.Usage.Output
			if r.Broke != nil {
				sum.Breaks++
			}
		}
	}
	return sum
}

// SessionDiffText writes a comparison for people.
func SessionDiffText(w io.Writer, d SessionDiff) error {
	var b strings.Builder
	for i, letter := range []string{"a", "b"} {
		u := d.Usage[i]
		fmt.Fprintf(&b, "%s  %s  %s  %s\n   %s, %s: %d tokens in, %d of them from the cache, %d out; the cache broke %s\n", letter,
			versioned(d.Agent[i], d.Version[i]), cmp.Or(d.Model[i], "no model named"), d.IDs[i],
			textutil.Plural(u.Turns, "turn"), textutil.Plural(u.Requests, "request"), u.Input, u.CacheRead, u.Output, textutil.Plural(u.Breaks, "time"))
		if !d.Known[i] {
			b.WriteString("   the log does not say which rule files it had at launch\n")
		}
	}
	fmt.Fprintf(&b, "system text: %s\n", d.System)
	for _, t := range d.Things {
		fmt.Fprintf(&b, "%-8s %s %s", t.Change, t.Kind, t.Name)
		if t.Bytes != [2]int{} {
			b.WriteString("  " + sizes(t))
		}
		b.WriteByte('\n')
	}
	if len(d.Things) == 0 {
		b.WriteString("rule files, skills, agents and tools: the same, as far as the logs show\n")
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// sizes describes the sizes of a thing in the two sessions. If both sizes are rounded to the same
// text, it also says by how many bytes they differ.
func sizes(t SessionThing) string {
	was, is := Size(t.Bytes[0]), Size(t.Bytes[1])
	switch {
	case t.Change == "added":
		return is
	case t.Change == "removed":
		return was
	case t.Bytes[0] == t.Bytes[1]:
		return was + ", another text of the same size"
	case was == is:
		return fmt.Sprintf("%s, %+d B", was, t.Bytes[1]-t.Bytes[0])
	}
	return was + " → " + is
}

// mostCompared is the most bytes of a text that is compared line by line.
const mostCompared = 4 << 20

// TextDiff compares two texts. It returns a unified diff with secrets masked, or a sentence if the
// texts are the same or too long. a and b are the names of the texts.
func TextDiff(a, b, before, after string) string {
	switch {
	case before == "" && after == "":
		return ""
	case len(before) > mostCompared || len(after) > mostCompared:
		return "The texts are too long to be compared line by line.\n"
	case before == after:
		return "The texts are the same.\n"
	}
	return secret.MaskKeys(udiff.Unified(a, b, before, after))
}
