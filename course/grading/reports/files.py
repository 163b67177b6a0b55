"""Names of files, made from what students are called."""

from __future__ import annotations

import unicodedata
from hashlib import sha256

LONGEST = 80
"""The most bytes of a name that are kept; with what is put to it, it stays below 100."""
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")}
"""Names that Windows takes for devices, whatever the ending."""


class FileNames:
    """Gives every id a file name of its own, without an ending, that is safe on any system."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.taken: set[str] = set()

    def __call__(self, of: str) -> str:
        if of not in self.names:
            self.names[of] = self._free(of)
        return self.names[of]

    def _free(self, of: str) -> str:
        name = _safe(of)
        digest = sha256(of.encode("utf-8", "surrogatepass")).hexdigest()
        for length in range(0 if name == of else 8, len(digest) + 1, 8):
            free = f"{name}-{digest[:length]}"[:100] if length else name
            # there are file systems to which case makes no difference
            key = unicodedata.normalize("NFKC", free).casefold()
            if key not in self.taken:
                break
        self.taken.add(key)
        return free


def _safe(of: str) -> str:
    letters = (letter if letter.isalnum() or letter in "-_" else "_" for letter in unicodedata.normalize("NFC", of))
    name = "".join(letters).encode()[:LONGEST].decode("utf-8", "ignore").strip("-_")
    return f"_{name}" if not name or name.casefold() in RESERVED else name
