"""Gewichteter Verlust: is a ticket for the east desk or not?"""
import numpy as np
import torch
from torch import nn
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        weight = self.class_weights.to(outputs.logits.device)
        loss = nn.functional.cross_entropy(outputs.logits, labels, weight=weight)
        return (loss, outputs) if return_outputs else loss


def prepare(split, tokenizer):
    split = split.map(lambda r: {"labels": int(r["desk"] == "east")})
    return split.map(lambda b: tokenizer(b["text"], truncation=True), batched=True,
                     remove_columns=["text", "desk", "desk_id"])


def scores(p):
    guess = p.predictions.argmax(-1)
    recalls = [float((guess[p.label_ids == c] == c).mean()) for c in (0, 1)]
    return {"balanced_accuracy": float(np.mean(recalls)), "recall_east": recalls[1]}


tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
ds = load_dataset("data/tickets")
train, valid = prepare(ds["train"], tokenizer), prepare(ds["validation"], tokenizer)

counts = np.bincount(train["labels"], minlength=2)
weights = torch.tensor(counts.sum() / (2 * counts), dtype=torch.float)
print("counts", counts, "weights", weights.tolist())

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=2)
trainer = WeightedTrainer(
    model=model,
    args=TrainingArguments("runs/harbor", learning_rate=1e-3, num_train_epochs=5, per_device_train_batch_size=16,
                           save_strategy="no", eval_strategy="epoch", report_to="none", logging_steps=50),
    train_dataset=train,
    eval_dataset=valid,
    processing_class=tokenizer,
    compute_metrics=scores,
    class_weights=weights,
)
trainer.train()
print(trainer.evaluate())
