package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/token"
)

// Matrix is the JSON shape of `scan --matrix`: a row for each file, a column for each agent.
type Matrix struct {
	Schema int           `json:"schema"`
	Cwd    string        `json:"cwd"`
	File   string        `json:"file"` // the edited file, or ""
	Agents []MatrixAgent `json:"agents"`
	Rows   []MatrixRow   `json:"rows"`
}

// MatrixAgent is a column: an agent, and how many tokens its rule files take before the first
// message.
type MatrixAgent struct {
	Agent  string `json:"agent"` // NAME@VERSION
	Loaded int    `json:"loaded"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"`
	Basis  string `json:"basis"`  // exact, assumed or estimate
	Method string `json:"method"` // how the tokens were counted
	// Unstable says that the agent's order may differ at each start.
	Unstable bool   `json:"unstable"`
	Failure  string `json:"failure"` // why the agent would not start, or ""
}

// MatrixRow is one file, with a cell for each agent.
type MatrixRow struct {
	Path     string       `json:"path"`
	RealPath string       `json:"realPath"` // the real path of the file, if it is reached through links; "" if it equals Path
	Cells    []MatrixCell `json:"cells"`    // in the agents' order
}

// MatrixCell describes what one agent does with one file.
type MatrixCell struct {
	Verdict  string `json:"verdict"` // loaded, on demand, not loaded or not known
	Order    int    `json:"order"`
	Reason   string `json:"reason"`
	Detail   string `json:"detail"`
	Evidence string `json:"evidence"` // "measured on 0.171.0", "documented"; "" if the agent does not examine the file
}

// Counter counts the tokens of a text with the vocabulary of an agent's usual models.
type Counter func(agent, text string) token.Count

// longText is a limit in bytes: the count of a text of this length or more is cached for other
// agents. mostKept limits the bytes of all texts whose counts are cached.
const longText, mostKept = 2 << 10, 32 << 20

// AgentCounter returns a counter of tokens that uses the vocabulary of the agent's usual models.
// For agents that work with any model, it uses the vocabulary of the given model. A long text is
// counted once for all agents with the same vocabulary. The counter is safe for concurrent use.
func AgentCounter(agents *agent.Registry, model token.Meaning) Counter {
	usual := map[string]string{}
	for _, a := range agents.All() {
		usual[a.Name] = a.Vendor
	}
	var mu sync.Mutex
	counted, kept := map[[2]string]token.Count{}, 0
	return func(agent, text string) token.Count {
		m, key := model, [2]string{"", text}
		if vendor := usual[agent]; vendor != "" && m.Vendor != vendor {
			m, key[0] = token.Means(vendor, ""), vendor
		}
		if len(text) < longText {
			return m.Counter.Count(text)
		}
		mu.Lock()
		n, done := counted[key]
		mu.Unlock()
		if done {
			return n
		}
		n = m.Counter.Count(text)
		mu.Lock()
		defer mu.Unlock()
		if kept += len(text); kept <= mostKept {
			counted[key] = n
		}
		return n
	}
}

// MatrixOf returns the JSON shape of a matrix. file is the edited file.
func MatrixOf(m discovery.Matrix, file string, count Counter) Matrix {
	out := Matrix{Schema: Schema, File: file, Agents: []MatrixAgent{}, Rows: []MatrixRow{}}
	for _, t := range m.Traces {
		out.Cwd = t.Cwd
		text := t.Text.String()
		n := count(t.Agent, text)
		a := MatrixAgent{Agent: AgentName(t), Loaded: len(t.Loaded), Bytes: len(text), Tokens: n.Tokens, Basis: string(n.Basis),
			Method: n.Method, Unstable: t.Unstable}
		if t.Failure != nil {
			a.Failure = t.Failure.Message
		}
		out.Agents = append(out.Agents, a)
	}
	for _, row := range m.Rows {
		r := MatrixRow{Path: row.Shown(), RealPath: row.RealPath, Cells: []MatrixCell{}}
		for i, cell := range row.Cells {
			c := MatrixCell{Verdict: string(cell.Verdict), Reason: string(cell.Reason())}
			if cell.Through != nil {
				c.Detail, c.Evidence = cell.By, m.Traces[i].EvidenceText(cell.Through)
			} else if k := cell.Candidate; k != nil {
				c.Order, c.Detail, c.Evidence = k.Order, k.Detail, m.Traces[i].EvidenceText(k)
			}
			r.Cells = append(r.Cells, c)
		}
		out.Rows = append(out.Rows, r)
	}
	return out
}

// MatrixText writes the matrix for people: how many tokens each agent uses, a table with a letter
// for each agent, and a line for each agent that says how it differs from the others.
func MatrixText(w io.Writer, m discovery.Matrix, file string, count Counter) error {
	shape := MatrixOf(m, file, count)
	var b strings.Builder
	width := 4
	for _, a := range shape.Agents {
		width = max(width, len(a.Agent))
	}
	fmt.Fprintf(&b, "%s\n", shape.Cwd)
	if file != "" {
		fmt.Fprintf(&b, "while %s is edited\n", Nearby(file, shape.Cwd))
	}
	b.WriteString("\nbefore your first message\n")
	for i, a := range shape.Agents {
		about := ""
		if a.Basis != string(token.Exact) {
			about = "≈"
		}
		fmt.Fprintf(&b, "  %s %-*s %2d files %8d bytes %8s tokens", letter(i), width, a.Agent, a.Loaded, a.Bytes, about+fmt.Sprint(a.Tokens))
		if a.Unstable {
			b.WriteString("  in an order that is not stable")
		}
		if a.Failure != "" {
			b.WriteString("  would not start: " + a.Failure)
		}
		b.WriteByte('\n')
	}
	table(&b, m, shape)
	differences(&b, m, shape)
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// letter returns the letter that names a column.
func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return string(rune('a' + (i-26)%26))
}

// table writes the files that at least one agent uses.
func table(b *strings.Builder, m discovery.Matrix, shape Matrix) {
	width := 4
	for i := range m.Rows {
		if m.Rows[i].Used() || known(m.Rows[i]) {
			width = min(max(width, utf8.RuneCountInString(Nearby(m.Rows[i].Shown(), shape.Cwd))), 60)
		}
	}
	fmt.Fprintf(b, "\n%-*s ", width, "")
	for i := range shape.Agents {
		b.WriteString(" " + letter(i))
	}
	b.WriteString("   ● at launch  ○ on demand  ? not known  · not loaded\n")
	for i := range m.Rows {
		row := m.Rows[i]
		if !row.Used() && !known(row) {
			continue
		}
		name := Nearby(row.Shown(), shape.Cwd)
		fmt.Fprintf(b, "%s%s ", name, strings.Repeat(" ", max(width-utf8.RuneCountInString(name), 0)))
		for _, cell := range row.Cells {
			b.WriteString(" " + cellSign(cell))
		}
		if row.RealPath != "" {
			b.WriteString("   -> " + Nearby(row.RealPath, shape.Cwd))
		}
		b.WriteByte('\n')
	}
}

// known reports whether the table shows a row although no agent certainly uses its file. It does
// so if galley does not know, for at least one agent, whether that agent uses the file.
func known(row discovery.Row) bool {
	for _, c := range row.Cells {
		if c.Verdict == discovery.Unknown {
			return true
		}
	}
	return false
}

func cellSign(c discovery.Cell) string {
	return cmp.Or(map[discovery.Verdict]string{discovery.Loaded: "●", discovery.Later: "○", discovery.Unknown: "?"}[c.Verdict], "·")
}

// differences writes a line for each agent. The line names the files that most agents load and this
// agent does not, the files that only it loads, and the files that it loads twice.
func differences(b *strings.Builder, m discovery.Matrix, shape Matrix) {
	b.WriteString("\ndifferences\n")
	for i, a := range shape.Agents {
		var lacks, alone []string
		for _, row := range m.Rows {
			have := 0
			for _, c := range row.Cells {
				if c.Verdict == discovery.Loaded || c.Verdict == discovery.Later {
					have++
				}
			}
			name, cell := Nearby(row.Shown(), shape.Cwd), row.Cells[i]
			mine := cell.Verdict == discovery.Loaded || cell.Verdict == discovery.Later
			switch {
			case mine && have == 1:
				alone = append(alone, name)
			case !mine && cell.Verdict == discovery.NotLoaded && have*2 > len(row.Cells):
				lacks = append(lacks, name+" ("+cell.Reason().Text()+")")
			}
		}
		var twice []string
		for _, c := range m.Traces[i].Candidates {
			if c.Verdict == discovery.Loaded && c.DuplicateOf != "" {
				twice = append(twice, fmt.Sprintf("%s (%d bytes, as %s)", Nearby(c.Shown, shape.Cwd), c.Used, Nearby(c.DuplicateOf, shape.Cwd)))
			}
		}
		var parts []string
		if len(twice) > 0 {
			parts = append(parts, "loads twice: "+some(twice))
		}
		if len(lacks) > 0 {
			parts = append(parts, "does not load: "+some(lacks))
		}
		if len(alone) > 0 {
			parts = append(parts, "only it loads: "+some(alone))
		}
		if len(parts) == 0 {
			parts = []string{"none"}
		}
		fmt.Fprintf(b, "  %s %s: %s\n", letter(i), a.Agent, strings.Join(parts, "; "))
	}
}

// some joins the first few names and counts the others.
func some(names []string) string {
	const most = 4
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
