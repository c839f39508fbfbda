package codex_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/codex"
	"galley/engine/conformance"
	"galley/engine/discovery"
)

// codexCase is a recorded run of the Codex CLI.
type codexCase struct {
	Tree       conformance.Tree
	Cwd        string
	CodexHome  conformance.Tree  `json:"codex_home"`
	ConfigTOML string            `json:"config_toml"`
	Managed    string            `json:"managed_config"` // the managed settings in /etc/codex
	Etc        map[string]string // the files of /etc/codex
	Flags      []string
	Expect     struct {
		Loaded []struct {
			Path      string
			BytesUsed int `json:"bytes_used"`
			Truncated bool
		}
		NotLoaded     []conformance.NotLoaded `json:"not_loaded"`
		Text, Message *string
		Truncated     bool
		TextSHA256    string  `json:"text_sha256"`
		TextLenBytes  *int    `json:"text_len_bytes"`
		Developer     *string // the developer instructions
		Skills        *[]string
		Fails         string // the setting or file because of which Codex does not start; the reason must name it
	}
}

func TestConformanceCodex(t *testing.T) {
	conformance.Each(t, "codex", func(t *testing.T, c codexCase) {
		w, cwd := conformance.World(t, c.Tree, nil, c.Cwd)
		home := path.Join(conformance.Home, ".codex")
		if err := c.CodexHome.Build(w, home, conformance.TreeOptions{Marks: conformance.Marks}); err != nil {
			t.Fatal(err)
		}
		w.File(path.Join(home, "config.toml"), conformance.Marks(c.ConfigTOML))
		if c.Managed != "" {
			w.File("/etc/codex/managed_config.toml", c.Managed)
		}
		for name, text := range c.Etc {
			w.File(path.Join("/etc/codex", name), text)
		}
		o := discovery.Options{Cwd: cwd}
		for _, flag := range c.Flags {
			o.Args = append(o.Args, conformance.Marks(flag))
		}
		if c.Expect.Fails != "" {
			o.Version = "0.171.0"
			trace, err := codex.Discover(context.Background(), w, o)
			if err != nil || trace.Failure == nil || !strings.Contains(trace.Failure.Message, c.Expect.Fails) || trace.Loaded != nil {
				t.Errorf("Codex starts, or refuses for another reason: %+v, %v", trace.Failure, err)
			}
			return
		}
		trace := conformance.Trace(t, w, "codex@0.171.0", o)

		type row struct {
			path      string
			used      int
			truncated bool
		}
		var got, want []row
		truncated := false
		for _, cand := range trace.Candidates {
			if cand.Verdict == discovery.Loaded {
				got = append(got, row{cand.Path, cand.Used, cand.Reason == discovery.Cut})
				truncated = truncated || cand.Reason == discovery.Cut
			}
		}
		for _, l := range c.Expect.Loaded {
			want = append(want, row{conformance.Path(l.Path), l.BytesUsed, l.Truncated})
		}
		if !slices.Equal(got, want) {
			t.Errorf("loaded\n got %v\nwant %v", got, want)
		}
		if truncated != c.Expect.Truncated {
			t.Errorf("truncated: %v", truncated)
		}
		text := trace.Text.String()
		if c.Expect.Text != nil && text != conformance.Marks(*c.Expect.Text) {
			t.Errorf("text\n got %q\nwant %q", text, *c.Expect.Text)
		}
		if message := trace.Part("rules").Text; c.Expect.Message != nil && message.String() != conformance.Marks(*c.Expect.Message) {
			t.Errorf("message\n got %q\nwant %q", message.String(), *c.Expect.Message)
		}
		if sum := sha256.Sum256([]byte(text)); c.Expect.TextSHA256 != "" && hex.EncodeToString(sum[:]) != c.Expect.TextSHA256 {
			t.Errorf("the digest of the text differs: %q", text)
		}
		if c.Expect.TextLenBytes != nil && len(text) != *c.Expect.TextLenBytes {
			t.Errorf("the text has %d bytes, not %d", len(text), *c.Expect.TextLenBytes)
		}
		if got := trace.Part("developer instructions").Text.String(); c.Expect.Developer != nil && got != *c.Expect.Developer {
			t.Errorf("developer instructions %q, want %q", got, *c.Expect.Developer)
		}
		if c.Expect.Skills != nil {
			var lines []string
			for _, s := range trace.OfKind(discovery.Skill) {
				if s.Verdict == discovery.Listed {
					lines = append(lines, strings.TrimSuffix(s.Text.String(), "\n"))
				}
			}
			conformance.EqualLists(t, "skills", lines, *c.Expect.Skills)
		}
		conformance.JudgeNotLoaded(t, trace, c.Expect.NotLoaded)
		conformance.JudgeAllExplained(t, w, "codex@0.171.0", trace, o)
	})
}
