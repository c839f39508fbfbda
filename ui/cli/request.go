package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/report"
	"galley/engine/tool"
	"galley/engine/wire"
)

func newRequest(env Env, f *flags) *cobra.Command {
	var provider, api string
	cmd := &cobra.Command{
		Use:   "request [FILE]",
		Short: "Print the request's body in the form that a provider accepts",
		Long: `Print the JSON that carries the prompt and its tools to a provider: the one of --provider, else
the model's, else the agent's own. Values that the agent chooses itself, such as the maximum number
of tokens in the answer, are not included. Standard error lists what had to be changed.`,
		Args: cobra.MaximumNArgs(1),
		RunE: f.run(env, func(s *Session, r *engine.Result) error {
			to := report.FormOf(r)
			if provider != "" || api != "" {
				var err error
				if provider == "" {
					provider = to.Provider()
				}
				if to, err = wire.Find(provider, api); err != nil {
					return usage("request: %w", err)
				}
			}
			sent := report.RequestOf(r, to)
			if s.json {
				return env.encode(report.RequestShape(r, sent))
			}
			for _, note := range sent.Notes {
				fmt.Fprintln(env.Stderr, report.Safe("note: "+note))
			}
			sayChanges(env, sent.Changes)
			if f.fit {
				report.FitText(env.Stderr, r)
			}
			if sent.Body.Kind == tool.Absent {
				return failed(fmt.Errorf("no request to show: %s makes the request itself", r.Profile))
			}
			return env.printJSON(sent.Body.Indented() + "\n")
		}),
	}
	cmd.Flags().StringVar(&provider, "provider", "", "anthropic, openai or gemini")
	cmd.Flags().StringVar(&api, "api", "", "for openai: chat or responses")
	f.fitting(cmd)
	return cmd
}

func newTools(env Env, f *flags) *cobra.Command {
	var to, api string
	var whole, rules bool
	cmd := &cobra.Command{
		Use:   "tools FILE --to claude|openai|gemini|mcp",
		Short: "Convert tool declarations to the form that a provider accepts",
		Long: `Read tool declarations in any dialect ("-" is standard input) and print them in the form that
the target accepts. Standard error lists what had to be changed or left out; "kept" marks what
stays although the target may reject it. --rules instead prints what each target requires, or
only the one of --to, with the sources.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if rules {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.ExactArgs(1)(cmd, args)
		},
		RunE: f.withSettings(env, func(_ context.Context, s *Session, args []string) error {
			if rules {
				return printRules(env, to, s.json)
			}
			target, o, err := target(to, api, whole)
			if err != nil {
				return err
			}
			c := &counting{session: s}
			text, err := c.read(env, args[0])
			if err != nil {
				return err
			}
			set := tool.Read(args[0], text)
			if len(set.Problems) > 0 && set.Problems[0].Code == diag.BadFile {
				s.say(env, set.Problems)
				return failed(fmt.Errorf("%s is not a list of tools", args[0]))
			}
			written := tool.Write(set.Tools, target, o)
			if s.json {
				err = env.encode(report.ToolsOf(target, set, written))
			} else {
				sayChanges(env, set.Changes)
				sayChanges(env, written.Changes)
				s.say(env, set.Problems)
				err = env.printJSON(written.List.Indented() + "\n")
			}
			if err != nil {
				return failed(err)
			}
			if s.strict && len(set.Problems) > 0 {
				return problemsFound
			}
			return nil
		}),
	}
	cmd.Flags().StringVar(&to, "to", "", "the target: claude, openai, gemini or mcp")
	cmd.Flags().StringVar(&api, "api", "", "for openai: chat (default) or responses")
	cmd.Flags().BoolVar(&rules, "rules", false, "print what the targets require of declarations, with the sources")
	cmd.Flags().BoolVar(&whole, "json-schema", false, "for gemini: use parametersJsonSchema, which accepts all of JSON Schema")
	return cmd
}

// printRules prints the rules of a target; "" means all targets.
func printRules(env Env, to string, asJSON bool) error {
	if to != "" {
		t, _, err := target(to, "", false)
		if err != nil {
			return err
		}
		to = string(t)
	}
	shape := report.RulesOf(tool.Target(to))
	if asJSON {
		return report.Encode(env.Stdout, shape)
	}
	return env.print(report.RulesText(shape))
}

// target returns the target and its options from the flags.
func target(to, api string, whole bool) (tool.Target, tool.Options, error) {
	o := tool.Options{Responses: api == "responses", JSONSchema: whole}
	switch to {
	case "":
		return "", o, usage("tools: name the target with --to claude, openai, gemini or mcp")
	case "anthropic":
		to = "claude"
	}
	for _, t := range tool.Targets {
		if string(t) != to {
			continue
		}
		switch {
		case api != "" && (t != tool.ToOpenAI || api != "chat" && api != "responses"):
			return "", o, usage("tools: --api is for --to openai, and is chat or responses")
		case whole && t != tool.ToGemini:
			return "", o, usage("tools: --json-schema is for --to gemini")
		}
		return t, o, nil
	}
	return "", o, usage("tools: unknown target %q; the targets are claude, openai, gemini and mcp", to)
}

// sayChanges prints the changes that were made to declarations.
func sayChanges(env Env, changes []tool.Change) {
	for _, c := range changes {
		fmt.Fprintln(env.Stderr, report.ChangeText(c))
	}
}
