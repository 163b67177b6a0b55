"""Keys that are pressed while something else goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

LOOK = 0.1
"""The seconds between two looks at the keyboard."""


@contextmanager
def pressed(on_key: Callable[[str], None]) -> Iterator[None]:
    """Call `on_key`, in a thread, with each key that is pressed, without waiting for Enter. Ctrl-C stays what it is.

    Where standard input is no terminal, no key is ever pressed.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        yield
        return
    ended = Event()
    thread = Thread(target=_listen, args=(on_key, ended), daemon=True)
    with _unbuffered():
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def _unbuffered() -> Iterator[None]:
        yield

    def _listen(on_key: Callable[[str], None], ended: Event) -> None:
        while not ended.wait(LOOK):
            while msvcrt.kbhit():
                on_key(msvcrt.getwch())

else:
    import os
    import select
    import termios
    import tty

    @contextmanager
    def _unbuffered() -> Iterator[None]:
        """Have the terminal hand over each key at once, and not show it."""
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        tty.setcbreak(descriptor)
        try:
            yield
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

    def _listen(on_key: Callable[[str], None], ended: Event) -> None:
        descriptor = sys.stdin.fileno()
        while not ended.is_set():
            ready, _, _ = select.select([descriptor], [], [], LOOK)
            if ready:
                keys = os.read(descriptor, 64)
                if not keys:
                    return
                # the arrow and function keys send several characters, which begin with escape
                for key in "" if keys.startswith(b"\x1b") else keys.decode(errors="ignore"):
                    on_key(key)
