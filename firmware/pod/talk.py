"""The pod's side of the protocol with the Pi: sessions, commands, key events. See PROTOCOL.md."""

from pod import messages as m
from pod.frames import Reader, Writer
from pod.outbox import Outbox
from pod.version import NEWEST, OLDEST

SILENT = 3000
_OFFLINE_LAMP = (60, 0, 0, 2)
_DARK_LAMP = (0, 0, 0, 0)
_LATEST = 0xFFFF


class Talk:
    """The pod's side of the protocol. Call `turn` in a loop. `session` is None without a session."""

    def __init__(self, who, words, line, screen, lamp, buzzer, controls):
        self.session = None
        self.reader = Reader()
        self._who = who
        self._words = words
        self._line, self._screen, self._lamp, self._buzzer, self._controls = line, screen, lamp, buzzer, controls
        self._writer = Writer()
        self._frame = memoryview(self._writer.buffer)
        self._outbox = Outbox()
        self._heard_at = 0
        self._now = 0
        self._said = ""
        self._tell = self._changed  # made once: a bound method is allocated each time it is named
        self._take = self._byte

    def begin(self):
        """Send a hello after power-on."""
        self._say("hello")
        self._hello()

    def turn(self, now):
        """One pass: keys, timeouts, key events, devices, and input from the Pi."""
        self._now = now
        self._controls.turn(now, self._screen.seen, self._tell)
        if self.session is not None and now - self._heard_at >= SILENT:
            self._end()
            self._lamp.set(*_OFFLINE_LAMP)
            self._say("offline")
        key = self._outbox.due(now)
        if key and self.session is not None:
            sequence, picture, line, change, at = key
            age = min(now - at, _LATEST)
            self._send(m.put_key(self._writer.payload, self.session, sequence, picture, line, change, age))
        if self._outbox.lost:
            self._outbox.lost = False
            self._screen.note(self._words["not taken"], now)
        self._screen.turn(now)
        self._lamp.turn(now)
        self._buzzer.turn(now)
        if not self._screen.busy:
            self._line.read(self._take)

    # -- keys --------------------------------------------------------------------------------------------

    def _changed(self, line, change, at, seen):
        if line == m.PEEK and not change:
            self._screen.cover()
        if self.session is not None:
            self._outbox.put(line, change, seen, at)

    # -- from the Pi ------------------------------------------------------------------------------------------------

    def _byte(self, byte):
        """Process a byte; returns whether the next one must wait for the display."""
        size = self.reader.take(byte)
        if size:
            self.hear(self.reader.payload, size)
        return self._screen.busy

    def hear(self, payload, size):
        """Process a payload."""
        values = m.fields(payload, size)
        if values is None:
            return
        code = values[0]
        if code <= m.REFUSE:
            self._before_a_session(code, values)
        elif values[1] == self.session:
            self._heard_at = self._now
            self._in_a_session(code, values, payload, size)

    def _before_a_session(self, code, values):
        if code == m.ASK:
            self._hello()
        elif code == m.WELCOME and OLDEST <= values[1] <= NEWEST:
            self._end()
            self._said = ""
            self._screen.dark()
            self._heard_at = self._now
            self.session = values[2]
        elif code == m.REFUSE:
            self._end()
            self._say("too old" if values[3] == m.TOO_OLD else "too new")

    def _in_a_session(self, code, values, payload, size):
        if code == m.PING:
            self._state(values[2])
        elif code == m.ACK:
            self._outbox.arrived(values[2])
        elif code == m.PAGE:
            self._screen.page(values[2], payload, m.PAGE_HEAD, size - m.PAGE_HEAD)
        elif code == m.SHOW:
            peek = self._controls.held >> m.PEEK & 1
            self._screen.show(values[2], values[3], values[4], peek, self._now)
        elif code == m.LAMP:
            self._lamp.set(values[2], values[3], values[4], values[5])
        elif code == m.BUZZ:
            self._buzzer.sound(values[2], values[3], self._now)
        else:
            self._end()
            self._said = ""
            self._screen.dark()

    def _end(self):
        """End the session: cover a private picture, drop key events, switch lamp and buzzer off."""
        self.session = None
        self._screen.cover()
        self._outbox.clear()
        self._outbox.lost = False
        self._buzzer.forget()
        self._lamp.set(*_DARK_LAMP)

    # -- to the Pi, and own texts -------------------------------------------------------------------------------

    def _say(self, what):
        if what != self._said:
            self._said = what
            self._screen.say(self._words[what])

    def _hello(self):
        who, screen = self._who, self._screen
        self._send(
            m.put_hello(
                self._writer.payload,
                (OLDEST, NEWEST),
                who.pod,
                who.board,
                who.firmware,
                self._controls.lines,
                who.parts,
                (screen.width, screen.height),
                who.reset,
                who.name,
            )
        )

    def _state(self, count):
        screen, lamp, buzzer = self._screen, self._lamp, self._buzzer
        self._send(
            m.put_state(
                self._writer.payload,
                self.session,
                count,
                screen.picture,
                screen.flags,
                lamp.wanted,
                buzzer.count,
                self._controls.held,
                self._outbox.waiting,
                screen.sums,
            )
        )

    def _send(self, size):
        self._line.write(self._frame[: self._writer.frame(size)])
