"""Makes an exercise of a case: what the learner begins with, and what is judged.

The repaired script runs on data that were drawn anew, so that no result can be known beforehand. Four checks decide. Does
the script run to its end? Does its model know what the judge alone knows? Is the score that it reports the true one? Is
all that had nothing to do with the mistake as it was?
"""

from __future__ import annotations

import json
import math
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from course.case import Case, Program
from course.cases import mistakes
from course.exercise import Check, Draw, Exercise, Found, Handed, Mistake
from course.i18n import N_
from course.paths import ASSETS
from course.script import Script, functions, lay, read

CLOSE = 1e-6
"""The relative difference at which two numbers of a run are taken for the same."""
NEAR = {"mean-rate": 0.3, "first-loss": 0.25}
"""The same for the facts that a repair may change a little: with its own schedule, or with other random weights."""
SHARES = ("mean-rate",)
"""The facts that are shares of 1; a message shows them in percent."""
SEED = 0
"""The seed of the data that a learner gets; a check draws others."""
ROUNDING = 0.0051
"""How far a score that is told with two digits can be from the exact one."""
SECONDS = 90.0
"""How long a repaired script may calculate, in seconds of CPU time: some ten times of what it needs."""


def broken_script(program: Program, case: Case) -> Script:
    """The script of a program with the wrong cell of a case laid over it."""
    wrong = functions(program.folder / "broken" / case.file).values()
    return lay(read(program.folder / "script.py"), wrong)


def program_text(script: Script) -> str:
    """The text of a script as a file of its own, which starts it on the data that lie beside it."""
    return f"""{script.text()}

if __name__ == "__main__":
    from pathlib import Path

    here = Path(__file__).with_suffix("")
    main(f"{{here}}/checkpoint", f"{{here}}/data", f"{{here}}/output")
"""


def exercise_of(program: Program, case: Case) -> Exercise:
    """The exercise in which a learner repairs a case."""
    checks = (
        Check(
            "runs",
            N_("the script runs to its end"),
            2,
            partial(judge_run, program),
            (*_errors(case), mistakes.RENAMED),
        ),
        Check(
            "learns",
            N_("the model has learned"),
            4,
            partial(judge_model, program),
            (mistakes.CAUGHT, mistakes.NO_STEPS, mistakes.NOT_LEARNED),
            needs=("runs",),
            hint=2,
        ),
        Check(
            "reports",
            N_("the reported score is the true one"),
            2,
            partial(judge_report, program),
            (mistakes.NO_SCORE, mistakes.OTHER_SCORE, mistakes.WORST_KEPT),
            needs=("runs",),
            hint=2,
        ),
        Check(
            "unchanged",
            N_("everything else is as it was"),
            2,
            partial(judge_facts, program, case),
            tuple(mistakes.FACTS.values()),
            needs=("runs",),
            hint=0,
        ),
    )
    return Exercise(
        name=f"case-{case.name}",
        title=case.symptom,
        settings=(program.framework,),
        task=(case.note, *program.task, TASK),
        hints=case.hints,
        solved=case.why,
        draw=program.draw,
        checks=tuple(_hinted(case, check) for check in checks),
        seconds=SECONDS,
        chapter="cases",
        harness=program.name,
        starter=lambda: program_text(broken_script(program, case)),
        functions=("main",),
        bring=partial(bring_files, program),
    )


def _hinted(case: Case, check: Check) -> Check:
    """The check with hints only where it can fail by the case's own mistake; elsewhere the repair broke something new.

    A mistake that raises an error can show in each check once the error is gone. Another one shows in the check that the case
    names, or in a fact of the run.
    """
    if case.raises is not None or check.name in (case.fails, "unchanged"):
        return check
    return replace(check, hint=0, mistakes=tuple(replace(each, hint=0) for each in check.mistakes))


TASK = N_(
    "One thing in the script is wrong. Run it, find the mistake, and repair it in the file. Change nothing else: `main()` keeps its name, its parameters, and its variables. The check runs your script on other data of the same kind, and looks at these variables. On the validation set of the check, even a right script does not reach a score of 1."
)


def _errors(case: Case) -> tuple[Mistake, ...]:
    if case.raises is None:
        return (mistakes.OTHER_ERROR,)
    return (mistakes.same_error(case.raises.error, case.raises.pattern), mistakes.OTHER_ERROR)


def bring_files(program: Program, directory: Path, seed: int = SEED) -> None:
    """Write the checkpoint and the data that a learner's script reads. What is there stays."""
    data = directory / "data"
    if not data.exists():
        data.mkdir(parents=True)
        splits = program.draw_splits(Random(seed))
        for split in ("train", "validation"):
            lines = [json.dumps(row) + "\n" for row in splits[split]]
            (data / f"{split}.jsonl").write_text("".join(lines), encoding="utf-8")
    checkpoint = directory / "checkpoint"
    if not checkpoint.exists():
        shutil.copytree(ASSETS / "cases" / program.checkpoint, checkpoint)


def judge_run(program: Program, draw: Draw, handed: Handed) -> Found | None:
    """Whether the variables are there that the other checks look at."""
    looked_at = [name for name in mistakes.VARIABLES if name in handed.values]
    missing = [name for name in looked_at if not handed.truth(name, "main")]
    return mistakes.RENAMED.found(names=missing) if missing else None


def judge_model(program: Program, draw: Draw, handed: Handed) -> Found | None:
    """Whether the model is right about enough of the examples that the judge kept."""
    score = program.score(handed, draw.kept["labels"])
    if score >= program.target:
        return None
    caught = handed.values.get("caught")
    if isinstance(caught, list) and caught:
        return mistakes.CAUGHT.found(error=str(caught[0]), score=score)
    if not handed.integer("steps", "main"):
        return mistakes.NO_STEPS.found()
    return mistakes.NOT_LEARNED.found(score=score, target=program.target, guess=draw.kept["guess"])


def judge_report(program: Program, draw: Draw, handed: Handed) -> Found | None:
    """Whether the score that the script reports is that of its model on the validation set."""
    told = handed.values.get("told")
    if isinstance(told, bool) or not isinstance(told, int | float):
        return mistakes.NO_SCORE.found()
    true = (program.report or program.score)(handed, draw.kept["validation"])
    if not math.isclose(told, true, abs_tol=ROUNDING):
        return mistakes.OTHER_SCORE.found(told=float(told), true=true)
    if "keeps-best" in handed.values and not handed.truth("keeps-best", "main"):
        return mistakes.WORST_KEPT.found(metric=handed.text("best", "main"))
    return None


def judge_facts(program: Program, case: Case, draw: Draw, handed: Handed) -> Found | None:
    """Whether what a run is known by is as it was, save what a repair may set."""
    for name, usual in program.facts.items():
        expected = draw.kept.get(name, usual)
        actual = handed.number(name, "main")
        near = NEAR.get(name, CLOSE)
        ranges = [(expected, expected), *([case.free[name]] if name in case.free else [])]
        if not any(least * (1 - near) <= actual <= most * (1 + near) for least, most in ranges):
            before, now = (round(100 * each) if name in SHARES else each for each in (expected, actual))
            return mistakes.FACTS[name].found(before=before, now=now)
    return None
