import random
from functools import partial

import numpy as np
import pandas as pd
import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_cosine_schedule_with_warmup

BASE = "checkpoints/bert"


def seed_everything(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def collate(rows, tokenizer):
    batch = tokenizer([r["sentence"] for r in rows], padding=True, truncation=True, max_length=64, return_tensors="pt")
    batch["labels"] = torch.tensor([r["label"] for r in rows])
    return batch


class Sentiment:
    """SST-2 in miniature."""

    def __init__(self, epochs=3, lr=2e-4, batch_size=16, max_grad_norm=1.0):
        self.accelerator = Accelerator(cpu=True)
        self.epochs = epochs
        self.max_grad_norm = max_grad_norm
        self.tokenizer = AutoTokenizer.from_pretrained(BASE)
        model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=2)

        fn = partial(collate, tokenizer=self.tokenizer)
        train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").to_dict("records")
        valid = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet").to_dict("records")
        train_loader = DataLoader(train, batch_size=batch_size, shuffle=True, collate_fn=fn)
        valid_loader = DataLoader(valid, batch_size=80, shuffle=False, collate_fn=fn)

        decay = [p for p in model.parameters() if p.ndim > 1]
        no_decay = [p for p in model.parameters() if p.ndim <= 1]
        optimizer = torch.optim.AdamW(
            [{"params": decay, "weight_decay": 0.01}, {"params": no_decay, "weight_decay": 0.0}], lr=lr
        )
        total = epochs * len(train_loader)
        scheduler = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=total // 20, num_training_steps=total)
        (self.model, self.optimizer, self.train_loader, self.valid_loader, self.scheduler) = self.accelerator.prepare(
            model, optimizer, train_loader, valid_loader, scheduler
        )

    def training_step(self, batch):
        out = self.model(**batch)
        self.accelerator.backward(out.loss)
        self.accelerator.clip_grad_norm_(self.model.parameters(), self.max_grad_norm)
        self.optimizer.zero_grad()
        self.optimizer.step()
        self.scheduler.step()
        return out.loss.item()

    @torch.inference_mode()
    def validate(self):
        self.model.eval()
        preds, refs = [], []
        for batch in self.valid_loader:
            logits = self.model(**batch).logits
            p, r = self.accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
            preds.append(p)
            refs.append(r)
        return (torch.cat(preds) == torch.cat(refs)).float().mean().item()

    def fit(self):
        for epoch in range(self.epochs):
            self.model.train()
            losses = [self.training_step(b) for b in self.train_loader]
            self.accelerator.print(
                f"epoch {epoch + 1}/{self.epochs} loss={np.mean(losses):.4f} accuracy={self.validate():.4f}"
            )


if __name__ == "__main__":
    seed_everything(0)
    run = Sentiment()
    run.fit()
    run.accelerator.wait_for_everyone()
    run.accelerator.unwrap_model(run.model).save_pretrained("out/eb11")
    run.tokenizer.save_pretrained("out/eb11")
