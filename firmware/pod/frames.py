"""Encode and decode frames in preallocated buffers. PROTOCOL.md, "Frames"."""

from pod.crc16 import crc16

MOST = 192
LONGEST = MOST + 3


class Writer:
    """Encodes payloads. `buffer[:size]` is the last frame."""

    def __init__(self):
        self.payload = bytearray(MOST + 2)
        self.buffer = bytearray(LONGEST + 2)
        self.size = 0

    def frame(self, size):
        """Encode the first `size` bytes of `payload`; returns the length of the frame."""
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
    """Decodes frames byte by byte. `damaged` counts invalid ones."""

    def __init__(self):
        self.payload = bytearray(LONGEST)
        self.damaged = 0
        self._kept = 0
        self._lost = False

    def take(self, byte):
        """Process a byte; returns the size of the payload completed by it, then in `payload`, else 0."""
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
        """COBS-decode in place and check the CRC; returns the size, 0 for an invalid frame."""
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
