package session

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// patience is how long a call waits for another program's write.
const patience = 5 * time.Second

// smallDatabase is the size in bytes up to which a database is checked as a whole
// when opened. Damage in a larger one is found when it is reached.
const smallDatabase = 16 << 20

// migrations each bring a database from the version of their index to the next. A
// released migration is never changed: another is added.
var migrations = []string{firstSchema}

//go:embed schema.sql
var firstSchema string

// database is an open database with two connections: one writes, and the other reads
// and so never waits for a write.
type database struct {
	path  string
	file  fs.FileInfo // of the opened file
	blank bool        // it was an empty file made by another program
	first bool        // its schema was created here
	write *sql.DB
	read  *reader
}

// openDatabase opens the database, creates it if necessary, and migrates it to this
// program's schema. It returns a *damage if the file is not a valid database.
func openDatabase(ctx context.Context, path string, pageLimit int) (*database, error) {
	made, err := create(path)
	if err != nil {
		return nil, err
	}
	blank := !made && staysBlank(path)
	file, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	db := &database{path: path, file: file, blank: blank}
	if db.write, err = connect(path, "_txlock=immediate", "_pragma=secure_delete(1)", limit(pageLimit)); err != nil {
		return nil, err
	}
	err = db.migrate(ctx)
	if err == nil {
		err = db.check(ctx)
	}
	if err == nil {
		db.read, err = newReader(path)
	}
	if err != nil {
		err = db.judge(err)
		return nil, errors.Join(err, db.close())
	}
	return db, nil
}

// staysBlank reports whether a file stays empty. One that another program is creating
// gets content within moments.
func staysBlank(path string) bool {
	for range 25 {
		if info, err := os.Stat(path); err != nil || info.Size() > 0 {
			return false
		}
		if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

// create makes an empty file that only its owner may read, unless it exists; made
// reports whether it did. It does not open an existing file, because closing it would
// release SQLite's locks on it in this process.
func create(path string) (made bool, err error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return false, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, f.Close()
}

// connect prepares a pool of one connection.
func connect(path string, options ...string) (*sql.DB, error) {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive letter
	}
	all := []string{
		fmt.Sprintf("_pragma=busy_timeout(%d)", patience.Milliseconds()),
		"_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)", "_pragma=foreign_keys(1)",
	}
	for _, o := range options {
		if o != "" {
			all = append(all, o)
		}
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: slashed}).EscapedPath()+"?"+strings.Join(all, "&"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

func limit(pages int) string {
	if pages == 0 {
		return ""
	}
	return fmt.Sprintf("_pragma=max_page_count(%d)", pages)
}

// migrate brings the schema to the newest version, one program at a time.
func (d *database) migrate(ctx context.Context) error {
	version := -1
	// Programs that open a new database at the same time collide while its journal is
	// set up, and SQLite does not wait there.
	err := retryWhileLocked(ctx, func() error {
		return d.write.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	})
	if err != nil || version == len(migrations) {
		return err
	}
	return d.transact(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
			return err
		}
		if version == len(migrations) {
			return nil
		}
		known, err := hasOurTables(ctx, tx)
		if err != nil {
			return err
		}
		newer := version > len(migrations) && version-len(migrations) <= mostNewer
		switch {
		case known && !newer:
			version = len(migrations) // only the number is damaged
		case !newer && (version < 0 || version > len(migrations)):
			return &damage{err: fmt.Errorf("its schema has the number %d", version)}
		}
		if version > len(migrations) {
			return fmt.Errorf("%w: its schema is %d and this galley knows %d: update galley", errNewer, version, len(migrations))
		}
		d.first = version == 0
		for ; version < len(migrations); version++ {
			if _, err := tx.ExecContext(ctx, migrations[version]); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version))
		return err
	})
}

// mostNewer is how far ahead the schema of a newer galley can be; a larger number is
// damage.
const mostNewer = 1000

// hasOurTables reports whether the database has the tables of the newest schema,
// whatever its version number.
func hasOurTables(ctx context.Context, tx *sql.Tx) (bool, error) {
	want := strings.Count(firstSchema, "CREATE TABLE")
	var n int
	err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND
		name IN ('texts', 'conversations', 'versions', 'messages')`).Scan(&n)
	return n == want, err
}

// check checks a small database as a whole.
func (d *database) check(ctx context.Context) error {
	if d.file.Size() > smallDatabase {
		return nil
	}
	var verdict string
	if err := d.write.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return &damage{err: errors.New(verdict)}
	}
	return nil
}

// transact runs do in a transaction with the write lock. Once begun it is finished
// even if ctx ends, so that the caller knows the outcome.
func (d *database) transact(ctx context.Context, do func(*sql.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var tx *sql.Tx
	err := retryWhileLocked(ctx, func() (err error) {
		tx, err = d.write.BeginTx(context.WithoutCancel(ctx), nil)
		return err
	})
	if err != nil {
		return d.judge(err)
	}
	defer func() { _ = tx.Rollback() }() // no effect after a commit; releases the database after a panic
	if !d.current() {
		return d.judge(errReplaced)
	}
	if err = do(tx); err == nil {
		err = tx.Commit()
	}
	return d.judge(err)
}

// retryWhileLocked repeats do while the database is locked, for at most patience.
func retryWhileLocked(ctx context.Context, do func() error) error {
	for start := time.Now(); ; {
		err := do()
		if !busy(err) || time.Since(start) > patience {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// current reports whether the opened file still has its name.
func (d *database) current() bool {
	now, err := os.Stat(d.path)
	return err == nil && os.SameFile(d.file, now)
}

func (d *database) close() error {
	var err error
	if d.read != nil {
		err = d.read.close()
	}
	return errors.Join(err, d.write.Close())
}
