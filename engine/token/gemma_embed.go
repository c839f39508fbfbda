//go:build !nogemma

package token

import _ "embed"

//go:embed data/gemma3.vocab
var gemmaPacked []byte

// gemma counts with the vocabulary of Gemma 3. The build tag nogemma leaves it out.
var gemma scheme = &gemmaEncoding{packed: gemmaPacked}
