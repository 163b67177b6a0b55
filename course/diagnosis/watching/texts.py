"""How the texts begin that a model is trained on, and those that it gets later: they must be prepared in the same way."""

from __future__ import annotations

from collections.abc import Collection, Sequence

LONGEST = 64
"""How many tokens of a beginning are kept."""
FEWEST = 16
"""How many different rows must have been trained on before what they have in common is no chance."""
ENOUGH = 4
"""How many later rows must differ: a single one may only be there to try something."""
WORDS = 2
"""How many tokens a beginning must have beside special ones: many texts begin with the same word by chance."""


class Texts:
    """The rows of token ids that went through models, by the class of the model: one that is loaded again counts as the same."""

    def __init__(self) -> None:
        self._common: dict[type, tuple[int, ...]] = {}
        self._trained: dict[type, set[tuple[int, ...]]] = {}
        self._later: dict[type, set[tuple[int, ...]]] = {}
        # how many tokens there were, and how many of them stand for unknown words
        self._unknown: dict[tuple[type, bool], tuple[int, int]] = {}

    def stepped(self) -> None:
        """Forget what came before a step: only what comes after the last one is how the model is used."""
        self._later.clear()
        self._unknown = {key: counts for key, counts in self._unknown.items() if key[1]}

    def note(self, kind: type, rows: Sequence[Sequence[int]], training: bool, unknown: int | None) -> None:
        """Note the rows of a batch, without their padding."""
        for row in rows:
            start = tuple(row[:LONGEST])
            # one token alone is what a text that is being written goes on with
            if len(start) < 2:
                continue
            total, unknowns = self._unknown.get((kind, training), (0, 0))
            self._unknown[kind, training] = total + len(row), unknowns + (0 if unknown is None else [*row].count(unknown))
            if training:
                common = self._common.setdefault(kind, start)
                self._common[kind] = common[: shared(common, start)]
            seen = (self._trained if training else self._later).setdefault(kind, set())
            if len(seen) < 10_000:
                seen.add(start)

    def apart(self, special: Collection[int]) -> tuple[tuple[int, ...], tuple[int, ...], int] | None:
        """The ids that all rows begin with that a model was trained on; the beginning of a later row that does not, and how many of these there are."""
        for kind, common in self._common.items():
            if len(self._trained[kind]) < FEWEST:
                continue
            if sum(each not in special for each in common) < WORDS:
                specials = next((at for at, each in enumerate(common) if each not in special), len(common))
                common = common[:specials]
            later = [row for row in self._later.get(kind, ()) if len(row) >= len(common)]
            others = sorted(row for row in later if row[: len(common)] != common)
            if common and len(others) >= ENOUGH:
                return common, others[0][: len(common) + 4], len(others)
        return None

    def unknown(self) -> tuple[float, float] | None:
        """The share of unknown words in what a model was trained on, and in what it got later, if it got enough."""
        for kind, rows in self._later.items():
            (trained, first), (total, second) = (self._unknown.get((kind, each), (0, 0)) for each in (True, False))
            if trained and total and len(rows) >= ENOUGH:
                return first / trained, second / total
        return None


def shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens two rows begin with alike."""
    return next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other)))
