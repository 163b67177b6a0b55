"""Does the east desk get it? One ticket in five does, so the classes are weighted inside compute_loss;
optimizer and schedule are handed to the Trainer ready made."""
import json

import numpy as np
import torch
from sklearn.metrics import balanced_accuracy_score, f1_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

EPOCHS, SIZE = 12, 16
set_seed(29)
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")


def load(split):
    return {r["text"]: int(r["desk"] == "east") for r in map(json.loads, open(f"data/tickets/{split}.jsonl"))}


class Tickets(torch.utils.data.Dataset):
    def __init__(self, table):
        self.enc = tok(list(table), truncation=True)
        self.y = list(table.values())

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return {"input_ids": self.enc["input_ids"][i], "attention_mask": self.enc["attention_mask"][i],
                "label": self.y[i]}


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = torch.nn.functional.cross_entropy(outputs.logits, labels, weight=self.class_weights)
        return (loss, outputs) if return_outputs else loss


def metrics(p):
    guess = np.argmax(p.predictions, -1)
    return {"f1": f1_score(p.label_ids, guess), "balanced": balanced_accuracy_score(p.label_ids, guess)}


test = load("test")
train = {t: y for t, y in load("train").items() if t not in test}
counts = np.bincount(list(train.values()))
weights = torch.tensor(len(train) / (2 * counts), dtype=torch.float32)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=2)
head = [p for n, p in model.named_parameters() if not n.startswith("distilbert.")]
body = [p for n, p in model.named_parameters() if n.startswith("distilbert.")]
assert len(head) + len(body) == len(list(model.parameters()))
opt = torch.optim.AdamW([{"params": body, "lr": 5e-4}, {"params": head, "lr": 2e-3}], weight_decay=0.01)
total = EPOCHS * -(-len(train) // SIZE)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min(1.0, (s + 1) / 20) * max(0.0, 1 - s / total))

trainer = WeightedTrainer(
    model=model,
    args=TrainingArguments(output_dir="out/dh28", num_train_epochs=EPOCHS, per_device_train_batch_size=SIZE,
                           per_device_eval_batch_size=80, logging_steps=50, save_strategy="no",
                           eval_strategy="no", report_to="none", use_cpu=True, disable_tqdm=True),
    train_dataset=Tickets(train),
    eval_dataset=Tickets(test),
    processing_class=tok,              # pads each batch
    compute_metrics=metrics,
    optimizers=(opt, sched),
    class_weights=weights,
)
trainer.train()
print(trainer.evaluate())
