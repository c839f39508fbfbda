package conformance

import (
	"encoding/json"
	"fmt"
	"runtime"
	"testing"

	"galley/engine/facts"
)

// refused is a test that records its failures instead of reporting them.
type refused struct {
	testing.TB
	said []string
}

func (r *refused) Helper() {}

func (r *refused) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

func (r *refused) Fatal(args ...any) {
	r.said = append(r.said, fmt.Sprint(args...))
	runtime.Goexit()
}

func (r *refused) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

func (r *refused) Skipf(format string, args ...any) {
	r.Fatal("skipped: " + fmt.Sprintf(format, args...))
}

// judged runs a judge, which may stop its test early, and returns the failures that it reports.
func judged(judge func(t testing.TB)) []string {
	r, done := new(refused), make(chan struct{})
	go func() {
		defer close(done)
		judge(r)
	}()
	<-done
	return r.said
}

// spoiled returns copies of a case by name. In each of them, one expectation is changed.
func spoiled(t *testing.T, c CapturedCase) map[string]CapturedCase {
	all := map[string]CapturedCase{}
	with := func(what string, change func(c *CapturedCase)) {
		data, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var other CapturedCase
		if err := json.Unmarshal(data, &other); err != nil {
			t.Fatal(err)
		}
		other.Tree, other.Home, other.Tool = c.Tree, c.Home, c.Tool
		change(&other)
		all[what] = other
	}
	block := func(what string, b func(c *CapturedCase) *capturedBlock) {
		with(what+" of another role", func(c *CapturedCase) { b(c).Role = "nobody" })
		switch text := b(&c).Text; {
		case text != nil:
			with(what+" with a word more", func(c *CapturedCase) { more := *text + " more"; b(c).Text = &more })
			with(what+" with a word before it", func(c *CapturedCase) { more := "more " + *text; b(c).Text = &more })
		case b(&c).Bytes != nil:
			with(what+" of another size", func(c *CapturedCase) { *b(c).Bytes++ })
			with(what+" of another sum", func(c *CapturedCase) { b(c).SHA256 = "0" + b(c).SHA256[1:] + "0" })
			with(what+" with another beginning", func(c *CapturedCase) { b(c).Head = "no " + b(c).Head })
			with(what+" with another end", func(c *CapturedCase) { b(c).Tail += " no" })
		}
	}
	for i := range c.Expect.Loaded {
		with("a file that is not expected", func(c *CapturedCase) {
			c.Expect.Loaded = append(c.Expect.Loaded[:i:i], c.Expect.Loaded[i+1:]...)
		})
		with("a file in another place", func(c *CapturedCase) { c.Expect.Loaded[i].Where = "nowhere" })
		with("a file of another role", func(c *CapturedCase) { c.Expect.Loaded[i].Role = "nobody" })
		with("a file that is not to be loaded", func(c *CapturedCase) {
			c.Expect.NotLoaded = append(c.Expect.NotLoaded, NotLoaded{Path: c.Expect.Loaded[i].Path})
		})
	}
	with("a file that is not there", func(c *CapturedCase) {
		c.Expect.Loaded = append(c.Expect.Loaded, struct{ Path, Where, Role string }{"gone.md", "system", "system"})
	})
	if c.Expect.Listed != nil {
		with("a file that is not listed", func(c *CapturedCase) { c.Expect.Listed = append(c.Expect.Listed, "gone.md") })
	}
	if c.Expect.Imported != nil {
		with("a file that is not imported", func(c *CapturedCase) { c.Expect.Imported = append(c.Expect.Imported, "gone.md") })
	}
	for i := range c.Expect.Blocks {
		block("a block", func(c *CapturedCase) *capturedBlock { return &c.Expect.Blocks[i] })
	}
	if after := c.Expect.AfterTool; after != nil {
		with("a file that the tool does not bring", func(c *CapturedCase) {
			c.Expect.AfterTool.Loaded = append(c.Expect.AfterTool.Loaded, "gone.md")
		})
		with("a call without a file", func(c *CapturedCase) { c.Tool = []json.RawMessage{json.RawMessage(`"read"`), json.RawMessage(`{}`)} })
		with("a call without arguments", func(c *CapturedCase) { c.Tool = c.Tool[:1] })
		for i := range after.Blocks {
			block("a block after the tool", func(c *CapturedCase) *capturedBlock { return &c.Expect.AfterTool.Blocks[i] })
		}
	}
	return all
}

// A judge accepts a case as it was captured, and rejects it if any one expectation is changed. A
// judge that accepts too much would let a wrong rule pass.
func TestAJudgeRefusesEveryOtherExpectation(t *testing.T) {
	t.Parallel()
	captured := func(name string) func(testing.TB, CapturedCase) {
		return func(t testing.TB, c CapturedCase) { JudgeCaptured(t, CapturedAgent{Name: name}, c) }
	}
	for folder, judge := range map[string]func(testing.TB, CapturedCase){
		"copilot-cli": func(t testing.TB, c CapturedCase) {
			JudgeCaptured(t, CapturedAgent{Name: "copilot-cli@1.0.102", Flags: []string{"--allow-all-tools", "--trust-folder"}}, c)
		},
		"crush-captured": captured("crush@37f36e9"), "qwen-0.24": captured("qwen-code@0.24.4"),
		"pi": func(t testing.TB, c CapturedCase) {
			judgeRun(t, "pi@0.73.1", []string{"--no-skills", "--no-context-files"}, nil, c)
		},
	} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			Each(t, folder, func(t *testing.T, c CapturedCase) {
				if said := judged(func(t testing.TB) { judge(t, c) }); len(said) > 0 {
					t.Fatalf("as captured: %q", said)
				}
				for what, other := range spoiled(t, c) {
					if len(judged(func(t testing.TB) { judge(t, other) })) == 0 {
						t.Errorf("%s is not noticed", what)
					}
				}
			})
		})
	}
}

// A case with an argument that its runner does not know is skipped. The runner prepares the
// program's own files for every case.
func TestArgumentsThatAnAgentIsNotKnownToTakeAreSkipped(t *testing.T) {
	t.Parallel()
	var c CapturedCase
	c.Args = []string{"--known=1", "word", "--other=2"}
	says(t, "a whole request", func(t testing.TB) { judgeRun(t, "pi@0.73.1", []string{"--known"}, nil, c) }, "skipped: the profile of pi@0.73.1 does not know the argument --other")
	says(t, "the files", func(t testing.TB) {
		JudgeCaptured(t, CapturedAgent{Name: "crush@37f36e9", Flags: []string{"--known=1", "word"}}, c)
	}, "skipped: the agent's flag --other=2 is not known here")
	prepared := 0
	flags := []string{"--no-skills", "--no-context-files"}
	RunCaptured(t, "pi", "pi@0.73.1", flags, func(*facts.Memory, CapturedCase) { prepared++ })
	if want := len(List(t, "pi")); prepared != want {
		t.Errorf("%d of %d cases are prepared", prepared, want)
	}
}
