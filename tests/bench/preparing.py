"""What has to be there before anything is measured: ``python -m tests.bench.preparing``. Installed once, it is kept."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

from tests.bench.image_python import ROOT, image_python
from tests.bench.phones import tell
from tests.bench.rival import NoRival, build, installed

if __name__ == "__main__":
    server = image_python()
    # As an installed companion has them.
    subprocess.run([server.program, "-m", "web.templating.compiling"], cwd=ROOT, check=True, stdout=sys.stderr)
    with suppress(NoRival):  # the step that measures it says why
        build(installed())
    tell({"python": server.name})
