package agenttest

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// World is a case of [Worlds]: the files that are added to a repository at /p with a home at /h.
type World struct {
	Name    string
	Build   func(w *facts.Memory)
	Cwd     string // /p/d if empty
	Options discovery.Options
}

// Worlds runs an agent in several small worlds. It compares everything that the agent finds, with
// its reasons and the texts of its request, with testdata/worlds.txt; for an agent given as
// NAME@VERSION, with worlds-VERSION.txt.
func Worlds(t testing.TB, name string, all []World) {
	t.Helper()
	a, version := known(t, name)
	var b strings.Builder
	for _, one := range all {
		o := one.Options
		o.Version, o.Cwd = version, cmp.Or(one.Cwd, "/p/d")
		w := Repository().Dir(o.Cwd)
		one.Build(w)
		trace := found(t, &a, w, o).Masked()
		fmt.Fprintf(&b, "== %s\n", one.Name)
		told(&b, trace)
		fmt.Fprintf(&b, "text %.4000q\n", trace.Text.String())
		for _, p := range trace.Parts {
			if p.OwnOnly {
				fmt.Fprintf(&b, "part %s has only the agent's own words\n", p.Name)
				continue
			}
			fmt.Fprintf(&b, "part %s %.4000q\n", p.Name, p.Text.String())
			for i, piece := range p.Text.Pieces() {
				if o := piece.Origin; o.Source != "" && i < 12 {
					fmt.Fprintf(&b, "  %d bytes of %s %s, %d-%d, line %d\n", len(piece.Text), o.Kind, o.Source, o.Span.Start, o.Span.End, o.Line)
				}
			}
		}
		for _, touch := range trace.Touched {
			fmt.Fprintf(&b, "at %s %q %q\n", touch.Path, touch.Text.String(), touch.Appended.String())
		}
		fmt.Fprintf(&b, "root %s by %q %s, trust %q, nested %v, unstable %v, entries %v\n", trace.Root, trace.Marker, trace.VCS, trace.Trust, trace.Nested, trace.Unstable, trace.Entries != nil)
		if !reflect.DeepEqual(trace.Defined, discovery.Defined{}) {
			fmt.Fprintf(&b, "defined %+v\n", trace.Defined)
		}
		for _, c := range trace.Candidates {
			if c.Group != "" || c.DuplicateOf != "" {
				fmt.Fprintf(&b, "of %s: group %q, again %q\n", c.Path, c.Group, c.DuplicateOf)
			}
		}
	}
	ended, end := context.WithCancel(context.Background())
	end()
	_, err := a.Discover(ended, Repository(), discovery.Options{Version: version, Cwd: "/p"})
	fmt.Fprintf(&b, "== interrupted\n%v\n", err)
	file := "worlds.txt"
	if _, version, asked := strings.Cut(name, "@"); asked {
		file = "worlds-" + version + ".txt"
	}
	Recorded(t, file, b.String())
}
