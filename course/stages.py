"""Which script a scene means: the working script with faults laid over it. Runs nothing."""

from __future__ import annotations

from collections import ChainMap

from course.lesson import Change, Fault, Scene, Step, Track
from course.script import Function, Script, functions, lay, read


def stage(track: Track, place: int) -> Script:
    """The script at a stage: the working script with the faults from `place` on laid over it (counting from 0)."""
    broken = functions(track.broken)
    return lay(read(track.script), [broken[fault.cell] for fault in track.faults[place:]])


def scene_script(track: Track, fault: Fault, scene: Scene) -> Script:
    """The script that a scene of a fault runs: its stage, or the fault alone, with the scene's staging laid over."""
    alone = lay(read(track.script), [functions(track.broken)[fault.cell]])
    script = alone if scene.alone else stage(track, track.faults.index(fault))
    return lay(script, [functions(track.staging)[scene.staging]] if scene.staging else [])


def find_probe(track: Track, name: str) -> Function:
    """The function of a probe. Raises KeyError if none of the track's files has it."""
    return ChainMap(*(dict(functions(path)) for path in track.looks))[name]


def edited(track: Track, change: Change) -> tuple[Function, Function]:
    """The function of a change as its edition has it, and repaired. Raises KeyError if there is none."""
    for path in track.edited:
        if change.cell in functions(path):
            return functions(path)[change.cell], functions(path.with_stem(f"{path.stem}_repaired"))[change.cell]
    raise KeyError(change.cell)


def trains_at_the_end(track: Track) -> bool:
    """Whether the script has to be run to its last cell when all sections are done: no step has done so."""
    last = read(track.script).cells[-1].name
    return not any(isinstance(section, Step) and last in section.cells for section in track.sections)


def untrained(track: Track) -> str:
    """The last cell of a track's script before it trains."""
    script = read(track.script)
    return script.cells[script.index("train") - 1].name
