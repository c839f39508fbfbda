package config

import (
	"galley/engine/diag"
	"galley/engine/settings"
)

// Fetch says what may be fetched of what instructions name. It is fetch = true,
// or a table that says more. Its zero value fetches nothing.
type Fetch struct {
	On      bool     `set:"on"`
	HTTP    bool     `set:"http"`    // also what is not encrypted
	Private bool     `set:"private"` // also from addresses that are not the public internet's
	Hosts   []string `set:"hosts"`   // if any, from these and what lies below them alone
}

// Set implements [settings.Setter].
func (f *Fetch) Set(d *settings.Decoder, v *settings.Value) {
	if v.Kind == settings.Boolean {
		f.On = v.Bool
		return
	}
	if v.Kind != settings.Table {
		d.Wrong(v, "true, false or a table such as {on = true, hosts = [\"example.org\"]}")
		return
	}
	type plain Fetch
	d.Into(v, (*plain)(f))
}

// keepFetch lets a project's file switch fetching off, and nothing more: who
// clones a project has not decided to let it reach into the network.
func (s *shape) keepFetch(f *settings.File, users Fetch) []diag.Problem {
	asked := f.Root.Field("fetch")
	if asked == nil {
		return nil
	}
	wants := s.Fetch
	s.Fetch = users
	s.Fetch.On = users.On && wants.On
	wider := wants.On && !users.On || wants.HTTP && !users.HTTP || wants.Private && !users.Private || len(asked.Fields) > 0 && asked.Field("hosts") != nil
	if !wider {
		return nil
	}
	known := len(f.Problems)
	settings.NewDecoder(f, nil).Problem(diag.BadValue, asked,
		"a project cannot have anything fetched", "put it into your own configuration, or say --fetch")
	return f.Problems[known:]
}
