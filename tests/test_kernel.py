"""A kernel runs the cells of a script, each time only what must run."""

import traceback
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.scripts import WORKING

from course.kernel import Kernel
from course.script import Script, ScriptError, functions, lay, read


def test_a_kernel_runs_the_cells_up_to_the_one_named(folder: Path) -> None:
    kernel = Kernel({"loads": []}, "square")
    seen = []
    kernel.run(read(folder / "script.py"), "square", seen.append)
    assert kernel.namespace["squares"] == [0, 1, 4, 9]
    assert "result" not in kernel.namespace
    assert seen == ["load", "square"]


def test_cells_do_not_inherit_what_this_project_imports_from_the_future(helped: Path) -> None:
    helped.write_text(
        helped.read_text(encoding="utf-8").replace("step(number)", "step(number: int)", 1), encoding="utf-8"
    )
    kernel = Kernel({"ran": []}, "add")
    kernel.run(read(helped))
    assert kernel.namespace["step"].__annotations__ == {"number": int}


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


def with_cell(path: Path, text: str) -> Script:
    """The script of a path with one of its cells replaced by that of a text."""
    other = path.with_name(f"other_{len(list(path.parent.iterdir()))}.py")
    other.write_text(text, encoding="utf-8")
    return lay(read(path), functions(other).values())


def test_with_live_cells_what_an_earlier_stage_made_is_given_back(folder: Path) -> None:
    loads: list[int] = []
    kernel = Kernel({"loads": loads}, "square")
    working = read(folder / "script.py")
    found = with_cell(working.path, "def load(limit):\n    loads.append(-limit)\n    return [limit]\n")
    for script, result in ((found, 16), (working, 14), (found, 16), (working, 14)):
        kernel.run(script)
        assert kernel.namespace["result"] == result
    assert loads == [-4, 4]


def test_with_live_cells_a_cell_that_raised_before_they_begin_runs_again(folder: Path) -> None:
    loads: list[int] = []
    kernel = Kernel({"loads": loads}, "square")
    working = read(folder / "script.py")
    failing = with_cell(working.path, "def load(limit):\n    loads.append(-limit)\n    raise OSError\n")
    for _ in range(2):
        with pytest.raises(OSError):
            kernel.run(failing)
        assert "numbers" not in kernel.namespace
    kernel.run(working)
    assert (loads, kernel.namespace["result"]) == ([-4, -4, 4], 14)


def test_without_live_cells_an_earlier_stage_gives_back_what_it_made(helped: Path) -> None:
    ran: list[str] = []
    kernel = Kernel({"ran": ran}, "")
    working = read(helped)
    found = with_cell(helped, "def step(number):\n    return 10 * number\n")
    for script, result in ((found, 30), (working, 5), (found, 30)):
        kernel.run(script)
        assert kernel.namespace["result"] == result
    assert ran == ["walk", "add"] * 2


def test_what_a_later_cell_made_is_not_there_for_an_earlier_one(helped: Path) -> None:
    kernel = Kernel({"ran": []}, "")
    kernel.run(read(helped))
    kernel.run(read(helped), "walk")
    assert "result" not in kernel.namespace
