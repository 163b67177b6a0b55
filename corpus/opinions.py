"""The vocabulary of opinions: topics, their aspects, and the words that praise or blame them.

Adjectives and verb phrases come in pools of praise and of blame for each kind of thing, so that a soup is
never witty. Topics gather what one review may speak of.
"""

from dataclasses import dataclass

Pool = tuple[str, ...]


@dataclass(frozen=True)
class Aspect:
    """One thing judged. The verb phrases are pairs (after a singular noun, after "not" or a plural)."""

    noun: str
    good: Pool
    bad: Pool
    good_deeds: tuple[tuple[str, str], ...]
    bad_deeds: tuple[tuple[str, str], ...]
    plural: bool = False


@dataclass(frozen=True)
class Topic:
    """The topic of a review: its whole ("film"), the occasion ("evening"), aspects, neutral remarks."""

    wholes: Pool
    occasion: str
    aspects: tuple[Aspect, ...]
    remarks: Pool


GOOD = ("superb", "wonderful", "delightful", "excellent", "splendid", "impressive", "brilliant", "charming")
BAD = ("awful", "disappointing", "dreadful", "mediocre", "miserable", "terrible", "tiresome", "dismal")

_STORY = (("moving", "gripping", "clever", "witty"), ("dull", "tedious", "clumsy", "predictable"))
_PEOPLE = (("friendly", "skilful", "lively", "graceful"), ("rude", "careless", "lifeless", "awkward"))
_FOOD = (("delicious", "fresh", "tender", "tasty"), ("bland", "greasy", "stale", "tasteless"))
_PLACE = (("cosy", "elegant", "spotless", "bright"), ("shabby", "gloomy", "dirty", "stuffy"))
_SOUND = (("tender", "lively", "graceful", "rich"), ("shrill", "muddy", "lifeless", "dull"))

_TALE_DEEDS = (
    (("holds your attention", "hold your attention"), ("stays with you", "stay with you")),
    (("falls apart", "fall apart"), ("wears you out", "wear you out")),
)
_PEOPLE_DEEDS = (
    (("wins your heart", "win your heart"), ("deserves applause", "deserve applause")),
    (("spoils everything", "spoil everything"), ("gets on your nerves", "get on your nerves")),
)
_THING_DEEDS = (
    (("lifts your spirits", "lift your spirits"), ("deserves praise", "deserve praise")),
    (("lets you down", "let you down"), ("spoils the mood", "spoil the mood")),
)


def _tale(noun: str, plural: bool = False) -> Aspect:
    return Aspect(noun, *_STORY, *_TALE_DEEDS, plural)


def _people(noun: str, plural: bool = False) -> Aspect:
    return Aspect(noun, *_PEOPLE, *_PEOPLE_DEEDS, plural)


def _food(noun: str, plural: bool = False) -> Aspect:
    return Aspect(noun, *_FOOD, *_THING_DEEDS, plural)


def _place(noun: str, plural: bool = False) -> Aspect:
    return Aspect(noun, *_PLACE, *_THING_DEEDS, plural)


def _sound(noun: str, plural: bool = False) -> Aspect:
    return Aspect(noun, *_SOUND, *_THING_DEEDS, plural)


TOPICS = (
    Topic(
        ("film", "movie"),
        "evening",
        (
            _tale("story"),
            _tale("ending"),
            _tale("dialogue"),
            _people("lead actor"),
            _people("dancers", plural=True),
        ),
        (
            "in this film about a lighthouse keeper",
            "in a movie that lasts almost three hours",
            "once the second half begins",
        ),
    ),
    Topic(
        ("novel", "book"),
        "read",
        (_tale("plot"), _tale("final chapter"), _tale("letters", plural=True), _people("narrator")),
        (
            "in this novel about two sisters and a mill",
            "over the course of four hundred pages",
            "once the family leaves the island",
        ),
    ),
    Topic(
        ("restaurant", "bistro"),
        "meal",
        (
            _food("soup"),
            _food("bread"),
            _food("dumplings", plural=True),
            _people("waiter"),
            _place("dining room"),
        ),
        (
            "at this small restaurant by the harbour",
            "when you arrive on a crowded friday",
            "at the bistro that replaced the old bakery",
        ),
    ),
    Topic(
        ("concert", "recital"),
        "night",
        (
            _sound("choir"),
            _sound("violins", plural=True),
            _people("conductor"),
            _people("singer"),
            _place("hall"),
        ),
        (
            "at the last concert of the season",
            "when the second half of the programme starts",
            "in a recital of songs about the sea",
        ),
    ),
    Topic(
        ("museum", "exhibition"),
        "visit",
        (
            _place("main gallery"),
            _place("rooms upstairs", plural=True),
            _people("guide"),
            _tale("audio tour"),
        ),
        (
            "in this museum of clocks and maps",
            "when you come with two small children",
            "at the exhibition in the old railway station",
        ),
    ),
    Topic(
        ("hotel", "guest house"),
        "stay",
        (_place("lobby"), _place("bedrooms", plural=True), _food("breakfast"), _people("porter")),
        (
            "at this hotel on the edge of town",
            "when you stay for more than one night",
            "in a guest house with nine rooms",
        ),
    ),
    Topic(
        ("play", "comedy"),
        "show",
        (
            _tale("script"),
            _tale("jokes", plural=True),
            _people("understudy"),
            _people("cast"),
            _place("stage set"),
        ),
        (
            "in this play about a stolen piano",
            "after a first act of ninety minutes",
            "on the tiny stage of the town theatre",
        ),
    ),
)
