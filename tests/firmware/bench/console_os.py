"""`os` on the bench's console: this build numbers errors as Emscripten does, and a board as everybody else."""

import builtins

import uos
from uos import *  # noqa: F403

_NAMES = {44: (2, "ENOENT"), 20: (17, "EEXIST")}


def _as_on_a_board(act):
    def acting(*given):
        try:
            return act(*given)
        except OSError as error:
            raise OSError(*_NAMES.get(error.errno, (error.errno,))) from None

    return acting


stat = _as_on_a_board(lambda path: uos.stat(path or "."))
mkdir = _as_on_a_board(uos.mkdir)
remove = _as_on_a_board(uos.remove)
builtins.open = _as_on_a_board(open)
