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

	"modernc.org/sqlite" // also registers the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"galley/engine/facts"
	"galley/engine/logs"
)

// Limits for reading the database. At most mostRows messages of a session are read, with an average
// of at most rowParts parts for each message. mostWhole is the most bytes of messages and parts
// together; values larger than [logs.MostLine] are skipped. mostName is the most bytes of a title
// and similar texts. patience is how long the database may take, because a view that replaces a
// table may be endless.
const (
	mostRows  = 20_000
	rowParts  = 20
	mostWhole = 64 << 20
	mostName  = 4 << 10
	mostValue = 64 << 20 // most bytes of one value in SQLite
	patience  = 3 * time.Second
)

// openPath returns the path of OpenCode's database.
func openPath(w facts.World) string {
	dir := facts.EnvPath(w, "XDG_DATA_HOME")
	if dir == "" {
		dir = facts.Join(facts.Home(w), ".local", "share")
	}
	return facts.Join(dir, "opencode", "opencode.db")
}

// connect opens the database for reading. If no journal lies beside the database, connect tells
// SQLite that the file cannot change (immutable).
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
	db.SetMaxOpenConns(1) // so that the limit set below applies to every query
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

// inTime replaces the error of a database that took too long by an error for people.
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
	text := func(column string) string { // SQL: "" in place of a value that is too large
		return "CASE WHEN octet_length(" + column + ") <= ?3 THEN substr(" + column + ", 1, ?1) ELSE '' END"
	}
	parent := "''" // the databases of older releases do not have this column
	var has bool
	if db.QueryRowContext(ctx, `SELECT COUNT(*) FROM pragma_table_info('session') WHERE name = 'parent_id'`).Scan(&has) == nil && has {
		parent = "COALESCE(" + text("parent_id") + ", '')"
	}
	rows, err := db.QueryContext(ctx, `SELECT `+text("id")+`, `+parent+`, `+text("directory")+`, `+text("title")+`, `+text("version")+`,
		COALESCE(CASE WHEN octet_length(model) <= ?3 AND json_valid(model) THEN substr(json_extract(model, '$.id'), 1, ?1) END, ''), time_updated FROM session
		ORDER BY time_updated DESC, id LIMIT ?2`, mostName, most, mostValue/2)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		s := logs.Session{Agent: "opencode", Path: path}
		var updated int64
		if err := rows.Scan(&s.ID, &s.Parent, &s.Cwd, &s.Prompt, &s.Version, &s.Model, &updated); err != nil {
			return out, err
		}
		s.Updated = time.UnixMilli(updated).UTC()
		out = append(out, s)
	}
	return out, rows.Err()
}

// openRows reads the last turns of a session.
func openRows(ctx context.Context, s logs.Session, last int) (*logs.Log, error) {
	return someRows(ctx, s, last, mostRows, mostWhole)
}

// someRows is openRows with other limits: mostRows is a number of messages, mostWhole their size
// in bytes.
func someRows(ctx context.Context, s logs.Session, last, mostRows, mostWhole int) (log *logs.Log, err error) {
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
		err := db.QueryRowContext(ctx, `SELECT time_created FROM message WHERE session_id = ? AND octet_length(data) <= ?
			AND CASE WHEN json_valid(data) THEN json_extract(data, '$.role') END = 'user'
			ORDER BY time_created DESC, id DESC LIMIT 1 OFFSET ?`, s.ID, logs.MostLine, last-1).Scan(&from)
		var before int
		if err == nil || errors.Is(err, sql.ErrNoRows) {
			err = db.QueryRowContext(ctx, `SELECT COUNT(*) FROM message WHERE session_id = ? AND time_created < ?`, s.ID, from).Scan(&before)
		}
		if err != nil {
			return nil, err
		}
		whole = before == 0
	}
	// The size of a value is known without reading it. Sort the rows before reading their values,
	// so that sorting needs no memory for values.
	rows, err := db.QueryContext(ctx, `WITH one AS MATERIALIZED (SELECT m.id, m.rowid AS message, p.rowid AS part FROM message m LEFT JOIN part p ON p.message_id = m.id
			WHERE m.session_id = ?1 AND m.time_created >= ?2 ORDER BY m.time_created, m.id, p.id LIMIT ?3)
		SELECT one.id, COALESCE(octet_length(m.data), 0), CASE WHEN octet_length(m.data) <= ?4 THEN m.data ELSE '' END,
			COALESCE(octet_length(p.data), 0), CASE WHEN octet_length(p.data) <= ?4 THEN p.data ELSE '' END
		FROM one CROSS JOIN message m ON m.rowid = one.message LEFT JOIN part p ON p.rowid = one.part`, s.ID, from, mostRows*rowParts+1, logs.MostLine)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []logs.Row
	size, read := 0, 0
	for rows.Next() {
		if read++; read > mostRows*rowParts {
			whole = false
			break
		}
		var id, data, part string
		var dataSize, partSize int64
		if err := rows.Scan(&id, &dataSize, &data, &partSize, &part); err != nil {
			return nil, err
		}
		n := len(all)
		another := n == 0 || all[n-1].ID != id
		if size += len(part); another {
			size += len(data)
		}
		if size > mostWhole || another && n == mostRows {
			whole = false
			break
		}
		if another {
			all = append(all, logs.Row{ID: id, Data: data})
			if dataSize > logs.MostLine {
				all[n].Left = append(all[n].Left, dataSize)
			}
		}
		switch row := &all[len(all)-1]; {
		case partSize > logs.MostLine:
			row.Left = append(row.Left, partSize)
		case part != "":
			row.Parts = append(row.Parts, part)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return logs.ReadRows(s, all, whole), nil
}
