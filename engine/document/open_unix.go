//go:build unix

package document

import "syscall"

// nonBlocking makes opening a pipe not wait for a writer.
const nonBlocking = syscall.O_NONBLOCK
