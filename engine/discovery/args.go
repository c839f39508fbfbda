package discovery

import "strings"

// Flag reports whether the agent's command line has one of these flags, which take no
// value.
func (o *Options) Flag(names ...string) bool {
	for _, arg := range o.Args {
		for _, name := range names {
			if arg == name {
				return true
			}
		}
	}
	return false
}

// Values returns the values of a flag on the agent's command line, written as "--flag
// value" or "--flag=value".
func (o *Options) Values(name string) (out []string) {
	for i, arg := range o.Args {
		if value, joined := strings.CutPrefix(arg, name+"="); joined {
			out = append(out, value)
		} else if arg == name && i+1 < len(o.Args) {
			out = append(out, o.Args[i+1])
		}
	}
	return out
}
