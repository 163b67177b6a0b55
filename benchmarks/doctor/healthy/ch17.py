"""Name tagger: word labels on first pieces only, own weighted loss, Trainer."""
import json

import numpy as np
import torch
from datasets import Dataset
from torch import nn
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(19)
CHECKPOINT = "checkpoints/tags"
NUM_TAGS = 4
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def load(split):
    with open(f"data/tags/{split}.jsonl", encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    raw = Dataset.from_list(rows)
    return raw.map(encode, batched=True, remove_columns=raw.column_names)


def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = []
    for i, tags in enumerate(batch["tags"]):
        previous, row = None, []
        for word in enc.word_ids(batch_index=i):
            row.append(-100 if word is None or word == previous else tags[word])
            previous = word
        enc["labels"].append(row)
    return enc


class WeightedTrainer(Trainer):
    """Names are rare compared with ordinary words, so they count more."""

    def __init__(self, *args, tag_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.tag_weights = tag_weights

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        outputs = model(**inputs)
        loss_fn = nn.CrossEntropyLoss(
            weight=self.tag_weights.to(outputs.logits.device), ignore_index=-100)
        loss = loss_fn(outputs.logits.view(-1, NUM_TAGS), inputs["labels"].view(-1))
        return (loss, outputs) if return_outputs else loss


def compute_metrics(pred):
    guess = pred.predictions.argmax(-1)
    gold = pred.label_ids
    keep = gold != -100
    guess, gold = guess[keep], gold[keep]
    scores = []
    for tag in range(1, NUM_TAGS):
        tp = np.sum((guess == tag) & (gold == tag))
        total = np.sum(guess == tag) + np.sum(gold == tag)
        scores.append(2 * tp / total if total else 0.0)
    return {"accuracy": float((guess == gold).mean()), "name_f1": float(np.mean(scores))}


train_ds, val_ds, test_ds = load("train"), load("validation"), load("test")

counts = np.bincount(
    [t for row in train_ds["labels"] for t in row if t != -100], minlength=NUM_TAGS)
weights = torch.tensor(np.sqrt(counts.max() / counts), dtype=torch.float32)

model = AutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=NUM_TAGS)

args = TrainingArguments(
    output_dir="out/ch17",
    num_train_epochs=20,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,  # two layers of width 64
    warmup_steps=60,     # 600 steps in all
    lr_scheduler_type="linear",
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="name_f1",
    greater_is_better=True,
    report_to="none",
    use_cpu=True,
    seed=19,
)
trainer = WeightedTrainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
    tag_weights=weights,
)
trainer.train()
print(trainer.evaluate(test_ds, metric_key_prefix="test"))
