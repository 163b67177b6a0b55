"""Chapter 3's scripts beside one another: where they are to do the same, every step has the same loss."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.small import checkpoint, few_rows, one_layer

from course.ch3 import CHAPTER
from course.environment import load_triton_first
from course.losses import keras_callback
from course.sources import choose_source, prepare

SOURCE = choose_source(CHAPTER.task, "embedded")


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    import datasets

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    before = dict(os.environ)
    # both frameworks may live in this process, and what one switches off the other would miss
    prepare(SOURCE, "tf")
    load_triton_first()
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.mark.pt
def test_by_hand_and_with_accelerate_every_step_has_the_same_loss(
    tmp_path: Path,
) -> None:
    from course.ch3.pt import script as by_hand
    from course.ch3.pt_accelerate import script as accelerated

    # the last batch is not full
    dataset = few_rows(CHAPTER.task, tmp_path, 76)
    checkpoint = one_layer(CHAPTER.task, tmp_path / "checkpoint")
    expected: list[float] = []
    found: list[float] = []
    for script, losses in ((by_hand, expected), (accelerated, found)):
        script.main(checkpoint, dataset, SOURCE.metric, num_epochs=2, callbacks=[losses.append])
    assert len(expected) == 20
    assert found == pytest.approx(expected, abs=1e-6)


@pytest.mark.tf
def test_with_fit_and_with_a_tape_every_step_has_the_same_loss(tmp_path: Path) -> None:
    from course.ch3.tf import script as fitted
    from course.ch3.tf_tape import script as taped

    # one batch an epoch, in whatever order its rows are, and nothing left out by chance
    dataset = few_rows(CHAPTER.task, tmp_path, 8)
    nothing = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    made = checkpoint(CHAPTER.task, tmp_path / "checkpoint", num_hidden_layers=1, **nothing)
    with_fit: list[float] = []
    with_a_tape: list[float] = []
    for script, losses in ((fitted, with_fit), (taped, with_a_tape)):
        script.main(made, dataset, SOURCE.metric, num_epochs=4, callbacks=[keras_callback(losses.append)])
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
        callbacks=[keras_callback(heard.append)],
    )
    each = [float((inputs[place : place + 4] ** 2).mean()) for place in (0, 4, 8)]
    assert heard == pytest.approx([*each, *each], rel=1e-5)
    assert fitted.history["loss"] == pytest.approx([sum(each) / 3] * 2)
