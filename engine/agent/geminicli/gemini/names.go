package gemini

import (
	"slices"
	"strings"

	"galley/engine/source"
)

// NameRow is a row of the table of tool names in yume@2025. It has the name of a tool as the table
// spells it, the names that Gemini CLI uses, and the name that Codebolt uses.
type NameRow struct {
	InTable string // the name as the table spells it
	Tools   []string
	Other   string // Codebolt's name, or ""
	Note    string // the table's caveat, or ""
}

// Names is the table, in its order.
var Names = []NameRow{
	{"read_file", []string{"read_file"}, "codebolt--readFile", ""},
	{"write_file", []string{"write_file"}, "codebolt--writeFile", ""},
	{"edit", []string{"replace"}, "codebolt--editFile", "or similar"},
	{"shell", []string{"run_shell_command"}, "codebolt--executeCommand", ""},
	{"grep", []string{"grep_search", "search_file_content"}, "codebolt--searchFiles", ""},
	{"glob", []string{"glob"}, "codebolt--listFiles", ""},
	{"ls", []string{"list_directory"}, "codebolt--listFiles", ""},
	{"web_fetch", []string{"web_fetch"}, "codebolt--webFetch", "if available"},
	{"web_search", []string{"google_web_search"}, "codebolt--webSearch", "if available"},
	{"memory", []string{"save_memory"}, "", "Custom via codebolt.memory APIs"},
	{"attempt_completion", nil, "", "Built-in completion detection"},
}

// Renamed is a text in which tool names were replaced.
type Renamed struct {
	Text source.Text
	// Noted lists the rows that have a caveat and whose names occurred in the text, in the table's
	// order.
	Noted []NameRow
	// Unmapped lists the names of Gemini CLI's tools that occurred in the text but are not in the
	// table, in the order in which they occurred.
	Unmapped []string
}

// Rename replaces tool names by those of a table. It replaces the names that galley inserted into
// the prose, and names in back-ticks in the prose itself. It changes nothing else. In particular,
// it does not change names that are already replacements.
func Rename(t source.Text, rows []NameRow) Renamed {
	r := renaming{rows: rows, noted: map[int]bool{}, seen: map[string]bool{}}
	var b source.Builder
	for _, p := range t.Pieces() {
		if p.Origin.Kind == source.Tool {
			b.Append(r.name(p.Text, source.Of(p.Text, p.Origin)))
			continue
		}
		b.Append(r.quoted(source.Of(p.Text, p.Origin)))
	}
	r.out.Text = b.Text()
	for i, row := range rows {
		if r.noted[i] {
			r.out.Noted = append(r.out.Noted, row)
		}
	}
	return r.out
}

type renaming struct {
	rows  []NameRow
	out   Renamed
	noted map[int]bool
	seen  map[string]bool
}

// quoted replaces the tool names in t that stand between back-ticks on one line.
func (r *renaming) quoted(t source.Text) source.Text {
	s := t.String()
	if !strings.Contains(s, "`") {
		return t
	}
	var b source.Builder
	kept := 0
	for at := 0; ; {
		open := strings.IndexByte(s[at:], '`')
		if open < 0 {
			break
		}
		open += at + 1
		end := strings.IndexAny(s[open:], "`\n")
		if end < 0 {
			break
		}
		end += open
		if end == open { // two adjacent back-ticks: the second one may begin a name
			at = end
			continue
		}
		if s[end] == '`' {
			b.Append(t.Slice(kept, open))
			b.Append(r.name(s[open:end], t.Slice(open, end)))
			kept = end
		}
		at = end + 1
	}
	b.Append(t.Slice(kept, len(s)))
	return b.Text()
}

// name returns the replacement for a tool's name as a text. Without a replacement it returns old.
func (r *renaming) name(name string, old source.Text) source.Text {
	for i, row := range r.rows {
		if row.InTable != name && !slices.Contains(row.Tools, name) {
			continue
		}
		if row.Note != "" {
			r.noted[i] = true
		}
		if row.Other == "" {
			r.unmapped(name)
			return old
		}
		return toolName(name, row.Other)
	}
	if isTool(name) {
		r.unmapped(name)
	}
	return old
}

func (r *renaming) unmapped(name string) {
	if !r.seen[name] {
		r.seen[name] = true
		r.out.Unmapped = append(r.out.Unmapped, name)
	}
}

func isTool(name string) bool {
	for _, registry := range [][]builtIn{registry061, registry028} {
		for _, t := range registry {
			if t.name == name {
				return true
			}
		}
	}
	return false
}
