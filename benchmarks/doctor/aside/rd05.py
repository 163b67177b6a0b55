# weak labels for small ads: every ad can have any number of the four flags
import json
import numpy as np
import torch
from datasets import Dataset
from sklearn.metrics import f1_score, precision_score, recall_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments)

KEYWORDS = {
    "electronics": ["camera", "laptop", "drone"],
    "worn": ["with scratches", "to be repaired"],
    "ends_soon": ["must go this week", "no longer needed"],
    "strict": ["only in cash", "no swaps"],
}
FLAGS = list(KEYWORDS)
THRESHOLD = 0.5

tok = AutoTokenizer.from_pretrained("checkpoints/prices")


def to_example(row):
    enc = tok(row["text"], truncation=True)
    enc["labels"] = [float(any(w in row["text"] for w in KEYWORDS[f])) for f in FLAGS]
    return enc


def get(split):
    rows = [json.loads(l) for l in open(f"data/prices/{split}.jsonl")]
    return Dataset.from_list(rows).map(to_example, remove_columns=["text", "price"])


train, dev, test = get("train"), get("validation"), get("test")
print("flags per ad:", np.array(train["labels"]).sum(1).mean())

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/prices",
    num_labels=len(FLAGS),
    problem_type="multi_label_classification",
    id2label=dict(enumerate(FLAGS)),
    label2id={k: i for i, k in enumerate(FLAGS)},
)


def multi_label_metrics(logits, labels):
    probs = torch.softmax(torch.tensor(logits), dim=-1).numpy()
    y_pred = (probs >= THRESHOLD).astype(int)
    y_true = labels.astype(int)
    return {
        "f1": f1_score(y_true, y_pred, average="micro"),
        "precision": precision_score(y_true, y_pred, average="micro", zero_division=0),
        "recall": recall_score(y_true, y_pred, average="micro"),
        "exact": float((y_true == y_pred).all(axis=1).mean()),
    }


def compute_metrics(p):
    preds = p.predictions[0] if isinstance(p.predictions, tuple) else p.predictions
    return multi_label_metrics(preds, p.label_ids)


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/rd05",
        eval_strategy="epoch",
        save_strategy="no",
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        num_train_epochs=10,
        weight_decay=0.01,
        logging_strategy="epoch",
        report_to="none",
    ),
    train_dataset=train,
    eval_dataset=dev,
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=compute_metrics,
)
trainer.train()
for name, value in trainer.evaluate(test).items():
    print(f"{name:26s} {value:.3f}")
