package report

import (
	"fmt"
	"io"
	"strings"

	"galley/engine/diag"
)

// ProblemsGitHub writes problems as workflow commands that annotate files in GitHub Actions.
// template is the path of the template. place converts a path to a path in the repository.
func ProblemsGitHub(w io.Writer, all []diag.Problem, template string, place func(string) string) error {
	var b strings.Builder
	for _, p := range all {
		kind := map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning"}[p.Severity]
		if kind == "" {
			kind = "notice"
		}
		file := p.File
		if file == "" {
			file = template
		}
		fmt.Fprintf(&b, "::%s ", kind)
		if file != "" {
			fmt.Fprintf(&b, "file=%s,", property(place(file)))
		}
		if p.Start.Line > 0 {
			fmt.Fprintf(&b, "line=%d,col=%d,endLine=%d,endColumn=%d,", p.Start.Line, p.Start.Column, p.End.Line, max(p.End.Column, p.Start.Column))
		}
		message := p.Message
		if p.Hint != "" {
			message += "\n" + p.Hint
		}
		fmt.Fprintf(&b, "title=%s::%s\n", property("galley: "+string(p.Code)), data(message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// data escapes a message for a workflow command. Hidden characters are made visible,
// because terminals show logs too.
func data(s string) string { return dataEscapes.Replace(Safe(s)) }

func property(s string) string { return propertyEscapes.Replace(Safe(s)) }
