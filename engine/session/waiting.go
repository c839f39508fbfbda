package session

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
)

// waiting says how long a store waits for other programs, and which clock it uses. Tests use their
// own clock and do not wait.
type waiting struct {
	patience time.Duration // how long a call waits for another program's write
	now      func() time.Time
	sleep    func(time.Duration)
}

// usually has the times for which a store waits outside of tests, and the real clock.
var usually = waiting{patience: 5 * time.Second, now: time.Now, sleep: time.Sleep}

// connect prepares a pool of one connection.
func (w waiting) connect(path string, options ...string) *sql.DB {
	db := sql.OpenDB(dataSource(w.source(path, options)))
	db.SetMaxOpenConns(1)
	return db
}

// source returns the data source name of a database.
func (w waiting) source(path string, options []string) string {
	slashed := "/" + strings.TrimPrefix(filepath.ToSlash(path), "/") // a drive letter has no slash before it
	options = append([]string{
		fmt.Sprintf("_pragma=busy_timeout(%d)", w.patience.Milliseconds()),
		"_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)", "_pragma=foreign_keys(1)",
	}, options...)
	return "file:" + (&url.URL{Path: slashed}).EscapedPath() + "?" + strings.Join(options, "&")
}

// dataSource makes connections. sql.OpenDB with a dataSource cannot fail, but sql.Open can.
type dataSource string

func (s dataSource) Connect(context.Context) (driver.Conn, error) { return s.Driver().Open(string(s)) }
func (s dataSource) Driver() driver.Driver                        { return &sqlite.Driver{} }

// begin begins a transaction. The transaction does not end with ctx.
func (w waiting) begin(ctx context.Context, db *sql.DB) (tx *sql.Tx, err error) {
	err = w.whileLocked(ctx, func() (err error) {
		tx, err = db.BeginTx(context.WithoutCancel(ctx), nil)
		return err
	})
	return tx, err
}

// whileLocked calls the function do again and again while the database is locked, until the time
// patience has passed.
func (w waiting) whileLocked(ctx context.Context, do func() error) error {
	for end := w.now().Add(w.patience); ; w.sleep(5 * time.Millisecond) {
		err := do()
		if !busy(err) || w.now().After(end) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// staysBlank reports whether a file stays empty. A file that another program is creating gets
// content within moments.
func (w waiting) staysBlank(path string) bool {
	for range 25 {
		if info, err := os.Stat(path); err != nil || info.Size() > 0 {
			return false
		}
		if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
			return false
		}
		w.sleep(10 * time.Millisecond)
	}
	return true
}
