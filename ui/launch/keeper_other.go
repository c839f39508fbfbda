//go:build !linux

package launch

// kept is what galley holds of a keeper. Only Linux has keepers.
type kept struct{}

// Keep does nothing, because only Linux can make a process the parent of those that lost theirs.
func Keep() {}

func (p *process) keep() (ok bool, err error) { return false, nil }

func (p *process) endKept() (notes []string, ok bool) { return nil, false }
