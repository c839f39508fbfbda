package service

import (
	"net/http"

	"galley/engine/variable"
)

// stored is the global template.
type stored struct {
	Template string `json:"template"`
}

var tooLarge = refuse(http.StatusRequestEntityTooLarge, "the template is larger than %d bytes", maxTemplate)

func (s *Service) getTemplate(*http.Request) (any, error) {
	text, _, err := s.Global.Text()
	return stored{text}, err
}

func (s *Service) putTemplate(r *http.Request) (any, error) {
	b, err := read(r, true)
	if err != nil {
		return nil, err
	}
	if err := b.only("template"); err != nil {
		return nil, err
	}
	text, there, err := b.text("template")
	switch {
	case err != nil:
		return nil, err
	case !there:
		return nil, bad("template is missing: it must be a string")
	case len(text) > maxTemplate:
		return nil, tooLarge
	}
	if err := s.Global.Set(text); err != nil {
		return nil, err
	}
	s.logText(r.Context(), "template", text)
	return stored{text}, nil
}

// row is a row of the catalogue.
type row struct {
	Type        string `json:"type"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Dynamic     bool   `json:"dynamic"`
}

func (s *Service) getVariables(*http.Request) (any, error) {
	var rows []row
	for _, v := range variable.Catalogue() {
		rows = append(rows, row{v.Type, v.Name, v.Description, v.Dynamic})
	}
	return struct {
		Variables []row `json:"variables"`
	}{rows}, nil
}
