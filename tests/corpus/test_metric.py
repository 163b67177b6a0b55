"""The embedded metric, loaded as the lesson loads it and held against scikit-learn."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    import evaluate

from course.environment import without_pipelines
from course.paths import ASSETS

pytestmark = pytest.mark.slow

METRIC = ASSETS / "metrics" / "glue"


@pytest.fixture(autouse=True)
def no_tensorflow(monkeypatch: pytest.MonkeyPatch) -> None:
    """`evaluate` imports TensorFlow where it is not told to leave that alone, which takes half a minute."""
    monkeypatch.setenv("USE_TF", "0")


def _load(task: str | None, cache: Path) -> evaluate.Metric:
    # takes seconds: not while tests are only gathered
    with without_pipelines():
        import evaluate

    return evaluate.load(str(METRIC), task, cache_dir=str(cache))


@pytest.mark.parametrize("task", ["mnli", "sst2"])
def test_mnli_and_sst2_give_the_accuracy(task: str, tmp_path: Path) -> None:
    from sklearn.metrics import accuracy_score

    rng = np.random.default_rng(0)
    predictions, references = rng.integers(0, 3, size=(2, 200))
    scores = _load(task, tmp_path).compute(predictions=predictions, references=references)
    assert scores == {"accuracy": pytest.approx(accuracy_score(references, predictions))}


def test_mrpc_gives_accuracy_and_f1(tmp_path: Path) -> None:
    from sklearn.metrics import accuracy_score, f1_score

    rng = np.random.default_rng(1)
    metric = _load("mrpc", tmp_path)
    for share in (0.1, 0.5, 0.9):
        predictions, references = (rng.random((2, 200)) < share).astype(int)
        assert metric.compute(predictions=predictions, references=references) == {
            "accuracy": pytest.approx(accuracy_score(references, predictions)),
            "f1": pytest.approx(f1_score(references, predictions)),
        }


@pytest.mark.parametrize("references", [[0, 1, 1, 0], [0, 0, 0, 0]])
def test_f1_without_a_positive_prediction_is_zero(references: list[int], tmp_path: Path) -> None:
    from sklearn.metrics import f1_score

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scores = _load("mrpc", tmp_path).compute(predictions=[0, 0, 0, 0], references=references)
    assert scores["f1"] == 0.0 == f1_score(references, [0, 0, 0, 0], zero_division=0)


def test_batches_add_up_to_the_whole(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    predictions, references = rng.integers(0, 2, size=(2, 50))
    whole = _load("mrpc", tmp_path).compute(predictions=predictions.tolist(), references=references.tolist())
    metric = _load("mrpc", tmp_path)
    for start in range(0, 50, 8):
        batch = slice(start, start + 8)
        metric.add_batch(predictions=predictions[batch], references=references[batch])
    assert metric.compute() == whole


def test_logits_are_refused_as_predictions(tmp_path: Path) -> None:
    logits = np.random.default_rng(3).normal(size=(8, 3))
    with pytest.raises((TypeError, ValueError)) as caught:
        _load("mnli", tmp_path).compute(predictions=logits, references=np.zeros(8, dtype=int))
    # evaluate 0.4.6 puts a message of its own before NumPy's, which it keeps as the context.
    told = f"{caught.value} {caught.value.__context__}"
    assert re.search(r"only (size-1|length-1|0-dimensional) arrays can be converted to Python scalars", told)


@pytest.mark.parametrize("task", ["cola", None])
def test_another_task_is_refused_by_name(task: str | None, tmp_path: Path) -> None:
    with pytest.raises(KeyError, match=r"\['mnli', 'mrpc', 'sst2'\]"):
        _load(task, tmp_path)


def test_the_script_imports_one_module_in_a_line() -> None:
    imports = [line for line in (METRIC / "glue.py").read_text("utf-8").splitlines() if line.startswith("import ")]
    assert imports == ["import datasets", "import evaluate", "import numpy as np"]
