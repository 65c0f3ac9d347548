-- Plays of elsewhere, brought here in a file of another program: see companion/plays/log/imported_plays.py. They have
-- no entries.

CREATE TABLE imported_plays (
    id      TEXT PRIMARY KEY,
    file    TEXT NOT NULL,                       -- which import brought it: digits that count up
    content TEXT NOT NULL,                       -- JSON
    digest  BLOB NOT NULL                        -- of this row
);
