-- Requests that were taken, so that one that is sent again is known for good, and no other is taken for it.

CREATE TABLE requests (
    play    TEXT NOT NULL REFERENCES plays (id),
    nonce   TEXT NOT NULL,                       -- of an entry, or of a step that made none: a hash with the sender in it
    content TEXT NOT NULL,                       -- a digest of all that was sent
    digest  BLOB NOT NULL,                       -- of this row
    PRIMARY KEY (play, nonce)
);
