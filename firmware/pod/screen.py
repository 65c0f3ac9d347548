"""What is on the glass: pictures of the Pi's, and the pod's own words. PROTOCOL.md, "Pictures".

One page is written at a time, so that no key waits for a picture; until the last one is written the new picture does
not count as shown. Nothing private outlives the reason for which it is shown: covering turns the glass off at once,
then wipes its memory.
"""

from array import array

from framebuf import MONO_VLSB, FrameBuffer

from pod.crc16 import crc16
from pod.messages import COVERED, PRIVATE

PRIVATE_FOR = 10000
NOTE_FOR = 1500
AGAIN = 250
LETTER = 8


class Screen:
    """The display of a pod, or none when `chip` is None."""

    def __init__(self, chip, width, height):
        self.width, self.height = (width, height) if chip else (0, 0)
        self.pages = self.height // 8
        size = self.width * self.pages
        self.picture = 0
        self.sums = array("H", bytes(2 * self.pages))
        self._chip = chip
        self._next = bytearray(size)  # the second memory
        self._front = bytearray(size)  # the picture that is shown
        self._glass = bytearray(size)  # what is to be on the glass: the picture, or words
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
        self._clear_next()

    # -- what can be seen --------------------------------------------------------------------------------------

    @property
    def busy(self):
        """Whether a picture is on its way to the glass; nothing new is to be done before it is there."""
        return self._coming >= 0

    @property
    def seen(self):
        """The picture that can be seen, 0 for none."""
        return 0 if self._covered or not self._begun else self.picture

    @property
    def flags(self):
        """As a state says it."""
        return (PRIVATE if self._private else 0) | (COVERED if self._covered else 0)

    # -- pictures ----------------------------------------------------------------------------------------------

    def dark(self):
        """A session begins or ends: nothing shown, nothing known."""
        self.picture = 0
        self._private = self._covered = False
        self._clear_next()
        self._wipe()

    def page(self, number, source, start, size):
        """Eight rows of the next picture; those of another display are ignored."""
        if number >= self.pages or size != self.width:
            return
        to = number * self.width
        for at in range(size):
            self._next[to + at] = source[start + at]
        self.sums[number] = crc16(self._next, to, to + size)

    def show(self, picture, flags, crc, peek, now):
        """Show the next picture if it is whole and the glass answers."""
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
        """Take a private picture away, at once and for good."""
        if not self._private or self._covered:
            return
        self._covered = True
        if self._coming >= 0:
            self.picture, self._coming = self._coming, -1
        self._wipe()

    def _wipe(self):
        """Off at once, then black; nothing of it stays in memory."""
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
        """The picture again, in every page that differs."""
        width = self.width
        for number in range(self.pages):
            for at in range(number * width, (number + 1) * width):
                if self._glass[at] != self._front[at]:
                    self._glass[at] = self._front[at]
                    self._dirty |= 1 << number

    # -- words -------------------------------------------------------------------------------------------------

    def say(self, lines):
        """The pod's own words all over the glass, in the place of any picture."""
        self.dark()
        if self._paper is None:
            return
        top = (self.height - 12 * len(lines)) // 2
        for number, line in enumerate(lines):
            self._write(line, top + 12 * number)

    def note(self, text, now):
        """A word at the bottom for a moment; the picture above stays."""
        if self._paper is None or self.busy or self._covered:
            return
        top = self.height - LETTER
        self._paper.fill_rect(0, top, self.width, LETTER, 0)
        self._write(text, top)
        self._dirty |= 1 << self.pages - 1
        self._note_until = now + NOTE_FOR

    def _write(self, text, y):
        self._paper.text(text, max(0, (self.width - LETTER * len(text)) // 2), y, 1)

    # -- time --------------------------------------------------------------------------------------------------

    def turn(self, now):
        """Let time pass: cover, take a note away, write a page."""
        if self._private and not self._covered and now - self._private_since >= PRIVATE_FOR:
            self.cover()
        if 0 <= self._note_until <= now:
            self._note_until = -1
            self._restore()
        if self._chip is None or now < self._retry_at:
            return
        try:
            self._work()
        except OSError:
            # Nobody can see a picture that did not get onto the glass; the Pi sends it again.
            self._begun = self._lit = False
            self._coming = -1
            self._dirty = self._all
            self._retry_at = now + AGAIN

    def _work(self):
        if not self._begun:
            self._chip.begin()
            self._begun = True
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
        try:
            self._chip.light(on)
            self._lit = on
        except OSError:
            # It is set up anew, which begins with turning it off.
            self._begun = self._lit = False
            self._retry_at = 0
