//go:build !unix

package document

// nonBlocking is the flag for opening a pipe without waiting.
const nonBlocking = 0
