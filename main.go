// Galley is a workbench for the system prompts of coding agents. See README.md.
package main

import (
	"os"

	_ "galley/ui/quiet" // keeps bubbletea from querying the terminal at the start

	"galley/ui/cli"
)

func main() { os.Exit(cli.Main()) }
