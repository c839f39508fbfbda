//go:build !linux

package launch

// kept is what galley has of an agent's keeper; only Linux has keepers.
type kept struct{}

// Keep does nothing: only on Linux does a process get those that lost their parent.
func Keep() {}

func (p *process) keep() (ok bool, err error) { return false, nil }

func (p *process) endKept() (notes []string, ok bool) { return nil, false }
