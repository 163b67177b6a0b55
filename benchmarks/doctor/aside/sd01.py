# Multi-label tagging of support tickets: which desk, and what kind of complaint
import numpy as np
from datasets import load_dataset
from sklearn.metrics import f1_score, accuracy_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(42)
CKPT = "checkpoints/tickets"

raw = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
    },
)

desks = sorted(set(raw["train"]["desk"]))
labels = desks + ["defect", "delivery"]
id2label = {i: l for i, l in enumerate(labels)}
label2id = {l: i for i, l in enumerate(labels)}
DEFECT = ("does not start", "strange noise", "stopped after")
DELIVERY = ("without its cable", "never left", "with a scratch")

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def preprocess(row):
    present = {row["desk"]}
    if any(p in row["text"] for p in DEFECT):
        present.add("defect")
    if any(p in row["text"] for p in DELIVERY):
        present.add("delivery")
    enc = tokenizer(row["text"], truncation=True)
    enc["labels"] = [1 if l in present else 0 for l in labels]
    return enc


encoded = raw.map(preprocess, remove_columns=raw["train"].column_names)
print(encoded["train"][0])

model = AutoModelForSequenceClassification.from_pretrained(
    CKPT,
    problem_type="multi_label_classification",
    num_labels=len(labels),
    id2label=id2label,
    label2id=label2id,
)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def compute_metrics(p):
    logits = p.predictions[0] if isinstance(p.predictions, tuple) else p.predictions
    y_pred = (sigmoid(logits) > 0.5).astype(int)
    y_true = p.label_ids.astype(int)
    return {
        "f1_micro": f1_score(y_true, y_pred, average="micro"),
        "exact": accuracy_score(y_true, y_pred),
    }


args = TrainingArguments(
    output_dir="out/sd01",
    eval_strategy="epoch",
    save_strategy="no",
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=20,
    logging_steps=60,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
