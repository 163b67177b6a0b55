"""The short texts of the templates, by name."""

from __future__ import annotations

from collections.abc import Mapping

from course.i18n import N_, in_context

LABELS: Mapping[str, str] = {
    "all_lines": N_("The whole traceback"),
    "case_list": N_(
        "Somebody wrote each of these scripts, and one thing in it is wrong. Choose one by what its author saw; its cause is for you to find."
    ),
    "chapters": N_("Chapters"),
    "checks": N_("What is checked, and the points"),
    "colab": N_("Open in Colab"),
    "contents": N_("Contents"),
    "copied": N_("Copied"),
    "copy": N_("Copy"),
    "dark": N_("Light or dark"),
    "exercise_list": N_(
        "Each exercise asks for one or two functions. A check says which parts are right, and what to look at where one is not."
    ),
    "fault": N_("Fault"),
    "framework": N_("Framework"),
    "here": N_("Run this on your machine"),
    "home": N_("First page"),
    "language": N_("Language"),
    "live": N_("Write and check your answer here"),
    "live_again": N_("Start again"),
    "live_check": in_context("site", "Check"),
    "live_failed": N_("Python could not be loaded. Check your answer on your machine instead."),
    "live_loading": N_("Loading Python…"),
    "live_note": N_(
        "Your answer is checked in your browser, in the same way as on your machine, and is sent nowhere. For that, this page loads Python when you begin to write: at most {size} MB, once."
    ),
    "live_running": N_("Checking…"),
    "next": N_("Next"),
    "no_script": N_("The search needs JavaScript."),
    "nothing": N_("Nothing was found."),
    "points": N_("points"),
    "previous": N_("Previous"),
    "recorded": N_("This is a recording: nothing runs now. What you see was seen on {date} with {versions}."),
    "right": N_("right"),
    "see": N_("See also"),
    "seen": N_("Symptom that was seen"),
    "skip": N_("Skip to the text"),
    "starter": N_("The file to begin with"),
    "version_list": N_(
        "Every output on these pages was recorded when the lessons ran. This table says when, with which versions, and what each fault said there."
    ),
    "without": N_("A fault without an error message shows in the values; its section tells how."),
    "wrong": N_("not right"),
    "your_answer": N_("Show whether I am right"),
}
