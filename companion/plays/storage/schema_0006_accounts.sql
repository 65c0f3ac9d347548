-- How a finished play came out, in words, so that it can be read when its game is no longer installed. Kept for games of
-- packages only: the others come with every companion.

CREATE TABLE accounts (
    play    TEXT PRIMARY KEY REFERENCES plays (id),
    content TEXT NOT NULL,                       -- JSON: title, score, and the readable summary by language
    digest  BLOB NOT NULL                        -- of this row
);
