package token

import (
	"slices"
	"strings"
)

// Set sets the text of the document. It finds the change itself: equal chunks at both ends are not
// counted again.
func (d *Document) Set(text string) {
	head := d.sameHead(text)
	tail := d.sameTail(text, head)
	if head+tail < d.size || head+tail < len(text) {
		d.Edit(head, d.size-head-tail, text[head:len(text)-tail])
	}
	d.rebase(text)
}

// sameHead returns how many bytes at the start of the document equal those of text.
func (d *Document) sameHead(text string) int {
	at := 0
	for i := range d.leaves {
		for j := range d.leaves[i].chunks {
			have, want := d.leaves[i].chunks[j].text, text[at:]
			if !strings.HasPrefix(want, have) {
				n := 0
				for n < min(len(have), len(want)) && have[n] == want[n] {
					n++
				}
				return at + n
			}
			at += len(have)
		}
	}
	return at
}

// sameTail returns how many bytes at the end of the document equal those of text, not counting the
// head bytes at the start.
func (d *Document) sameTail(text string, head int) int {
	most := min(len(text), d.size) - head
	n := 0
	for i := len(d.leaves) - 1; i >= 0; i-- {
		chunks := d.leaves[i].chunks
		for j := len(chunks) - 1; j >= 0; j-- {
			have, want := chunks[j].text, text[:len(text)-n]
			if n+len(have) <= most && strings.HasSuffix(want, have) {
				n += len(have)
				continue
			}
			for k := 1; k <= len(have) && n < most && have[len(have)-k] == want[len(want)-k]; k++ {
				n++
			}
			return n
		}
	}
	return n
}

// rebase makes all chunks parts of text, which must equal the document's text, so that the document
// keeps only one text in memory.
func (d *Document) rebase(text string) {
	at := 0
	for i := range d.leaves {
		for j := range d.leaves[i].chunks {
			c := &d.leaves[i].chunks[j]
			c.text = text[at : at+len(c.text)]
			at += len(c.text)
		}
	}
}

// chunkPos is the position of a chunk in a document. After the last chunk of a leaf comes the first
// chunk of the next leaf.
type chunkPos struct{ leaf, chunk int }

// find returns the chunk that contains byte x, and where the chunk starts; for the end of the text,
// the last chunk. The document must have a chunk.
func (d *Document) find(x int) (p chunkPos, start int) {
	for p.leaf = range d.leaves {
		l := &d.leaves[p.leaf]
		if x-start < l.size || p.leaf == len(d.leaves)-1 {
			break
		}
		start += l.size
	}
	chunks := d.leaves[p.leaf].chunks
	for p.chunk = range chunks {
		if x-start < len(chunks[p.chunk].text) || p.chunk == len(chunks)-1 {
			break
		}
		start += len(chunks[p.chunk].text)
	}
	return p, start
}

func (d *Document) at(p chunkPos) *chunk { return &d.leaves[p.leaf].chunks[p.chunk] }

// next returns the chunk after p. previous returns the chunk before p.
func (d *Document) next(p chunkPos) (chunkPos, bool) {
	if p.chunk+1 < len(d.leaves[p.leaf].chunks) {
		return chunkPos{p.leaf, p.chunk + 1}, true
	}
	return chunkPos{p.leaf + 1, 0}, p.leaf+1 < len(d.leaves)
}

func (d *Document) previous(p chunkPos) (chunkPos, bool) {
	if p.chunk > 0 {
		return chunkPos{p.leaf, p.chunk - 1}, true
	}
	if p.leaf == 0 {
		return chunkPos{}, false
	}
	return chunkPos{p.leaf - 1, len(d.leaves[p.leaf-1].chunks) - 1}, true
}

// Edit replaces deleted bytes at an offset by the inserted text. It counts again the chunks from
// the one before the change to the next chunk border that is still valid. Offsets outside the text
// are moved to its ends.
func (d *Document) Edit(offset, deleted int, inserted string) {
	offset = min(max(offset, 0), d.size)
	deleted = min(max(deleted, 0), d.size-offset)
	if len(d.leaves) == 0 {
		d.relay(0, 0, d.counted(inserted))
		return
	}
	first, start := d.find(max(offset-1, 0))
	last, lastStart := d.find(offset + deleted)
	head := d.span(first, start, offset)
	tail := d.at(last).text[min(offset+deleted-lastStart, len(d.at(last).text)):]
	middle := head + inserted + tail

	// The characters at the borders on both sides have changed. A chunk that has become small is
	// merged with its neighbour, so that small chunks do not accumulate.
	for {
		p, ok := d.previous(first)
		if !ok || d.scheme.cut(d.at(p).text, middle) && middle != "" {
			break
		}
		first = p
		middle = d.at(p).text + middle
	}
	for {
		p, ok := d.next(last)
		if !ok || len(middle) >= chunkSize && d.scheme.cut(middle, d.at(p).text) {
			break
		}
		last = p
		middle += d.at(p).text
	}
	d.replace(first, last, d.counted(middle))
}

// span returns the text from the start of a chunk to an offset.
func (d *Document) span(p chunkPos, start, offset int) string {
	text := d.at(p).text
	return text[:min(offset-start, len(text))]
}

// counted divides a text into chunks and counts them.
func (d *Document) counted(text string) []chunk {
	var chunks []chunk
	for text != "" {
		n := d.cutAfter(text)
		chunks = append(chunks, chunk{text[:n], d.scheme.sum(text[:n])})
		text = text[n:]
	}
	return chunks
}

// cutAfter returns the first place to divide a text at which the first chunk is large enough and
// enough text remains for another one.
func (d *Document) cutAfter(text string) int {
	for i := chunkSize; i < len(text)-chunkSize/2; i++ {
		if d.scheme.cut(text[:i], text[i:]) {
			return i
		}
	}
	return len(text)
}

// replace replaces the chunks from first to last, both included.
func (d *Document) replace(first, last chunkPos, chunks []chunk) {
	if l := &d.leaves[first.leaf]; first.leaf == last.leaf {
		if n := len(l.chunks) - (last.chunk + 1 - first.chunk) + len(chunks); n > 0 && n <= 2*leafChunks {
			d.swap(l, first.chunk, last.chunk+1, chunks)
			return
		}
	}
	before := d.leaves[first.leaf].chunks[:first.chunk]
	behind := d.leaves[last.leaf].chunks[last.chunk+1:]
	d.relay(first.leaf, last.leaf+1, slices.Concat(before, chunks, behind))
}

// relay replaces the leaves d.leaves[from:to] by new ones, which have the usual size and contain
// the chunks.
func (d *Document) relay(from, to int, chunks []chunk) {
	var leaves []leaf
	for len(chunks) > 0 {
		n := len(chunks)
		if n > 2*leafChunks {
			n = leafChunks
		}
		leaves = append(leaves, newLeaf(slices.Clone(chunks[:n])))
		chunks = chunks[n:]
	}
	d.leaves = slices.Replace(d.leaves, from, to, leaves...)
	d.size, d.sum = 0, tally{}
	for i := range d.leaves {
		d.size += d.leaves[i].size
		d.sum = d.sum.plus(d.leaves[i].sum)
	}
}

// swap replaces chunks of one leaf.
func (d *Document) swap(l *leaf, from, to int, chunks []chunk) {
	old := newLeaf(l.chunks[from:to])
	fresh := newLeaf(chunks)
	l.chunks = slices.Replace(l.chunks, from, to, chunks...)
	l.size += fresh.size - old.size
	l.sum = l.sum.plus(fresh.sum).minus(old.sum)
	d.size += fresh.size - old.size
	d.sum = d.sum.plus(fresh.sum).minus(old.sum)
}

func newLeaf(chunks []chunk) leaf {
	l := leaf{chunks: chunks}
	for i := range chunks {
		l.size += len(chunks[i].text)
		l.sum = l.sum.plus(chunks[i].sum)
	}
	return l
}
