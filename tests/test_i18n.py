"""The choice of a language, and words in it."""

import gettext
import io
from pathlib import Path

import pytest

from course.i18n import (
    LANGUAGES,
    compiled_catalogue,
    environment_language,
    format_number,
    format_share,
    negotiate,
    spans,
    translate,
    translate_plural,
)


@pytest.mark.parametrize("tag", ["zh", "zh-CN", "zh_CN", "zh_Hans", "zh-Hans-CN", "ZH_cn.UTF-8", "zh-SG"])
def test_simplified_chinese_goes_by_many_names(tag: str) -> None:
    assert negotiate(tag) == "zh_CN"


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("it", "it"),
        ("it_CH.UTF-8@euro", "it"),
        ("ko-KR", "ko"),
        ("en_GB", "en"),
        ("C", None),
        ("fr", None),
        ("zh_TW", None),
        ("", None),
    ],
)
def test_a_tag_asks_for_one_of_four_languages_or_for_none(tag: str, language: str | None) -> None:
    assert negotiate(tag) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "ko_KR.UTF-8"}, "ko"),
        ({"LC_MESSAGES": "zh_CN.UTF-8", "LANG": "it_IT"}, "zh_CN"),
        ({"LC_ALL": "ko_KR", "LANGUAGE": "fr:it"}, "it"),
        ({"LANGUAGE": "it", "COURSE_LANG": "zh"}, "zh_CN"),
        ({"COURSE_LANG": "fr", "LANG": "it_IT"}, "en"),
        ({"COURSE_LANG": "", "LANG": "it_IT"}, "it"),
        ({"LANG": "C.UTF-8"}, "en"),
    ],
)
def test_the_first_variable_that_is_set_decides(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language


def test_every_language_has_words_of_its_own() -> None:
    said = {translate("The loss does not fall", language) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)


def test_a_sentence_without_translation_is_shown_in_english() -> None:
    assert translate("No catalogue has this.", "it") == "No catalogue has this."


def catalogue_with(translation: str) -> bytes:
    """A catalogue that translates "Yes" so."""
    return f'''msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Yes"\nmsgstr "{translation}"\n'''.encode()


def yes_in(compiled: bytes) -> str:
    """What a compiled catalogue says for "Yes"."""
    return gettext.GNUTranslations(io.BytesIO(compiled)).gettext("Yes")


def test_a_compiled_catalogue_is_kept_until_its_source_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert yes_in(compiled_catalogue(catalogue_with("Sì"), "it")) == "Sì"
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    written = kept.stat().st_mtime_ns
    assert yes_in(compiled_catalogue(catalogue_with("Sì"), "it")) == "Sì"
    assert kept.stat().st_mtime_ns == written
    assert yes_in(compiled_catalogue(catalogue_with("Certo"), "it")) == "Certo"
    assert yes_in(compiled_catalogue(catalogue_with("Sì"), "it")) == "Sì"


@pytest.mark.parametrize("content", [None, b"", b"what another program left"], ids=["none", "empty", "other"])
def test_words_need_no_cache(content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    directory = tmp_path / "course-companion"
    if content is None:
        directory.write_text("a file where the directory should be")
    else:
        directory.mkdir()
        (directory / "it.mo").write_bytes(content)
    assert yes_in(compiled_catalogue(catalogue_with("Sì"), "it")) == "Sì"


def test_plurals_follow_the_language() -> None:
    def say(count: int, language: str) -> str:
        return translate_plural("{count} fault", "{count} faults", count, language)

    assert say(1, "en") != say(2, "en")
    assert say(1, "it") != say(2, "it")
    assert say(1, "ko") == say(2, "ko")


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert [format_number(1.0986, language) for language in LANGUAGES] == ["1.10", "1,10", "1.10", "1.10"]
    assert [format_share(0.8125, language) for language in LANGUAGES] == ["81.2%", "81,2%", "81.2%", "81.2%"]
    assert format_number(float("nan"), "it") == "nan"


@pytest.mark.parametrize("prose", ["", "no code", "`x = 1`", "say `a` or `b`.", "half a `span", "`a` and half a `span"])
def test_prose_split_at_its_backticks_loses_nothing(prose: str) -> None:
    assert "".join(f"`{piece}`" if code else piece for piece, code in spans(prose)) == prose


def test_what_stands_between_backticks_is_code() -> None:
    assert [piece for piece, code in spans("say `a` or `b`, not `c") if code] == ["a", "b"]
