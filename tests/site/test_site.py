"""The web site: every link leads somewhere, nothing is loaded from elsewhere, and the search finds words of every language."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree
from urllib.parse import urldefrag, urljoin

import pytest

from course.i18n import LANGUAGES, SHORT
from course.message import WrongUse
from course.notebook.writing.front import Place
from course.site.build import STATIC, build

pytestmark = pytest.mark.slow
HEAVIEST = 300_000
"""Bytes that a page may have with everything that it loads."""
SCRIPTS = 30_000
"""Bytes that the site's own scripts may have."""


class Read(HTMLParser):
    """The links, the identifiers and the loaded files of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.names: list[str] = []
        self.styled: list[str] = []
        self.nested: list[str] = []
        self._within = False
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if "id" in found:
            self.names.append(found["id"] or "")
        if "style" in found or any(name.startswith("on") for name in found):
            self.styled.append(tag)
        address = found.get("href") or found.get("src") or ""
        if tag == "a":
            self.links.append(address)
            if self._within:
                self.nested.append(address)
            self._within = True
        elif address and found.get("rel") not in ("canonical", "alternate"):
            self.loaded.append(address)

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._within = False


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Read]:
    """Every page as it was read, by its path."""
    found = sorted(site.rglob("*.html"))
    return {path.relative_to(site).as_posix(): Read(path.read_text(encoding="utf-8")) for path in found}


def inner(pages: dict[str, Read]) -> Iterator[tuple[str, str]]:
    """The links between pages: the page, and the address from the site's root."""
    for path, page in pages.items():
        for link in page.links:
            if not link.startswith("https://"):
                yield path, urljoin(f"http://site/{path.removesuffix('index.html')}", link).removeprefix("http://site/")


def test_every_link_leads_to_a_page_and_a_place_on_it(pages: dict[str, Read]) -> None:
    names = {path: {*page.names} for path, page in pages.items()}
    for path, address in inner(pages):
        page, fragment = urldefrag(address)
        target = f"{page}index.html"
        assert target in pages, (path, address)
        assert not fragment or fragment in names[target], (path, address)


def test_every_page_is_reached_from_the_first(pages: dict[str, Read]) -> None:
    beside: dict[str, set[str]] = {}
    for path, address in inner(pages):
        beside.setdefault(path, set()).add(f"{urldefrag(address)[0]}index.html")
    reached = {"index.html"}
    left = ["index.html"]
    while left:
        new = beside.get(left.pop(), set()) - reached
        reached |= new
        left += new
    assert {*pages} == reached


def test_no_link_is_within_another(pages: dict[str, Read]) -> None:
    # a browser ends the outer one there
    assert [(path, page.nested) for path, page in pages.items() if page.nested] == []


def test_every_page_is_there_in_every_language(pages: dict[str, Read]) -> None:
    by_language = {
        language: {path.partition("/")[2] for path in pages if path.startswith(f"{SHORT[language]}/")}
        for language in LANGUAGES
    }
    assert all(paths == by_language["en"] for paths in by_language.values())
    assert "ch8/tf/label-count/index.html" in by_language["ko"]


def test_no_name_is_twice_on_a_page(pages: dict[str, Read]) -> None:
    for path, page in pages.items():
        assert len(page.names) == len({*page.names}), path


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_styled_or_scripted_in_a_page(pages: dict[str, Read]) -> None:
    for path, page in pages.items():
        assert not [address for address in page.loaded if "//" in address], path
        assert not page.styled, path


def test_pages_are_light(site: Path) -> None:
    # Python for the browser is loaded where a reader asks for it, and not with the page
    shared = sum(file.stat().st_size for file in (site / "static").iterdir())
    for path in site.rglob("index.html"):
        assert path.stat().st_size + shared <= HEAVIEST, path
    assert sum(file.stat().st_size for file in STATIC.glob("*.js")) <= SCRIPTS


def test_written_over_itself_it_is_the_same(site: Path, pyodide: Path | None, tmp_path: Path) -> None:
    copytree(site, tmp_path, dirs_exist_ok=True)
    (tmp_path / "it/index.html").write_text("an earlier page")
    build(tmp_path, Place(), pyodide=pyodide)
    first, second = (
        {path.relative_to(each): path.read_bytes() for path in each.rglob("*") if path.is_file()}
        for each in (site, tmp_path)
    )
    assert {*first} == {*second}
    assert [path for path in first if first[path] != second[path]] == []


def test_the_search_knows_every_page_in_its_language(site: Path) -> None:
    entry = json.loads((site / "pagefind/pagefind-entry.json").read_text())
    counts = {tag: each["page_count"] for tag, each in entry["languages"].items()}
    assert {*counts} == {"en", "it", "zh-hans", "ko"}
    assert len({*counts.values()}) == 1


def test_it_overwrites_only_what_it_has_written(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(WrongUse):
        build(tmp_path, Place())
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
