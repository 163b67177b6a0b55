"""The policy of a class: the points that lateness costs, and which of several attempts the grade is taken from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, get_args

from course.i18n import N_
from course.message import Choice, WrongUse

Attempts = Literal["last", "best", "first"]
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Policy:
    """By default nothing is late, and the last attempt counts.

    Attributes:
        due: the last moment that is in time; None if there is none.
        late: the share of the points lost for each day begun after that.
        most_days: the number of such days after which an answer is worth nothing; None for no end.
        attempts: which attempt counts. Of several with the most points, the first is the best.
        limit: the number of attempts that are considered, from the first; None for all.
    """

    due: datetime | None = None
    late: float = 0.0
    most_days: int | None = None
    attempts: Attempts = "last"
    limit: int | None = None

    @classmethod
    def read(
        cls,
        due: str | None = None,
        late: str | None = None,
        most_days: str | None = None,
        attempts: str = "last",
        limit: str | None = None,
    ) -> Policy:
        """Return the policy that the options of a command line describe.

        Args:
            due: an ISO 8601 date, which means its last moment, or a date and time; local time if it names no zone.
            late: `0.1` or `10%`.

        Raises:
            WrongUse: an option cannot be read, or needs another one.
        """
        known = get_args(Attempts)
        if attempts not in known:
            raise WrongUse(
                N_("`{name}` is not a value for `--attempts`: choose {known}."), name=attempts, known=Choice(known)
            )
        if due is None and (late, most_days) != (None, None):
            raise WrongUse(
                N_("`--late` and `--late-days` need a due time: add `--due`, for example `--due 2026-05-31`.")
            )
        return cls(
            due=None if due is None else _due(due),
            late=0.0 if late is None else _share(late),
            most_days=None if most_days is None else _count(most_days, least=0),
            attempts=next(each for each in known if each == attempts),
            limit=None if limit is None else _count(limit, least=1),
        )

    def days_late(self, handed_in: str) -> int:
        """Return the days begun between the due time and an ISO 8601 time; 0 for an empty one, which is unknown."""
        if self.due is None or not handed_in:
            return 0
        return max(0, -((self.due.astimezone() - _moment(handed_in)) // DAY))

    def worth(self, points: float, days_late: int) -> float:
        """Return the points left after the deduction for lateness, to two decimals."""
        if self.most_days is not None and days_late > self.most_days:
            return 0.0
        left = max(Decimal(0), 1 - Decimal(str(self.late)) * days_late) * Decimal(str(points))
        return float(left.quantize(Decimal("0.01"), ROUND_HALF_UP))

    def chosen(self, worths: Sequence[float]) -> int:
        """Return the index of the attempt that counts, given the points of each in order. There must be one."""
        among = range(len(worths))[: self.limit]
        if self.attempts == "best":
            return max(among, key=worths.__getitem__)
        return among[0] if self.attempts == "first" else among[-1]


def _moment(text: str) -> datetime:
    # before Python 3.11 fromisoformat does not understand the letter Z
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return moment if moment.tzinfo else moment.astimezone()


def _due(text: str) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(text), time.max).astimezone()
    except (ValueError, OverflowError, OSError):
        pass
    try:
        return _moment(text)
    except (ValueError, OverflowError, OSError):
        raise WrongUse(
            N_(
                "`{text}` is not a date: write a date such as `2026-05-31`, or a date and a time such as `2026-05-31T18:00+02:00`."
            ),
            text=text,
        ) from None


def _share(text: str) -> float:
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise WrongUse(
            N_(
                "`{text}` is not a valid deduction for each day: write a percentage such as `10%`, or a number from 0 to 1 such as `0.1`."
            ),
            text=text,
        )
    return share


def _count(text: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
        raise WrongUse(
            N_("`{text}` is not a valid number: write a whole number that is {least} or larger."),
            text=text,
            least=least,
        )
    return int(text)
