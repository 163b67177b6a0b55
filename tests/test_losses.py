"""The callbacks that hear the loss of each step."""

from pathlib import Path
from typing import Any

import pytest

from course.losses import trainer_callback


@pytest.mark.pt
def test_a_trainer_that_the_callback_hears_prints_nothing_and_another_one_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import torch
    from transformers import Trainer, TrainingArguments

    class Model(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(1))

        def forward(self, x: Any, labels: Any = None) -> Any:
            return {"loss": (self.weight * x).sum(), "logits": x}

    rows = [{"x": torch.tensor([float(number)]), "labels": 0} for number in range(4)]

    def printed(*callbacks: Any) -> str:
        arguments = TrainingArguments(
            output_dir=str(tmp_path),
            max_steps=3,
            logging_steps=1,
            save_strategy="no",
            report_to=[],
            use_cpu=True,
            disable_tqdm=True,
        )
        trainer = Trainer(Model(), arguments, train_dataset=rows, eval_dataset=rows, callbacks=[*callbacks])
        trainer.evaluate()
        trainer.train()
        trainer.evaluate()
        return capsys.readouterr().out

    losses: list[float] = []
    assert printed(trainer_callback(losses.append)) == ""
    assert len(losses) == 3
    assert printed().count("eval_loss") == 2
