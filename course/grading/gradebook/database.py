"""The SQLite file of a gradebook: its tables, its lock, and the errors of opening, reading and writing it."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from course.i18n import N_
from course.message import WrongUse

FILE = "gradebook.sqlite"
LOCK = "gradebook.lock"
REPORT = "grades.csv"
"""A report that is beside every gradebook of a run that has ended."""
APPLICATION = 0x67726465
"""Marks a file as a gradebook (`PRAGMA application_id`)."""
VERSION = 1
"""The version of the tables (`PRAGMA user_version`)."""
SCHEMA = (
    """CREATE TABLE runs (
        number INTEGER PRIMARY KEY, begun TEXT NOT NULL, ended TEXT, isolation TEXT NOT NULL, versions TEXT NOT NULL,
        terms TEXT NOT NULL
    )""",
    "CREATE TABLE sources (sha256 TEXT PRIMARY KEY, text BLOB NOT NULL)",
    # one row for each text that is graded by the same versions; it has a status once it has been
    """CREATE TABLE results (
        number INTEGER PRIMARY KEY,
        sha256 TEXT NOT NULL, exercise TEXT NOT NULL, setting TEXT NOT NULL,
        exercise_version TEXT NOT NULL, grader_version TEXT NOT NULL, superseded INTEGER NOT NULL DEFAULT 0,
        asked INTEGER REFERENCES runs, run INTEGER REFERENCES runs,
        status TEXT, points INTEGER, possible INTEGER, verdicts TEXT, output TEXT,
        seconds REAL, memory INTEGER, tries INTEGER
    )""",
    """CREATE UNIQUE INDEX current_results ON results (sha256, exercise, setting, exercise_version, grader_version)
        WHERE superseded = 0""",
    """CREATE TABLE submissions (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        student TEXT NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL,
        exercise TEXT NOT NULL, setting TEXT NOT NULL, origin TEXT NOT NULL, sha256 TEXT NOT NULL,
        handed_in TEXT NOT NULL, attempt INTEGER NOT NULL, refused TEXT, notes TEXT NOT NULL,
        result INTEGER NOT NULL REFERENCES results, run INTEGER NOT NULL REFERENCES runs,
        UNIQUE (student, exercise, setting, origin, sha256)
    )""",
    "CREATE INDEX attempts ON submissions (student, exercise, setting, attempt, number)",
    "CREATE INDEX submissions_of_result ON submissions (result)",
    """CREATE TABLE overrides (
        student TEXT NOT NULL, exercise TEXT NOT NULL, setting TEXT NOT NULL,
        points REAL, comment TEXT NOT NULL, at TEXT NOT NULL,
        PRIMARY KEY (student, exercise, setting)
    )""",
)


class Database:
    """The file of a gradebook, opened by the one process that writes it or by any that reads.

    Commits outlive the process (the write-ahead log is read at the next opening), and readers never keep the writer
    waiting. After a power cut the last commits may be missing, but the file is consistent.

    Raises:
        WrongUse: another process writes it, it is no gradebook or a newer one, or there is none to be read.
        OSError: it cannot be opened.
    """

    def __init__(self, directory: Path, reading: bool = False) -> None:
        self.path = directory / FILE
        if reading and not self.path.exists():
            raise self._missing_gradebook()
        there = self.path.exists()
        with ExitStack() as stack, _translated_errors(self.path):
            if not reading:
                directory.mkdir(parents=True, exist_ok=True)
                stack.enter_context(_lock(directory / LOCK))
            self._connection = stack.enter_context(closing(sqlite3.connect(self.path, isolation_level=None)))
            self._connection.row_factory = sqlite3.Row
            new = self._check()
            if new and reading:
                raise self._missing_gradebook()
            if new and there and (directory / REPORT).exists():
                raise WrongUse(
                    N_(
                        "The gradebook `{path}` is empty, although there are reports beside it: results and your decisions have been lost. Put a copy of it in its place, or delete it to grade everything anew."
                    ),
                    path=self.path,
                )
            if not reading:
                for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
                    self._connection.execute(f"PRAGMA {pragma}")
            if new:
                with self.transaction():
                    for statement in SCHEMA:
                        self._connection.execute(statement)
                    self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
                    self._connection.execute(f"PRAGMA user_version = {VERSION}")
            if reading:
                self._connection.execute("PRAGMA query_only = ON")
            self._stack = stack.pop_all()

    def close(self) -> None:
        self._stack.close()

    def select(self, query: str, values: Mapping[str, Any]) -> Iterator[sqlite3.Row]:
        """Give the rows of a query one by one."""
        with _translated_errors(self.path):
            yield from self._connection.execute(query, values)

    def first(self, query: str, values: Mapping[str, Any]) -> sqlite3.Row | None:
        """Return the first row of a query; None if there is none."""
        with _translated_errors(self.path):
            row: sqlite3.Row | None = self._connection.execute(query, values).fetchone()
            return row

    def change(self, statement: str, values: Mapping[str, Any]) -> None:
        """Run a statement that writes; outside `transaction` it is a transaction of its own."""
        with _translated_errors(self.path):
            self._connection.execute(statement, values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all changes made inside, or none of them."""
        with _translated_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            finally:
                # after some errors SQLite has rolled back by itself
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    @contextmanager
    def read_whole(self) -> Iterator[None]:
        """Turn into WrongUse what reading a row raises whose values are not those that a gradebook has."""
        try:
            yield
        except (
            ValueError,
            TypeError,
            LookupError,
            AttributeError,
            ArithmeticError,
            RecursionError,
            zlib.error,
        ) as error:
            raise _not_a_gradebook(self.path) from error

    def _check(self) -> bool:
        """Return whether the file is still empty. Raises WrongUse for one that is not a gradebook of this version."""
        pragmas = ("application_id", "user_version")
        application, version = (self._connection.execute(f"PRAGMA {each}").fetchone()[0] for each in pragmas)
        tables = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application == APPLICATION and version > VERSION:
            raise WrongUse(
                N_("The gradebook `{path}` was written by a newer version of this project: install that version."),
                path=self.path,
            )
        if (application, version, tables) != (0, 0, 0) and (application, version) != (APPLICATION, VERSION):
            raise _not_a_gradebook(self.path)
        return not tables

    def _missing_gradebook(self) -> WrongUse:
        return WrongUse(
            N_("There is no gradebook `{path}`: check the directory after `--out`, or grade a class into it first."),
            path=self.path,
        )


@contextmanager
def _translated_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite into OSError, or into WrongUse where the file is no gradebook."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise WrongUse(
                N_("Another process is writing to the gradebook in `{path}`: wait until it ends, or stop it."),
                path=path.parent,
            ) from error
        raise OSError(f"{path}: {error}") from error
    except sqlite3.DatabaseError as error:
        # its subclasses mean mistakes in this program, itself a damaged file
        if type(error) is not sqlite3.DatabaseError:
            raise
        raise _not_a_gradebook(path) from error


def _not_a_gradebook(path: Path) -> WrongUse:
    return WrongUse(
        N_("The file `{path}` is not a gradebook, or it is damaged: move it away, or choose another directory."),
        path=path,
    )


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold a lock that ends with this process, however it ends.

    It is SQLite's own lock on a separate file: it works on every system, and the gradebook stays open to readers.
    Nothing is ever written to the file, and it stays: removing it would let two processes hold the lock.
    """
    with _translated_errors(path), closing(sqlite3.connect(path, timeout=0.5, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
