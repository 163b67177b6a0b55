"""Tag made-up names with the Trainer; only the first piece of every word has a label."""
import argparse
import json

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

parser = argparse.ArgumentParser()
parser.add_argument("--checkpoint", default="checkpoints/tags")
parser.add_argument("--epochs", type=float, default=12)
parser.add_argument("--lr", type=float, default=2e-3)
parser.add_argument("--out", default="out/dd17")
cfg = parser.parse_args()
set_seed(17)

id2label = {0: "O", 1: "TAG1", 2: "TAG2", 3: "TAG3"}
label2id = {v: k for k, v in id2label.items()}

seen, splits = set(), {}
for split in ("train", "validation", "test"):
    with open(f"data/tags/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    splits[split] = Dataset.from_list([r for r in rows if tuple(r["words"]) not in seen])
    seen.update(tuple(r["words"]) for r in rows)
data = DatasetDict(splits)

tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)


def align(words_of_tokens, tags):
    labels, before = [], None
    for w in words_of_tokens:
        labels.append(tags[w] if w is not None and w != before else -100)
        before = w
    return labels


def preprocess(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True)
    enc["labels"] = [align(enc.word_ids(i), tags) for i, tags in enumerate(batch["tags"])]
    return enc


data = data.map(preprocess, batched=True, remove_columns=["words", "tags"])

model = AutoModelForTokenClassification.from_pretrained(
    cfg.checkpoint, num_labels=len(id2label), id2label=id2label, label2id=label2id
)


def preprocess_logits_for_metrics(logits, labels):
    return logits.argmax(dim=-1)


def compute_metrics(p):
    # predictions are already classes, and padded with -100 where the labels are
    keep = p.label_ids != -100
    pred, gold = p.predictions[keep], p.label_ids[keep]
    scores = []
    for c in (1, 2, 3):
        tp = np.sum((pred == c) & (gold == c))
        wrong = np.sum((pred == c) != (gold == c))
        scores.append(2 * tp / max(2 * tp + wrong, 1))
    return {"accuracy": float(np.mean(pred == gold)), "macro_f1": float(np.mean(scores))}


args = TrainingArguments(
    output_dir=cfg.out,
    num_train_epochs=cfg.epochs,
    learning_rate=cfg.lr,
    warmup_ratio=0.1,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="macro_f1",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    seed=17,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorForTokenClassification(tokenizer),
    processing_class=tokenizer,
    preprocess_logits_for_metrics=preprocess_logits_for_metrics,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(data["test"], metric_key_prefix="test"))
