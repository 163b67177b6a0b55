"""English clauses in one of two tenses, and the premises that are made of several."""

from collections.abc import Sequence
from enum import Enum
from random import Random

from corpus.lexicon import Verb


class Tense(Enum):
    """The tense of a whole pair: "was, chopped" or "is, is chopping"."""

    PAST = "past"
    PRESENT = "present"


def be(tense: Tense, plural: bool = False, negated: bool = False) -> str:
    """The form of *to be*, with *not* where negated."""
    forms = {Tense.PAST: ("was", "were"), Tense.PRESENT: ("is", "are")}
    return forms[tense][plural] + (" not" if negated else "")


def active(tense: Tense, agent: str, verb: Verb, patient: str, negated: bool = False) -> str:
    """An active clause: *The chef did not peel the onion* or *the chef is not peeling the onion*."""
    if tense is Tense.PRESENT:
        return f"{agent} {be(tense, negated=negated)} {verb.progressive} {patient}"
    return f"{agent} did not {verb.base} {patient}" if negated else f"{agent} {verb.past} {patient}"


def passive(tense: Tense, agent: str | None, verb: Verb, patient: str, negated: bool = False) -> str:
    """A passive clause: *The onion was not peeled by the chef*; without an agent, *the onion was not peeled*."""
    being = " being" if tense is Tense.PRESENT else ""
    by = f" by {agent}" if agent else ""
    return f"{patient} {be(tense, negated=negated)}{being} {verb.participle}{by}"


DONE = {Tense.PAST: ("managed to", "remembered to"), Tense.PRESENT: ()}
LEFT_UNDONE = {Tense.PAST: ("forgot to", "failed to", "refused to"), Tense.PRESENT: ("refuses to",)}
OPEN = {
    Tense.PAST: ("wanted to", "planned to", "hoped to", "promised to"),
    Tense.PRESENT: ("wants to", "plans to", "hopes to", "promises to"),
}


def modal(agent: str, attitude: str, verb: Verb, patient: str) -> str:
    """A clause with an attitude, which decides whether it was done: *The chef refused to peel the onion*."""
    return f"{agent} {attitude} {verb.base} {patient}"


OPENERS = ("as usual", "as expected", "luckily", "sadly")


def sentence(clause: str) -> str:
    """The clause with a capital letter and a full stop."""
    return clause[0].upper() + clause[1:] + "."


def premise(rng: Random, clauses: Sequence[str]) -> str:
    """The clauses in any order, in one sentence or more.

    Every join starts a clause of its own, so that an adjunct belongs to one clause alone.
    """
    order = rng.sample(list(clauses), len(clauses))
    if rng.random() < 0.12:
        order[0] = f"{rng.choice(OPENERS)}, {order[0]}"
    text = order[0]
    joins = 0
    for clause in order[1:]:
        join = rng.choice((", and ", ", while ", "; ", ". ")) if joins == 0 else ". "
        joins = 0 if join == ". " else joins + 1
        text += join + (clause[0].upper() + clause[1:] if join == ". " else clause)
    return sentence(text)
