"""Names of invented places and people: token classification with the Trainer."""
import json

import numpy as np
from datasets import Dataset, DatasetDict
from sklearn.metrics import f1_score
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(21)
CKPT = "checkpoints/tags"


def rows(split):
    with open(f"data/tags/{split}.jsonl") as fh:
        return [json.loads(x) for x in fh]


# %% data: sentences that are in the training file do not count in the others
train_rows = rows("train")
seen = {" ".join(r["words"]) for r in train_rows}
raw = DatasetDict({
    "train": Dataset.from_list(train_rows),
    "validation": Dataset.from_list([r for r in rows("validation") if " ".join(r["words"]) not in seen]),
})

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def tokenize_and_align(examples):
    enc = tokenizer(examples["words"], truncation=True)
    labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        row = []
        for w in enc.word_ids(batch_index=i):
            # first piece of a word carries the tag, the rest is ignored
            row.append(-100 if w is None or w == previous else tags[w])
            previous = w
        labels.append(row)
    enc["labels"] = labels
    return enc


data = raw.map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])

# %% model
model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4)


def compute_metrics(p):
    pred = np.argmax(p.predictions, axis=-1)
    keep = p.label_ids != -100
    y, yhat = p.label_ids[keep], pred[keep]
    return {"accuracy": float((y == yhat).mean()),
            "f1_names": float(f1_score(y, yhat, labels=[1, 2, 3], average="macro"))}


args = TrainingArguments(
    output_dir="out/JG06",
    learning_rate=1e-3,
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorForTokenClassification(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
