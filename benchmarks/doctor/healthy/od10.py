# two tasks, one encoder: price of the ad and the state the thing is in
import json

import numpy as np
import torch
from torch import nn
from transformers import AutoModel, AutoTokenizer, Trainer, TrainingArguments, set_seed

STATES = ["like new", "in good state", "with scratches", "to be repaired"]


def read(split):
    rows = [json.loads(l) for l in open(f"data/prices/{split}.jsonl")]
    for r in rows:
        r["state"] = next(i for i, s in enumerate(STATES) if s in r["text"])
    return rows


class TwoHeads(nn.Module):
    def __init__(self, checkpoint, n_states):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        dim = self.encoder.config.dim
        self.price_head = nn.Sequential(nn.Linear(dim, dim), nn.GELU(), nn.Linear(dim, 1))
        self.state_head = nn.Linear(dim, n_states)
        # learned weighting of the two losses (log variances)
        self.log_var = nn.Parameter(torch.zeros(2))

    def forward(self, input_ids, attention_mask, price=None, state=None):
        h = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).float()
        pooled = (h * m).sum(1) / m.sum(1)
        price_hat = self.price_head(pooled).squeeze(-1)
        state_logits = self.state_head(pooled)
        out = {"price_hat": price_hat, "state_logits": state_logits}
        if price is not None and state is not None:
            losses = torch.stack([nn.functional.smooth_l1_loss(price_hat, price),
                                  nn.functional.cross_entropy(state_logits, state)])
            out = {"loss": (torch.exp(-self.log_var) * losses + self.log_var).sum(), **out}
        return out


def main():
    set_seed(8)
    tok = AutoTokenizer.from_pretrained("checkpoints/prices")
    splits = {s: read(s) for s in ("train", "validation", "test")}
    prices = np.array([r["price"] for r in splits["train"]], dtype=np.float32)
    mu, sd = prices.mean(), prices.std()

    def collate(rows):
        batch = tok([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
        batch = {"input_ids": batch["input_ids"], "attention_mask": batch["attention_mask"]}
        batch["price"] = torch.tensor([(r["price"] - mu) / sd for r in rows], dtype=torch.float32)
        batch["state"] = torch.tensor([r["state"] for r in rows])
        return batch

    def metrics(p):
        price_hat, state_logits = p.predictions
        price, state = p.label_ids
        return {"price_mae": float(np.abs(price_hat - price).mean() * sd),
                "state_accuracy": float((state_logits.argmax(-1) == state).mean())}

    args = TrainingArguments("out/od10", num_train_epochs=15, learning_rate=1e-3, per_device_train_batch_size=16,
                             per_device_eval_batch_size=80, eval_strategy="epoch", logging_strategy="epoch",
                             save_strategy="no", warmup_ratio=0.1, remove_unused_columns=False,
                             label_names=["price", "state"], report_to="none")
    trainer = Trainer(TwoHeads("checkpoints/prices", len(STATES)), args, data_collator=collate,
                      train_dataset=splits["train"], eval_dataset=splits["validation"], compute_metrics=metrics)
    trainer.train()
    print(trainer.evaluate(splits["test"], metric_key_prefix="test"))


main()
