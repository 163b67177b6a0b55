"""What the watch works out of plain arrays: where tokens end, which targets are out of reach, and what depends on a later input."""

from pathlib import Path

import numpy as np
import pytest

from course.diagnosis.facts import Future
from course.diagnosis.running.limits import Limits
from course.diagnosis.watching.choices import note_shape
from course.diagnosis.watching.crash import crash_of
from course.diagnosis.watching.data import columns_counted
from course.diagnosis.watching.future import compare, last_place, next_axis
from course.diagnosis.watching.gather import (
    _same_rows,
    compared_with_itself,
    gather,
    is_of_later_step,
    label_column,
    places_of_answers,
)
from course.diagnosis.watching.libraries import _note_ranked
from course.diagnosis.watching.reach import beyond
from course.diagnosis.watching.results import made_wrong
from course.diagnosis.watching.rows import Draws, NumberRows, RowLabels
from course.diagnosis.watching.scales import Scales
from course.diagnosis.watching.torch import padding_in
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


@pytest.mark.parametrize(("first", "found"), [(3, None), (2, 1), (None, 1)])
def test_of_several_targets_one_may_be_a_column_that_is_to_be_hidden(first: int | None, found: int | None) -> None:
    group, label = np.arange(32) % 2, np.arange(32) // 3 % 2
    calls = [Loss("cross_entropy", True, None, each) for each in (group, group, label)]
    watch = Watch(Limits(1, 1.0, 1.0), loss_calls=calls, first_losses=first)
    table = np.stack([np.arange(32), group, np.arange(32) % 5], axis=1).astype("float32")
    assert label_column(watch, {"x": table}) == found


def test_a_word_that_only_texts_of_one_label_have_is_not_the_label() -> None:
    labels = np.arange(32) % 2
    words = np.stack([np.arange(32) % 3 == 0, labels, np.arange(32) % 7 == 0], axis=1).astype("float32")
    watch = Watch(Limits(1, 1.0, 1.0), loss_calls=[Loss("cross_entropy", True, None, labels)])
    assert label_column(watch, {"x": words}) is None
    assert label_column(watch, {"x": words / 2}) == 1


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


def test_rows_are_taken_for_the_same_class_only_in_batches_of_several() -> None:
    """A GAN takes the same rows for wrong ones first, and for right ones then."""
    rows = np.random.default_rng(0).normal(size=(40, 9))
    labels = RowLabels()
    for label in (0, 1):
        labels.saw(labels, {"x": rows})
        labels.labelled(np.full(40, label))
    assert labels.changed == 0


@pytest.mark.parametrize(("sizes", "again"), [((10, 10, 10), 0), ((4, 8, 18), 30)])
def test_classes_may_be_numbered_anew_for_each_batch(sizes: tuple[int, ...], again: int) -> None:
    rows = np.random.default_rng(0).normal(size=(60, 9))
    labels = RowLabels()
    for chosen in (range(30), range(30, 60), range(15, 45)):
        labels.saw(labels, {"x": rows[chosen]})
        labels.labelled(np.repeat(np.arange(3), sizes))
    assert labels.again == again


def test_votes_of_several_people_mostly_agree() -> None:
    draw = np.random.default_rng(0)
    rows, truth = draw.normal(size=(400, 9)), draw.integers(0, 4, 400)
    labels = RowLabels()
    for _ in range(3):
        labels.saw(labels, {"x": rows})
        labels.labelled(np.where(draw.random(400) < 0.25, draw.integers(0, 4, 400), truth))
    assert 0 < labels.changed < 0.5 * labels.by_chance
    assert labels.by_chance == pytest.approx(0.75 * labels.again, rel=0.05)


@pytest.mark.parametrize(("stepping", "wanted"), [(False, True), (True, False)])
def test_a_batch_that_comes_often_without_a_step_is_to_have_several_answers(stepping: bool, wanted: bool) -> None:
    draws = Draws()
    rows = np.random.default_rng(0).normal(size=(40, 9))
    for _ in range(8):
        draws.note(draws, {"x": rows})
        if stepping:
            draws.stepped()
    assert draws.wanted == wanted


@pytest.mark.parametrize(
    "right",
    [np.arange(6) % 2, np.array([0.3, 1.5, -2.0, 0.1, 4.0, 2.5])],
    ids=["yes or no", "numbers"],
)
def test_wrong_predictions_have_another_order(right: np.ndarray) -> None:
    perfect = right.astype(float)
    wrong = made_wrong(perfect, right)
    assert np.corrcoef(wrong, perfect)[0, 1] < 0.5
    assert not (wrong == perfect).any()


@pytest.mark.parametrize("beside", [False, True])
def test_a_rule_may_be_ranked_beside_the_scores_of_a_model(beside: bool) -> None:
    watch = Watch(Limits(0, 30.0))
    watch.losses.append(1.0)
    truth = np.arange(200) % 2
    _note_ranked(watch, "roc_auc_score", truth)
    if beside:
        _note_ranked(watch, "roc_auc_score", truth + np.linspace(0, 0.5, 200))
    assert gather(None, watch, None).ranked == (None if beside else ("roc_auc_score", 200, 2))


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


@pytest.mark.parametrize(
    ("before", "asked", "after", "noted"),
    [
        ((8, 64), (64, 8), (64, 8), True),
        ((60, 50, 3), (-1, 60, 3), (50, 60, 3), True),
        # rows that are cut into pieces
        ((16, 64), (-1, 16), (64, 16), False),
        ((16, 64), ((-1, 16),), (64, 16), False),
    ],
)
def test_rows_that_are_cut_into_pieces_have_no_axes_to_be_mixed(
    before: tuple[int, ...], asked: tuple[object, ...], after: tuple[int, ...], noted: bool
) -> None:
    watch = Watch(Limits(1, 1.0, 1.0))
    note_shape(watch, np.zeros(before), np.zeros(after), 1, asked)
    assert (watch.reshaped is not None) == noted


@pytest.mark.parametrize(("first", "found"), [(0, (40, 20)), (20, (40, 20)), (40, None)])
def test_rows_of_the_whole_table_may_be_looked_at_after_the_test_set(first: int, found: tuple[int, int] | None) -> None:
    draw = np.random.default_rng(0)
    known, test = draw.normal(size=(100, 8)), draw.normal(size=(60, 8))
    rows, model = NumberRows(), object()
    rows.note(model, {"x": known}, training=True)
    rows.whole_pass = True
    for each in (test[:first], np.concatenate([known[:20], test[40:]])):
        rows.note(model, {"x": each}, training=False)
    assert rows.mixed() == found


@pytest.mark.parametrize(
    ("mask", "padding"),
    [
        ([[1, 1, 1, 0], [1, 1, 1, 1]], 0),
        ([[0, 0, 0, 1], [0, 0, 0, 0]], 1),
        ([[1, 1, 0, 0], [0, 0, 0, 0]], 1),
        ([[0, 1, 1, 1], [1, 1, 1, 1]], 0),
        ([[1, 1, 0, 0], [1, 0, 0, 0]], 0),
    ],
)
def test_rows_begin_or_end_with_a_token_whatever_stands_for_padding(mask: list[list[int]], padding: int) -> None:
    assert padding_in(np.array(mask)) == padding


def test_one_sign_in_each_row_is_the_beginning_of_texts() -> None:
    assert _same_rows({"tokens": np.ones((8, 3), int)})
    assert not _same_rows({"tokens": np.ones((8, 1), int)})


def test_rows_that_are_made_up_to_see_what_one_column_does_have_no_scale() -> None:
    draw, model = np.random.default_rng(0), object()
    made_up, unscaled = np.zeros((9, 100)), 255 * draw.normal(size=(9, 100))
    made_up[:, 3] = np.linspace(-2, 2, 9)
    for later, found in ((made_up, False), (unscaled, True)):
        scales = Scales()
        scales.note(model, {"x": draw.normal(size=(64, 100))}, training=True)
        scales.note(model, {"x": later}, training=False)
        assert (scales.apart() is not None) == found


def test_each_pass_has_as_many_steps_as_its_own_data_have_batches() -> None:
    watch = Watch(Limits(100, 99.0))
    for rows in ([1, 2, 3], [1, 2]):
        for _ in Batches(iter(rows), watch, len(rows)):
            watch.step_taken()
    assert [*watch.lengths.values()] == [3, 2]
