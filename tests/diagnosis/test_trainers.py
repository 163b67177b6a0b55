"""Settings of a Trainer that do nothing without an error: the script of a case, with one of them."""

from pathlib import Path

import pytest
from support.doctor import first
from support.marks import PINNED

from course.cases.judging import bring_files, program_text
from course.contents import programs
from course.diagnosis.running.launch import examine
from course.script import read

pytestmark = PINNED["pt"]

STRATEGY = 'save_strategy="no",\n'
WRONG = {
    "never-evaluated": (
        f'eval_strategy="epoch",\n        {STRATEGY}',
        'eval_strategy="steps", save_strategy="steps", eval_steps=500, load_best_model_at_end=True,\n',
    ),
    "metrics-not-computed": (STRATEGY, f"{STRATEGY}        prediction_loss_only=True,\n"),
}


@pytest.mark.parametrize("look", WRONG)
def test_a_setting_that_keeps_the_trainer_from_measuring_is_found(tmp_path: Path, look: str) -> None:
    program = next(each for each in programs() if each.name == "tickets_trainer")
    bring_files(program, tmp_path)
    text = program_text(read(program.folder / "script.py"))
    before, after = WRONG[look]
    assert before in text
    text = text.replace(before, after).replace('Path(__file__).with_suffix("")', "Path(__file__).parent")
    (tmp_path / "train.py").write_text(text)
    assert first(examine(tmp_path / "train.py")) == look
