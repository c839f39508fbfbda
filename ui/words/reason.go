package words

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// Reason says an error with what went wrong in front and the path behind it: a path
// can be longer than a line of the screen, whose end is cut.
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
	if at != nil { // the path stands once, where the sentence names it
		if rest, ok := strings.CutSuffix(what, ": "+at.Op+" "+at.Path); ok && strings.HasSuffix(rest, at.Path) {
			what = rest
		}
	}
	return reason.Error() + ": " + what
}
