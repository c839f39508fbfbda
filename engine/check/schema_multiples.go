package check

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"

	"galley/engine/tool"
)

// maxRefused is the most numbers of an input that one multipleOf may refuse.
const maxRefused = 200

// exact returns a schema with which the library checks multipleOf correctly for this input. The
// library divides floats, so it would refuse 0.3 as a multiple of 0.1. Therefore exact replaces each
// fractional multipleOf by a list of the numbers in the input that are not its multiples. It compares
// each number with each such multipleOf and subtracts the number of comparisons from left. It returns
// nil if that is not enough, or if a list is too long.
func (s *inputSchema) exact(input tool.Value, left *int) *inputSchema {
	if !s.fractions {
		return s
	}
	numbers := numbersIn(input, nil, map[float64]bool{})
	pairs, longest := 0, 0
	root := tool.Walk(s.root, "", func(node tool.Value, _ string) tool.Value {
		b, there := fraction(node)
		if !there {
			return node
		}
		if pairs += len(numbers); pairs > maxSteps {
			return node
		}
		refused := slices.DeleteFunc(slices.Clone(numbers), func(v tool.Value) bool {
			n, _ := float(v)
			return multiple(n, b)
		})
		longest = max(longest, len(refused))
		node = node.Without("multipleOf")
		if len(refused) == 0 {
			return node
		}
		no := tool.Table(tool.Member{Name: "not", Value: tool.Table(tool.Member{Name: "enum", Value: tool.List(refused...)})})
		return node.With("allOf", tool.List(append(slices.Clone(node.Get("allOf").Items), no)...))
	})
	if *left -= pairs; pairs > maxSteps || longest > maxRefused {
		return nil
	}
	text := identified(root)
	if s.variant == nil || s.variant.text != text {
		// Keep the original root, because multipleOf in it explains the faults.
		s.variant = &inputSchema{root: s.root, text: text, anchors: s.anchors, parts: map[string]*jsonschema.Resolved{}}
	}
	return s.variant
}

// fraction returns the multipleOf of a schema if it is positive and not a whole number.
func fraction(node tool.Value) (b float64, there bool) {
	b, there = float(node.Get("multipleOf"))
	return b, there && b > 0 && b != math.Trunc(b)
}

// numbersIn appends the different numbers in a value to list. seen contains the numbers that are
// already in list.
func numbersIn(v tool.Value, list []tool.Value, seen map[float64]bool) []tool.Value {
	if n, ok := float(v); ok && !seen[n] {
		seen[n] = true
		list = append(list, v)
	}
	for _, one := range v.Items {
		list = numbersIn(one, list, seen)
	}
	for _, m := range v.Members {
		list = numbersIn(m.Value, list, seen)
	}
	return list
}

// multiple reports whether a number is a multiple of b, both taken as the decimals that people
// write for them.
func multiple(n, b float64) bool {
	if b <= 0 {
		return true
	}
	// Cannot fail: n and b are finite.
	x, _ := new(big.Rat).SetString(strconv.FormatFloat(n, 'g', -1, 64))
	y, _ := new(big.Rat).SetString(strconv.FormatFloat(b, 'g', -1, 64))
	return x.Quo(x, y).IsInt()
}
