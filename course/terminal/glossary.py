"""Show entries of the glossary in a terminal."""

from __future__ import annotations

from rich.text import Text

from course.glossary import NAMED, SEE_ALSO, headword, in_order, look_up, other_name
from course.i18n import LANGUAGES, SHORT, listed
from course.terminal.rendering import Terminal
from course.terms import TERMS, Term


def show_terms(query: str, terminal: Terminal) -> None:
    """Show the entries of the terms that are called so, or whose names begin so. Raises WrongUse where there is none."""
    for term in look_up(query):
        _entry(term, terminal)
        called = " · ".join(f"{SHORT[each]}: {headword(term, each)}" for each in LANGUAGES)
        terminal.print(Text(called, "dim"))
        if term.see:
            known = {each.name: each for each in TERMS}
            related = listed((headword(known[name], terminal.language) for name in term.see), terminal.language)
            terminal.print(terminal.prose(terminal.say(SEE_ALSO, terms=related), style="dim"))
        terminal.gap()


def show_all(terminal: Terminal) -> None:
    """Show all entries in the order of the language's letters."""
    for term in in_order(terminal.language):
        _entry(term, terminal)
        terminal.gap()


def _entry(term: Term, terminal: Terminal) -> None:
    own = headword(term, terminal.language)
    other = other_name(term, terminal.language)
    terminal.print(Text(terminal.say(NAMED, term=own, name=other) if other else own, "bold"))
    terminal.print(terminal.prose(terminal.say(term.definition)))
