"""Every stage of the chapters' scripts: what is wrong shows as declared, and no longer once it is repaired."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from smaller import few_rows, one_layer

from course.contents import chapter_names, load_chapter
from course.kernel import Kernel
from course.lesson import Change, Fault, Probe, Scene, Shows, Sighting, Step, Track
from course.observe import held, kernel_for, observe, probe, tried
from course.sources import Source, choose_source, prepare
from course.stages import edited, scene_script, stage, untrained

MARKS = {"tf": pytest.mark.tf, "pt": pytest.mark.pt}
LESSONS = [(load_chapter(name), track) for name in chapter_names() for track in load_chapter(name).tracks.values()]
# where each cell runs once, a script is gone through from its beginning; else a fault can be seen by itself
TRACKS = [(chapter, track) for chapter, track in LESSONS if track.live_from]


def cases(era: str) -> Iterator[object]:
    """One case for each fault and framework that has a sighting of that name."""
    for chapter, track in TRACKS:
        for fault in track.faults:
            sighting: Sighting | None = getattr(fault, era)
            # whether something is learned, and when not, is seen where the whole lesson runs
            if sighting is not None and not sighting.of_learning:
                trains = [pytest.mark.train] if sighting.scene.until in ("", "train") else []
                if trains and track.framework == "tf":
                    # takes minutes, and the whole lesson shows it too
                    trains.append(pytest.mark.release)
                yield pytest.param(
                    track,
                    fault,
                    id=f"{chapter.name}-{track.framework}-{fault.name}",
                    marks=[MARKS[track.framework], *trains],
                )


def learned() -> Iterator[object]:
    """The faults that show in how a model learns."""
    for chapter, track in TRACKS:
        for fault in track.faults:
            if fault.today.of_learning:
                yield pytest.param(
                    track,
                    fault,
                    id=f"{chapter.name}-{track.framework}-{fault.name}",
                    marks=[MARKS[track.framework], pytest.mark.train, pytest.mark.release],
                )


def further() -> Iterator[object]:
    """The further sections, which are seen beside the repaired script."""
    for chapter, track in LESSONS:
        for step in track.further:
            trains = any(look.drawn or look.of_learning for look in step.probes)
            slow = [pytest.mark.train, *([pytest.mark.release] if track.framework == "tf" else [])]
            # readers with PyTorch have the newest libraries
            marks = [*(slow if trains else []), pytest.mark.tf if track.framework == "tf" else pytest.mark.newest]
            yield pytest.param(track, step, id=f"{chapter.name}-{track.framework}-{step.name}", marks=marks)


def edited_cells() -> Iterator[object]:
    """What editions of the page changed."""
    for chapter, track in LESSONS:
        for edition in track.editions:
            for change in edition.changes:
                name = f"{chapter.name}-{track.framework}-{edition.language}-{change.cell}"
                trains = [pytest.mark.train, pytest.mark.release] if change.cell == "other_rate" else []
                yield pytest.param(track, change, id=name, marks=[MARKS[track.framework], *trains])


def cell_by_cell() -> Iterator[object]:
    """The scripts that are put together cell by cell."""
    for chapter, whole in LESSONS:
        for track in whole.parts if not whole.live_from else ():
            launches = [pytest.mark.alone, pytest.mark.pinned] if track.stem == "pt_accelerate" else []
            name = f"{chapter.name}-{track.script.stem}"
            yield pytest.param(track, id=name, marks=[MARKS[track.framework], *launches])


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Path, Source]]:
    """For each chapter a small model and few rows: how one looks, and what fails, does not depend on their size."""
    import datasets

    found = {}
    for directory, chapter in {track.directory: chapter for chapter, track in LESSONS}.items():
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
        track.script: kernel_for(track, sources[track.directory], 0, workspace / track.framework) for _, track in TRACKS
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Kernel]:
    """Kernels with the whole model, for what it learns."""
    workspace = tmp_path_factory.mktemp("whole")
    return {
        track.script: kernel_for(track, choose_source(chapter.task, "embedded"), 0, workspace / track.framework)
        for chapter, track in TRACKS
    }


@pytest.fixture(autouse=True)
def environment(track: Track, sources: dict[Path, Source]) -> Iterator[None]:
    before = dict(os.environ)
    # both frameworks may live in this process, and what one switches off the other would miss
    prepare(sources[track.directory], "tf")
    yield
    os.environ.clear()
    os.environ.update(before)


def looked(track: Track, kernel: Kernel, look: Probe) -> None:
    """What a probe claims to show is there."""
    seen = probe(track, kernel, look.name)
    assert held(look.symptom, seen), (look.name, seen)
    # the columns of a table are those of its first row
    assert len({tuple(row) for row in seen.findings}) <= 1, seen.findings


@pytest.mark.parametrize("track", [*cell_by_cell()])
def test_put_together_cell_by_cell_a_script_shows_all_that_is_claimed_but_what_it_learns(
    track: Track, sources: dict[Path, Source], tmp_path: Path
) -> None:
    kernel = kernel_for(track, sources[track.directory], 0, tmp_path)
    for section in track.sections:
        place = track.before(section)
        if isinstance(section, Step):
            if "train" in section.cells:
                continue
            if section.cells:
                observed = observe(track, kernel, stage(track, place), Scene(until=section.cells[-1]))
                assert observed.raised is None, observed.raised
        else:
            scene = section.today.scene
            broken = observe(track, kernel, scene_script(track, section, scene), scene)
            assert held(section.today.symptom, broken), (section.name, broken)
        for look in section.probes:
            if not look.of_learning:
                looked(track, kernel, look)
        if isinstance(section, Fault):
            repaired = observe(track, kernel, stage(track, place + 1), scene)
            assert not held(section.today.symptom, repaired), (section.name, repaired)
            assert repaired.raised is None, repaired.raised


@pytest.mark.parametrize(("track", "fault"), [*cases("today")])
def test_a_fault_shows_on_the_libraries_that_are_installed_until_it_is_repaired(
    track: Track, fault: Fault, kernels: dict[Path, Kernel]
) -> None:
    kernel, scene = kernels[track.script], fault.today.scene
    broken = observe(track, kernel, scene_script(track, fault, scene), scene)
    assert held(fault.today.symptom, broken), broken
    place = len(track.faults) if scene.alone else track.faults.index(fault) + 1
    repaired = observe(track, kernel, stage(track, place), replace(scene, steps=3))
    assert not held(fault.today.symptom, repaired), repaired
    if isinstance(fault.today.symptom, Shows):
        assert repaired.raised is None, repaired.raised


@pytest.mark.parametrize(("track", "fault"), [*cases("published")])
def test_a_fault_shows_as_on_the_published_page(track: Track, fault: Fault, kernels: dict[Path, Kernel]) -> None:
    assert fault.published is not None
    scene = fault.published.scene
    seen = observe(track, kernels[track.script], scene_script(track, fault, scene), scene)
    assert held(fault.published.symptom, seen), seen


@pytest.mark.parametrize(("track", "fault"), [*cases("today"), *learned()])
def test_the_probes_of_a_fault_find_something_where_the_lesson_runs_them(
    track: Track, fault: Fault, kernels: dict[Path, Kernel]
) -> None:
    scene = replace((fault.published or fault.today).scene, steps=1)
    observe(track, kernels[track.script], scene_script(track, fault, scene), scene)
    for look in fault.probes:
        seen = probe(track, kernels[track.script], look.name)
        assert seen.raised is None, seen.raised
        assert seen.findings


@pytest.mark.parametrize(("track", "fault"), [*cases("relapse")])
def test_the_published_repair_brings_an_earlier_fault_back(
    track: Track, fault: Fault, kernels: dict[Path, Kernel]
) -> None:
    assert fault.relapse is not None
    kernel, scene = kernels[track.script], fault.relapse.scene
    seen = observe(track, kernel, scene_script(track, track.fault(fault.brings_back), scene), scene)
    assert held(fault.relapse.symptom, seen), seen
    without = Scene(until=scene.until, probe=scene.probe)
    assert not held(fault.relapse.symptom, observe(track, kernel, stage(track, len(track.faults)), without))


@pytest.mark.parametrize(("track", "step"), [*further()])
def test_a_further_section_shows_what_it_claims_beside_the_repaired_script(
    track: Track, step: Step, whole: dict[Path, Kernel]
) -> None:
    kernel = whole[track.script]
    observe(track, kernel, stage(track, len(track.faults)), Scene(until=untrained(track)))
    for look in step.probes:
        looked(track, kernel, look)


@pytest.mark.parametrize(("track", "change"), [*edited_cells()])
def test_what_an_edition_changed_shows_until_it_is_repaired(
    track: Track, change: Change, whole: dict[Path, Kernel]
) -> None:
    kernel = whole[track.script]
    observe(track, kernel, stage(track, len(track.faults)), Scene(until=untrained(track)))
    found, repaired = (tried(kernel, function) for function in edited(track, change))
    assert held(change.symptom, found), found
    for look in change.probes:
        looked(track, kernel, look)
    assert repaired.raised is None and repaired.findings, repaired
    assert held(change.symptom, repaired) == (change.symptom is None), repaired
