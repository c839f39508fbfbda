package pilotdeck

import (
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"galley/engine/diag"
	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/source"
	"galley/engine/textutil"
)

// servers returns the instructions of MCP servers inside a tag. Servers without text are left out;
// the others are sorted by name as ICU sorts, so that the text does not depend on the order in
// which servers connect.
//
// The text of a server is not escaped. If it contains the closing tag, that is a problem: the model
// takes what follows for the prompt's own words.
func (d PilotDeck) servers() (source.Text, []diag.Problem) {
	var all []PilotServer
	for _, s := range d.MCP {
		if s.Instructions = profile.TrimSpace(s.Instructions); s.Instructions.Len() > 0 {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return source.Text{}, nil
	}
	order := collate.New(language.English)
	slices.SortStableFunc(all, func(a, b PilotServer) int { return order.CompareString(a.Name, b.Name) })
	lit := source.Literal
	texts := []source.Text{lit("<mcp-instructions>\n")}
	var problems []diag.Problem
	for _, s := range all {
		texts = append(texts, lit(`<server name="`), pack.Value("mcp", attribute.Replace(s.Name)), lit("\">\n"), s.Instructions, lit("\n</server>\n"))
		for _, tag := range slices.Compact(closing().FindAllString(s.Instructions.String(), -1)) {
			problems = append(problems, diag.New(diag.ClosingTag, source.Span{},
				"the instructions of the MCP server "+s.Name+" hold "+tag+": what follows reads as the prompt's own text",
				"remove the tag from them, or do not connect the server"))
		}
	}
	return profile.Joined(append(texts, lit("</mcp-instructions>"))...), problems
}

// attribute escapes a name for an attribute in double quotes.
var attribute = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;")

var closing = textutil.LazyRegexp(`</\s*(?:server|mcp-instructions)\s*>`)
