"""Lessons that load from the Hugging Face Hub, on a stand-in for it that answers the same requests."""

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from support.hub import Hub

from course.ch8 import CHAPTER
from course.paths import ASSETS

pytestmark = pytest.mark.slow
TASK = CHAPTER.task
CHECK = """
import json, sys
from course.ch8 import CHAPTER
from course.environment import without_pipelines
from course.message import WrongUse
from course.sources import check, choose_source
found = []
for source in json.loads(sys.argv[1]):
    try:
        with without_pipelines():
            check(choose_source(CHAPTER.task, "hub", *source), CHAPTER.task)
        found.append("")
    except WrongUse as error:
        found.append(error.sentence("en"))
print(json.dumps(found))
"""
"""Checks sources of a lesson, and prints the sentences that say what is wrong with each."""


@pytest.fixture
def hub() -> Hub:
    assert TASK.dataset is not None and TASK.checkpoint is not None
    repositories = {
        ("datasets", TASK.dataset.published): ASSETS / TASK.dataset.directory,
        ("models", TASK.checkpoint.published): ASSETS / TASK.checkpoint.directory,
        ("spaces", f"evaluate-metric/{TASK.metric.published}"): ASSETS / TASK.metric.directory,
    }
    return Hub(repositories, moved={("datasets", "glue"): TASK.dataset.published})


def run(hub: Hub, home: Path, *arguments: str, around: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run Python with the hub's address, and a cache of its own."""
    variables = {**os.environ, "HF_ENDPOINT": hub.address, "HF_HOME": str(home), "USE_TF": "0"}
    command = [*around, sys.executable, *arguments]
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=False)


def complaints(hub: Hub, home: Path, *sources: tuple[str, ...], around: tuple[str, ...] = ()) -> list[str]:
    """The sentences about sources; empty for one with which nothing is wrong."""
    with hub.serve():
        done = run(hub, home, "-c", CHECK, json.dumps(sources or [()]), around=around)
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_each_part_is_loaded_once_and_what_the_hub_does_not_have_is_named(hub: Hub, tmp_path: Path) -> None:
    assert TASK.dataset is not None and TASK.checkpoint is not None
    checkpoint = TASK.checkpoint.published
    # who has this version of the library cannot load the old name, and others are sent on to the new one
    refused = tuple(map(int, version("huggingface_hub").split(".")[:2])) >= (1, 16)
    whole, again, short, data, weights = complaints(
        hub, tmp_path, (), (), (checkpoint, "glue"), (checkpoint, "nobody/nothing"), ("nobody/nothing",)
    )
    assert whole == again == ""
    assert bool(short) == refused, short
    assert data.startswith("`nobody/nothing` is not a data set")
    assert weights.startswith("`nobody/nothing` is not a checkpoint")
    assert hub.fetched.count("model.safetensors") == 1


@pytest.mark.parametrize(
    "file",
    [
        "train-00000-of-00001.parquet",
        pytest.param("model.safetensors", marks=pytest.mark.release),
        pytest.param("glue.py", marks=pytest.mark.release),
    ],
)
def test_a_download_that_breaks_off_is_told_and_goes_on_the_next_time(hub: Hub, tmp_path: Path, file: str) -> None:
    hub.cut = {file: 100}
    assert "check the connection" in complaints(hub, tmp_path)[0]
    hub.cut = {}
    assert complaints(hub, tmp_path) == [""]


def test_a_full_disk_is_told(hub: Hub, tmp_path: Path) -> None:
    bubblewrap = shutil.which("bwrap")
    assert bubblewrap is not None, "bubblewrap is not installed"
    # a disk of 5 MB, in which the data have their place, and the weights do not
    around = (bubblewrap, "--dev-bind", "/", "/", "--size", "5000000", "--tmpfs", str(tmp_path))
    assert complaints(hub, tmp_path, around=around)[0].startswith(f"The cache `{tmp_path}")


@pytest.mark.parametrize(
    "framework",
    [pytest.param("pt", marks=pytest.mark.pt), pytest.param("tf", marks=[pytest.mark.tf, pytest.mark.release])],
)
def test_a_section_of_a_lesson_runs_on_what_the_hub_has(hub: Hub, tmp_path: Path, framework: str) -> None:
    with hub.serve():
        section = ["--fault", "dataset-name", "--framework", framework]
        done = run(hub, tmp_path, "-m", "course.ch8", "--source", "hub", "--no-input", "--lang", "en", *section)
    assert "huggingface_hub" in done.stdout
    assert "Traceback (most recent call last)" not in done.stderr, done.stderr
    assert done.returncode == 0, done.stdout[-2000:]
    assert "model.safetensors" in hub.fetched
