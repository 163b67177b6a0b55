"""The rules for translations can be broken, each by itself."""

import pytest

from course.audit import catalogues


def said_of(language: str, message: str, translation: str) -> set[str]:
    return {complaint.sentence("en") for complaint in catalogues.translation_complaints(language, message, translation)}


@pytest.mark.parametrize(
    ("language", "message", "translation", "complaint"),
    [
        ("it", "Look at `labels`.", "Guarda `label`.", "The code spans differ"),
        ("it", "Look at `x`, then at `x`.", "Guarda `x`.", "The code spans differ"),
        ("it", "Hello {name}.", "Ciao {nome}.", "The placeholders differ"),
        ("it", "Hello {name}.", "Ciao.", "The placeholders differ"),
        ("it", "Nothing was found.", "", "A translation is missing"),
        ("it", "Nothing was found.", "Nothing was found.", "This is still English"),
        ("ko", "Nothing was found.", "Niente.", "This is still English"),
        ("it", "Because of this.", "Perche' e' così.", "Italian writes an accent"),
        ("zh_CN", "One, two.", "一,二。", "Chinese takes full-width"),
        ("zh_CN", "It ends.", "结束了.", "Chinese takes full-width"),
        ("zh_CN", "Look at `labels` now.", "现在看`labels`这里。", "Chinese puts a space"),
        ("zh_CN", "There are 3 of them.", "有3个。", "Chinese puts a space"),
        ("ko", "Look at `labels`.", "`labels` 를 봅니다.", "A Korean particle"),
        ("ko", "See this: that.", "봅니다.: 저것.", "Korean does not put a colon"),
        ("it", "The learning rate.", "Il tasso di apprendimento.", "The glossary renders"),
    ],
)
def test_a_rule_that_is_broken_is_named(language: str, message: str, translation: str, complaint: str) -> None:
    assert any(said.startswith(complaint) for said in said_of(language, message, translation))


@pytest.mark.parametrize(
    ("language", "message", "translation"),
    [
        ("it", "Look at `labels` of {name}.", "Guarda `labels` di {name}."),
        ("zh_CN", "Look at `labels`, please: {name}.", "请看 `labels`：{name}。"),
        ("zh_CN", "`labels` (there are 3 of them)", "`labels`（共 3 个）"),
        ("ko", "Look at `labels`.", "`labels`를 봅니다."),
        ("it", "The learning rate is {rate}.", "Il learning rate è {rate}."),
    ],
)
def test_a_good_translation_earns_no_complaint(language: str, message: str, translation: str) -> None:
    assert said_of(language, message, translation) == set()


def test_a_longer_term_stands_for_the_shorter_one_in_it() -> None:
    terms = [term for term, _ in catalogues.missing_terms("it", "The learning rate scheduler.", "")]
    assert "learning rate scheduler" in terms
    assert "learning rate" not in terms
