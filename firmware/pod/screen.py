"""Content of the display: pictures from the Pi, and the pod's own texts. PROTOCOL.md, "Pictures".

One page is written at a time, so that key events do not wait for a picture; a picture counts as shown once its last
page is written. Covering a private picture switches the display off at once, then clears its memory.
"""

from array import array

from framebuf import MONO_VLSB, FrameBuffer

from pod.crc16 import crc16
from pod.messages import COVERED, PRIVATE

PRIVATE_FOR = 10000
NOTE_FOR = 1500
AGAIN = 250
RENEW = 60000
LETTER = 8


class Screen:
    """The display of a pod; of size 0 if `chip` is None."""

    def __init__(self, chip, width, height):
        self.width, self.height = (width, height) if chip else (0, 0)
        self.pages = self.height // 8
        size = self.width * self.pages
        self.picture = 0
        self.sums = array("H", bytes(2 * self.pages))
        self._chip = chip
        self._next = bytearray(size)  # pages of the next picture
        self._front = bytearray(size)  # the shown picture
        self._glass = bytearray(size)  # wanted content of the display: the picture, or a text
        self._paper = FrameBuffer(self._glass, self.width, self.height, MONO_VLSB) if size else None
        self._all = (1 << self.pages) - 1
        self._dirty = self._all
        self._coming = -1
        self._private = self._covered = False
        self._private_since = 0
        self._note_until = -1
        self._lit = False
        self._begun = False
        self._retry_at = 0
        self._renew_at = 0
        self._clear_next()

    # -- what is visible --------------------------------------------------------------------------------------

    @property
    def busy(self):
        """Whether a picture is being written; input from the Pi waits until it is."""
        return self._coming >= 0

    @property
    def seen(self):
        """Number of the visible picture, 0 for none."""
        return 0 if self._covered or not self._begun else self.picture

    @property
    def flags(self):
        """Flags for a state message."""
        return (PRIVATE if self._private else 0) | (COVERED if self._covered else 0)

    # -- pictures ----------------------------------------------------------------------------------------------

    def dark(self):
        """Clear the display and the next picture: a session begins or ends."""
        self.picture = 0
        self._private = self._covered = False
        self._clear_next()
        self._wipe()

    def page(self, number, source, start, size):
        """Store eight rows of the next picture; those of another display size are ignored."""
        if number >= self.pages or size != self.width:
            return
        to = number * self.width
        for at in range(size):
            self._next[to + at] = source[start + at]
        self.sums[number] = crc16(self._next, to, to + size)

    def show(self, picture, flags, crc, peek, now):
        """Show the next picture if its check sum is right and the display works; a private one only while `peek`."""
        if not self._begun or crc16(self._next, 0, len(self._next)) != crc:
            return
        self._private = bool(flags & PRIVATE)
        self._covered = False
        self._private_since = now
        self._note_until = -1
        if self._private and not peek:
            self.picture = picture
            self.cover()
            return
        self._front[:] = self._next
        self._restore()
        self._coming = picture
        self._arrive()

    def cover(self):
        """Remove a private picture for good."""
        if not self._private or self._covered:
            return
        self._covered = True
        if self._coming >= 0:
            self.picture, self._coming = self._coming, -1
        self._wipe()

    def _wipe(self):
        """Switch the display off and clear all memories of the shown picture."""
        self._coming = self._note_until = -1
        self._light(False)
        for buffer in (self._front, self._glass):
            for at in range(len(buffer)):
                buffer[at] = 0
        self._dirty = self._all

    def _clear_next(self):
        for at in range(len(self._next)):
            self._next[at] = 0
        for number in range(self.pages):
            self.sums[number] = crc16(self._next, 0, self.width)

    def _restore(self):
        """Write the shown picture again, only pages that differ."""
        width = self.width
        for number in range(self.pages):
            for at in range(number * width, (number + 1) * width):
                if self._glass[at] != self._front[at]:
                    self._glass[at] = self._front[at]
                    self._dirty |= 1 << number

    # -- own texts -------------------------------------------------------------------------------------------------

    def say(self, lines):
        """Show these lines of text instead of any picture."""
        self.dark()
        if self._paper is None:
            return
        lines = self._fitted(lines)
        top = max(0, (self.height - 12 * len(lines)) // 2)
        for number, line in enumerate(lines):
            self._write(line, top + 12 * number)

    def note(self, text, now):
        """Show a text at the bottom for `NOTE_FOR` milliseconds, over the picture."""
        if self._paper is None or self.busy or self._covered:
            return
        for above, line in enumerate(reversed(self._fitted((text,)))):
            top = self.height - LETTER * (above + 1)
            self._paper.fill_rect(0, top, self.width, LETTER, 0)
            self._write(line, top)
            self._dirty |= 1 << self.pages - 1 - above
        self._note_until = now + NOTE_FOR

    def _fitted(self, lines):
        """The lines, those that are too wide broken between words, and words that are too long anywhere."""
        letters, fitted = self.width // LETTER, []
        for line in lines:
            left = ""
            for word in line.split() if len(line) > letters else (line,):
                if left and len(left) + 1 + len(word) <= letters:
                    left += " " + word
                    continue
                if left:
                    fitted.append(left)
                while len(word) > letters:
                    fitted.append(word[:letters])
                    word = word[letters:]
                left = word
            fitted.append(left)
        return fitted

    def _write(self, text, y):
        self._paper.text(text, max(0, (self.width - LETTER * len(text)) // 2), y, 1)

    # -- time --------------------------------------------------------------------------------------------------

    def turn(self, now):
        """Cover or remove a note when due, and write one page."""
        if self._private and not self._covered and now - self._private_since >= PRIVATE_FOR:
            self.cover()
        if 0 <= self._note_until <= now:
            self._note_until = -1
            self._restore()
        if self._chip is None or now < self._retry_at:
            return
        try:
            try:
                self._work(now)
            except OSError:
                # at once, since a disturbance destroys only a single byte
                self._renew_at = now
                self._work(now)
        except OSError:
            # a picture that could not be written does not count as shown, so the Pi sends it again
            self._begun = self._lit = False
            self._coming = -1
            self._dirty = self._all
            self._retry_at = now + AGAIN

    def _work(self, now):
        if not self._begun or now >= self._renew_at:
            # a working display is not switched off for this, because it would flicker
            if not self._begun:
                self._chip.light(False)
            self._chip.settings()
            self._begun = True
            self._renew_at = now + RENEW
            self._dirty = self._all
            self._lit = False
        elif self._dirty:
            number = 0
            while not self._dirty >> number & 1:
                number += 1
            self._chip.page(number, self._glass)
            self._dirty &= ~(1 << number)
            self._arrive()
        elif not self._lit:
            self._chip.light(True)
            self._lit = True
            self._arrive()

    def _arrive(self):
        if self._coming >= 0 and not self._dirty and self._lit:
            self.picture, self._coming = self._coming, -1

    def _light(self, on):
        if self._chip is None or not self._begun:
            return
        for _ in range(2):
            try:
                self._chip.light(on)
            except OSError:
                continue
            self._lit = on
            return
        # initialising it again switches it off first
        self._begun = self._lit = False
        self._retry_at = 0
