package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"galley/engine/facts"
	"galley/ui/keymap"
)

// The commands, the number of arguments that each accepts, and its flags with their defaults are
// as recorded.
func TestCommandsAndTheirFlags(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	listCommands(&b, newRoot(Env{World: facts.NewMemory()}))
	const file = "testdata/commands.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || b.String() != string(want) {
		t.Errorf("%v; the commands are now\n%s\nrun go test ./ui/cli -run TestCommands -update, and check what changed in %s", err, b.String(), file)
	}
}

// listCommands writes a command and those below it.
func listCommands(b *strings.Builder, cmd *cobra.Command) {
	const most = 6
	var accepted []string
	for n := range most + 1 {
		if cmd.ValidateArgs(make([]string, n)) == nil {
			accepted = append(accepted, fmt.Sprint(n))
		}
	}
	number := "no arguments"
	switch least, last := accepted[0], accepted[len(accepted)-1]; {
	case last == fmt.Sprint(most):
		number = least + " or more arguments"
	case least != last:
		number = least + " to " + last + " arguments"
	case last != "0":
		number = last + " arguments"
	}
	fmt.Fprintf(b, "%s: %s\n", cmd.CommandPath(), number)
	flag := func(f *pflag.Flag) {
		fmt.Fprintf(b, "  --%s", f.Name)
		if f.Shorthand != "" {
			fmt.Fprintf(b, ", -%s", f.Shorthand)
		}
		fmt.Fprintf(b, "  %s, default %q", f.Value.Type(), f.DefValue)
		if f.NoOptDefVal != "" && f.Value.Type() != "bool" {
			fmt.Fprintf(b, ", alone %q", f.NoOptDefVal)
		}
		if f.Hidden {
			b.WriteString(", hidden")
		}
		b.WriteByte('\n')
	}
	cmd.LocalFlags().VisitAll(flag)
	for _, sub := range cmd.Commands() {
		listCommands(b, sub)
	}
}

// The table of keys has every title in full, each heading once, and says where a key works that does
// not work everywhere.
func TestKeysAreListedInFull(t *testing.T) {
	t.Parallel()
	keys, problems := keymap.New(map[string][]string{"suspend": {}})
	if problems != nil {
		t.Fatal(problems)
	}
	text := keysText(keys)
	headings := map[string]int{}
	for _, line := range strings.Split(text, "\n") {
		if line != "" && line[0] != ' ' {
			headings[line]++
		}
	}
	for heading, n := range headings {
		if n != 1 {
			t.Errorf("%q is a heading %d times", heading, n)
		}
	}
	for _, r := range keys.Rows() {
		if !strings.Contains(text, "  "+r.Title) {
			t.Errorf("%q is not in full", r.Title)
		}
	}
	_, bare, found := strings.Cut(text, "\nWithout a key\n")
	if !found || len(strings.Fields(bare)) != 2 || !strings.Contains(bare, "suspend") || !strings.Contains(text, "Read this row in full (variables, preview)") {
		t.Errorf("actions without a key %q in\n%s", bare, text)
	}
}
