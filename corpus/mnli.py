"""Made sentence pairs in the columns and splits of GLUE's MNLI."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from corpus.clauses import Tense, premise, sentence
from corpus.domains import SEEN, UNSEEN
from corpus.lexicon import Domain
from corpus.reasons import REASONS, Label
from corpus.scene import Scene

if TYPE_CHECKING:
    import datasets

SIZES = {"train": 4800, "validation_matched": 720, "validation_mismatched": 720}
# the shares of premises with no clause beside the claim, with one, and with two
ASIDES = (0.6, 0.3, 0.1)


@dataclass(frozen=True)
class Pair:
    """A premise and a hypothesis, with what is known of how they came about.

    The claim is the clause of the premise that decides.
    """

    premise: str
    hypothesis: str
    label: Label
    reason: str
    domain: str
    claim: str

    @property
    def key(self) -> tuple[str, str]:
        """The two sentences regardless of case; pairs with the same key are duplicates."""
        return self.premise.casefold(), self.hypothesis.casefold()


def features() -> "datasets.Features":
    """GLUE's columns for MNLI."""
    import datasets

    return datasets.Features(
        {
            "premise": datasets.Value("string"),
            "hypothesis": datasets.Value("string"),
            "label": datasets.ClassLabel(names=[label.name.lower() for label in Label]),
            "idx": datasets.Value("int32"),
        }
    )


def draw(
    rng: Random,
    domains: Sequence[Domain],
    label: Label,
    reason: str,
    asides: Sequence[float] = ASIDES,
) -> Pair:
    """One pair with this label for this reason; ``asides`` weighs none, one and two clauses beside the claim."""
    while True:
        scene = Scene(rng, rng.choice(domains), rng.choice((Tense.PAST, Tense.PAST, Tense.PRESENT)))
        draft = REASONS[reason](scene, label)
        count = rng.choices(range(3), asides)[0]
        told = premise(rng, [draft.claim, *draft.asides[:count]])
        asked = sentence(draft.hypothesis)
        if asked.casefold() not in told.casefold():
            return Pair(told, asked, label, reason, scene.domain.name, draft.claim)


def fresh(
    rng: Random,
    domains: Sequence[Domain],
    seen: set[tuple[str, str]],
    asides: Sequence[float] = ASIDES,
) -> Iterator[Pair]:
    """Pairs without end, labels and reasons in turn, none whose key is in ``seen``, to which each is added."""
    turns = [(label, reason) for reason in REASONS for label in Label]
    while True:
        for label, reason in turns:
            pair = draw(rng, domains, label, reason, asides)
            while pair.key in seen:
                pair = draw(rng, domains, label, reason, asides)
            seen.add(pair.key)
            yield pair


def triples(
    rng: Random,
    domains: Sequence[Domain],
    seen: set[tuple[str, str]],
    asides: Sequence[float] = ASIDES,
) -> Iterator[tuple[Pair, ...]]:
    """Without end, one pair of each label that begin from the same draw, so mostly with the same hypothesis.

    None of them is in ``seen``.
    """
    while True:
        for reason in REASONS:
            start = rng.random()
            triple = tuple(draw(Random(start), domains, label, reason, asides) for label in Label)
            if not any(pair.key in seen for pair in triple):
                yield triple


def pairs(seed: int) -> dict[str, list[Pair]]:
    """The pairs of each split, with their reasons and domains; no pair is met twice."""
    seen: set[tuple[str, str]] = set()
    drawn = {}
    for number, (split, size) in enumerate(SIZES.items()):
        rng = Random(seed * len(SIZES) + number)
        source = fresh(rng, UNSEEN if split == "validation_mismatched" else SEEN, seen)
        drawn[split] = [next(source) for _ in range(size)]
        rng.shuffle(drawn[split])
    return drawn


def splits(seed: int) -> dict[str, list[dict[str, str | int]]]:
    """Rows of MNLI's columns for each split."""
    return {
        split: [
            {"premise": pair.premise, "hypothesis": pair.hypothesis, "label": int(pair.label), "idx": idx}
            for idx, pair in enumerate(drawn)
        ]
        for split, drawn in pairs(seed).items()
    }
