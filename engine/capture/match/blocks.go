package match

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/secret"
	"galley/engine/source"
	"galley/engine/wire"
)

// Prompt returns the request's prompt in blocks that each have one origin: a rule file with its
// frame, another expected text, or the agent's own text under one heading.
func Prompt(r *wire.Request, m Map, in []Expected) prompt.Prompt {
	out := r.Prompt
	out.Messages = slices.Clone(r.Prompt.Messages)
	b := builder{ids: map[string]int{}, expected: in}
	at := 0
	for i := range out.Messages {
		old := &r.Prompt.Messages[i]
		message := &out.Messages[i]
		message.Blocks, message.Parts = nil, nil
		for j := range old.Blocks {
			from := at
			for at < len(m.Spans) && m.Spans[at].Place < len(r.Places) && blockIndex(r, m.Spans[at].Place) == [2]int{i, j} {
				at++
			}
			blocks := b.blocks(old.Blocks[j], m.Spans[from:at])
			message.Blocks = append(message.Blocks, blocks...)
			if old.Parts != nil {
				message.Parts = append(message.Parts, len(blocks))
			}
		}
	}
	numberTitles(out.Messages)
	return out
}

func blockIndex(r *wire.Request, index int) [2]int {
	return [2]int{r.Places[index].Message, r.Places[index].Block}
}

// builder makes blocks with distinct ids.
type builder struct {
	ids      map[string]int
	expected []Expected
}

func (b *builder) id(name string) string {
	b.ids[name]++
	if n := b.ids[name]; n > 1 {
		return name + "-" + strconv.Itoa(n)
	}
	return name
}

// run is a part of a text that becomes one block.
type run struct {
	name, title string
	life        prompt.Lifetime
	from        string // who adds it; "" is the agent
	element     prompt.Element
	text        source.Builder
	own         bool // it is the agent's own text
	gap         bool // it is the agent's own text in place of a file
}

// blocks divides one text at the borders of its spans and at its headings.
func (b *builder) blocks(whole prompt.Block, spans []Span) []prompt.Block {
	text := whole.Text.String()
	split := splitter{text: text}
	var runs []*run
	current := func() *run { return runs[len(runs)-1] }
	start := func(r run) { runs = append(runs, &r) }
	ownText := func(title string) {
		start(run{name: "text/" + slug(title), title: title, life: whole.Lifetime, element: whole.Element, own: true})
	}
	own := func(from, to int) { // adds the agent's own text in the range
		all := split.sections(from, to)
		if len(all) > 1 && all[0].title == "" && strings.TrimSpace(text[all[0].start:all[0].end]) == "" && (len(runs) == 0 || !current().own) {
			all[1].start = all[0].start // the block begins with the blank lines before its heading
			all = all[1:]
		}
		for i, h := range all {
			if h.title != "" || i > 0 || len(runs) == 0 || !current().own {
				ownText(h.title)
			}
			current().text.Add(text[h.start:h.end], source.Origin{Kind: source.Captured, Source: whole.ID, Span: source.Span{Start: h.start, End: h.end}, Tag: source.NoSpan})
		}
	}
	at := 0
	for i, s := range spans {
		if s.Start > at {
			own(at, s.Start)
		}
		at = s.End
		file, named, behind := fileOf(spans, i)
		tells := prompt.Memory
		if s.Expected >= 0 {
			tells = prompt.ElementOf(b.expected[s.Expected].Name)
		}
		switch {
		case tells == prompt.Skills: // it is a list of entries from many files
			name := b.expected[s.Expected].Name
			if len(runs) == 0 || current().name != name {
				kind, _, _ := strings.Cut(name, " ")
				start(run{name: name, title: "list of " + kind, life: prompt.Session, element: tells})
			}
		case s.Origin.Kind == source.Variable && s.Expected < 0:
			if len(runs) == 0 || !current().own {
				ownText("")
			}
		case s.Expected >= 0 && s.Origin.Kind == source.Captured && strings.Count(text[s.Start:s.End], "\n") > 1:
			line, _, _ := strings.Cut(text[s.Start:s.End], "\n")
			ownText(Heading(strings.TrimRight(line, "\r")))
			current().own, current().gap = false, true
		case named && behind && current().gap: // it is the agent's frame after the file's text
		case named:
			name := "file/" + file
			if len(runs) == 0 || current().name != name {
				start(run{name: name, title: fileTitle(file), life: prompt.Session, from: file, element: tells})
			}
		default:
			name := "expected"
			if s.Expected >= 0 {
				name = b.expected[s.Expected].Name
			}
			if len(runs) == 0 || current().own || current().name != name && !strings.HasPrefix(current().name, "file/") {
				start(run{name: name, title: name, life: prompt.Session, element: tells})
			}
		}
		current().text.Add(text[s.Start:s.End], s.Origin)
	}
	if at < len(text) || len(runs) == 0 {
		own(at, len(text))
	}
	out := make([]prompt.Block, 0, len(runs))
	for _, r := range runs {
		title := r.title
		if title == "" {
			title = opening(r.text.Text().String())
		}
		if title == "" && r.text.Len() > 0 {
			title = "blank"
		}
		if title == "" {
			title = whole.Title
		}
		out = append(out, prompt.Block{ID: b.id(strings.TrimSuffix(r.name, "/")), Title: title, Lifetime: r.life, From: r.from, Element: r.element, Text: r.text.Text()})
	}
	return out
}

// fileTitle returns the title of the block of a file: its name, or that of the directory of a skill.
func fileTitle(file string) string {
	if path.Base(file) == "SKILL.md" {
		return "skill " + facts.Base(facts.Dir(file))
	}
	return path.Base(file)
}

// fileOf returns the file to which a span belongs. A span of the agent's frame belongs to the next
// file in the same expected text, if one follows. Otherwise it belongs to the file before it, and
// behind is true.
func fileOf(spans []Span, i int) (file string, found, behind bool) {
	isFile := func(s Span) bool { return s.Origin.Kind == source.File || s.Origin.Kind == source.Import }
	if isFile(spans[i]) {
		return spans[i].Origin.Source, true, false
	}
	if spans[i].Expected < 0 {
		return "", false, false
	}
	for j := i + 1; j < len(spans) && spans[j].Expected == spans[i].Expected; j++ {
		if isFile(spans[j]) {
			return spans[j].Origin.Source, true, false
		}
	}
	for j := i - 1; j >= 0 && spans[j].Expected == spans[i].Expected; j-- {
		if isFile(spans[j]) {
			return spans[j].Origin.Source, true, true
		}
	}
	return "", false, false
}

// longestOpening is the most code points of a text that are used as its title.
const longestOpening = 36

// tagAt returns the tag at the start of a line, if its name consists only of letters.
func tagAt(line string) string {
	end := strings.IndexByte(line, '>')
	if end < 2 || end > 60 || line[0] != '<' || strings.ContainsFunc(line[1:end], func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("_- ", r) }) {
		return ""
	}
	return line[:end+1]
}

// opening returns the tag or the first words of a text, which serve as a title if the text has no
// heading; "" for a blank text.
func opening(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = secret.MaskKeys(strings.TrimSpace(line))
	if tag := tagAt(line); tag != "" {
		return tag
	}
	n := 0
	for at := range line {
		if n++; n <= longestOpening {
			continue
		}
		line = line[:at]
		if space := strings.LastIndexByte(line, ' '); space != -1 {
			line = line[:space]
		}
		return "“" + line + "…”"
	}
	if line == "" {
		return ""
	}
	return "“" + line + "”"
}

// slug returns a title in a form for the id of a block.
func slug(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 40 {
			break
		}
	}
	return strings.Trim(b.String(), "-")
}
