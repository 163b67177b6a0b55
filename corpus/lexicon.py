"""The words every domain shares, and the shapes that a domain's own words take.

Opposites exclude one another and different axes say nothing of one another: the labels rest on that, so a pair
such as *tired*/*busy*, of which one suggests the other, has no place here.
"""

from dataclasses import dataclass
from enum import Enum

VOWELS = frozenset("aeiou")


@dataclass(frozen=True)
class Noun:
    """A countable noun."""

    singular: str
    plural: str


@dataclass(frozen=True)
class Verb:
    """A transitive verb; ``lasting`` says whether "is …-ing" sounds natural at a glance."""

    base: str
    past: str
    participle: str
    progressive: str
    lasting: bool


@dataclass(frozen=True)
class Axis:
    """Two adjectives that exclude one another."""

    one: str
    other: str

    def opposite(self, adjective: str) -> str:
        """The adjective at the other end."""
        return self.other if adjective == self.one else self.one


@dataclass(frozen=True)
class Kind:
    """Nouns with their hypernym, what one does to such things (no verb entails another), how they may be.

    ``portable`` things can be met in any place of their domain.
    """

    name: Noun
    nouns: tuple[Noun, ...]
    verbs: tuple[Verb, ...]
    axes: tuple[Axis, ...]
    portable: bool = True


@dataclass(frozen=True)
class Domain:
    """A place of work: people, things and rooms, no one of which is inside another."""

    name: str
    people: Kind
    things: tuple[Kind, ...]
    places: tuple[str, ...]


class Span(Enum):
    """A way to tell time, with two halves that exclude one another."""

    HOUR = "hour"
    DAY = "day"
    SEASON = "season"


@dataclass(frozen=True)
class Era:
    """A stretch of time and the narrower phrases that fall inside it."""

    span: Span
    phrase: str
    within: tuple[str, ...]


def axes(text: str) -> tuple[Axis, ...]:
    """Axes from ``"tall/short young/old"``."""
    pairs = (pair.split("/") for pair in text.split())
    return tuple(Axis(one, other) for one, other in pairs)


PERSON = axes("tall/short young/old happy/sad calm/nervous rich/poor careful/careless polite/rude strong/weak")
ANIMAL = axes("young/old calm/nervous strong/weak tame/wild clean/dirty large/small")
OBJECT = axes("clean/dirty wet/dry heavy/light cheap/expensive large/small new/old")
FOOD = axes("warm/cold fresh/rotten sweet/bitter cheap/expensive large/small")
VEGETABLE = axes("fresh/rotten clean/dirty wet/dry cheap/expensive large/small")
MEDICINE = axes("warm/cold strong/weak cheap/expensive new/old")
VEHICLE = axes("clean/dirty fast/slow cheap/expensive large/small new/old")

ERAS: tuple[tuple[Era, Era], ...] = (
    (
        Era(Span.HOUR, "before noon", ("at dawn", "at sunrise", "in the morning", "before breakfast")),
        Era(Span.HOUR, "after noon", ("at dusk", "at sunset", "in the evening", "after dinner")),
    ),
    (
        Era(Span.DAY, "on a weekday", ("on Monday", "on Tuesday", "on Wednesday", "on Thursday")),
        Era(Span.DAY, "at the weekend", ("on Saturday", "on Sunday")),
    ),
    (
        Era(Span.SEASON, "in winter", ("in January", "in February")),
        Era(Span.SEASON, "in summer", ("in July", "in August")),
    ),
)

NUMBERS = dict(
    zip(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
        range(2, 13),
        strict=True,
    )
)
NUMERALS = {value: word for word, value in NUMBERS.items()}

IRREGULAR_PLURALS = {
    "sheep": "sheep",
    "knife": "knives",
    "scarf": "scarves",
    "piece of furniture": "pieces of furniture",
}
IRREGULAR_VERBS = {
    "buy": ("bought", "bought"),
    "sell": ("sold", "sold"),
    "lose": ("lost", "lost"),
    "hide": ("hid", "hidden"),
    "feed": ("fed", "fed"),
    "wear": ("wore", "worn"),
    "read": ("read", "read"),
    "eat": ("ate", "eaten"),
    "steal": ("stole", "stolen"),
}
DOUBLING = frozenset({"chop", "drop", "unplug", "label"})
SUDDEN = frozenset({"lose", "drop", "buy", "borrow"})


def noun(singular: str) -> Noun:
    """The noun with its plural."""
    if singular in IRREGULAR_PLURALS:
        return Noun(singular, IRREGULAR_PLURALS[singular])
    last = singular.rsplit(" ", 1)[-1]
    if last.endswith(("man", "men")):
        return Noun(singular, singular[:-2] + "en")
    if last.endswith("y") and last[-2] not in VOWELS:
        return Noun(singular, singular[:-1] + "ies")
    if last.endswith(("s", "sh", "ch", "x", "to")):
        return Noun(singular, singular + "es")
    return Noun(singular, singular + "s")


def verb(base: str) -> Verb:
    """The verb with its forms."""
    stem = base + base[-1] if base in DOUBLING else base
    if base in IRREGULAR_VERBS:
        past, participle = IRREGULAR_VERBS[base]
    elif base.endswith("e"):
        past = participle = base + "d"
    elif base.endswith("y") and base[-2] not in VOWELS:
        past = participle = base[:-1] + "ied"
    else:
        past = participle = stem + "ed"
    progressive = (base[:-1] if base.endswith("e") else stem) + "ing"
    return Verb(base, past, participle, progressive, base not in SUDDEN)


def kind(name: str, nouns: str, verbs: str, adjectives: tuple[Axis, ...], portable: bool = True) -> Kind:
    """A kind from blank-separated words."""
    return Kind(
        noun(name),
        tuple(noun(word) for word in nouns.split()),
        tuple(verb(word) for word in verbs.split()),
        adjectives,
        portable,
    )


def people(name: str, nouns: str) -> Kind:
    """The kind of the people who act in a domain; no verb takes them as its object."""
    return kind(name, nouns, "", PERSON)


def indefinite(phrase: str) -> str:
    """The phrase with *a* or *an* before it."""
    return f"an {phrase}" if phrase[0] in VOWELS and not phrase.startswith(("uni", "eu")) else f"a {phrase}"
