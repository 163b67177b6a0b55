# %% [markdown]
# Names in sentences: three kinds of names, one tag a word.

# %%
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, Trainer, TrainingArguments, set_seed)

set_seed(11)
BASE = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(BASE)
NAMES = ["O", "A", "B", "C"]

# %%
splits, known = {}, set()
for split in ("train", "validation", "test"):
    with open(f"data/tags/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    if split != "train":
        rows = [r for r in rows if tuple(r["words"]) not in known]
    known.update(tuple(r["words"]) for r in rows)
    splits[split] = Dataset.from_list(rows)

# %%


def align(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = []
    for i, tags in enumerate(batch["tags"]):
        ids = enc.word_ids(i)
        # only the first piece of a word is judged; [CLS], [SEP] and the other pieces are not
        enc["labels"].append([
            tags[w] if w is not None and (k == 0 or ids[k - 1] != w) else -100
            for k, w in enumerate(ids)
        ])
    return enc


tokenized = {k: d.map(align, batched=True, remove_columns=d.column_names) for k, d in splits.items()}

# %%


def only_labels(logits, labels):
    # keep the class numbers, not all the logits, in memory
    return logits.argmax(dim=-1)


def compute_metrics(p):
    keep = p.label_ids != -100
    guess, gold = p.predictions[keep], p.label_ids[keep]
    scores = {"word_accuracy": float((guess == gold).mean())}
    f1s = []
    for c in range(1, len(NAMES)):
        tp = np.sum((guess == c) & (gold == c))
        f1s.append(2 * tp / max(np.sum(guess == c) + np.sum(gold == c), 1))
        scores[f"f1_{NAMES[c]}"] = float(f1s[-1])
    scores["macro_f1"] = float(np.mean(f1s))
    return scores


# %%
model = AutoModelForTokenClassification.from_pretrained(
    BASE, id2label=dict(enumerate(NAMES)), label2id={n: i for i, n in enumerate(NAMES)}
)
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/ha13",
        learning_rate=2e-3,
        num_train_epochs=20,
        warmup_ratio=0.1,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        group_by_length=True,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        use_cpu=True,
        dataloader_pin_memory=False,
    ),
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    compute_metrics=compute_metrics,
    preprocess_logits_for_metrics=only_labels,
)
trainer.train()

# %%
for name, value in trainer.evaluate(tokenized["test"], metric_key_prefix="test").items():
    print(f"{name:25s} {value:.4f}")
