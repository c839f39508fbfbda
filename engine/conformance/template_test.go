package conformance

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/template"
	"galley/engine/variable"
	"galley/engine/variable/variabletest"
)

// templateFields lists the fields of the template cases, by kind.
var templateFields = map[string]struct{ input, expect Fields }{
	"render": {
		Fields{"template": Input, "vars": Input},
		Fields{"text": Checked, "referenced": Checked},
	},
	"resolve": {
		Fields{"cwd": Input, "files": Input, "git": Input, "ctx": Input, "keys": Input,
			"platform": Input, "now": Input, "hostname": Input},
		Fields{"vars": Checked},
	},
	"service": {
		Fields{"steps": Input, "initialFiles": Input, "initialNow": Input},
		Fields{"results": Checked, "storedKeys": Checked},
	},
}

func TestConformanceTemplate(t *testing.T) {
	Run(t, "template", func(t *testing.T, c Case) {
		declared, known := templateFields[c.Kind]
		if !known {
			t.Fatalf("unknown kind %q", c.Kind)
		}
		declared.input.Allow(t, c.Input)
		declared.expect.Allow(t, c.Expect)
		switch c.Kind {
		case "render":
			judgeRender(t, c)
		case "resolve":
			judgeResolve(t, c)
		default:
			judgeService(t, c)
		}
	})
}

func judgeRender(t *testing.T, c Case) {
	var text string
	var vars map[string]*string
	Member(t, c.Input, "template", &text)
	Member(t, c.Input, "vars", &vars)
	tree := template.Parse(text)
	values := variabletest.Fixed(vars)

	var want string
	if Member(t, c.Expect, "text", &want) {
		if got := template.Render(tree, values, template.Options{}).String(); got != want {
			t.Errorf("text\n got %q\nwant %q", got, want)
		}
	}
	var referenced []string
	if Member(t, c.Expect, "referenced", &referenced) && !slices.Equal(tree.Keys(), referenced) {
		t.Errorf("referenced\n got %q\nwant %q", tree.Keys(), referenced)
	}
}

// fixedKeys are the variables that get a value even if a case does not name them.
var fixedKeys = func() (keys []string) {
	for _, v := range variable.Catalogue() {
		if !v.Dynamic {
			keys = append(keys, v.Key())
		}
	}
	return keys
}()

func judgeResolve(t *testing.T, c Case) {
	world := facts.NewMemory()
	session := variable.Context{}
	buildResolve(t, c, world, &session)

	keys := slices.Clone(fixedKeys)
	var named []string
	Member(t, c.Input, "keys", &named)
	for _, key := range named {
		if strings.HasPrefix(key, "file:") {
			keys = append(keys, key)
		}
	}
	values := variable.Resolve(context.Background(), world, session, keys, nil)

	var want map[string]*string
	Member(t, c.Expect, "vars", &want)
	slices.Sort(keys)
	if keys = slices.Compact(keys); len(keys) != len(want) {
		t.Errorf("%d variables, want %d", len(keys), len(want))
	}
	for _, key := range keys {
		v := values.Lookup(key)
		text, there := want[v.Key]
		switch {
		case !there:
			t.Errorf("%s is not among the variables", v.Key)
		case (text != nil) != v.Exists():
			t.Errorf("%s: exists %v, want %v (%s)", v.Key, v.Exists(), text != nil, v.Detail)
		case text != nil && v.Text != *text:
			t.Errorf("%s\n got %q\nwant %q", v.Key, v.Text, *text)
		}
	}
}

// throws marks a file that cannot be read: a case gives it as the file's content.
const throws = "__THROW__"

func buildResolve(t *testing.T, c Case, world *facts.Memory, session *variable.Context) {
	Member(t, c.Input, "cwd", &session.Cwd)
	var files map[string]string
	Member(t, c.Input, "files", &files)
	for name, text := range files {
		if text == throws {
			world.Throw(name, nil)
		} else {
			world.File(name, text)
		}
	}
	buildGit(t, c.Input["git"], world)

	var ids struct{ Model, ConversationID, WorkspaceID string }
	Member(t, c.Input, "ctx", &ids)
	session.Model, session.ConversationID, session.WorkspaceID = ids.Model, ids.ConversationID, ids.WorkspaceID

	var platform, hostname, now string
	Member(t, c.Input, "platform", &platform)
	Member(t, c.Input, "hostname", &hostname)
	Member(t, c.Input, "now", &now)
	world.SetPlatform(platform).SetHostname(hostname)
	at, err := time.Parse(time.RFC3339Nano, now)
	if err != nil {
		t.Fatal(err)
	}
	world.Clock(at)
}

// buildGit decodes either "throw" or a map from arguments to [exit status, standard output].
func buildGit(t *testing.T, raw json.RawMessage, world *facts.Memory) {
	var word string
	if json.Unmarshal(raw, &word) == nil {
		if word != "throw" {
			t.Fatalf("git: unknown word %q", word)
		}
		world.GitThrow(nil)
		return
	}
	var answers map[string][]json.RawMessage
	Decode(t, raw, &answers)
	for args, pair := range answers {
		if len(pair) != 2 {
			t.Fatalf("git %s: want a status and an output", args)
		}
		var answer facts.GitAnswer
		Decode(t, pair[0], &answer.Exit)
		Decode(t, pair[1], &answer.Stdout)
		world.OnGit("", args, answer)
	}
}
