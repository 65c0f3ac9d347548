-- What each play that is over counts for in the statistics, so that its state is not read again to draw them. A row that is
-- missing is counted from the state and stored.

CREATE TABLE results (
    play          TEXT PRIMARY KEY REFERENCES plays (id),
    game          TEXT NOT NULL,
    rules_version INTEGER NOT NULL,              -- of the rules that counted
    figures       TEXT NOT NULL,                 -- JSON: names, winners, totals
    digest        BLOB NOT NULL                  -- of this row
);
