package config

import "galley/engine/settings"

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
