package cli

import (
	"io"
	"text/tabwriter"
)

// columns returns a writer that aligns what tabs separate, with two blanks between columns.
func columns(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }
