"""Imports run one way: from commands to tellers and grading, and from there to the ideas at the root of the package."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from course.paths import PACKAGE

ROOMS = ("audit", "bundle", "cli", "diagnosis", "grading", "notebook", "site", "terminal")
BELOW = {
    "cli": {"audit", "bundle", "diagnosis", "grading", "notebook", "site", "terminal"},
    "bundle": {"grading", "notebook", "terminal"},
    "terminal": {"diagnosis", "grading"},
    "diagnosis": set(),
    "notebook": {"diagnosis", "grading", "terminal"},
    "site": {"notebook"},
    "audit": {"grading", "notebook"},
    "grading": set(),
}
"""The rooms that each room may import from, itself and the root aside."""
ALIASES = {"course.doctor", "course.kit", "course.__main__"}
"""What bears a name at the root that others rely on, and does nothing itself."""


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path, lazily: bool) -> set[str]:
    """The modules of the package that a file imports, inside functions too or only when it is imported itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = ast.walk(tree) if lazily else tree.body
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("course"):
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = {name for name in inner if name in FILES}
            found |= modules if len(modules) == len(inner) else {*modules, node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("course.")}
    return found


FILES = {module_name(path): path for path in PACKAGE.rglob("*.py") if "assets" not in path.parts}


def room(name: str) -> str:
    """The room of a module: of those in ROOMS, `chapter`, or empty for the root."""
    first = name.split(".")[1] if "." in name else ""
    if first in ROOMS:
        return first
    return "chapter" if first.startswith("ch") and first[2:].isdigit() else ""


def test_no_import_runs_upward() -> None:
    upward = {
        (name, other)
        for name, path in FILES.items()
        if name not in ALIASES and not name.endswith(".__main__")
        for other in imported(path, lazily=True)
        if room(other) not in {room(name), "", *BELOW.get(room(name), set())}
    }
    assert upward == set()


def test_no_imports_run_in_a_circle() -> None:
    graph = {name: imported(path, lazily=False) - {name} for name, path in FILES.items()}
    TopologicalSorter(graph).prepare()


def test_what_declares_a_lesson_knows_no_framework_and_no_language() -> None:
    assert imported(FILES["course.lesson"], lazily=True) == set()
    assert imported(FILES["course.exercise"], lazily=True) == {"course.lesson"}


def test_notebooks_rest_on_the_public_names_of_ipython() -> None:
    """Colab has IPython 7, whose inner modules have other names than those of today's."""
    inner = {
        f"{path.relative_to(PACKAGE)}: {node.module}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("IPython.core")
    }
    assert not inner
