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

// smallDatabase is the size in bytes up to which a database is looked at as a
// whole when it is opened. In a larger one damage is found when it is met.
const smallDatabase = 16 << 20

// migrations bring a database from the version that is their index to the next.
// They never change once they were released: another is added.
var migrations = []string{firstSchema}

//go:embed schema.sql
var firstSchema string

// database is an open database: one connection that writes, and one that reads
// and so never waits for a write.
type database struct {
	path  string
	file  fs.FileInfo // of the file that was opened
	blank bool        // it was a file of no bytes, made by somebody else
	first bool        // its schema was made here
	write *sql.DB
	read  *reader
}

// openDatabase opens the database, makes it if none exists, and brings it to
// this program's schema. The error is a *damage when it is not a sound database.
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

// staysBlank reports whether a file has no bytes. One that another program is just
// making gets some within moments.
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

// create makes an empty file that only its owner may read, unless there is one; made
// is true if it did.
// An existing file is not opened here: closing it again would take away the
// locks that SQLite holds on it in this process.
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
	// Several programs that open a new database at once are in each other's way
	// while its journal is set up, and SQLite does not wait there.
	err := persist(ctx, func() error {
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
			version = len(migrations) // the number alone is damaged
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

// mostNewer is how far ahead the schema of a newer galley can be; a number beyond
// it is damage.
const mostNewer = 1000

// hasOurTables reports whether the database has the tables of the newest schema,
// whatever number it gives.
func hasOurTables(ctx context.Context, tx *sql.Tx) (bool, error) {
	want := strings.Count(firstSchema, "CREATE TABLE")
	var n int
	err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND
		name IN ('texts', 'conversations', 'versions', 'messages')`).Scan(&n)
	return n == want, err
}

// check looks at a small database as a whole.
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

// transact runs do in a transaction that holds the write lock. Once begun it is
// brought to an end, whatever becomes of ctx: whoever waits knows what came of
// it.
func (d *database) transact(ctx context.Context, do func(*sql.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var tx *sql.Tx
	err := persist(ctx, func() (err error) {
		tx, err = d.write.BeginTx(context.WithoutCancel(ctx), nil)
		return err
	})
	if err != nil {
		return d.judge(err)
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing; after a panic it frees the database
	if !d.current() {
		return d.judge(errReplaced)
	}
	if err = do(tx); err == nil {
		err = tx.Commit()
	}
	return d.judge(err)
}

// persist repeats do while the database is locked, and no longer than patience.
func persist(ctx context.Context, do func() error) error {
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

// current reports whether the file that was opened still has its name.
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
