package cli

import "strings"

// repeated is the value of a flag that may be given several times, in the order of the command
// line. Pflag has such a type too, but that type makes a CSV writer with a buffer for each such
// flag at each start, only to write the default.
type repeated []string

func (r *repeated) String() string { return strings.Join(*r, " ") }

// Set implements [pflag.Value]: it adds one occurrence.
func (r *repeated) Set(text string) error {
	*r = append(*r, text)
	return nil
}

// Type is the name by which completion knows that the flag can be given again.
func (r *repeated) Type() string { return "stringArray" }
