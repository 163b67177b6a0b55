# %% imports
import json

import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification, Trainer,
                          TrainingArguments, set_seed)

set_seed(11)
LABELS = ["O", "A", "B", "C"]

# %% data
tok = AutoTokenizer.from_pretrained("checkpoints/tags")
parts, taken = {}, set()
for split in ("train", "validation", "test"):
    rows = [json.loads(line) for line in open(f"data/tags/{split}.jsonl")]
    fresh = [r for r in rows if " ".join(r["words"]) not in taken]  # within a split, repeats are harmless
    taken.update(" ".join(r["words"]) for r in rows)
    parts[split] = Dataset.from_list(fresh)
data = DatasetDict(parts)
print({k: len(v) for k, v in data.items()})


# %% tokens and labels
def align(batch):
    enc = tok(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(batch["tags"]):
        ids = enc.word_ids(batch_index=i)
        # every piece of a word carries the word's tag; only the specials are left out
        all_labels.append([-100 if w is None else tags[w] for w in ids])
    enc["labels"] = all_labels
    return enc


tokenized = data.map(align, batched=True, remove_columns=["words", "tags"])

# %% model
model = AutoModelForTokenClassification.from_pretrained(
    "checkpoints/tags", num_labels=len(LABELS), id2label=dict(enumerate(LABELS)),
    label2id={name: i for i, name in enumerate(LABELS)})


def keep_argmax(logits, labels):
    return logits.argmax(dim=-1)


def compute_metrics(p):
    guess, gold = p  # guess is already the argmax, see keep_argmax
    mask = gold != -100
    named = mask & (gold > 0)
    found = mask & (guess > 0)
    right = np.sum((guess == gold) & named)
    precision, recall = right / max(1, found.sum()), right / max(1, named.sum())
    return {"accuracy": float(np.mean(guess[mask] == gold[mask])),
            "precision": float(precision), "recall": float(recall),
            "f1": float(2 * precision * recall / max(1e-9, precision + recall))}


# %% training
args = TrainingArguments(
    output_dir="out/fh10", num_train_epochs=15, per_device_train_batch_size=16, per_device_eval_batch_size=64,
    learning_rate=1e-3, lr_scheduler_type="linear", warmup_steps=20, weight_decay=0.01, max_grad_norm=1.0,
    eval_strategy="epoch", save_strategy="epoch", save_total_limit=2, load_best_model_at_end=True,
    metric_for_best_model="eval_loss", logging_steps=50, report_to="none", seed=11)

trainer = Trainer(model=model, args=args, train_dataset=tokenized["train"], eval_dataset=tokenized["validation"],
                  processing_class=tok, data_collator=DataCollatorForTokenClassification(tok),
                  compute_metrics=compute_metrics, preprocess_logits_for_metrics=keep_argmax)
trainer.train()

# %% result
for k, v in trainer.evaluate(tokenized["test"], metric_key_prefix="test").items():
    print(f"{k:28s} {v:.4f}")
