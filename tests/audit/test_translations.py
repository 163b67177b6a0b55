"""The rules for translations can be broken, each by itself."""

import pytest

from course.audit import messages, terms, translations
from course.i18n import in_context, translate
from course.terms import Term


def said_of(language: str, message: str, translation: str) -> set[str]:
    return {
        complaint.sentence("en") for complaint in translations.translation_complaints(language, message, translation)
    }


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
        ("it", "It falls linearly.", "Scende in linea retta.", "Not “in linea retta”"),
        ("zh_CN", "One step.", "走步。", "Not “走步”"),
        ("ko", "Falls linearly.", "직선으로 줄어듭니다.", "Not “직선으로”"),
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
    missing = [term for term, _ in terms.missing_terms("it", "The learning rate scheduler.", "")]
    assert "learning rate scheduler" in missing
    assert "learning rate" not in missing


def test_a_short_message_of_two_rooms_needs_a_context_or_one_place() -> None:
    rooms = frozenset({"grading", "notebook"})
    senses = [
        messages.Marked("Answers", rooms=rooms),
        messages.Marked("Answers", context="of a question", rooms=rooms),
        messages.Marked("Answers are handed in.", rooms=rooms),
        messages.Marked("Questions", rooms=frozenset({"notebook"})),
    ]
    found = [
        complaint.message.values["message"] for complaint in messages.two_senses({each.key: each for each in senses})
    ]
    assert found == ["Answers"]


def test_a_message_in_a_context_is_extracted_and_shown_without_it() -> None:
    assert translate(in_context("a sense", "Some words"), "en") == "Some words"
    found = messages.marked_in(b'in_context("a sense", "Some words")', "room")
    assert [each.key for each in found] == [in_context("a sense", "Some words")]


def test_a_term_in_code_or_inside_a_word_is_not_avoided() -> None:
    assert [*terms.avoidable("en", "Look at `live objects`.")] == []
    assert [*terms.avoidable("en", "Look at live objects.")] != []


def test_a_glossary_with_a_gap_is_complained_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "TERMS", (*terms.TERMS, Term("flux capacitor", "It has no row.", see=("nothing",))))
    said = [each.sentence("en") for each in terms.term_complaints() if each.where == "flux capacitor"]
    assert len(said) == 3
    assert any("glossary.csv" in each for each in said)
    assert any("`nothing`" in each for each in said)
    assert any("No text" in each for each in said)


def test_every_row_of_the_glossary_needs_a_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "TERMS", terms.TERMS[1:])
    assert any("no definition" in complaint.sentence("en") for complaint in terms.term_complaints())
