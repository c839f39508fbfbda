package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"galley/engine/diag"
)

// nameArguments extends the error for a wrong number of arguments with the names of the
// command's arguments. For a command with sub-commands it names the word that should be one of them.
func nameArguments(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		nameArguments(sub)
	}
	if fits := cmd.Args; fits != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			switch {
			case fits(cmd, args) == nil:
				return nil
			case len(args) > 0 && cmd.HasSubCommands():
				return noCommand(cmd, args[0])
			}
			return usage("wrong arguments; usage: %s", cmd.UseLine())
		}
	}
}

// misspelt returns an error if the only argument is not a file but is almost the name of a command,
// and otherwise nil.
func misspelt(cmd *cobra.Command, s *Session, args []string) error {
	if s.Request.Template.BuiltIn && len(args) > 0 && !strings.ContainsAny(args[0], "./") {
		if args[0] == "version" {
			return usage("%q is neither a file nor a command: did you mean --version?", args[0])
		}
		if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
			return usage("%q is neither a file nor a command: did you mean %s?", args[0], near[0])
		}
	}
	return nil
}

// noCommand returns the error that a command has no command of the given name.
func noCommand(cmd *cobra.Command, name string) error {
	var known []string
	for _, sub := range cmd.Commands() {
		known = append(known, sub.Name())
	}
	others := "its commands are " + strings.Join(known, ", ")
	if !cmd.HasParent() {
		others = "galley help lists the commands"
	}
	return usage("%s has no command %q; %s", cmd.CommandPath(), name, meant(name, known, others))
}

// strictHelp makes the commands that cobra adds, help and completion, reject the name of a command
// that does not exist. Without it they print a help and report success. The output of root must be
// set before, because cobra's completion commands remember it.
func strictHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			print := cmd.Run
			cmd.Run, cmd.RunE = nil, func(cmd *cobra.Command, args []string) error {
				if found, rest, err := root.Find(args); err != nil || len(rest) > 0 {
					return noCommand(found, rest[0])
				}
				print(cmd, args)
				return nil
			}
		case "completion":
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			nameArguments(cmd)
		}
	}
}

// flagError says in plain words why the flags of a command line cannot be parsed.
func flagError(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && unknown.GetSpecifiedShortnames() == "" {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near, ok := diag.Nearest(unknown.GetSpecifiedName(), known); ok {
			return usage("unknown flag: --%s; did you mean --%s?", unknown.GetSpecifiedName(), near)
		}
	}
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		needs := map[string]string{"int": "a whole number", "duration": "a duration, such as 30s or 2m", "bool": "true or false"}
		if need := needs[wrong.GetFlag().Value.Type()]; need != "" {
			return usage("--%s %q: write %s", wrong.GetFlag().Name, wrong.GetValue(), need)
		}
	}
	return usage("%w", err)
}

// meant asks whether the user meant the known name that is nearest to a word. Without one it returns
// otherwise.
func meant(word string, known []string, otherwise string) string {
	if near, ok := diag.Nearest(word, known); ok {
		return "did you mean " + near + "?"
	}
	return otherwise
}

// mayBeEmpty has the commands and flags of which an empty value means something.
var mayBeEmpty = map[string]bool{"set": true, "append": true}

// refuseEmpty rejects an empty argument and an empty value of a flag: a script whose variable is
// unset would otherwise run without the check or the file that it names. What follows -- is for
// the agent that is started.
func refuseEmpty(cmd *cobra.Command, args []string) error {
	if cmd.DisableFlagParsing { // the shell asks what may follow
		return nil
	}
	var empty error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if empty == nil && isEmpty(f.Value) && !mayBeEmpty[f.Name] {
			empty = usage("--%s is empty: is a variable unset?", f.Name)
		}
	})
	if at := cmd.ArgsLenAtDash(); at >= 0 {
		args = args[:at]
	}
	if empty == nil && slices.Contains(args, "") && !mayBeEmpty[cmd.Name()] {
		empty = usage("%s: an argument is empty: is a variable unset?", cmd.Name())
	}
	return empty
}

// textOnly has the commands and flags of which the output is never JSON.
var textOnly = map[string]bool{
	"completion": true, "completion bash": true, "completion zsh": true, "completion fish": true, "completion powershell": true,
	"run": true, "pack show": true, "pack import": true, "scenario set": true, "forget": true, "captures forget": true,
	"plain": true, "html": true, "template": true, "revoke": true,
}

// refuseJSON rejects --json where it would have no effect: a script that asks for JSON would read
// something else.
func refuseJSON(cmd *cobra.Command) error {
	if asked, _ := cmd.Flags().GetBool("json"); !asked {
		return nil
	}
	what := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if textOnly[f.Name] {
			what = "--" + f.Name
		}
	})
	if textOnly[strings.TrimPrefix(what, "--")] {
		return usage("%s prints no JSON: leave out --json", what)
	}
	return nil
}

// isEmpty reports whether the value of a flag is empty. A flag that takes several values is empty
// if one of them is, or if it has none.
func isEmpty(value pflag.Value) bool {
	switch value := value.(type) {
	case *repeated:
		return slices.Contains(*value, "")
	case pflag.SliceValue:
		values := value.GetSlice()
		return len(values) == 0 || slices.Contains(values, "")
	}
	return value.String() == ""
}
