//go:build !linux && !darwin

package document

import "os"

// keepAttributes does nothing on this system.
func keepAttributes(*os.File, string) error { return nil }
