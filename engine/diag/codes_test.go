package diag

import "testing"

func TestEveryCodeHasOneSeverity(t *testing.T) {
	seen := map[Code]bool{}
	for _, m := range Registry {
		if seen[m.Code] {
			t.Errorf("%s is in the registry twice", m.Code)
		}
		seen[m.Code] = true
		if m.Code.Severity() != m.Severity {
			t.Errorf("%s is %v, but the registry has %v", m.Code, m.Code.Severity(), m.Severity)
		}
		if m.Text == "" {
			t.Errorf("%s has no meaning", m.Code)
		}
	}
	if got := Code("nobody-knows").Severity(); got != Warning {
		t.Errorf("an unknown code gives %v", got)
	}
}
