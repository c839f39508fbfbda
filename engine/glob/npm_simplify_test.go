package glob

import (
	"fmt"
	"strings"
	"testing"
)

func TestDotsAreTakenOutOfPatterns(t *testing.T) {
	for pattern, want := range map[string]string{
		"a/..": "", "a/../b": "b", "a/b/..": "a", "a/b/../../c": "c", "x/a/../b/../c": "x/c", "../a": "../a", "./../a": "./../a", "a/../../b": "../b", "/../a": "/../a",
		"a/./b": "a/b", "a//b": "a/b", "./a": "./a", "a/.": "a/.", "./.": ".", "./": ".", "//a/b": "//a/b", "a/../**": "./**", "b/a/../**": "b/**", "a/../**/x": "./**/x",
		"**/**/a": "**/a", "**/**/**": "**", "**/../a": "**/../a", "**/../a/b": "../a/b **/a/b", "**/../../a": "**/../../a", "x/**/../a/b": "a/b x/**/a/b",
	} {
		sets := npmSimplify([][]string{strings.Split(pattern, "/")})
		var got []string
		for _, parts := range sets {
			got = append(got, strings.Join(parts, "/"))
			if len(parts) == 0 {
				t.Errorf("%s: a pattern without parts", pattern)
			}
		}
		if fmt.Sprint(strings.Join(got, " ")) != want {
			t.Errorf("%q becomes %q, want %q", pattern, got, want)
		}
	}
}
