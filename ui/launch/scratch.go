package launch

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"galley/engine/capture/start"
)

// The limits on what is copied into a scratch configuration.
const (
	maxCopied = 256 << 20 // bytes
	maxFiles  = 20000
	maxDeep   = 24 // levels of directories below a copied one, with links followed
)

// scratch is the configuration of one run, in a private directory of the user. The copied home is
// four levels down, so that imports in the user's rule files can go up to four levels above the
// home.
type scratch struct {
	id    string
	dir   string
	home  string
	bytes int64
	files int
}

// newScratch makes an empty directory below root. It also removes the directories of runs that
// ended without removing their own.
func newScratch(root string) (*scratch, error) {
	clearScratch(root, time.Now())
	var random [6]byte
	rand.Read(random[:]) // this cannot fail
	s := &scratch{id: strconv.Itoa(os.Getpid()) + "-" + hex.EncodeToString(random[:])}
	s.dir = filepath.Join(root, s.id)
	s.home = filepath.Join(s.dir, "4", "3", "2", "1")
	if err := os.MkdirAll(s.home, 0o700); err != nil {
		return nil, fmt.Errorf("making the scratch configuration: %w", err)
	}
	return s, nil
}

// clearScratch removes scratch directories whose process has ended, or that are older
// than a day.
func clearScratch(root string, now time.Time) {
	entries, _ := os.ReadDir(root)
	for _, e := range entries {
		number, _, ok := strings.Cut(e.Name(), "-")
		pid, err := strconv.Atoi(number)
		info, statErr := e.Info()
		if !ok || err != nil || statErr != nil || !e.IsDir() {
			continue
		}
		if now.Sub(info.ModTime()) > 24*time.Hour || pid != os.Getpid() && !running(pid) {
			endMarked(e.Name()) // end the processes of a killed run
			os.RemoveAll(filepath.Join(root, e.Name()))
		}
	}
}

func (s *scratch) remove() { removeScratch(s.dir) }

// removeScratch removes the directory of a run. It tries for a second, because an agent that is
// ending may still write files into the directory.
func removeScratch(dir string) {
	for n := 0; n < 20 && os.RemoveAll(dir) != nil; n++ {
		time.Sleep(50 * time.Millisecond)
	}
}

// fill makes the plan's directories, copies and files.
func (s *scratch) fill(p start.Plan) error {
	for _, dir := range p.Dirs {
		if err := os.MkdirAll(s.at(dir), 0o700); err != nil {
			return err
		}
	}
	for _, c := range p.Copies {
		if err := s.copy(c.From, s.at(c.To), 0); err != nil {
			return err
		}
	}
	for _, f := range p.Files {
		name := s.at(f.Path)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(f.Text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// addImported adds the copies of imported files to a plan, and a note about those that cannot be
// copied.
func (s *scratch) addImported(p *start.Plan, copies []start.Copy, missed []string) {
	if len(missed) > 0 {
		p.Notes = append(p.Notes, missing(missed))
	}
	for _, c := range copies {
		p.Copies = append(p.Copies, c)
		p.Substitutions = append(p.Substitutions, start.Substitution{From: s.at(c.To), To: c.From})
	}
}

func (s *scratch) at(name string) string { return filepath.Join(s.home, filepath.FromSlash(name)) }

// copy copies a file or a directory, and follows links. It skips devices, pipes, sockets and
// missing files. depth is the number of copied directories that contain the file or directory.
// At a limit of depth, copy skips directories.
func (s *scratch) copy(from, to string, depth int) error {
	info, err := os.Stat(from)
	if err != nil {
		return nil // it does not exist, cannot be read, or is a link that leads nowhere or in a loop
	}
	switch {
	case info.IsDir():
		if depth > maxDeep || filepath.Base(from) == ".git" {
			return nil
		}
		if err := os.MkdirAll(to, 0o700); err != nil {
			return err
		}
		entries, _ := os.ReadDir(from) // what galley cannot list, the agent cannot list either
		for _, e := range entries {
			if err := s.copy(filepath.Join(from, e.Name()), filepath.Join(to, e.Name()), depth+1); err != nil {
				return err
			}
		}
		return nil
	case !info.Mode().IsRegular():
		return nil
	}
	s.files++
	s.bytes += info.Size()
	if s.files > maxFiles || s.bytes > maxCopied {
		return fmt.Errorf("the configuration has more than %d files or %d MB (at %s)", maxFiles, maxCopied/1000/1000, from)
	}
	return copyFile(from, to, info.Mode().Perm()|0o600)
}

func copyFile(from, to string, mode fs.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return nil // if galley cannot read a file, the agent cannot either
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode&0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(in, maxCopied))
	return errors.Join(err, out.Close())
}
