"""The hub asks who you are."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

NO_SUCH = r"is not a valid model identifier|doesn't exist on the Hub|Repository Not Found"
"""A wrong name: the message goes on to speak of tokens, in case the repository is a private one."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if said(facts, NO_SUCH) and not said(facts, "gated|restricted"):
        return None
    found = said(
        facts,
        r"gated repo|401 Client Error|403 Client Error|Invalid (?:username|user token)|You (?:must|need to) (?:be authenticated|log ?in|have access)|token is required|huggingface-cli login|hf auth login",
    )
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="needs-token",
    needs=("crash",),
    find=find,
    title=N_("The hub asks who you are"),
    why=N_(
        "This model or data set is private, or its conditions must be accepted first. The hub gives it only to users who are logged in and have access."
    ),
    change=N_(
        "Accept the conditions on its page, and log in once with `hf auth login`. Write no token into the program."
    ),
    terms=("hub",),
)
