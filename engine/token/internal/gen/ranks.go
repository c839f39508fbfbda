package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"galley/engine/token/internal/vocab"
)

// rankFile fetches the module of the ranks with the go command and reads the ranks of one
// vocabulary.
func rankFile(execute command, name string) ([]byte, error) {
	out, err := execute("", "go", "mod", "download", "-json", ranksModule)
	if err != nil {
		return nil, fmt.Errorf("go mod download %s: %w", ranksModule, err)
	}
	dir, err := dirIn(ranksModule, out)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, "assets", name+".tiktoken"))
}

// dirIn reads the directory of a module from the answer of the go command.
func dirIn(module string, out []byte) (string, error) {
	var answer struct{ Dir, Error string }
	if err := json.Unmarshal(out, &answer); err != nil {
		return "", err
	}
	if answer.Error != "" {
		return "", fmt.Errorf("%s: %s", module, answer.Error)
	}
	return answer.Dir, nil
}

// fromRanks converts a list of lines "base64(bytes) rank" into merges. To find the two halves of a
// token, it merges the bytes of the token with lower ranks only. Two parts remain.
func fromRanks(data []byte) (*vocab.Table, error) {
	text := string(data)
	rank := map[string]int{}
	var tokens []string
	for line := range strings.Lines(text) {
		b64, number, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			return nil, fmt.Errorf("a line without a rank: %q", line)
		}
		b, err := base64.StdEncoding.DecodeString(b64)
		if err != nil {
			return nil, err
		}
		if n, err := strconv.Atoi(number); err != nil || n != len(tokens) {
			return nil, fmt.Errorf("rank %s where %d was expected", number, len(tokens))
		}
		rank[string(b)] = len(tokens)
		tokens = append(tokens, string(b))
	}
	table := &vocab.Table{}
	for id, token := range tokens {
		if len(token) == 1 {
			if id != len(table.Base) {
				return nil, fmt.Errorf("byte %q after the first merge", token)
			}
			table.Base = append(table.Base, token)
			continue
		}
		parts := mergeBelow([]byte(token), rank, id)
		if len(parts) != 2 {
			return nil, fmt.Errorf("token %d is not one pair but %d parts", id, len(parts))
		}
		table.Left = append(table.Left, uint32(rank[string(parts[0])]))
		table.Right = append(table.Right, uint32(rank[string(parts[1])]))
	}
	if len(table.Base) != 256 {
		return nil, fmt.Errorf("%d single bytes", len(table.Base))
	}
	return table, nil
}

// mergeBelow merges the bytes of a token by every rank lower than limit.
func mergeBelow(token []byte, rank map[string]int, limit int) [][]byte {
	var parts [][]byte
	for i := range token {
		parts = append(parts, token[i:i+1])
	}
	for {
		best, at := limit, -1
		for i := 0; i+1 < len(parts); i++ {
			if r, ok := rank[string(bytes.Join(parts[i:i+2], nil))]; ok && r < best {
				best, at = r, i
			}
		}
		if at < 0 {
			return parts
		}
		parts[at] = bytes.Join(parts[at:at+2], nil)
		parts = append(parts[:at+1], parts[at+2:]...)
	}
}
