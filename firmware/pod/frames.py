"""Frames on the line, in buffers that are made once: PROTOCOL.md, "Frames"."""

from pod.crc16 import crc16

MOST = 192
LONGEST = MOST + 3


class Writer:
    """Turns a payload into a frame. `buffer[:size]` is the last one."""

    def __init__(self):
        self.payload = bytearray(MOST + 2)
        self.buffer = bytearray(LONGEST + 2)
        self.size = 0

    def frame(self, size):
        """Frame the first `size` bytes of `payload`; the answer is how long the frame is."""
        payload, out = self.payload, self.buffer
        crc = crc16(payload, 0, size)
        payload[size] = crc >> 8
        payload[size + 1] = crc & 0xFF
        out[0] = 0
        mark, to = 1, 2
        for at in range(size + 2):
            byte = payload[at]
            if byte:
                out[to] = byte
            else:
                out[mark] = to - mark
                mark = to
            to += 1
        out[mark] = to - mark
        out[to] = 0
        self.size = to + 1
        return self.size


class Reader:
    """Finds payloads in what comes, byte by byte. `damaged` counts what was no frame."""

    def __init__(self):
        self.payload = bytearray(LONGEST)
        self.damaged = 0
        self._kept = 0
        self._lost = False

    def take(self, byte):
        """The size of the payload that ended with this byte, then in `payload`; mostly 0."""
        if byte:
            if self._kept < LONGEST and not self._lost:
                self.payload[self._kept] = byte
                self._kept += 1
            else:
                self._lost = True
            return 0
        kept, lost = self._kept, self._lost
        self._kept, self._lost = 0, False
        if not kept:
            return 0
        size = 0 if lost else self._open(kept)
        if not size:
            self.damaged += 1
        return size

    def _open(self, kept):
        """Unstuff in place and look at the check sum; 0 when it is no frame."""
        size = self._unstuff(kept) - 2
        if size < 1:
            return 0
        payload = self.payload
        return size if crc16(payload, 0, size) == payload[size] << 8 | payload[size + 1] else 0

    def _unstuff(self, kept):
        payload = self.payload
        read = write = 0
        while True:
            code = payload[read]
            read += 1
            if read + code - 1 > kept:
                return 0
            for _ in range(code - 1):
                payload[write] = payload[read]
                read += 1
                write += 1
            if read == kept:
                return write
            payload[write] = 0
            write += 1
