package config

import (
	"reflect"
	"testing"
)

func TestOnlyTheUserSwitchesFetchingOn(t *testing.T) {
	for _, tt := range []struct {
		name, user, project string
		want                Fetch
		problems            int
	}{
		{"nobody", "", "", Fetch{}, 0},
		{"the user", "fetch = true", "", Fetch{On: true}, 0},
		{"the user, with more to say", "[fetch]\non = true\nhttp = true\nhosts = ['example.org']", "",
			Fetch{On: true, HTTP: true, Hosts: []string{"example.org"}}, 0},
		{"the project", "", "fetch = true", Fetch{}, 1},
		{"the project, against the user", "fetch = false", "fetch = true", Fetch{}, 1},
		{"the project, by a table", "", "[fetch]\non = true\nprivate = true", Fetch{}, 2},
		{"the project, to private addresses", "fetch = true", "[fetch]\nprivate = true", Fetch{On: true}, 1},
		{"the project, from other hosts", "fetch = {on = true, hosts = ['a.org']}", "fetch.hosts = ['b.org']",
			Fetch{On: true, Hosts: []string{"a.org"}}, 1},
		{"the project, off", "fetch = true", "fetch = false", Fetch{}, 0},
		{"a word", "fetch = 'yes'", "", Fetch{}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, problems := Load(world().File(userFile, tt.user).File(projectFile, tt.project), "/p")
			if !reflect.DeepEqual(c.FetchRules, tt.want) || c.Fetch != tt.want.On || len(problems) != tt.problems {
				t.Errorf("%+v with %v", c.FetchRules, problems)
			}
			for _, p := range problems {
				if p.Start.Line == 0 || p.File == "" {
					t.Errorf("%v has no place", p)
				}
			}
		})
	}
}
