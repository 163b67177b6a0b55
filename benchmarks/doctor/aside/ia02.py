# NER on made-up place / person / thing names, 0 = outside, 1..3 = the three kinds
import json
import numpy as np
import torch
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments)

NAMES = {0: "O", 1: "KIND1", 2: "KIND2", 3: "KIND3"}
tok = AutoTokenizer.from_pretrained("checkpoints/tags")


def load():
    parts = {}
    for name in ("train", "validation", "test"):
        with open(f"data/tags/{name}.jsonl") as fh:
            parts[name] = [json.loads(x) for x in fh]
    # the same sentence may be in more than one file: keep it out of training
    seen = {tuple(r["words"]) for n in ("validation", "test") for r in parts[n]}
    parts["train"] = [r for r in parts["train"] if tuple(r["words"]) not in seen]
    return DatasetDict({k: Dataset.from_list(v) for k, v in parts.items()})


def tokenize_and_align(batch):
    enc = tok(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(batch["tags"]):
        # every piece of a word gets the tag of the word
        pieces = [w for w in enc.word_ids(i) if w is not None]
        labels = [tags[w] for w in pieces]
        # special tokens don't count
        labels += [-100] * (len(enc["input_ids"][i]) - len(labels))
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = logits.argmax(-1)
    keep = labels != -100
    preds, labels = preds[keep], labels[keep]
    tp = int(((preds == labels) & (labels > 0)).sum())
    precision = tp / max(int((preds > 0).sum()), 1)
    recall = tp / max(int((labels > 0).sum()), 1)
    f1 = 2 * precision * recall / (precision + recall) if tp else 0.0
    return {"accuracy": float((preds == labels).mean()), "precision": precision, "recall": recall, "f1": f1}


raw = load()
ds = raw.map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])

model = AutoModelForTokenClassification.from_pretrained(
    "checkpoints/tags", num_labels=4, id2label=NAMES, label2id={v: k for k, v in NAMES.items()}
)

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/ia02",
        learning_rate=1e-3,
        num_train_epochs=12,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        seed=3,
    ),
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    data_collator=DataCollatorForTokenClassification(tok),
    processing_class=tok,
    compute_metrics=compute_metrics,
)
trainer.train()
print("test", trainer.evaluate(ds["test"], metric_key_prefix="test"))

# have a look at a few sentences
model.eval()
for row in raw["test"].select(range(3)):
    enc = tok(row["words"], is_split_into_words=True, return_tensors="pt")
    with torch.no_grad():
        best = model(**enc.to(model.device)).logits[0].argmax(-1).tolist()
    print([(t, NAMES[b]) for t, b in zip(enc.tokens(), best)])
    print("   gold:", list(zip(row["words"], row["tags"])))
