package discovery

import (
	"fmt"
	"strings"
	"testing"
)

func TestDialectsMatchDifferently(t *testing.T) {
	for _, tt := range []struct {
		by            *Dialect
		patterns, rel string
		want          bool
	}{
		{Picomatch, "*.go", "x.go", true}, {Picomatch, "./*.go", "x.go", true}, {Picomatch, "!*.go", "x.go", false}, {Picomatch, "!*.md", "x.go", true}, {Picomatch, "!!*.go", "x.go", true}, {Picomatch, "!./!*.go", "x.go", true}, {Picomatch, "./!*.go", "x.go", false}, {Picomatch, "a *.go", "x.go", true}, {Picomatch, "a b", "x.go", false},
		{docDialect, "!*.md", "x.go", false}, {docDialect, "./*.go", "x.go", true}, {docDialect, "**/*.go", "a/x.go", true},
		{ClaudeGlobs, "*.go", "a/x.go", true}, {ClaudeGlobs, "*.GO", "a/x.go", true}, {ClaudeGlobs, "a/**", "a/x.go", true}, {ClaudeGlobs, "{a,b}/**", "b/x.go", true}, {ClaudeGlobs, "*.go !x.go", "a/x.go", false}, {ClaudeGlobs, "!x.go *.go", "a/x.go", true}, {ClaudeGlobs, "*", "", false}, {ClaudeGlobs, "a", "a/x.go", true}, {ClaudeGlobs, "b", "a/x.go", false},
	} {
		if got := tt.by.Covers(strings.Fields(tt.patterns), tt.rel); got != tt.want {
			t.Errorf("%s covers %q: %v", tt.patterns, tt.rel, got)
		}
	}
	if !Picomatch.Covers([]string{"*"}, "x") || Picomatch.Covers([]string{"*"}, "a/x") {
		t.Error("a star reaches into directories")
	}
}

func TestBracesOfAPatternAreExpanded(t *testing.T) {
	escaped := strings.Repeat(`\{a,b}`, 11) // counted as one pattern, but expanded to 2,048
	for pattern, want := range map[string]string{
		"a": "[a]", "{a,b}/c": "[a/c b/c]", "x{a, b }y{c,d}": "[xayc xayd xbyc xbyd]", "{a}": "[a]", "{}": "[{}]", "{ab}": "[ab]", "{,b}c": "[c bc]", "a}b": "[a}b]", "{a,b": "[{a,b]", "{,}": "[ ]", "{a,{b,c}}": "[a} b c}]", escaped: "[" + escaped + "]",
	} {
		if got := fmt.Sprint(Braces(pattern)); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
	thousand := strings.Repeat("{a,b}", 3) + strings.Repeat("{a,b,c,d,e}", 3)
	for _, tt := range []struct {
		pattern string
		n, size int
		literal bool
	}{
		{"a", 1, 1, false}, {"{a,b}", 2, 10, false}, {thousand, 1000, 1000 * len(thousand), false}, {strings.Repeat("{a,b}", 10), 1024, 1024 * 50, true}, {strings.Repeat("{a,b}", 30), 1 << 24, 1 << 24, true},
		{"{a,b}" + strings.Repeat("x", 2<<20-5), 2, 4 << 20, false}, {"{a,b}" + strings.Repeat("x", 2<<20-4), 2, 4<<20 + 2, true},
	} {
		n, size := Alternatives(tt.pattern)
		if got := len(Braces(tt.pattern)); n != tt.n || size != tt.size || got != map[bool]int{true: 1, false: tt.n}[tt.literal] || ClaudeGlobs.takesLiterally(tt.pattern) != tt.literal || Picomatch.takesLiterally(tt.pattern) {
			t.Errorf("%.40s: %d alternatives of %d bytes, %d patterns", tt.pattern, n, size, got)
		}
	}
}

func TestHowAPatternIsMended(t *testing.T) {
	for _, tt := range []struct{ pattern, file, want string }{
		{`src\*.ts`, "src/x.ts", `src/*.ts: it has \ between names: use /`},
		{"[src/**]", "src/x.ts", "src/**: the agent reads a list in brackets, or with commas, as one pattern"},
		{`a, ' src/** '`, "src/x.ts", "src/**: the agent reads a list in brackets, or with commas, as one pattern"},
		{"' src/**\"", "src/x.ts", "src/**: it contains quotes or spaces"},
		{"src/*.{js ,ts}", "src/x.ts", ""},
		{"*.{js ,ts}", "x.js", "*.{js,ts}: the alternatives in its braces begin with a space"},
		{"*.{js, ts}", "x.ts", "*.{js,ts}: the alternatives in its braces begin with a space"},
		{"src/**x.ts", "src/a/yx.ts", "src/**/*x.ts: ** covers subdirectories only when it is alone between slashes"},
		{"./src/*.ts", "src/x.ts", ""},
		{"/src/*.ts", "src/x.ts", "src/*.ts: it begins with a slash: patterns are relative to /p"},
		{"SRC/*.ts", "src/x.ts", "src/*.ts: upper and lower case differ from the path"},
		{"*.TS", "x.ts", "*.ts: upper and lower case differ from the path"},
		{"src/[x].TS", "src/x.ts", "src/[x].ts: upper and lower case differ from the path"},
		{"src/a/", "src/a/x.ts", "src/a/**: it names a directory, not the files in it"},
		{"x.*", "src/x.ts", "**/x.*: without a slash it matches only files at the top"},
		{"src/x.*", "src/a/x.ts", "src/**/x.*: * matches only within one directory"},
		{"src/?", "src/x.ts", "src/?.ts: it has no extension, and the path has .ts"},
		{"src/*.go", "src/x.ts", "src/*.ts: its extension is not .ts"},
		{"*.go", "x.ts", ""}, {"*.js", "x.ts", "*.ts: its extension is not .ts"}, {"s*/*.go", "src/x.ts", ""}, {"s*/*.tsx", "src/x.ts", "s*/*.ts: its extension is not .ts"}, {"src/*.go", "src/x", ""},
		{"a/*.ts", "src/a/x.ts", "src/a/*.ts: patterns are relative to /p"},
		{"app/src/*.ts", "src/x.ts", "src/*.ts: patterns are relative to /p"},
		{"app/**", "src/x.ts", ""}, {"app/", "src/x.ts", ""}, {"**/app/x.ts", "app/y.ts", "**/app/y.ts: a name in it is spelled differently in the path"}, {"**/app/*.ts", "x.ts", ""},
		{"src/indx.ts", "src/index.ts", "src/index.ts: a name in it is spelled differently in the path"},
		{"srcs/*.ts", "src/x.ts", "src/*.ts: a name in it is spelled differently in the path"},
		{"sr/*.ts", "src/x.ts", ""},
	} {
		c := &Candidate{Verdict: Later, Patterns: []string{tt.pattern}, base: "/p", dialect: Picomatch}
		m, missed := c.PatternMiss("/p/" + tt.file)
		got := ""
		if missed {
			got = m.Mended + ": " + m.Why
		}
		if got != tt.want || missed && m.Pattern != tt.pattern {
			t.Errorf("%s at %s: %q, want %q", tt.pattern, tt.file, got, tt.want)
		}
	}
	c := &Candidate{Verdict: Later, Patterns: []string{"", "!**", "nothing/**", "src/**.ts", "scr/**"}, base: "/p", dialect: Picomatch}
	if m, missed := c.PatternMiss("/p/src/a/x.ts"); !missed || m.Pattern != "src/**.ts" {
		t.Errorf("of several patterns: %+v", m)
	}
	for _, c := range []*Candidate{{Verdict: Later, dir: "/p/d"}, {Verdict: Later}, {Verdict: Later, Patterns: []string{"srx/**"}, base: "/q", dialect: Picomatch}, {Verdict: Later, Patterns: []string{"*.ts"}, base: "/p/src", dialect: docDialect}} {
		if m, missed := c.PatternMiss("/p/src/a.d/x.ts"); missed || m != (PatternMiss{}) {
			t.Errorf("%+v: %+v", c, m)
		}
	}
}

func TestSmallDifferencesOfPatterns(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"abc", "abd", true}, {"abc", "abcd", true}, {"abcd", "abc", true}, {"abc", "acb", true}, {"abc", "abc", false}, {"abc", "abcde", false}, {"abc", "bca", false}, {"abcd", "badc", false}, {"ab", "ba", true}, {"a", "b", true}, {"abc", "xbc", true}, {"bc", "abc", true}, {"abcd", "acbx", false}, {"abcd", "acbd", true}, {"abx", "bay", false}, {"abc", "axd", false}, {"", "", false}, {"", "a", true},
	} {
		if got := oneEdit(tt.a, tt.b); got != tt.want {
			t.Errorf("%q and %q: %v", tt.a, tt.b, got)
		}
	}
	for _, tt := range []struct{ got, want string }{
		{deeper("src/*.ts", ""), "src/**/*.ts"}, {deeper("src/**/*.ts", ""), ""}, {deeper("src/x.ts", ""), ""}, {deeper("*.ts", ""), ""}, {deeper("/*.ts", ""), "/**/*.ts"},
		{splitDoubleStar("**.ts/**/a**/**b", ""), "**/*.ts/**/a**/**/*b"}, {listed("a,{b,c}", "a"), ""}, {listed("a,b", "b"), "b"}, {listed("[{a,b}]", "x"), ""}, {listed("[a", "a"), "a"}, {listed("a]", "a"), "a"}, {listed("[,x]", "x"), "x"}, {listed("a", "a"), ""},
		{otherExtension("src/*.a", "x.b"), "src/*.b"}, {otherExtension("src/*", "x.b"), ""}, {otherExtension("a.b/*", "x.b"), ""}, {otherExtension("a.b/c", "x.b"), ""}, {otherExtension("src/*.a", "x"), ""}, {otherExtension("[s]/*.a", "x.b"), ""}, {otherExtension("{s}/*.a", "x.b"), ""}, {otherExtension("?/*.a", "x.b"), ""}, {otherExtension("x.yml", "y.yaml"), "x.yaml"}, {otherExtension(".a", "x.b"), ""}, {otherExtension(".ts", "x.js"), ".js"},
		{otherCase("A/b/*.C/D.E", "a/B/x/d.e"), "a/B/*.C/d.e"}, {otherCase("a*.TS/x", "a/x.ts"), "a*.TS/x"}, {otherCase(`a\.TS`, "x.ts"), `a\.ts`}, {otherCase("A", "a/A"), "a"}, {misspelt("abcd/ab", "abce/ac"), "abce/ab"}, {misspelt("abc/abcd/*.abx", "abd/abe/x.abc"), "abd/abd/*.abc"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
	for _, tt := range []struct {
		a, b string
		want bool
	}{{".ts", ".svelte", true}, {".ts", ".go", false}, {".json", ".jsonc", true}, {".t", ".ts", false}, {".yml", ".yaml", true}, {".h", ".hpp", true}, {".md", ".htm", false}, {".go", ".go", false}} {
		if got := sameFamily(tt.a, tt.b); got != tt.want {
			t.Errorf("%s and %s: %v", tt.a, tt.b, got)
		}
	}
	for _, tt := range []struct{ dir, file, want string }{{"/p", "/p/a/b/c.md", "[/p/a /p/a/b]"}, {"/p", "/p/c.md", "[]"}, {"/p", "/q/c.md", "[]"}, {"/", "/a/c.md", "[/a]"}, {"/p", "/p", "[]"}} {
		if got := fmt.Sprint(Between(tt.dir, tt.file)); got != tt.want {
			t.Errorf("between %s and %s: %s", tt.dir, tt.file, got)
		}
	}
}
