-- Times are milliseconds since 1970, by the clock of the server.
PRAGMA application_id = 1114600046;
PRAGMA user_version = 1;

-- Which of these files the database has seen.
CREATE TABLE migrations (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at INTEGER NOT NULL
) STRICT;

-- What there is once: the short name of the database, and the key that invitations are made with.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    entries INTEGER NOT NULL,      -- how many the log has: an append is good only for the number that it expects
    deal INTEGER NOT NULL,         -- which entry began the last deal: a table is loaded from there
    due INTEGER,                   -- when its clock has something to say
    opened_at INTEGER NOT NULL,
    touched_at INTEGER NOT NULL,   -- when something happened last that everybody at the table may know
    listing BLOB                   -- what the lobby shows, as JSON; none where the table is not public
) STRICT;

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_touched ON tables (touched_at);
CREATE INDEX tables_listed ON tables (touched_at) WHERE listing IS NOT NULL;

-- The logs.  An entry lies beside those of the same table, and is found without an index.
CREATE TABLE entries (
    table_key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    line BLOB NOT NULL,
    checksum INTEGER NOT NULL,     -- of table, number and line
    PRIMARY KEY (table_key, number)
) STRICT, WITHOUT ROWID;

-- Codes to read out, which offer a free seat.
CREATE TABLE codes (
    code TEXT PRIMARY KEY,
    table_key INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX codes_table ON codes (table_key);

-- Reviews of deals that are over: worked out once, and kept.
CREATE TABLE reviews (
    key INTEGER PRIMARY KEY,       -- in the order in which they were asked for
    table_key INTEGER NOT NULL,
    game INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    state TEXT NOT NULL,
    result BLOB,
    UNIQUE (table_key, game, deal)
) STRICT;

CREATE INDEX reviews_state ON reviews (state, key);
