"""Ordinal regression: is the price above 600, above 700, ...? One yes/no question for each step (CORAL)."""
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from datasets import load_dataset
from transformers import DistilBertModel, DistilBertPreTrainedModel, AutoTokenizer, Trainer, TrainingArguments, default_data_collator, set_seed
from transformers.modeling_outputs import SequenceClassifierOutput

set_seed(30)
raw = load_dataset("data/prices")
levels = sorted(set(raw["train"]["price"]))
rank = {p: i for i, p in enumerate(levels)}
print(len(levels), "prices from", levels[0], "to", levels[-1])


class DistilBertCoral(DistilBertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.distilbert = DistilBertModel(config)
        self.score = nn.Linear(config.dim, 1, bias=False)
        self.cuts = nn.Parameter(torch.zeros(config.num_labels - 1))
        self.post_init()

    def forward(self, input_ids=None, attention_mask=None, labels=None):
        h = self.distilbert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state[:, 0]
        logits = self.score(h) + self.cuts
        loss = None
        if labels is not None:
            target = (labels[:, None] > torch.arange(logits.shape[1], device=labels.device)).to(logits.dtype)
            loss = F.binary_cross_entropy_with_logits(logits, target)
        return SequenceClassifierOutput(loss=loss, logits=logits)


tok = AutoTokenizer.from_pretrained("checkpoints/prices")


def encode(batch):
    enc = tok(batch["text"], padding="max_length", max_length=20, truncation=True)
    enc["labels"] = [rank.get(p, min(range(len(levels)), key=lambda i: abs(levels[i] - p))) for p in batch["price"]]
    return enc


def compute_metrics(p):
    guess = (p.predictions > 0).sum(1)
    money = np.array(levels)
    return {
        "mae": np.abs(money[guess] - money[p.label_ids]).mean(),
        "mae_median": np.abs(np.median(money[p.label_ids]) - money[p.label_ids]).mean(),
        "exact": (guess == p.label_ids).mean(),
    }


data = raw.map(encode, batched=True)
model = DistilBertCoral.from_pretrained("checkpoints/prices", num_labels=len(levels))
with torch.no_grad():
    model.cuts.copy_(torch.linspace(10.0, -10.0, len(levels) - 1))
trainer = Trainer(
    model=model,
    args=TrainingArguments("runs/hornet", num_train_epochs=12, per_device_train_batch_size=16, learning_rate=1e-3, save_strategy="no",
                           eval_strategy="no", logging_steps=90, lr_scheduler_type="cosine", report_to="none", seed=30),
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=default_data_collator,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
