import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments, set_seed)

set_seed(11)
NUM_TAGS = 5
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")


def read(split):
    rows = [json.loads(line) for line in open(f"data/tags/{split}.jsonl", encoding="utf-8")]
    return Dataset.from_list(rows)


def align(examples):
    """The first piece of a word carries its tag, the other pieces and special tokens -100."""
    enc = tokenizer(examples["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous, labels = None, []
        for w in enc.word_ids(batch_index=i):
            labels.append(-100 if w is None or w == previous else tags[w])
            previous = w
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


data = {s: read(s).map(align, batched=True, remove_columns=["words", "tags"]) for s in ("train", "validation", "test")}


def metrics(p):
    keep = p.label_ids != -100
    pred = p.predictions.argmax(-1)[keep]
    gold = p.label_ids[keep]
    tp = np.sum((pred == gold) & (gold != 0))
    prec = tp / max(np.sum(pred != 0), 1)
    rec = tp / max(np.sum(gold != 0), 1)
    return {
        "accuracy": float(np.mean(pred == gold)),
        "precision": float(prec),
        "recall": float(rec),
        "f1": float(2 * prec * rec / max(prec + rec, 1e-9)),
    }


model = AutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=NUM_TAGS)
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/rf06",
        learning_rate=2e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        num_train_epochs=6,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        warmup_ratio=0.05,
        report_to="none",
        disable_tqdm=True,
        seed=11,
    ),
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=metrics,
)
trainer.train()
print(trainer.evaluate(data["test"], metric_key_prefix="test"))
