"""CRC-16/IBM-3740 with a precomputed table."""

from array import array


def _table():
    table = array("H", bytes(512))
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
        table[byte] = crc
    return table


_TABLE = _table()


def crc16(data, start, end):
    """Check sum of `data[start:end]`, without copying it."""
    crc = 0xFFFF
    table = _TABLE
    for at in range(start, end):
        crc = (crc << 8 & 0xFF00) ^ table[crc >> 8 ^ data[at]]
    return crc
