"""MicroPython's `machine`, as far as a pod uses it, on the bench. It runs in the interpreter, not on this computer."""

from binascii import hexlify, unhexlify

import bench

PWRON_RESET, WDT_RESET = 1, 3
_OFF, _EDGE = 1, 16
_ENODEV = 19
_handlers = {}


class PowerOff(BaseException):
    """The power is gone, in the middle of whatever the program does."""


def idle():
    """Wait for the next millisecond; what interrupts meanwhile runs here."""
    while True:
        order = bench.idle()
        if order == _OFF:
            raise PowerOff
        if order >= _EDGE:
            handler, pin = _handlers.get(order - _EDGE, (None, None))
            if handler:
                handler(pin)
            continue
        return


def unique_id():
    return unhexlify(bench.id())


def reset_cause():
    return bench.cause()


def reset():
    """Off and on; whatever is still to be said by the program is lost."""
    bench.reset()


def disable_irq():
    return 0


def enable_irq(state):
    assert state == 0


def bitstream(pin, encoding, timing, data):
    assert encoding == 0
    assert timing == (400, 850, 800, 450)
    bench.lit(pin.number, hexlify(data).decode())


class Pin:
    """A pin: what is put on it the bench records, its level is the bench's."""

    IN, OUT, PULL_UP, IRQ_RISING, IRQ_FALLING = 0, 1, 1, 8, 4

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        self._level = value
        self._out = mode == Pin.OUT
        if self._out:
            bench.put(number, value)
        elif mode == Pin.IN:
            assert pull == Pin.PULL_UP

    def value(self, level=None):
        if level is None:
            return self._level if self._out else bench.level(self.number)
        assert self._out
        self._level = level
        bench.put(self.number, level)
        return None

    def irq(self, handler, trigger, hard):
        assert trigger == Pin.IRQ_RISING | Pin.IRQ_FALLING
        assert hard
        _handlers[self.number] = (handler, self)


class PWM:
    """A pin with a duty from 0 to 65535."""

    def __init__(self, pin, freq, duty_u16):
        assert freq > 0
        self._number = pin.number
        self.duty_u16(duty_u16)

    def duty_u16(self, duty):
        bench.put(self._number, duty)


class I2C:
    """A bus on which the bench's display answers, or nobody."""

    def __init__(self, bus, scl, sda, freq):
        assert freq <= 400_000
        assert (scl.number // 2 % 2, sda.number // 2 % 2) == (bus, bus)
        assert (scl.number % 2, sda.number % 2) == (1, 0)

    def writeto(self, address, data):
        if not bench.bus(address, hexlify(data).decode()):
            raise OSError(_ENODEV)

    def scan(self):
        return [address for address in range(0x08, 0x78) if bench.bus(address, "")]


class SPI:
    """A bus; which chip is meant, and whether it is data, the pins say that lie beside it."""

    def __init__(self, bus, baudrate, sck, mosi):
        assert baudrate > 0
        assert (sck.number % 4, mosi.number % 4) == (2, 3)

    def write(self, data):
        bench.bus(-1, hexlify(data).decode())


class UART:
    """The line to the Pi."""

    def __init__(self, number, baud, tx, rx, rxbuf, txbuf, timeout):
        assert (baud, timeout) == (115_200, 0)
        assert (tx.number % 4, rx.number % 4) == (0, 1)

    def any(self):
        return bench.any()

    def readinto(self, buffer, size):
        for at in range(size):
            buffer[at] = bench.byte()
        return size

    def write(self, data):
        bench.write(hexlify(data).decode())
        return len(data)


class WDT:
    """Restarts the board when it is not fed."""

    def __init__(self, timeout):
        assert 0 < timeout <= 8388, "the RP2040 counts no further"
        bench.dog(timeout)

    def feed(self):
        bench.feed()


class Timer:
    """Kept by the bench only so far that its callback must work."""

    PERIODIC = 1

    def __init__(self, period, mode, callback):
        assert (period, mode) == (1000, Timer.PERIODIC)
        callback(self)
