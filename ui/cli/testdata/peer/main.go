// Peer is what galley's start is measured against: a program that imports
// bubbletea and prints a line.
package main

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
)

var _ tea.Model

func main() { fmt.Println("a line") }
