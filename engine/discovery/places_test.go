package discovery

import "testing"

func TestADirectoryIsNearlyCalledSo(t *testing.T) {
	t.Parallel()
	for names, want := range map[[2]string]bool{
		{"rules", "rules"}: false, {"Rules", "rules"}: true, {"rule", "rules"}: true, {"ruless", "rules"}: true, {"rulse", "rules"}: true, {"roles", "rules"}: true, {"ruls", "rulez"}: false,
		{"abc", "abd"}: false, {"abcd", "abd"}: true, {"ab", "abd"}: true, {"abcd", "abce"}: true, {"abc", "abcd"}: true, {"bac", "abc"}: false, {"ABC", "abc"}: true,
	} {
		if got := nearDir(names[0], names[1]); got != want {
			t.Errorf("%s is nearly %s: %v", names[0], names[1], got)
		}
	}
}

// A name of two letters in a pattern is never taken for a misspelling of another name.
func TestAPatternIsMisspelt(t *testing.T) {
	t.Parallel()
	for in, want := range map[[2]string]string{
		{"ab/*", "abc/x"}: "ab/*", {"abc/*", "ab/x"}: "abc/*", {"abc/*", "abd/x"}: "abd/*", {"abc/*", "abcd/x"}: "abcd/*", {"abcd/*", "abc/x"}: "abc/*", {"abc/*", "xyz/x"}: "abc/*",
	} {
		if got := misspelt(in[0], in[1]); got != want {
			t.Errorf("%s for %s: %s, want %s", in[0], in[1], got, want)
		}
	}
}

// Files in rule directories below the working directory count. The working directory's own rule
// directories do not, because they are searched at launch.
func TestARuleFileBelowTheWorkingDirectory(t *testing.T) {
	t.Parallel()
	trace := &Trace{Cwd: "/p", RuleNames: RuleNames{Folders: []Folder{{Dir: ".x/rules", Ends: []string{".md"}}, {Dir: ".y"}}}}
	for file, want := range map[string]bool{
		"/p/sub/.x/rules/a.md": true, "/p/sub/.x/rules/b/a.md": true, "/p/sub/.x/rules/a.txt": false, "/p/.x/rules/a.md": false, "/q/.x/rules/a.md": false, "/pq/sub/.x/rules/a.md": false,
		"/p/sub/.y/a.txt": true, "/p/.y/a.txt": false, "/p/sub/.x/a.md": false,
	} {
		if got := trace.rules(file); got != want {
			t.Errorf("%s: %v", file, got)
		}
	}
}

func TestWhereAnAgentMayWork(t *testing.T) {
	t.Parallel()
	for root, want := range map[string][4]bool{"/p": {true, true, true, false}, "": {true, true, false, false}, "/": {true, true, false, false}, "/p/a": {true, true, false, false}} {
		x := &explainer{trace: &Trace{Cwd: "/p/a", Root: root}}
		for i, dir := range []string{"/p/a", "/p/a/b", "/p/c", "/q"} {
			if got := x.reachable(dir); got != want[i] {
				t.Errorf("with the root %q it works in %s: %v", root, dir, got)
			}
		}
	}
}
