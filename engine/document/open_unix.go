//go:build unix

package document

import "syscall"

// nonBlocking is the flag for opening a pipe without waiting.
const nonBlocking = syscall.O_NONBLOCK
