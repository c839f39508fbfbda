//go:build !linux && !darwin

package document

import "os"

// keepAttributes has nothing to keep here.
func keepAttributes(*os.File, string) error { return nil }
