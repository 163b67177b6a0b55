# Route support tickets to one of the four desks.
# Mostly follows the text classification tutorial, with my own data.
import csv
import os
import tempfile

import numpy as np
from datasets import load_dataset
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainerCallback,
    TrainingArguments,
    set_seed,
)

set_seed(7)

checkpoint = "checkpoints/tickets"
data_files = {s: f"data/tickets/{s}.jsonl" for s in ["train", "validation", "test"]}
raw = load_dataset("json", data_files=data_files)
print(raw)

# customers often send the very same message twice, keep a message in one split only
test_texts = set(raw["test"]["text"])
raw["validation"] = raw["validation"].filter(lambda r: r["text"] not in test_texts)
held_out = test_texts | set(raw["validation"]["text"])
raw["train"] = raw["train"].filter(lambda r: r["text"] not in held_out)
print("rows after removing repeated messages:", {k: len(v) for k, v in raw.items()})

names = {}
for row in raw["train"]:
    names[row["desk_id"]] = row["desk"]
id2label = {i: names[i] for i in sorted(names)}
label2id = {v: k for k, v in id2label.items()}

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def preprocess(batch):
    enc = tokenizer(batch["text"], truncation=True)
    enc["labels"] = batch["desk_id"]
    return enc


data = raw.map(preprocess, batched=True, remove_columns=["text", "desk", "desk_id"])

model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint, num_labels=len(id2label), id2label=id2label, label2id=label2id
)


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=1)
    return {
        "accuracy": accuracy_score(p.label_ids, preds),
        "macro_f1": f1_score(p.label_ids, preds, average="macro"),
    }


out_dir = tempfile.mkdtemp(prefix="tickets_")


class CsvHistory(TrainerCallback):
    """Writes one line for every evaluation, so that I can plot it later."""

    def __init__(self, path):
        self.path = path
        with open(path, "w", newline="") as f:
            csv.writer(f).writerow(["epoch", "eval_loss", "macro_f1"])

    def on_evaluate(self, args, state, control, metrics=None, **kwargs):
        if metrics and "eval_macro_f1" in metrics:
            with open(self.path, "a", newline="") as f:
                csv.writer(f).writerow([state.epoch, metrics["eval_loss"], metrics["eval_macro_f1"]])


args = TrainingArguments(
    output_dir=out_dir,
    num_train_epochs=20,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=5e-4,
    weight_decay=0.01,
    warmup_ratio=0.1,
    lr_scheduler_type="linear",
    label_smoothing_factor=0.05,
    group_by_length=True,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="macro_f1",
    greater_is_better=True,
    logging_steps=25,
    disable_tqdm=True,
    report_to="none",
    seed=7,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=4), CsvHistory(os.path.join(out_dir, "history.csv"))],
)
trainer.train()

result = trainer.predict(data["test"])
print(confusion_matrix(result.label_ids, result.predictions.argmax(-1)))
print("test accuracy %.3f  macro f1 %.3f" % (result.metrics["test_accuracy"], result.metrics["test_macro_f1"]))
