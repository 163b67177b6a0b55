"""The glossary finds terms by any of their names, and their first use in a text of any language."""

import pytest
from support.commands import run

from course.glossary import anchor, first_uses, headword, in_order, look_up
from course.i18n import LANGUAGES
from course.message import WrongUse
from course.terms import TERMS


def found(query: str) -> list[str]:
    return [term.name for term in look_up(query)]


@pytest.mark.parametrize("query", ["overfitting", "Overfitting", " overfitting ", "过拟合", "과적합", "overfit"])
def test_a_term_is_found_by_its_name_in_any_language_and_by_how_that_begins(query: str) -> None:
    assert "overfitting" in found(query)


def test_a_name_goes_before_what_begins_alike() -> None:
    assert found("gradient") == ["gradient"]
    assert len(found("grad")) > 1


def test_what_is_no_term_is_refused_with_what_is_spelled_alike() -> None:
    with pytest.raises(WrongUse, match="overfitting"):
        look_up("overfiting")
    with pytest.raises(WrongUse, match="lists all"):
        look_up("xyzzy")
    with pytest.raises(WrongUse):
        look_up("  ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_has_a_headword_and_an_anchor_of_its_own(language: str) -> None:
    assert len({anchor(term) for term in TERMS}) == len(TERMS)
    assert all(headword(term, language) for term in TERMS)
    assert {term.name for term in in_order(language)} == {term.name for term in TERMS}


@pytest.mark.parametrize(
    ("language", "prose", "text", "term"),
    [
        ("en", "Two `gradient` and {gradient} have gradients.", "gradients", "gradient"),
        ("en", "The Learning rate decides.", "Learning rate", "learning rate"),
        ("it", "Il gradiente è nullo.", "gradiente", "gradient"),
        ("zh_CN", "这里的学习率太大。", "学习率", "learning rate"),
        ("ko", "학습률이 너무 큽니다.", "학습률", "learning rate"),
    ],
)
def test_the_first_use_of_a_term_is_set_off(language: str, prose: str, text: str, term: str) -> None:
    met: set[str] = set()
    pieces = [*first_uses(prose, language, met)]
    assert (text, term) in [(piece.text, piece.term.name) for piece in pieces if piece.term]
    assert "".join(f"`{piece.text}`" if piece.code else piece.text for piece in pieces) == prose
    assert not any(piece.term and piece.term.name == term for piece in first_uses(prose, language, met))


def test_a_term_is_a_word_of_its_own() -> None:
    assert not any(piece.term for piece in first_uses("mislabelled, Schrittmacher", "en", set()))


@pytest.mark.parametrize(
    ("language", "prose"),
    [("it", "Questa valutazione è nella stessa forma."), ("en", "A step, a class and a shape."), ("ko", "다음 단계")],
)
def test_a_word_with_other_meanings_leads_nowhere(language: str, prose: str) -> None:
    assert not any(piece.term for piece in first_uses(prose, language, set()))


@pytest.mark.parametrize(("language", "word"), [("it", "gradiente"), ("zh", "梯度"), ("ko", "그래디언트")])
def test_the_command_explains_a_term_in_the_language_that_is_asked_for(language: str, word: str) -> None:
    done = run("glossary", "gradient", "--lang", language)
    assert done.returncode == 0
    assert word in done.stdout
    listed = run("glossary", "--lang", language).stdout
    assert word in listed
    assert len(listed) > len(done.stdout)


def test_the_command_refuses_what_is_no_term() -> None:
    done = run("glossary", "xyzzy")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
