package session

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"sync"
	"time"
)

// reader is the connection that reads. It caches prompts until a program changes the database.
type reader struct {
	wait  waiting
	mu    sync.Mutex
	db    *sql.DB
	conn  *sql.Conn
	state *sql.Stmt // PRAGMA data_version
	seen  int64
	known map[string]*Kept
}

// mostKnown is how many prompts are cached.
const mostKnown = 256

func (r *reader) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reset()
	return r.db.Close()
}

// look calls the function do while the connection is open and the cache is valid. It cannot be
// interrupted: reads are short, and interrupting one would lose the connection.
func (r *reader) look(ctx context.Context, do func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.refresh(ctx)
	if err == nil {
		err = do(ctx)
	}
	if err != nil && !errors.Is(err, ErrUnknown) && !errors.Is(err, ErrDamaged) {
		r.reset()
	}
	return err
}

// refresh clears the cache if the database has changed.
func (r *reader) refresh(ctx context.Context) (err error) {
	if r.conn == nil {
		err = r.wait.whileLocked(ctx, func() (err error) {
			r.conn, err = r.db.Conn(ctx)
			return err
		})
		if err == nil {
			r.state, err = r.conn.PrepareContext(ctx, "PRAGMA data_version")
		}
		r.known = map[string]*Kept{}
	}
	var version int64
	if err == nil {
		err = r.state.QueryRowContext(ctx).Scan(&version)
	}
	if err != nil {
		return err
	}
	if version != r.seen || len(r.known) >= mostKnown {
		clear(r.known)
		r.seen = version
	}
	return nil
}

// reset closes the connection; the next look opens another.
func (r *reader) reset() {
	if r.state != nil {
		_ = r.state.Close()
	}
	if r.conn != nil {
		_ = r.conn.Close()
	}
	r.conn, r.state, r.known = nil, nil, nil
}

// Get returns the current prompt of a conversation.
func (s *Store) Get(ctx context.Context, id string) (*Kept, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	var kept *Kept
	err := s.use(ctx, func(d *database) (err error) {
		kept, err = d.get(ctx, id)
		return err
	})
	return kept, err
}

func (d *database) get(ctx context.Context, id string) (kept *Kept, err error) {
	err = d.read.look(ctx, func(ctx context.Context) (err error) {
		if kept = d.read.known[id]; kept != nil {
			return nil
		}
		if kept, err = load(ctx, d.read.conn, id, 0); err == nil {
			d.read.known[id] = kept
		}
		return err
	})
	return kept, d.judge(err)
}

// Version returns one version of a conversation's prompt, from 1.
func (s *Store) Version(ctx context.Context, id string, version int) (*Kept, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	if version < 1 {
		return nil, unknown(id, version)
	}
	var kept *Kept
	err := s.use(ctx, func(d *database) error {
		return d.judge(d.read.look(ctx, func(ctx context.Context) (err error) {
			kept, err = load(ctx, d.read.conn, id, version)
			return err
		}))
	})
	return kept, err
}

// querier is a connection or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// load reads a version of a conversation's prompt; version 0 means the current one.
func load(ctx context.Context, q querier, id string, version int) (*Kept, error) {
	k := &Kept{ID: id}
	var bytes []byte
	var blocks string
	var built, created int64
	err := q.QueryRowContext(ctx, `
		SELECT v.version, v.reason, v.cwd, v.host, v.workspace, v.profile, v.provider, v.model, v.template, v.facts,
		       v.blocks, v.built, c.created, t.digest, t.bytes
		FROM conversations c JOIN versions v ON v.conversation = c.id JOIN texts t ON t.id = v.text
		WHERE c.id = ?1 AND v.version = iif(?2 = 0, c.current, ?2)`, id, version).
		Scan(&k.Version, &k.Reason, &k.Cwd, &k.Host, &k.Workspace, &k.Profile, &k.Provider, &k.Model, &k.Template, &k.Facts,
			&blocks, &built, &created, &k.Digest, &bytes)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, absent(ctx, q, id, version)
	}
	if err != nil {
		return nil, err
	}
	if k.Text, err = verified(id, k.Digest, bytes); err != nil {
		return nil, err
	}
	k.Built, k.Created = fromMillis(built), fromMillis(created)
	if err := json.Unmarshal([]byte(blocks), &k.Blocks); err != nil {
		return nil, damagedError(id, "its blocks: %v", err)
	}
	if k.Messages, err = loadMessages(ctx, q, k); err != nil {
		return nil, err
	}
	return k, k.consistent()
}

// absent returns an error that says why no text is found for a version. Either the conversation is
// not known, or a part of its data is missing.
func absent(ctx context.Context, q querier, id string, version int) error {
	var there bool
	err := q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM conversations c LEFT JOIN versions v ON v.conversation = c.id
		WHERE c.id = ?1 AND (?2 = 0 OR v.version = ?2))`, id, version).Scan(&there)
	if err == nil && there {
		return damagedError(id, "a part of it is gone")
	}
	return errors.Join(unknown(id, version), err)
}

// consistent checks that the blocks lie in the messages, one after another.
func (k *Kept) consistent() error {
	at := make([]int, len(k.Messages))
	for _, b := range k.Blocks {
		if b.Message < 0 || b.Message >= len(at) || b.Start < at[b.Message] || b.End < b.Start || b.End > len(k.Messages[b.Message].Text) {
			return damagedError(k.ID, "its blocks lie outside its messages")
		}
		at[b.Message] = b.End
	}
	return nil
}

func loadMessages(ctx context.Context, q querier, k *Kept) ([]Message, error) {
	rows, err := q.QueryContext(ctx, `
		SELECT m.role, coalesce(t.digest, ''), t.bytes FROM messages m LEFT JOIN texts t ON t.id = m.text
		WHERE m.conversation = ? AND m.version = ? ORDER BY m.position`, k.ID, k.Version)
	return each(rows, err, func() (m Message, err error) {
		var digest string
		var bytes []byte
		err = rows.Scan(&m.Role, &digest, &bytes)
		if m.Text = k.Text; err == nil && digest != k.Digest { // usually it is the system prompt itself
			m.Text, err = verified(k.ID, digest, bytes)
		}
		return m, err
	})
}

// each reads all rows of a query and closes them. read reads one row. If an error occurs, each
// also returns the rows read before it.
func each[T any](rows *sql.Rows, err error, read func() (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	all := []T{}
	for rows.Next() {
		one, err := read()
		if err != nil {
			return all, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// verified compares bytes with their digest and returns them as a text.
func verified(id, digest string, bytes []byte) (string, error) {
	text := string(bytes)
	if digestOf(text) != digest {
		return "", damagedError(id, "a text is not what was stored")
	}
	return text, nil
}

// digestOf returns the SHA-256 of a text, in hex.
func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func fromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

const summary = `
	SELECT v.conversation, v.version, v.reason, v.cwd, v.host, v.workspace, v.profile, v.provider, v.model, v.template,
	       v.built, c.created, coalesce(t.digest, ''), coalesce(length(t.bytes), 0)
	FROM conversations c JOIN versions v ON v.conversation = c.id LEFT JOIN texts t ON t.id = v.text `

// List returns the conversations with their current versions. The conversation built last comes
// first. Conversations built at the same time are sorted by id.
func (s *Store) List(ctx context.Context) ([]Summary, error) {
	return s.summaries(ctx, summary+"WHERE v.version = c.current ORDER BY v.built DESC, c.id")
}

// Versions returns every version of a conversation, the oldest first.
func (s *Store) Versions(ctx context.Context, id string) ([]Summary, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	all, err := s.summaries(ctx, summary+"WHERE c.id = ? ORDER BY v.version", id)
	if err == nil && len(all) == 0 {
		err = unknown(id, 0)
	}
	return all, err
}

func (s *Store) summaries(ctx context.Context, query string, args ...any) ([]Summary, error) {
	var all []Summary
	err := s.use(ctx, func(d *database) error {
		return d.judge(d.read.look(ctx, func(ctx context.Context) (err error) {
			all, err = scanSummaries(ctx, d.read.conn, query, args)
			return err
		}))
	})
	return all, err
}

func scanSummaries(ctx context.Context, q querier, query string, args []any) ([]Summary, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	return each(rows, err, func() (v Summary, err error) {
		var built, created int64
		err = rows.Scan(&v.ID, &v.Version, &v.Reason, &v.Cwd, &v.Host, &v.Workspace, &v.Profile, &v.Provider, &v.Model,
			&v.Template, &built, &created, &v.Digest, &v.Bytes)
		v.Built, v.Created = fromMillis(built), fromMillis(created)
		return v, err
	})
}
