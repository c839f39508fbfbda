package words

import "testing"

func TestSmallSharesAreNotRoundedToZero(t *testing.T) {
	for _, c := range []struct {
		share float64
		want  string
	}{
		{0, "0%"}, {0.00001, "<1%"}, {0.009, "<1%"}, {0.01, "1%"}, {0.0395, "4%"}, {0.29, "29%"}, {0.849, "85%"}, {0.999, "99%"}, {1, "100%"}, {1.5, "150%"}, {9.99, "999%"}, {10, ">999%"}, {1e6, ">999%"},
	} {
		if got := Percent(c.share); got != c.want {
			t.Errorf("%g is %s, want %s", c.share, got, c.want)
		}
	}
}

func TestNumbersAreRounded(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1.0k", 9855: "9.9k", 9949: "9.9k", 9950: "10k", 9999: "10k", 12499: "12k", 12500: "13k", 999_499: "999k", 999_500: "1M", 1_050_000: "1.05M", 1_500_000: "1.5M"} {
		if got := Rounded(n); got != want {
			t.Errorf("Rounded(%d) is %q, want %q", n, got, want)
		}
	}
}

func TestATypedNameIsReadFromTheDirectoryOrTheHome(t *testing.T) {
	p := Paths{Cwd: "/w/p", Home: "/h"}
	for typed, want := range map[string]string{"a.md": "/w/p/a.md", "../a.md": "/w/a.md", "/a.md": "/a.md", "~": "/h", "~/a.md": "/h/a.md", "~a.md": "/w/p/~a.md"} {
		if got := p.Full(typed); got != want {
			t.Errorf("%s is %s, want %s", typed, got, want)
		}
	}
}

func TestListInASentence(t *testing.T) {
	for want, things := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := List(things); got != want {
			t.Errorf("%q is listed as %q, not %q", things, got, want)
		}
	}
}
