"""The training data of the checkpoint, as ids and labels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from torch import Tensor
from transformers import DistilBertTokenizerFast

from corpus import mnli, mrpc, sst2, wordpiece
from corpus.domains import SEEN
from corpus.pretraining import Example
from corpus.reasons import Label
from corpus.relations import table

LONG_TRIPLES, SHORT_TRIPLES = 16_000, 6_000
NO_ASIDES = (1, 0, 0)
Group = list[Example]


@dataclass(frozen=True)
class Material:
    """The train splits, and more pairs from the grammar of MNLI's train domains; no validation pair among them.

    ``long`` and ``short`` hold triples, one pair of each label; ``short`` premises are the claim alone. ``validation``
    is there for the log, with the reason of each of its examples.
    """

    tokenizer: DistilBertTokenizerFast
    relations: Tensor
    train: list[Group]
    long: list[Group]
    short: list[Group]
    paraphrases: list[Group]
    opinions: list[Group]
    validation: list[Example]
    reasons: list[str]


def gather(seed: int) -> Material:
    """Return the training data that a seed gives."""
    drawn = mnli.pairs(seed)
    paraphrases = mrpc.splits(seed)["train"]
    opinions = sst2.splits(seed)["train"]
    sentences = [text for pair in drawn["train"] for text in (pair.premise, pair.hypothesis)]
    sentences += [str(row[column]) for row in paraphrases for column in ("sentence1", "sentence2")]
    sentences += [str(row["sentence"]) for row in opinions]
    tokenizer = wordpiece.train(sentences)
    rng = Random(f"more pairs {seed}")
    seen = {pair.key for pairs in drawn.values() for pair in pairs}
    return Material(
        tokenizer=tokenizer,
        relations=table(tokenizer.get_vocab()),
        train=[[example] for example in _pairs(tokenizer, drawn["train"])],
        long=_triples(tokenizer, islice(mnli.triples(rng, SEEN, seen), LONG_TRIPLES)),
        short=_triples(tokenizer, islice(mnli.triples(rng, SEEN, seen, NO_ASIDES), SHORT_TRIPLES)),
        paraphrases=_rows(tokenizer, paraphrases, ("sentence1", "sentence2")),
        opinions=_rows(tokenizer, opinions, ("sentence",)),
        validation=_pairs(tokenizer, drawn["validation_matched"]),
        reasons=[pair.reason for pair in drawn["validation_matched"]],
    )


def entailed(groups: Iterable[Sequence[Example]]) -> list[Group]:
    """The examples that are entailments, each by itself."""
    return [[example] for group in groups for example in group if example.label == Label.ENTAILMENT]


def _pairs(tokenizer: DistilBertTokenizerFast, pairs: Sequence[mnli.Pair]) -> list[Example]:
    encoded = tokenizer([pair.premise for pair in pairs], [pair.hypothesis for pair in pairs])["input_ids"]
    claims = tokenizer([pair.claim for pair in pairs], add_special_tokens=False)["input_ids"]
    return [
        Example(ids, int(pair.label), _span(ids, claim))
        for ids, claim, pair in zip(encoded, claims, pairs, strict=True)
    ]


def _span(tokens: Sequence[int], part: Sequence[int]) -> range:
    starts = range(len(tokens) - len(part) + 1)
    start = next(start for start in starts if list(tokens[start : start + len(part)]) == list(part))
    return range(start, start + len(part))


def _triples(tokenizer: DistilBertTokenizerFast, triples: Iterable[tuple[mnli.Pair, ...]]) -> list[Group]:
    encoded = _pairs(tokenizer, [pair for triple in triples for pair in triple])
    return [encoded[at : at + len(Label)] for at in range(0, len(encoded), len(Label))]


def _rows(
    tokenizer: DistilBertTokenizerFast, rows: Sequence[Mapping[str, str | int]], columns: Sequence[str]
) -> list[Group]:
    encoded = tokenizer(*([str(row[column]) for row in rows] for column in columns))["input_ids"]
    return [[Example(ids, int(row["label"]))] for ids, row in zip(encoded, rows, strict=True)]
