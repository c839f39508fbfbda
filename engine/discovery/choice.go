package discovery

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Choice is a setting that changes the agent's own words in the request, which galley does not
// predict. A capture records the choices, so that a later prediction can say that they differ.
type Choice struct {
	Name string `json:"name"`
	Path string `json:"path,omitempty"` // the file that sets it; "" if it is not a file
	Sum  string `json:"sum"`            // a digest of the value, which may be secret
}

// Choose records a choice. value is anything that JSON can express.
func (f *Finder) Choose(name, path string, value any) {
	text, _ := json.Marshal(value) // values of settings can always be written
	sum := sha256.Sum256(text)
	f.Trace.Choices = append(f.Trace.Choices, Choice{name, path, hex.EncodeToString(sum[:8])})
}
