"""Every stage of the chapters' scripts: a fault shows as declared, and no longer once it is repaired."""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from support.marks import NEWEST, PINNED
from support.paths import QUICK
from support.small import few_rows, one_layer

from course.contents import chapter_names, load_chapter
from course.environment import leave_out_pytorch, without_pipelines
from course.kernel import Kernel
from course.lesson import Change, Fault, Observed, Probe, Scene, ScriptPart, Shows, Sighting, Step
from course.observe import held, kernel_for, observe, run_function, run_probe
from course.script import TRAINING
from course.sources import Source, choose_source, prepare
from course.stages import edited_cell, last_before_training, repaired_script, scene_script, stage

LESSONS = [(load_chapter(name), track) for name in chapter_names() for track in load_chapter(name).tracks.values()]
# where each cell runs once, a script is gone through from its beginning; else a fault can be seen by itself
PARTS = [(chapter, part) for chapter, track in LESSONS for part in track.parts]
REPAIRED = [(chapter, part) for chapter, part in PARTS if part.live_from]


def cases(era: str) -> Iterator[object]:
    """One case for each fault and framework that has a sighting of that name."""
    for chapter, part in REPAIRED:
        for fault in part.faults:
            sighting: Sighting | None = getattr(fault, era)
            # whether something is learned, and when not, is seen where the whole lesson runs
            if sighting is not None and not sighting.of_learning:
                trains = [pytest.mark.train] if sighting.scene.until in ("", TRAINING) else []
                if trains and part.framework == "tf":
                    # takes minutes, and the whole lesson shows it too
                    trains.append(pytest.mark.release)
                yield pytest.param(
                    part,
                    fault,
                    id=f"{chapter.name}-{part.framework}-{fault.name}",
                    marks=[*PINNED[part.framework], *trains],
                )


def learned() -> Iterator[object]:
    """The faults that show in how a model learns."""
    for chapter, part in REPAIRED:
        for fault in part.faults:
            if fault.today.of_learning:
                yield pytest.param(
                    part,
                    fault,
                    id=f"{chapter.name}-{part.framework}-{fault.name}",
                    marks=[*PINNED[part.framework], pytest.mark.train, pytest.mark.release],
                )


COMPILES = ("fixed-length",)
"""The further sections that compile a model several times, which takes as long as a training."""


def further() -> Iterator[object]:
    """The further sections, which are seen beside the repaired script."""
    for chapter, track in LESSONS:
        for step in track.further:
            trains = any(look.drawn or look.of_learning for look in step.probes) or step.name in COMPILES
            # readers with PyTorch have the newest libraries
            marks = [*([pytest.mark.train, pytest.mark.release] if trains else []), *NEWEST[track.framework]]
            yield pytest.param(track.parts[0], step, id=f"{chapter.name}-{track.framework}-{step.name}", marks=marks)


def edited_cells() -> Iterator[object]:
    """One case for each change that an edition of the page made."""
    for chapter, track in LESSONS:
        for edition in track.editions:
            for change in edition.changes:
                name = f"{chapter.name}-{track.framework}-{edition.language}-{change.cell}"
                trains = [pytest.mark.train, pytest.mark.release] if change.cell == "other_rate" else []
                yield pytest.param(track.parts[0], change, id=name, marks=[*PINNED[track.framework], *trains])


def cell_by_cell() -> Iterator[object]:
    """The scripts that are put together cell by cell."""
    for chapter, part in PARTS:
        if not part.live_from:
            # launches, which import everything several times over: once is enough, where no TensorFlow is imported beside it
            marks = (NEWEST if part.name == "pt_accelerate" else PINNED)[part.framework]
            yield pytest.param(part, id=f"{chapter.name}-{part.name}", marks=marks)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Path, Source]]:
    """For each chapter a small model and few rows: how one looks, and what fails, does not depend on their size."""
    import datasets

    found = {}
    for directory, chapter in {part.folder.parent: chapter for chapter, part in PARTS}.items():
        place = tmp_path_factory.mktemp(chapter.name)
        checkpoint = one_layer(chapter.task, place / "checkpoint")
        dataset = few_rows(chapter.task, tmp_path_factory.mktemp(f"{chapter.name}-data"), 250)
        found[directory] = choose_source(chapter.task, "embedded", checkpoint, dataset)
    # the library knows a data set by its name, and that is the same in the next run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield found


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory, sources: dict[Path, Source]) -> dict[Path, Kernel]:
    """One kernel a script for all cases, as in a lesson."""
    workspace = tmp_path_factory.mktemp("workspace")
    return {
        part.script: kernel_for(part, sources[part.folder.parent], 0, workspace / part.name) for _, part in REPAIRED
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Kernel]:
    """Kernels with the whole model, for what it learns."""
    workspace = tmp_path_factory.mktemp("whole")
    return {
        part.script: kernel_for(part, choose_source(chapter.task, "embedded"), 0, workspace / part.name)
        for chapter, part in REPAIRED
    }


@pytest.fixture(autouse=True)
def environment(part: ScriptPart, sources: dict[Path, Source]) -> Iterator[None]:
    before = dict(os.environ)
    # TensorFlow's tests run in processes of their own
    prepare(sources[part.folder.parent], part.framework)
    if part.framework == "tf":
        leave_out_pytorch()
    # this process, and those that a section launches
    os.environ["PYTHONPATH"] = str(QUICK)
    with without_pipelines():
        import_module("evaluate")
    yield
    if sys.modules.get("accelerate", sys) is None:
        del sys.modules["accelerate"]
    os.environ.clear()
    os.environ.update(before)


def looked(part: ScriptPart, kernel: Kernel, look: Probe, seen: Observed | None = None) -> None:
    """Assert that a probe shows what its declaration claims; `seen` is what it shows, where it was run already."""
    seen = seen or run_probe(part, kernel, look.name)
    assert held(look.symptom, seen), (look.name, seen)
    # the columns of a table are those of its first row
    assert len({tuple(row) for row in seen.findings}) <= 1, seen.findings


@pytest.mark.parametrize("part", [*cell_by_cell()])
def test_put_together_cell_by_cell_a_script_shows_all_that_is_claimed_but_what_it_learns(
    part: ScriptPart, sources: dict[Path, Source], tmp_path: Path, subtests: pytest.Subtests
) -> None:
    kernel = kernel_for(part, sources[part.folder.parent], 0, tmp_path)
    # a launch of several processes takes long: what the repaired script shows is seen once, in the next section, too
    repaired: dict[str, Observed] = {}
    for section in part.sections:
        if isinstance(section, Fault):
            with subtests.test(section.name):
                repaired = {section.today.scene.probe: shown_and_repaired(part, kernel, section)}
        elif TRAINING in section.cells:
            continue
        elif section.cells:
            with subtests.test(section.name):
                observed = observe(part, kernel, stage(part, part.before(section)), Scene(until=section.cells[-1]))
                assert observed.raised is None, observed.raised
        if isinstance(section, Step):
            for look in section.probes:
                if not look.of_learning:
                    with subtests.test(f"{section.name}: {look.name}"):
                        looked(part, kernel, look, repaired.get(look.name))


def shown_and_repaired(part: ScriptPart, kernel: Kernel, fault: Fault) -> Observed:
    """A fault shows, its probes show what they claim, and it is gone after its repair; returns what shows then."""
    scene = fault.today.scene
    broken = observe(part, kernel, scene_script(part, fault, scene), scene)
    assert held(fault.today.symptom, broken), broken
    for look in fault.probes:
        if not look.of_learning:
            looked(part, kernel, look)
    repaired = observe(part, kernel, stage(part, part.faults.index(fault) + 1), scene)
    assert not held(fault.today.symptom, repaired), repaired
    assert repaired.raised is None, repaired.raised
    return repaired


@pytest.mark.parametrize(("part", "fault"), [*cases("today")])
def test_a_fault_shows_on_the_libraries_that_are_installed_until_it_is_repaired(
    part: ScriptPart, fault: Fault, kernels: dict[Path, Kernel]
) -> None:
    kernel = kernels[part.script]
    scene = fault.today.scene
    broken = observe(part, kernel, scene_script(part, fault, scene), scene)
    assert held(fault.today.symptom, broken), broken
    place = len(part.faults) if scene.alone else part.faults.index(fault) + 1
    repaired = observe(part, kernel, stage(part, place), replace(scene, steps=3))
    assert not held(fault.today.symptom, repaired), repaired
    if isinstance(fault.today.symptom, Shows):
        assert repaired.raised is None, repaired.raised


@pytest.mark.parametrize(("part", "fault"), [*cases("published")])
def test_a_fault_shows_as_on_the_published_page(part: ScriptPart, fault: Fault, kernels: dict[Path, Kernel]) -> None:
    assert fault.published is not None
    scene = fault.published.scene
    seen = observe(part, kernels[part.script], scene_script(part, fault, scene), scene)
    assert held(fault.published.symptom, seen), seen


@pytest.mark.parametrize(("part", "fault"), [*cases("today"), *learned()])
def test_the_probes_of_a_fault_find_something_where_the_lesson_runs_them(
    part: ScriptPart, fault: Fault, kernels: dict[Path, Kernel]
) -> None:
    scene = replace((fault.published or fault.today).scene, steps=1)
    observe(part, kernels[part.script], scene_script(part, fault, scene), scene)
    for look in fault.probes:
        seen = run_probe(part, kernels[part.script], look.name)
        assert seen.raised is None, seen.raised
        assert seen.findings


@pytest.mark.parametrize(("part", "fault"), [*cases("relapse")])
def test_the_published_repair_brings_an_earlier_fault_back(
    part: ScriptPart, fault: Fault, kernels: dict[Path, Kernel]
) -> None:
    assert fault.relapse is not None
    kernel = kernels[part.script]
    scene = fault.relapse.scene
    seen = observe(part, kernel, scene_script(part, part.fault(fault.brings_back), scene), scene)
    assert held(fault.relapse.symptom, seen), seen
    without = Scene(until=scene.until, probe=scene.probe)
    assert not held(fault.relapse.symptom, observe(part, kernel, repaired_script(part), without))


@pytest.mark.parametrize(("part", "step"), [*further()])
def test_a_further_section_shows_what_it_claims_beside_the_repaired_script(
    part: ScriptPart, step: Step, whole: dict[Path, Kernel]
) -> None:
    kernel = whole[part.script]
    observe(part, kernel, repaired_script(part), Scene(until=last_before_training(part)))
    for look in step.probes:
        looked(part, kernel, look)


@pytest.mark.parametrize(("part", "change"), [*edited_cells()])
def test_what_an_edition_changed_shows_until_it_is_repaired(
    part: ScriptPart, change: Change, whole: dict[Path, Kernel]
) -> None:
    kernel = whole[part.script]
    observe(part, kernel, repaired_script(part), Scene(until=last_before_training(part)))
    found, repaired = (run_function(part, kernel, function) for function in edited_cell(part, change))
    assert held(change.symptom, found), found
    for look in change.probes:
        looked(part, kernel, look)
    assert repaired.raised is None and repaired.findings, repaired
    assert held(change.symptom, repaired) == (change.symptom is None), repaired
