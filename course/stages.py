"""Find the script that a scene means: the working script with faults laid over it. Runs nothing."""

from __future__ import annotations

from course.lesson import Change, Fault, Scene, ScriptPart, Step
from course.script import SCORES, TRAINING, Function, Script, functions, lay, read


def stage(part: ScriptPart, repaired: int) -> Script:
    """The script of a part with so many of its faults repaired, and the others laid over it."""
    broken = functions(part.broken)
    return lay(read(part.script), [broken[fault.cell] for fault in part.faults[repaired:]])


def repaired_script(part: ScriptPart) -> Script:
    """The script of a part with all faults repaired."""
    return read(part.script)


def scene_script(part: ScriptPart, fault: Fault, scene: Scene) -> Script:
    """The script that a scene of a fault runs: its stage, or the fault alone, with the scene's staging laid over."""
    alone = lay(read(part.script), [functions(part.broken)[fault.cell]])
    script = alone if scene.alone else stage(part, part.faults.index(fault))
    return lay(script, [functions(part.staging)[scene.staging]] if scene.staging else [])


def find_probe(part: ScriptPart, name: str) -> Function:
    """The function of a probe. Raises KeyError if none of the part's files has it."""
    for path in part.probes:
        if name in functions(path):
            return functions(path)[name]
    raise KeyError(name)


def edited_cell(part: ScriptPart, change: Change) -> tuple[Function, Function]:
    """The function of a change as its edition has it, and repaired. Raises KeyError if there is none."""
    for path in part.edited:
        if change.cell in functions(path):
            return functions(path)[change.cell], functions(path.with_stem(f"{path.stem}_repaired"))[change.cell]
    raise KeyError(change.cell)


def trains_at_the_end(part: ScriptPart) -> bool:
    """Whether the script still has to be trained and measured when all its sections are read: no step has done so."""
    last = read(part.script).cells[-1]
    reached = any(isinstance(section, Step) and last.name in section.cells for section in part.sections)
    return SCORES in last.binds and not reached


def last_before_training(part: ScriptPart) -> str:
    """The name of the last cell of a part's script before it trains."""
    script = read(part.script)
    return script.cells[script.index(TRAINING) - 1].name
