"""The short texts of the templates, by name."""

from __future__ import annotations

from collections.abc import Mapping

from course.glossary import SEE_ALSO
from course.i18n import N_, in_context

LABELS: Mapping[str, str] = {
    "all_lines": N_("The whole traceback"),
    "most_lines": N_("The traceback, without {count} characters from its middle"),
    "case_list": N_(
        "In each of these scripts one thing is wrong. Choose a case by its symptom, find the cause, and repair it."
    ),
    "chapters": N_("Chapters"),
    "checks": N_("What is checked, and the points"),
    "colab": N_("Open in Colab"),
    "contents": N_("Contents"),
    "copied": N_("Copied"),
    "copy": N_("Copy"),
    "dark": N_("Switch theme"),
    "exercise_list": N_(
        "Each exercise asks for one to three functions. A check says which parts are right, and what to look at where one is not."
    ),
    "fault": N_("Fault"),
    "framework": N_("Framework"),
    "here": N_("Run this on your machine"),
    "home": in_context("site", "Home"),
    "language": N_("Language"),
    "live": N_("Write and check your answer here"),
    "live_again": N_("Restore the starting code"),
    "live_check": in_context("site", "Check"),
    "live_failed": N_("Python could not be loaded. Check your answer on your machine instead."),
    "live_loading": N_("Loading Python…"),
    "live_note": N_(
        "Your answer is checked in your browser, in the same way as on your machine, and is sent nowhere. To check it, this page loads Python when you begin to write: at most {size} MB, once."
    ),
    "live_running": N_("Checking…"),
    "next": N_("Next"),
    "no_script": N_("The search needs JavaScript."),
    "nothing": N_("Nothing was found."),
    "previous": N_("Previous"),
    "recorded": N_(
        "The outputs on this page were recorded on {date} with {versions}. Nothing runs in the page itself."
    ),
    "right": N_("right"),
    "see": SEE_ALSO,
    "seen": N_("Error message"),
    "skip": N_("Skip to the content"),
    "starter": N_("The file to begin with"),
    "version_list": N_(
        "The lessons were run with each set of versions in the first table. The other tables say which error message each fault gave, and with which versions. A fault without one shows only in the values, and its section tells how. The outputs on the pages of the lessons were recorded with the versions named under each title."
    ),
    "wrong": N_("not right"),
    "your_answer": N_("Check my answer"),
    "all_versions": in_context("site", "all"),
    "as_published": N_("with the cause that it has on the course page"),
    "begin": N_("Start with {framework}"),
    "install": N_("First time? Install the course."),
    "not_declared": N_("Not what the lesson describes:"),
    "not_run": N_("the lesson could not be run:"),
    "none": N_("no error message"),
    "on_versions": in_context("site", "Versions"),
    "partly": N_("partly right: an answer is missing"),
    "several": N_("More than one answer can be right: choose all that are."),
    "turn": N_("Previous and next page"),
    "when": N_("Recorded on {date} with {versions}."),
}
