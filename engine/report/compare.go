package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"galley/engine/profile"
	"galley/engine/source"
)

// Comparison is the JSON shape of `profiles compare`.
type Comparison struct {
	Schema   int          `json:"schema"`
	A        string       `json:"a"`
	B        string       `json:"b"`
	Covered  [2]int       `json:"covered"` // of A's elements about the session and its directory: how many B has too, and how many there are
	Elements []CompareRow `json:"elements"`
	Sizes    []CompareSum `json:"sizes"` // the parts, and the total last
	// SectionsA and SectionsB are the blocks of each side, in order.
	SectionsA []CompareSection `json:"sectionsA"`
	SectionsB []CompareSection `json:"sectionsB"`
}

// CompareRow is one element, which is something that a block tells the model, with its cell on
// each side.
type CompareRow struct {
	Element string      `json:"element"`
	Title   string      `json:"title"`
	Part    string      `json:"part"`
	A       CompareCell `json:"a"`
	B       CompareCell `json:"b"`
}

// CompareCell describes one element on one side. It is empty if no block of that side has the
// element.
type CompareCell struct {
	From       []string `json:"from"`
	Blocks     []string `json:"blocks"`
	Bytes      int      `json:"bytes"`
	UTF16      int      `json:"utf16"`
	Lifetime   string   `json:"lifetime"`
	Documented string   `json:"documented"` // how often the element changes according to the agent's documentation, or ""
	Changes    []string `json:"changes"`    // the events after which the agent builds the element again
}

// CompareSum compares a part's sizes in bytes.
type CompareSum struct {
	Part    string `json:"part"`
	Bytes   [2]int `json:"bytes"`
	UTF16   [2]int `json:"utf16"`
	StandIn [2]int `json:"standIn"` // in bytes
}

// CompareSection is a block of one side. It lists the blocks of the other side that tell the model
// the same.
type CompareSection struct {
	Message int      `json:"message"`
	Role    string   `json:"role"`
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	From    string   `json:"from"`
	Element string   `json:"element"`
	Bytes   int      `json:"bytes"`
	StandIn int      `json:"standIn"`
	Other   []string `json:"other"`
}

// ComparisonOf returns the JSON shape of a comparison.
func ComparisonOf(c profile.Comparison) Comparison {
	out := Comparison{Schema: Schema, A: c.A, B: c.B, Elements: []CompareRow{}, Sizes: []CompareSum{}}
	out.Covered[0], out.Covered[1] = profile.Covered(c.Context())
	cellOf := func(c profile.Cell) CompareCell {
		return CompareCell{list(c.From), list(c.Blocks), c.Size.Bytes, c.Size.UTF16, string(c.Lifetime), c.Documented, list(c.Changes)}
	}
	for _, r := range c.Rows {
		out.Elements = append(out.Elements, CompareRow{string(r.Element), r.Title, string(r.Part), cellOf(r.A), cellOf(r.B)})
	}
	for _, s := range c.Sizes {
		out.Sizes = append(out.Sizes, CompareSum{string(s.Part), [2]int{s.A.Bytes, s.B.Bytes}, [2]int{s.A.UTF16, s.B.UTF16}, [2]int{s.StandInA, s.StandInB}})
	}
	sections := func(all []profile.Section) []CompareSection {
		out := []CompareSection{}
		for _, s := range all {
			out = append(out, CompareSection{s.Message, string(s.Role), s.ID, s.Title, s.From, string(s.Element), s.Size.Bytes, s.StandIn, list(s.Other)})
		}
		return out
	}
	out.SectionsA, out.SectionsB = sections(c.SectionsA), sections(c.SectionsB)
	return out
}

// ComparisonTable is one of the tables of a comparison; its first row is the heading.
type ComparisonTable struct {
	Rows [][]string
	Note string // text below the table; may be empty
}

// ComparisonTables returns the tables of a comparison: the user's files, who adds each element,
// when each element changes, the sections of either side, and the sizes.
func ComparisonTables(c profile.Comparison) []ComparisonTable {
	who := ComparisonTable{Rows: [][]string{{"ELEMENT", c.A, c.B}}}
	when := ComparisonTable{Rows: [][]string{{"CHANGES WHEN", c.A, c.B}}}
	for _, r := range c.Rows {
		who.Rows = append(who.Rows, []string{r.Title, provided(r.A), provided(r.B)})
		when.Rows = append(when.Rows, []string{r.Title, changesWhen(r.A), changesWhen(r.B)})
	}
	covered, of := profile.Covered(c.Context())
	who.Note = fmt.Sprintf("%[2]s has %[1]d elements about the session and its directory; %[3]s has %[4]d of them", of, c.A, c.B, covered)
	tables := []ComparisonTable{filesTable(c), who, when}
	for i, side := range [][]profile.Section{c.SectionsA, c.SectionsB} {
		t := ComparisonTable{Rows: [][]string{{"SECTION OF " + strings.ToUpper([]string{c.A, c.B}[i]), "FROM", "BYTES", "IN " + []string{c.B, c.A}[i]}}}
		for _, s := range side {
			t.Rows = append(t.Rows, []string{fmt.Sprintf("%s (%s)", s.Title, s.Role), s.From, sized(s.Size, s.StandIn), cmp.Or(strings.Join(s.Other, ", "), "-")})
		}
		tables = append(tables, t)
	}
	sizes := ComparisonTable{Rows: [][]string{{"SIZE IN BYTES", c.A, c.B}}}
	for _, s := range c.Sizes {
		if s.A.Bytes > 0 || s.B.Bytes > 0 || s.Part == profile.Total {
			sizes.Rows = append(sizes.Rows, []string{string(s.Part), sized(s.A, s.StandInA), sized(s.B, s.StandInB)})
		}
	}
	if slices.ContainsFunc(c.Sizes, func(s profile.Sum) bool { return s.StandInA+s.StandInB > 0 }) {
		sizes.Note = "a stand-in counts here with its own size; `galley blocks` counts the measured size of the words that it replaces"
	}
	return append(tables, sizes)
}

// filesTable says which of the user's files each prompt contains.
func filesTable(c profile.Comparison) ComparisonTable {
	t := ComparisonTable{Rows: [][]string{{"YOUR FILES", c.A, c.B}}}
	both, onlyA, onlyB := split(c.FilesA, c.FilesB)
	for _, f := range both {
		t.Rows = append(t.Rows, []string{f, "in it", "in it"})
	}
	for _, f := range onlyA {
		t.Rows = append(t.Rows, []string{f, "in it", "-"})
	}
	for _, f := range onlyB {
		t.Rows = append(t.Rows, []string{f, "-", "in it"})
	}
	if len(t.Rows) == 1 {
		t.Note = "none of your files is in either"
	}
	return t
}

// ComparisonText writes the tables of a comparison.
func ComparisonText(w io.Writer, c profile.Comparison) error {
	var b strings.Builder
	for i, table := range ComparisonTables(c) {
		if i > 0 {
			b.WriteString("\n")
		}
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, row := range table.Rows {
			fmt.Fprintln(t, strings.Join(row, "\t"))
		}
		t.Flush()
		if table.Note != "" {
			b.WriteString(table.Note + "\n")
		}
	}
	var out strings.Builder
	for line := range strings.Lines(b.String()) {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	_, err := io.WriteString(w, Safe(out.String()))
	return err
}

func provided(c profile.Cell) string {
	if !c.There() {
		return "-"
	}
	return fmt.Sprintf("%s, %d bytes", strings.Join(c.From, ", "), c.Size.Bytes)
}

func changesWhen(c profile.Cell) string {
	if !c.There() {
		return "-"
	}
	text := string(c.Lifetime)
	if len(c.Changes) > 0 && !slices.Equal(c.Changes, []string{text}) {
		text += ": " + strings.Join(c.Changes, ", ")
	}
	if c.Documented != "" {
		text += " (documented: " + c.Documented + ")"
	}
	return text
}

func sized(l source.Length, standIn int) string {
	if standIn == 0 {
		return fmt.Sprint(l.Bytes)
	}
	return fmt.Sprintf("%d (%d stand-in)", l.Bytes, standIn)
}
