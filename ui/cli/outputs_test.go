package cli

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"galley/engine/facts"
)

// The recorded session shows what commands print in a small project: the result, the lines on
// standard error after "! ", and the exit status if it is not 0. Long results are cut.
func TestARecordedSession(t *testing.T) {
	t.Parallel()
	c := newConsole(t)
	revised(c.world, "MADE.md").File("/p/t.md", "Hello [prompt:model].\n").File("/p/warns.md", "see [note: later]\n").File("/p/.galley/config.toml", "budgets = { gemini = 5 }\n").
		File("/p/tools.json", `[{"name":"read","description":"Read","inputSchema":{"type":"object","properties":{},"additionalProperties":false}}, 7]`).
		File("/p/nonsense.json", "oops").File("/p/saved.txt", "Hello you.\n").File("/own/made-up/identity.txt", "x\n").File("/own/yume@2/identity.txt", "x\n").
		File("/p/answer.jsonl", `{"type":"text","text":"Sure."}`+"\n").File("/p/mine.toml", "model = \"m\"\ndemand_call = \"false\"\nmodle = 1\n").
		Link("/p/link.md", "/p/t.md").Dir("/bin").File("/bin/made-up", "#!").Mode("/bin/made-up", 0o755)
	const most = 10 // lines of a result
	var b strings.Builder
	for line := range strings.Lines(`render t.md
render t.md --model a/b --json
render warns.md --strict
render t.md --fit
render --messages --profile made-up
render made.md
render link.md --no-follow
vars t.md --set prompt:model=x
vars warns.md --strict
blocks --profile made-up
blocks --profile made-up --fit
blocks t.md --json
blocks warns.md --strict
budget t.md
budget t.md --fit
budget t.md --limit 4
budget t.md --limit many
budget --profile made-up
request t.md
request t.md --fit
request t.md --provider openai --api chat
request t.md --api responses --model openai/gpt-5
request t.md --api responses
request t.md --provider nobody
tools tools.json --to gemini
tools tools.json --to claude --strict
tools tools.json --to claude --json
tools nonsense.json --to claude
tools --rules --to nobody
tools tools.json --to openai --api x
tokens t.md saved.txt --encoding cl100k_base
tokens
tokens --profile made-up --json
check t.md
check warns.md
check warns.md --json
check warns.md --format github
check t.md --transcript answer.jsonl --profile made-up
check t.md --transcript answer.jsonl --scenario mine.toml
check t.md --transcript none.jsonl
check --against c --agent made-up
check --against c --agent made-up --json
check --against c --agent made-up --format github
check --against c --agent made-up --format markdown
diff t.md --against saved.txt
diff t.md --against saved.txt --strict
diff t.md --against c
diff --against c --profile made-up
diff t.md --against made-up
diff t.md --against t.md --json
profiles compare made-up made-up@2
scan --agent made-up
scan --agent made-up --json
scan --agent made-up --matrix --file a.go
scan --agent made-up --matrix --json
scan --agent made-up --matrix --model nope
explain MADE.md --agent made-up
explain made.md --agent made-up --json
explain none.md
walk MADE.md --agent made-up
walk MADE.md --agent made-up --call edit,read
walk MADE.md --agent made-up --model nope
survive --agent made-up
subagents --agent made-up
subagents --agent made-up --json
doctor --agent made-up
doctor --agent made-up --json
transfer MADE.md --to made-up
transfer made.md --to made-up
pack list made-up
pack list none
pack list yume --pack /own
pack show yume/identity
pack show yume/none
keys --strict x
scenario --scenario mine.toml --profile made-up
freeze c t.md --model a/b
freeze c t.md
freeze c t.md --json
show c
show c --version 2
show none
drift c t.md
drift c t.md --set prompt:model=other
drift
compact c t.md --append more
compact c none.md
show c --version 1 --json
conversations
drift --json
forget c d
conversations
captures
sessions
agents --json --strict
--plain t.md
--plain MADE.md --profile made-up
--plain --scenario none.toml
nonsuch
rendr
`) {
		line = strings.TrimSpace(line)
		var out, told strings.Builder
		env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &told, World: c.world, Dir: "/p", Agents: only("template", "yume").With(madeUp()),
			Workbench: func(_ context.Context, s *Session) error {
				fmt.Fprintf(&out, "(the workbench with %s)\n", s.File)
				return nil
			}}
		status := Run(context.Background(), env, strings.Fields(line))
		fmt.Fprintf(&b, "$ galley %s\n", line)
		shown := strings.SplitAfter(out.String(), "\n")
		b.WriteString(strings.Join(shown[:min(len(shown), most)], ""))
		switch {
		case len(shown) > most:
			fmt.Fprintf(&b, "(%d more lines)\n", len(shown)-1-most)
		case shown[len(shown)-1] != "":
			b.WriteString("(no end of line)\n")
		}
		for one := range strings.Lines(told.String()) {
			b.WriteString("! " + one)
		}
		if status != exitFine {
			fmt.Fprintf(&b, "(status %d)\n", status)
		}
		b.WriteByte('\n')
	}
	got := strings.NewReplacer(facts.Home(c.world), "HOME").Replace(b.String())
	const file = "testdata/session.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n\n$ "), strings.Split(got, "\n\n$ ")
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			t.Fatalf("%s, part %d, is out of date: run go test ./ui/cli -run TestARecordedSession -update, and check what changed\nwant %q\ngot  %q", file, i, was[min(i, len(was)-1)], is[min(i, len(is)-1)])
		}
	}
}
