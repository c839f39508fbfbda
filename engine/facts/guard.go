package facts

// Guard is a world that checks each path before it passes a question about the path to another
// world. A world that treats some questions in its own way embeds a Guard.
type Guard struct {
	World
	// Check returns the error for a path that must not be asked about, otherwise nil. op is "stat",
	// "lstat", "readlink", "realpath", "readdir" or "read".
	Check func(op, name string) error
}

// Stat implements [World].
func (g *Guard) Stat(name string) (Info, error) { return guarded(g, "stat", name, g.World.Stat) }

// Lstat implements [World].
func (g *Guard) Lstat(name string) (Info, error) { return guarded(g, "lstat", name, g.World.Lstat) }

// Readlink implements [World].
func (g *Guard) Readlink(name string) (string, error) {
	return guarded(g, "readlink", name, g.World.Readlink)
}

// RealPath implements [World].
func (g *Guard) RealPath(name string) (string, error) {
	return guarded(g, "realpath", name, g.World.RealPath)
}

// ReadDir implements [World].
func (g *Guard) ReadDir(name string) ([]Entry, error) {
	return guarded(g, "readdir", name, g.World.ReadDir)
}

// ReadFile implements [World].
func (g *Guard) ReadFile(name string) (string, error) {
	return guarded(g, "read", name, g.World.ReadFile)
}

// ReadHead implements [World].
func (g *Guard) ReadHead(name string, limit int) (string, error) {
	return guarded(g, "read", name, func(name string) (string, error) { return g.World.ReadHead(name, limit) })
}

// guarded calls the function ask if the path passes the check; otherwise it returns the error of
// the check.
func guarded[A any](g *Guard, op, name string, ask func(string) (A, error)) (answer A, err error) {
	if err := g.Check(op, name); err != nil {
		return answer, err
	}
	return ask(name)
}
