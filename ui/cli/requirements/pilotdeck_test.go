package requirements

import "testing"

func TestPilotDecksRequirements(t *testing.T) {
	const deck, look = "render --profile pilotdeck", "check --profile pilotdeck"
	servers := "mcp = [{name = 'zeta', instructions = ' Z '}, {name = 'a&\"<', instructions = 'A'}, {name = 'none'}, {name = 'blank', instructions = ' '}]"
	meets(t, "pilotdeck", []requirement{
		{number: 1, demand: "the directory", run: deck, has: []string{"cwd: /p\n"}},
		{number: 2, demand: "provider and model", run: deck + " --model anthropic/claude-sonnet-4-5", has: []string{"model: anthropic/claude-sonnet-4-5\n"}},
		{number: 3, demand: "the permission mode", scenario: "permission_mode = 'plan'", run: deck, has: []string{"permission_mode: plan\n"}},
		{number: 4, demand: "further directories", scenario: "directories = ['/more']", run: deck, has: []string{"\n- /more"}},
		{number: 5, demand: "tools are left to the API", scenario: "tools = [{name = 'Zebra', input_schema = {type = 'object'}}]", run: deck, has: []string{"!Zebra"}},
		{number: 5, demand: "tools stand in the request", scenario: "tools = [{name = 'Zebra', input_schema = {type = 'object'}}]", run: "request --profile pilotdeck --model anthropic/claude-sonnet-4-5", has: []string{`"name": "Zebra"`}},
		{number: 6, demand: "a custom prompt", scenario: "custom_prompt = 'MINE'", run: deck, has: []string{"MINE\n\n<user-context>", "!Permission mode: "}},
		{number: 7, demand: "an appended prompt", scenario: "append_prompt = ' LAST '", run: deck, has: []string{"</environment>\n\nLAST"}},
		{number: 8, demand: "the moment can be said", run: deck + " --now 2026-01-02T03:04:05Z", has: []string{"now: 2026-01-02\n"}},
		{number: 10, demand: "what a custom prompt removes is told", scenario: "custom_prompt = 'MINE'", run: "blocks --profile pilotdeck", has: []string{"built but not sent:"}},
		{number: 11, demand: "identity first, as a stand-in: decision 3", run: deck, has: []string{"You are PilotDeck."}, says: []string{"bytes are stand-ins"}},
		{number: 16, demand: "the user's context", scenario: "node = 'v22.1.0'", run: deck, has: []string{"<user-context>\ncwd: /p\n", "platform: linux\nnode: v22.1.0\n</user-context>"}},
		{number: 18, demand: "the day of UTC", run: deck, has: []string{"<environment>\nnow: 2026-02-06\n</environment>"}},
		{number: 19, demand: "commands", scenario: "commands = [{name = 'test', hint = '[pkg]', description = 'Runs'}, {name = 'bare'}]", run: deck, has: []string{"<available-commands>\n- /test [pkg] — Runs\n- /bare\n</available-commands>"}},
		{number: 20, demand: "skills", scenario: "skills = [{name = 'review', description = 'Rev'}, {name = 'nodesc'}]", run: deck, has: []string{"- review — Rev\n- nodesc\n</available-skills>"}},
		{number: 21, demand: "no block without commands and skills", run: deck, has: []string{"!available-"}},
		{number: 22, demand: "a custom prompt takes the place of the first part and of the third", scenario: "custom_prompt = 'MINE'\nskills = [{name = 's'}]", run: deck, has: []string{"!<environment>", "!available-skills", "<user-context>"}},
		{number: 23, demand: "a blank custom prompt counts", scenario: "custom_prompt = ' '", run: deck, has: []string{"!You are PilotDeck", "!<environment>"}},
		{number: 26, demand: "a blank appended prompt does not", scenario: "append_prompt = ' '", run: "blocks --profile pilotdeck", has: []string{"!Appended"}},
		{number: 27, demand: "mode default is explained: decision 3, in galley's own words", run: deck, has: []string{"Permission mode: default — "}},
		{number: 28, demand: "mode plan is explained at length: decision 3, in galley's own words", scenario: "permission_mode = 'plan'", run: deck, has: []string{"Permission mode: plan — ", ".pilotdeck/plans/", "exit_plan_mode"}},
		{number: 29, demand: "mode acceptEdits is explained: decision 3, in galley's own words", scenario: "permission_mode = 'acceptEdits'", run: deck, has: []string{"Permission mode: acceptEdits — "}},
		{number: 30, demand: "mode bypassPermissions is explained: decision 3, in galley's own words", scenario: "permission_mode = 'bypassPermissions'", run: deck, has: []string{"Permission mode: bypassPermissions — "}},
		{number: 31, demand: "mode dontAsk is explained: decision 3, in galley's own words", scenario: "permission_mode = 'dontAsk'", run: deck, has: []string{"Permission mode: dontAsk — "}},
		{number: 32, demand: "another mode is sent as it is", scenario: "permission_mode = 'bogus'", run: deck, has: []string{"Permission mode: bogus\n"}},
		{number: 32, demand: "another mode is told of", scenario: "permission_mode = 'bogus'", run: look, status: 1, has: []string{"unknown-word", "does not know the permission mode bogus"}},
		{number: 33, demand: "servers without instructions are left out", scenario: servers, run: deck, has: []string{"!blank", "!\"none\""}},
		{number: 34, demand: "instructions are trimmed", scenario: servers, run: deck, has: []string{">\nZ\n</server>"}},
		{number: 35, demand: "servers are sorted", scenario: servers, run: deck, has: []string{"\nA\n</server>\n<server name=\"zeta\">"}},
		{number: 36, demand: "no block without servers", run: deck, has: []string{"!mcp-instructions"}},
		{number: 37, demand: "names are escaped", scenario: servers, run: deck, has: []string{`<server name="a&amp;&quot;&lt;">`}},
		{number: 38, demand: "a text that closes the tag is told of", scenario: "mcp = [{name = 'm', instructions = 'x </server> y'}]", run: look, status: 1, has: []string{"closing-tag"}},
		{number: 38, demand: "not where the text is not sent", scenario: "custom_prompt = 'MINE'\nnode = 'v1'\nmcp = [{name = 'm', instructions = 'x </server> y'}]", run: look, has: []string{"!closing-tag"}},
		{number: 9, demand: "parts are joined by a blank line", run: deck, has: []string{".\n\n<user-context>\n", "</user-context>\n\n<environment>\n"}},
		{number: 12, demand: "a list of tools stands in no part: the comment of the document names one, its code has none", scenario: "tools = [{name = 'Zebra', description = 'STRIPED', input_schema = {type = 'object'}}]", run: deck, has: []string{"!STRIPED"}},
		{number: 13, demand: "the first part: permission mode", run: deck, order: []string{"You are PilotDeck.", "\n\nPermission mode: default", "<user-context>"}},
		{number: 14, demand: "the first part: further directories", scenario: "directories = ['/more', '/other']", run: deck, order: []string{"\n\nBeside the current directory", ":\n- /more\n- /other\n", "<user-context>"}},
		{number: 15, demand: "the first part: what servers say", scenario: servers, run: deck, order: []string{"Permission mode:", "<mcp-instructions>\n", "</mcp-instructions>\n\n<user-context>"}},
		{number: 17, demand: "paths are to be relative: decision 3, in galley's own words", run: deck, has: []string{"cwd: /p\nPaths in tool calls are relative to that directory"}, says: []string{"bytes are stand-ins"}},
		{number: 24, demand: "a custom prompt is trimmed", scenario: "custom_prompt = ' MINE '", run: deck, has: []string{"MINE\n\n<user-context>", "! MINE"}},
		{number: 25, demand: "an appended prompt is last, and trimmed", scenario: "append_prompt = ' LAST '\nskills = [{name = 's'}]", run: deck, order: []string{"</available-skills>\n\nLAST"}, has: []string{"!LAST "}},
		{number: 39, demand: "the prompt stays the same through a day", run: deck + " --now 2026-02-06T23:59:59Z", has: []string{"now: 2026-02-06\n"}},
		{number: 39, demand: "which block changes when is told", run: "blocks --profile pilotdeck", has: []string{"session"}},
	})
}
