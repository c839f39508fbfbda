package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"galley/engine/facts"
	"galley/engine/logs"
)

// mostRows bounds the messages of a session that are read, mostText the bytes of one.
const (
	mostRows = 20_000
	mostText = 8 << 20
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
func connect(path string) (*sql.DB, error) {
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
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// openSessions lists the newest sessions.
func openSessions(ctx context.Context, w facts.World, most int) (out []logs.Session, err error) {
	path := openPath(w)
	db, err := connect(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, `SELECT id, directory, title, version, COALESCE(json_extract(model, '$.id'), ''), time_updated FROM session
		ORDER BY time_updated DESC, id LIMIT ?`, most)
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
func openRows(ctx context.Context, s logs.Session, last int) (*logs.Log, error) {
	db, err := connect(s.Path)
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
	for rows.Next() {
		var id, data, part string
		if err := rows.Scan(&id, &data, &part); err != nil {
			return nil, err
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
