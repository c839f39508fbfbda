package cli

import (
	"io"
	"text/tabwriter"
)

// columns returns a writer that aligns the columns of a table. Tabs separate the columns in the
// text; two blanks separate them in the output.
func columns(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }
