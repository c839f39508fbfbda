package document

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The unsaved text of a program that died is offered, even if another process now has the
// program's process id.
func TestProcessIdentityIsMoreThanItsID(t *testing.T) {
	self := thisProgram()
	parent, _ := startOf(os.Getppid())
	if runtime.GOOS == "linux" && (parent == "" || self.Boot == "" || self.Start == "") {
		t.Fatalf("this system gives processes a start time: %+v", self)
	}
	for name, c := range map[string]struct {
		change func(p *program)
		runs   bool
	}{
		"the process itself":                        {func(p *program) {}, true},
		"an earlier one with its number":            {func(p *program) { p.Start += "1" }, false},
		"one of an earlier run of machine":          {func(p *program) { p.Boot = "before" }, false},
		"one of this run, host renamed":             {func(p *program) { p.Host = "was-so" }, true},
		"a program of another machine, just now":    {func(p *program) { p.Host, p.Boot = "another", "theirs" }, true},
		"a program of a version that recorded less": {func(p *program) { p.Start, p.Boot, p.Space = "", "", "" }, true},
		"an ended container's, number reused":       {func(p *program) { p.Space, p.Start = "gone", p.Start+"1" }, false},
		"no process":                                {func(p *program) { p.PID = 1 << 30 }, false},
	} {
		p := self
		p.ID, p.PID, p.Start = "other", os.Getppid(), parent
		c.change(&p)
		if self.Start == "" && !c.runs && p.PID != 1<<30 {
			continue // this system cannot distinguish such processes
		}
		if got := p.mayKeep(time.Now()); strings.HasPrefix(name, "a program of another machine") != (got != c.runs) {
			t.Errorf("%s: mayKeep = %v", name, got)
		}
		if got := p.runs(time.Now()); got != c.runs {
			t.Errorf("%s: runs = %v", name, got)
		}
	}
}

// A program on another host may share the state directory. If its boot differs from this one, its
// text is offered at once. If it runs in another process namespace, its text is offered after ten
// minutes. If its boot is not recorded, it may still run for longer.
func TestTextsFromElsewhereAreOfferedSoon(t *testing.T) {
	self := thisProgram()
	if self.Boot == "" {
		t.Skip("this system has no boot ids")
	}
	for name, c := range map[string]struct {
		change func(p *program)
		age    time.Duration
		kept   bool
	}{
		"the machine was restarted under another name": {func(p *program) { p.Host, p.Boot = "another", "before" }, 0, false},
		"a container beside this one":                  {func(p *program) { p.Host, p.Space = "another", "other" }, time.Minute, true},
		"a container that may be gone":                 {func(p *program) { p.Host, p.Space = "another", "other" }, keepsFor + time.Second, false},
		"another machine that names no run":            {func(p *program) { p.Host, p.Boot = "another", "" }, time.Hour, true},
		"this one":                                     {func(*program) {}, time.Hour, true},
	} {
		p := self
		p.ID, p.PID = "other", os.Getppid()
		p.Start, _ = startOf(p.PID)
		c.change(&p)
		if got := p.mayKeep(time.Now().Add(-c.age)); got != c.kept {
			t.Errorf("%s: mayKeep = %v", name, got)
		}
	}
}

// If the system has an id for each boot, galley uses it.
func TestBootIDComesFromTheSystem(t *testing.T) {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		t.Skip("this system has no boot id, or elsewhere")
	}
	if got := thisProgram().Boot; got != strings.TrimSpace(string(id)) {
		t.Errorf("the boot id is %q, but the system has %q", got, id)
	}
}
