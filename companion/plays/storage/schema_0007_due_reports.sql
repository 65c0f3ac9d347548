-- Which finished plays the club is told of. A row stays for as long as the play does: what was told may have to be told
-- again, or taken back.

CREATE TABLE due_reports (
    play      TEXT PRIMARY KEY REFERENCES plays (id),
    version   INTEGER NOT NULL,                  -- of the report; grows with every change of the play that is in it
    receipted INTEGER NOT NULL,                  -- the newest version the club has given a receipt for; 0: none
    digest    BLOB NOT NULL                      -- of this row
);
