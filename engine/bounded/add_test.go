package bounded

import "testing"

func TestAppendChangesOnlyTheList(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"an empty object", "{}", "{\n  \"a\": {\"b\": [\"own\", \"x\"]}\n}"},
		{"before existing keys", `{"c": 1}`, "{\n  \"a\": {\"b\": [\"own\", \"x\"]},\"c\": 1}"},
		{"a comment beside the brace", "{ // {\n  \"c\": 1,\n}", "{ // {\n  \"a\": {\"b\": [\"own\", \"x\"]},\n  \"c\": 1,\n}"},
		{"a brace in a comment before", "// {\n{\n \"c\": 1}", "// {\n{\n  \"a\": {\"b\": [\"own\", \"x\"]},\n \"c\": 1}"},
		{"an existing table", `{"a": {"z": 2}}`, "{\"a\": {\n  \"b\": [\"own\", \"x\"],\"z\": 2}}"},
		{"an empty list", `{"a": {"b": [ ]}}`, `{"a": {"b": ["x" ]}}`},
		{"a list", `{"a": {"b": ["y", /* c */]}}`, `{"a": {"b": ["y", "x", /* c */]}}`},
		{"a list that already contains the text", `{"a": {"b": ["x"]}}`, `{"a": {"b": ["x"]}}`},
		{"not a list", `{"a": {"b": "y"}}`, ""},
		{"a list of others", `{"a": {"b": [1]}}`, ""},
		{"not a table", `{"a": 1}`, ""},
		{"not an object", `[]`, ""},
		{"damaged", `{`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := AddTexts(tt.text, []string{"a", "b"}, []string{"own"}, []string{"x"})
			if got != tt.want || (err == nil) != (tt.want != "") {
				t.Errorf("%q (%v), want %q", got, err, tt.want)
			}
			if again, err := AddTexts(got, []string{"a", "b"}, nil, []string{"x"}); tt.want != "" && (again != got || err != nil) {
				t.Errorf("added twice: %q", again)
			}
		})
	}
}
