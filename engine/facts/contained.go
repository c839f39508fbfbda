package facts

import "io/fs"

// Contained returns a world that refuses a path within dir if links on it lead out of dir. It does
// not affect other paths.
func Contained(w World, dir string) World { return &contained{w, dir} }

type contained struct {
	World
	dir string
}

func (c *contained) check(op, name string) error {
	if Within(name, c.dir) && !Inside(c.World, c.dir, name) {
		return &fs.PathError{Op: op, Path: name, Err: ErrRefused}
	}
	return nil
}

// Stat implements [World].
func (c *contained) Stat(name string) (Info, error) {
	if err := c.check("stat", name); err != nil {
		return Info{}, err
	}
	return c.World.Stat(name)
}

// ReadDir implements [World].
func (c *contained) ReadDir(name string) ([]Entry, error) {
	if err := c.check("readdir", name); err != nil {
		return nil, err
	}
	return c.World.ReadDir(name)
}

// ReadFile implements [World].
func (c *contained) ReadFile(name string) (string, error) {
	if err := c.check("read", name); err != nil {
		return "", err
	}
	return c.World.ReadFile(name)
}

// ReadHead implements [World].
func (c *contained) ReadHead(name string, limit int) (string, error) {
	if err := c.check("read", name); err != nil {
		return "", err
	}
	return c.World.ReadHead(name, limit)
}
