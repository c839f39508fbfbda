package token

// shortPiece is the largest length in bytes of a piece that fits into a key.
const shortPiece = 15

// key holds a short piece in two words. It has the bytes of the piece, zeros, and the length of
// the piece in the last byte. So different pieces have different keys.
type key struct{ lo, hi uint64 }

// lowBytes[n] is the mask that keeps the n low bytes of a word. These are the first n bytes of the
// text that was loaded into the word.
var lowBytes = [9]uint64{0, 1<<8 - 1, 1<<16 - 1, 1<<24 - 1, 1<<32 - 1, 1<<40 - 1, 1<<48 - 1, 1<<56 - 1, 1<<64 - 1}

// keyOf returns the key of text[i:end], which has at most shortPiece bytes. It takes the whole
// text, because it reads whole machine words where it can.
func keyOf(text string, i, end int) key {
	n := end - i
	k := key{hi: uint64(n) << 56}
	if i+16 > len(text) {
		for j := range n {
			if j < 8 {
				k.lo |= uint64(text[i+j]) << (8 * j)
			} else {
				k.hi |= uint64(text[i+j]) << (8 * (j - 8))
			}
		}
		return k
	}
	k.lo = load8(text[i:])
	if n < 8 {
		k.lo &= lowBytes[n&7]
	} else {
		k.hi |= load8(text[i+8:]) & lowBytes[(n-8)&7]
	}
	return k
}

// hash returns a hash of the key. It does not protect against keys that were chosen to collide.
// Such keys do little harm: each look-up also compares the keys, and the tables that grow are
// small.
func (k key) hash() uint64 { return mix(mix(k.lo^k.hi>>56) ^ k.hi) }

// hashOf returns the hash of any piece. For a short piece the hash equals the hash of its key.
func hashOf(piece string) uint64 {
	if len(piece) <= shortPiece {
		return keyOf(piece, 0, len(piece)).hash()
	}
	h := uint64(len(piece))
	s := piece
	for len(s) > 8 {
		h = mix(h ^ load8(s))
		s = s[8:]
	}
	return mix(mix(h ^ load8(piece[len(piece)-8:])))
}

// hashIn returns the hash of text[i:end]. It is faster than hashOf(text[i:end]), because it may
// read whole machine words beyond the part.
func hashIn(text string, i, end int) uint64 {
	if end-i <= shortPiece {
		return keyOf(text, i, end).hash()
	}
	return hashOf(text[i:end])
}

// mix spreads the bits of h: a multiplication moves them up, and a shift moves the upper half down
// again.
func mix(h uint64) uint64 {
	h *= spread
	return h ^ h>>32
}

func load8(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
