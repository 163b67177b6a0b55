"""The opinions: one sentence each, and whether it praises or blames.

The judgement is made by the sentence and not by its words: the praise may be that a thing does *not* fall apart,
and of two clauses joined by "but" the second decides. The form of a sentence is drawn without regard to the
label.
"""

import itertools
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from corpus.opinions import BAD, GOOD, TOPICS, Aspect, Topic

if TYPE_CHECKING:
    import datasets

SIZES = {"train": 2400, "validation": 480}
DENIED_SHARE = 0.2
SHORTEST = 6  # words
LABELS = ["negative", "positive"]

Row = dict[str, str | int]

_DEGREES = ("", "", "very ", "truly ", "rather ", "quite ", "remarkably ")
_DENIALS = ("not", "never", "hardly", "far from", "by no means", "anything but")
_SUMMINGS_UP = ("all in all", "looking back", "on the whole", "as a friend remarked")


def splits(seed: int) -> dict[str, list[Row]]:
    """The rows of each split. No sentence occurs twice, in whatever case."""
    rng = random.Random(seed)
    seen: set[str] = set()
    return {name: _rows(size, seen, rng) for name, size in SIZES.items()}


def fresh(seed: int) -> Iterator[Row]:
    """Rows without end beside the splits of the same seed: none has a sentence of theirs or comes twice."""
    seen = {str(row["sentence"]) for rows in splits(seed).values() for row in rows}
    rng = random.Random(f"more opinions {seed}")
    for idx in itertools.count():
        yield _row(idx, rng.randrange(2), seen, rng)


def features() -> "datasets.Features":
    """GLUE's columns of SST-2."""
    import datasets

    return datasets.Features(
        {
            "sentence": datasets.Value("string"),
            "label": datasets.ClassLabel(names=LABELS),
            "idx": datasets.Value("int32"),
        }
    )


def opinion(praise: bool, rng: random.Random) -> str:
    """One sentence of praise or of blame, in lower case and without a full stop, as SST-2 has them."""
    topic = rng.choice(TOPICS)
    aspects = rng.sample(topic.aspects, 4)
    openers = topic.remarks + _SUMMINGS_UP
    form = rng.random()
    if form < 0.35:
        text = _clause(aspects[0], praise, rng)
    elif form < 0.45:
        text = f"{_clause(aspects[0], praise, rng)}, and {_clause(aspects[1], praise, rng)}"
    elif form < 0.75:
        text = _contrast(aspects, praise, rng)
    else:
        text = _expectation(topic, aspects[0], praise, rng)
        openers = _SUMMINGS_UP  # a remark would name the whole a second time
    if len(text.split()) < SHORTEST or rng.random() < 0.4:
        return f"{rng.choice(openers)}, {text}"
    return text


def _rows(size: int, seen: set[str], rng: random.Random) -> list[Row]:
    labels = [0, 1] * (size // 2)
    rng.shuffle(labels)
    return [_row(idx, label, seen, rng) for idx, label in enumerate(labels)]


def _row(idx: int, label: int, seen: set[str], rng: random.Random) -> Row:
    sentence = opinion(bool(label), rng)
    while sentence in seen:
        sentence = opinion(bool(label), rng)
    seen.add(sentence)
    return {"sentence": sentence, "label": label, "idx": idx}


def _adjective(aspect: Aspect, praise: bool, rng: random.Random) -> str:
    return rng.choice((aspect.good + GOOD) if praise else (aspect.bad + BAD))


def _clause(aspect: Aspect, praise: bool, rng: random.Random) -> str:
    """A clause that judges the aspect, often by denying the opposite."""
    be = "are" if aspect.plural else "is"
    deny = rng.random() < DENIED_SHARE
    adjective = _adjective(aspect, praise != deny, rng)
    noun = aspect.noun
    if rng.random() < 0.3:
        singular, base = rng.choice(aspect.good_deeds if praise != deny else aspect.bad_deeds)
        positive = base if aspect.plural else singular
        if not deny:
            return f"the {noun} {positive}"
        do = "do" if aspect.plural else "does"
        return rng.choice((f"the {noun} never {positive}", f"the {noun} {do} not {base}"))
    degree = rng.choice(_DEGREES) if adjective in aspect.good + aspect.bad else ""  # nothing is "very superb"
    if not deny:
        return rng.choice(
            (
                f"the {noun} {be} {degree}{adjective}",
                f"the {noun} {be} {degree}{adjective}",
                f"everybody would call the {noun} {adjective}",
                f"there is something {adjective} about the {noun}",
            )
        )
    return rng.choice(
        (
            f"the {noun} {be} {rng.choice(_DENIALS)} {adjective}",
            f"the {noun} {be} {rng.choice(_DENIALS)} {adjective}",
            f"nobody would call the {noun} {adjective}",
            f"there is nothing {adjective} about the {noun}",
        )
    )


def _contrast(aspects: list[Aspect], praise: bool, rng: random.Random) -> str:
    """Judgements that disagree; the main clause, or the one after "but", is the opinion."""
    first, second, third, fourth = aspects
    conceded, meant = _clause(first, not praise, rng), _clause(second, praise, rng)
    adjective = _adjective(first, not praise, rng)
    be = "are" if first.plural else "is"
    form = rng.random()
    if form < 0.2:
        return f"{meant}, even though {conceded}"
    if rng.random() < 0.3:
        meant = f"{meant}, and {_clause(third, praise, rng)}"
    if form < 0.3:
        return f"{conceded} and {_clause(fourth, not praise, rng)}, but {meant}"
    if form < 0.55:
        return f"{conceded}, but {meant}"
    if form < 0.75:
        return f"although {conceded}, {meant}"
    if form < 0.9:
        return f"despite the {adjective} {first.noun}, {meant}"
    return f"the {first.noun} {be} {adjective}, yet {meant}"


def _expectation(topic: Topic, aspect: Aspect, praise: bool, rng: random.Random) -> str:
    """A sentence that compares the outcome with a hope or a fear."""
    whole = rng.choice(topic.wholes)
    noun = aspect.noun
    good, bad = rng.choice(GOOD), rng.choice(BAD)
    came, missed = (good, bad) if praise else (bad, good)
    feared = rng.random() < 0.5
    met = praise != feared  # a fear that came true is blame, one that did not is praise
    verb = "feared"
    adjective = bad
    judged = _adjective(aspect, False, rng)
    if not feared:
        verb = "hoped"
        adjective = good
        judged = _adjective(aspect, True, rng)
    occasion = f"{adjective} {topic.occasion}"
    likeness, verdict = ("exactly", "right") if met else ("nowhere near", "wrong")
    return rng.choice(
        (
            f"this is {'just' if met else 'not'} the {occasion} i had {'feared' if feared else 'hoped for'}",
            f"the {whole} turned out {likeness} as {adjective} as i had {verb}",
            f"i had expected {_article(missed)} {whole} and was given {_article(came)} one",
            f"it is {_article(came)} {whole} and not the {missed} one that people talk about",
            f"i {verb} that the {noun} would be {judged}, and i was {verdict}",
            f"the {whole} is more {came} than {missed}",
        )
    )


def _article(adjective: str) -> str:
    return f"{'an' if adjective[0] in 'aeiou' else 'a'} {adjective}"
