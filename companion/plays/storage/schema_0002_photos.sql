-- Photos of the board, taken at a pause: what everybody at the table can see.

CREATE TABLE photos (
    play   TEXT NOT NULL REFERENCES plays (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    line   INTEGER NOT NULL,                     -- the last line everybody could read in the log by then
    wall   REAL,                                 -- seconds since 1970; NULL when the clock was not to be trusted
    width  INTEGER NOT NULL,
    height INTEGER NOT NULL,
    jpeg   BLOB NOT NULL,                        -- last, so that listing photos never touches its pages
    PRIMARY KEY (play, number)
);
