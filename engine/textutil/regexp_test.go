package textutil

import "testing"

func TestExpressionIsCompiledOnItsFirstUse(t *testing.T) {
	digits := LazyRegexp(`^[0-9]+$`)
	if first := digits(); first != digits() || !first.MatchString("12") || first.MatchString("a") {
		t.Error("the expression is not compiled once, or matches otherwise")
	}
	wrong := LazyRegexp(`[`) // not compiled until its first use
	defer func() {
		if recover() == nil {
			t.Error("a wrong expression does not panic")
		}
	}()
	wrong()
}
