-- A text is stored once, however many versions and messages have it.
CREATE TABLE texts (
  id     INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE, -- SHA-256 of bytes, in hex
  bytes  BLOB NOT NULL
) STRICT;

CREATE TABLE conversations (
  id      TEXT PRIMARY KEY,
  current INTEGER NOT NULL, -- the version that is sent
  created INTEGER NOT NULL  -- Unix time in milliseconds, as every time here
) STRICT;

CREATE TABLE versions (
  conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  version      INTEGER NOT NULL, -- from 1
  reason       TEXT NOT NULL,    -- first, moved or compaction
  cwd          TEXT NOT NULL,
  host         TEXT NOT NULL,
  workspace    TEXT NOT NULL,
  profile      TEXT NOT NULL,
  provider     TEXT NOT NULL,
  model        TEXT NOT NULL,
  template     TEXT NOT NULL,    -- SHA-256 of the template, in hex
  facts        TEXT NOT NULL,    -- a digest of what was read to build the prompt
  text         INTEGER NOT NULL REFERENCES texts (id), -- the system prompt
  blocks       TEXT NOT NULL,    -- JSON
  built        INTEGER NOT NULL,
  PRIMARY KEY (conversation, version)
) STRICT;

CREATE INDEX versions_text ON versions (text);

CREATE TABLE messages (
  conversation TEXT NOT NULL,
  version      INTEGER NOT NULL,
  position     INTEGER NOT NULL, -- from 0
  role         TEXT NOT NULL,
  text         INTEGER NOT NULL REFERENCES texts (id),
  PRIMARY KEY (conversation, version, position),
  FOREIGN KEY (conversation, version) REFERENCES versions (conversation, version) ON DELETE CASCADE
) STRICT;

CREATE INDEX messages_text ON messages (text);
