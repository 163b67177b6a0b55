"""Run a notebook in an environment with Colab's packages, as a reader does: from the first cell, restart where it says so, and again.

    python tests/colab/first_to_last.py PYTHON [CHAPTER-FRAMEWORK ...]

PYTHON is the interpreter of that environment, which this changes: the notebook's own cell installs the package there. The data are
few and the model is small, as in the tests of notebooks; all cells run but those of scripts that start processes and of the
further sections. Fails if a cell fails that is not declared to, or if the notebook wants a second restart.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from itertools import cycle
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS)]

import nbformat  # noqa: E402
from nbclient.exceptions import CellExecutionError  # noqa: E402
from support.notebooks import assert_as_declared, executed, shortened  # noqa: E402
from support.paths import QUICK  # noqa: E402

from course.contents import load_chapter  # noqa: E402
from course.i18n import SHORT  # noqa: E402
from course.notebook.writing.publish import notebook  # noqa: E402

LOADED = "%%capture\nimport datasets, huggingface_hub, numpy, pandas, transformers"
"""What a reader's notebook has imported before: the worst that an installation into a running kernel can meet."""


def run(python: str, chapter: Any, framework: str, language: str, work: Path, loaded: bool) -> str:
    """Run a notebook once. Returns the sentence that asks for a restart; empty if it ran from its first cell to its last."""
    with tempfile.TemporaryDirectory(dir=work) as directory:
        book = shortened(notebook(chapter, framework, language), chapter.task, Path(directory))
        if loaded:
            book.cells.insert(0, nbformat.v4.new_code_cell(LOADED))
        try:
            executed(book, work, python, COURSE_LANG=SHORT[language], PYTHONPATH=str(QUICK))
        except CellExecutionError as error:
            start = next(cell for cell in book.cells if cell.metadata.get("course", {}).get("cell") == "start")
            told = [output.evalue for output in start.outputs if output.output_type == "error"]
            if error.ename != "WrongUse" or not told:
                raise
            return str(told[0])
    assert_as_declared(book, chapter.tracks.get(framework), whole=False)
    return ""


def main(python: str, *names: str) -> None:
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    with tempfile.TemporaryDirectory(prefix="course-colab-") as directory:
        work = Path(directory)
        wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", directory, TESTS.parent]
        subprocess.run(wheel, check=True)
        for name, language in zip(names, cycle(("it", "zh_CN", "ko", "en")), strict=False):
            chapter, _, framework = name.partition("-")
            asked = run(python, load_chapter(chapter), framework, language, work, loaded=name == names[0])
            if asked:
                print(f"{name}: {asked}", flush=True)
                asked = run(python, load_chapter(chapter), framework, language, work, loaded=False)
            assert not asked, asked
            print(f"{name}: from the first cell to the last", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
