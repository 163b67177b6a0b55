"""Tagging names in sentences: DistilBERT, weighted loss, early stopping on F1, one report on test rows."""
import json

import numpy as np
import torch
from datasets import Dataset, DatasetDict
from torch import nn
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)

SEED = 11
CKPT = "checkpoints/tags"
TAGS = ["O", "ONE", "TWO", "THREE"]
set_seed(SEED)

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def splits():
    """Every sentence lives in one split only: what was seen earlier is left out later."""
    seen, parts = set(), {}
    for split in ("train", "validation", "test"):
        with open(f"data/tags/{split}.jsonl") as f:
            rows = [json.loads(line) for line in f]
        fresh = []
        for r in rows:
            key = " ".join(r["words"])
            if key not in seen:
                seen.add(key)
                fresh.append(r)
        parts[split] = Dataset.from_list(fresh)
    return DatasetDict(parts)


def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = []
    for i, tags in enumerate(batch["tags"]):
        ids, before = [], None
        for w in enc.word_ids(batch_index=i):
            # only the first piece of a word has a label
            ids.append(-100 if w is None or w == before else tags[w])
            before = w
        enc["labels"].append(ids)
    return enc


raw = splits()
data = raw.map(encode, batched=True, remove_columns=["words", "tags"])

counts = np.bincount([t for tags in raw["train"]["tags"] for t in tags], minlength=len(TAGS))
weights = torch.tensor(np.sqrt(counts.sum() / (len(TAGS) * counts)), dtype=torch.float)


class SoftWeightTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs["labels"]
        outputs = model(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"])
        loss = nn.functional.cross_entropy(
            outputs.logits.reshape(-1, len(TAGS)),
            labels.reshape(-1),
            weight=weights.to(outputs.logits.device),
            ignore_index=-100,
        )
        return (loss, outputs) if return_outputs else loss


def compute_metrics(p):
    gold = p.label_ids
    keep = gold != -100
    gold, guess = gold[keep], p.predictions.argmax(-1)[keep]
    hit = ((guess == gold) & (gold > 0)).sum()
    precision = hit / max((guess > 0).sum(), 1)
    recall = hit / max((gold > 0).sum(), 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-12)
    return {"f1": float(f1), "accuracy": float((guess == gold).mean())}


model = AutoModelForTokenClassification.from_pretrained(
    CKPT,
    id2label=dict(enumerate(TAGS)),
    label2id={t: i for i, t in enumerate(TAGS)},
)

args = TrainingArguments(
    output_dir="out/fe13",
    num_train_epochs=15,
    learning_rate=1e-3,
    lr_scheduler_type="cosine",
    warmup_ratio=0.05,
    weight_decay=0.01,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="f1",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    seed=SEED,
)

trainer = SoftWeightTrainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    data_collator=DataCollatorForTokenClassification(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=5)],
)
trainer.train()
print("validation", {k: round(v, 3) for k, v in trainer.evaluate().items()})
print("test", {k: round(v, 3) for k, v in trainer.evaluate(data["test"], metric_key_prefix="test").items()})
