"""`doctor.look` looks at objects that live already, and leaves them as they were."""

from typing import Any

import pytest
from support.marks import PINNED

from course.message import WrongUse
from course.paths import ASSETS

pytestmark = PINNED["pt"]
CHECKPOINT = str(ASSETS / "cases" / "tickets")
TEXTS = ["hello . my lamp does not start", "hi there . my tent makes a strange noise"] * 4


def made(labels: list[int], name: str = "labels") -> tuple[Any, Any, Any]:
    """A model with two outputs, a tokenizer, and a data set with these labels."""
    from datasets import Dataset
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2)
    rows = Dataset.from_dict({"text": TEXTS, name: labels})
    return model, tokenizer, rows.map(lambda row: tokenizer(row["text"], truncation=True))


def trainer_of(model: Any, tokenizer: Any, rows: Any, directory: str) -> Any:
    from transformers import DataCollatorWithPadding, Trainer, TrainingArguments

    return Trainer(
        model,
        TrainingArguments(directory, report_to="none", use_cpu=True),
        train_dataset=rows,
        data_collator=DataCollatorWithPadding(tokenizer),
    )


@pytest.mark.parametrize(
    ("labels", "name", "look"),
    [
        ([0, 1] * 4, "labels", ""),
        ([1, 2] * 4, "labels", "label-beyond-outputs"),
        ([0, 1] * 4, "desk", "missing-labels"),
    ],
)
def test_a_trainer_is_looked_at(
    labels: list[int],
    name: str,
    look: str,
    tmp_path: Any,
    capsys: pytest.CaptureFixture[str],
    recwarn: pytest.WarningsRecorder,
) -> None:
    import torch

    from course import doctor

    model, tokenizer, rows = made(labels, name)
    trainer = trainer_of(model, tokenizer, rows, str(tmp_path))
    model.eval()
    before = {key: value.clone() for key, value in model.state_dict().items()}
    random = torch.get_rng_state()
    capsys.readouterr()
    recwarn.clear()
    report = doctor.look(trainer, lang="it")
    # what a notebook shows below a cell that ends with it
    assert repr(report) == f"<Report: {look or '—'}>"
    assert [finding["look"] for finding in report["findings"]][:1] == ([look] if look else [])
    # the report is all that is said: no library warns of what was only looked at
    printed = capsys.readouterr()
    assert printed.out
    assert printed.err == ""
    assert recwarn.list == []
    assert not model.training
    assert all(parameter.grad is None for parameter in model.parameters())
    assert all(torch.equal(before[key], value) for key, value in model.state_dict().items())
    assert torch.equal(random, torch.get_rng_state())
    # nothing goes on being watched
    assert torch.nn.Module.__call__.__module__.startswith("torch")


def test_a_model_is_looked_at_with_its_batches() -> None:
    from torch.utils.data import DataLoader
    from transformers import DataCollatorWithPadding

    from course import doctor

    model, tokenizer, rows = made([0, 2] * 4)
    loader = DataLoader(rows.remove_columns("text"), 4, collate_fn=DataCollatorWithPadding(tokenizer))
    assert doctor.look(model, loader)["findings"][0]["look"] == "label-beyond-outputs"
    for wrong in ((model,), ("model", loader)):
        with pytest.raises(WrongUse):
            doctor.look(*wrong)
