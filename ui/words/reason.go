package words

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// Reason returns the message of an error with the cause before the path. The screen cuts a long
// line at its end, and a path can be longer than a line.
func Reason(err error) string {
	var reason error
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		reason = at.Err
	case errors.As(err, &link):
		reason = link.Err
	default:
		return err.Error()
	}
	what, _ := strings.CutSuffix(err.Error(), ": "+reason.Error())
	if at != nil { // if the message already ends in the path, do not write the path again
		if rest, ok := strings.CutSuffix(what, ": "+at.Op+" "+at.Path); ok && strings.HasSuffix(rest, at.Path) {
			what = rest
		}
	}
	return reason.Error() + ": " + what
}
