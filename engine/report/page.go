package report

import (
	_ "embed" // the page
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/capture"
	"galley/engine/discovery"
	"galley/engine/prompt"
	"galley/engine/secret"
	"galley/engine/source"
	"galley/engine/textutil"
	"galley/engine/token"
)

//go:embed page.html
var pageHTML string

var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageHTML)) })

// mostPage is a limit: the most bytes of text that a page shows.
const mostPage = 8 << 20

// page is what the page's template shows.
type page struct {
	Title, Ground, Model, Foot, Cut string
	Badges                          []pageBadge
	Kinds                           []string // all kinds, in the order of the colours
	Legend                          []string // the kinds on this page
	Words                           map[string]string
	Shares                          []pageRow
	Blocks                          []pageBlock
	Tools                           []pageRow
	ToolBytes, ToolTokens           string
	ToolShare                       string
	Files, Unknown                  []string // Files: the user's files in the prompt. Unknown: what galley does not know about it
	Notes                           []string
}

type pageBadge struct {
	Text  string
	Stand bool
}

// pageRow is a row of the page: a share of the bar at the top, or a tool.
type pageRow struct {
	Title, Kind, Bytes, Tokens string
	File                       string // the file of a block, as in pageBlock
	Weight                     int
	size                       int
}

type pageBlock struct {
	Number                        int
	Title, Role, Lifetime, Tokens string
	Bytes, Share                  string
	File                          string // the file from which the block's text comes; "" without a file, or if Title names the file
	StandIn                       int
	Open                          bool
	Pieces                        []pagePiece
}

type pagePiece struct{ Kind, From, Text string }

// pageWords explain the kinds, each of which has a colour.
var pageWords = map[string]string{
	"structure": "the agent's frame", "template": "the template", "variable": "a variable", "override": "a value set by hand", "file": "a file",
	asked:    "the user's text",
	"import": "an imported file", "pack": "the agent's words, from a pack", "stand-in": "galley's stand-in for the agent's words", "tool": "tools", "captured": "the agent's words, as captured",
}

// asked is the kind of the user's own text in a captured request, in addition to the kinds of
// package source.
const asked = "asked"

// PageOptions are what a page needs besides the result.
type PageOptions struct {
	Notes       []string
	Asked       string   // the user's own text in a captured request, or ""
	Identifiers []string // identifiers of sessions, machines and people, which are masked
	Count       Counter
}

// text prepares a text for a page: it masks identifiers and keys, and makes hidden characters
// visible. The template escapes the text for HTML.
func (o *PageOptions) text(s string) string {
	return Safe(secret.MaskKeys(capture.MaskText(s, o.Identifiers)))
}

// Page writes a result as one page of HTML that needs no network and no scripts. Secrets are
// masked, and characters that a browser could obey or hide are made visible.
func Page(w io.Writer, r *engine.Result, o PageOptions) error {
	r = r.Masked()
	pageText := o.text
	agent, _, _ := strings.Cut(r.Profile, "@")
	p := page{Title: "The prompt of " + pageText(r.Profile), Ground: pageText(BasisText(r.Provenance)), Model: pageText(r.Model), Words: pageWords,
		Foot: "Made by galley. A number with ~ was counted with the most similar known vocabulary; one with ≈ is an estimate, because the vocabulary is not public."}
	for kind := range source.Captured + 1 {
		p.Kinds = append(p.Kinds, kind.String())
	}
	p.Kinds = append(p.Kinds, asked)
	total := r.Whole.All().Tokens.Tokens
	left := mostPage
	seen := map[string]bool{}
	standIn := 0
	for i, b := range r.Blocks {
		message := r.Prompt.Messages[b.Message]
		block := message.Blocks[b.Block]
		kind, pieces := pagePieces(block.Text, &left, pageText)
		if message.Role == prompt.User && kind == source.Captured.String() && o.Asked != "" && strings.TrimSpace(block.Text.String()) == strings.TrimSpace(o.Asked) {
			kind = asked
			for i := range pieces {
				pieces[i].Kind, pieces[i].From = asked, pageWords[asked]
			}
		}
		for _, piece := range pieces {
			seen[piece.Kind] = true
		}
		size := sentSize(r, i)
		out := pageBlock{Number: i + 1, Title: pageText(block.Title), Role: string(message.Role), Lifetime: string(block.Lifetime), Bytes: grouped(size.Length.Bytes),
			Tokens: tokensOf(size.Tokens), Share: share(size.Tokens.Tokens, total), StandIn: block.StandInBytes(), Pieces: pieces, File: pageText(pageFile(block)),
			Open: kind != source.Captured.String() && kind != source.Structure.String() && kind != source.Pack.String()}
		standIn += out.StandIn
		p.Blocks = append(p.Blocks, out)
		p.Shares = append(p.Shares, pageRow{Title: out.Title, File: out.File, Kind: kind, Tokens: out.Tokens, Weight: max(size.Tokens.Tokens, 1)})
		seen[kind] = true
	}
	if left <= 0 {
		p.Cut = fmt.Sprintf("The page contains the first %s of the text; the rest is left out.", Size(mostPage))
	}
	p.tools(r, agent, total, &o, seen)
	for _, kind := range p.Kinds {
		if seen[kind] {
			p.Legend = append(p.Legend, kind)
		}
	}
	p.Badges = append(p.Badges, pageBadge{Text: string(r.Provenance.Basis)}, pageBadge{Text: tokensOf(r.Whole.All().Tokens) + " tokens"},
		pageBadge{Text: fmt.Sprintf("%s, %s", textutil.Plural(len(r.Prompt.Messages), "message"), textutil.Plural(len(r.Prompt.Tools), "tool"))})
	if standIn > 0 {
		p.Badges = append(p.Badges, pageBadge{fmt.Sprintf("%s bytes are stand-ins", grouped(standIn)), true})
	}
	if text := ReplacedText(r); text != "" {
		p.Notes = append(p.Notes, pageText(text))
	}
	for _, note := range append(slices.Clone(r.Prompt.Notes), o.Notes...) {
		if text := pageText(note); !slices.Contains(p.Notes, text) { // the prompt may repeat a note of a capture
			p.Notes = append(p.Notes, text)
		}
	}
	p.answers(r, &o)
	return pageTemplate().Execute(w, p)
}

// answers sets the lists of the user's files that the prompt contains and of the facts about the
// prompt that galley does not know.
func (p *page) answers(r *engine.Result, o *PageOptions) {
	if r.Trace != nil {
		for _, c := range r.Trace.Candidates {
			switch {
			case c.Kind != discovery.Rule:
			case c.Verdict == discovery.Loaded:
				p.Files = append(p.Files, o.text(c.Path)+" "+Size(c.Used))
			case c.Verdict == discovery.Unknown:
				p.Unknown = append(p.Unknown, "whether the agent loads "+o.text(c.Path))
			}
		}
		for _, f := range r.ByTool() {
			p.Files = append(p.Files, o.text(f.Path)+" "+Size(f.Bytes)+" by a tool")
		}
	}
	if r.Provenance.Basis == engine.Predicted {
		p.Unknown = append(p.Unknown, "the next request: this one is predicted from a capture, with the files as they are now")
	}
	if text := ReplacedText(r); text != "" {
		p.Unknown = append(p.Unknown, o.text(text))
	}
	if r.Whole.All().Tokens.Basis.Sign() != "" {
		p.Unknown = append(p.Unknown, "the exact number of tokens")
	}
	for _, note := range r.Prompt.Notes {
		if strings.Contains(note, "not known") {
			p.Unknown = append(p.Unknown, o.text(note))
		}
	}
}

// tools adds the tools, the largest first, and their share of the bar.
func (p *page) tools(r *engine.Result, agent string, total int, o *PageOptions, seen map[string]bool) {
	for i, t := range r.Prompt.Tools {
		text := t.Declaration
		size := r.Whole.Tool(i, budget.Size{Length: source.Length{Bytes: text.Len()}, Tokens: o.Count(agent, text.String())})
		n := size.Length.Bytes
		p.Tools = append(p.Tools, pageRow{Title: o.text(t.Name), Bytes: grouped(n), Tokens: tokensOf(size.Tokens), size: n})
	}
	if len(p.Tools) == 0 {
		return
	}
	slices.SortStableFunc(p.Tools, func(a, b pageRow) int { return b.size - a.size })
	for i := range p.Tools {
		p.Tools[i].Weight = p.Tools[i].size * 100 / max(p.Tools[0].size, 1)
	}
	p.ToolBytes, p.ToolTokens, p.ToolShare = grouped(r.Whole.Tools.Length.Bytes), tokensOf(r.Whole.Tools.Tokens), share(r.Whole.Tools.Tokens.Tokens, total)
	p.Shares = append(p.Shares, pageRow{Title: "tools", Kind: source.Tool.String(), Tokens: p.ToolTokens, Weight: max(r.Whole.Tools.Tokens.Tokens, 1)})
	seen[source.Tool.String()] = true
}

// pagePieces returns the pieces of a text. left is how many bytes the page may still show;
// pagePieces subtracts what it returns, and leaves out the text for which nothing is left. kind
// decides the colour of the text. It is the kind of a file if part of the text comes from a file,
// otherwise the kind with the most bytes.
func pagePieces(text source.Text, left *int, pageText func(string) string) (kind string, out []pagePiece) {
	sizes := map[string]int{}
	for _, piece := range text.Pieces() {
		k := piece.Origin.Kind.String()
		if sizes[k] += len(piece.Text); sizes[k] > sizes[kind] || kind == "" {
			kind = k
		}
		if *left <= 0 {
			continue
		}
		shown := piece.Text[:min(len(piece.Text), *left)]
		*left -= len(shown)
		from := pageWords[k]
		if piece.Origin.Source != "" {
			from += ": " + piece.Origin.Source
			if piece.Origin.Line > 0 {
				from += fmt.Sprintf(", line %d", piece.Origin.Line)
			}
		}
		out = append(out, pagePiece{k, pageText(from), pageText(shown)})
	}
	switch {
	case sizes[source.File.String()] > 0: // a file wins, because readers look for what the user wrote
		kind = source.File.String()
	case kind == "":
		kind = source.Structure.String()
	}
	return kind, out
}

// pageFile returns the first file whose text is in a block. It returns "" if the block has no text
// from files, or if the block's title names the file.
func pageFile(block prompt.Block) string {
	for _, piece := range block.Text.Pieces() {
		if file := piece.Origin.Source; piece.Origin.Kind == source.File && file != "" && !strings.Contains(block.Title, file) {
			return file
		}
	}
	return ""
}

func tokensOf(c token.Count) string { return c.Basis.Sign() + grouped(c.Tokens) }

func share(n, of int) string {
	if of == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.1f %%", float64(n)*100/float64(of))
}

// grouped writes a number with commas between groups of three digits.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
