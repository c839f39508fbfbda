package token

import _ "embed"

//go:embed data/o200k_base.vocab
var o200kPacked []byte

//go:embed data/cl100k_base.vocab
var cl100kPacked []byte
