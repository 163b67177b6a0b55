"""The embedded MNLI pairs are what a course can rest on: balanced, never repeated, and without a shortcut."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import datasets
import pytest

from corpus import mnli, writer
from corpus.__main__ import SEED
from corpus.domains import SEEN, UNSEEN
from corpus.lexicon import Domain
from corpus.reasons import REASONS, Label
from course.paths import ASSETS

pytestmark = pytest.mark.slow

GLUE = ASSETS / "glue"
CHECKPOINT = GLUE.parent / "checkpoint"
LEAST = {"train": 4000, "validation_matched": 600, "validation_mismatched": 600}


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> datasets.DatasetDict:
    return datasets.load_dataset(str(GLUE), "mnli", cache_dir=str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="module")
def drawn() -> dict[str, list[mnli.Pair]]:
    return mnli.pairs(SEED)


def test_the_splits_are_large_enough_and_have_glue_columns(committed: datasets.DatasetDict) -> None:
    assert set(committed) == set(LEAST)
    for split, least in LEAST.items():
        assert len(committed[split]) >= least
        assert committed[split].column_names == ["premise", "hypothesis", "label", "idx"]
        assert committed[split].features["label"].names == ["entailment", "neutral", "contradiction"]
        assert committed[split].features["idx"].dtype == "int32"
        assert list(committed[split]["idx"]) == list(range(len(committed[split])))


def test_the_labels_are_balanced(committed: datasets.DatasetDict) -> None:
    for rows in committed.values():
        counts = Counter(rows["label"])
        for label in Label:
            assert abs(counts[label] / len(rows) - 1 / 3) <= 0.02


def test_the_committed_files_are_what_the_generator_writes(tmp_path: Path) -> None:
    writer.write("mnli", mnli.splits(SEED), mnli.features(), tmp_path)
    for split in LEAST:
        name = f"mnli/{split}-00000-of-00001.parquet"
        assert (GLUE / name).read_bytes() == (tmp_path / name).read_bytes()


def test_the_committed_rows_are_what_the_generator_gives(committed: datasets.DatasetDict) -> None:
    for split, rows in mnli.splits(SEED).items():
        assert committed[split].to_list() == rows


def test_no_pair_is_met_twice_in_any_split(committed: datasets.DatasetDict) -> None:
    every = (row for rows in committed.values() for row in rows)
    keys = Counter((row["premise"].casefold(), row["hypothesis"].casefold()) for row in every)
    assert [key for key, times in keys.items() if times > 1] == []


def test_another_seed_gives_other_pairs(drawn: dict[str, list[mnli.Pair]]) -> None:
    other = {pair.key for pair in mnli.pairs(SEED + 1)["train"]}
    assert len(other & {pair.key for pair in drawn["train"]}) < len(other) / 20


def test_the_mismatched_domains_are_absent_from_training(drawn: dict[str, list[mnli.Pair]]) -> None:
    domains = {split: {pair.domain for pair in pairs} for split, pairs in drawn.items()}
    assert len(domains["train"]) >= 6
    assert domains["validation_matched"] == domains["train"]
    assert len(domains["validation_mismatched"]) >= 2
    assert not domains["validation_mismatched"] & domains["train"]
    trained_on, told = (
        {word for pair in drawn[split] for word in _words(f"{pair.premise} {pair.hypothesis}")}
        for split in ("train", "validation_mismatched")
    )
    nouns = {noun for domain in UNSEEN for noun in _nouns(domain)} & told
    assert nouns and not nouns & trained_on


def _words(text: str) -> set[str]:
    return set(text.lower().translate(str.maketrans(".,;", "   ")).split())


def _nouns(domain: Domain) -> set[str]:
    return {noun.singular for kind in (domain.people, *domain.things) for noun in kind.nouns}


def test_every_reason_gives_every_label_its_share(drawn: dict[str, list[mnli.Pair]]) -> None:
    for pairs in drawn.values():
        counts = Counter((pair.reason, pair.label) for pair in pairs)
        for reason in REASONS:
            for label in Label:
                assert counts[reason, label] >= 0.03 * len(pairs)


@pytest.mark.parametrize(
    ("phenomenon", "holds"),
    [
        ("passive against active", lambda p: (" by the " in p.premise) != (" by the " in p.hypothesis)),
        ("negated hypothesis", lambda p: bool({"not", "no", "none"} & _words(p.hypothesis))),
        ("hypernym for the premise's noun", lambda p: bool(_hypernyms(p.hypothesis) - _hypernyms(p.premise))),
        ("adjective added", lambda p: bool(_adjectives(p.hypothesis) - _adjectives(p.premise))),
        ("adjective dropped", lambda p: bool(_adjectives(p.premise) - _adjectives(p.hypothesis))),
    ],
)
def test_each_phenomenon_is_met_under_every_label(
    drawn: dict[str, list[mnli.Pair]], phenomenon: str, holds: Callable[[mnli.Pair], bool]
) -> None:
    for label in Label:
        pairs = [pair for pair in drawn["train"] if pair.label is label]
        assert sum(map(holds, pairs)) >= 0.03 * len(pairs), phenomenon


def _hypernyms(sentence: str) -> set[str]:
    names = {kind.name.singular for domain in SEEN for kind in (domain.people, *domain.things)}
    return names & _words(sentence)


def _adjectives(sentence: str) -> set[str]:
    kinds = (kind for domain in SEEN for kind in (domain.people, *domain.things))
    known = {word for kind in kinds for axis in kind.axes for word in (axis.one, axis.other)}
    return known & _words(sentence)


def _shortcut(rows: datasets.DatasetDict, told: Callable[[dict[str, str]], str], longest: int) -> float:
    # takes seconds: not while tests are only gathered
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    guess = make_pipeline(TfidfVectorizer(ngram_range=(1, longest)), LogisticRegression(max_iter=2000))
    guess.fit([told(row) for row in rows["train"]], rows["train"]["label"])
    held_out = rows["validation_matched"]
    return float(guess.score([told(row) for row in held_out], held_out["label"]))


@pytest.mark.parametrize("longest", [1, 2])
def test_the_hypothesis_does_not_give_the_label_away(committed: datasets.DatasetDict, longest: int) -> None:
    assert _shortcut(committed, lambda row: row["hypothesis"], longest) <= 0.45


@pytest.mark.parametrize("longest", [1, 2])
def test_the_words_of_both_do_not_give_the_label_away(committed: datasets.DatasetDict, longest: int) -> None:
    assert _shortcut(committed, lambda row: f"{row['premise']} {row['hypothesis']}", longest) <= 0.55


def test_every_sentence_is_written_as_one(committed: datasets.DatasetDict) -> None:
    for sentence in _sentences(committed):
        assert sentence[0].isupper() and sentence.endswith(".")
        assert "  " not in sentence and " ." not in sentence and " ," not in sentence


def test_articles_agree_with_the_word_they_precede(committed: datasets.DatasetDict) -> None:
    for sentence in _sentences(committed):
        words = sentence.lower().split()
        for article, word in pairwise(words):
            if article in ("a", "an"):
                assert (article == "an") == (word[0] in "aeiou"), sentence


def _sentences(rows: datasets.DatasetDict) -> list[str]:
    return [row[column] for split in rows.values() for row in split for column in ("premise", "hypothesis")]


def test_lengths_are_spread_so_that_padding_matters(committed: datasets.DatasetDict) -> None:
    transformers = pytest.importorskip("transformers")
    tokenizer = transformers.AutoTokenizer.from_pretrained(CHECKPOINT)
    premises, hypotheses = (list(committed["train"][column]) for column in ("premise", "hypothesis"))
    lengths = _lengths(tokenizer(premises)["input_ids"])
    pairs = _lengths(tokenizer(premises, hypotheses)["input_ids"])
    assert lengths[0] <= 8 and lengths[-1] >= 40
    assert pairs[0] <= 16 and 45 <= pairs[-1] <= 64
    assert pairs[len(pairs) * 9 // 10] - pairs[len(pairs) // 10] >= 16


def _lengths(rows: Sequence[Sequence[int]]) -> list[int]:
    return sorted(len(row) for row in rows)
