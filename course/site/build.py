"""Writes the site: every page in every language, the files that they share, and the index of the search."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from course.contents import exercises
from course.frameworks import FRAMEWORKS
from course.i18n import LANGUAGES, N_, NATIVE, SHORT, in_context
from course.message import WrongUse
from course.notebook.writing.front import Place
from course.site.first import first_page, start_page
from course.site.lessons import chapters
from course.site.live import check_pyodide, write_live
from course.site.page import Contents, Page, Words
from course.site.practice import case_contents, case_pages, exercise_contents, exercise_pages, quiz_pages
from course.site.reference import glossary_page, search_page, versions_page

TOP = {"cases": in_context("site", "Cases")}
"""Short names of pages for the head of every page."""
TAGS = {"en": "en", "it": "it", "zh_CN": "zh-Hans", "ko": "ko"}
"""The languages as HTML names them."""
DESCRIPTION = 200
"""The most letters of a page's description."""
STATIC = Path(__file__).parent / "static"
STYLE = "site.css"
MARK = "course-site"
"""The name of an empty file that says that a directory was written by this command."""


@dataclass(frozen=True)
class Site:
    """All pages, in the order of reading, and the lists beside them by the name that a page gives.

    Attributes:
        address: where the site is published, with a slash at its end.
    """

    pages: Sequence[Page]
    contents: Mapping[str, Contents]
    address: str


def whole_site(place: Place, live_size: int = 0) -> Site:
    """Every page there is; see `exercise_pages` for the size."""
    ways = chapters(place)
    pages = [first_page(ways), start_page(place), *(page for way in ways for page in way.pages())]
    pages += [
        *quiz_pages(),
        *exercise_pages(live_size),
        *case_pages(),
        glossary_page(),
        versions_page(ways),
        search_page(),
    ]
    contents = {way.home: way.contents() for way in ways}
    contents |= {"exercises": exercise_contents(), "cases": case_contents()}
    return Site(pages, contents, place.site)


def build(out: Path, place: Place, force: bool = False, pyodide: Path | None = None) -> int:
    """Write the site into a directory, and return the number of its pages.

    Args:
        pyodide: the directory of Pyodide, for the exercises that can be checked in their page; None leaves that out.

    Raises:
        WrongUse: something else is in the directory, the program that makes the index is not installed, or there is no
            Pyodide.
    """
    if find_spec("pagefind") is None:
        raise WrongUse(
            N_("Pagefind, which makes the index of the search, is not installed: run `{command}`."),
            command=f'"{sys.executable}" -m pip install -e ".[site]"',
        )
    if out.exists() and any(out.iterdir()) and not (out / MARK).exists() and not force:
        raise WrongUse(
            N_(
                "The directory `{path}` is not empty, and was not written by this command. Name another directory, or overwrite its files with `--force`."
            ),
            path=out,
        )
    live_size = 0
    if pyodide is not None:
        check_pyodide(pyodide)
        live_size = write_live(out, pyodide, [exercise for exercise in exercises() if exercise.in_page])
    count = 0
    for path, text in files(whole_site(place, live_size)):
        count += path.endswith("index.html")
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    (out / "static").mkdir(exist_ok=True)
    for file in sorted(STATIC.iterdir()):
        if file.name != STYLE:
            (out / "static" / file.name).write_bytes(file.read_bytes())
    (out / MARK).write_text("")
    make_index(out)
    return count


def files(site: Site) -> Iterator[tuple[str, str]]:
    """The pages of a site: path and text of each file."""
    environment = Environment(
        loader=PackageLoader("course.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # the style stands in the page: a phone would wait for another file before it shows anything
    style = " ".join((STATIC / STYLE).read_text(encoding="utf-8").split())
    environment.globals["style"] = Markup(style)
    environment.globals["style_hash"] = base64.b64encode(sha256(style.encode()).digest()).decode()
    frame = Frame(site, environment)
    templates: dict[str, Template] = {}
    for page in site.pages:
        template = templates.setdefault(page.template, environment.get_template(page.template))
        for language in LANGUAGES:
            words = Words(page, language)
            content = page.content(words)
            text = template.render(**frame.around(page, words), description=described(content), **content)
            yield f"{SHORT[language]}/{page.path}/index.html".replace("//", "/"), text
    languages = [(SHORT[each], TAGS[each], NATIVE[each]) for each in LANGUAGES]
    yield "index.html", environment.get_template("languages.html.jinja").render(languages=languages)
    addresses = [
        f"{site.address}{SHORT[each]}/{page.path}".rstrip("/") + "/" for page in site.pages for each in LANGUAGES
    ]
    yield "sitemap.txt", "\n".join(addresses) + "\n"


@dataclass(frozen=True)
class Link:
    """A link to a page of the site: its path, the address from where the link stands, and the title, both as HTML."""

    path: str
    href: Markup
    title: Markup


class Frame:
    """What every page has around its own content. What hundreds of pages have in common is made once."""

    def __init__(self, site: Site, environment: Environment) -> None:
        self.site = site
        self.pages = {page.path: page for page in site.pages}
        self.template = environment.get_template("contents.html.jinja")
        self._links: dict[tuple[str, str, str], Link] = {}
        self._lists: dict[tuple[str, str, str], str] = {}

    def around(self, page: Page, words: Words) -> dict[str, Any]:
        """The values with which the template of a page is filled, besides its content."""
        contents = self.site.contents.get(page.contents)
        beside = [path for _, paths in contents.groups for path in paths] if contents else []
        place = beside.index(page.path) if page.path in beside else -1
        title = words.title(page)
        here = next((framework for framework in page.frameworks if page.contents.endswith(f"/{framework}")), None)
        frameworks = [FRAMEWORKS[here].title] if here and len(page.frameworks) > 1 else []
        parents = [words.say(page.parent)] if page.parent else []
        return {
            "words": words,
            "page": page,
            "title": title,
            "part": " · ".join([*parents, *frameworks]),
            "whole_title": " · ".join([title, *frameworks, *parents]),
            "link": lambda path: self.link(path, words),
            "root": words.root,
            "tag": TAGS[words.language],
            "address": self._address(page, words.language),
            "languages": [
                {
                    "tag": TAGS[each],
                    "name": NATIVE[each],
                    "short": SHORT[each],
                    "href": words.href(page.path, language=each),
                    "address": self._address(page, each),
                    "here": each == words.language,
                }
                for each in LANGUAGES
            ],
            "frameworks": [
                {
                    "name": framework,
                    "title": FRAMEWORKS[framework].title,
                    "href": words.href(path),
                    "here": page.contents.endswith(f"/{framework}"),
                }
                for framework, path in page.frameworks.items()
                if path in self.pages
            ],
            "top": [
                replace(self.link(path, words), title=escape(words.say(TOP[path])))
                if path in TOP
                else self.link(path, words)
                for path in ("exercises", "cases", "glossary", "versions", "search")
            ],
            "beside": self._beside(page, words, contents) if contents else "",
            "previous": self.link(beside[place - 1], words) if place > 0 else None,
            "next": self.link(beside[place + 1], words) if 0 <= place < len(beside) - 1 else None,
        }

    def _address(self, page: Page, language: str) -> str:
        return f"{self.site.address}{SHORT[language]}/{page.path}".rstrip("/") + "/"

    def link(self, path: str, words: Words) -> Link:
        """The link to a page from the one that has these words."""
        key = (words.root, words.language, path)
        if key not in self._links:
            self._links[key] = Link(path, escape(words.href(path)), escape(words.title(self.pages[path])))
        return self._links[key]

    def _beside(self, page: Page, words: Words, contents: Contents) -> Markup:
        """The list of pages beside one, on which the page itself is marked."""
        key = (words.root, words.language, page.contents)
        if key not in self._lists:
            groups = [
                {"title": words.say(title) if title else "", "links": [self.link(path, words) for path in paths]}
                for title, paths in contents.groups
            ]
            self._lists[key] = self.template.render(groups=groups, words=words) + "\n"
        link = f'href="{escape(words.href(page.path))}"'
        return Markup(self._lists[key].replace(link, f'{link} aria-current="page"'))


def described(content: Mapping[str, Any]) -> str:
    """The beginning of a page's text, for those who list its address; empty where it begins with no text."""
    proses = [item["html"] for item in content.get("items", ()) if item["kind"] == "prose" and not item["aside"]]
    texts = [
        content.get("what"),
        content.get("note"),
        *content.get("introduction", ()),
        *content.get("task", ()),
        *proses,
    ]
    text = next((Markup(each).striptags() for each in texts if each), "")
    if len(text) <= DESCRIPTION:
        return text
    # Chinese has few spaces, and can be cut between any two letters
    space = text.rfind(" ", DESCRIPTION // 2, DESCRIPTION)
    return f"{text[: space if space > 0 else DESCRIPTION]}…"


def make_index(out: Path) -> None:
    """Let Pagefind make the index of the search.

    Raises:
        WrongUse: it failed; its last line says why.
    """
    command = [sys.executable, "-m", "pagefind", "--site", str(out), "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise WrongUse(N_("The index of the search could not be made: {reason}"), reason=lines[-1] if lines else "?")
    # Pagefind lists the languages in any order
    entry = out / "pagefind" / "pagefind-entry.json"
    entry.write_text(json.dumps(json.loads(entry.read_text("utf-8")), sort_keys=True, ensure_ascii=False), "utf-8")
