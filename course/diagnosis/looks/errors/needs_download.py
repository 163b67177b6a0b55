"""Something must be downloaded, and that failed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="needs-download",
    needs=("crash",),
    find=by_message(
        r"couldn't connect to|[Cc]onnection ?[Ee]rror|Max retries exceeded|[Oo]ffline mode|is not a local folder and is not a valid model identifier|doesn't exist on the Hub|Repository Not Found|urlopen error|Resource .{1,60} not found\.\s+Please use the NLTK|[Cc]onnection refused|Network is unreachable|Cannot find the requested files in the (?:disk|local) cache|Couldn't (?:reach|find).{0,120}(?:Hub|hub|cache)|Name or service not known|Temporary failure in name resolution",
        "likely",
    ),
    title=N_("Something must be downloaded, and that failed"),
    why=N_(
        "The program loads a model, a tokenizer or data by name. It is not in the cache of this machine, and the hub could not be reached, or has nothing of that name."
    ),
    change=N_("Check the name and the connection; then load it once outside the doctor, so that it is in the cache."),
    terms=(
        "hub",
        "checkpoint",
    ),
)
