package session

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// smallDatabase is a limit in bytes: a database up to this size is checked as a whole when it is
// opened. Damage in a larger database is found when the damaged part is read.
const smallDatabase = 16 << 20

// migrations lists statements. The statement at index i brings a database from version i to the
// next version. A migration in a release is never changed; a new one is added instead.
var migrations = []string{firstSchema}

//go:embed schema.sql
var firstSchema string

// database is an open database with two connections. One writes; the other reads, so that reading
// never waits for a write.
type database struct {
	wait  waiting
	path  string
	file  fs.FileInfo // the file that was opened
	blank bool        // another program has created the file, which was empty when it was opened
	first bool        // this program created the schema
	write *sql.DB
	read  *reader
}

// openDatabase opens the database, creates it if necessary, and migrates it to this
// program's schema. It returns a *damage if the file is not a valid database.
func (s *Store) openDatabase(ctx context.Context) (*database, error) {
	made, err := create(s.path)
	db := &database{wait: s.wait, path: s.path, blank: err == nil && !made && s.wait.staysBlank(s.path)}
	if err == nil {
		db.file, err = os.Stat(s.path)
	}
	if err != nil {
		return nil, err
	}
	db.write = s.wait.connect(s.path, "_txlock=immediate", "_pragma=secure_delete(1)", fmt.Sprintf("_pragma=max_page_count(%d)", s.pageLimit))
	db.read = &reader{wait: s.wait, db: s.wait.connect(s.path)}
	if err = db.migrate(ctx); err == nil {
		err = db.check(ctx)
	}
	if err != nil {
		return nil, errors.Join(db.judge(err), db.close())
	}
	return db, nil
}

// create creates an empty file that only its owner may read. It does nothing if the file exists;
// made reports whether it created the file. It does not open an existing file, because closing
// that file would release SQLite's locks on it in this process.
func create(path string) (made bool, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return false, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return false, nil
	case err != nil:
		return false, err
	}
	return true, f.Close()
}

// migrate brings the schema to the newest version. Only one program at a time does so.
func (d *database) migrate(ctx context.Context) error {
	version, newest := -1, len(migrations)
	// Programs that open a new database at the same time collide while its journal is being set up,
	// and SQLite does not wait in that case.
	err := d.wait.whileLocked(ctx, func() error {
		return d.write.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	})
	if err != nil || version == newest {
		return err
	}
	return d.transact(ctx, func(tx *sql.Tx) error {
		tables := 0
		err := tx.QueryRowContext(ctx, `SELECT (SELECT user_version FROM pragma_user_version), count(*) FROM sqlite_schema
			WHERE type = 'table' AND name IN ('texts', 'conversations', 'versions', 'messages')`).Scan(&version, &tables)
		switch {
		case err != nil:
		case version > newest && version <= newest+mostNewer:
			err = fmt.Errorf("%w: its schema is %d and this galley knows %d: update galley", errNewer, version, newest)
		case tables == ourTables:
			version = newest // only the number is damaged
		case version < 0 || version > newest:
			err = &damage{err: fmt.Errorf("its schema has the number %d", version)}
		}
		if err != nil {
			return err
		}
		d.first = version == 0
		for _, m := range slices.Concat(migrations[version:], []string{fmt.Sprintf("PRAGMA user_version = %d", newest)}) {
			if _, err := tx.ExecContext(ctx, m); err != nil {
				return err
			}
		}
		return nil
	})
}

const (
	// mostNewer limits how many versions newer the schema of a newer galley can be. A larger
	// version number is damage.
	mostNewer = 1000
	// ourTables is the number of tables of the newest schema.
	ourTables = 4
)

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

// transact calls the function do in a transaction with the write lock. A transaction that has
// begun is finished even if ctx ends, so that the caller knows the outcome.
func (d *database) transact(ctx context.Context, do func(*sql.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	tx, err := d.wait.begin(ctx, d.write)
	if err != nil {
		return d.judge(err)
	}
	defer func() { _ = tx.Rollback() }() // has no effect after a commit; after a panic it releases the database
	if !d.current() {
		return errReplaced
	}
	if err = do(tx); err == nil {
		err = tx.Commit()
	}
	return d.judge(err)
}

// current reports whether the opened file still has the name of the database.
func (d *database) current() bool {
	now, err := os.Stat(d.path)
	return err == nil && os.SameFile(d.file, now)
}

func (d *database) close() error {
	return errors.Join(d.read.close(), d.write.Close())
}
