-- What each seat has read of the log, and which table instructions it has ticked, by the line numbers of that seat: see
-- companion/plays/reports/slips.py. No entry depends on it.

CREATE TABLE read_marks (
    play   TEXT NOT NULL REFERENCES plays (id),
    seat   INTEGER NOT NULL,
    line   INTEGER NOT NULL,                     -- the last one that was read
    ticked TEXT NOT NULL,                        -- JSON: lines of ticked instructions
    digest BLOB NOT NULL,                        -- of this row
    PRIMARY KEY (play, seat)
);
