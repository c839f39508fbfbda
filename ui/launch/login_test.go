package launch

import "testing"

func TestWordsThatAskToLogInAreWholeWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Please log in first":                    true,
		"Not logged in":                          true,
		"run `agent login`":                      true,
		"No API key was found":                   true,
		"401 Unauthorized":                       true,
		"OAuth token missing":                    true,
		"authentication failed":                  true,
		"choose an Auth method":                  true,
		"the author of this package":             false,
		"plugin not found":                       false,
		"cannot read /srv/authors/settings.json": false,
		"":                                       false,
	} {
		if got := loginWords().MatchString(text); got != want {
			t.Errorf("%q: asks to log in = %v", text, got)
		}
	}
}
