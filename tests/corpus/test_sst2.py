"""The opinions on disk: their shape, their balance, and that single words do not decide."""

import itertools
import re
from pathlib import Path

import datasets
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from corpus import sst2, writer
from corpus.__main__ import SEED
from course.paths import ASSETS

GLUE = ASSETS / "glue"
SPLITS = ["train", "validation"]
FROM_SINGLE_WORDS = 0.75


@pytest.fixture(scope="module")
def opinions(tmp_path_factory: pytest.TempPathFactory) -> datasets.DatasetDict:
    # A cache of its own: `datasets` knows a local folder by its card and not by the rows in it.
    return datasets.load_dataset(str(GLUE), "sst2", cache_dir=str(tmp_path_factory.mktemp("cache")))


def _tokens(sentence: str) -> list[str]:
    return re.findall(r"[\w'-]+|[.,]", sentence.lower())


def test_the_splits_are_large_enough(opinions: datasets.DatasetDict) -> None:
    assert set(opinions) == set(SPLITS)
    assert len(opinions["train"]) >= 2400
    assert len(opinions["validation"]) >= 400


@pytest.mark.parametrize("split", SPLITS)
def test_columns_and_label_names_are_glues(opinions: datasets.DatasetDict, split: str) -> None:
    assert opinions[split].features == datasets.Features(
        {
            "sentence": datasets.Value("string"),
            "label": datasets.ClassLabel(names=["negative", "positive"]),
            "idx": datasets.Value("int32"),
        }
    )
    assert opinions[split]["idx"][:] == list(range(len(opinions[split])))


@pytest.mark.parametrize("split", SPLITS)
def test_praise_and_blame_are_balanced(opinions: datasets.DatasetDict, split: str) -> None:
    labels = opinions[split]["label"][:]
    assert abs(sum(labels) / len(labels) - 0.5) <= 0.02


def test_no_sentence_comes_twice(opinions: datasets.DatasetDict) -> None:
    sentences = [row["sentence"].casefold() for split in SPLITS for row in opinions[split]]
    assert len(sentences) == len(set(sentences))


def test_lengths_differ_widely(opinions: datasets.DatasetDict) -> None:
    lengths = sorted(len(_tokens(row["sentence"])) for split in SPLITS for row in opinions[split])
    assert lengths[0] >= 6
    assert lengths[len(lengths) // 20] <= 8
    assert lengths[-len(lengths) // 20] >= 22
    assert lengths[-1] <= 45


def test_the_vocabulary_is_modest(opinions: datasets.DatasetDict) -> None:
    rows = [row for split in SPLITS for row in opinions[split]]
    assert len({word for row in rows for word in _tokens(row["sentence"])}) <= 700


def test_single_words_do_not_decide(opinions: datasets.DatasetDict) -> None:
    bag = TfidfVectorizer()
    train, validation = opinions["train"], opinions["validation"]
    model = LogisticRegression(max_iter=1000)
    model.fit(bag.fit_transform(train["sentence"][:]), train["label"][:])
    assert model.score(bag.transform(validation["sentence"][:]), validation["label"][:]) <= FROM_SINGLE_WORDS


@pytest.mark.parametrize(
    ("marker", "of_the_sentence"),
    [
        ("not", r"\b(not|never|nothing|nobody)\b"),
        ("but", r", (but|yet) "),
        ("although", r"\b(even )?though\b|although"),
    ],
)
def test_denials_and_contrasts_stand_in_praise_and_blame_alike(
    opinions: datasets.DatasetDict, marker: str, of_the_sentence: str
) -> None:
    labels = [row["label"] for row in opinions["train"] if re.search(of_the_sentence, row["sentence"])]
    assert len(labels) >= 150, marker
    assert abs(sum(labels) / len(labels) - 0.5) <= 0.1, marker


def test_the_files_are_what_the_generator_writes(opinions: datasets.DatasetDict, tmp_path: Path) -> None:
    splits = sst2.splits(SEED)
    assert {name: list(opinions[name]) for name in opinions} == splits
    writer.write("sst2", splits, sst2.features(), tmp_path)
    for name in SPLITS:
        file = f"sst2/{name}-00000-of-00001.parquet"
        assert (tmp_path / file).read_bytes() == (GLUE / file).read_bytes()


def test_another_seed_gives_other_opinions() -> None:
    assert sst2.splits(SEED + 1) != sst2.splits(SEED)


def test_fresh_rows_are_in_no_split(opinions: datasets.DatasetDict) -> None:
    fresh = [row["sentence"] for row in itertools.islice(sst2.fresh(SEED), 2000)]
    assert len(set(fresh)) == len(fresh)
    assert not set(fresh) & {row["sentence"] for split in SPLITS for row in opinions[split]}
