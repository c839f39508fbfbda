//go:build unix

package document

import "syscall"

// nonBlocking is the flag with which opening a pipe waits for nobody.
const nonBlocking = syscall.O_NONBLOCK
