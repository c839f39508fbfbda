package conformance

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"testing"

	"galley/engine/discovery"
)

// codexCase is a case of the Codex CLI.
type codexCase struct {
	Tree       tree
	Cwd        string
	CodexHome  tree   `json:"codex_home"`
	ConfigTOML string `json:"config_toml"`
	Expect     struct {
		Loaded []struct {
			Path      string
			BytesUsed int `json:"bytes_used"`
			Truncated bool
		}
		NotLoaded     []notLoaded `json:"not_loaded"`
		Text, Message *string
		Truncated     bool
		TextSHA256    string `json:"text_sha256"`
		TextLenBytes  *int   `json:"text_len_bytes"`
	}
}

func TestConformanceCodex(t *testing.T) {
	otherCase(t, "codex", func(t *testing.T, c codexCase) {
		w, cwd := otherWorld(t, c.Tree, nil, c.Cwd)
		home := path.Join(otherHome, ".codex")
		if err := c.CodexHome.build(w, home, treeOptions{}); err != nil {
			t.Fatal(err)
		}
		w.File(path.Join(home, "config.toml"), otherMarks(c.ConfigTOML))
		trace := otherTrace(t, w, "codex@0.171.0", discovery.Options{Cwd: cwd})

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
			want = append(want, row{otherPath(l.Path), l.BytesUsed, l.Truncated})
		}
		if !slices.Equal(got, want) {
			t.Errorf("loaded\n got %v\nwant %v", got, want)
		}
		if truncated != c.Expect.Truncated {
			t.Errorf("truncated: %v", truncated)
		}
		text := trace.Text.String()
		if c.Expect.Text != nil && text != otherMarks(*c.Expect.Text) {
			t.Errorf("text\n got %q\nwant %q", text, *c.Expect.Text)
		}
		if message := trace.Memory["message"]; c.Expect.Message != nil && message.String() != otherMarks(*c.Expect.Message) {
			t.Errorf("message\n got %q\nwant %q", message.String(), *c.Expect.Message)
		}
		if sum := sha256.Sum256([]byte(text)); c.Expect.TextSHA256 != "" && hex.EncodeToString(sum[:]) != c.Expect.TextSHA256 {
			t.Errorf("the text's digest differs: %q", text)
		}
		if c.Expect.TextLenBytes != nil && len(text) != *c.Expect.TextLenBytes {
			t.Errorf("the text has %d bytes, not %d", len(text), *c.Expect.TextLenBytes)
		}
		judgeNotLoaded(t, trace, c.Expect.NotLoaded)
	})
}
