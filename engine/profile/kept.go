package profile

import (
	"sync"

	"galley/engine/tool"
)

// Kept remembers what profiles made last, for an engine that puts nearly the same
// prompt together at every key. The nil Kept remembers nothing. Goroutines may share
// one.
type Kept struct {
	mu   sync.Mutex
	last map[any]made
}

// made is what was made of something.
type made struct{ from, result any }

// Keep returns build(), or what it returned before when it was last asked under this
// name for the same from. Give each use a name of a type of its own.
func Keep[F comparable, T any](k *Kept, name any, from F, build func() T) T {
	if k == nil {
		return build()
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if last, ok := k.last[name]; ok && last.from == any(from) {
		return last.result.(T)
	}
	result := build()
	if k.last == nil {
		k.last = map[any]made{}
	}
	k.last[name] = made{from, result}
	return result
}

// list is a list of tools by its memory, which is held as long as it is remembered: no
// other list can be there.
type list struct {
	first *tool.Tool
	n     int
}

// KeepOf is [Keep] for what is made of a list of tools.
func KeepOf[T any](k *Kept, name any, tools []tool.Tool, build func([]tool.Tool) T) T {
	if len(tools) == 0 {
		return build(tools)
	}
	return Keep(k, name, list{&tools[0], len(tools)}, func() T { return build(tools) })
}
