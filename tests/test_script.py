"""Scripts as cells: reading, laying over, comparing."""

from pathlib import Path

import pytest
from support.scripts import WORKING
from toy import CHAPTER

from course.lesson import ScriptPart
from course.script import ScriptError, diff, first_to_run, functions, lay, program_diff, read


def test_a_script_is_read_into_functions_and_the_lines_that_call_them(folder: Path) -> None:
    script = read(folder / "script.py")
    assert [cell.name for cell in script.cells] == ["load", "square", "total"]
    assert [cell.binds for cell in script.cells] == [("numbers",), ("squares",), ("result",)]
    assert script.cell("square").call == "squares = square(\n    numbers\n)"
    assert (script.required, script.defaults) == (("loads",), {"limit": 4, "start": 0})
    assert script.cell("square").function.line == WORKING.splitlines().index("def square(") + 1


def test_the_text_of_a_script_runs_as_it_stands(folder: Path) -> None:
    script = read(folder / "script.py")
    namespace: dict[str, object] = {"loads": []}
    exec(script.text() + "    return result\n", namespace)
    assert namespace["main"](namespace["loads"], limit=3) == 0 + 1 + 4


def test_laying_a_cell_over_changes_that_cell_alone(folder: Path) -> None:
    script = read(folder / "script.py")
    laid = lay(script, functions(folder / "broken.py").values())
    changed = [cell.name for cell, other in zip(script.cells, laid.cells, strict=True) if cell != other]
    assert changed == ["square"]
    assert diff(laid.cell("square").function, script.cell("square").function) == [
        "-def square(numbers):",
        "-    return sorted(numbres)",
        "+def square(",
        "+    numbers,",
        "+):",
        "+    return [number**2 for number in numbers]",
    ]


def test_a_program_has_the_imports_of_the_cells_laid_over_it_and_no_others(folder: Path) -> None:
    script = read(folder / "script.py")
    (folder / "other.py").write_text(
        "import math\nimport re\nfrom operator import mul as times\n\nLIMIT = 3\n\n\n"
        "def square(numbers):\n    return [times(number, number) for number in numbers]\n",
        encoding="utf-8",
    )
    laid = lay(script, functions(folder / "other.py").values())
    added = [line for line in laid.text().splitlines() if line not in script.text().splitlines()]
    assert added == [
        "from operator import mul as times",
        "def square(numbers):",
        "    return [times(number, number) for number in numbers]",
    ]
    namespace: dict[str, object] = {"loads": []}
    exec(laid.text() + "    return result\n", namespace)
    assert namespace["main"](namespace["loads"], limit=3) == 0 + 1 + 4


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def load(x):\n    pass\n", "no main"),
        ("def main():\n    print(1)\n", "line 2"),
        ("def main():\n    x = 1\n", "line 2"),
        ("def main(:\n", "line 1"),
    ],
)
def test_what_is_not_a_script_is_refused_with_its_place(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "script.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScriptError, match=reason):
        read(path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("def cube(numbers):\n    pass\n", "does not call"), ("def square(xs):\n    pass\n", "other parameters")],
)
def test_a_cell_that_does_not_fit_is_refused(folder: Path, text: str, reason: str) -> None:
    (folder / "other.py").write_text(text, encoding="utf-8")
    with pytest.raises(ScriptError, match=reason):
        lay(read(folder / "script.py"), functions(folder / "other.py").values())


def test_a_function_that_only_another_calls_is_a_cell_before_it_that_calls_nothing(helped: Path) -> None:
    script = read(helped)
    assert [(cell.name, bool(cell.call)) for cell in script.cells] == [("step", False), ("walk", True), ("add", True)]
    namespace: dict = {}
    exec(script.text(), namespace)
    ran: list = []
    namespace["main"](ran)
    assert ran == ["walk", "add"]


def places(path: Path) -> list[tuple[str, ...]]:
    """The texts of a script's first cells, for each count of them."""
    script = read(path)
    return [script.texts(place) for place in range(len(script.cells))]


@pytest.mark.parametrize(
    ("live_from", "count", "first"),
    [("", 0, 0), ("", 1, 1), ("", 3, 3), ("square", 0, 0), ("square", 1, 1), ("square", 3, 1), ("load", 3, 0)],
)
def test_the_first_cell_to_run_is_the_first_that_is_live_or_was_not_made(
    folder: Path, live_from: str, count: int, first: int
) -> None:
    path = folder / "script.py"
    assert first_to_run(read(path), live_from, places(path)[:count]) == first


def test_a_cell_runs_where_one_before_it_has_another_text(folder: Path) -> None:
    made = places(folder / "script.py")
    (folder / "other.py").write_text("def load(limit):\n    return [limit]\n", encoding="utf-8")
    changed = lay(read(folder / "script.py"), functions(folder / "other.py").values())
    assert first_to_run(changed, "", made) == 0
    assert first_to_run(changed, "", [*made, changed.texts(0)]) == 1


def test_between_two_programs_settings_are_shown_as_they_are_written() -> None:
    first, second = (read(part.script) for part in CHAPTER.tracks["plain"].parts)
    lines = program_diff(first, second)
    assert lines[0] == "+from collections import Counter"
    assert f"+{next(line for line in second.path.read_text().splitlines() if line.startswith('LINES'))}" in lines


def test_the_text_of_every_stage_of_the_toy_compiles() -> None:
    part: ScriptPart
    for part in CHAPTER.tracks["plain"].parts:
        compile(read(part.script).text(), str(part.script), "exec")
