-- One file holds everything the companion remembers. Texts are JSON where they hold more than a word.

CREATE TABLE plays (
    id            TEXT PRIMARY KEY,              -- random, says nothing
    game          TEXT NOT NULL,
    rules_version INTEGER NOT NULL,              -- of the rules the play began under
    setup         TEXT NOT NULL,
    names         TEXT NOT NULL DEFAULT '{}',    -- seat to name, where it changed since the set-up
    seed          BLOB NOT NULL,                 -- empty while people gather
    status        TEXT NOT NULL CHECK (status IN ('gathering', 'playing', 'over')),
    created       REAL                           -- seconds since 1970; NULL when the clock was not to be trusted
);

CREATE TABLE entries (
    play          TEXT NOT NULL REFERENCES plays (id),
    number        INTEGER NOT NULL CHECK (number >= 1),
    base          INTEGER NOT NULL,
    stands_for    INTEGER NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('begin', 'move', 'undo', 'redo', 'correction')),
    seat          INTEGER NOT NULL,
    actor         TEXT NOT NULL,
    move          TEXT NOT NULL,
    drawn         TEXT NOT NULL,
    told          TEXT NOT NULL,
    nonce         TEXT NOT NULL,
    revealed      INTEGER NOT NULL,
    marked        INTEGER NOT NULL,
    closed        INTEGER NOT NULL,
    mono          REAL NOT NULL,
    wall          REAL,
    rules_version INTEGER NOT NULL,              -- of the rules that wrote the state
    position      INTEGER NOT NULL,              -- blocks of the stream of chance spent by then
    state         TEXT,                          -- last, so that reading the others never touches its pages
    PRIMARY KEY (play, number),
    CHECK ((state IS NULL) = (kind IN ('undo', 'redo')))
);

CREATE UNIQUE INDEX entries_by_nonce ON entries (play, nonce) WHERE nonce <> '';

CREATE TABLE seat_tokens (
    hash TEXT PRIMARY KEY,                       -- SHA-256 of the token; the token itself is nowhere
    play TEXT NOT NULL REFERENCES plays (id),
    seat INTEGER NOT NULL
);

CREATE TABLE box_facts (
    game  TEXT NOT NULL,
    kind  TEXT NOT NULL,
    key   TEXT NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (game, kind, key, field)
);

CREATE TABLE settings (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE sheets (
    name TEXT PRIMARY KEY,
    toml TEXT NOT NULL
);
