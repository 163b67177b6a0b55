"""The paraphrase pairs: two sentences each, and a label for whether they say the same.

The report and its telling are drawn without regard to the label; then the second sentence either tells the
same report in other words or, in words just as free, a report with one fact changed. Either may come first.
"""

import itertools
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from corpus.reports import contradict, draw_report, draw_telling, reword, tell

if TYPE_CHECKING:
    import datasets

SIZES = {"train": 2000, "validation": 400, "test": 400}
LABELS = ["not_equivalent", "equivalent"]
EQUIVALENT_SHARE = 0.68  # as in GLUE's MRPC
SHORTEST, LONGEST = 5, 38  # words
REWORDING = (0.15, 0.35, 0.6)

Row = dict[str, str | int]


def splits(seed: int) -> dict[str, list[Row]]:
    """The rows of each split. No two rows hold the same two sentences, in whatever order or case."""
    rng = random.Random(seed)
    seen: set[frozenset[str]] = set()
    return {name: _rows(size, seen, rng) for name, size in SIZES.items()}


def fresh(seed: int) -> Iterator[Row]:
    """Rows without end beside the splits of the same seed: none has a pair of theirs, none comes twice."""
    seen = {_key(str(row["sentence1"]), str(row["sentence2"])) for rows in splits(seed).values() for row in rows}
    rng = random.Random(f"more pairs {seed}")
    for idx in itertools.count():
        yield _row(idx, int(rng.random() < EQUIVALENT_SHARE), seen, rng)


def twins(seed: int) -> Iterator[tuple[Row, Row]]:
    """Twins without end: two rows of one report, of which the first is equivalent and the second is not.

    None is a pair of the splits of the same seed.
    """
    seen = {_key(str(row["sentence1"]), str(row["sentence2"])) for rows in splits(seed).values() for row in rows}
    rng = random.Random(f"twins {seed}")
    for idx in itertools.count():
        state = rng.getstate()
        equivalent = _pair(1, rng)
        rng.setstate(state)
        other = _pair(0, rng)
        if not {_key(*equivalent), _key(*other)} & seen:
            yield _as_row(idx, equivalent, 1), _as_row(idx, other, 0)


def features() -> "datasets.Features":
    """GLUE's columns of MRPC."""
    import datasets

    return datasets.Features(
        {
            "sentence1": datasets.Value("string"),
            "sentence2": datasets.Value("string"),
            "label": datasets.ClassLabel(names=LABELS),
            "idx": datasets.Value("int32"),
        }
    )


def _rows(size: int, seen: set[frozenset[str]], rng: random.Random) -> list[Row]:
    equivalent = round(size * EQUIVALENT_SHARE)
    labels = [1] * equivalent + [0] * (size - equivalent)
    rng.shuffle(labels)
    return [_row(idx, label, seen, rng) for idx, label in enumerate(labels)]


def _row(idx: int, label: int, seen: set[frozenset[str]], rng: random.Random) -> Row:
    pair = _pair(label, rng)
    while (key := _key(*pair)) in seen:
        pair = _pair(label, rng)
    seen.add(key)
    return _as_row(idx, pair, label)


def _as_row(idx: int, pair: tuple[str, str], label: int) -> Row:
    return {"sentence1": pair[0], "sentence2": pair[1], "label": label, "idx": idx}


def _key(one: str, other: str) -> frozenset[str]:
    return frozenset((one.casefold(), other.casefold()))


def _pair(label: int, rng: random.Random) -> tuple[str, str]:
    """Two sentences that differ in their words; with label 0 in one fact as well."""
    while True:
        report = draw_report(rng)
        telling = draw_telling(rng)
        amount = rng.choice(REWORDING)
        retelling = reword(telling, amount, rng)
        plain, retold = tell(report, telling), tell(report, retelling)
        if plain == retold:
            continue
        if label == 0:
            # Some changed facts stand alone, so that few differences do not mean the same meaning.
            retold = tell(contradict(report, rng), retelling if rng.random() < 0.5 else telling)
        if all(SHORTEST <= len(sentence.split()) <= LONGEST for sentence in (plain, retold)):
            return (plain, retold) if rng.random() < 0.5 else (retold, plain)
