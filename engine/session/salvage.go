package session

import (
	"context"
	"database/sql"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// mostSalvaged is the largest damaged database, in bytes, that is copied for reading.
const mostSalvaged = 1 << 30

// salvage copies the conversations that can still be read in a damaged database into
// a new one, and returns their number. It reads a copy, so that the damaged one is
// unchanged. s.mu is held.
func (s *Store) salvage(ctx context.Context, aside string) int {
	dir, err := os.MkdirTemp(filepath.Dir(s.path), ".salvage-")
	if err != nil {
		return 0
	}
	defer func() { _ = os.RemoveAll(dir) }()
	copied := filepath.Join(dir, fileName)
	if err := copyFile(aside, copied); err != nil {
		return 0
	}
	_ = copyFile(aside+"-wal", copied+"-wal") // there may be none
	old, err := connect(copied)
	if err != nil {
		return 0
	}
	defer func() { _ = old.Close() }()
	fresh, err := openDatabase(ctx, s.path, s.pageLimit)
	if err != nil {
		return 0
	}
	defer func() { _ = fresh.close() }()
	saved := 0
	for _, id := range readableIDs(ctx, old) {
		if fresh.adopt(ctx, readable(ctx, old, id)) == nil {
			saved++
		}
	}
	return saved
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	if info, err := in.Stat(); err != nil || info.Size() > mostSalvaged {
		return os.ErrInvalid
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}

// readableIDs lists the conversations that any path through the database still finds.
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

// column returns the values of a query up to the first that cannot be read.
func column[T any](ctx context.Context, db *sql.DB, query string, args ...any) []T {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil
	}
	defer func() { _ = rows.Close() }()
	var all []T
	for rows.Next() {
		var one T
		if rows.Scan(&one) != nil {
			break
		}
		all = append(all, one)
	}
	_ = rows.Err() // later rows are lost
	return all
}

// readable returns the valid versions of a conversation, the current one last; nil if
// that one is not valid.
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

// adopt stores versions of a conversation unchanged; the last is the current one.
func (d *database) adopt(ctx context.Context, all []*Kept) error {
	if len(all) == 0 {
		return ErrDamaged
	}
	return d.transact(ctx, func(tx *sql.Tx) error {
		current := all[len(all)-1]
		_, err := tx.ExecContext(ctx, "INSERT INTO conversations (current, created, id) VALUES (?, ?, ?)", current.Version, current.Created.UnixMilli(), current.ID)
		for _, k := range all {
			if err == nil {
				err = insert(ctx, tx, k)
			}
		}
		return err
	})
}
