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
        # of each row in training, and later, how many tokens it has, and how many of them stand for unknown words
        self._tokens: dict[tuple[type, bool], list[tuple[int, int]]] = {}

    def stepped(self) -> None:
        """Forget what came before a step: only what comes after the last one is how the model is used."""
        self._later.clear()
        self._tokens = {key: rows for key, rows in self._tokens.items() if key[1]}

    def note(self, kind: type, rows: Sequence[Sequence[int]], training: bool, unknown: int | None) -> None:
        """Note the rows of a batch, without their padding."""
        for row in rows:
            start = tuple(row[:LONGEST])
            # one token alone is what a text that is being written goes on with
            if len(start) < 2:
                continue
            self._tokens.setdefault((kind, training), []).append((len(row), sum(each == unknown for each in row)))
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
            others = sorted(
                row for row in self._later.get(kind, ()) if shared(row, common) < min(len(row), len(common))
            )
            if common and len(others) >= ENOUGH:
                return common, others[0][: len(common) + 4], len(others)
        return None

    def unknown(self) -> tuple[float, float] | None:
        """The share of unknown words in what a model was trained on, and in what it got later, if it got enough."""
        for kind in self._trained:
            trained, later = (self._tokens.get((kind, each), []) for each in (True, False))
            if len(later) >= ENOUGH:
                return share(trained), share(later)
        return None


def share(rows: Sequence[tuple[int, int]]) -> float:
    """The share of unknown words in rows."""
    return sum(unknown for _, unknown in rows) / sum(tokens for tokens, _ in rows)


def shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens two rows begin with alike."""
    return next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other))
    )
