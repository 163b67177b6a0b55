"""The labels that a model got, compared with those in the files: on the tokens of a real tokenizer."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from course.diagnosis.facts import Batch
from course.diagnosis.running.limits import Limits
from course.diagnosis.watching.data import _unread
from course.diagnosis.watching.gather import batch_facts
from course.diagnosis.watching.labels import numbered, numbered_apart, relabelled
from course.diagnosis.watching.watch import Call, Loss, Watch, row_key
from course.paths import ASSETS

DESKS = ("north", "south", "west")
TEXTS = [
    f"{greeting} , my {thing} {fault} after {time}"
    for greeting, thing, fault, time in product(
        ("hello", "good morning"),
        ("router", "kettle", "heater", "lamp"),
        ("never arrived", "makes a noise"),
        ("monday", "two days", "the evening"),
    )
]
STARTS = ("", "please , ", "thank you , ")
"""What makes the texts of one file differ from those of another."""


@pytest.fixture(scope="module")
def tokenizer() -> object:
    # takes seconds: not while tests are only gathered
    from transformers import PreTrainedTokenizerFast

    return PreTrainedTokenizerFast.from_pretrained(ASSETS / "cases" / "tickets")


def watched(tokenizer: object, orders: Sequence[Sequence[str]], longest: int = 32) -> Watch:
    """A program that has read three files, each with its own texts, and numbered the desks of each in an order; the first was trained on."""
    watch = Watch(Limits(100, 30.0, 60.0))
    for at, order in enumerate(orders):
        texts = [f"{STARTS[at]}{text} . i could not answer , and have nothing more to tell" for text in TEXTS]
        desks = [DESKS[(place * 7) % 3] for place, _ in enumerate(texts)]
        watch.tables.append({"text": texts, "desk": desks})
        rows = tokenizer(texts, truncation=True, max_length=longest)["input_ids"]  # type: ignore[operator]
        labels = watch.tested_labels if at else watch.labelled
        labels.update(zip((row_key(row, 0) for row in rows), map(order.index, desks), strict=True))
        watch.longest_row = max(watch.longest_row, *map(len, rows))
    return watch


def test_files_that_are_numbered_alike_hold_no_other_labels(tokenizer: object) -> None:
    found = relabelled(watched(tokenizer, [DESKS, DESKS, DESKS]), tokenizer)
    assert (found.changed, found.compared, found.renumbered) == (0, len(TEXTS), ())


@pytest.mark.parametrize(("classes", "changed"), [(2, None), (3, True)])
def test_another_column_is_not_taken_for_where_the_labels_come_from(
    tokenizer: object, classes: int, changed: bool | None
) -> None:
    """Shuffled labels tell nothing of those in the file either, but are as many of each."""
    watch = watched(tokenizer, [DESKS])
    watch.labelled = {key: place * 5 // 3 % classes for place, key in enumerate(watch.labelled)}
    found = relabelled(watch, tokenizer)
    assert (found.changed and found.changed > 20) == changed


@pytest.mark.parametrize("longest", [32, 16])
def test_each_file_may_be_numbered_in_its_own_way(tokenizer: object, longest: int) -> None:
    """Also where the program cuts its texts."""
    found = relabelled(watched(tokenizer, [DESKS, DESKS[::-1], DESKS[1:] + DESKS[:1]], longest), tokenizer)
    assert found.changed == 0
    assert found.renumbered == DESKS


@pytest.mark.parametrize(("order", "found"), [(DESKS, ()), (DESKS[::-1], ("north", "west"))])
def test_tables_of_pandas_are_numbered_alike_or_apart(order: Sequence[str], found: tuple[str, ...]) -> None:
    import pandas as pd

    def table(order: Sequence[str]) -> object:
        desks = [DESKS[place % 3] for place in range(40)]
        return pd.DataFrame({"desk": desks, "label": map(order.index, desks), "row": range(40)})

    watch = Watch(Limits(100, 30.0, 60.0))
    watch.names = {"train": table(DESKS), "others": [table(order), None], "epochs": 3}
    assert numbered_apart(watch) == found


@pytest.mark.parametrize("order", [DESKS, DESKS[::-1]])
def test_data_sets_of_ones_own_are_numbered_alike_or_apart(order: Sequence[str]) -> None:
    class Rows:
        def __init__(self, names: Sequence[str]) -> None:
            self.label2id = {name: place for place, name in enumerate(names)}
            # what else a data set keeps by name is no numbering
            self.encodings = {"input_ids": [[5, 6], [7]], "labels": [0, 1]}

    watch = Watch(Limits(100, 30.0, 60.0))
    watch.loaded_from += [Rows(DESKS), Rows(order)]
    assert bool(numbered_apart(watch)) == (order != DESKS)


@pytest.mark.parametrize("order", [DESKS, DESKS[::-1]])
def test_what_map_makes_of_the_same_names_is_numbered_alike_or_apart(order: Sequence[str]) -> None:
    from datasets import Dataset

    watch = Watch(Limits(100, 30.0, 60.0))
    for names in (DESKS, order):
        rows = Dataset.from_dict({"desk": [*DESKS] * 20})
        numbers = Dataset.from_dict({"labels": [names.index(desk) for desk in rows["desk"]]})
        watch.mapped.append((rows, numbers))
    assert bool(numbered_apart(watch)) == (order != DESKS)


def test_images_are_not_decoded_to_compare_the_names_of_their_classes() -> None:
    import pyarrow as pa
    from datasets import Dataset, DatasetInfo, Features, Image, Value

    class Never(Image):  # type: ignore[misc]
        def decode_example(self, *_: object, **__: object) -> object:
            raise AssertionError("an image is decoded")

    features = Features({"image": Never(), "desk": Value("string")})
    images = pa.array([{"bytes": b"", "path": None}] * 60, Image().pa_type)
    table = pa.table({"image": images, "desk": [*DESKS] * 20})
    rows = Dataset(table, info=DatasetInfo(features=features))
    numbers = Dataset.from_dict({"labels": [DESKS.index(desk) for desk in rows["desk"]]})
    watch = Watch(Limits(100, 30.0, 60.0))
    watch.mapped.append((rows, numbers))
    assert numbered_apart(watch) == ()


def test_a_batch_is_compared_with_its_labels_where_the_program_has_no_tokenizer() -> None:
    ids = np.array([[5, 6, 7, 8], [5, 6, 0, 0]] * 4)
    mask = np.where(ids == 0, 0, 1)

    def facts(labels: np.ndarray) -> Batch:
        watch = Watch(Limits(100, 30.0, 60.0))
        inputs = {"input_ids": ids, "attention_mask": mask, "labels": labels}
        watch.first = Call(object(), inputs, None, True, {})
        return batch_facts(watch, None)

    following = np.where(np.roll(mask, -1, axis=1) * mask, np.roll(ids, -1, axis=1), -100)
    following[:, -1] = -100
    assert facts(ids % 3).padding_learned == 8
    assert facts(ids % 3).padded == 8
    assert facts(following).labels_are_next and not facts(following).padding_learned
    assert facts(np.where(mask, ids, -100)).labels_are_inputs


@pytest.mark.parametrize(("kept", "share"), [(True, 0.75), (False, 0.0)])
def test_labels_that_a_masked_model_can_see_are_counted(tokenizer: object, kept: bool, share: float) -> None:
    tokenizer.add_special_tokens({"mask_token": "[MASK]"})  # type: ignore[attr-defined]
    masked = tokenizer.mask_token_id  # type: ignore[attr-defined]
    ids = np.array([[5, masked, 7, 8]] * 4)
    labels = np.array([[5, 6, 7, 8]] * 4) if kept else np.array([[-100, 6, -100, -100]] * 4)
    watch = Watch(Limits(100, 30.0, 60.0))
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "labels": labels}
    watch.first = Call(object(), inputs, None, True, {})
    found = batch_facts(watch, tokenizer)
    assert (found.masks, found.visible_learned) == (4, share)


def test_the_classes_of_a_file_are_counted_in_columns_of_numbers_and_of_their_lists() -> None:
    watch = Watch(Limits(100, 30.0, 60.0))
    watch.tables.append(
        {
            "words": [["a", "b"]],
            "tags": [[0, 3], [1, 2]],
            "row": [7, 8],
            "spam": [1, 0],
            "price": [0.5, 1.0],
            "answer": [{"text": "a"}, {}],
        }
    )
    assert numbered(watch) == {4, 2}


@pytest.mark.parametrize(
    ("weight", "each", "learned"),
    # what is left out of a loss for each target is known only later
    [(0.0, False, 0), (1.0, False, 8), (1.0, True, None)],
)
def test_padding_that_counts_nothing_in_the_loss_is_not_learned(
    tokenizer: object, weight: float, each: bool, learned: int | None
) -> None:
    ids = np.array([[5, 6, 7, 8], [5, 6, 0, 0]] * 4)
    mask = np.where(ids == 0, 0, 1)
    watch = Watch(Limits(100, 30.0, 60.0))
    watch.first = Call(object(), {"input_ids": ids, "attention_mask": mask}, None, True, {})
    watch.fits.append({})
    counts = np.where(mask == 0, weight, 1.0)
    watch.loss_calls.append(Loss("cross_entropy", False, np.zeros((8, 4, 3)), ids % 3, counts=counts, each=each))
    assert batch_facts(watch, tokenizer).padding_learned == learned


def test_a_text_that_is_the_target_is_read() -> None:
    from datasets import Dataset

    def tokenizer(text: str, **_: object) -> dict[str, list[int]]:
        return {"input_ids": [*map(hash, text.split())]}

    texts = {name: [f"{name} number {at} of many" for at in range(8)] for name in ("source", "target", "note")}
    ids = {name: [tokenizer(each)["input_ids"] for each in column] for name, column in texts.items()}
    rows = Dataset.from_dict({**texts, "input_ids": ids["source"], "labels": ids["target"]})
    assert [*_unread(rows, [*texts], tokenizer)] == ["note"]
