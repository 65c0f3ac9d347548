-- Digests, so that damage which SQLite does not notice is found: see digests.py and chain.py. Where a digest is all zeros,
-- it is computed at the end of this transaction.

ALTER TABLE plays ADD COLUMN digest BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000';
ALTER TABLE box_facts ADD COLUMN digest BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000';
ALTER TABLE settings ADD COLUMN digest BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000';
ALTER TABLE sheets ADD COLUMN digest BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000';
ALTER TABLE photos ADD COLUMN digest BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000';

-- A new table, so that the state stays the last column.
ALTER TABLE entries RENAME TO entries_before;
DROP INDEX entries_by_nonce;

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
    format        INTEGER NOT NULL,              -- which columns the digest covers
    vouched       INTEGER NOT NULL,              -- 0: older than the digests, so that nobody vouches for what it was before
    previous      BLOB NOT NULL,                 -- the digest of the entry before, of the play before the first
    digest        BLOB NOT NULL,
    state         TEXT,                          -- last, so that reading the others never touches its pages
    PRIMARY KEY (play, number),
    CHECK ((state IS NULL) = (kind IN ('undo', 'redo')))
);

INSERT INTO entries (
    play, number, base, stands_for, kind, seat, actor, move, drawn, told, nonce, revealed, marked, closed, mono, wall,
    rules_version, position, format, vouched, previous, digest, state
)
SELECT
    play, number, base, stands_for, kind, seat, actor, move, drawn, told, nonce, revealed, marked, closed, mono, wall,
    rules_version, position, 1, 0, zeroblob(32), zeroblob(32), state
FROM entries_before ORDER BY play, number;

DROP TABLE entries_before;

CREATE UNIQUE INDEX entries_by_nonce ON entries (play, nonce) WHERE nonce <> '';
