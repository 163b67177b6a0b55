"""Settings of a Trainer that do nothing without an error: the script of a case, with one of them."""

from pathlib import Path

import pytest
from support.doctor import first
from support.marks import PINNED

from course.cases.judging import bring_files, program_text
from course.contents import programs
from course.diagnosis.running.launch import examine
from course.script import read

pytestmark = [*PINNED["pt"], pytest.mark.usefixtures("libraries_imported")]

STRATEGY = 'save_strategy="no",\n'
WRONG = {
    "never-evaluated": (
        f'eval_strategy="epoch",\n        {STRATEGY}',
        'eval_strategy="steps", save_strategy="steps", eval_steps=500, load_best_model_at_end=True,\n',
    ),
    "metrics-not-computed": (STRATEGY, f"{STRATEGY}        prediction_loss_only=True,\n"),
}


def changed(directory: Path, name: str, *changes: tuple[str, str]) -> Path:
    """The script of a case, with some of its text replaced, and what it reads beside it."""
    program = next(each for each in programs() if each.name == name)
    bring_files(program, directory)
    text = program_text(read(program.folder / "script.py"))
    for before, after in (*changes, ('Path(__file__).with_suffix("")', "Path(__file__).parent")):
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    path = directory / "train.py"
    path.write_text(text)
    return path


@pytest.mark.parametrize("look", WRONG)
def test_a_setting_that_keeps_the_trainer_from_measuring_is_found(tmp_path: Path, look: str) -> None:
    assert first(examine(changed(tmp_path, "tickets_trainer", WRONG[look]))) == look


@pytest.mark.parametrize(
    ("more", "found"), [("", True), ("trainer.args.num_train_epochs += 5", False)], ids=["at its end", "further"]
)
def test_a_training_that_goes_on_from_its_end_is_found(tmp_path: Path, more: str, found: bool) -> None:
    again = f"    trainer.train()\n    {more}\n    trainer.train(resume_from_checkpoint=True)\n"
    changes = ((STRATEGY, 'save_strategy="epoch",\n'), ("    trainer.train()\n", again))
    report = examine(changed(tmp_path, "tickets_trainer", *changes), steps=20)
    assert first(report) == ("nothing-left-to-train" if found else "")
    assert not found or "resume_from_checkpoint" in report["findings"][0]["place"]["code"]


def test_a_text_that_was_taken_apart_is_read_in_its_parts(tmp_path: Path) -> None:
    apart = "raw_datasets.map(lambda row: dict(zip(('start', 'end'), row['text'].split(' . ', 1)))).map(tokenize_batch"
    changes = (('examples["text"]', 'examples["start"], examples["end"]'), ("raw_datasets.map(tokenize_batch", apart))
    assert first(examine(changed(tmp_path, "tickets_trainer", *changes), steps=20)) == ""


def test_rows_are_not_taken_for_the_same_because_their_label_has_the_same_name(tmp_path: Path) -> None:
    changes = (
        (
            'examples["text"], truncation=True)\n\n    return raw_datasets.map(tokenize_batch, batched=True)',
            "examples[\"text\"], truncation=True)\n\n    return raw_datasets.map(tokenize_batch, batched=True, remove_columns='text')",
        ),
    )
    assert first(examine(changed(tmp_path, "tickets_trainer", *changes), steps=20)) == ""


def test_a_metric_that_is_an_object_keeps_what_else_it_can(tmp_path: Path) -> None:
    counted = """class Counted:
    def __init__(self, compute):
        self.compute = compute
        self.calls = 0

    def __call__(self, given):
        self.calls += 1
        return self.compute(given)

    def told(self):
        return f"measured {self.calls} times"


def make_trainer("""
    changes = (
        ("def make_trainer(", counted),
        ("compute_metrics=compute_metrics", "compute_metrics=Counted(compute_metrics)"),
        (
            "    results = trainer.evaluate()\n",
            "    results = trainer.evaluate()\n    print(trainer.compute_metrics.told())\n",
        ),
    )
    report = examine(changed(tmp_path, "tickets_trainer", *changes), steps=20)
    assert report["crash"] is None
    assert first(report) == ""


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
    batch = "per_device_train_batch_size=16,"
    path = changed(
        tmp_path,
        "steps_trainer",
        (batch, f"{batch} gradient_accumulation_steps=2,"),
        ("return Trainer(", "return PenalizedTrainer("),
        ("def load_data", f"{text}def load_data"),
    )
    assert first(examine(path)) == look
