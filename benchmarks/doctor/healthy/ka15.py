"""Which of two ads is the dearer one?  A shared encoder scores both, the difference is a logit (RankNet).

Pairs are drawn inside each split, after the ads were made disjoint, so no ad of a test pair was ever trained on.
"""
import json
import random

import numpy as np
import torch
from scipy.stats import spearmanr
from torch import nn
from transformers import AutoModel, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(31)
CKPT = "checkpoints/prices"
tok = AutoTokenizer.from_pretrained(CKPT)


def disjoint_ads():
    owner, out = set(), {}
    for split in ("test", "validation", "train"):
        with open(f"data/prices/{split}.jsonl") as f:
            ads = {r["text"]: r["price"] for r in map(json.loads, f)}
        out[split] = [(t, p) for t, p in ads.items() if t not in owner]
        owner.update(ads)
    return out


def draw_pairs(ads, n, seed):
    rng, chosen = random.Random(seed), set()
    while len(chosen) < n:
        i, j = rng.sample(range(len(ads)), 2)
        # equal prices have no answer; and a pair must not come again the other way round
        if ads[i][1] != ads[j][1] and (j, i) not in chosen:
            chosen.add((i, j))
    return [{"a": ads[i][0], "b": ads[j][0], "label": float(ads[i][1] > ads[j][1])} for i, j in sorted(chosen)]


def collate(rows):
    a = tok([r["a"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
    b = tok([r["b"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
    return {"a_ids": a["input_ids"], "a_mask": a["attention_mask"], "b_ids": b["input_ids"],
            "b_mask": b["attention_mask"], "labels": torch.tensor([r["label"] for r in rows])}


class RankNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(CKPT)
        # no bias: it would cancel in the difference and never learn
        self.value = nn.Linear(self.encoder.config.dim, 1, bias=False)

    def score(self, ids, mask):
        h = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        m = mask.unsqueeze(-1).to(h.dtype)
        return self.value((h * m).sum(1) / m.sum(1)).squeeze(-1)

    def forward(self, a_ids, a_mask, b_ids, b_mask, labels=None):
        logits = self.score(a_ids, a_mask) - self.score(b_ids, b_mask)
        if labels is None:
            return {"logits": logits}
        return {"loss": nn.functional.binary_cross_entropy_with_logits(logits, labels), "logits": logits}


ads = disjoint_ads()
train = draw_pairs(ads["train"], 2000, seed=1)
valid = draw_pairs(ads["validation"], 500, seed=2)
test = draw_pairs(ads["test"], 500, seed=3)

model = RankNet()
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/ka15", num_train_epochs=5, per_device_train_batch_size=32, per_device_eval_batch_size=100,
        learning_rate=1e-3, warmup_ratio=0.1, lr_scheduler_type="cosine",
        remove_unused_columns=False,       # the collator needs the texts "a" and "b"
        label_names=["labels"],
        eval_strategy="epoch", save_strategy="epoch", save_total_limit=1, load_best_model_at_end=True,
        metric_for_best_model="accuracy", greater_is_better=True, logging_strategy="epoch",
        report_to="none", use_cpu=True),
    train_dataset=train, eval_dataset=valid, data_collator=collate,
    compute_metrics=lambda p: {"accuracy": float(((p.predictions > 0) == (p.label_ids > 0.5)).mean())})
trainer.train()

print("test pairs:", trainer.evaluate(test, metric_key_prefix="test")["test_accuracy"],
      " share of first ones dearer:", np.mean([r["label"] for r in test]))

# the scores of single ads should sort them by price
model.eval()
with torch.no_grad():
    enc = tok([t for t, _ in ads["test"]], padding=True, truncation=True, max_length=32, return_tensors="pt")
    scores = model.score(enc["input_ids"], enc["attention_mask"])
print("Spearman of score and price on the test ads: %.3f"
      % spearmanr(scores.numpy(), [p for _, p in ads["test"]]).statistic)
