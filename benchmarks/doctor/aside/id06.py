"""Several tags per small ad: weak labels from words first, hand-made ones will follow."""
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(1)
TAGS = {"damaged": ("scratches", "repaired"), "no_swap": ("swaps",), "phone": ("call",), "hurry": ("week",)}
names = list(TAGS)


def read(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(line)["text"] for line in f]


def tag(text):
    words = set(text.split())
    return [int(any(w in words for w in TAGS[n])) for n in names]


train_texts = sorted(set(read("train")))
val_texts = sorted(set(read("validation")) - set(train_texts))

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def build(texts):
    ds = Dataset.from_dict({"text": texts, "labels": [tag(t) for t in texts]})
    return ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns=["text"])


model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/prices",
    num_labels=len(names),
    problem_type="multi_label_classification",
    id2label=dict(enumerate(names)),
    label2id={n: i for i, n in enumerate(names)},
)


def metrics(p):
    probs = 1 / (1 + np.exp(-p.predictions))
    guess = (probs > 0.5).astype(int)
    gold = p.label_ids.astype(int)
    tp = (guess & gold).sum(0)
    f1 = 2 * tp / np.maximum(guess.sum(0) + gold.sum(0), 1)
    return {"f1_macro": float(f1.mean()), "subset_accuracy": float((guess == gold).all(1).mean())}


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/id06",
        num_train_epochs=10,
        per_device_train_batch_size=16,
        learning_rate=1e-3,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
        use_cpu=True,
    ),
    train_dataset=build(train_texts),
    eval_dataset=build(val_texts),
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=metrics,
)
trainer.train()
print(trainer.evaluate())
