"""Desk routing with a focal loss. Rows whose text also lies in validation or test leave the training set first."""
import json

import numpy as np
import torch
import torch.nn.functional as F
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, EarlyStoppingCallback,
                          Trainer, TrainingArguments, set_seed)

CKPT = "checkpoints/tickets"
set_seed(12)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


raw = {s: read(s) for s in ("train", "validation", "test")}
test_texts = {r["text"] for r in raw["test"]}
raw["validation"] = [r for r in raw["validation"] if r["text"] not in test_texts]
held = test_texts | {r["text"] for r in raw["validation"]}
raw["train"] = [r for r in raw["train"] if r["text"] not in held]
print({k: len(v) for k, v in raw.items()})

names = {r["desk_id"]: r["desk"] for r in raw["train"]}
tok = AutoTokenizer.from_pretrained(CKPT)


def encode(batch):
    # product and complaint come in the first sentences; what 32 tokens cut off are courtesies
    enc = tok(batch["text"], truncation=True, max_length=32)
    enc["labels"] = batch["desk_id"]
    return enc


sets = {s: Dataset.from_list(rows).map(encode, batched=True, remove_columns=["text", "desk", "desk_id"]) for s, rows in raw.items()}

counts = np.bincount(list(sets["train"]["labels"]), minlength=len(names))
alpha = torch.tensor(len(sets["train"]) / (len(names) * counts), dtype=torch.float32)


class FocalTrainer(Trainer):
    gamma = 1.5

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        outputs = model(**{k: v for k, v in inputs.items() if k != "labels"})
        logp = F.log_softmax(outputs.logits, dim=-1).gather(1, labels[:, None]).squeeze(1)
        w = alpha.to(logp.device)[labels]
        loss = (w * (1 - logp.exp()).pow(self.gamma) * -logp).sum() / w.sum()
        return (loss, outputs) if return_outputs else loss


def metrics(p):
    guess = p.predictions.argmax(-1)
    return {"accuracy": accuracy_score(p.label_ids, guess), "f1": f1_score(p.label_ids, guess, average="macro")}


model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(names), id2label=names, label2id={v: k for k, v in names.items()})
args = TrainingArguments(
    "out/gh15", num_train_epochs=14, per_device_train_batch_size=16, per_device_eval_batch_size=64, learning_rate=8e-4,
    warmup_ratio=0.1, weight_decay=0.01, eval_strategy="epoch", save_strategy="epoch", save_total_limit=1,
    load_best_model_at_end=True, metric_for_best_model="f1", greater_is_better=True, logging_steps=25,
    report_to="none", use_cpu=True, seed=12, data_seed=34, dataloader_pin_memory=False)
trainer = FocalTrainer(model=model, args=args, train_dataset=sets["train"], eval_dataset=sets["validation"],
                       data_collator=DataCollatorWithPadding(tok, pad_to_multiple_of=8), processing_class=tok,
                       compute_metrics=metrics, callbacks=[EarlyStoppingCallback(early_stopping_patience=4)])
trainer.train()
print(trainer.evaluate(sets["test"], metric_key_prefix="test"))
