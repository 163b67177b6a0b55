# %% [markdown]
# Tagging words: labels only on the first piece of each word, everything else is -100.

# %%
import json
import numpy as np
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          Trainer, TrainingArguments, set_seed)

set_seed(7)
CKPT = "checkpoints/tags"
tok = AutoTokenizer.from_pretrained(CKPT)


# %%
def load(split):
    return [json.loads(l) for l in open(f"data/tags/{split}.jsonl", encoding="utf-8")]


def key(r):
    return " ".join(r["words"])


test = load("test")
held = set(map(key, test))
dev = [r for r in load("validation") if key(r) not in held]
held.update(map(key, dev))
train = [r for r in load("train") if key(r) not in held]
print(f"train {len(train)}  dev {len(dev)}  test {len(test)}")


# %%
def encode(batch):
    enc = tok(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    labels = []
    for i, tags in enumerate(batch["tags"]):
        row, last = [], None
        for w in enc.word_ids(i):
            row.append(-100 if w is None or w == last else tags[w])
            last = w
        labels.append(row)
    enc["labels"] = labels
    return enc


def ds(rows):
    return Dataset.from_list(rows).map(encode, batched=True, remove_columns=["words", "tags"])


# %%
def metrics(p):
    logits, labels = p
    mask = labels != -100
    guess, gold = logits.argmax(-1)[mask], labels[mask]
    return {
        "accuracy": float((guess == gold).mean()),
        "all_zero_accuracy": float((gold == 0).mean()),
        # the plain-word class 0 is most of the words, so it stays out of this one
        "f1_123": float(f1_score(gold, guess, labels=[1, 2, 3], average="macro", zero_division=0)),
    }


model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4)
args = TrainingArguments(
    output_dir="out/wa04", num_train_epochs=15, learning_rate=1e-3, warmup_ratio=0.05,
    per_device_train_batch_size=16, per_device_eval_batch_size=64,
    eval_strategy="epoch", save_strategy="epoch", save_total_limit=1,
    load_best_model_at_end=True, metric_for_best_model="f1_123", greater_is_better=True,
    logging_strategy="epoch", report_to="none", seed=7,
)
trainer = Trainer(model=model, args=args, train_dataset=ds(train), eval_dataset=ds(dev), processing_class=tok,
                  data_collator=DataCollatorForTokenClassification(tok), compute_metrics=metrics)
trainer.train()

# %%
res = trainer.predict(ds(test))
print({k: round(v, 4) for k, v in res.metrics.items() if "f1" in k or "accuracy" in k})
