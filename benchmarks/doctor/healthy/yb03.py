import json
import numpy as np
import torch
from torch import nn
from datasets import Dataset
from sklearn.metrics import balanced_accuracy_score, classification_report
from sklearn.utils.class_weight import compute_class_weight
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

MODEL = "checkpoints/tickets"
DESKS = ["north", "east", "south", "west"]


def read(name):
    with open(f"data/tickets/{name}.jsonl") as f:
        return [json.loads(line) for line in f]


def thin_out(rows, desk, keep):
    """our real inbox has very few tickets for this desk"""
    out, n = [], 0
    for r in rows:
        if r["desk"] == desk:
            n += 1
            if n > keep:
                continue
        out.append(r)
    return out


train_rows = thin_out(read("train"), "east", 40)
val_rows = read("validation")

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def to_dataset(rows):
    enc = tokenizer([r["text"] for r in rows], truncation=True)
    return Dataset.from_dict({**enc, "labels": [r["desk_id"] for r in rows]})


train_ds, val_ds = to_dataset(train_rows), to_dataset(val_rows)

y = np.array(train_ds["labels"])
class_weights = compute_class_weight("balanced", classes=np.unique(y), y=y)
class_weights = torch.tensor(class_weights, dtype=torch.float)
print("class weights:", class_weights)


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        logits = outputs.logits
        loss_fct = nn.CrossEntropyLoss(weight=class_weights.to(logits.device))
        loss = loss_fct(logits.view(-1, self.model.config.num_labels), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"balanced_accuracy": balanced_accuracy_score(labels, logits.argmax(-1))}


model = AutoModelForSequenceClassification.from_pretrained(
    MODEL, num_labels=4,
    id2label=dict(enumerate(DESKS)), label2id={d: i for i, d in enumerate(DESKS)},
)

args = TrainingArguments(
    "out/yb03",
    num_train_epochs=9,
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    seed=1,
)
trainer = WeightedTrainer(model=model, args=args, train_dataset=train_ds, eval_dataset=val_ds,
                          data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=compute_metrics)
trainer.train()
out = trainer.predict(val_ds)
print(classification_report(out.label_ids, out.predictions.argmax(-1), target_names=DESKS))
