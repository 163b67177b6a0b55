"""The web site as a reader meets it: in a browser, on a phone and on a desktop, with a keyboard, and without JavaScript."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from support.paths import ROOT

from course.contents import declaring_modules, find_exercise, solution, starter_text
from course.grading.check import check
from course.grading.running.single import SingleProcess
from course.i18n import SHORT, translate
from course.notebook.writing.front import Place
from course.site.build import whole_site
from course.site.labels import LABELS

pytestmark = pytest.mark.site
PATHS = [page.path for page in whole_site(Place()).pages]
LANGUAGES = tuple(SHORT.values())
PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
WORDS = {"en": "gradient", "it": "gradiente", "zh": "学习率", "ko": "학습률"}
EXERCISE = find_exercise("know-your-data")
FOLDER = ROOT / "tests" / "submissions" / "ch8" / "know_your_data"
LOOK = """() => {
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
    const shown = (each) => each.getClientRects().length && !each.closest("[aria-live], [role=status], [hidden]");
    const boxes = "p, li, figure, pre, table, h1, h2, h3, dt, dd, summary, section, a, button, th, figcaption";
    const empty = [...document.querySelectorAll(boxes)].filter(
        (each) => shown(each) && !each.textContent.trim() && !each.querySelector("svg, input, textarea"));
    const cut = [...document.querySelectorAll("main *")].filter((each) => {
        const box = each.getBoundingClientRect();
        return shown(each) && box.right > innerWidth + 1 && !each.closest("pre, .wide, svg, textarea");
    });
    return [wide, ...[...empty, ...cut].map((each) => each.outerHTML.slice(0, 200))].filter(Boolean);
}"""
"""What is wrong with how a page looks: it is wider than the window, it has an empty box, or an element stands out at its side."""


class Watched:
    """A page of the browser whose complaints are kept."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        self.address = address
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self._keep(message.type in ("error", "warning"), message.text))
        self.page.on("pageerror", lambda error: self._keep(True, str(error)))
        # what a page still loads when the reader goes on is given up
        self.page.on("requestfailed", lambda request: self._keep(request.failure != "net::ERR_ABORTED", request.url))
        self.page.on("request", lambda request: self._keep(not request.url.startswith(address), request.url))

    def _keep(self, bad: bool, text: str) -> None:
        if bad:
            self.complaints.append(f"{self.page.url}: {text}")

    def go(self, path: str) -> Page:
        """Open a page of the site."""
        self.page.goto(f"{self.address}/{path}".rstrip("/") + "/")
        return self.page


@pytest.fixture
def watched(browser: Browser, address: str) -> Iterator[Watched]:
    watched = Watched(browser, address, viewport=PHONE)
    yield watched
    watched.context.close()
    assert watched.complaints == []


def looked_at(watched: Watched, paths: list[str], language: str) -> list[tuple[str, int, object]]:
    """What is wrong with pages at both widths, with all that is folded open at the second look."""
    found = []
    for path in paths:
        page = watched.go(f"{language}/{path}")
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)
            found += [(path, size["width"], each) for each in page.evaluate(LOOK)]
            page.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))")
            found += [(path, size["width"], each) for each in page.evaluate(LOOK)]
    return found


@pytest.mark.parametrize("place", range(len(LANGUAGES)), ids=LANGUAGES)
def test_pages_fit_a_phone_and_a_desktop(watched: Watched, place: int) -> None:
    # every change sees some pages in each language, and others in each; a release sees all of them
    assert looked_at(watched, ["", *PATHS[1 + 3 * place :: 12]], LANGUAGES[place]) == []


@pytest.mark.release
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_a_phone_and_a_desktop(watched: Watched, language: str) -> None:
    assert looked_at(watched, PATHS, language) == []


def violations(page: Page) -> list[object]:
    """What axe-core finds, each with the elements."""
    found = Axe().run(page).response["violations"]
    return [(each["id"], [node["html"][:150] for node in each["nodes"]][:3]) for each in found]


def one_of_each_kind() -> list[str]:
    """A page for each template."""
    return list({page.template: page.path for page in reversed(whole_site(Place()).pages)}.values())


# a page has the same elements in every language; a release looks at all of them
@pytest.mark.parametrize(
    ("language", "theme"), [pytest.param("it", "light", marks=pytest.mark.release), ("ko", "dark")]
)
def test_axe_finds_nothing(browser: Browser, address: str, language: str, theme: str) -> None:
    # axe is put into the page, which the page's own policy would forbid
    watched = Watched(browser, address, viewport=PHONE, color_scheme=theme, bypass_csp=True)
    more = PATHS[LANGUAGES.index(language) :: 40]
    for path in [*one_of_each_kind(), *more]:
        page = watched.go(f"{language}/{path}")
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        assert violations(page) == [], path
    watched.context.close()


@pytest.mark.release
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_any_page(browser: Browser, address: str, language: str) -> None:
    watched = Watched(browser, address, viewport=DESKTOP, bypass_csp=True)
    assert [(path, found) for path in PATHS if (found := violations(watched.go(f"{language}/{path}")))] == []
    watched.context.close()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus; on the way, each element that has it shows that it has."""
    for _ in range(300):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            continue
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", page.evaluate("document.activeElement.outerHTML.slice(0, 150)")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{page.url}: no {selector} can be reached")


def test_a_lesson_is_read_with_the_keyboard_alone(watched: Watched) -> None:
    page = watched.go("en/ch8/pt")
    for path, following in pairwise(whole_site(Place()).contents["ch8/pt"].groups[0][1]):
        assert page.url.endswith(f"/en/{path}/")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.matches('.skip')")
        page.keyboard.press("Enter")
        if page.locator("main details > summary").count():
            tab_to(page, "main summary")
            page.keyboard.press("Enter")
            assert page.evaluate("document.activeElement.parentElement.open")
        tab_to(page, "a[rel=next]")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/en/{following}/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_search_finds_words(watched: Watched, language: str) -> None:
    page = watched.go(f"{language}/search")
    page.fill("#query", WORDS[language])
    found = page.locator(".results li a")
    found.first.wait_for()
    assert found.count() > 3
    assert all(f"/{language}/" in (link.get_attribute("href") or "") for link in found.all())
    assert WORDS[language].lower() in page.locator(".results").inner_text().lower()
    # an address with the words can be passed on
    assert "q=" in page.url
    page.fill("#query", "ʘʘʘʘ")
    expect(page.locator(".results")).not_to_be_empty()
    expect(page.locator(".results a")).to_have_count(0)


def test_framework_and_language_keep_the_place_and_are_remembered(watched: Watched) -> None:
    page = watched.go("it/ch8/tf/learning-rate")
    page.click("a[data-framework=pt]")
    assert "/it/ch8/pt/" in page.url
    page.click("a[data-language=ko]")
    assert "/ko/ch8/pt/" in page.url
    page.goto(watched.address)
    page.wait_for_url("**/ko/")


def test_the_first_page_asks_where_no_language_is_known(browser: Browser, address: str) -> None:
    for locale, short in (("fr-FR", ""), ("zh-TW", ""), ("zh-CN", "zh"), ("it-CH", "it")):
        watched = Watched(browser, address, locale=locale)
        watched.page.goto(address)
        watched.page.wait_for_url(f"{address}/{short}/" if short else f"{address}/")
        watched.context.close()


def test_a_curve_tells_its_values_where_one_points(watched: Watched) -> None:
    page = watched.go("en/ch8/tf/repaired")
    chart = page.locator(".curves svg").first
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    told = page.locator(".curves .read").first
    expect(told).not_to_be_empty()
    before = told.inner_text()
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    expect(told).not_to_have_text(before)


def test_a_quiz_says_whether_an_answer_is_right(watched: Watched) -> None:
    page = watched.go("en/ch8/quiz")
    question = page.locator(".question").nth(1)
    boxes = question.locator("input")
    right = [box for box in boxes.all() if box.get_attribute("data-right") is not None]
    assert 1 < len(right) < boxes.count()
    verdict = question.locator(".verdict")
    texts = []
    for chosen in (right[:1], boxes.all(), right):
        for box in boxes.all():
            box.set_checked(any(box.get_attribute("value") == each.get_attribute("value") for each in chosen))
        question.locator("button").click()
        texts.append(verdict.inner_text())
    assert len({*texts}) == 3
    assert texts[-1].startswith("✓")
    assert question.locator("details").get_attribute("open") is not None


def test_the_copied_text_is_the_command(browser: Browser, address: str) -> None:
    watched = Watched(browser, address, permissions=["clipboard-read", "clipboard-write"])
    page = watched.go("ko/cases/no-loss")
    page.locator(".bar", has=page.locator("pre.command")).first.locator("button").click()
    expect(page.locator(".ways button").first).to_have_text(translate(LABELS["copied"], "ko"))
    assert page.evaluate("navigator.clipboard.readText()") == "python -m course start case no-loss --lang ko"
    watched.context.close()


def test_light_and_dark_stay_as_chosen(watched: Watched) -> None:
    page = watched.go("en/ch8/tf")
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.click("button.theme")
    dark = page.evaluate(colour)
    assert dark != light
    page = watched.go("zh/glossary")
    assert page.evaluate(colour) == dark


def test_without_javascript_a_page_is_complete(browser: Browser, address: str) -> None:
    watched = Watched(browser, address, java_script_enabled=False, viewport=PHONE)
    page = watched.go("it/ch8/pt/label-count")
    page.locator("details.folded > summary").last.click()
    expect(page.locator("details.folded").last.locator(".diff").first).to_be_visible()
    page = watched.go("it/exercises/know-your-data")
    expect(page.locator(".live")).to_be_hidden()
    expect(page.locator(".starter")).to_be_visible()
    assert watched.complaints == []
    watched.context.close()


def checked_in_page(page: Page, source: str) -> Any:
    """The checks of an answer's report, by the class of each."""
    page.fill(".live textarea", source)
    page.click(".live .check")
    expect(page.locator(".live .check")).to_be_disabled()
    expect(page.locator(".live .check")).to_be_enabled(timeout=120_000)
    return [each.get_attribute("class") for each in page.locator(".report .checks li").all()]


def test_an_exercise_is_written_and_checked_in_its_page(watched: Watched) -> None:
    page = watched.go("it/exercises/know-your-data")
    right = solution(EXERCISE, "plain").read_text("utf-8")
    assert checked_in_page(page, right) == ["passed"] * 3
    wrong = (FOLDER / "wrong" / "special_tokens_left.py").read_text("utf-8")
    assert checked_in_page(page, wrong) == ["failed", "passed", "passed"]
    assert "[CLS]" in page.locator(".report").inner_text()
    assert page.locator(".hints details").first.get_attribute("open") is not None
    # the answer is still there when the reader comes back, until they start again
    page = watched.go("it/exercises/know-your-data")
    assert page.locator(".live textarea").input_value().strip() == wrong.strip()
    page.click(".live .again")
    assert page.locator(".live textarea").input_value() == starter_text(EXERCISE, "plain").strip("\n")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("while True: pass", "10"),
        ("raise SystemExit", "exit()"),
        pytest.param("import os; os._exit(3)", "exit()", marks=pytest.mark.release),
    ],
)
def test_an_answer_that_does_not_come_back_is_ended(watched: Watched, line: str, says: str) -> None:
    page = watched.go("en/exercises/know-your-data")
    source = starter_text(EXERCISE, "plain").replace("raise NotImplementedError", line, 1)
    assert checked_in_page(page, source)[0] == "failed"
    assert says in page.locator(".report").inner_text()


def test_pyodide_judges_every_answer_as_the_command_line_does(watched: Watched) -> None:
    answers = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.rglob("*.py"))}
    with SingleProcess("plain", EXERCISE) as runner:
        checked = {name: check(EXERCISE, source, "answer.py", runner, seed=7) for name, source in answers.items()}
    expected = {
        name: [[each.check, each.state, each.mistake] for each in result.verdicts] for name, result in checked.items()
    }
    page = watched.go("en/exercises/know-your-data")
    found = page.evaluate(
        """async ([module, answers]) => {
            const { loadPyodide } = await import(new URL("/live/pyodide/pyodide.mjs", location.href));
            const python = await loadPyodide({ indexURL: new URL("/live/pyodide/", location.href).href });
            const archive = await (await fetch("/live/course.zip")).arrayBuffer();
            python.unpackArchive(archive, "zip", { extractDir: "/course" });
            python.runPython("import sys; sys.path.insert(0, '/course')");
            const { judged } = python.pyimport("course.grading.in_page");
            const told = {};
            for (const [name, source] of Object.entries(answers)) {
                const report = judged(module, source, "en", 7).toJs({ dict_converter: Object.fromEntries });
                told[name] = report.checks.map(({ name, state, mistake }) => [name, state, mistake]);
            }
            return JSON.stringify(told);
        }""",
        [declaring_modules(EXERCISE)[0], answers],
    )
    told = json.loads(found)
    # only these need a library that is not there
    lacking = {name for name, source in answers.items() if "import numpy" in source or "import pandas" in source}
    assert {name for name, checks in told.items() if not checks} == lacking
    assert {name: checks for name, checks in told.items() if checks} == {
        name: checks for name, checks in expected.items() if name not in lacking
    }


def test_a_page_is_light(site: Path, watched: Watched) -> None:
    sizes: list[int] = []
    watched.page.on("response", lambda response: sizes.append(len(response.body())))
    for path in ("en/ch8/tf/loss-placement", "ko/glossary", "zh/search", "it/exercises/know-your-data"):
        sizes.clear()
        watched.go(path).wait_for_load_state("networkidle")
        assert 10_000 < sum(sizes) < 300_000, path
