"""A report, its many tellings, and the facts that can be changed in it.

A `Report` holds the facts; a `Telling` holds the choice of expression: which of the equal wordings, active or passive,
which clause first. Two tellings of one report are paraphrases; tellings of two reports that differ in a fact
are not.
"""

import random
from dataclasses import dataclass, fields, replace
from typing import TypeVar

from corpus.frames import FRAMES
from corpus.news import DAYS, PLACES, SOURCES, Act, Actor, Background, Frame, Wording

T = TypeVar("T")


@dataclass(frozen=True)
class Report:
    frame: Frame
    actor: Actor
    act: Act
    target: Wording | Actor | None
    number: int
    place: str | None
    day: str | None
    background: Background | None
    source: str | None
    glossed: bool
    meanwhile: "Report | None" = None


@dataclass(frozen=True)
class Telling:
    """Choices of expression: each a number in [0, 1), read as a share of what there is to choose from."""

    actor: float
    act: float
    target: float
    tail: float
    passive: float
    place: float
    day_first: float
    clause: float
    clause_words: float
    meanwhile_first: float
    source_form: float
    source_verb: float


def draw_report(rng: random.Random) -> Report:
    bare = _draw_bare(rng.choice(FRAMES), rng)
    richness = rng.random()  # one draw for all the adjuncts spreads the lengths more widely than one for each
    background = rng.choice(bare.frame.backgrounds) if rng.random() < richness else None
    meanwhile = None
    if background is None and rng.random() < richness:
        meanwhile = _draw_bare(rng.choice([frame for frame in FRAMES if frame is not bare.frame]), rng)
    return replace(
        bare,
        place=rng.choice(PLACES) if bare.frame.placed and rng.random() < richness else None,
        day=rng.choice(DAYS) if rng.random() < richness else None,
        background=background,
        meanwhile=meanwhile,
        source=rng.choice(SOURCES) if rng.random() < richness * 0.8 else None,
        glossed=bool(bare.actor.glossed) and rng.random() < richness * 0.7,
    )


def _draw_bare(frame: Frame, rng: random.Random) -> Report:
    actor = rng.choice(frame.actors)
    target: Wording | Actor | None = None
    if frame.mutual:
        target = rng.choice([other for other in frame.actors if other is not actor])
    elif frame.objects:
        target = rng.choice(frame.objects)
    return Report(
        frame=frame,
        actor=actor,
        act=rng.choice(frame.acts),
        target=target,
        number=rng.choice(frame.numbers),
        place=None,
        day=None,
        background=None,
        source=None,
        glossed=False,
    )


def draw_telling(rng: random.Random) -> Telling:
    return Telling(**{field.name: rng.random() for field in fields(Telling)})


def reword(telling: Telling, amount: float, rng: random.Random) -> Telling:
    """The telling with each choice made anew with probability `amount`."""
    return replace(telling, **{f.name: rng.random() for f in fields(Telling) if rng.random() < amount})


def _pick(wording: Wording, choice: float) -> str:
    return wording[int(choice * len(wording))]


def _main_clause(report: Report, telling: Telling) -> str:
    actor = _pick(report.actor.glossed if report.glossed else report.actor.plain, telling.actor)
    past, participle = report.act.wordings[int(telling.act * len(report.act.wordings))]
    tail = _pick(report.frame.tail, telling.tail)
    target = report.target
    phrase = _pick(target.plain if isinstance(target, Actor) else target, telling.target) if target else ""
    if phrase and participle and telling.passive < 0.5:
        clause = f"{phrase} {'were' if report.frame.plural else 'was'} {participle} by {actor} {tail}"
        if report.frame.mutual and tail.startswith("{number}"):  # what was paid follows the verb at once
            clause = f"{phrase} was {participle} {tail} by {actor}"
    else:
        clause = f"{actor} {past} {phrase} {tail}"
    place = ""
    if report.place:
        place = _pick((f"in {report.place}", f"in the town of {report.place}"), telling.place)
    day = f"on {report.day}" if report.day else ""
    clause = f"{clause} {place}".replace("{number}", str(report.number))
    first = telling.day_first < 0.5 and not (report.background and telling.clause < 0.5)
    return f"{day}, {clause}" if day and first else f"{clause} {day}"


def _whole(report: Report, telling: Telling) -> str:
    main = _main_clause(report, telling)
    if report.meanwhile:
        other = _main_clause(report.meanwhile, telling)
        return f"{other}, while {main}" if telling.meanwhile_first < 0.4 else f"{main}, while {other}"
    if report.background is None:
        return main
    words = _pick(report.background.wording, telling.clause_words)
    link = report.background.link
    if telling.clause < 0.5:
        return f"{link} {words}, {main}"
    if telling.clause < 0.8 or link == "after":
        return f"{main} {link} {words}"
    return f"{words}, so {main}" if link == "because" else f"{words}, but {main}"


def tell(report: Report, telling: Telling) -> str:
    """The report as one sentence."""
    text = _whole(report, telling)
    if report.source:
        verb = _pick(("said", "reported"), telling.source_verb)
        forms = (
            f"{report.source} {verb} that {text}",
            f"{text}, {report.source} {verb}",
            f"according to {report.source}, {text}",
            f"{text}, according to {report.source}",
        )
        text = _pick(forms, telling.source_form)
    text = " ".join(f"{text}.".split())
    for gap, closed in ((" ,", ","), (" .", "."), (",,", ","), (",.", "."), ("a 80-", "an 80-")):
        text = text.replace(gap, closed)
    return text[0].upper() + text[1:]


def contradict(report: Report, rng: random.Random) -> Report:
    """The report with exactly one fact changed, added, taken away, or with two roles exchanged."""
    if report.meanwhile and rng.random() < 0.3:
        return replace(report, meanwhile=_draw_change(_changes_of_deed(report.meanwhile, rng), rng))
    return _draw_change(_changes_of_deed(report, rng) + _changes_of_circumstance(report, rng), rng)


def _changes_of_deed(report: Report, rng: random.Random) -> list[tuple[int, Report]]:
    """Weighted changes of who did what to whom, and how many of them."""
    frame = report.frame
    changes = [(4, replace(report, number=_other(frame.numbers, report.number, rng)))]
    if len(frame.acts) > 1:
        changes.append((3, replace(report, act=_other(frame.acts, report.act, rng))))
    others = [actor for actor in frame.actors if actor is not report.actor and actor is not report.target]
    changes.append((2, replace(report, actor=rng.choice(others))))
    if isinstance(report.target, Actor):
        changes.append((2, replace(report, actor=report.target, target=report.actor)))
    elif len(frame.objects) > 1 and report.target is not None:
        changes.append((2, replace(report, target=_other(frame.objects, report.target, rng))))
    return changes


def _changes_of_circumstance(report: Report, rng: random.Random) -> list[tuple[int, Report]]:
    """Weighted changes of where, when, why, and beside what it happened."""
    changes = []
    if report.place:
        changes.append((3, replace(report, place=_other(PLACES, report.place, rng))))
    if report.day:
        changes.append((3, replace(report, day=_other(DAYS, report.day, rng))))
    if report.background:
        other = _other(report.frame.backgrounds, report.background, rng)
        changes += [(1, replace(report, background=other)), (1, replace(report, background=None))]
    elif report.meanwhile is None:
        changes.append((1, replace(report, background=rng.choice(report.frame.backgrounds))))
    return changes


def _draw_change(changes: list[tuple[int, Report]], rng: random.Random) -> Report:
    return rng.choices([changed for _, changed in changes], [weight for weight, _ in changes])[0]


def _other(pool: tuple[T, ...], present: T, rng: random.Random) -> T:
    return rng.choice([item for item in pool if item != present])
