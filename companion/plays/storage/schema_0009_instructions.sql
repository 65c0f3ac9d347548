-- What people were to do with the pieces after an entry: see companion/core/instructions.py. Only of entries that have
-- instructions; entries of older versions have none.

CREATE TABLE instructions (
    play    TEXT NOT NULL REFERENCES plays (id),
    number  INTEGER NOT NULL,                    -- of the entry
    content TEXT NOT NULL,                       -- JSON
    digest  BLOB NOT NULL,                       -- of this row
    PRIMARY KEY (play, number)
);
