package session

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// mostSalvaged is a limit in bytes: a larger damaged database is not copied for reading.
const mostSalvaged = 1 << 30

// salvage copies the readable conversations of a damaged database into a new database, and returns
// their number. It reads a copy, so that the damaged database does not change. The caller holds
// s.mu.
func (s *Store) salvage(ctx context.Context, aside string) int {
	dir, err := os.MkdirTemp(filepath.Dir(s.path), ".salvage-")
	defer func() { _ = os.RemoveAll(dir) }()
	copied := filepath.Join(dir, fileName)
	if err == nil {
		err = copyFile(aside, copied, mostSalvaged)
	}
	var fresh *database
	if err == nil {
		_ = copyFile(aside+"-wal", copied+"-wal", mostSalvaged) // there may be none
		fresh, err = s.openDatabase(ctx)
	}
	if err != nil {
		return 0
	}
	old := s.wait.connect(copied)
	defer func() { _ = old.Close() }()
	defer func() { _ = fresh.close() }()
	saved := 0
	for _, id := range readableIDs(ctx, old) {
		if fresh.adopt(ctx, readable(ctx, old, id)) == nil {
			saved++
		}
	}
	return saved
}

// copyFile copies a file to a name that is not in use. most is the largest allowed size of the
// file in bytes.
func copyFile(from, to string, most int64) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(in, most+1))
	if n > most {
		err = os.ErrInvalid
	}
	return errors.Join(err, out.Close())
}

// readableIDs lists the ids of the conversations that can still be read, by way of the index or
// the table.
func readableIDs(ctx context.Context, db *sql.DB) []string {
	var ids []string
	for _, query := range []string{
		"SELECT id FROM conversations ORDER BY id", "SELECT id FROM conversations NOT INDEXED", "SELECT id FROM conversations NOT INDEXED ORDER BY rowid DESC",
	} {
		ids = append(ids, column[string](ctx, db, query)...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// column returns the values of a query up to the first one that cannot be read.
func column[T any](ctx context.Context, db *sql.DB, query string, args ...any) []T {
	rows, err := db.QueryContext(ctx, query, args...)
	all, _ := each(rows, err, func() (one T, err error) {
		err = rows.Scan(&one)
		return one, err
	})
	return all
}

// readable returns the valid versions of a conversation, the current one last. It returns nil if
// the current version is not valid.
func readable(ctx context.Context, db *sql.DB, id string) []*Kept {
	current, err := load(ctx, db, id, 0)
	if err != nil || checkID(id) != nil {
		return nil
	}
	var all []*Kept
	for _, version := range column[int](ctx, db, "SELECT version FROM versions WHERE conversation = ?", id) {
		if k, err := load(ctx, db, id, version); err == nil && version != current.Version {
			all = append(all, k)
		}
	}
	return append(all, current)
}

// adopt stores versions of a conversation unchanged; the last one becomes the current one.
func (d *database) adopt(ctx context.Context, all []*Kept) error {
	if len(all) == 0 {
		return ErrDamaged
	}
	return d.transact(ctx, func(tx *sql.Tx) error {
		w := writer{tx: tx}
		current := all[len(all)-1]
		w.exec(ctx, "INSERT INTO conversations (id, current, created) VALUES (?, ?, ?)", current.ID, current.Version, current.Created.UnixMilli())
		for _, k := range all {
			w.version(ctx, k)
		}
		return w.err
	})
}
