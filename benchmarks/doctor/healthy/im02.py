# Token tagging with word pieces: only the first piece of each word carries a label.
import json

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments, set_seed)

set_seed(3)
NAMES = ["O", "KIND1", "KIND2", "KIND3"]


def load(split):
    return [json.loads(line) for line in open(f"data/tags/{split}.jsonl", encoding="utf-8")]


def key(row):
    return " ".join(row["words"])


test = load("test")
seen = {key(r) for r in test}
valid = [r for r in load("validation") if key(r) not in seen]
seen |= {key(r) for r in valid}
train = [r for r in load("train") if key(r) not in seen]

raw = DatasetDict(train=Dataset.from_list(train), validation=Dataset.from_list(valid), test=Dataset.from_list(test))
tok = AutoTokenizer.from_pretrained("checkpoints/tags")


def align(examples):
    enc = tok(examples["words"], is_split_into_words=True, truncation=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        labels = []
        for w in enc.word_ids(batch_index=i):
            labels.append(-100 if w is None or w == previous else tags[w])
            previous = w
        all_labels.append(labels)
    enc["labels"] = all_labels
    return enc


tokenized = raw.map(align, batched=True, remove_columns=["words", "tags"])

model = AutoModelForTokenClassification.from_pretrained(
    "checkpoints/tags",
    num_labels=len(NAMES),
    id2label=dict(enumerate(NAMES)),
    label2id={n: i for i, n in enumerate(NAMES)},
)


def metrics(eval_pred):
    logits, labels = eval_pred
    pred = logits.argmax(-1)
    keep = labels != -100
    pred, gold = pred[keep], labels[keep]
    out = {"accuracy": float((pred == gold).mean())}
    f1s = []
    for c in range(1, len(NAMES)):          # without the O class, which would flatter the score
        tp = np.sum((pred == c) & (gold == c))
        fp = np.sum((pred == c) & (gold != c))
        fn = np.sum((pred != c) & (gold == c))
        f1 = 2 * tp / max(2 * tp + fp + fn, 1)
        out[f"f1_{NAMES[c]}"] = float(f1)
        f1s.append(f1)
    out["macro_f1"] = float(np.mean(f1s))
    return out


args = TrainingArguments(
    output_dir="out/im02", num_train_epochs=15, learning_rate=2e-3, lr_scheduler_type="cosine", warmup_steps=30,
    per_device_train_batch_size=16, per_device_eval_batch_size=80, eval_strategy="epoch", save_strategy="epoch",
    logging_steps=25, load_best_model_at_end=True, metric_for_best_model="macro_f1", greater_is_better=True,
    save_total_limit=1, report_to="none", use_cpu=True,
)
trainer = Trainer(
    model=model, args=args, train_dataset=tokenized["train"], eval_dataset=tokenized["validation"],
    data_collator=DataCollatorForTokenClassification(tok), processing_class=tok, compute_metrics=metrics,
)
trainer.train()
result = trainer.predict(tokenized["test"])
for k, v in sorted(result.metrics.items()):
    print(f"{k:25s} {v:.4f}")
