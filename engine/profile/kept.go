package profile

import (
	"sync"

	"galley/engine/tool"
)

// Kept caches the latest results of profiles, because an engine assembles nearly the same prompt
// at every key press. A nil Kept caches nothing. A Kept is safe for concurrent use.
type Kept struct {
	mu   sync.Mutex
	last map[any]made
}

// made is a cached result and its input.
type made struct{ from, result any }

// Keep returns the cached result for a name if it was computed from an input equal to from.
// Otherwise it calls build and caches the result. Each caller must use a name of its own type.
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

// list identifies a list of tools by its address in memory. The memory cannot be reused while the
// list is cached.
type list struct {
	first *tool.Tool
	n     int
}

// KeepOf is [Keep] for a result computed from a list of tools.
func KeepOf[T any](k *Kept, name any, tools []tool.Tool, build func([]tool.Tool) T) T {
	if len(tools) == 0 {
		return build(tools)
	}
	return Keep(k, name, list{&tools[0], len(tools)}, func() T { return build(tools) })
}
