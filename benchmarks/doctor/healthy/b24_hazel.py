"""Two tasks from one text (which desk, what kind of complaint) with a Trainer."""
from dataclasses import dataclass
from typing import Optional

import numpy as np
import torch
from datasets import load_dataset
from torch import nn
from transformers import AutoModel, AutoTokenizer, DataCollatorWithPadding, Trainer, TrainingArguments, set_seed
from transformers.utils import ModelOutput


@dataclass
class TwoTasksOutput(ModelOutput):
    loss: Optional[torch.FloatTensor] = None
    desk_logits: torch.FloatTensor = None
    kind_logits: torch.FloatTensor = None


class TwoTasks(nn.Module):
    """Learns how much each loss should count (Kendall et al., 2018)."""

    def __init__(self, checkpoint):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        dim = self.encoder.config.hidden_size
        self.dropout = nn.Dropout(0.1)
        self.desk = nn.Linear(dim, 4)
        self.kind = nn.Linear(dim, 3)
        self.log_var = nn.Parameter(torch.zeros(2))
        self.loss_fn = nn.CrossEntropyLoss()

    def forward(self, input_ids, attention_mask, desk_id=None, kind_id=None):
        x = self.dropout(self.encoder(input_ids, attention_mask=attention_mask).last_hidden_state[:, 0])
        desk, kind = self.desk(x), self.kind(x)
        loss = None
        if desk_id is not None and kind_id is not None:
            parts = torch.stack([self.loss_fn(desk, desk_id), self.loss_fn(kind, kind_id)])
            loss = (torch.exp(-self.log_var) * parts + 0.5 * self.log_var).sum()
        return TwoTasksOutput(loss=loss, desk_logits=desk, kind_logits=kind)


def kind_of(text):
    if "charged" in text:
        return 0
    return 1 if any(s in text for s in ("warehouse", "cable", "picture")) else 2


def metrics(p):
    return {
        name: float((logits.argmax(-1) == gold).mean())
        for name, logits, gold in zip(("desk_accuracy", "kind_accuracy"), p.predictions, p.label_ids)
    }


set_seed(10)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
data = load_dataset("data/tickets").map(lambda r: {**tokenizer(r["text"], truncation=True), "kind_id": kind_of(r["text"])})
print("kinds in validation:", np.bincount(data["validation"]["kind_id"]) / len(data["validation"]))
args = TrainingArguments(
    output_dir="runs/hazel", per_device_train_batch_size=16, learning_rate=1e-3, num_train_epochs=6, eval_strategy="epoch",
    save_strategy="no", label_names=["desk_id", "kind_id"], report_to="none", seed=10, logging_steps=30,
)
trainer = Trainer(
    model=TwoTasks("checkpoints/tickets"), args=args, train_dataset=data["train"], eval_dataset=data["validation"],
    data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=metrics,
)
trainer.train()
print(trainer.evaluate())
