package engine_test

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

func TestEveryLibraryHasItsReason(t *testing.T) {
	required := directlyRequired(t)
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## The libraries\n")
	if !found {
		t.Fatal("README.md has no section on the libraries")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	listed := map[string]bool{}
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[1], "`") {
			continue
		}
		for i, module := range strings.Split(cells[1], "`") {
			if i%2 == 1 {
				listed[module] = true
			}
		}
		if strings.TrimSpace(cells[2]) == "" || strings.TrimSpace(cells[3]) == "" {
			t.Errorf("README.md gives no licence or no reason in: %s", line)
		}
	}
	for module := range required {
		if !listed[module] {
			t.Errorf("go.mod requires %s, and README.md does not say what for", module)
		}
	}
	for module := range listed {
		if !required[module] {
			t.Errorf("README.md lists %s, which go.mod does not require directly", module)
		}
	}
}

// directlyRequired lists the modules that go.mod requires and does not mark as indirect.
func directlyRequired(t *testing.T) map[string]bool {
	file, err := os.Open("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	modules := map[string]bool{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if strings.HasPrefix(lines.Text(), "\t") && len(fields) == 2 {
			modules[fields[0]] = true
		}
	}
	if len(modules) == 0 {
		t.Fatal("go.mod requires nothing")
	}
	return modules
}
