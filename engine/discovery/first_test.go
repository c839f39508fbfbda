package discovery

import (
	"context"
	"fmt"
	"testing"
)

func TestFirstGroupWithAFileWins(t *testing.T) {
	w := kitchen().File("/p/b1.md", "B1").File("/p/b2.md", "B2").Link("/p/b3.md", "nowhere").File("/p/c.md", "C").File("/p/off.md", "O").File("/p/over.md", "V")
	groups := []Group{{"a", []string{"/p/a.md", "/p/off.md", "/p/over.md"}}, {"b", []string{"/p/b1.md", "/p/b2.md", "/p/b3.md", "/p/b4.md"}}, {"c", []string{"/p/c.md", "/p/c2.md", "/p/over.md", "/p/off.md"}}}
	take := func(f *Finder) func(*Candidate) {
		return func(c *Candidate) {
			text, _ := f.Text(c)
			f.Add(c.Load(text, text.Len()))
		}
	}
	trace := cook(t, w, Options{}, func(_ context.Context, f *Finder) {
		f.First(groups, FirstRule{Tier: "local", Lists: func(won string) bool { return won != "b" }, Shadowed: ShadowedByKind, Says: " is first", Take: take(f),
			PassesOver: func(c *Candidate, won string) bool {
				over := c.Path == "/p/over.md" && won == ""
				if over {
					c.No(Excluded, "won: "+won)
				}
				return over
			},
			Off: func(c *Candidate) string {
				if c.Path == "/p/off.md" {
					return "no"
				}
				return ""
			}})
	})
	same(t, "report", report(trace), `
local: /p/a.md at launch, not loaded, missing
local: /p/off.md at launch, not loaded, disabled: no
local: /p/over.md at launch, not loaded, excluded: won: 
local: /p/b1.md at launch, loaded, file 1 with 2 of 2 bytes
local: /p/b2.md at launch, loaded, file 2 with 2 of 2 bytes
local: /p/b3.md at launch, not loaded, dangling-link: it leads to nowhere
local: /p/b4.md at launch, not loaded, missing
local: /p/c.md at launch, not loaded, shadowed-by-kind: b is first
local: /p/over.md at launch, not loaded, shadowed-by-kind: b is first
local: /p/off.md at launch, not loaded, disabled: no
text "B1\nB2"`)
	trace = cook(t, w, Options{}, func(_ context.Context, f *Finder) {
		f.First(Alone([]string{"/p/a.md", "/p/b1.md", "/p/off.md", "/p/b2.md"}), FirstRule{Shadowed: ShadowedByNear, Take: take(f)})
	})
	same(t, "alone", report(trace), `
/p/b1.md at launch, loaded, file 1 with 2 of 2 bytes
/p/off.md at launch, not loaded, shadowed-by-nearer: /p/b1.md
/p/b2.md at launch, not loaded, shadowed-by-nearer: /p/b1.md
text "B1"`)
}

func TestPlacesOfEachKindUpToTheRoot(t *testing.T) {
	cook(t, kitchen(), Options{}, func(_ context.Context, f *Finder) {
		if got := fmt.Sprint(f.UpByKind([]string{"a.md", "b.md"}, "/p/d", "/p")); got != "[{a.md [/p/d/a.md /p/a.md]} {b.md [/p/d/b.md /p/b.md]}]" {
			t.Errorf("the places are %s", got)
		}
		if got := fmt.Sprint(f.UpTo("/p/d", "/q")); got != "[/p/d /p /]" {
			t.Errorf("without the top among them, the directories are %s", got)
		}
	})
}

func TestLaterServerReplacesOneOfItsName(t *testing.T) {
	trace := cook(t, kitchen().File("/h/s.json", "{}").File("/p/s.json", "{}"), Options{}, func(_ context.Context, f *Finder) {
		f.ListServers([]ServerSetting{{Name: "a", File: "/h/s.json"}, {Name: "b", File: "/h/s.json", Off: true, Why: "off in b"}, {Name: "a", File: "/p/s.json", Why: "x"}, {Name: "c", File: "/h/s.json", Off: true, Why: "x"}, {Name: "c", File: "/p/s.json", Off: true, Why: "off in c"}})
	})
	same(t, "report", report(trace), `
settings: /h/s.json at launch, not loaded, MCP server "a", shadowed-by-name: /p/s.json
settings: /h/s.json at launch, not loaded, MCP server "b", disabled: off in b
settings: /p/s.json at launch, listed, MCP server "a": its tools are declared
settings: /h/s.json at launch, not loaded, MCP server "c", shadowed-by-name: /p/s.json
settings: /p/s.json at launch, not loaded, MCP server "c", disabled: off in c`)
}
