"""Chapter 3's script in processes of its own: what it comes to, and what is left of a start that fails."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from course.ch3 import CHAPTER
from course.ch3.processes import run
from course.errors import WrongUse
from course.i18n import LANGUAGES
from course.sources import choose_source, prepare

SOURCE = choose_source(CHAPTER.task, "embedded")
LAUNCH = ("accelerate", "launch", "--multi_gpu", "--num_processes", "2", "--main_process_port")


@pytest.fixture(autouse=True)
def environment() -> Iterator[None]:
    before = dict(os.environ)
    prepare(SOURCE, "pt")
    yield
    os.environ.clear()
    os.environ.update(before)


def few(directory: Path) -> str:
    """A data set in the hub's format with a few rows, the last batch of them not full."""
    import datasets

    (directory / "mrpc").mkdir()
    for split in ("train", "validation"):
        rows = datasets.load_dataset(SOURCE.dataset, "mrpc", split=split).select(range(76))
        rows.to_parquet(directory / "mrpc" / f"{split}.parquet")
    files = "".join(f"  - split: {split}\n    path: mrpc/{split}.parquet\n" for split in ("train", "validation"))
    card = f"---\nconfigs:\n- config_name: mrpc\n  data_files:\n{files}---\n"
    (directory / "README.md").write_text(card, encoding="utf-8")
    return str(directory)


@pytest.mark.pt
def test_by_hand_and_with_accelerate_every_step_has_the_same_loss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import datasets

    from course.ch3 import pt, pt_accelerate

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    dataset = few(tmp_path)
    by_hand: list[float] = []
    with_accelerate: list[float] = []
    for script, losses in ((pt, by_hand), (pt_accelerate, with_accelerate)):
        script.main(SOURCE.checkpoint, dataset, SOURCE.metric, num_epochs=2, callbacks=[losses.append])
    assert len(by_hand) == 20
    assert with_accelerate == pytest.approx(by_hand, abs=1e-6)


def running(script: Path) -> list[str]:
    """The command lines of processes that run a script."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = place.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if str(script) in line:
            found.append(line)
    return found


FAILING = {
    "one-raises": ("if rank: raise OSError('no rows left')", "no rows left"),
    "one-is-killed": ("if rank: os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL"),
}


@pytest.mark.train
@pytest.mark.pinned
@pytest.mark.parametrize(("line", "said"), FAILING.values(), ids=FAILING)
def test_where_one_process_fails_the_others_end_and_a_sentence_says_why(line: str, said: str, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    waits = "import os, signal, time\nrank = int(os.environ['RANK'])\n"
    script.write_text(f"{waits}{line}\ntime.sleep(600)\n", encoding="utf-8")
    with pytest.raises(WrongUse) as caught:
        run([*LAUNCH, "0", str(script)], ACCELERATE_USE_CPU="true")
    assert all(said in caught.value.sentence(language) for language in LANGUAGES)
    assert not running(script)
