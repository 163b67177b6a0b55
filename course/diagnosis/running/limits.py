"""How long a program is watched: so many training steps, and so many seconds."""

from __future__ import annotations

import time

IMPORTING = 120.0
"""Seconds of computing that a program may take until it trains, for its imports and its data."""
WAITING = 3
"""How many times as long it may take by the clock: a machine may be busy, and a program that sleeps computes nothing."""
SPACE = 4 * 10**9
"""Bytes that a program may write."""
LOOKING = 30.0
"""Seconds that the doctor may take for its own looks once the program has ended."""


class EnoughSeen(BaseException):
    """Ends a program that was watched for long enough. Not an Exception, so that no `except Exception` of the reader stops it."""


class Limits:
    """The limits of one run.

    Args:
        steps: how many training steps are enough.
        seconds: how long the program may go on once it trains.
        patience: how many seconds of computing it may take until then.
    """

    def __init__(self, steps: int, seconds: float, patience: float = IMPORTING) -> None:
        self.steps = steps
        self.seconds = seconds
        self.taken = 0
        self._deadline = time.monotonic() + WAITING * patience
        self._computing = time.process_time() + patience
        self._soft = self._deadline
        self._trains = False

    def training_begins(self) -> None:
        """From now on the seconds of the training count."""
        if not self._trains:
            self._trains = True
            self._soft = time.monotonic() + self.seconds
            self._deadline = self._soft + self.seconds

    def step_taken(self) -> None:
        self.taken += 1

    @property
    def enough_steps(self) -> bool:
        """Whether the training should come to its end, so that what follows it is seen as well."""
        return self.taken >= self.steps or self.enough_time

    @property
    def enough_time(self) -> bool:
        """Whether the training has gone on for long enough."""
        return self._trains and time.monotonic() > self._soft

    def extend(self, seconds: float) -> None:
        """Give the program back the seconds that the doctor has taken for itself meanwhile."""
        self._soft += seconds
        self._deadline += seconds

    def grant(self) -> None:
        """Give the doctor's own looks their time."""
        self._computing = float("inf")
        self._deadline = time.monotonic() + LOOKING

    def spent(self) -> bool:
        """Whether the run must end at once."""
        waits = not self._trains and time.process_time() > self._computing
        return waits or time.monotonic() > self._deadline
