//go:build !unix

package document

// nonBlocking is 0, because this system has no such flag.
const nonBlocking = 0
