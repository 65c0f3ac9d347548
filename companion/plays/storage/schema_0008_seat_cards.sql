-- Whose card of the club was shown at which seat. Until the club has said whose it is, its code stands here, and nothing of
-- the person ever does but an id that says nothing.

CREATE TABLE seat_cards (
    play   TEXT NOT NULL REFERENCES plays (id),
    seat   INTEGER NOT NULL,
    code   TEXT NOT NULL,                        -- empty once the club has answered
    person TEXT NOT NULL,                        -- empty until then, and where the club knows no such card
    digest BLOB NOT NULL,                        -- of this row
    PRIMARY KEY (play, seat)
);
