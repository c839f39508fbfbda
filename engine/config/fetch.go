package config

import "galley/engine/settings"

// Fetch says which documents named in instructions may be fetched. In a file it is "fetch = true"
// or a table. Its zero value fetches nothing.
type Fetch struct {
	On      bool     `set:"on"`
	HTTP    bool     `set:"http"`    // also fetch over plain HTTP
	Private bool     `set:"private"` // also fetch from addresses outside the public internet
	Hosts   []string `set:"hosts"`   // if not empty, fetch only from these hosts and their subdomains
}

// Set implements [settings.Setter].
func (f *Fetch) Set(d *settings.Decoder, v *settings.Value) {
	if v.Kind == settings.Boolean {
		f.On = v.Bool
		return
	}
	type plain Fetch
	d.Table(v, (*plain)(f), "true, false or a table such as {on = true, hosts = [\"example.org\"]}")
}
