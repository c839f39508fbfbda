package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite" // also the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"galley/engine/facts"
	"galley/engine/logs"
)

// mostRows bounds the messages of a session that are read, mostText the bytes of one and
// mostWhole those of all. mostName bounds a title and the like, and patience the time that
// the database may take: a view in place of a table may have no end.
const (
	mostRows  = 20_000
	mostText  = 8 << 20
	mostWhole = 64 << 20
	mostName  = 4 << 10
	mostValue = 64 << 20 // bytes of one value that SQLite may take up
	patience  = 3 * time.Second
)

// openPath is OpenCode's database.
func openPath(w facts.World) string {
	dir := facts.EnvPath(w, "XDG_DATA_HOME")
	if dir == "" {
		dir = facts.Join(facts.Home(w), ".local", "share")
	}
	return facts.Join(dir, "opencode", "opencode.db")
}

// connect opens the database so that nothing is written: without a journal beside it as a
// file that does not change, else for reading alone.
func connect(ctx context.Context, path string) (*sql.DB, error) {
	info, err := os.Stat(filepath.FromSlash(path))
	if err == nil && !info.Mode().IsRegular() {
		err = facts.ErrNotRegular
	}
	if err != nil {
		return nil, err
	}
	query := url.Values{"mode": {"ro"}, "_pragma": {"query_only(1)", "busy_timeout(500)"}}
	if journal, err := os.Stat(filepath.FromSlash(path) + "-wal"); err != nil || journal.Size() == 0 {
		query.Set("immutable", "1")
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // so that the limit below is that of every query
	conn, err := db.Conn(ctx)
	if err == nil {
		_, err = sqlite.Limit(conn, sqlite3.SQLITE_LIMIT_LENGTH, mostValue)
		err = errors.Join(err, conn.Close())
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// inTime says in words that the database took too long.
func inTime(ctx context.Context, err error) error {
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("the database did not answer within %v: it may be damaged", patience)
	}
	return err
}

// openSessions lists the newest sessions.
func openSessions(ctx context.Context, w facts.World, most int) (out []logs.Session, err error) {
	path := openPath(w)
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	defer func() { err = inTime(ctx, err) }()
	db, err := connect(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, `SELECT substr(id, 1, ?1), substr(directory, 1, ?1), substr(title, 1, ?1), substr(version, 1, ?1),
		COALESCE(CASE WHEN json_valid(model) THEN substr(json_extract(model, '$.id'), 1, ?1) END, ''), time_updated FROM session
		ORDER BY time_updated DESC, id LIMIT ?2`, mostName, most)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		s := logs.Session{Agent: "opencode", Path: path}
		var updated int64
		if err := rows.Scan(&s.ID, &s.Cwd, &s.Prompt, &s.Version, &s.Model, &updated); err != nil {
			return out, err
		}
		s.Updated = time.UnixMilli(updated).UTC()
		out = append(out, s)
	}
	return out, rows.Err()
}

// openRows reads the last turns of a session.
func openRows(ctx context.Context, s logs.Session, last int) (log *logs.Log, err error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	defer func() { err = inTime(ctx, err) }()
	db, err := connect(ctx, s.Path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	from, whole := int64(0), true
	if last > 0 {
		err := db.QueryRowContext(ctx, `SELECT time_created FROM message WHERE session_id = ? AND json_extract(data, '$.role') = 'user'
			ORDER BY time_created DESC, id DESC LIMIT 1 OFFSET ?`, s.ID, last-1).Scan(&from)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
		var before int
		if err := db.QueryRowContext(ctx, `SELECT COUNT(*) FROM message WHERE session_id = ? AND time_created < ?`, s.ID, from).Scan(&before); err != nil {
			return nil, err
		}
		whole = before == 0
	}
	rows, err := db.QueryContext(ctx, `SELECT m.id, substr(m.data, 1, ?), COALESCE(substr(p.data, 1, ?), '') FROM message m LEFT JOIN part p ON p.message_id = m.id
		WHERE m.session_id = ? AND m.time_created >= ? ORDER BY m.time_created, m.id, p.id LIMIT ?`, mostText, mostText, s.ID, from, mostRows*20)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []logs.Row
	size := 0
	for rows.Next() {
		var id, data, part string
		if err := rows.Scan(&id, &data, &part); err != nil {
			return nil, err
		}
		if size += len(part); len(all) == 0 || all[len(all)-1].ID != id {
			size += len(data)
		}
		if size > mostWhole {
			whole = false
			break
		}
		if n := len(all); n == 0 || all[n-1].ID != id {
			if n == mostRows {
				break
			}
			all = append(all, logs.Row{ID: id, Data: data})
		}
		if part != "" {
			all[len(all)-1].Parts = append(all[len(all)-1].Parts, part)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return logs.ReadRows(s, all, whole), nil
}
