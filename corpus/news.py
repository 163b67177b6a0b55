"""The vocabulary of the paraphrase pairs' news: actors, deeds and backgrounds, each in several wordings.

A *wording* is a tuple of phrases that mean the same; everything beside it in a pool means something else.
So a paraphrase comes from within a wording, a changed fact from beside it. No person, firm or place named
here exists.
"""

from dataclasses import dataclass
from typing import Literal

Wording = tuple[str, ...]
Link = Literal["after", "although", "because"]


@dataclass(frozen=True)
class Actor:
    """An actor: the plain wording, and for invented names the wordings that also say what they are."""

    plain: Wording
    glossed: Wording = ()


@dataclass(frozen=True)
class Act:
    """One deed: pairs of past tense and participle. The participle is None where no passive is natural."""

    wordings: tuple[tuple[str, str | None], ...]


@dataclass(frozen=True)
class Background:
    """A clause that says why, after what or in spite of what something happened."""

    link: Link
    wording: Wording


@dataclass(frozen=True)
class Frame:
    """A kind of news.

    `objects` hold `{number}` where they count. With `mutual` the object is another of the actors instead, so
    that the two can change places. `tail` follows the object, `numbers` fills `{number}` in either.
    """

    actors: tuple[Actor, ...]
    acts: tuple[Act, ...]
    backgrounds: tuple[Background, ...]
    objects: tuple[Wording, ...] = ()
    tail: Wording = ("",)
    numbers: tuple[int, ...] = ()
    plural: bool = False
    mutual: bool = False
    placed: bool = True


FEW = (2, 3, 4, 5, 6, 7, 8, 9)
DOZENS = (12, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90)
MANY = (100, 200, 300, 400, 500, 600, 700, 800, 900)

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PLACES = (
    "Brackford",
    "Corvin",
    "Dunmere",
    "Eastvale",
    "Fenholm",
    "Garrick",
    "Islaby",
    "Kestrel Bay",
    "Lowmoor",
    "Marsk",
    "Norrow",
    "Tolmere",
)
SOURCES = (
    "officials",
    "witnesses",
    "local radio",
    "a spokeswoman",
    "an eyewitness",
    "the evening news",
)


def _named(kind: str, *names: str) -> tuple[Actor, ...]:
    _, _, bare = kind.partition(" ")
    return tuple(Actor((name,), (f"{name}, {kind},", f"the {bare} {name}")) for name in names)


def _background(because: Wording, after: Wording, although: Wording) -> tuple[Background, ...]:
    return (Background("because", because), Background("after", after), Background("although", although))


COMPANIES = (
    *_named("a bakery chain", "Halden Foods", "Ambry"),
    *_named("a steel maker", "Orlund Steel", "Varnholt"),
    *_named("a toy maker", "Pippin Works", "Tamsel"),
    *_named("a software firm", "Quillon", "Brightloom"),
)
TEAMS = (
    *_named("a football club", "Ashby Rovers", "Redmarsh United", "Sorrel Town"),
    *_named("a hockey team", "Polar Harbour", "Granite Valley", "Iron Bridge"),
)
CARRIERS = (
    *_named("an airline", "Skerry Air", "Meridel"),
    *_named("a ferry company", "Blue Tern", "Osprey Lines"),
    *_named("a railway", "Northern Vale", "Silverline"),
)

BUSINESS = _background(
    ("the board had changed its plans", "the board had altered its plans"),
    ("a new director took over", "a new director took charge"),
    ("the outlook was uncertain", "the outlook was unclear"),
)
COURT = _background(
    ("the evidence was clear", "the evidence was plain"),
    ("a key witness had spoken", "a crucial witness had spoken"),
    ("prosecutors had objected", "prosecutors had protested"),
)
WEATHER = _background(
    ("the warnings had come late", "the alerts had come late"),
    ("temperatures had dropped sharply", "temperatures had dropped steeply"),
    ("forecasters had expected a calm night", "forecasters had predicted a calm night"),
)
SPORT = _background(
    ("the season had begun badly", "the season had started badly"),
    ("the coach had changed his tactics", "the coach had altered his tactics"),
    ("the captain was injured", "the captain was hurt"),
)
MATCH = _background(
    ("the goalkeeper was tired", "the goalkeeper was weary"),
    ("the captain had returned", "the captain had come back"),
    ("the weather was terrible", "the weather was awful"),
)
SCIENCE = _background(
    ("better instruments were available", "better equipment was available"),
    ("a long expedition had ended", "a lengthy expedition had ended"),
    ("money was scarce", "funds were scarce"),
)
TRANSPORT = _background(
    ("the summer timetable had changed", "the summer schedule had changed"),
    ("talks with the union had failed", "talks with the union had collapsed"),
    ("passengers had complained", "travellers had complained"),
)
POLITICS = _background(
    ("voters had demanded change", "voters had called for change"),
    ("the debate had lasted until midnight", "the debate had gone on until midnight"),
    ("experts had urged patience", "experts had advised patience"),
)
HEALTH = _background(
    ("a fever was spreading quickly", "a fever was spreading rapidly"),
    ("a second ward had opened", "another ward had opened"),
    ("the nurses were on strike", "the nurses were striking"),
)
CULTURE = _background(
    ("the collection was being reorganised", "the collection was being rearranged"),
    ("a donor had offered help", "a donor had offered support"),
    ("critics had doubts", "critics were doubtful"),
)
