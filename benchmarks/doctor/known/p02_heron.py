import json

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import Dataset
from transformers import DistilBertForSequenceClassification, PreTrainedTokenizerFast, Trainer, TrainingArguments

torch.manual_seed(0)


class TicketDataset(Dataset):
    def __init__(self, path, tok):
        rows = [json.loads(line) for line in open(path)]
        self.enc = tok([r["text"] for r in rows], truncation=True, padding=True)
        self.y = [r["desk_id"] for r in rows]

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        item = {k: torch.tensor(v[i]) for k, v in self.enc.items()}
        item["labels"] = torch.tensor(self.y[i])
        return item


class WeightedTrainer(Trainer):
    """Cross entropy with one weight for each class."""

    def __init__(self, *args, class_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = nn.functional.cross_entropy(outputs.logits, labels, weight=self.class_weights)
        return (loss, outputs) if return_outputs else loss


tok = PreTrainedTokenizerFast.from_pretrained("checkpoints/tickets")
train = TicketDataset("data/tickets/train.jsonl", tok)
val = TicketDataset("data/tickets/validation.jsonl", tok)

counts = np.bincount(train.y, minlength=4)
weights = torch.tensor(counts.sum() / (4 * counts), dtype=torch.float)

model = DistilBertForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
args = TrainingArguments("out/weighted", num_train_epochs=5, learning_rate=1e-3, per_device_train_batch_size=16,
                         save_strategy="no", eval_strategy="epoch", report_to=[])
trainer = WeightedTrainer(
    model=model, args=args, train_dataset=train, eval_dataset=val, class_weights=weights,
    compute_metrics=lambda p: {"acc": float((p.predictions.argmax(-1) == p.label_ids).mean())},
)
trainer.train()
print(trainer.evaluate())
