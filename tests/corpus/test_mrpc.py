"""The paraphrase pairs on disk: their shape, their balance, and that no bag of words gives the label away."""

import itertools
import re
from pathlib import Path

import datasets
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from corpus import mrpc, writer
from corpus.__main__ import SEED
from course.paths import ASSETS

GLUE = ASSETS / "glue"
SPLITS = ["train", "validation", "test"]
FROM_SECOND_SENTENCE = 0.05  # points over the majority baseline that words alone may give
FROM_BOTH_SENTENCES = 0.06


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> datasets.DatasetDict:
    # A cache of its own: `datasets` knows a local folder by its card and not by the rows in it.
    return datasets.load_dataset(str(GLUE), "mrpc", cache_dir=str(tmp_path_factory.mktemp("cache")))


def _key(row: dict) -> frozenset[str]:
    return frozenset((row["sentence1"].casefold(), row["sentence2"].casefold()))


def _tokens(sentence: str) -> list[str]:
    return re.findall(r"[\w'-]+|[.,]", sentence.lower())


def test_the_splits_are_large_enough(pairs: datasets.DatasetDict) -> None:
    assert set(pairs) == set(SPLITS)
    assert len(pairs["train"]) >= 1600
    assert len(pairs["validation"]) >= 400
    assert len(pairs["test"]) >= 400


@pytest.mark.parametrize("split", SPLITS)
def test_columns_and_label_names_are_glues(pairs: datasets.DatasetDict, split: str) -> None:
    assert pairs[split].features == datasets.Features(
        {
            "sentence1": datasets.Value("string"),
            "sentence2": datasets.Value("string"),
            "label": datasets.ClassLabel(names=["not_equivalent", "equivalent"]),
            "idx": datasets.Value("int32"),
        }
    )
    assert pairs[split]["idx"][:] == list(range(len(pairs[split])))


@pytest.mark.parametrize("split", SPLITS)
def test_about_two_thirds_of_the_pairs_are_equivalent(pairs: datasets.DatasetDict, split: str) -> None:
    labels = pairs[split]["label"][:]
    assert abs(sum(labels) / len(labels) - 0.68) <= 0.02


def test_no_pair_comes_twice_in_either_order(pairs: datasets.DatasetDict) -> None:
    keys = [_key(row) for split in SPLITS for row in pairs[split]]
    assert len(keys) == len(set(keys))
    assert all(len(key) == 2 for key in keys), "a sentence is paired with itself"


def test_lengths_differ_widely(pairs: datasets.DatasetDict) -> None:
    lengths = sorted(len(_tokens(side)) for split in SPLITS for row in pairs[split] for side in _key(row))
    assert lengths[0] >= 6
    assert lengths[len(lengths) // 20] <= 9
    assert lengths[-len(lengths) // 20] >= 28
    assert lengths[-1] <= 45


def test_the_vocabulary_is_modest(pairs: datasets.DatasetDict) -> None:
    rows = [row for split in SPLITS for row in pairs[split]]
    assert len({word for row in rows for side in _key(row) for word in _tokens(side)}) <= 700


@pytest.mark.parametrize("longest", [1, 2])
@pytest.mark.parametrize(
    ("sides", "margin"),
    [(["sentence2"], FROM_SECOND_SENTENCE), (["sentence1", "sentence2"], FROM_BOTH_SENTENCES)],
)
def test_words_alone_do_not_give_the_label_away(
    pairs: datasets.DatasetDict, sides: list[str], margin: float, longest: int
) -> None:
    def texts(split: str) -> list[str]:
        return [" ".join(row[side] for side in sides) for row in pairs[split]]

    bag = TfidfVectorizer(ngram_range=(1, longest))
    model = LogisticRegression(max_iter=1000).fit(bag.fit_transform(texts("train")), pairs["train"]["label"][:])
    labels = pairs["validation"]["label"][:]
    majority = sum(labels) / len(labels)
    assert model.score(bag.transform(texts("validation")), labels) <= majority + margin


def test_the_files_are_what_the_generator_writes(pairs: datasets.DatasetDict, tmp_path: Path) -> None:
    splits = mrpc.splits(SEED)
    assert {name: list(pairs[name]) for name in pairs} == splits
    writer.write("mrpc", splits, mrpc.features(), tmp_path)
    for name in SPLITS:
        file = f"mrpc/{name}-00000-of-00001.parquet"
        assert (tmp_path / file).read_bytes() == (GLUE / file).read_bytes()


def test_another_seed_gives_other_pairs() -> None:
    assert mrpc.splits(SEED + 1) != mrpc.splits(SEED)


def test_fresh_rows_are_in_no_split(pairs: datasets.DatasetDict) -> None:
    fresh = [_key(row) for row in itertools.islice(mrpc.fresh(SEED), 2000)]
    assert len(set(fresh)) == len(fresh)
    assert not set(fresh) & {_key(row) for split in SPLITS for row in pairs[split]}
