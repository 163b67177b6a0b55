"""The reasons for which a hypothesis follows from a premise, contradicts it, or does neither.

Each reason draws its hypothesis first, without regard to the label, and then writes the clause of the premise that
decides (the *claim*) so that the label holds, with other clauses (the *asides*) that use words of the same sort about
other people and things. So no word, and no overlap of words, gives the label away. Contradiction follows NLI's own
convention: both sentences tell of the same people and things, at the same time (Bowman et al. 2015, section 2.1).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum

from corpus.clauses import Tense, active, be, passive
from corpus.lexicon import NUMERALS, Axis, Era, Noun, Verb, indefinite
from corpus.scene import Entity, Scene

# The share of hypotheses that deny, where a reason has such.
NEGATED = 0.3


class Label(IntEnum):
    """GLUE's numbers for MNLI's labels."""

    ENTAILMENT = 0
    NEUTRAL = 1
    CONTRADICTION = 2


@dataclass(frozen=True)
class Draft:
    """The clauses of a pair, without capitals and full stops."""

    hypothesis: str
    claim: str
    asides: tuple[str, ...]


def _asides(scene: Scene, first: str) -> tuple[str, ...]:
    return (first, scene.event() if scene.chance(0.6) else scene.state())


def modifier(scene: Scene, label: Label) -> Draft:
    """An adjective kept, dropped for its opposite, or never given; said of the subject or inside an event."""
    entity = scene.anyone()
    axis = scene.axis(entity)
    adjective = scene.rng.choice((axis.one, axis.other))
    if entity.kind is scene.domain.people and scene.chance(0.3):
        return _modified_event(scene, label, entity, axis, adjective)
    negated = scene.chance(NEGATED)
    hypothesis = f"{scene.mention(entity)} {be(scene.tense, negated=negated)} {adjective}"
    if label is Label.NEUTRAL:
        said = scene.adjective(entity, axis)
        denied = scene.chance(0.25)
    else:
        holds = negated == (label is Label.CONTRADICTION)
        denied = not holds and scene.chance(0.35)
        said = adjective if holds or denied else axis.opposite(adjective)
    claim = _predicated(scene, entity, said, denied)
    rival = axis if label is Label.NEUTRAL and scene.chance(0.7) else None
    return Draft(hypothesis, claim, _asides(scene, _rival_adjective(scene, axis, rival is not None)))


def _rival_adjective(scene: Scene, axis: Axis, same: bool) -> str:
    told = scene.rng.choice((axis.one, axis.other)) if same else None
    about = axis if same else None
    return (scene.state if scene.chance(0.5) else lambda *given: scene.event(None, *given))(told, about)


def _predicated(scene: Scene, entity: Entity, adjective: str, denied: bool) -> str:
    form = scene.rng.random()
    if denied or form < 0.3:
        return f"{entity.name} {be(scene.tense, negated=denied)} {adjective}"
    being = be(scene.tense)
    if entity.kind is scene.domain.people:
        patient = scene.thing()
        verb = scene.verb(patient.kind)
        object_ = patient.described(scene.perhaps_adjective(patient))
        if form < 0.5:
            return active(scene.tense, f"{entity.name}, who {being} {adjective},", verb, object_)
        return scene.deed(entity.described(adjective), verb, object_) + scene.adjunct(portable=patient.kind.portable)
    if form < 0.5 and entity.kind.portable:
        return f"{entity.described(adjective)} {being} {scene.place()}"
    verb = scene.verb(entity.kind)
    if form < 0.65:
        which = f"{entity.name}, which {being} {adjective},"
        return passive(scene.tense, scene.person().name, verb, which)
    tail = scene.adjunct(portable=entity.kind.portable)
    return scene.deed(scene.person().name, verb, entity.described(adjective)) + tail


def _modified_event(scene: Scene, label: Label, agent: Entity, axis: Axis, adjective: str) -> Draft:
    patient = scene.thing()
    verb = scene.verb(patient.kind)
    hypothesis = scene.deed(agent.described(adjective), verb, scene.mention(patient))
    said: str | None = adjective
    if label is Label.NEUTRAL:
        said = scene.adjective(agent, axis) if scene.chance(0.6) else None
    elif label is Label.CONTRADICTION:
        said = axis.opposite(adjective)
    tail = scene.adjunct(portable=patient.kind.portable)
    claim = scene.deed(agent.described(said), verb, patient.described(scene.perhaps_adjective(patient))) + tail
    rival = label is Label.NEUTRAL and scene.chance(0.7)
    return Draft(hypothesis, claim, _asides(scene, _rival_adjective(scene, axis, rival)))


def place(scene: Scene, label: Label) -> Draft:
    """The place of a person or of a deed; a person is in one place only."""
    agent = scene.person()
    patient = scene.thing(portable=True)
    verb = scene.verb(patient.kind)
    where = scene.place()
    negated = scene.chance(NEGATED)
    if scene.chance(0.5):
        event = scene.deed(agent.name, verb, scene.mention(patient))
        hypothesis = f"{where}, {event}" if scene.chance(0.3) else f"{event} {where}"
        negated = False
    else:
        hypothesis = f"{scene.mention(agent)} {be(scene.tense, negated=negated)} {where}"
    if label is Label.NEUTRAL:
        tail = ""
    else:
        tail = f" {where if negated == (label is Label.CONTRADICTION) else scene.place(where)}"
    subject = agent.described(scene.perhaps_adjective(agent))
    claim = scene.deed(subject, verb, patient.described(scene.perhaps_adjective(patient))) + tail
    rival = where if label is Label.NEUTRAL and scene.chance(0.6) else scene.place()
    return Draft(hypothesis, claim, _asides(scene, scene.event(rival)))


def time(scene: Scene, label: Label) -> Draft:
    """The time of a deed: an hour, a day or a month, and the wider period that includes it."""
    scene.tense = Tense.PAST
    agent = scene.person()
    patient = scene.thing()
    verb = scene.verb(patient.kind)
    era, opposite = scene.eras()
    wide = scene.chance(0.6)
    asked = era.phrase if wide else scene.rng.choice(era.within)
    event = scene.deed(scene.mention(agent), verb, scene.mention(patient))
    hypothesis = f"{asked}, {event}" if scene.chance(0.3) else f"{event} {asked}"
    if label is Label.NEUTRAL:
        told = _moment_elsewhere(scene, era) if scene.chance(0.5) else None
    elif label is Label.CONTRADICTION:
        told = scene.rng.choice(opposite.within)
    else:
        told = scene.rng.choice(era.within) if wide else asked
    subject = agent.described(scene.perhaps_adjective(agent))
    tail = f" {told}" if told else ""
    claim = scene.deed(subject, verb, patient.described(scene.perhaps_adjective(patient))) + tail
    same_span = label is Label.NEUTRAL and scene.chance(0.7)
    rival = scene.rng.choice((era if scene.chance(0.5) else opposite).within) if same_span else scene.moment()
    return Draft(hypothesis, claim, _asides(scene, scene.event(rival)))


def _moment_elsewhere(scene: Scene, era: Era) -> str:
    while True:
        one, _ = scene.eras()
        if one.span is not era.span:
            return scene.rng.choice(one.within)


ALL, SOME, NONE = ("all of the", "every"), ("some of the", "several"), ("none of the", "no")
CLAIMS: Mapping[tuple[tuple[str, str], Label], tuple[tuple[str, str], ...]] = {
    (ALL, Label.ENTAILMENT): (ALL,),
    (ALL, Label.NEUTRAL): (SOME,),
    (ALL, Label.CONTRADICTION): (NONE, ("only some of the", "not all of the")),
    (SOME, Label.ENTAILMENT): (ALL, ("most of the", "many of the")),
    (SOME, Label.CONTRADICTION): (NONE,),
    (NONE, Label.ENTAILMENT): (NONE,),
    (NONE, Label.CONTRADICTION): (ALL, SOME, ("most of the", "many of the")),
}


def quantifier(scene: Scene, label: Label) -> Draft:
    """The quantifier of a group: all, some or none of its members."""
    group = scene.group()
    axis = scene.axis(group)
    about_place = scene.chance(0.4)
    predicate = scene.place() if about_place else scene.rng.choice((axis.one, axis.other))
    asked = scene.rng.choice((ALL, SOME, NONE))
    hypothesis = _quantified(scene, scene.rng.choice(asked), group, predicate)
    table = CLAIMS.get((asked, label), ())
    if table and (label is not Label.NEUTRAL or scene.chance(0.6)):
        determiner = scene.rng.choice(scene.rng.choice(table))
        said = predicate
    else:
        determiner = scene.rng.choice(scene.rng.choice((ALL, SOME, NONE)))
        said = scene.adjective(group, axis)
    claim = _quantified(scene, determiner, group, said)
    other = scene.group()
    told = predicate if about_place or axis in other.kind.axes else scene.place()
    if scene.chance(0.4):
        told = scene.adjective(other)
    rival = _quantified(scene, scene.rng.choice(scene.rng.choice((ALL, SOME, NONE))), other, told)
    return Draft(hypothesis, claim, _asides(scene, rival))


def _quantified(scene: Scene, determiner: str, group: Entity, predicate: str) -> str:
    singular = determiner == "every"
    noun = group.noun.singular if singular else group.noun.plural
    return f"{determiner} {noun} {be(scene.tense, plural=not singular)} {predicate}"


def number(scene: Scene, label: Label) -> Draft:
    """The number of members of a group: more than, fewer than, or exactly so many."""
    group = scene.group()
    axis = scene.axis(group)
    predicate = scene.place() if scene.chance(0.4) else scene.rng.choice((axis.one, axis.other))
    asked = scene.rng.randint(4, 9)
    comparison = scene.rng.choice(("more than", "fewer than", "exactly"))
    hypothesis = _counted(scene, f"{comparison} {NUMERALS[asked]}", group, predicate)
    more, fewer = scene.numeral(asked + 1, asked + 4), scene.numeral(asked - 4, asked - 1)
    either = more if scene.chance(0.5) else fewer
    entailed = {"more than": more, "fewer than": fewer, "exactly": asked}[comparison]
    excluded = {"more than": fewer, "fewer than": more, "exactly": either}[comparison]
    said = predicate
    if label is Label.NEUTRAL and scene.chance(0.5):
        amount = scene.rng.choice(("some", "the"))
    elif label is Label.NEUTRAL:
        amount = NUMERALS[scene.rng.choice((asked, more, fewer))]
        said = scene.adjective(group, axis)
    else:
        amount = NUMERALS[entailed if label is Label.ENTAILMENT else excluded]
    claim = _counted(scene, amount, group, said)
    other = scene.group()
    told = scene.adjective(other) if scene.chance(0.5) else scene.place()
    rival_amount = scene.rng.choice((*NUMERALS.values(), NUMERALS[asked], "some", "the"))
    return Draft(hypothesis, claim, _asides(scene, _counted(scene, rival_amount, other, told)))


def _counted(scene: Scene, amount: str, group: Entity, predicate: str) -> str:
    return f"{amount} {group.noun.plural} {be(scene.tense, plural=True)} {predicate}"


def deed(scene: Scene, label: Label) -> Draft:
    """The negation of a deed: it was done, not done, or only intended; with refusals and plans, in either voice."""
    agent = scene.person()
    patient = scene.thing()
    verb = scene.verb(patient.kind)
    negated = scene.chance(NEGATED)
    hypothesis = scene.deed(scene.mention(agent), verb, scene.mention(patient), negated)
    subject = agent.described(scene.perhaps_adjective(agent))
    object_ = patient.described(scene.perhaps_adjective(patient))
    if label is not Label.NEUTRAL:
        claim = scene.outcome(subject, verb, object_, done=negated == (label is Label.CONTRADICTION))
        other_verb = verb
    elif scene.chance(0.5):
        claim = scene.outcome(subject, verb, object_, done=None)
        other_verb = verb
    else:
        other_verb = scene.verb(patient.kind, verb)
        claim = scene.outcome(subject, other_verb, object_, done=scene.chance(0.5))
    return Draft(hypothesis, claim + scene.adjunct(0.15, patient.kind.portable), _asides(scene, scene.event()))


def hypernym(scene: Scene, label: Label) -> Draft:
    """The hypernym of a noun: an onion is a vegetable, so a chopped onion is a chopped one, and no vegetable is no onion."""
    agent = scene.person()
    patient = scene.thing()
    scene.closed.add(patient.kind.name.singular)
    verb = scene.verb(patient.kind)
    narrow = patient.noun
    wide = patient.kind.name
    asked_wide, negated = scene.chance(NEGATED), scene.chance(0.5)
    asked = wide if asked_wide else narrow
    hypothesis = _any(scene, scene.mention(agent), verb, asked, negated)
    if label is Label.ENTAILMENT:
        said = wide if negated else narrow
        denied = negated
    elif label is Label.CONTRADICTION:
        said = narrow if negated else wide
        denied = not negated
    else:
        said, denied = (narrow, True) if asked_wide else (wide, False)
    claim = _any(scene, agent.described(scene.perhaps_adjective(agent)), verb, said, denied)
    return Draft(hypothesis, claim, _asides(scene, scene.event()))


def _any(scene: Scene, agent: str, verb: Verb, patient: Noun, negated: bool) -> str:
    passively = scene.chance(0.2)
    if negated and passively:
        being = " being" if scene.tense is Tense.PRESENT else ""
        return f"no {patient.plural} {be(scene.tense, plural=True)}{being} {verb.participle} by {agent}"
    told = f"any {patient.plural}" if negated else indefinite(patient.singular)
    return (passive if passively else active)(scene.tense, agent, verb, told, negated)


Reason = Callable[[Scene, Label], Draft]
REASONS: Mapping[str, Reason] = {
    "modifier": modifier,
    "place": place,
    "time": time,
    "quantifier": quantifier,
    "number": number,
    "negation": deed,
    "hypernym": hypernym,
}
