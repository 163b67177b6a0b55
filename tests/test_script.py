"""Scripts as cells: reading, laying over, comparing, running."""

import traceback
from importlib.util import find_spec
from pathlib import Path

import pytest

from course.kernel import Kernel
from course.script import ScriptError, diff, functions, lay, read

WORKING = '''"""A script."""

import math

# how far to go
LIMIT = 3


def load(limit):
    loads.append(limit)
    return list(range(limit))


def square(
    numbers,
):
    return [number**2 for number in numbers]


def total(numbers, start):
    return start + math.fsum(numbers)


def main(loads, limit=4, start=0):
    numbers = load(limit)
    squares = square(
        numbers
    )
    result = total(squares, start)
'''

BROKEN = '''"""Its broken cells."""


def square(numbers):
    return sorted(numbres)
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "script.py").write_text(WORKING, encoding="utf-8")
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    return tmp_path


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


def test_a_kernel_runs_the_cells_up_to_the_one_named(folder: Path) -> None:
    kernel = Kernel({"loads": []}, "square")
    seen = []
    kernel.run(read(folder / "script.py"), "square", seen.append)
    assert kernel.namespace["squares"] == [0, 1, 4, 9]
    assert "result" not in kernel.namespace
    assert seen == ["load", "square"]


def test_a_kernel_makes_again_only_what_is_live_or_has_changed(folder: Path) -> None:
    loads: list[int] = []
    kernel = Kernel({"loads": loads}, "square")
    script = read(folder / "script.py")
    kernel.run(script)
    kernel.run(script)
    assert loads == [4]
    (folder / "other.py").write_text(
        "def load(limit):\n    loads.append(-limit)\n    return [limit]\n", encoding="utf-8"
    )
    kernel.run(lay(script, functions(folder / "other.py").values()))
    assert loads == [4, -4]
    assert kernel.namespace["result"] == 16


def test_an_error_points_at_the_line_in_the_file(folder: Path) -> None:
    broken = functions(folder / "broken.py")
    script = lay(read(folder / "script.py"), broken.values())
    with pytest.raises(NameError) as caught:
        Kernel({"loads": []}, "load").run(script)
    frames = traceback.extract_tb(caught.value.__traceback__)
    places = [(Path(frame.filename).name, frame.lineno) for frame in frames if Path(frame.filename).parent == folder]
    call = WORKING.splitlines().index("    squares = square(") + 1
    assert places == [("script.py", call), ("broken.py", 5)]
    assert frames[-1].line == "return sorted(numbres)"


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


def test_a_probe_takes_live_objects_by_name(folder: Path) -> None:
    (folder / "probes.py").write_text(
        "import math\n\n\ndef largest(squares):\n    return math.floor(max(squares))\n", encoding="utf-8"
    )
    kernel = Kernel({"loads": []}, "load")
    probe = functions(folder / "probes.py")["largest"]
    with pytest.raises(ScriptError, match="squares"):
        kernel.call(probe)
    kernel.run(read(folder / "script.py"))
    assert kernel.call(probe) == 9


HELPED = """
def step(number):
    return number + 1


def walk(numbers, ran):
    ran.append("walk")
    return [step(number) for number in numbers]


def add(walked, ran):
    ran.append("add")
    return sum(walked)


def main(ran, numbers=(1, 2)):
    walked = walk(numbers, ran)
    result = add(walked, ran)
"""


@pytest.fixture
def helped(tmp_path: Path) -> Path:
    path = tmp_path / "helped.py"
    path.write_text(HELPED, encoding="utf-8")
    return path


def test_a_function_that_only_another_calls_is_a_cell_before_it_that_calls_nothing(helped: Path) -> None:
    script = read(helped)
    assert [(cell.name, bool(cell.call)) for cell in script.cells] == [("step", False), ("walk", True), ("add", True)]
    namespace: dict = {}
    exec(script.text(), namespace)
    ran: list = []
    namespace["main"](ran)
    assert ran == ["walk", "add"]


def test_without_live_cells_what_has_run_does_not_run_again(helped: Path) -> None:
    ran: list = []
    kernel = Kernel({"ran": ran}, "")
    kernel.run(read(helped), "walk")
    kernel.run(read(helped))
    assert (ran, kernel.namespace["result"]) == (["walk", "add"], 5)
    kernel.run(read(helped))
    assert ran == ["walk", "add"]


def test_without_live_cells_a_changed_cell_runs_again_and_all_behind_it(helped: Path, tmp_path: Path) -> None:
    ran: list = []
    kernel = Kernel({"ran": ran}, "")
    kernel.run(read(helped))
    (tmp_path / "other.py").write_text("def step(number):\n    return 10 * number\n", encoding="utf-8")
    changed = lay(read(helped), [functions(tmp_path / "other.py")["step"]])
    kernel.run(changed, "walk")
    assert (ran, kernel.namespace["walked"]) == (["walk", "add", "walk"], [10, 20])
    kernel.run(changed)
    assert kernel.namespace["result"] == 30


def test_a_cell_that_fails_runs_again(helped: Path, tmp_path: Path) -> None:
    ran: list = []
    kernel = Kernel({"ran": ran}, "")
    (tmp_path / "other.py").write_text("def walk(numbers, ran):\n    raise OSError\n", encoding="utf-8")
    failing = lay(read(helped), [functions(tmp_path / "other.py")["walk"]])
    for _ in range(2):
        with pytest.raises(OSError):
            kernel.run(failing)
    kernel.run(read(helped))
    assert (ran, kernel.namespace["result"]) == (["walk", "add"], 5)


def test_no_file_of_the_readers_is_taken_for_the_module_of_a_cell(
    helped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(helped.parent)
    kernel = Kernel({"ran": []}, "")
    kernel.run(read(helped))
    assert find_spec(helped.stem) is not None
    assert find_spec(kernel.namespace["step"].__module__) is None
