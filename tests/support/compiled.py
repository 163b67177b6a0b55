"""Import once what answers import. In the sandbox no file can be written: there each process would compile the libraries again.

python tests/support/compiled.py [tf|pt]
"""

import contextlib
import io
import runpy
import subprocess
import sys
import warnings
from pathlib import Path

from course.environment import choose_libraries, leave_out_pytorch
from course.frameworks import imported_frameworks
from course.lesson import Framework

ROOT = Path(__file__).parents[2]
FRAMEWORKS: tuple[Framework, ...] = ("tf", "pt")


def import_all(framework: Framework) -> None:
    """Run the solutions and the cases' scripts that import a framework; what they define is thrown away."""
    choose_libraries(framework)
    if framework == "tf":
        leave_out_pytorch()
    warnings.simplefilter("ignore")
    for path in (*(ROOT / "solutions").rglob("*.py"), *(ROOT / "course" / "cases").glob("*/script.py")):
        # what names no framework is for PyTorch, unless its file says so
        names = imported_frameworks(path.read_text(encoding="utf-8")) or {"tf" if path.stem.endswith("_tf") else "pt"}
        if framework in names:
            # one of the frameworks may not be there
            with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
                runpy.run_path(str(path))


if __name__ == "__main__":
    if sys.argv[1:]:
        import_all("tf" if sys.argv[1] == "tf" else "pt")
    else:
        # a process for each: PyTorch's build with CUDA crashes one that has loaded TensorFlow
        for process in [subprocess.Popen([sys.executable, __file__, each]) for each in FRAMEWORKS]:
            process.wait()
