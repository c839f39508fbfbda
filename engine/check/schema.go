package check

import (
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	golang "golang.org/x/text/message"

	"galley/engine/tool"
)

// schema checks inputs of one tool. The nil schema takes anything: one that is not
// there, or that is wrong itself, which is told where tools are read.
type schema struct{ compiled *jsonschema.Schema }

func compile(v tool.Value) *schema {
	if v.Kind != tool.Object {
		return nil
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(v.JSON()))
	if err != nil {
		return nil
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(nowhere{})
	const name = "tool.json"
	if err := c.AddResource(name, doc); err != nil {
		return nil
	}
	s, err := c.Compile(name)
	if err != nil {
		return nil
	}
	return &schema{s}
}

// nowhere loads no schema: nothing is fetched and no file is read for one.
type nowhere struct{}

// Load implements jsonschema.URLLoader.
func (nowhere) Load(url string) (any, error) {
	return nil, errors.New("a schema is not looked for elsewhere: " + url)
}

// check returns what is wrong with an input, each as "at PLACE: …".
func (s *schema) check(input tool.Value) []string {
	if s == nil {
		return nil
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(input.JSON()))
	if err != nil {
		return []string{err.Error()}
	}
	var wrong *jsonschema.ValidationError
	if !errors.As(s.compiled.Validate(doc), &wrong) {
		return nil
	}
	return leaves(wrong, golang.NewPrinter(language.English))
}

// leaves are the errors that no other one explains.
func leaves(e *jsonschema.ValidationError, words *golang.Printer) []string {
	if len(e.Causes) == 0 {
		text := e.ErrorKind.LocalizedString(words)
		if place := strings.Join(e.InstanceLocation, "/"); place != "" {
			text = "at " + place + ": " + text
		}
		return []string{text}
	}
	// Of several alternatives none was right: what each of them lacks is noise.
	if _, any := e.ErrorKind.(*kind.AnyOf); any {
		return []string{e.ErrorKind.LocalizedString(words)}
	}
	var all []string
	for _, c := range e.Causes {
		all = append(all, leaves(c, words)...)
	}
	return all
}
