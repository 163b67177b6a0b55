"""What the watch works out of plain arrays: where tokens end, which targets are out of reach, and what depends on a later input."""

from pathlib import Path

import numpy as np
import pytest

from course.diagnosis.facts import Future
from course.diagnosis.running.limits import Limits
from course.diagnosis.watching.crash import crash_of
from course.diagnosis.watching.data import columns_counted
from course.diagnosis.watching.future import compare, last_place, next_axis
from course.diagnosis.watching.gather import compared_with_itself, is_of_later_step, label_column, places_of_answers
from course.diagnosis.watching.reach import beyond
from course.diagnosis.watching.rows import RowLabels
from course.diagnosis.watching.watch import Batches, Loss, Watch, ending

LEFT, RIGHT = [[0, 0, 0, 1, 1, 1, 1, 1]] * 4, [[1, 1, 1, 1, 1, 0, 0, 0]] * 4
JOINED = [[1, 1, 0, 0, 1, 1, 1, 0]] * 4
"""A question and a context, each with its padding."""


@pytest.mark.parametrize(
    ("mask", "ends", "beyond"),
    [
        (RIGHT, [2, 3, 4, 4], 0),
        (RIGHT, [5, 12, 30, 2], 3),
        (LEFT, [5, 6, 7, 7], 0),
        (JOINED, [4, 5, 6, 6], 0),
        # no answer
        (RIGHT, [8, 8, 8, 2], 0),
    ],
)
def test_answers_behind_the_last_token_are_counted(mask: list[list[int]], ends: list[int], beyond: int) -> None:
    inputs = {"start_positions": np.array(ends), "end_positions": np.array(ends)}
    ids = np.ones((4, 8), int)
    assert places_of_answers(inputs, ids, np.array(mask)) == (4, beyond)


@pytest.mark.parametrize(
    ("activation", "targets", "share"),
    [
        ("sigmoid", [-2.0, 0.5, 3.0, 1.0], 0.5),
        ("tanh", [-0.9, 0.5, 0.9, 1.04], 0.0),
        ("relu", [-2.0, -1.0, 3.0, 100.0], 0.5),
        ("linear", [-2.0, 0.5, 3.0, 1.0], 0.0),
        # one value that stands for a target that is missing
        ("relu", [-1.0, 0.5, -1.0, 4.0], 0.0),
    ],
)
def test_targets_that_an_activation_cannot_return_are_counted(
    activation: str, targets: list[float], share: float
) -> None:
    assert beyond(activation, np.array(targets)) == share


ROWS = np.arange(24).reshape(4, 6) ** 2 % 17


def test_the_axis_along_which_the_next_input_is_the_target_is_found() -> None:
    assert next_axis(ROWS[:, :-1], ROWS[:, 1:]) == 1
    assert next_axis(ROWS.T[:-1], ROWS.T[1:]) == 0
    # a loss gets all places one after the other
    assert next_axis(ROWS[:, :-1], ROWS[:, 1:].reshape(-1)) == 1
    assert next_axis(ROWS, ROWS) is None
    assert next_axis(ROWS[:, 1:], ROWS[:, :-1]) is None


def test_what_depends_on_a_later_input_is_told_from_what_is_drawn_anew() -> None:
    def sums(name: str, ids: np.ndarray) -> np.ndarray:
        return ids.cumsum(axis=1)[..., None] / 10

    def whole(name: str, ids: np.ndarray) -> np.ndarray:
        return np.repeat(ids.sum(axis=1), ids.shape[1]).reshape(*ids.shape, 1) / 10

    rng = np.random.default_rng(0)
    assert compare(sums, "x", ROWS, 1, 5) == Future(5, 0)
    assert compare(whole, "x", ROWS, 1, 5) == Future(5, 5)
    # the outputs of all places one after the other, and the places first
    assert compare(lambda name, ids: whole(name, ids).reshape(-1, 1), "x", ROWS, 1, 5) == Future(5, 5)
    assert compare(lambda name, ids: sums(name, ids.T).swapaxes(0, 1), "x", ROWS.T, 0, 5) == Future(5, 0)
    assert compare(lambda name, ids: sums(name, ids) + rng.normal(size=(4, 6, 1)), "x", ROWS, 1, 5) is None


def test_padding_at_the_end_of_all_rows_is_no_place_to_look_from() -> None:
    padded = np.concatenate([np.arange(20).reshape(4, 5), np.zeros((4, 3), int)], axis=1)
    assert last_place(padded, 1) == 4
    assert last_place(padded.T, 0) == 4
    assert last_place(np.zeros((4, 8), int), 1) is None


class Unwilling:
    """As a tensor that requires gradients: it does not become an array."""

    def __array__(self, *arguments: object, **options: object) -> np.ndarray:
        raise RuntimeError("not now")

    def __len__(self) -> int:
        raise RuntimeError("not now either")


def test_objects_that_cannot_be_looked_at_do_not_hide_an_error() -> None:
    groups = [{"parameters": Unwilling(), "rate": "1e-4"}, {"parameters": Unwilling(), "rate": "1e-4"}]
    with pytest.raises(TypeError) as raised:
        _ = [group["rate"] < 1.0 for group in groups]  # type: ignore[operator]
    crash = crash_of(None, raised.value)
    assert crash.error == "TypeError"
    assert "not supported between instances" in crash.message


@pytest.mark.parametrize(
    ("column", "labels", "found"),
    [
        # the label itself, and as it is when it was scaled
        ([0, 1] * 16, [0, 1] * 16, 1),
        ([-0.9, 1.1] * 16, [0, 1] * 16, 1),
        # the target after it was scaled, one of the inputs that is asked for on purpose, and another number
        ([3.0 * each**2 for each in range(32)], [each**2 for each in range(32)], 1),
        ([float(each**2) for each in range(32)], [each**2 for each in range(32)], None),
        ([float(7 * each % 31) for each in range(32)], [each**2 for each in range(32)], None),
        # it tells some of the labels only
        ([0, 1] * 16, [0, 1] * 15 + [1, 1], None),
        # one value for two labels
        ([0, 1, 1] * 11, [0, 1, 2] * 11, None),
    ],
)
def test_a_column_that_tells_the_label_is_found(column: list[float], labels: list[int], found: int | None) -> None:
    rows = len(labels)
    table = np.stack([np.arange(rows), np.array(column), np.arange(rows) % 5], axis=1).astype("float32")
    watch = Watch(Limits(1, 1.0, 1.0), loss_calls=[Loss("cross_entropy", True, None, np.array(labels))])
    assert label_column(watch, {"x": table}) == found


def test_similarities_of_rows_with_themselves_are_found() -> None:
    likeness = np.full((8, 8), 0.2) + 1.8 * np.eye(8)
    others = np.roll(np.arange(8), 4)
    assert compared_with_itself(likeness, others)
    # where each row of one kind belongs to the same row of another, the diagonal is what is asked for
    assert not compared_with_itself(likeness, np.arange(8))
    np.fill_diagonal(likeness, -np.inf)
    assert not compared_with_itself(likeness, others)


@pytest.mark.parametrize(("seconds", "batches", "shortened"), [(60.0, 40, False), (0.0, 16, True)])
def test_an_evaluation_is_run_whole_while_there_are_seconds_left(seconds: float, batches: int, shortened: bool) -> None:
    """What follows the training may need every row."""
    watch = Watch(Limits(0, 30.0), whole_seconds=seconds)
    assert len([*ending(iter(range(40)), watch, 40)]) == batches
    assert watch.shortened == shortened


@pytest.mark.parametrize(("places", "changed"), [(True, 0), (False, 16)])
def test_a_place_in_the_batch_is_no_label_of_a_row(places: bool, changed: int) -> None:
    rows = np.random.default_rng(0).normal(size=(16, 40))
    first, then = np.arange(16), np.arange(16)[::-1]
    labels = RowLabels()
    for order in (first, then):
        labels.saw(labels, {"input_ids": rows[order]})
        labels.labelled(first + (0 if places else 1))
    assert labels.changed == changed


@pytest.mark.parametrize(("mixed", "changed"), [(True, 0), (False, 40)])
def test_rows_that_are_mixed_with_one_another_have_two_labels(mixed: bool, changed: int) -> None:
    rows = np.random.default_rng(0).normal(size=(40, 9))
    labels = RowLabels()
    first = np.arange(40) % 4
    for partner in (first, first[::-1]):
        labels.saw(labels, {"x": rows})
        labels.labelled(partner)
        if mixed:
            labels.labelled(first[::-1] if partner is first else first)
    assert labels.again == (0 if mixed else 40)
    assert labels.changed == changed


@pytest.mark.parametrize(
    ("name", "later"),
    [("epoch_9.pt", True), ("checkpoint-300", True), ("other_9.pt", False), ("vocabulary.txt", False)],
)
def test_a_checkpoint_that_a_shortened_training_did_not_reach_is_no_missing_file(
    tmp_path: Path, name: str, later: bool
) -> None:
    for there in ("epoch_1.pt", "checkpoint-100", "notes.txt"):
        (tmp_path / there).touch()
    error = OSError(f"{tmp_path / name} is not a local folder and is not a valid model identifier")
    assert is_of_later_step(error) is later
    assert is_of_later_step(FileNotFoundError(2, "No such file", str(tmp_path / name))) is later


@pytest.mark.parametrize(
    ("columns", "labels", "counted"),
    [
        ({"a": [1, 2, 3], "b": [4, 5, 6]}, [0, 1, 0], ("columns", 2, 3)),
        # a value for each row
        ({"a": [1, 2, 3], "b": [4, 5, 6]}, [0, 1], None),
        ({"a": [1], "b": [4, 5, 6]}, [0, 1, 0], None),
        ({"a": "one", "b": "two"}, [0, 1, 0], None),
    ],
)
def test_a_data_set_that_counts_its_columns_is_told_from_one_with_a_value_for_each_row(
    columns: dict[str, object], labels: list[int], counted: tuple[str, int, int] | None
) -> None:
    class Rows:
        def __init__(self) -> None:
            self.columns, self.labels = columns, labels

        def __len__(self) -> int:
            return len(self.columns)

        def __getitem__(self, place: int) -> int:
            return self.labels[place]

    assert columns_counted(Rows()) == counted


def test_each_pass_has_as_many_steps_as_its_own_data_have_batches() -> None:
    watch = Watch(Limits(100, 99.0))
    for rows in ([1, 2, 3], [1, 2]):
        for _ in Batches(iter(rows), watch, len(rows)):
            watch.step_taken()
    assert [*watch.lengths.values()] == [3, 2]
