"""The relations between words of the lexicon, as a training target for each word of a pair.

The target of a token says whether the other sentence has the same token, an opposite, one of its kind (hypernym,
hyponym, another form), a larger number, or a smaller one. It needs no label, and a model that predicts it has
what the labels are made of.
"""

from collections.abc import Iterator, Mapping
from random import Random

import torch
from torch import Tensor

from corpus.domains import SEEN
from corpus.lexicon import ERAS, NUMBERS
from corpus.pretraining import CLASSIFIER, SEPARATOR, Batch, Example, collate

RELATIONS = ("same", "opposite", "kin", "larger", "smaller")
WEIGHTS = (1.0, 3.0, 2.0, 2.0, 2.0)


def related() -> Iterator[tuple[str, str, str]]:
    """Each (relation, word, other word) of the seen domains; phrases stand for all of their words but the first."""
    for domain in SEEN:
        for kind in (domain.people, *domain.things):
            for axis in kind.axes:
                yield from _mutual("opposite", axis.one, axis.other)
            for noun in kind.nouns:
                forms = (noun.singular, noun.plural, kind.name.singular, kind.name.plural)
                yield from (item for a in forms[:2] for b in forms for item in _mutual("kin", a, b))
            for verb in kind.verbs:
                verbs = (verb.base, verb.past, verb.participle, verb.progressive)
                yield from (("kin", a, b) for a in verbs for b in verbs)
        yield from (("opposite", _key(a), _key(b)) for a in domain.places for b in domain.places)
    for halves in ERAS:
        for era, other in (halves, halves[::-1]):
            for phrase in era.within:
                yield from _mutual("kin", _key(phrase), _key(era.phrase))
                yield from _mutual("opposite", _key(phrase), _key(other.phrase))
            yield from (("opposite", _key(a), _key(b)) for a in era.within for b in other.within)
    for word, value in NUMBERS.items():
        yield from (("larger" if more > value else "smaller", word, other) for other, more in NUMBERS.items())


def _mutual(relation: str, one: str, other: str) -> Iterator[tuple[str, str, str]]:
    yield from ((relation, one, other), (relation, other, one))


def _key(phrase: str) -> str:
    # "before noon" and "after noon" differ in their first word, all other phrases in their last.
    first, *_, last = phrase.split()
    return first if last == "noon" else last


def word_lists(rng: Random, bears: Tensor, size: int) -> Iterator[Batch]:
    """Endless batches of two lists of bare words each, of which many in the second answer one in the first.

    No sentence helps to guess here, so what is learned is the words themselves.
    """
    known = torch.nonzero(bears[1:].any(0).any(1)).flatten().tolist()
    layers = [[word for word in known if layer[word].any()] for layer in bears]
    answers = [{word: torch.nonzero(layer[word]).flatten().tolist() for word in known} for layer in bears]
    while True:
        examples = []
        for _ in range(size):
            first, second = [], []
            for _ in range(rng.randint(2, 5)):
                # A relation first, so that the rare ones are met as often as the common.
                relation = rng.randrange(len(RELATIONS))
                first.append(rng.choice(layers[relation]))
                told = rng.choice(answers[relation][first[-1]])
                second.append(told if rng.random() < 0.5 else rng.choice(layers[relation]))
            rng.shuffle(second)
            examples.append(Example([CLASSIFIER, *first, SEPARATOR, *second, SEPARATOR]))
        yield collate(examples)


def table(ids: Mapping[str, int]) -> Tensor:
    """True where a word of the vocabulary bears a relation to another (relations x vocabulary x vocabulary)."""
    bears = torch.zeros(len(RELATIONS), len(ids), len(ids), dtype=torch.bool)
    bears[0] = torch.eye(len(ids), dtype=torch.bool)
    for relation, word, other in related():
        if word in ids and other in ids and word != other:
            bears[RELATIONS.index(relation), ids[word], ids[other]] = True
    return bears


def targets(bears: Tensor, batch: Batch) -> Tensor:
    """For each token, whether the other sentence has a word of that relation (examples x tokens x relations).

    Words that do not decide the label count for nothing: that somebody else is old says nothing of the chef.
    """
    ids = batch["input_ids"]
    separators = (ids == SEPARATOR).long()
    side = separators.cumsum(1) - separators
    words = (ids > SEPARATOR) & batch["deciding"]
    across = (side[:, :, None] != side[:, None, :]) & words[:, :, None] & words[:, None, :]
    found = [(layer[ids[:, :, None], ids[:, None, :]] & across).any(2) for layer in bears]
    return torch.stack(found, dim=2).float()


def relation_loss(logits: Tensor, bears: Tensor, batch: Batch) -> Tensor:
    """Binary cross-entropy over the words, where the rarer relations weigh more (logits as `targets`)."""
    words = batch["input_ids"] > SEPARATOR + 1
    return torch.nn.functional.binary_cross_entropy_with_logits(
        logits[words], targets(bears, batch)[words], pos_weight=torch.tensor(WEIGHTS)
    )
