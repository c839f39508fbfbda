package session

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// Prompt returns the prompt that a conversation sends at a place. If one is kept for
// that place, it is returned unchanged and reused is true; otherwise build makes one,
// which is kept. If several callers build at the same time, one result is kept and
// all get it.
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
				before = &Kept{Created: fromMillis(s.now().UnixMilli())}
				kept, err = s.keep(ctx, tx, id, at, draft, Damaged, before)
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
		s.note(fmt.Sprintf("%v; it was built again and is kept as version %d", spoiltBy, kept.Version))
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

// keep stores a draft as the version after before, which is nil for a new
// conversation.
func (s *Store) keep(ctx context.Context, tx *sql.Tx, id string, at Location, draft Draft, why Reason, before *Kept) (*Kept, error) {
	now := fromMillis(s.now().UnixMilli())
	if draft.Messages == nil {
		draft.Messages = []Message{}
	}
	if draft.Blocks == nil {
		draft.Blocks = []Block{}
	}
	k := &Kept{ID: id, Location: at, Draft: draft, Version: 1, Reason: why, Digest: digestOf(draft.Text), Built: now, Created: now}
	query := "INSERT INTO conversations (current, created, id) VALUES (?, ?, ?)"
	if before != nil {
		query = "UPDATE conversations SET current = ?, created = ? WHERE id = ?"
		k.Created = before.Created
		// Messages of a lost version may still exist.
		last := `SELECT coalesce(max(version), 0) + 1 FROM
			(SELECT version FROM versions WHERE conversation = ?1 UNION ALL SELECT version FROM messages WHERE conversation = ?1)`
		if err := tx.QueryRowContext(ctx, last, id).Scan(&k.Version); err != nil {
			return nil, err
		}
	}
	if _, err := tx.ExecContext(ctx, query, k.Version, k.Created.UnixMilli(), id); err != nil {
		return nil, err
	}
	return k, insert(ctx, tx, k)
}

func insert(ctx context.Context, tx *sql.Tx, k *Kept) error {
	text, err := store(ctx, tx, k.Text)
	if err != nil {
		return err
	}
	blocks, err := json.Marshal(k.Blocks)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO versions (conversation, version, reason, cwd, host, workspace, profile, provider, model, template, facts, text, blocks, built)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		k.ID, k.Version, string(k.Reason), k.Cwd, k.Host, k.Workspace, k.Profile, k.Provider, k.Model, k.Template, k.Facts,
		text, string(blocks), k.Built.UnixMilli())
	if err != nil {
		return err
	}
	for i, m := range k.Messages {
		if text, err = store(ctx, tx, m.Text); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO messages (conversation, version, position, role, text) VALUES (?, ?, ?, ?, ?)",
			k.ID, k.Version, i, m.Role, text)
		if err != nil {
			return err
		}
	}
	return nil
}

// store stores a text unless it is stored already, and returns its number.
func store(ctx context.Context, tx *sql.Tx, text string) (number int64, err error) {
	digest := digestOf(text)
	var there []byte
	err = tx.QueryRowContext(ctx, "SELECT id, bytes FROM texts WHERE digest = ?", digest).Scan(&number, &there)
	if err == nil && string(there) != text { // the stored text was damaged: restore it
		_, err = tx.ExecContext(ctx, "UPDATE texts SET bytes = ? WHERE id = ?", append([]byte{}, text...), number)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return number, err
	}
	// The driver stores an empty slice as a blob only if it is not nil.
	done, err := tx.ExecContext(ctx, "INSERT INTO texts (digest, bytes) VALUES (?, ?)", digest, append([]byte{}, text...))
	if err != nil {
		return 0, err
	}
	return done.LastInsertId()
}

// Forget deletes a conversation with all its versions, and the texts that no other
// one uses. Deleted data is overwritten in the file.
func (s *Store) Forget(ctx context.Context, id string) error {
	if err := checkID(id); err != nil {
		return err
	}
	return s.use(ctx, func(d *database) error {
		err := d.transact(ctx, func(tx *sql.Tx) error {
			done, err := tx.ExecContext(ctx, "DELETE FROM conversations WHERE id = ?", id)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n == 0 {
				return errors.Join(err, unknown(id, 0))
			}
			_, err = tx.ExecContext(ctx, `DELETE FROM texts WHERE NOT EXISTS (SELECT 1 FROM versions WHERE text = texts.id)
				AND NOT EXISTS (SELECT 1 FROM messages WHERE text = texts.id)`)
			return err
		})
		if err == nil {
			// The journal has the old pages until it is truncated. If another program
			// is reading, the next one to close the database truncates it.
			_, _ = d.write.ExecContext(context.WithoutCancel(ctx), "PRAGMA wal_checkpoint(TRUNCATE)")
		}
		return err
	})
}
