// Package quiet keeps bubbletea from asking the terminal for its background
// colour when the program starts.
//
// Bubbletea's own init function asks lipgloss whether the background is dark. When
// standard output is a terminal, lipgloss finds out by writing a query and waiting
// for the answer, up to five seconds. Because it happens in init, every command pays
// for it, even those that draw nothing; and the answer of a slow terminal arrives
// later as stray input.
//
// Setting the answer beforehand prevents the query. It must be set after lipgloss is
// initialised and before bubbletea is. Go initialises packages in the order of their
// import paths, once what they import is initialised: this path, galley/ui/quiet,
// sorts before github.com/charmbracelet/bubbletea, and the only import is lipgloss.
// So this package must import nothing else, and the module's name must sort before
// "github.com".
//
// The answer, dark, has no effect: galley's themes are chosen by flag, environment
// and configuration, and no adaptive colour of lipgloss is used.
package quiet

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
