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


@pytest.mark.parametrize(
    ("more", "found"), [("", True), ("trainer.args.num_train_epochs += 5", False)], ids=["at its end", "further"]
)
def test_a_training_that_goes_on_from_its_end_is_found(tmp_path: Path, more: str, found: bool) -> None:
    program = next(each for each in programs() if each.name == "tickets_trainer")
    bring_files(program, tmp_path)
    text = program_text(read(program.folder / "script.py"))
    again = f"    trainer.train()\n    {more}\n    trainer.train(resume_from_checkpoint=True)\n"
    for before, after in ((STRATEGY, 'save_strategy="epoch",\n'), ("    trainer.train()\n", again)):
        assert text.count(before) == 1
        text = text.replace(before, after)
    (tmp_path / "train.py").write_text(text.replace('Path(__file__).with_suffix("")', "Path(__file__).parent"))
    report = examine(tmp_path / "train.py", steps=20)
    assert first(report) == ("nothing-left-to-train" if found else "")
    assert not found or "resume_from_checkpoint" in report["findings"][0]["place"]["code"]


UNDIVIDED = """class PenalizedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        outputs = model(**inputs)
        loss = outputs.loss + 1e-4 * outputs.logits.square().mean()
        return (loss, outputs) if return_outputs else loss


"""


@pytest.mark.parametrize(
    ("text", "look"),
    [
        (UNDIVIDED, "accumulated-undivided"),
        (UNDIVIDED.replace("else loss", "else loss / self.args.gradient_accumulation_steps"), ""),
        (
            f"{UNDIVIDED.rstrip()}\n\n    model_accepts_loss_kwargs = property(lambda _: False, lambda *_: None)\n\n\n",
            "",
        ),
    ],
    ids=["mean", "divided", "left to the Trainer"],
)
def test_means_that_are_added_up_over_the_batches_of_a_step_are_found(tmp_path: Path, text: str, look: str) -> None:
    program = next(each for each in programs() if each.name == "steps_trainer")
    bring_files(program, tmp_path)
    script = program_text(read(program.folder / "script.py"))
    batch = "per_device_train_batch_size=16,"
    assert script.count(batch) == 1
    assert script.count("return Trainer(") == 1
    script = script.replace(batch, f"{batch} gradient_accumulation_steps=2,")
    script = script.replace("return Trainer(", "return PenalizedTrainer(").replace(
        "def load_data", f"{text}def load_data"
    )
    (tmp_path / "train.py").write_text(script.replace('Path(__file__).with_suffix("")', "Path(__file__).parent"))
    assert first(examine(tmp_path / "train.py")) == look
