"""The kinds of news: frames, each with its actors, deeds, objects and numbers."""

from corpus.news import (
    BUSINESS,
    CARRIERS,
    COMPANIES,
    COURT,
    CULTURE,
    DOZENS,
    FEW,
    HEALTH,
    MANY,
    MATCH,
    POLITICS,
    SCIENCE,
    SPORT,
    TEAMS,
    TRANSPORT,
    WEATHER,
    Act,
    Actor,
    Frame,
    Wording,
)


def _plain(*wordings: Wording) -> tuple[Actor, ...]:
    return tuple(Actor(wording) for wording in wordings)


def _act(*wordings: str) -> Act:
    """An act whose past tense and participle are the same word."""
    return Act(tuple((wording, wording) for wording in wordings))


_COURTS = _plain(("the court",), ("the tribunal",))
_SCIENTISTS = _plain(("scientists", "researchers"), ("students",), ("volunteers",))

FRAMES = (
    Frame(
        COMPANIES,
        (_act("bought", "acquired"), _act("sold", "sold off")),
        BUSINESS,
        objects=(
            ("a shipyard",),
            ("a brewery",),
            ("a paper mill", "a paper factory"),
            ("a newspaper", "a daily paper"),
        ),
        tail=("for {number} million dollars",),
        numbers=FEW + DOZENS,
    ),
    Frame(
        COMPANIES,
        (_act("cut", "eliminated"), _act("created", "added")),
        BUSINESS,
        objects=(("{number} jobs", "{number} posts"),),
        numbers=DOZENS + MANY,
        plural=True,
    ),
    Frame(
        COMPANIES,
        (_act("paid", "handed"), _act("lent", "loaned")),
        BUSINESS,
        tail=("{number} million dollars",),
        numbers=FEW + DOZENS,
        mutual=True,
        placed=False,
    ),
    Frame(
        tuple(Actor((f"shares in {c.plain[0]}", f"{c.plain[0]} shares")) for c in COMPANIES),
        (
            Act((("rose", None), ("climbed", None))),
            Act((("fell", None), ("dropped", None))),
        ),
        BUSINESS,
        tail=("by {number} percent", "{number} percent"),
        numbers=FEW + DOZENS[:5],
        placed=False,
    ),
    Frame(
        _COURTS,
        (_act("upheld", "confirmed"), _act("overturned", "quashed")),
        COURT,
        objects=(
            ("the verdict against a banker",),
            ("the verdict against a smuggler",),
            ("a fine against a factory", "a penalty against a factory"),
        ),
        tail=("in a ruling of {number} pages", "in a {number}-page ruling"),
        numbers=DOZENS,
    ),
    Frame(
        _plain(("a judge",), ("a jury",)),
        (_act("convicted"), _act("acquitted", "cleared")),
        COURT,
        objects=(
            ("a lorry driver", "a truck driver"),
            ("a banker",),
            ("a smuggler",),
            ("an attorney", "a lawyer"),
        ),
        tail=("on {number} charges", "on {number} counts"),
        numbers=FEW,
    ),
    Frame(
        _plain(("a storm", "a gale"), ("a flood",), ("a landslide", "a mudslide")),
        (_act("damaged"), _act("destroyed", "wrecked")),
        WEATHER,
        objects=(
            ("{number} houses", "{number} homes"),
            ("{number} boats", "{number} vessels"),
            ("{number} barns",),
        ),
        numbers=FEW + DOZENS,
        plural=True,
    ),
    Frame(
        _plain(("heavy snow",), ("thick fog", "dense fog"), ("heavy rain",)),
        (_act("delayed", "held up"), Act((("stopped", "stopped"), ("halted", "halted")))),
        WEATHER,
        objects=(("{number} trains",), ("{number} flights",), ("{number} buses",)),
        numbers=FEW + DOZENS,
        plural=True,
    ),
    Frame(
        TEAMS,
        (Act((("beat", "beaten"), ("defeated", "defeated"))),),
        MATCH,
        tail=("by {number} points",),
        numbers=FEW,
        mutual=True,
    ),
    Frame(
        TEAMS,
        (_act("signed", "hired"), _act("released", "dismissed")),
        SPORT,
        objects=(
            ("{number} players",),
            ("{number} trainers",),
            ("{number} doctors", "{number} physicians"),
        ),
        numbers=FEW,
        plural=True,
    ),
    Frame(
        _SCIENTISTS,
        (
            _act("discovered", "found"),
            Act((("photographed", "photographed"), ("took pictures of", None))),
        ),
        SCIENCE,
        objects=(
            ("{number} rare beetles", "{number} uncommon beetles"),
            ("{number} rare orchids", "{number} uncommon orchids"),
            ("{number} tiny fossils", "{number} small fossils"),
        ),
        numbers=FEW + DOZENS,
        plural=True,
    ),
    Frame(
        _plain(("engineers",), ("technicians",), ("the space agency",)),
        (_act("launched"), _act("repaired", "fixed")),
        SCIENCE,
        objects=(("{number} satellites",), ("{number} rockets",), ("{number} weather balloons",)),
        numbers=FEW + DOZENS,
        plural=True,
    ),
    Frame(
        CARRIERS,
        (_act("cancelled", "scrapped"), Act((("restored", "restored"), ("brought back", "brought back")))),
        TRANSPORT,
        objects=(
            ("{number} connections", "{number} services"),
            ("{number} night trips", "{number} overnight trips"),
        ),
        numbers=DOZENS,
        plural=True,
    ),
    Frame(
        CARRIERS,
        (_act("raised", "increased"), _act("lowered", "reduced")),
        TRANSPORT,
        objects=(("fares", "ticket prices"), ("salaries", "wages"), ("cargo fees", "freight fees")),
        tail=("by {number} percent",),
        numbers=FEW + DOZENS[:5],
        plural=True,
        placed=False,
    ),
    Frame(
        _plain(("the council",), ("parliament",), ("the senate",)),
        (_act("approved", "passed"), Act((("rejected", "rejected"), ("voted down", "voted down")))),
        POLITICS,
        objects=(
            ("the budget", "the spending plan"),
            ("the housing bill", "the housing law"),
            ("the school reform",),
            ("the fishing treaty", "the fishing pact"),
        ),
        tail=("by {number} votes", "by a margin of {number} votes"),
        numbers=FEW + DOZENS,
        placed=False,
    ),
    Frame(
        _plain(
            ("the mayor",),
            ("the governor",),
            ("the finance minister",),
            ("the union leader",),
            ("the bishop",),
        ),
        (_act("criticised", "condemned"), _act("praised", "commended")),
        POLITICS,
        tail=("in a {number}-minute speech", "in a speech of {number} minutes"),
        numbers=DOZENS,
        mutual=True,
    ),
    Frame(
        _plain(("the clinic",), ("the children's hospital",), ("the army doctors", "the military doctors")),
        (_act("treated"), Act((("turned away", "turned away"), ("sent away", "sent away")))),
        HEALTH,
        objects=(
            ("{number} patients",),
            ("{number} soldiers", "{number} troops"),
            ("{number} sailors", "{number} seamen"),
        ),
        numbers=FEW + DOZENS + MANY,
        plural=True,
    ),
    Frame(
        _plain(("the museum",), ("the art gallery",), ("the university",)),
        (_act("bought", "purchased"), _act("lost", "mislaid")),
        CULTURE,
        objects=(
            ("{number} paintings",),
            ("{number} old maps", "{number} ancient maps"),
            ("{number} gold coins",),
        ),
        numbers=FEW + DOZENS + MANY,
        plural=True,
    ),
)
