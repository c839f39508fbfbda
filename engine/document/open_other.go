//go:build !unix

package document

// nonBlocking is the flag with which opening a pipe waits for nobody.
const nonBlocking = 0
