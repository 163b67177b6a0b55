"""Import once what answers import. In the sandbox no file can be written: there each process would compile the libraries again.

python tests/support/compiled.py
"""

import contextlib
import io
import runpy
import warnings
from pathlib import Path

ROOT = Path(__file__).parents[2]

warnings.simplefilter("ignore")
for path in (*sorted((ROOT / "solutions").rglob("*.py")), *sorted((ROOT / "course" / "cases").glob("*/script.py"))):
    # one of the frameworks may not be there
    with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
        runpy.run_path(str(path))
