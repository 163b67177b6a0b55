"""The people and things in a pair: none is drawn twice, and none is a member of a kind that another is named by."""

from dataclasses import dataclass, field
from random import Random

from corpus.clauses import DONE, LEFT_UNDONE, OPEN, Tense, active, be, modal, passive
from corpus.lexicon import ERAS, NUMERALS, Axis, Domain, Era, Kind, Noun, Verb


@dataclass(frozen=True)
class Entity:
    """One person or thing, known by its noun."""

    noun: Noun
    kind: Kind

    @property
    def name(self) -> str:
        """The noun with its article: *the chef*."""
        return f"the {self.noun.singular}"

    @property
    def hypernym(self) -> str:
        """The hypernym with its article: *the worker*."""
        return f"the {self.kind.name.singular}"

    def described(self, adjective: str | None) -> str:
        """The noun with an adjective: *the young chef*."""
        return f"the {adjective} {self.noun.singular}" if adjective else self.name


@dataclass
class Scene:
    """The state of one draw. ``closed`` holds the kinds of which no further member may appear."""

    rng: Random
    domain: Domain
    tense: Tense
    met: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.rng.random() < probability

    def member(self, kind: Kind) -> Entity:
        """A member of the kind that was not met before."""
        noun = self.rng.choice([noun for noun in kind.nouns if noun.singular not in self.met])
        self.met.add(noun.singular)
        return Entity(noun, kind)

    def person(self) -> Entity:
        """A person not met before."""
        return self.member(self.domain.people)

    def thing(self, portable: bool = False, axis: Axis | None = None) -> Entity:
        """A thing not met before; portable, or with a place on the axis, where asked and where there is one."""
        kinds = [kind for kind in self.domain.things if kind.name.singular not in self.closed]
        wanted = [k for k in kinds if (k.portable or not portable) and (axis is None or axis in k.axes)]
        return self.member(self.rng.choice(wanted or kinds))

    def anyone(self, axis: Axis | None = None) -> Entity:
        """A person or a thing, on the axis where one can be."""
        people_open = self.domain.people.name.singular not in self.closed
        if axis is None:
            choose_person = self.chance(0.5)
        else:
            fits_thing = any(axis in k.axes and k.name.singular not in self.closed for k in self.domain.things)
            choose_person = axis in self.domain.people.axes and (self.chance(0.5) or not fits_thing)
        return self.person() if people_open and choose_person else self.thing(axis=axis)

    def mention(self, entity: Entity, hypernym: float = 0.3) -> str:
        """The name of the entity in the hypothesis: its noun, or with this probability its hypernym."""
        if not self.chance(hypernym):
            return entity.name
        self.closed.add(entity.kind.name.singular)
        return entity.hypernym

    def verb(self, kind: Kind, *but: Verb) -> Verb:
        """A verb for a deed done to things of this kind, in a form that suits the tense."""
        return self.rng.choice(
            [verb for verb in kind.verbs if verb not in but and (verb.lasting or self.tense is Tense.PAST)]
        )

    def axis(self, entity: Entity, *but: Axis) -> Axis:
        """An axis on which the entity has a place; none that shares a word with the others given."""
        taken = {word for axis in but for word in (axis.one, axis.other)}
        return self.rng.choice([axis for axis in entity.kind.axes if not taken & {axis.one, axis.other}])

    def adjective(self, entity: Entity, *but: Axis) -> str:
        """Any adjective that suits the entity."""
        axis = self.axis(entity, *but)
        return self.rng.choice((axis.one, axis.other))

    def perhaps_adjective(self, entity: Entity, probability: float = 0.25) -> str | None:
        """An adjective, or none."""
        return self.adjective(entity) if self.chance(probability) else None

    def place(self, *but: str) -> str:
        """A place other than these."""
        return self.rng.choice([place for place in self.domain.places if place not in but])

    def eras(self) -> tuple[Era, Era]:
        """The two halves of one span, in any order."""
        one, other = self.rng.choice(ERAS)
        return (one, other) if self.chance(0.5) else (other, one)

    def moment(self) -> str:
        """Any narrow phrase of time."""
        return self.rng.choice(self.rng.choice(self.rng.choice(ERAS)).within)

    def adjunct(self, probability: float = 0.25, portable: bool = True) -> str:
        """A place or a time with a blank before it, or nothing."""
        if not self.chance(probability):
            return ""
        if portable and (self.tense is Tense.PRESENT or self.chance(0.5)):
            return f" {self.place()}"
        return f" {self.moment()}" if self.tense is Tense.PAST else ""

    def deed(self, agent: str, verb: Verb, patient: str, negated: bool = False) -> str:
        """The event in either voice."""
        voice = passive if self.chance(0.3) else active
        return voice(self.tense, agent, verb, patient, negated)

    def outcome(self, agent: str, verb: Verb, patient: str, done: bool | None) -> str:
        """The event done, left undone, or (``None``) neither said."""
        if done is None:
            return modal(agent, self.rng.choice(OPEN[self.tense]), verb, patient)
        attitudes = (DONE if done else LEFT_UNDONE)[self.tense]
        if attitudes and self.chance(0.5):
            return modal(agent, self.rng.choice(attitudes), verb, patient)
        return self.deed(agent, verb, patient, negated=not done)

    def state(self, adjective: str | None = None, axis: Axis | None = None) -> str:
        """A clause that says how someone or something else is: *the wet pan was in the cellar*."""
        entity = self.anyone(axis)
        if adjective is None or axis not in entity.kind.axes:
            adjective = self.adjective(entity)
        if self.chance(0.5) and entity.kind.portable:
            return f"{entity.described(adjective)} {be(self.tense)} {self.place()}"
        return f"{entity.name} {be(self.tense, negated=self.chance(0.25))} {adjective}"

    def event(self, ending: str | None = None, adjective: str | None = None, axis: Axis | None = None) -> str:
        """A clause about a deed of someone else, or (where people are closed) a deed done to something else.

        ``ending`` is a place or a time; the adjective goes to whom it suits.
        """
        patient = self.thing(portable=ending is not None, axis=axis)
        fits = axis is not None and axis in patient.kind.axes
        object_ = patient.described(adjective if fits else self.perhaps_adjective(patient))
        verb = self.verb(patient.kind)
        tail = self.adjunct(portable=patient.kind.portable) if ending is None else f" {ending}"
        if self.domain.people.name.singular in self.closed:
            return passive(self.tense, None, verb, object_) + tail
        agent = self.person()
        suits = axis is not None and axis in agent.kind.axes and not fits
        subject = agent.described(adjective if suits else self.perhaps_adjective(agent))
        if ending is None and not tail and self.chance(0.4):
            return self.outcome(subject, verb, object_, self.rng.choice((True, False, None)))
        return self.deed(subject, verb, object_) + tail

    def group(self) -> Entity:
        """A kind of person or of portable thing, met as a group."""
        if self.domain.people.name.singular not in self.closed and self.chance(0.6):
            return self.person()
        return self.thing(portable=True)

    def numeral(self, low: int = 2, high: int = 12) -> int:
        """A number that the lexicon has a word for."""
        return self.rng.randint(max(low, min(NUMERALS)), min(high, max(NUMERALS)))
