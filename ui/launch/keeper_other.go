//go:build !linux

package launch

// kept stands for a running keeper. It is empty, because only Linux has keepers.
type kept struct{}

// Keep does nothing, because only Linux can make a process the parent of orphaned processes.
func Keep() {}

func (p *process) keep() (ok bool, err error) { return false, nil }

func (p *process) endKept() (notes []string, ok bool) { return nil, false }
