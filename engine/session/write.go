package session

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// Prompt returns the prompt that a conversation sends at a location. If a prompt is kept for that
// location, Prompt returns it unchanged and reused is true. Otherwise it calls build and keeps the
// result. If several callers build at the same time, one result is kept and all callers get it.
func (s *Store) Prompt(ctx context.Context, id string, at Location, build Build) (kept *Kept, reused bool, err error) {
	kept, err = s.Get(ctx, id)
	switch {
	case err == nil && kept.Location == at:
		return kept, true, nil
	case err != nil && !errors.Is(err, ErrUnknown) && !errors.Is(err, ErrDamaged):
		return nil, false, err
	}
	draft, err := build(ctx)
	if err != nil {
		return nil, false, err
	}
	var spoiltBy error
	err = s.use(ctx, func(d *database) error {
		reused, spoiltBy = false, nil
		return d.transact(ctx, func(tx *sql.Tx) error {
			before, err := load(ctx, tx, id, 0)
			switch {
			case errors.Is(err, ErrDamaged):
				spoiltBy = err
				kept, err = s.keep(ctx, tx, id, at, draft, Damaged, nil)
			case errors.Is(err, ErrUnknown):
				kept, err = s.keep(ctx, tx, id, at, draft, First, nil)
			case err == nil && before.Location == at:
				kept, reused = before, true
			case err == nil:
				kept, err = s.keep(ctx, tx, id, at, draft, Moved, before)
			}
			return err
		})
	})
	if err != nil {
		return nil, false, err
	}
	if spoiltBy != nil {
		s.note(fmt.Sprintf("%v; it was built again and stored as version %d", spoiltBy, kept.Version))
	}
	return kept, reused, nil
}

// Compact builds a conversation's prompt again and stores it as the next version. The
// conversation must exist.
func (s *Store) Compact(ctx context.Context, id string, at Location, build Build) (*Kept, error) {
	if _, err := s.Get(ctx, id); err != nil {
		return nil, err
	}
	draft, err := build(ctx)
	if err != nil {
		return nil, err
	}
	var kept *Kept
	err = s.use(ctx, func(d *database) error {
		return d.transact(ctx, func(tx *sql.Tx) error {
			before, err := load(ctx, tx, id, 0)
			if err == nil {
				kept, err = s.keep(ctx, tx, id, at, draft, Compaction, before)
			}
			return err
		})
	})
	return kept, err
}

// keep stores a draft as the next version. before is the previous version. It is nil if no version
// of the conversation can be read.
func (s *Store) keep(ctx context.Context, tx *sql.Tx, id string, at Location, draft Draft, why Reason, before *Kept) (*Kept, error) {
	now := fromMillis(s.now().UnixMilli())
	if draft.Messages == nil {
		draft.Messages = []Message{}
	}
	if draft.Blocks == nil {
		draft.Blocks = []Block{}
	}
	k := &Kept{ID: id, Location: at, Draft: draft, Reason: why, Digest: digestOf(draft.Text), Built: now, Created: now}
	if before != nil {
		k.Created = before.Created
	}
	// Messages of a lost version may still exist.
	w := writer{tx: tx, err: tx.QueryRowContext(ctx, `SELECT coalesce(max(version), 0) + 1 FROM
		(SELECT version FROM versions WHERE conversation = ?1 UNION ALL SELECT version FROM messages WHERE conversation = ?1)`, id).Scan(&k.Version)}
	w.exec(ctx, `INSERT INTO conversations (id, current, created) VALUES (?1, ?2, ?3)
		ON CONFLICT (id) DO UPDATE SET current = ?2, created = ?3`, k.ID, k.Version, k.Created.UnixMilli())
	w.version(ctx, k)
	return k, w.err
}

// writer runs the statements of a transaction until one fails.
type writer struct {
	tx  *sql.Tx
	err error
}

// exec runs a statement.
func (w *writer) exec(ctx context.Context, query string, args ...any) {
	if w.err == nil {
		_, w.err = w.tx.ExecContext(ctx, query, args...)
	}
}

// version stores a version of a prompt.
func (w *writer) version(ctx context.Context, k *Kept) {
	blocks, _ := json.Marshal(k.Blocks) // Blocks contain only texts and numbers, so this cannot fail
	w.exec(ctx, `
		INSERT INTO versions (conversation, version, reason, cwd, host, workspace, profile, provider, model, template, facts, text, blocks, built)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM texts WHERE digest = ?), ?, ?)`,
		k.ID, k.Version, string(k.Reason), k.Cwd, k.Host, k.Workspace, k.Profile, k.Provider, k.Model, k.Template, k.Facts,
		w.text(ctx, k.Text), string(blocks), k.Built.UnixMilli())
	for i, m := range k.Messages {
		w.exec(ctx, "INSERT INTO messages (conversation, version, position, role, text) VALUES (?, ?, ?, ?, (SELECT id FROM texts WHERE digest = ?))",
			k.ID, k.Version, i, m.Role, w.text(ctx, m.Text))
	}
}

// text stores a text unless it is already stored, and returns its digest. If the stored text was
// damaged, text stores it again.
func (w *writer) text(ctx context.Context, text string) (digest string) {
	digest = digestOf(text)
	w.exec(ctx, "INSERT INTO texts (digest, bytes) VALUES (?1, ?2) ON CONFLICT (digest) DO UPDATE SET bytes = ?2 WHERE bytes <> ?2",
		digest, append([]byte{}, text...)) // the driver stores nil as NULL
	return digest
}

// Forget deletes a conversation with all its versions, and the texts that no other conversation
// uses. The deleted data is overwritten in the file.
func (s *Store) Forget(ctx context.Context, id string) error {
	if err := checkID(id); err != nil {
		return err
	}
	return s.use(ctx, func(d *database) error {
		err := d.transact(ctx, func(tx *sql.Tx) error {
			var deleted string
			err := tx.QueryRowContext(ctx, "DELETE FROM conversations WHERE id = ? RETURNING id", id).Scan(&deleted)
			if errors.Is(err, sql.ErrNoRows) {
				return unknown(id, 0)
			}
			w := writer{tx: tx, err: err}
			w.exec(ctx, `DELETE FROM texts WHERE NOT EXISTS (SELECT 1 FROM versions WHERE text = texts.id)
				AND NOT EXISTS (SELECT 1 FROM messages WHERE text = texts.id)`)
			return w.err
		})
		if err == nil {
			// The journal contains the old pages until it is truncated. If another program is
			// reading, the next program that closes the database truncates it.
			_, _ = d.write.ExecContext(context.WithoutCancel(ctx), "PRAGMA wal_checkpoint(TRUNCATE)")
		}
		return err
	})
}
