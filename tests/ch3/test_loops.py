"""Chapter 3's scripts beside one another: where they are to do the same, every step has the same loss."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from course.ch3 import CHAPTER
from course.losses import callback
from course.sources import choose_source, prepare

SOURCE = choose_source(CHAPTER.task, "embedded")


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    import datasets

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    before = dict(os.environ)
    # both frameworks may live in this process, and what one switches off the other would miss
    prepare(SOURCE, "tf")
    yield
    os.environ.clear()
    os.environ.update(before)


def few(directory: Path, rows: int) -> str:
    """A data set in the hub's format with a few rows."""
    import datasets

    (directory / "mrpc").mkdir()
    for split in ("train", "validation"):
        chosen = datasets.load_dataset(SOURCE.dataset, "mrpc", split=split).select(range(rows))
        chosen.to_parquet(directory / "mrpc" / f"{split}.parquet")
    files = "".join(f"  - split: {split}\n    path: mrpc/{split}.parquet\n" for split in ("train", "validation"))
    card = f"---\nconfigs:\n- config_name: mrpc\n  data_files:\n{files}---\n"
    (directory / "README.md").write_text(card, encoding="utf-8")
    return str(directory)


@pytest.mark.pt
def test_by_hand_and_with_accelerate_every_step_has_the_same_loss(
    tmp_path: Path,
) -> None:
    from course.ch3 import pt, pt_accelerate

    # the last batch is not full
    dataset = few(tmp_path, 76)
    by_hand: list[float] = []
    with_accelerate: list[float] = []
    for script, losses in ((pt, by_hand), (pt_accelerate, with_accelerate)):
        script.main(SOURCE.checkpoint, dataset, SOURCE.metric, num_epochs=2, callbacks=[losses.append])
    assert len(by_hand) == 20
    assert with_accelerate == pytest.approx(by_hand, abs=1e-6)


@pytest.mark.tf
def test_with_fit_and_with_a_tape_every_step_has_the_same_loss(tmp_path: Path) -> None:
    from course.ch3 import tf, tf_tape

    # one batch an epoch, in whatever order its rows are, and nothing left out by chance
    dataset, checkpoint = few(tmp_path, 8), tmp_path / "checkpoint"
    shutil.copytree(SOURCE.checkpoint, checkpoint)
    settings = json.loads((checkpoint / "config.json").read_text(encoding="utf-8"))
    settings |= {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    (checkpoint / "config.json").write_text(json.dumps(settings), encoding="utf-8")
    with_fit: list[float] = []
    with_a_tape: list[float] = []
    for script, losses in ((tf, with_fit), (tf_tape, with_a_tape)):
        script.main(str(checkpoint), dataset, SOURCE.metric, num_epochs=4, callbacks=[callback("tf", losses.append)])
    assert len(with_fit) == 4
    assert with_fit[-1] < with_fit[0]
    assert with_a_tape == pytest.approx(with_fit, abs=1e-4)


@pytest.mark.tf
def test_the_losses_that_are_heard_are_those_of_the_steps_and_change_nothing_of_what_keras_tells() -> None:
    import numpy as np
    import tf_keras

    # the weights stay as they are, so that each batch has a loss that can be calculated beforehand
    model = tf_keras.Sequential([tf_keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")])
    model.compile(tf_keras.optimizers.SGD(0.0), "mse")
    inputs = np.arange(12.0).reshape(12, 1)
    heard: list[float] = []
    fitted = model.fit(
        inputs,
        np.zeros((12, 1)),
        batch_size=4,
        epochs=2,
        shuffle=False,
        verbose=0,
        callbacks=[callback("tf", heard.append)],
    )
    each = [float((inputs[place : place + 4] ** 2).mean()) for place in (0, 4, 8)]
    assert heard == pytest.approx([*each, *each], rel=1e-5)
    assert fitted.history["loss"] == pytest.approx([sum(each) / 3] * 2)
